@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A service whose mails arrive.
private struct MailBench {
    let files: FileBench
    var bench: ServiceBench { files.bench }

    init() throws {
        files = try FileBench()
        bench.service.core.hasMailCarrier = true
        for name in ["ann", "bob"] {
            let fields: JSON = ["userName": .string(name), "password": "first", "mailAddress": .string("\(name)@b.c")]
            #expect(bench.ask("objects.create", ["className": "user", "fields": fields]).isSuccess)
        }
    }

    func request(_ api: String, _ address: JSON) -> Reply { bench.ask("users.\(api)", ["mailAddress": address]) }
    func mails() -> [JSON] { bench.takeEvents().filter { $0.kind == .ncmbMail }.map { $0.body } }

    /// - Returns: the key of the one mail that was sent.
    func key(_ api: String, _ address: String) throws -> JSON {
        _ = bench.takeEvents()
        #expect(request(api, .string(address)).isSuccess)
        let sent = mails()
        #expect(sent.count == 1 && sent.first?["mailAddress"] == .string(address))
        return try #require(sent.first?["key"])
    }

    func reset(_ key: JSON, _ password: JSON = "second") -> Reply {
        bench.ask("users.finishPasswordReset", ["key": key, "password": password])
    }

    func enter(_ key: JSON, _ password: JSON = nil) -> Reply { bench.ask("users.finishMailEntry", ["key": key, "password": password]) }

    func logIn(_ name: String, _ password: String) -> Reply {
        bench.ask(
            "users.logIn", [name.contains("@") ? "mailAddress" : "userName": .string(name), "password": .string(password)])
    }

    func confirmed(_ name: String, _ password: String) -> JSON? { logIn(name, password).body["answer"]?["mailAddressConfirm"] }
}

@Suite struct `Mails to users` {
    @Test func `where nobody takes mails on, who asks for one is told that none comes`() throws {
        let mails = try MailBench()
        mails.bench.service.core.hasMailCarrier = false
        for api in ["requestPasswordReset", "requestMailEntry"] {
            #expect(mails.request(api, "ann@b.c").body["code"] == "E404002")
        }
        #expect(mails.mails() == [])
    }

