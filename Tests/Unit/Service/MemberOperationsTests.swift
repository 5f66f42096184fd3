import Linux
@testable import Messages
@testable import Service
import Codecs
import PushRules
import Storage
import Testing

/// What an operator does in a player's place.
@Suite struct `Operators and one player` {
    private static let secret = "a-guest-secret-of-32-characters!", other = "another-guest-secret-of-32-chars"

    private func bench(type: JSON = "ID_PASSWORD", _ more: JSONObject = [:]) throws -> ServiceBench {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["transferAccount"] = ["enabled": true, "type": type, "block": ["attempts": 3, "minutes": 60]]
        for member in more.members { settings[member.key] = member.value }
        return try ServiceBench(settings: .object(settings))
    }

    private func act(_ bench: ServiceBench, _ action: JSON, _ userId: String) -> Reply {
        bench.console("transferAccount", ["userId": .string(userId), "action": action])
    }

    private func guest(_ secret: String) -> JSON { ["idPCode": "guest", "accessToken": .string(secret)] }

    /// What a device makes of the password that somebody types.
    private func move(_ bench: ServiceBench, _ id: String, _ password: String) -> Reply {
        let checked = bench.ask("gateway.checkTransferAccount", ["idPInfo": guest(Self.other), "account": ["id": .string(id)]])
        guard let salt = checked.body["salt"]?.stringValue, var work = PasswordSalt.derivation(of: password, salt: salt) else {
            return checked
        }
        while work.key == nil { work.advance(by: 100_000) }
        let account: JSON = ["id": .string(id), "key": .string(Hex.encode(work.key ?? []))]
        return bench.ask("gateway.transferAccount", ["idPInfo": guest(Self.other), "account": account, "member": [:]])
    }

