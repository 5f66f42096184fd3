@testable import Engine
import Linux
@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Synchronization
import Testing

extension GrowthWorld {
    /// A round of sweeping, when one is due.
    /// - Returns: what each bite cost; empty when none was due.
    @discardableResult
    func sweepEverything() throws -> [Int64] {
        var bites: [Int64] = []
        guard let sweep = bench.service.dueSweep() else { return [] }
        func changes() throws -> Int64 { try bench.database.query("SELECT total_changes()", []).first?.integer(0) ?? 0 }
        _ = bench.database.takeSteps()
        while true {
            let before = try changes()
            try bench.database.begin()
            let reply = try bench.service.proceeded(sweep)
            try bench.database.commit()
            bites.append(bench.database.takeSteps())
            // And the note of the round.
            #expect(try changes() - before <= Int64(SlicedWork.rows) + 1)
            if let reply {
                #expect(reply.isSuccess)
                return bites
            }
        }
    }

    func ledger() throws -> [Row] { try bench.database.query("SELECT * FROM ledger ORDER BY payment_seq, movement", []) }
}

@Suite struct `Retention` {
    static let day = CalendarDay.dayMilliseconds
    static let swept = [
        "sessions", "forcing_tickets", "short_term_tickets", "transfer_failures", "store_offers", "bans", "analytics_events",
        "proof_tries", "proven_places",
        "push_messages", "push_waiting", "push_campaigns", "push_results",
    ]

    @Test func `what a kill left of a round is done at the next start, or an hour later`() throws {
        let bench = try ServiceBench(settings: [:])
        _ = try bench.login()
        bench.clock.advance(Self.day + 1)
        func begin(_ service: Service) throws {
            let round = try #require(service.dueSweep())
            try bench.database.begin()
            #expect(try service.proceeded(round) == nil)
            try bench.database.commit()
        }
        func restarted() throws -> Service {
            try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        }
        try begin(bench.service)
        #expect(bench.service.dueSweep() == nil, "not at once: it may have failed")
        let next = try restarted()
        try begin(next)
        #expect(next.dueSweep() == nil)
        bench.clock.advance(3_600_000)
        let rest = try #require(next.dueSweep())
        while true {
            try bench.database.begin()
            let reply = try next.proceeded(rest)
            try bench.database.commit()
            if reply != nil { break }
        }
        #expect(try restarted().dueSweep() == nil, "it came to its end")
    }

