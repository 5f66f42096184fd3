import Codecs
import Testing

@testable import Server

@Suite struct `A line of the audit log` {
    @Test func `says whom it is about and which of several things was done, and no other word of a request`() {
        let asked: [(JSON, JSONObject)] = [
            (["userId": "PLAYER", "action": "issue"], ["userId": "PLAYER", "action": "issue"]),
            (["paymentSeq": "7", "verified": false, "reason": "a word"], ["paymentSeq": "7", "verified": false]),
            (["userIds": ["A", "B"], "popup": ["title": "a word"], "verified": .null], ["userIds": ["A", "B"]]),
            (["idPCode": "facebook", "authKey": "a word"], ["idPCode": "facebook"]),
            (["userId": "PLAYER", "graceBan": .null], ["userId": "PLAYER", "graceBan": false]),
            (["userId": "PLAYER", "graceBan": ["message": "a word"]], ["userId": "PLAYER", "graceBan": true]),
            (["maintenance": .null, "revision": "a word"], ["maintenance": false]),
            (["status": 303, "message": "a word"], ["status": 303]),
            (["paymentSeq": "7", "kind": "CHARGEBACK"], ["paymentSeq": "7", "kind": "CHARGEBACK"]),
            (["product": ["gamebaseProductId": "gem", "price": "0.01"]], ["gamebaseProductId": "gem", "price": "0.01"]),
        ]
        for (parameters, object) in asked { #expect(AuditLine.object(parameters) == object) }
    }

    @Test func `says of a change of people whom it is about and what it does, and nothing that opens anything`() {
        let asked: [(JSON, JSONObject)] = [
            (["name": "Bob", "roles": ["Shop": "viewer"]], ["name": "Bob", "roles": ["Shop": "viewer"]]),
            (["name": "Bob", "roles": ["Shop": "king"]], ["name": "Bob"]), (["invitation": "i1"], ["invitation": "i1"]),
            (["name": "builds", "role": "operator", "app": "*"], ["name": "builds", "role": "operator", "app": "*"]),
            (["id": "s1"], ["id": "s1"]), (["others": true], ["others": true]), (["others": false, "id": "s1"], ["id": "s1"]),
            (["remove": true, "password": "a word", "code": "a word"], ["remove": true]),
            (["secret": "a word", "ticket": "a word", "newPassword": "a word"], [:]),
        ]
        for (form, object) in asked { #expect(AuditLine.object(ofPeople: form) == object) }
    }
}
