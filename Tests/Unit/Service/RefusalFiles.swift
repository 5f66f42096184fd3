@testable import Messages
@testable import Service
import Codecs
import Testing

extension RefusalWorld {
    /// Bodies of the requests for files, pushes and mails, and what they are about.
    func fileBodies() throws -> [String: [(player: String?, body: JSON)]] {
        func ask(_ api: String, _ body: JSON) -> JSON {
            let reply = bench.ask(api, body)
            #expect(reply.message == "", "\(api)")
            return reply.body
        }
        func create(_ className: JSON, _ fields: JSON) -> JSON {
            ask("objects.create", ["className": className, "fields": fields])["answer"]?["objectId"] ?? nil
        }
        _ = ask("files.append", ["upload": ask("files.begin", ["fileName": "kept"])["upload"] ?? nil, "from": 0, "part": "AAAA"])
        let whole = ask("files.begin", ["fileName": "whole"])["upload"] ?? nil
        _ = ask("files.append", ["upload": whole, "from": 0, "part": "AAAA"])
        _ = ask("files.finish", ["upload": whole])
        let upload = ask("files.begin", ["fileName": "whole"])["upload"] ?? nil
        _ = ask("files.append", ["upload": upload, "from": 0, "part": "AAAA"])
        let content = ask("files.read", ["fileName": "whole"])["content"] ?? nil
        let installation = create("installation", ["deviceToken": "token"])
        let push = create("push", ["message": "m", "deliveryTime": ["__type": "Date", "iso": "2099-01-01T00:00:00.000Z"]])
        _ = create("user", ["userName": "mailed", "password": "p", "mailAddress": "a@b.c"])
        _ = bench.takeEvents()
        for api in ["users.requestPasswordReset", "users.requestMailEntry"] { _ = ask(api, ["mailAddress": "a@b.c"]) }
        _ = ask("users.requestMailEntry", ["mailAddress": "new@b.c"])
        let keys = bench.takeEvents().filter { $0.kind == .ncmbMail }.map { $0.body["key"] ?? nil }
        #expect(keys.count == 3)
        let stable = create("Stable", ["list": ["__op": "AddRelation", "objects": [Self.pointer("h1")]]])
        let others: [String: [(player: String?, body: JSON)]] = [
            "files.begin": [
                (nil, ["fileName": "whole", "mimeType": "image/png", "acl": ["*": ["read": true]], "fileSize": 3])
            ],
            "files.append": [(nil, ["upload": upload, "from": 3, "part": "AAAA"])], "files.finish": [(nil, ["upload": upload])],
            "files.read": [(nil, ["fileName": "whole", "from": 1, "content": content])],
            "files.update": [(nil, ["fileName": "whole", "acl": ["*": ["read": true]]])],
            "files.delete": [(nil, ["fileName": "whole"])],
            "installations.receive": [(nil, ["installationId": installation, "deviceToken": "token", "after": 0])],
            "installations.acknowledge": [(nil, ["installationId": installation, "deviceToken": "token", "seq": 1])],
            "push.opened": [(nil, ["objectId": push, "fields": ["deviceType": "ios", "deviceToken": "token"]])],
            "users.requestPasswordReset": [(nil, ["mailAddress": "a@b.c"])],
            "users.requestMailEntry": [(nil, ["mailAddress": "a@b.c"])],
            "carrier.mailKey": [(nil, ["kind": "passwordReset", "key": keys[0]])],
            "users.finishPasswordReset": [(nil, ["key": keys[0], "password": "new"])],
            "users.finishMailEntry": [(nil, ["key": keys[1]]), (nil, ["key": keys[2], "password": "new"])],
        ]
        return others.merging(transferBodies(stable: stable)) { $1 }
    }

    private static func pointer(_ objectId: JSON) -> JSON { ["__type": "Pointer", "className": "Horse", "objectId": objectId] }

    /// Rows of an export.
    private func transferBodies(stable: JSON) -> [String: [(player: String?, body: JSON)]] {
        let upload = bench.ask("files.begin", ["fileName": "taken"]).body["upload"] ?? nil
        _ = bench.ask("files.append", ["upload": upload, "from": 0, "part": "AAAA"])
        let date: JSON = "2014-01-01T00:00:00.000Z"
        let written = bench.ask("objects.get", ["className": "Stable", "objectId": stable]).body["answer"]?["updateDate"] ?? nil
        let file: JSON = ["objectId": "taken", "fileName": "taken", "mimeType": "text/plain", "fileSize": 3, "createDate": date]
        return [
            "console.takeObject": [
                (
                    nil,
                    [
                        "className": "Horse",
                        "row": [
                            "objectId": "taken", "createDate": date, "updateDate": date, "acl": ["*": ["read": true]], "points": 1,
                            "rivals": ["__op": "AddRelation", "objects": [Self.pointer("h1")]],
                        ],
                    ]
                ),
                (nil, ["className": "user", "row": ["objectId": "taken", "userName": "taken", "authData": ["google": ["id": "9"]]]]),
                (nil, ["className": "Stable", "row": ["objectId": stable, "name": "North"], "ifUpdateDate": written]),
            ],
            "console.takeMember": [
                (nil, ["className": "Stable", "row": ["objectId": stable, "field": "list", "target": Self.pointer("h2")]])
            ],
            "console.takeFile": [(nil, ["row": file]), (nil, ["row": file, "upload": upload])],
            "console.readFile": [(nil, ["fileName": "whole", "from": 1])],
            "console.giveClass": [(nil, ["after": "Horse"])],
            "console.giveObjects": [(nil, ["className": "Horse", "after": "a"])],
            "console.findObjects": [
                (
                    nil,
                    [
                        "className": "Horse", "where": ["points": ["$gte": 1]], "order": "-points", "skip": 0, "limit": 3, "count": 1,
                    ]
                )
            ],
            "console.removeObject": [(nil, ["className": "Horse", "objectId": "h1"])],
            "console.giveMembers": [(nil, ["className": "Stable", "objectId": "a", "field": "list", "targetId": "h1"])],
        ]
    }
}
