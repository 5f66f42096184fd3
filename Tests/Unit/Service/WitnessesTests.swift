import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

private let hour: Int64 = 3_600_000
private let day = 24 * hour
private let year = 365 * day

/// Another service over the same store, as after a restart. Its clock is what the bench's is then.
private func restarted(_ bench: ServiceBench, _ clock: (any Clock)? = nil) throws -> Service {
    try Service.open(database: bench.database, clock: clock ?? bench.clock, random: ServiceTestRandom(seed: 2))
}

/// All that is due at a service.
private func work(_ bench: ServiceBench, _ service: Service? = nil) throws {
    while let work = (service ?? bench.service).dueSweep() {
        while true {
            try bench.database.begin()
            let reply = try (service ?? bench.service).proceeded(work)
            try bench.database.commit()
            if reply != nil { break }
        }
    }
}

private final class TwoClocks: WitnessedClock {
    let own: ServiceTestClock
    let other: ServiceTestClock?
    init(_ own: ServiceTestClock, _ other: ServiceTestClock?) { (self.own, self.other) = (own, other) }
    func monotonicNanoseconds() -> Int64 { own.monotonicNanoseconds() }
    func epochMilliseconds() -> Int64 { own.epochMilliseconds() }
    func otherEpochMilliseconds() -> Int64? { other?.epochMilliseconds() }
}