    @Test func `a key that an operator issues moves its guest, and the one before stops working`() throws {
        let bench = try bench(), ann = try bench.login(Self.secret)
        #expect(act(bench, "show", ann.userId).body["account"] == .null)
        func issue() throws -> (id: String, password: String) {
            let body = act(bench, "issue", ann.userId).body
            return (try #require(body["account"]?["account"]?["id"]?.stringValue), try #require(body["password"]?.stringValue))
        }
        let first = try issue(), second = try issue()
        #expect(first.id != second.id && first.password != second.password)
        #expect(act(bench, "show", ann.userId).body["password"] == nil)
        #expect(move(bench, first.id, first.password).resultCode == ResultCode.transferIdWrong)
        #expect(move(bench, second.id, first.password).resultCode == ResultCode.transferPasswordWrong)
        #expect(act(bench, "show", ann.userId).body["failures"] == 1)
        let moved = move(bench, second.id, second.password)
        #expect(moved.body["member"]?["userId"] == .string(ann.userId), "\(moved.message)")
        // The password is kept nowhere.
        for table in try bench.database.query("SELECT name FROM sqlite_master WHERE type = 'table'", []) {
            for row in try bench.database.query("SELECT * FROM \(table.text(0))", []) {
                #expect(!row.values.contains { if case .text(let text) = $0 { text.contains(second.password) } else { false } })
            }
        }
    }

    @Test func `an id alone moves a guest where the settings ask for no password`() throws {
        let bench = try bench(type: "ID"), ann = try bench.login(Self.secret)
        let body = act(bench, "issue", ann.userId).body
        #expect(body["password"] == .null)
        let account: JSON = ["id": body["account"]?["account"]?["id"] ?? nil]
        let moved = bench.ask("gateway.transferAccount", ["idPInfo": guest(Self.other), "account": account, "member": [:]])
        #expect(moved.body["member"]?["userId"] == .string(ann.userId), "\(moved.message)")
    }

    @Test func `a guest whose device becomes another's is a member no more, in the report as in the figures`() throws {
        let bench = try bench(type: "ID"), ann = try bench.login(Self.secret), lost = try bench.login(Self.other)
        let account: JSON = ["id": act(bench, "issue", ann.userId).body["account"]?["account"]?["id"] ?? nil]
        let moved = bench.ask("gateway.transferAccount", ["idPInfo": guest(Self.other), "account": account, "member": [:]])
        #expect(moved.body["member"]?["userId"] == .string(ann.userId) && lost.userId != ann.userId, "\(moved.message)")
        let users = bench.console("report").body["users"]
        #expect(users?["registered"] == 1 && users?["withdrawn"] == 1)
        let figures = bench.console("figures", ["kind": "members"]).body["figures"]
        #expect(figures?["withdrawn"]?.arrayValue?.last == 1 && figures?["total"]?.arrayValue?.last == 2)
    }

    @Test func `a key that was tried too often is good again when an operator unblocks it`() throws {
        let bench = try bench(), ann = try bench.login(Self.secret)
        let body = act(bench, "issue", ann.userId).body
        let id = try #require(body["account"]?["account"]?["id"]?.stringValue), password = try #require(body["password"]?.stringValue)
        for _ in 0..<3 { #expect(!move(bench, id, "wrong").isSuccess) }
        #expect(move(bench, id, password).resultCode == ResultCode.transferBlocked)
        let blocked = act(bench, "show", ann.userId).body
        #expect(blocked["isBlocked"] == true && blocked["blockedUntil"] == .integer(bench.clock.epochMilliseconds() + 3_600_000))
        #expect(act(bench, "unblock", ann.userId).body["isBlocked"] == false)
        #expect(move(bench, id, password).isSuccess)
    }

    @Test func `a key that an operator takes away moves nobody`() throws {
        let bench = try bench(), ann = try bench.login(Self.secret)
        let body = act(bench, "issue", ann.userId).body
        #expect(act(bench, "end", ann.userId).body["account"] == .null)
        let id = try #require(body["account"]?["account"]?["id"]?.stringValue)
        #expect(move(bench, id, "whatever").resultCode == ResultCode.transferIdWrong)
        #expect(act(bench, "unblock", ann.userId).resultCode == ResultCode.transferNotIssued)
    }

    @Test func `only a guest who is there gets a key, and only where the settings have keys`() throws {
        let bench = try bench(type: "ID", ["idPs": ["google": ["enabled": true]]])
        #expect(act(bench, "issue", "nobody").resultCode == ResultCode.memberMissing)
        let google: JSON = ["idPInfo": ["idPCode": "google", "accessToken": "ann"], "member": [:]]
        let ann = bench.ask("gateway.idPLogin", google).body["member"]?["userId"]?.stringValue ?? ""
        #expect(act(bench, "issue", ann).resultCode == ResultCode.notGuestOnly)
        let bob = try bench.login(Self.secret)
        #expect(bench.console("withdrawMember", ["userId": .string(bob.userId)]).message == "")
        #expect(act(bench, "issue", bob.userId).resultCode == ResultCode.memberMissing)
        #expect(act(bench, "dance", bob.userId).message.hasPrefix("action: must be one of"))
        let none = try ServiceBench.shop()
        #expect(act(none, "show", try none.login(Self.secret).userId).resultCode == ResultCode.transferNotConfigured)
    }

    @Test func `a withdrawal by an operator is one, with its date, and is made once`() throws {
        let bench = try bench(), ann = try bench.login(Self.secret), bob = try bench.login(Self.other)
        let member: JSON = ["userId": .string(ann.userId)]
        #expect(bench.console("withdrawMember", member).message == "")
        #expect(bench.console("withdrawMember", member).resultCode == ResultCode.alreadyWithdrawn)
        #expect(bench.console("withdrawMember", ["userId": "nobody"]).resultCode == ResultCode.memberMissing)
        let row = try #require(
            try bench.database.query(
                "SELECT valid, withdrawal_type, withdrawn_date FROM members WHERE user_id = ?", [.text(ann.userId)]
            ).first)
        #expect(row.text(0) == MemberState.withdrawn && row.text(1) == WithdrawalType.console)
        #expect(row.integer(2) == bench.clock.epochMilliseconds())
        #expect(!bench.ask("gateway.tokenLogin", ["member": [:]], token: ann.token).isSuccess)
        #expect(bench.ask("presence.heartbeat", token: bob.token).isSuccess)
        #expect(try bench.login(Self.secret).userId != ann.userId)
    }
}

@Suite struct `The reach of a push` {
    @Test func `is what a push would be accepted by, by player, country, language, tag and consent`() throws {
        let world = try CampaignBench()
        let countries = ["JP", "KR", "DE"], languages = ["ja", "ko", "de"]
        var users: [String] = []
        for place in 0..<12 {
            let device = try world.register(
                "d\(place)",
                [
                    "languageCode": .string(languages[place % 3]), "deviceCountryCode": .string(countries[place % 3]),
                    "pushEnabled": .bool(place != 4), "adAgreement": .bool(place % 2 == 0), "adAgreementNight": .bool(place % 4 == 0),
                ])
            users.append(device.player.userId)
        }
        let tags = [("RED", [0, 1, 2, 3]), ("BLUE", [2, 3, 4])]
        for (id, members) in tags {
            _ = try world.bench.database.run(
                "INSERT INTO push_tags (tag_id, tag_name, created_date, updated_date) VALUES (?, ?, 1, 1)", [.text(id), .text(id)])
            for place in members {
                _ = try world.bench.database.run(
                    "INSERT INTO push_tagged (user_id, tag_id) VALUES (?, ?)", [.text(users[place]), .text(id)])
            }
        }
        let audiences: [JSONObject] = [
            [:], ["countries": ["JP"]], ["languages": ["ko", "de"]], ["countries": ["JP", "KR"], "languages": ["ja"]],
            ["advertisement": true], ["userIds": .array([.string(users[1]), .string(users[4]), .string(users[1])])],
            ["tags": ["RED"]], ["tags": ["RED", "AND", "BLUE"]], ["tags": ["RED", "OR", "BLUE"], "countries": ["DE"]],
        ]
        var seen: Set<Int64> = []
        for audience in audiences {
            let reach = world.bench.console("pushReach", .object(audience))
            #expect(reach.message == "" && reach.body["isWhole"] == true)
            #expect(world.send(audience)["accepted"] == reach.body["receivers"], "\(audience)")
            seen.insert(reach.body["receivers"]?.int64Value ?? -1)
            let meant = reach.body["registrations"]?.int64Value ?? -1
            #expect(meant >= reach.body["receivers"]?.int64Value ?? 0)
        }
        #expect(seen.count > 4)
        #expect(world.bench.console("pushReach").body["registrations"] == 12)
        #expect(world.bench.console("pushReach", ["tags": ["NONE"]]).message.contains("NONE"))
        #expect(world.bench.console("pushReach", ["tags": ["RED", "BLUE"]]).message.hasPrefix("tags: "))
        #expect(world.bench.console("pushTags").body["tags"]?.arrayValue?.map { $0["tagId"] ?? nil } == ["BLUE", "RED"])
    }

