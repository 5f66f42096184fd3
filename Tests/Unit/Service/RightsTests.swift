@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Testing

/// What is held about a member is told whole, and goes whole.
@Suite struct `Rights of a player` {
    @Test func `every table and column of the schema is told, kept secret, or named as nobody's`() throws {
        let bench = try ServiceBench()
        let tables = try bench.database.query(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name", []
        ).map { $0.text(0) }
        let held = HeldTable.all.map { $0.name }
        let elsewhere = HeldElsewhere.tables.map { "\($0)" }
        #expect((held + elsewhere).sorted() == tables)
        for table in HeldTable.all {
            let columns = try bench.database.query("SELECT name, type, pk FROM pragma_table_info('\(table.name)')", [])
            #expect((table.names + HeldTable.list(table.secrets)).sorted() == columns.map { $0.text(0) }.sorted(), "\(table.name)")
            let key = Set(columns.filter { $0.integer(2) > 0 }.map { $0.text(0) })
            let ofOwner = table.owner.hasPrefix("owner") ? ["owner"] : ["user_id"]
            #expect(key.isSubset(of: table.keyNames + ofOwner), "\(table.name): rows are told apart")
            let numbers = Set(columns.filter { $0.text(1) == "BIGINT" }.map { $0.text(0) })
            #expect(HeldTable.list(table.numbers) == table.keyNames.filter { numbers.contains($0) }, "\(table.name)")
        }
        // What has a member's column belongs to a member, but for the mobile backend's users.
        let ofUsers: Set<String> = [
            "users", "user_sessions", "push_jobs", "one_time_keys", "outbox", "objects", "file_contents", "storage_shares",
        ]
        for table in elsewhere where !ofUsers.contains(table) {
            let columns = try bench.database.query("SELECT name FROM pragma_table_info('\(table)')", []).map { $0.text(0) }
            #expect(!columns.contains { $0.hasSuffix("user_id") || $0 == "owner" }, "\(table)")
        }
    }

    /// Everything of a member, over all answers.
    private func exported(_ bench: ServiceBench, _ userId: String, indexed: Bool = false) -> [String: [JSON]] {
        var tables: [String: [JSON]] = [:]
        var parameters: JSONObject = ["userId": .string(userId), "indexed": .bool(indexed)]
        for _ in 0..<10_000 {
            let reply = bench.console("exportMember", .object(parameters))
            #expect(reply.message == "")
            for member in reply.body["tables"]?.objectValue?.members ?? [] {
                tables[member.key, default: []] += member.value.arrayValue ?? []
            }
            guard let next = reply.body["next"] else { return tables }
            parameters["after"] = next
        }
        Issue.record("an export without an end")
        return tables
    }

    @Test func `what an index leads to is told without looking through what is everybody's, and the rest is named`() throws {
        let (bench, player, _) = try filled()
        let whole = exported(bench, player), indexed = exported(bench, player, indexed: true)
        let scanned = Set(HeldTable.all.filter { $0.isScanned }.map { $0.name })
        #expect(!scanned.isEmpty && !scanned.isDisjoint(with: whole.keys))
        #expect(indexed == whole.filter { !scanned.contains($0.key) })
        let reply = bench.console("exportMember", ["userId": .string(player), "indexed": true])
        #expect(Set(reply.body["notRead"]?.arrayValue?.compactMap { $0.stringValue } ?? []) == scanned)
        #expect(bench.console("exportMember", ["userId": .string(player)]).body["notRead"] == nil)
        // However many rows others have.
        _ = bench.database.takeSteps()
        _ = exported(bench, player, indexed: true)
        let few = bench.database.takeSteps()
        try bench.database.begin()
        for number in 0..<20_000 {
            _ = try bench.database.run(
                """
                INSERT INTO analytics_events (event_id, type, user_id, event_date, received_date, data)
                VALUES (?, 'levelUp', 'X', 1, 1, '{}')
                """, [.text("of others \(number)")])
        }
        try bench.database.commit()
        _ = bench.database.takeSteps()
        _ = exported(bench, player, indexed: true)
        #expect(bench.database.takeSteps() <= few)
    }

