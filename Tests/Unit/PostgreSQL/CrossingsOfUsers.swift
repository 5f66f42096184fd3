import Codecs
import Testing

@testable import Messages
@testable import Service

// One decides by what it has read of a user, a file or a journal, and another changes that behind its question.

private let quick: JSON = ["app": ["appId": "Shop"], "ncmb": ["passwordCost": 8]]
private let withdrawing: JSON = [
    "app": ["appId": "Shop", "secretKey": "shop-secret"], "idPs": ["guest": [:]], "temporaryWithdrawal": ["gracePeriodDays": 1],
]

private func logIn(_ round: Int) -> Request {
    PostgreSQLBench.request("users.logIn", ["userName": .string("ann \(round)"), "password": "first"])
}

private func reset(_ key: String) -> Request {
    PostgreSQLBench.request("users.finishPasswordReset", ["key": .string(key), "password": "second"])
}

/// - Returns: the id of a user who may be let in by a key that came by mail.
private func user(_ world: RaceWorld, _ round: Int, key: String) throws -> String {
    let address = "ann\(round)@b.c"
    let fields: JSON = ["userName": .string("ann \(round)"), "password": "first", "mailAddress": .string(address)]
    let made = world.bench.ask("objects.create", ["className": "user", "fields": fields])
    let id = try #require(made.body["answer"]?["objectId"]?.stringValue)
    _ = try world.bench.databases[0].run(
        "INSERT INTO one_time_keys (key_hash, kind, mail_address, user_id, expires_date) VALUES (?, ?, ?, ?, ?)",
        [
            .text(ServiceCore.fingerprint(key)), .text(OneTimeKey.passwordReset), .text(address), .text(id),
            .integer(world.bench.clock.epochMilliseconds() + 60_000),
        ])
    return id
}

private func losses(_ dropped: Int64, _ player: ServiceBench.Player, _ round: Int) -> Request {
    let journal: JSON = ["name": .string("journal \(round)"), "dropped": .integer(dropped), "damaged": 0]
    return client("presence.sendEvents", ["events": [], "journal": journal], player)
}