    @Test func `what nobody needs goes in small bites, and money never does`() throws {
        let count: Int64 = 1000
        let world = try GrowthWorld(count: Int(count))
        let bench = world.bench
        let ledger = try world.ledger()
        let money = try bench.database.query("SELECT * FROM payments WHERE state NOT IN (10, 90, 91) ORDER BY payment_seq", [])
        let captured = try bench.count("sandbox_orders", "outcome NOT IN ('DECLINED', 'CANCELLED')")
        // A declined payment that a line names, and one whose money is known to be nobody's.
        for (prefix, sql) in [
            (
                1,
                "INSERT INTO ledger SELECT payment_seq, 'CAPTURED', '0.99', 'USD', 1 FROM payments WHERE state = 91 ORDER BY payment_seq LIMIT 1"
            ),
            (
                2,
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                    captured_currency, receipt, reported_date)
                SELECT payment_seq, 'r', 'SANDBOX', 't', user_id, '1', 'USD', '', 1 FROM payments WHERE state = 91
                ORDER BY payment_seq LIMIT 1 OFFSET 1
                """
            ),
        ] { #expect(try bench.database.run(sql, []) == 1, "\(prefix)") }
        let player = try bench.login(GrowthWorld.secret)
        bench.clock.advance(2000 * Self.day)
        let bites = try world.sweepEverything()
        #expect(bites.count > 50)
        // None of them is long.
        #expect(bites.allSatisfy { $0 <= Growth.stepsOfSliceMax }, "\(bites.max() ?? 0)")
        for table in Self.swept where table != "transfer_failures" { #expect(try bench.count(table) == 0, "\(table)") }
        #expect(try bench.count("transfer_failures", "subject LIKE 'device %'") == 0)
        #expect(try bench.count("transfer_failures") == count)
        #expect(try bench.count("payments", "state IN (10, 90, 91)") == 2)
        #expect(try bench.count("sandbox_orders") == captured)
        #expect(try bench.database.query("SELECT * FROM payments WHERE state NOT IN (10, 90, 91) ORDER BY payment_seq", []) == money)
        #expect(try world.ledger().count == ledger.count + 1)
        #expect(try bench.count("members") == count + 1)
        _ = player
        // One round a day, and the next one finds little.
        #expect(try world.sweepEverything().isEmpty)
        bench.clock.advance(Self.day)
        let next = try world.sweepEverything().count
        #expect(next < 35, "\(next)")
    }

    @Test func `nothing goes before its time, which the console may set`() throws {
        let world = try GrowthWorld(count: 50)
        let bench = world.bench
        // Everything of the player's history is 40 days old.
        #expect(try !world.sweepEverything().isEmpty)
        #expect(try bench.count("bans", "user_id = '\(GrowthWorld.userId)'") == 50)
        #expect(try bench.count("analytics_events") == 50)
        #expect(try bench.count("payments", "state IN (10, 91)") == 100)
        #expect(try bench.count("sandbox_orders", "outcome = 'DECLINED'") == 50)
        #expect(try bench.count("store_offers") == 0)
        #expect(
            bench.console(
                "loadSettings",
                [
                    "settings": [
                        "retention": ["eventDays": 30, "unpaidPaymentDays": 39, "banDays": 39]
                    ]
                ]
            ).message == "")
        bench.clock.advance(Self.day)
        #expect(try !world.sweepEverything().isEmpty)
        #expect(try bench.count("bans") == 0)
        #expect(try bench.count("analytics_events") == 0)
        #expect(try bench.count("payments", "state IN (10, 91)") == 0)
        #expect(try bench.count("sandbox_orders", "outcome = 'DECLINED'") == 0)
        #expect(
            bench.console("loadSettings", ["settings": ["retention": ["unpaidPaymentDays": 29]]]).message
                == "$.retention.unpaidPaymentDays: must be between 30 and 36500, is 29")
    }

    @Test func `a withdrawal that came due is made though nobody meets the member, and nothing is sold behind its date`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, keepsEvents: true)
        let players = try (0..<20).map { try bench.login("a-guest-who-leaves-number-\($0)-xxxx") }
        _ = try bench.buy(players[0], "pass", requestId: "r")
        var dates: [Int64] = []
        for player in players {
            dates.append(bench.ask("gateway.requestTemporaryWithdrawal", token: player.token).body["gracePeriodDate"]?.int64Value ?? 0)
        }
        // A withdrawal is no way around a ban, and waits behind it; the others do not.
        for player in players.suffix(10) {
            #expect(
                bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT", "message": "m"]).isSuccess)
        }
        bench.clock.advance(6 * Self.day)
        try bench.sweepAll()
        #expect(try bench.count("members", "valid = 'T'") == 10)
        // The period of the pass ends meanwhile.
        bench.clock.advance(40 * Self.day)
        try bench.sweepAll()
        #expect(try bench.count("members", "valid = 'D' AND withdrawal_type = 'WAGE'") == 10)
        #expect(try bench.count("members", "valid = 'B'") == 10)
        #expect(try bench.count("members", "withdrawn_date = \(dates[0])") > 0)
        #expect(try bench.count("mappings") == 10)
        #expect(try bench.count("ledger", "movement = 'RENEWED'") == 0)
        try bench.expectSound()
    }

    @Test func `bans that are over end, and suspended ones begin, though nobody meets the member`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, keepsEvents: true)
        // More than one bite of each.
        let players = try (0..<150).map { try bench.login("a-guest-who-stays-away-number-\($0)-xx") }
        let tomorrow = JSON.integer(bench.clock.epochMilliseconds() + Self.day)
        for (number, player) in players.enumerated() {
            let id = JSON.string(player.userId)
            if number % 2 == 0 {
                let ban: JSON = ["userId": id, "banType": "TEMPORARY", "endDate": tomorrow, "message": "m"]
                #expect(bench.console("ban", ban).message == "")
            } else {
                #expect(bench.console("setGraceBan", ["userId": id, "graceBan": ["gracePeriodDate": tomorrow]]).message == "")
            }
        }
        let kept = try bench.login("a-guest-who-is-banned-for-good-xxxxx")
        #expect(bench.console("ban", ["userId": .string(kept.userId), "banType": "PERMANENT"]).message == "")
        #expect(bench.console("report").body["users"]?["banned"] == 76)
        for _ in 0..<2 {
            bench.clock.advance(Self.day)
            try bench.sweepAll()
        }
        #expect(try bench.count("bans", "released_date IS NOT NULL") == 75)
        #expect(try bench.count("members", "valid = 'Y'") == 75 && bench.count("members", "valid = 'B'") == 76)
        #expect(try bench.count("grace_bans") == 0)
        #expect(bench.console("report").body["users"]?["banned"] == 76)
        bench.clock.advance(1_096 * Self.day)
        for _ in 0..<2 {
            bench.clock.advance(Self.day)
            try bench.sweepAll()
        }
        #expect(try bench.count("bans") == 76)
    }

    @Test func `a reservation that its store may still be paid for stays`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let world = GrowthWorld(over: bench)
        #expect(bench.console("setSandboxStore", ["outcome": "PENDING"]).isSuccess)
        _ = bench.reserve(player, "gem", requestId: "never asked")
        let open = bench.reserve(player, "gem", requestId: "open").body
        _ = bench.ask(
            "store.begin", ["orderKey": open["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD"],
            token: player.token)
        bench.clock.advance(500 * Self.day)
        #expect(try !world.sweepEverything().isEmpty)
        #expect(try bench.count("payments") == 1)
        #expect(bench.console("settlePendingPurchases", ["outcome": "APPROVE"]).body["settled"] == 1)
        let again = try bench.login()
        let order = bench.ask("store.poll", ["orderKey": open["orderKey"] ?? nil], token: again.token).body
        #expect(
            bench.ask(
                "purchase.report",
                [
                    "paymentSeq": open["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
                    "receipt": order["receipt"] ?? nil,
                ], token: again.token
            ).body["state"] == "UNCONSUMED")
        try bench.expectSound()
    }

    /// Reservations at a store of the host's of which one was given up, long after, when what may go was swept.
    private static func hostStore(reserving ids: [String], cancelling place: Int) throws -> (ServiceBench, [String]) {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "stores": [["storeCode": "STEAM"]],
            "products": [
                ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "STEAM", "price": "1.50", "currency": "USD"]
            ],
        ])
        let world = GrowthWorld(over: bench)
        let player = try bench.login()
        let seqs = ids.map { id in
            bench.ask(
                "purchase.reserve", ["requestId": .string(id), "gamebaseProductId": "gem", "storeCode": "STEAM"], token: player.token
            ).body["paymentSeq"]?.stringValue ?? ""
        }
        #expect(bench.ask("purchase.report", ["paymentSeq": .string(seqs[place]), "status": "CANCELLED"], token: player.token).isSuccess)
        bench.clock.advance(500 * day)
        #expect(try !world.sweepEverything().isEmpty)
        return (bench, seqs)
    }

    @Test func `a reservation at a store of the host's stays until that store says that it is over`() throws {
        let (bench, seqs) = try Self.hostStore(reserving: ["first", "second", "third"], cancelling: 1)
        #expect(
            try bench.database.query("SELECT payment_seq FROM payments ORDER BY payment_seq", []).map { $0.text(0) } == [seqs[0], seqs[2]])
    }

    @Test func `what is paid for a reservation that was swept is kept for the operator, not given to who plays there now`() throws {
        let (bench, seqs) = try Self.hostStore(reserving: ["first", "second"], cancelling: 0)
        let other = try bench.login("another-guest-secret-of-32-chars")
        func adopt(_ orderKey: String) -> Reply {
            bench.ask(
                "purchase.adopt",
                [
                    "storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": .string("paid \(orderKey)"), "marketItemId": "gem",
                    "orderKey": .string(orderKey), "price": "1.50", "currency": "USD",
                ], token: other.token)
        }
        #expect(!adopt("STEAM-\(seqs[0])").isSuccess)
        #expect(try bench.count("unmatched_money") == 1)
        #expect(try bench.count("payments", "user_id = '\(other.userId)'") == 0)
        // A key that was never given out here is the store's own, or that of a service whose data are lost.
        #expect(adopt("STEAM-9000000000000000000").isSuccess)
        #expect(adopt("their own key").isSuccess)
    }

    @Test func `a number is given once, whatever is swept, restarted and set back`() throws {
        let bench = try ServiceBench.shop()
        let world = GrowthWorld(over: bench)
        let player = try bench.login()
        _ = bench.reserve(player, "gem", requestId: "older")
        let seq = try #require(bench.reserve(player, "gem", requestId: "newest").body["paymentSeq"]?.stringValue)
        bench.clock.advance(500 * Self.day)
        #expect(try !world.sweepEverything().isEmpty)
        #expect(try bench.count("payments") == 1)
        bench.clock.advance(-501 * Self.day)
        let restarted = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 9))
        #expect(restarted.core.newPaymentSeq() > seq)
    }

    private static func groups(_ grouping: String, _ column: String) -> String {
        "SELECT '\(grouping)', \(column), COUNT(*) FROM user_levels WHERE \(column) IS NOT NULL GROUP BY \(column) ORDER BY 1, 2"
    }

    @Test func `the report's sums are those of all rows, of a file from before and after all that happens`() throws {
        let world = try GrowthWorld(count: 100)
        let story = GrowthStory(world)
        story.erases = false
        try story.play()
        let bench = world.bench
        // A player moves on, and one of the history with it.
        let player = try bench.login(GrowthWorld.secret)
        for (number, userId) in ["A MOVER", "A MOVER", "OTHER00000000001"].enumerated() {
            let name = JSON.string("move-\(number)")
            #expect(
                bench.ask(
                    "presence.sendEvents",
                    [
                        "events": [
                            [
                                "eventId": name, "type": "setUserMeta", "time": .integer(bench.clock.epochMilliseconds()),
                                "userId": .string(userId),
                                "data": [
                                    "userLevel": .integer(Int64(200 + number)), "channelId": name, "characterId": name, "classId": name,
                                ],
                            ]
                        ]
                    ], token: player.token
                ).body["accepted"] == 1)
        }
        func rows(_ sql: String) throws -> [String] { try bench.database.query(sql, []).map { "\($0.values)" } }
        let pairs = [
            (
                "SELECT valid, members FROM member_states WHERE members > 0 ORDER BY 1",
                "SELECT valid, COUNT(*) FROM members GROUP BY valid ORDER BY 1"
            ),
            (
                "SELECT day, amount FROM figures WHERE measure = 'joined' AND dimension = '' ORDER BY 1",
                "SELECT registered_date / \(Self.day) AS day, COUNT(*) FROM members GROUP BY 1 ORDER BY 1"
            ),
            ("SELECT COUNT(newest_day) FROM members", "SELECT COUNT(*) FROM members WHERE valid <> 'D'"),
            (
                "SELECT SUM(amount) FROM figures WHERE measure = 'paid' AND dimension = ''",
                "SELECT COUNT(*) FROM ledger WHERE movement IN ('CAPTURED', 'RENEWED', 'IMPORTED')"
            ),
            (
                "SELECT user_level, users FROM level_users ORDER BY 1",
                "SELECT user_level, COUNT(*) FROM user_levels GROUP BY user_level ORDER BY 1"
            ),
            ("SELECT * FROM player_groups WHERE grouping = 'channels' ORDER BY 1, 2", Self.groups("channels", "channel_id")),
            ("SELECT * FROM player_groups WHERE grouping = 'characters' ORDER BY 1, 2", Self.groups("characters", "character_id")),
            ("SELECT * FROM player_groups WHERE grouping = 'classes' ORDER BY 1, 2", Self.groups("classes", "class_id")),
            (
                "SELECT name, total FROM event_totals WHERE name NOT LIKE 'lost.%' ORDER BY 1",
                "SELECT type, COUNT(*) FROM analytics_events GROUP BY type ORDER BY 1"
            ),
            ("SELECT SUM(total) FROM event_totals WHERE name = 'lost.dropped'", "SELECT SUM(dropped) FROM event_losses"),
            (
                """
                SELECT movement, store_code, gamebase_product_id, currency, amount, entries FROM money_totals WHERE movement <> 'CLAIMED'
                ORDER BY 1, 2, 3, 4, 5
                """,
                """
                SELECT l.movement, p.store_code, p.gamebase_product_id, l.currency, l.amount, COUNT(*) FROM ledger l
                JOIN payments p ON p.payment_seq = l.payment_seq GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
                """
            ),
            (
                "SELECT COALESCE(SUM(entries), 0) FROM money_totals WHERE movement = 'CLAIMED'", "SELECT COUNT(*) FROM store_claims"
            ),
        ]
        _ = bench.console("report", ["activeInLastDay": false])
        for (kept, counted) in pairs {
            let (found, wanted) = (try rows(kept), try rows(counted))
            #expect(found == wanted, "\(kept)")
        }
        let report = bench.console("report").body
        #expect(report["users"]?["registered"]?.int64Value == (try bench.count("members", "valid <> 'D'")))
        #expect(
            report["users"]?["activeInLastDay"]?.int64Value
                == (try bench.count("members", "valid <> 'D' AND last_login_date >= \(bench.clock.epochMilliseconds() - Self.day)")))
        #expect(report["lostEvents"]?["dropped"] == 101)
        // They outlive the events.
        bench.clock.advance(1000 * Self.day)
        try world.sweepEverything()
        #expect(try bench.count("analytics_events") == 0)
        let later = bench.console("report").body
        for part in ["events", "levels", "levelUps", "sales", "revenue", "activeUsers"] { #expect(later[part] == report[part], "\(part)") }
    }
}

@Suite struct `Slices` {
    @Test func `whatever players do between the slices of a check, it is sound`() throws {
        let world = try GrowthWorld(count: 600)
        let bench = world.bench
        var player = try bench.login(GrowthWorld.secret)
        // In the midst of what is checked: those that are consumed early are in front of the check, the others behind it.
        let early =
            "UPDATE payments SET user_id = ? WHERE state = 40 AND product_type = 'CONSUMABLE' AND payment_seq < printf('14%017d', 50)"
        #expect(try bench.database.run(early, [.text(player.userId)]) == 49)
        try bench.database.begin()
        var reply = try bench.service.reply(to: Request(api: "console.checkLedger", origin: .console, transactionId: "t", parameters: [:]))
        var work = bench.service.takeUnfinished()
        try bench.database.commit()
        var slices = 0
        var kept: [JSON] = []
        while let slice = work {
            slices += 1
            kept.append(try bench.buy(player, slices == 5 ? "crate" : "gem", requestId: "slice \(slices)"))
            if slices % 3 == 0 { _ = try bench.consume(kept.removeFirst()) }
            if slices % 4 == 0 {
                #expect(bench.console("refund", ["paymentSeq": kept.removeFirst()["paymentSeq"] ?? nil, "kind": "REFUND"]).isSuccess)
            }
            _ = try bench.consume(bench.notConsumed(player)[0])
            bench.clock.advance(CalendarDay.dayMilliseconds)
            player = try bench.login(GrowthWorld.secret)
            #expect(bench.ask("purchase.activated", ["allStores": true], token: player.token).isSuccess)
            try bench.database.begin()
            if let answer = try bench.service.proceeded(slice) { (reply, work) = (answer, nil) }
            try bench.database.commit()
        }
        #expect(slices > 20)
        #expect(reply.body["sound"] == true, "\(reply.body["differences"]?.text() ?? "")")
        // What was there when it began is in it.
        #expect(reply.body["payments"]?.int64Value ?? 0 > 4800)
    }

    @Test func `the check comes to the last order and to the last subscription, however many there are before`() throws {
        let bench = try GrowthWorld(count: 250).bench
        // Behind all others: an order that nobody booked, and a subscription that lost its payment.
        for (columns, values) in [
            (
                "sandbox_orders (order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date, store_transaction_id, receipt, finished)",
                "'~', '\(GrowthWorld.userId)', 'm.gem', '0.99', 'USD', 'PAID', 1, 1, '~', '', 1"
            ),
            (
                "subscriptions (\(Subscription.columns))",
                "'SANDBOX', '~', '\(GrowthWorld.userId)', 'pass', 'pass', 'ACTIVE', 'PURCHASED', 0, NULL, '~', 1, 1, 1, NULL"
            ),
        ] { #expect(try bench.database.run("INSERT INTO \(columns) VALUES (\(values))", []) == 1) }
        let report = bench.console("checkLedger").body
        let reasons = report["differences"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
        #expect(reasons.count == 2, "\(reasons)")
        #expect(reasons.contains { $0.hasPrefix("the subscription ~ cannot be listed") })
        #expect(reasons.contains { $0.hasPrefix("the store took money for the finished order ~ ") })
        // Of the world's eight kinds of payments, each was looked at once.
        #expect(report["payments"] == 2000)
    }

    @Test func `a player is answered while the console's long work runs`() throws {
        let world = try GrowthWorld(count: 1500)
        let player = try world.bench.login(GrowthWorld.secret)
        let database = world.bench.database
        nonisolated(unsafe) let taken = database
        let service = EngineService(storage: ServiceStorage(clock: world.bench.clock, random: ServiceTestRandom(seed: 7)) { taken })
        let answers = SliceAnswers()
        #expect(service.start())
        service.setSuspended(true)
        for operation in ["checkLedger", "payments", "sendPush"] {
            service.send(
                Request(
                    api: "console." + operation, origin: .console, transactionId: "t",
                    parameters: operation == "sendPush"
                        ? ["userIds": [.string(player.userId)], "title": "t"]
                        : operation == "payments" ? ["userId": .string(player.userId)] : [:])
            ) { answers.add(operation, $0) }
        }
        // More than one group of them: each waits for one slice at most.
        let players = 3 * EngineService.groupMax
        for _ in 0..<players {
            service.send(
                Request(api: "presence.heartbeat", origin: .client, transactionId: "t", accessToken: player.token, parameters: [:])
            ) {
                answers.add("heartbeat", $0)
            }
        }
        service.setSuspended(false)
        let all = answers.wait(for: players + 3)
        #expect(all.prefix(players).allSatisfy { $0.name == "heartbeat" && $0.isSuccess })
        // The console is answered in the order in which it asked, however short the later work is.
        #expect(all.suffix(3).map { $0.name } == ["checkLedger", "payments", "sendPush"])
        #expect(all.allSatisfy { $0.isSuccess })
        // What is not finished when the service stops has an answer, too.
        service.setSuspended(true)
        service.send(Request(api: "console.checkLedger", origin: .console, transactionId: "t", parameters: [:])) {
            answers.add("stopped", $0)
        }
        #expect(service.stop(untilNanoseconds: Int64.max))
        #expect(answers.wait(for: players + 4).last?.name == "stopped")
    }

    @Test func `a request that breaks a rule of the schema parses no settings`() throws {
        let recorder = StatementRecorder()
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, recorder: recorder)
        let player = try bench.login()
        func reads() -> Int { recorder.runs.filter { $0.key.contains("FROM service_state") }.values.reduce(0, +) }
        let before = reads()
        _ = try bench.database.run("CREATE TRIGGER no_payments BEFORE INSERT ON payments BEGIN SELECT RAISE(ABORT, 'none'); END", [])
        for index in 0..<10 {
            try bench.database.begin()
            let parameters: JSON = ["requestId": .string("r\(index)"), "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
            let request = Request(
                api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token, parameters: parameters)
            let fault = #expect(throws: StorageError.self) { try bench.service.reply(to: request) }
            #expect(fault?.isRequestsOwn == true)
            try bench.database.commit()
        }
        #expect(bench.ask("presence.heartbeat", token: player.token).isSuccess)
        #expect(reads() == before)
        // One that had changed them is forgotten.
        try bench.database.begin()
        _ = try bench.service.reply(
            to:
                Request(api: "console.setLaunchingStatus", origin: .console, transactionId: "t", parameters: ["status": 302]))
        bench.database.rollback()
        bench.service.requestRolledBack()
        #expect(bench.console("saveSettings").body["settings"]?["launching"]?["status"] == 200)
        #expect(reads() == before + 1)
    }
}

/// Replies in the order in which they came.
private final class SliceAnswers: @unchecked Sendable {
    private let lock = Lock()
    private let arrived = ConditionVariable()
    private var all: [(name: String, isSuccess: Bool)] = []

    func add(_ name: String, _ reply: Reply) {
        lock.locked {
            all.append((name, reply.isSuccess))
            arrived.broadcast()
        }
    }

    /// Waits at most a minute.
    func wait(for count: Int) -> [(name: String, isSuccess: Bool)] {
        let deadline = SystemClock().monotonicNanoseconds() + 60_000_000_000
        return lock.locked {
            while all.count < count, arrived.wait(lock, untilNanoseconds: deadline) {}
            return all
        }
    }
}