@Suite struct `A clock that is wrong once` {
    /// How many rows there are of each table that is swept.
    private func rows(_ bench: ServiceBench) throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for table in Set(Sweep.all.map { $0.table } + GrowthWorldTables.beside) { rows[table] = try bench.count(table) }
        return rows
    }

    private enum GrowthWorldTables {
        static let beside = [
            "payments", "push_messages", "push_waiting", "push_campaigns", "outbox", "leaderboard_boards", "installation_messages",
            "file_contents",
        ]
    }

    /// A store with a history that is swept already: what is left is not due.
    private func world() throws -> ServiceBench {
        let bench = try GrowthWorld(count: 40, keepsEvents: true).bench
        _ = try bench.login("another-guest-secret-of-32-chars")
        try work(bench)
        bench.clock.advance(day + 1)
        try work(bench)
        return bench
    }

    @Test(arguments: [year, -year]) func `deletes nothing that is not due, and says so`(_ wrong: Int64) throws {
        let bench = try world()
        let before = try rows(bench)
        #expect(before.values.filter { $0 > 0 }.count > 8, "\(before)")
        bench.clock.set(wrongBy: wrong)
        try work(bench)
        #expect(try rows(bench) == before)
        #expect((bench.console("report").body["sweepHeld"]?.int64Value ?? 0 > 0) == (wrong > 0))
        bench.clock.set(wrongBy: 0)
        try work(bench)
        #expect(try rows(bench) == before)
        // As if it had never been.
        bench.clock.advance(day + 1)
        try work(bench)
        #expect(bench.console("report").body["sweepHeld"] == 0)
    }

    @Test(arguments: [year, -year]) func `deletes nothing when the server starts with it, either`(_ wrong: Int64) throws {
        let bench = try world()
        let before = try rows(bench)
        bench.clock.set(wrongBy: wrong)
        try work(bench, restarted(bench))
        #expect(try rows(bench) == before)
        bench.clock.set(wrongBy: 0)
        try work(bench, restarted(bench))
        #expect(try rows(bench) == before)
    }

    @Test func `is believed by the second round, a day later`() throws {
        let bench = try world()
        bench.clock.set(wrongBy: year)
        try work(bench)
        #expect(try bench.count("change_answers") + bench.count("sessions") > 0)
        bench.clock.advance(day + 1)
        try work(bench)
        #expect(try bench.count("change_answers") + bench.count("sessions") == 0)
        #expect(bench.console("report").body["sweepHeld"] == 0)
    }

    @Test func `is believed at once when another clock shows the same, and not when it does not`() throws {
        for isRight in [true, false] {
            let bench = try world()
            let before = try rows(bench)
            let other = ServiceTestClock()
            other.advance(bench.clock.epochMilliseconds() - other.epochMilliseconds() + (isRight ? year : 0))
            bench.clock.set(wrongBy: year)
            try work(bench, restarted(bench, TwoClocks(bench.clock, other)))
            #expect(try (rows(bench) == before) == !isRight)
        }
    }

    @Test func `lifts no ban for good, brings none, and ends no member that waits`() throws {
        let bench = try ServiceBench(settings: ["app": ["appId": "Shop"]], keepsEvents: true)
        let (banned, waiting, graced) = (
            try bench.login("the-secret-of-one-who-is-banned!"), try bench.login("the-secret-of-one-who-withdraws!"),
            try bench.login("the-secret-of-one-with-a-grace-!")
        )
        let end = bench.clock.epochMilliseconds() + 5 * 60_000
        #expect(
            bench.console(
                "ban", ["userId": .string(banned.userId), "banType": "TEMPORARY", "endDate": .integer(end), "message": "m"]
            ).isSuccess)
        #expect(bench.ask("gateway.requestTemporaryWithdrawal", token: waiting.token).message == "")
        #expect(
            bench.console(
                "setGraceBan",
                [
                    "userId": .string(graced.userId),
                    "graceBan": ["gracePeriodDate": .integer(end), "message": "m", "banType": "PERMANENT"],
                ]
            ).message == "")
        func states() throws -> [String] {
            try [banned, waiting, graced].map { player in
                try bench.database.query("SELECT valid FROM members WHERE user_id = ?", [.text(player.userId)]).first?.text(0) ?? ""
            }
        }
        func logIn(_ secret: String) -> Bool {
            bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]]).isSuccess
        }
        let before = try states()
        #expect(before == [MemberState.banned, MemberState.withdrawing, MemberState.graceBanned])
        bench.clock.set(wrongBy: year)
        for secret in ["the-secret-of-one-who-is-banned!", "the-secret-of-one-who-withdraws!", "the-secret-of-one-with-a-grace-!"] {
            _ = logIn(secret)
        }
        #expect(try states() == before)
        bench.clock.set(wrongBy: 0)
        #expect(!logIn("the-secret-of-one-who-is-banned!") && logIn("the-secret-of-one-with-a-grace-!"))
        bench.clock.advance(5 * 60_000)
        #expect(logIn("the-secret-of-one-who-is-banned!") && !logIn("the-secret-of-one-with-a-grace-!"))
        bench.clock.advance(year)
        _ = logIn("the-secret-of-one-who-withdraws!")
        #expect(try states() == [MemberState.normal, MemberState.withdrawn, MemberState.banned])
    }

    @Test func `ends no subscription that a store outside sold, and a right one does`() throws {
        let bench = try ServiceBench(settings: `Other stores`.settings, keepsEvents: true)
        let player = try bench.login()
        let reserved = bench.ask(
            "purchase.reserve", ["requestId": "r", "gamebaseProductId": "pass", "storeCode": "STEAM"], token: player.token)
        let paid: JSON = [
            "paymentSeq": reserved.body["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": "t", "receipt": "r",
        ]
        #expect(bench.ask("purchase.report", paid, token: player.token).body["state"] == "UNCONSUMED")
        func running() throws -> Int? {
            try bench.server(
                "POST", "/tcgb-inapp/v1.3/apps/Shop/active-subscriptions",
                ["userId": .string(player.userId), "packageName": "com.game", "marketIds": []])["result"]?.arrayValue?.count
        }
        #expect(try running() == 1)
        bench.clock.set(wrongBy: year)
        #expect(try running() == 1)
        try bench.expectSound()
        bench.clock.set(wrongBy: 0)
        #expect(try running() == 1)
        #expect(try bench.count("subscriptions", "status = 'ACTIVE'") == 1)
        bench.clock.advance(31 * day)
        #expect(try running() == 0)
        #expect(try bench.count("subscriptions", "status = 'EXPIRED'") == 1)
    }

    // MARK: What waits

    private func install(_ bench: ServiceBench, _ token: String) -> (String) -> [JSON] {
        let made = bench.ask("objects.create", ["className": "installation", "fields": ["deviceToken": .string(token)]])
        let id = made.body["answer"]?["objectId"] ?? nil
        return { title in
            let found = bench.ask("installations.receive", ["installationId": id, "deviceToken": .string(token), "after": 0])
            return (found.body["messages"]?.arrayValue ?? []).filter { $0["message"]?.stringValue == title }
        }
    }

    @Test(arguments: [year, -year]) func `keeps no push of the mobile backend from being sent once`(_ wrong: Int64) throws {
        let bench = try ServiceBench(settings: [:], keepsEvents: true)
        let received = [install(bench, "a"), install(bench, "b")]
        func push(_ message: String, _ more: JSONObject = [:]) {
            var fields = more
            fields["message"] = .string(message)
            #expect(bench.ask("objects.create", ["className": "push", "fields": .object(fields)]).message == "")
        }
        let soon = JSON.object(["__type": "Date", "iso": .string(ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + hour))])
        bench.clock.set(wrongBy: wrong)
        push("at once")
        push("dated", ["deliveryTime": soon])
        // Taken, and not gone on with.
        let taken = try #require(bench.service.dueSweep())
        try bench.database.begin()
        _ = try bench.service.proceeded(taken)
        try bench.database.commit()
        bench.clock.set(wrongBy: 0)
        bench.clock.advance(Notifications.leaseMilliseconds + 1)
        let next = try restarted(bench)
        try work(bench, next)
        #expect(received.map { $0("at once").count } == [1, 1])
        #expect(received.map { $0("dated").count } == [0, 0], "not before its time")
        bench.clock.advance(hour)
        try work(bench, next)
        #expect(received.map { $0("at once").count } == [1, 1] && received.map { $0("dated").count } == [1, 1])
        #expect(try bench.count("push_jobs") == 0)
    }

    /// By less than pushes live: what was sent when the clock was behind is over when it is right.
    @Test(arguments: [20 * day, -20 * day]) func `keeps no push of the console from being sent once, at once and in players' own time`(
        _ wrong: Int64
    ) throws {
        let world = try CampaignBench()
        try world.registerMany(2 * SlicedWork.rows)
        let tokyo = try world.register("tokyo", ["timezone": "Asia/Tokyo"])
        let york = try world.register("york", ["timezone": "America/New_York"])
        let right = world.now
        world.bench.clock.set(wrongBy: wrong)
        // Cut short behind its first slice.
        try world.bench.database.begin()
        _ = try world.bench.service.reply(
            to: Request(api: "console.sendPush", origin: .console, transactionId: "t", parameters: ["title": "at once"]))
        try world.bench.database.commit()
        // It is noon in Tokyo, and was or will be elsewhere.
        let noon = world.send(["title": "noon", "sendDate": .integer(right + 9 * hour), "localTime": true])
        try work(world.bench)
        world.bench.clock.set(wrongBy: 0)
        let next = try restarted(world.bench)
        try work(world.bench, next)
        #expect(world.titles(tokyo).filter { $0 == "at once" }.count == 1)
        for _ in 0..<40 {
            world.bench.clock.advance(hour)
            try work(world.bench, next)
        }
        for device in [tokyo, york] {
            let titles = world.titles(device)
            #expect(titles.filter { $0 == "at once" }.count == 1, "\(titles)")
            #expect(titles.filter { $0 == "noon" }.count == 1, "\(titles)")
        }
        #expect(["SENT", "EXPIRED"].contains(world.report(noon)["state"]))
        #expect(try world.bench.count("push_planned") == 0 && world.bench.count("push_campaigns", "due_date > 0") == 0)
    }

    @Test(arguments: [year, -year]) func `keeps no refund from being asked for when its wait is over`(_ wrong: Int64) throws {
        let bench = try ServiceBench(
            settings: ["app": ["appId": "Shop"], "stores": [["storeCode": "WEB", "verification": "STORE"]]], keepsEvents: true)
        for key in ["first", "second"] {
            _ = try bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                    captured_currency, receipt, reported_date) VALUES (?, 'r', 'WEB', ?, 'U', '1', 'USD', '', 1)
                """, [.text(key), .text("pi_" + key)])
        }
        func due() -> Int {
            let request = Request(
                .carrierStoreRound, origin: .carrier, transactionId: "t", parameters: ["storeCode": "WEB", "leaseMilliseconds": 1])
            bench.clock.advance(2)
            return bench.ask(request).body["refunds"]?.arrayValue?.count ?? -1
        }
        bench.clock.set(wrongBy: wrong)
        for key in ["first", "second"] {
            #expect(bench.console("refund", ["paymentSeq": .string(key), "kind": "REFUND"]).body["refundPending"] == true)
        }
        #expect(due() == 0)
        bench.clock.set(wrongBy: 0)
        bench.clock.advance(Payments.refundWaitMilliseconds)
        #expect(due() == 2)
        #expect(due() == 0, "they wait again")
    }

    @Test(arguments: [year, -year]) func `ends no upload that goes on, and each that nobody goes on with`(_ wrong: Int64) throws {
        let world = try FileBench()
        let bytes = FileBench.bytes(1_000)
        let going = try #require(world.begin("going").body["upload"])
        #expect(world.append(going, from: 0, bytes).isSuccess)
        world.bench.clock.advance(60_000)
        world.bench.clock.set(wrongBy: wrong)
        try work(world.bench)
        try work(world.bench, restarted(world.bench))
        let left = try #require(world.begin("left").body["upload"])
        #expect(world.append(left, from: 0, bytes).isSuccess)
        world.bench.clock.set(wrongBy: 0)
        try work(world.bench)
        #expect(world.append(going, from: 1_000, bytes).isSuccess)
        #expect(world.bench.ask("files.finish", ["upload": going]).isSuccess)
        #expect(world.download("going") == bytes + bytes)
        for _ in 0..<3 {
            world.bench.clock.advance(day + 1)
            try work(world.bench)
        }
        #expect(try world.bench.count("file_contents") == 1 && world.download("going") == bytes + bytes)
    }

    @Test(arguments: [year, -year]) func `counts no wrong try at a transfer for longer than a day, and no block for longer than it is`(
        _ wrong: Int64
    ) throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "transferAccount": ["enabled": true, "block": ["attempts": 3, "minutes": 60]],
        ])
        func check(_ secret: String) -> Int32 {
            bench.ask(
                "gateway.checkTransferAccount",
                ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "account": ["id": "NOBODYS"]]
            ).resultCode
        }
        let (patient, hasty) = ("the-secret-of-a-patient-device!!", "the-secret-of-a-hasty-device!!!!")
        bench.clock.set(wrongBy: wrong)
        for _ in 0..<2 { #expect(check(patient) == ResultCode.transferIdWrong) }
        for code in [ResultCode.transferIdWrong, ResultCode.transferIdWrong, ResultCode.transferBlocked] { #expect(check(hasty) == code) }
        bench.clock.set(wrongBy: 0)
        bench.clock.advance(day + 1)
        for _ in 0..<2 { #expect(check(patient) == ResultCode.transferIdWrong) }
        for _ in 0..<2 { #expect(check(hasty) == ResultCode.transferIdWrong) }
    }
}