    /// Rows of every table, some more than one answer holds, of a member and of another one.
    private func filled() throws -> (ServiceBench, player: String, other: String) {
        let bench = try ServiceBench.shop()
        let players = try ["a-guest-who-is-to-be-forgotten", "a-guest-who-stays-in-the-game"].map { try bench.login($0) }
        for (number, player) in players.enumerated() {
            _ = try bench.buy(player, "gem", requestId: "gem-\(number)")
            _ = try bench.buy(player, "pass", requestId: "pass-\(number)")
            let id = player.userId
            func insert(_ table: String, _ columns: String, _ values: [Value]) throws {
                _ = try bench.database.run("INSERT INTO \(table) (\(columns)) VALUES (\(HeldTable.places(values.count)))", values)
            }
            for row in 0..<450 {
                let (date, text): (Value, Value) = (.integer(Int64(row + 1)), .text("\(number)-\(row)"))
                try insert(
                    "analytics_events", "event_id, type, user_id, event_date, received_date, data",
                    [text, "x", .text(id), date, date, "{}"])
                try insert("bans", "user_id, begin_date, ban_type, message", [.text(id), date, "PERMANENT", "m"])
            }
            for table in HeldTable.all {
                let there = try bench.database.query(
                    "SELECT COUNT(*) FROM \(table.name) WHERE \(table.owner)", [.text(table.ownerPrefix + id)])
                if there[0].integer(0) > 0 { continue }
                let columns = try bench.database.query("SELECT name, type FROM pragma_table_info('\(table.name)')", [])
                let values = columns.map { column -> Value in
                    if column.text(0) == "user_id" { return .text(id) }
                    if column.text(0) == "owner" { return .text(table.ownerPrefix + id) }
                    return column.text(1) == "TEXT" ? .text("\(number)") : .integer(1)
                }
                try insert(table.name, columns.map { $0.text(0) }.joined(separator: ", "), values)
            }
        }
        return (bench, players[0].userId, players[1].userId)
    }