    @Test func `of very many registrations is that of the first ones, and says so`() throws {
        let world = try CampaignBench()
        try world.registerMany(Push.reachRowsMax + 1)
        let reach = world.bench.console("pushReach").body
        #expect(reach["isWhole"] == false && reach["registrations"] == .integer(Int64(Push.reachRowsMax)))
    }

    @Test func `of very many who have a tag and no device keeps other operators as long as that of so many registrations, and no longer`()
        throws
    {
        let world = try CampaignBench()
        let most = Push.reachSlicesMax * SlicedWork.rows / (TagCondition.tagsMax + 1)
        _ = try world.bench.database.run(
            "INSERT INTO push_tags (tag_id, tag_name, created_date, updated_date) VALUES ('MANY', 'MANY', 1, 1)", [])
        for (count, isWhole) in [(most - 1, true), (most + 1, false)] {
            _ = try world.bench.database.run(
                """
                WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
                INSERT INTO push_tagged (user_id, tag_id) SELECT 'USER' || number, 'MANY' FROM numbers WHERE 1 = 1
                ON CONFLICT (user_id, tag_id) DO NOTHING
                """, [.integer(Int64(count))])
            let reach = world.bench.console("pushReach", ["tags": ["MANY"]]).body
            #expect(reach["isWhole"] == .bool(isWhole) && reach["registrations"] == 0, "\(count) members")
        }
    }
}
