import Codecs
import Storage
import Testing

@testable import Documents
@testable import Messages
@testable import Service

/// Objects and users in the world of refusals.
extension RefusalWorld {
    /// Two users, a role of one of them, an installation, and an object that only the first may change.
    func makeUsers() throws {
        bench.service.core.passwordCost = 8
        bench.service.core.hasMailCarrier = true
        for name in ["Una", "Uwe"] {
            let answer = try answer(
                "objects.create",
                [
                    "className": "user",
                    "fields": ["userName": .string(name), "password": .string(name), "mailAddress": .string("\(name)@x.y")],
                ])
            players[name] = ServiceBench.Player(
                userId: try #require(answer["objectId"]?.stringValue), token: try #require(answer["sessionToken"]?.stringValue))
        }
        let una: JSON = ["__type": "Pointer", "className": "user", "objectId": .string(players["Una"]?.userId ?? "")]
        objectIds["role"] = try answer(
            "objects.create",
            ["className": "role", "fields": ["roleName": "staff", "belongUser": ["__op": "AddRelation", "objects": [una]]]])["objectId"]
        objectIds["installation"] = try answer(
            "objects.create", ["className": "installation", "fields": ["deviceToken": "00ff", "channels": ["Eagle"]]])["objectId"]
        objectIds["Horse"] = try answer(
            "objects.create",
            [
                "className": "Horse",
                "fields": [
                    "name": "Windy", "points": 7, "owner": una, "tags": ["fast"],
                    "acl": ["*": ["read": true], "role:staff": ["write": true]],
                ],
            ])["objectId"]
    }

    private func answer(_ api: String, _ parameters: JSON) throws -> JSON {
        let reply = bench.ask(api, parameters)
        #expect(reply.message == "", "\(api)")
        return try #require(reply.body["answer"])
    }

    func fillObjectBodies() {
        let horse = objectIds["Horse"] ?? nil, role = objectIds["role"] ?? nil
        let una: JSON = .string(players["Una"]?.userId ?? "")
        bodies["objects.create"] = [
            ("Una", ["className": "Horse", "fields": ["name": "Stormy", "points": 1, "acl": ["*": ["read": true]]]]),
            (nil, ["className": "role", "fields": ["roleName": "guests"]]),
            (nil, ["className": "installation", "fields": ["deviceToken": "0aff"]]),
            (nil, ["className": "user", "fields": ["userName": "Uta", "password": "secret"]]),
            (nil, ["className": "user", "fields": ["authData": ["facebook": ["id": "77", "access_token": "t"]]]]),
        ]
        bodies["objects.get"] = [("Una", ["className": "Horse", "objectId": horse, "include": "owner"])]
        bodies["objects.update"] = [
            (
                "Una",
                [
                    "className": "Horse", "objectId": horse,
                    "fields": ["points": ["__op": "Increment", "amount": 2], "tags": ["__op": "AddUnique", "objects": ["brave"]]],
                ]
            ),
            ("Uwe", ["className": "Horse", "objectId": horse, "fields": ["points": 8]]),
            (
                nil,
                [
                    "className": "role", "objectId": role,
                    "fields": [
                        "belongRole": [
                            "__op": "AddRelation", "objects": [["__type": "Pointer", "className": "role", "objectId": role]],
                        ]
                    ],
                ]
            ),
            ("Una", ["className": "user", "objectId": una, "fields": ["userName": "Uwe", "password": "new"]]),
        ]
        bodies["objects.delete"] = [
            ("Una", ["className": "Horse", "objectId": horse]), ("Una", ["className": "user", "objectId": una]),
        ]
        bodies["objects.find"] = [
            (
                "Una",
                [
                    "className": "Horse", "where": ["points": ["$gte": 1], "owner": ["$inQuery": ["className": "user", "where": [:]]]],
                    "order": "-points", "limit": 3, "skip": 0, "count": 1, "include": "owner",
                ]
            )
        ]
        bodies["users.logIn"] = [
            (nil, ["userName": "Una", "password": "Una"]), (nil, ["mailAddress": "Uwe@x.y", "password": "wrong"]),
        ]
        bodies["users.logOut"] = [("Una", [:])]
    }
}