    @Test func `an export tells every row of the member, and none of another`() throws {
        let (bench, player, other) = try filled()
        let tables = exported(bench, player)
        for table in HeldTable.all {
            let count = try bench.database.query(
                "SELECT COUNT(*) FROM \(table.name) WHERE \(table.owner)", [.text(table.ownerPrefix + player)])
            #expect(tables[table.name]?.count == Int(count[0].integer(0)), "\(table.name)")
        }
        let text = JSON.array(tables.values.map { .array($0) }).text()
        #expect(!text.contains(other))
        for secret in try bench.database.query("SELECT token_hash FROM sessions", []) { #expect(!text.contains(secret.text(0))) }
    }

    @Test func `an export tells nobody the id by which a guest moves`() throws {
        let bench = try ServiceBench(settings: ["transferAccount": ["enabled": true, "type": "ID"]])
        let player = try bench.login("a-guest-who-is-to-move")
        let id = try #require(bench.ask("gateway.offerTransferAccount", token: player.token).body["id"]?.stringValue)
        let kept: JSON = ["id": .string(id), "issuedType": "AUTO"]
        #expect(bench.ask("gateway.keepTransferAccount", kept, token: player.token).message == "")
        let tables = exported(bench, player.userId)
        #expect(tables["transfer_accounts"]?.count == 1)
        #expect(!JSON.array(tables.values.map { .array($0) }).text().contains(id))
    }

    @Test func `an export says what the member is by the service's clock, though nobody has met it since`() throws {
        let bench = try ServiceBench(settings: ["temporaryWithdrawal": ["gracePeriodDays": 1]])
        let (banned, leaving) = (try bench.login("a-guest-who-is-banned-for-a-second"), try bench.login("a-guest-who-leaves-in-a-day"))
        let end = bench.clock.epochMilliseconds() + 1_000
        let ban: JSON = ["userId": .string(banned.userId), "banType": "TEMPORARY", "endDate": .integer(end)]
        #expect(bench.console("ban", ban).message == "")
        #expect(exported(bench, banned.userId)["members"]?[0]["valid"] == "B")
        #expect(bench.ask("gateway.requestTemporaryWithdrawal", token: leaving.token).message == "")
        bench.clock.advance(2_000)
        let tables = exported(bench, banned.userId, indexed: true)
        #expect(tables["members"]?[0]["valid"] == "Y" && tables["bans"]?[0]["released_date"] != nil)
        #expect(exported(bench, leaving.userId)["members"]?[0]["valid"] == "T")
        bench.clock.advance(86_400_000)
        #expect(exported(bench, leaving.userId)["members"]?[0]["valid"] == "D")
    }

    @Test func `who is erased is gone, the other one and the money are not`() throws {
        let (bench, player, other) = try filled()
        let before = exported(bench, other)
        let money = try bench.database.query("SELECT payment_seq, movement, amount, currency FROM ledger ORDER BY payment_seq", [])
        let ledger = bench.console("checkLedger").body
        for round in 0..<2 {
            let reply = bench.console("eraseMember", ["userId": .string(player)])
            #expect(reply.message == "")
            if round == 0 { #expect((reply.body["erased"]?.int64Value ?? 0) > 900) }
        }
        let left = exported(bench, player)
        for table in HeldTable.all where table.end.isGone { #expect(left[table.name] == nil, "\(table.name)") }
        #expect(left["members"]?[0]["valid"] == "D")
        for payment in left["payments"] ?? [] { #expect(payment["receipt"] == nil && payment["payload"] == nil) }
        #expect(left["payments"]?.count == 2)
        #expect(try bench.database.query("SELECT payment_seq, movement, amount, currency FROM ledger ORDER BY payment_seq", []) == money)
        #expect(bench.console("checkLedger").body == ledger)
        #expect(exported(bench, other) == before)
        // The same identity is a new member.
        #expect(try bench.login("a-guest-who-is-to-be-forgotten").userId != player)
    }

    @Test func `an erasure that a kill cuts short is finished by the next round of sweeping`() throws {
        let (bench, player, other) = try filled()
        let before = exported(bench, other)
        let request = Request(
            api: "console.eraseMember", origin: .console, transactionId: "t", parameters: ["userId": .string(player)])
        try bench.service.begin()
        _ = try bench.service.reply(to: request)
        let work = try #require(bench.service.takeUnfinished())
        try bench.service.commit()
        try bench.service.begin()
        #expect(try bench.service.proceeded(work) == nil, "it takes more than a slice")
        try bench.service.commit()
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        bench.clock.advance(86_400_001)
        while let round = next.dueSweep() {
            var reply: Reply?
            while reply == nil {
                try next.begin()
                reply = try next.proceeded(round)
                try next.commit()
            }
        }
        let left = exported(bench, player)
        for table in HeldTable.all where table.end.isGone { #expect(left[table.name] == nil, "\(table.name)") }
        #expect(try bench.count("service_state", "name LIKE 'erasure:%'") == 0)
        #expect(exported(bench, other)["payments"] == before["payments"])
    }

    @Test func `the payload goes from the answer that a game server had to a consumption, too`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login("a-guest-who-is-to-be-forgotten")
        let receipt = try bench.buy(player, "gem", requestId: "r", payload: "for somebody by name")
        #expect(try bench.consume(receipt, transactionId: "t")["header"]?["isSuccessful"] == true)
        #expect(try bench.count("payments", "consume_answer LIKE '%by name%'") == 1)
        #expect(bench.console("eraseMember", ["userId": .string(player.userId)]).message == "")
        #expect(try bench.count("payments", "state = 50") == 1)
        #expect(try bench.count("payments", "payload IS NOT NULL OR consume_answer IS NOT NULL") == 0)
        try bench.expectSound()
    }

    @Test func `a place that no answer gave, and a member that is none, are refused`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login("a-guest-who-asks")
        for after in ["x", "[]", "[99]", "[-1]", "[0,1]", "[0,\"a\",\"b\"]", "[3,\"a\"]", "[3,1,2]"] {
            let reply = bench.console("exportMember", ["userId": .string(player.userId), "after": .string(after)])
            #expect(reply.resultCode == ResultCode.parameterInvalid && reply.message.hasPrefix("after: "), "\(after)")
        }
        for name in ["exportMember", "eraseMember"] {
            #expect(bench.console(name, ["userId": "NOBODY"]).resultCode == ResultCode.memberMissing)
        }
    }
}
