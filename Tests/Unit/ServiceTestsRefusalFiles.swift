@testable import Messages
@testable import Service
import Testing
import Wire

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
        return [
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
            "users.finishPasswordReset": [(nil, ["key": keys[0], "password": "new"])],
            "users.finishMailEntry": [(nil, ["key": keys[1]]), (nil, ["key": keys[2], "password": "new"])],
        ]
    }
}
