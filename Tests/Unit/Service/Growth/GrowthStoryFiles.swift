@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Testing

extension GrowthStory {
    /// Files, pushes and mails.
    func keepFiles() throws {
        func ask(_ api: String, _ body: JSON) -> JSON { bench.ask(api, body).body }
        for _ in 0..<2 {
            let upload = ask("files.begin", ["fileName": "file", "mimeType": "text/plain"])["upload"] ?? nil
            for from: JSON in [0, 3] { _ = ask("files.append", ["upload": upload, "from": from, "part": "AAAA"]) }
            _ = ask("files.finish", ["upload": upload])
        }
        _ = ask("files.read", ["fileName": "file", "from": 4])
        _ = ask("files.update", ["fileName": "file", "acl": ["*": ["read": true, "write": true]]])
        _ = ask("files.delete", ["fileName": "file"])
        _ = ask("files.begin", ["fileName": "never finished"])
        let taken: JSON = ["fileName": "taken"]
        let upload = ask("files.begin", taken)["upload"] ?? nil
        _ = ask("files.append", ["upload": upload, "from": 0, "part": "AAAA"])
        for body: JSON in [["row": taken], ["row": taken, "upload": upload]] { _ = bench.console("takeFile", body) }
        _ = bench.console("readFile", taken)
        func create(_ className: JSON, _ fields: JSON) -> JSON {
            ask("objects.create", ["className": className, "fields": fields])["answer"]?["objectId"] ?? nil
        }
        let installation = create("installation", ["deviceToken": "token"])
        let push = create("push", ["message": "m"])
        while let work = Notifications(core: bench.service.core).dueSend() {
            while true {
                try bench.database.begin()
                let reply = try bench.service.proceeded(work)
                try bench.database.commit()
                if reply != nil { break }
            }
        }
        _ = bench.database.takeSteps()
        let device: JSONObject = ["installationId": installation, "deviceToken": "token"]
        let received = ask("installations.receive", .object(device))["messages"]?.arrayValue ?? []
        #expect(received.count == 1)
        var acknowledged = device
        acknowledged["seq"] = received.first?["seq"] ?? nil
        _ = ask("installations.acknowledge", .object(acknowledged))
        _ = ask("push.opened", ["objectId": push, "fields": ["deviceToken": "token"]])
        _ = create("user", ["userName": "mailed", "password": "p", "mailAddress": "a@b.c"])
        for (api, finish) in [("PasswordReset", ["password": "q"] as JSONObject), ("MailEntry", [:])] {
            _ = bench.takeEvents()
            _ = ask("users.request\(api)", ["mailAddress": "a@b.c"])
            var finished = finish
            finished["key"] = bench.takeEvents().last { $0.kind == .ncmbMail }?.body["key"] ?? nil
            let looked: JSON = [
                "kind": api == "PasswordReset" ? "passwordReset" : "mailEntry", "key": finished["key"] ?? .null,
            ]
            _ = bench.ask(Request(.carrierMailKey, origin: .carrier, transactionId: "t", parameters: looked))
            _ = ask("users.finish\(api)", .object(finished))
        }
    }
}
