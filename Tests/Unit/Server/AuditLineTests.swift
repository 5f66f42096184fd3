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
        ]
        for (parameters, object) in asked { #expect(AuditLine.object(parameters) == object) }
    }
}