    @Test(arguments: ["requestPasswordReset", "requestMailEntry"]) func `are asked for without learning who has an address`(
        api: String
    ) throws {
        let world = try MailBench()
        let (known, unknown) = (world.request(api, "ann@b.c"), world.request(api, "nobody@b.c"))
        #expect(known.isSuccess && known.body == unknown.body && known.body["answer"]?["createDate"] != nil)
        #expect(known.body["answer"]?.objectValue?.count == 1)
        let empty = world.request(api, nil)
        #expect(world.files.code(empty) == "E400003" && empty.body["error"] == "mailAddress is empty.")
        #expect(world.files.code(world.request(api, "ann")) == "E400004" && world.files.code(world.request(api, 5)) == "E400002")
        // However often somebody asks.
        for _ in 0..<20 { #expect(world.request(api, "ann@b.c").body == known.body) }
        #expect(world.mails().filter { $0["mailAddress"] == "ann@b.c" }.count == OneTimeKey.ofAddressMax)
    }

    @Test func `bring a new password, once, to who had lost it`() throws {
        let world = try MailBench()
        let session = try #require(world.logIn("ann", "first").body["answer"]?["sessionToken"]?.stringValue)
        let (early, key) = (try world.key("requestPasswordReset", "ann@b.c"), try world.key("requestPasswordReset", "ann@b.c"))
        let now = Value.integer(world.bench.clock.epochMilliseconds())
        _ = try world.bench.database.run(
            "INSERT INTO proof_tries (subject, place, tries, first_date) VALUES ('userName ann', '', \(ProofTries.ofAllMax), ?)", [now])
        _ = try world.bench.database.run("DELETE FROM proven_places", [])
        #expect(world.files.code(world.logIn("ann", "first")) == "E429002")
        for password: JSON in [nil, ""] { #expect(world.reset(key, password).body["error"] == "password is empty.") }
        #expect(world.reset(key).isSuccess)
        #expect(world.files.code(world.bench.ask("objects.find", ["className": "A"], token: session)) == "E401001")
        #expect(world.logIn("ann", "second").isSuccess && world.logIn("bob", "first").isSuccess)
        #expect(world.files.code(world.logIn("ann", "first")) == "E401002")
        for used in [key, early, "", "x", nil] { #expect(world.files.code(world.reset(used, "third")) == "E404001") }
        #expect(world.logIn("ann", "second").isSuccess)
    }

    @Test func `are of no use late, for another purpose, or for another's address`() throws {
        let world = try MailBench()
        let late = try world.key("requestPasswordReset", "ann@b.c")
        world.bench.clock.advance(OneTimeKey.milliseconds)
        let reply = world.reset(late)
        #expect(world.files.code(reply) == "E403004")
        let entry = try world.key("requestMailEntry", "ann@b.c")
        #expect(world.files.code(world.reset(entry)) == "E404001")
        let key = try world.key("requestPasswordReset", "ann@b.c")
        #expect(world.files.code(world.enter(key, "p")) == "E404001")
        // The address goes from ann to bob.
        for (name, address) in [("ann", "new@b.c"), ("bob", "ann@b.c")] {
            let user = world.logIn(name, "first").body["answer"]
            let changed = world.bench.ask(
                "objects.update",
                ["className": "user", "objectId": user?["objectId"] ?? nil, "fields": ["mailAddress": .string(address)]],
                token: user?["sessionToken"]?.stringValue)
            #expect(changed.isSuccess)
        }
        #expect(world.files.code(world.reset(key)) == "E404001" && world.files.code(world.enter(entry)) == "E404001")
        #expect(world.logIn("ann", "first").isSuccess && world.logIn("bob", "first").isSuccess)
        // A late key is known for a day.
        world.bench.clock.advance(OneTimeKey.milliseconds * 3)
        try world.files.sweep()
        #expect(try world.bench.count("one_time_keys") == 0)
        #expect(world.files.code(world.reset(late)) == "E404001")
    }

    @Test func `for one purpose and one address leave those for others alone`() throws {
        let world = try MailBench()
        let resets = try (0..<OneTimeKey.ofAddressMax).map { _ in try world.key("requestPasswordReset", "ann@b.c") }
        #expect(world.request("requestPasswordReset", "ann@b.c").isSuccess && world.mails() == [])
        let entry = try world.key("requestMailEntry", "ann@b.c"), bobs = try world.key("requestPasswordReset", "bob@b.c")
        #expect(world.enter(entry).isSuccess)
        let again = try world.key("requestMailEntry", "ann@b.c")
        #expect(world.reset(resets[0]).isSuccess)
        let ann = world.logIn("ann", "second").body["answer"]
        let change: JSON = ["className": "user", "objectId": ann?["objectId"] ?? nil, "fields": ["password": "third"]]
        let changed = world.bench.ask("objects.update", change, token: ann?["sessionToken"]?.stringValue)
        #expect(changed.isSuccess && world.reset(bobs).isSuccess && world.enter(again).isSuccess)
        for api in ["requestMailEntry", "requestPasswordReset"] {
            for _ in 0..<OneTimeKey.ofAddressMax { _ = try world.key(api, "bob@b.c") }
        }
        world.bench.clock.advance(OneTimeKey.milliseconds - 1)
        #expect(world.request("requestPasswordReset", "bob@b.c").isSuccess && world.mails() == [])
        world.bench.clock.advance(1)
        _ = try world.key("requestPasswordReset", "bob@b.c")
    }

    @Test func `that bring a new password forget what was tried at each name of the user, and at no other's`() throws {
        let world = try MailBench()
        let key = try world.key("requestPasswordReset", "ann@b.c")
        for name in ["userName ann", "mailAddress ann@b.c", "userName bob", "mailAddress bob@b.c"] {
            _ = try world.bench.database.run(
                "INSERT INTO proof_tries (subject, place, tries, first_date) VALUES (?, '', 3, ?)",
                [.text(name), .integer(world.bench.clock.epochMilliseconds())])
        }
        #expect(world.reset(key).isSuccess)
        let left = try world.bench.database.query("SELECT subject FROM proof_tries ORDER BY subject", []).map { $0.text(0) }
        #expect(left == ["mailAddress bob@b.c", "userName bob"])
    }

    @Test func `confirm an address, which another one is not`() throws {
        let world = try MailBench()
        #expect(world.confirmed("ann", "first") == false)
        #expect(world.enter(try world.key("requestMailEntry", "ann@b.c")).isSuccess)
        #expect(world.confirmed("ann", "first") == true && world.confirmed("bob", "first") == false)
        let user = world.logIn("ann", "first").body["answer"]
        func update(_ fields: JSON) -> Reply {
            world.bench.ask(
                "objects.update", ["className": "user", "objectId": user?["objectId"] ?? nil, "fields": fields],
                token: user?["sessionToken"]?.stringValue)
        }
        #expect(update(["mailAddress": "ann@b.c", "mailAddressConfirm": false]).isSuccess)
        let again = world.bench.ask(
            "objects.get", ["className": "user", "objectId": user?["objectId"] ?? nil], token: user?["sessionToken"]?.stringValue)
        #expect(again.body["answer"]?["mailAddressConfirm"] == true)
        #expect(update(["mailAddress": "other@b.c", "mailAddressConfirm": true]).isSuccess)
        #expect(world.confirmed("ann", "first") == false)
        let claimed: JSON = ["userName": "eve", "password": "p", "mailAddress": "eve@b.c", "mailAddressConfirm": true]
        #expect(world.bench.ask("objects.create", ["className": "user", "fields": claimed]).isSuccess)
        #expect(world.confirmed("eve", "p") == false)
    }

    @Test func `confirm no address that comes back while a password's key is made`() throws {
        let world = try MailBench()
        let user = world.logIn("ann", "first").body["answer"]
        func update(_ fields: JSON) -> Reply {
            world.bench.ask(
                "objects.update", ["className": "user", "objectId": user?["objectId"] ?? nil, "fields": fields],
                token: user?["sessionToken"]?.stringValue)
        }
        var entered: Reply?
        world.bench.turnTaken = { request, reply in
            guard request.name == .objectsUpdate, reply == nil else { return }
            world.bench.turnTaken = nil
            #expect(update(["mailAddress": "own@b.c"]).isSuccess)
            entered = (try? world.key("requestMailEntry", "own@b.c")).map { world.enter($0) }
        }
        #expect(update(["mailAddress": "ann@b.c", "password": "second"]).isSuccess)
        #expect(entered?.isSuccess == true)
        #expect(world.logIn("ann@b.c", "second").isSuccess && world.confirmed("ann", "second") == false)
    }

    @Test func `make a user of who was none`() throws {
        let world = try MailBench()
        let key = try world.key("requestMailEntry", "new@b.c")
        #expect(world.enter(key).body["error"] == "password is empty.")
        let made = world.enter(key, "mine")
        #expect(made.body["answer"]?["sessionToken"] != nil && made.body["answer"]?["userName"]?.stringValue?.count == 10)
        #expect(world.confirmed("new@b.c", "mine") == true)
        #expect(world.files.code(world.enter(key, "mine")) == "E404001")
        // Somebody was faster.
        let late = try world.key("requestMailEntry", "carl@b.c")
        let carl: JSON = ["userName": "carl", "password": "p", "mailAddress": "carl@b.c"]
        #expect(world.bench.ask("objects.create", ["className": "user", "fields": carl]).isSuccess)
        #expect(world.files.code(world.enter(late, "mine")) == "E409001")
        #expect(world.logIn("carl@b.c", "p").isSuccess && world.confirmed("carl", "p") == false)
    }
}