let crossingsOfUsers: [Race] = [
    Race("a user deletes itself elsewhere behind the last question of its log-in", cure: [.locks], settings: quick) { world, round in
        let id = try user(world, round, key: "a key of round \(round)")
        let elsewhere = world.bench.ask("users.logIn", logIn(round).parameters).body["answer"]?["sessionToken"]?.stringValue
        world.crossed(
            logIn(round), isBegun: true, behind: "FROM objects o WHERE o.class_name = ? AND o.object_id",
            by: PostgreSQLBench.request("objects.delete", ["className": "user", "objectId": .string(id)], token: elsewhere))
        if try world.count("objects", "object_id = '\(id)'") == 0, try world.count("user_sessions", "user_id = '\(id)'") != 0 {
            world.notes.append("a session of nobody")
        }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a password is set anew behind the last question of a log-in by the old one", cure: [.locks], settings: quick) { world, round in
        let key = "the key of round \(round)"
        let id = try user(world, round, key: key)
        let replies = world.crossed(logIn(round), isBegun: true, behind: "FROM users WHERE user_id", by: reset(key))
        #expect(replies[1].isSuccess)
        if try world.count("user_sessions", "user_id = '\(id)'") != 0 { world.notes.append("the old password's session outlives it") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a key that came by mail is used twice", cure: [.claims], settings: quick) { world, round in
        let key = "the key of round \(round)"
        _ = try user(world, round, key: key)
        let replies = world.crossed(reset(key), isBegun: true, behind: "FROM one_time_keys WHERE key_hash", by: reset(key))
        let count = replies.filter { $0.isSuccess }.count
        if count != 1 { world.notes.append("a key that was good \(count) times") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a withdrawal is cancelled behind the question whether it is due", cure: [.locks, .claims], settings: withdrawing) {
        world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        #expect(world.bench.ask("gateway.requestTemporaryWithdrawal", token: player.token).message == "")
        world.bench.clock.advance(86_400_000 + 10)
        let replies = world.crossed(
            server("server.member", ["userId": .string(player.userId)]), behind: "SELECT grace_period_date FROM members",
            by: client("gateway.cancelTemporaryWithdrawal", [:], player), late: 1_000)
        if replies[1].isSuccess, try world.count("members", "user_id = '\(player.userId)' AND valid = 'Y'") != 1 {
            world.notes.append("a withdrawal that was cancelled is carried out")
        }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("an upload is finished behind the question whether it can be dropped", cure: [.claims], settings: quick) { world, round in
        let begun = world.bench.ask("files.begin", ["fileName": .string("file \(round)")])
        let upload = begun.body["upload"] ?? nil
        #expect(world.bench.ask("files.append", ["upload": upload, "from": 0, "part": "QUJD"]).message == "")
        let replies = world.crossed(
            PostgreSQLBench.request("files.finish", ["upload": upload, "abandons": true]), behind: "FROM file_contents",
            by: PostgreSQLBench.request("files.finish", ["upload": upload]))
        #expect(replies[1].isSuccess)
        if world.bench.ask("files.read", ["fileName": .string("file \(round)"), "from": 0]).body["part"] != "QUJD" {
            world.notes.append("a file without its bytes")
        }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("the rest of a file's bytes is dropped behind the question for some of them", cure: [.locks], settings: quick) { world, round in
        let upload = world.bench.ask("files.begin", ["fileName": .string("file \(round)")]).body["upload"] ?? nil
        // Three bites, of which the first goes with the request.
        for part in 0...2 * StoredFiles.partsOfSlice {
            let given: JSON = ["upload": upload, "from": .integer(Int64(3 * part)), "part": "QUJD"]
            #expect(world.bench.ask("files.append", given).message == "")
        }
        var drop = PostgreSQLBench.request("files.finish", ["upload": upload, "abandons": true])
        drop.changeId = "the id of the change in round \(round)"
        world.crossed(drop, isBegun: true, behind: "FROM file_chunks WHERE content_id", by: drop)
    } wrong: { world in
        let bytes = try world.bench.databases[0].query("SELECT bytes FROM file_totals", []).first?.integer(0) ?? -1
        return bytes == 0 ? "" : "\(bytes) bytes of no file"
    },
    Race("two roles are put into each other", cure: [.locks]) { world, round in
        func role(_ name: String) -> JSON? {
            let fields: JSON = ["roleName": .string("\(name) \(round)")]
            return world.bench.ask("objects.create", ["className": "role", "fields": fields]).body["answer"]?["objectId"]
        }
        let one = role("one"), other = role("other")
        func put(_ inner: JSON?, into outer: JSON?) -> Request {
            let members: JSON = ["__op": "AddRelation", "objects": [["__type": "Pointer", "className": "role", "objectId": inner ?? nil]]]
            return PostgreSQLBench.request(
                "objects.update", ["className": "role", "objectId": outer ?? nil, "fields": ["belongRole": members]])
        }
        let replies = world.atOnce(put(one, into: other), put(other, into: one))
        if replies.filter({ $0.isSuccess }).count != 1 { world.notes.append("a circle of roles \(replies.map { $0.message })") }
    } wrong: { world in
        world.notes.first ?? ""
    },
    Race("a journal tells twice at once what it lost", cure: [.claims, .locks]) { world, round in
        let player = try world.bench.login("the secret of the player in round \(round)")
        world.crossed(losses(3, player, round), behind: "FROM event_losses WHERE journal", by: losses(5, player, round))
    } wrong: { world in
        let dropped = world.bench.ask("console.report").body["lostEvents"]?["dropped"]
        return dropped == 20 ? "" : "\(dropped?.text() ?? "nothing") lost of 20"
    },
]

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `What is asked again behind a lock` {
    private func world(_ settings: JSON) throws -> RaceWorld {
        try RaceWorld(
            Race("", cure: [], settings: settings) { _, _ in
            } wrong: { _ in
                ""
            }, without: [])
    }

    @Test func `a member stays who gave an account up while the provider's word of its end waited`() throws {
        let world = try world(providers)
        let guest = try world.bench.login()
        for code in ["google", "steam"] { #expect(map(world, guest, code, "ann at \(code)").isSuccess) }
        let player = try PostgreSQLBench.player(world.bench.ask("gateway.idPLogin", identity("steam", "ann at steam")))
        let notice: JSON = ["idPCode": "google", "authKey": "ann at google", "kind": "ACCOUNT_DELETED"]
        let replies = world.crossed(
            Request(.carrierIdPNotice, origin: .carrier, transactionId: "t", parameters: notice),
            behind: "FROM mappings WHERE idp_code = ? AND auth_key", by: client("gateway.removeMapping", ["idPCode": "google"], player))
        #expect(replies.map { $0.message } == ["", ""] && replies[0].body["isKnown"] == false)
        #expect(try world.count("members", "valid = 'Y'") == 1 && world.count("mappings", "idp_code = 'steam'") == 1)
    }

    @Test func `a user whom another server has signed up meanwhile by the same account is logged in`() throws {
        let world = try world(quick)
        let account: JSON = ["authData": ["facebook": ["id": "77", "access_token": "t"]]]
        let signUp = PostgreSQLBench.request("objects.create", ["className": "user", "fields": account])
        let replies = world.crossed(signUp, behind: "FROM object_names WHERE class_name", by: signUp)
        #expect(replies.map { $0.message } == ["", ""])
        #expect(replies[0].body["existed"] == true && replies[1].body["existed"] == nil)
        #expect(replies[0].body["answer"]?["objectId"] == replies[1].body["answer"]?["objectId"])
    }

    @Test func `a file that another server has made meanwhile under the same name is replaced`() throws {
        let world = try world(quick)
        func finish(_ part: String) -> Request {
            let upload = world.bench.ask("files.begin", ["fileName": "one"]).body["upload"] ?? nil
            #expect(world.bench.ask("files.append", ["upload": upload, "from": 0, "part": .string(part)]).message == "")
            return PostgreSQLBench.request("files.finish", ["upload": upload])
        }
        let replies = world.crossed(finish("QUJD"), behind: "FROM object_names WHERE class_name", by: finish("REVG"))
        #expect(replies.map { $0.message } == ["", ""])
        #expect(world.bench.ask("files.read", ["fileName": "one", "from": 0]).body["part"] == "QUJD")
        #expect(try world.count("objects", "class_name = 'file'") == 1)
    }
}
