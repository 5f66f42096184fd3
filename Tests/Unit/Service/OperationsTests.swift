@testable import Messages
@testable import Service
import Codecs
import Testing

@Suite struct `Console operations and analytics` {
    @Test func `a kickout is a server push to everyone with a stamp that grows`() throws {
        let bench = try ServiceBench.shop()
        let kickout: JSON = [
            "popup": ["messages": ["en": ["title": "Bye", "message": "See you"]]], "extras": "{\"why\":1}", "clientVersions": ["1.0.0"],
        ]
        for _ in 0..<2 { #expect(bench.console("kickout", kickout).isSuccess) }
        let events = bench.takeEvents()
        #expect(events.map { $0.kind } == ["serverPush", "serverPush"])
        let body = try #require(events.first?.body)
        #expect(body["type"] == "appKickout")
        #expect(body["popup"] == ["defaultLanguage": "en", "messages": ["en": ["title": "Bye", "message": "See you"]]])
        #expect(body["extras"] == "{\"why\":1}")
        #expect(body["clientVersions"] == ["1.0.0"])
        #expect(body["userIds"] == nil)
        #expect(body["logout"] == true)
        #expect(body["disconnect"] == true)
        #expect(body["stopHeartbeat"] == true)
        #expect((events[1].body["stamp"]?.stringValue ?? "") > (body["stamp"]?.stringValue ?? ""))
        #expect(bench.console("kickout", ["popup": ["messages": ["en": "Bye"]]]).message == "popup.messages.en: must be an object, is text")
        #expect(bench.console("kickout", ["userIds": [1]]).message == "userIds[0]: must be text, is a number")
        #expect(bench.console("kickout", ["userIds": []]).message == "userIds: names nobody; leave it out for all")
        #expect(bench.console("kickout", ["clientVersions": []]).message == "clientVersions: names none; leave it out for all")
        #expect(bench.events.isEmpty)
    }

    @Test func `events of a request that is rolled back are dropped`() throws {
        let bench = try ServiceBench.shop()
        try bench.database.begin()
        _ = try bench.service.reply(to: Request(api: "console.kickout", origin: .console, transactionId: "t"))
        bench.database.rollback()
        bench.service.requestRolledBack()
        #expect(bench.service.takeEvents().isEmpty)
    }

    @Test func `the clock moves forward only, in sandbox apps only, and stays moved`() throws {
        let bench = try ServiceBench.shop()
        let before = bench.service.core.now
        #expect(bench.console("advanceClock", ["milliseconds": 5000]).body["clockOffsetMilliseconds"] == 5000)
        #expect(bench.console("advanceClock", ["milliseconds": -1]).resultCode == ResultCode.parameterInvalid)
        #expect(bench.console("advanceClock", ["milliseconds": .integer(Int64.max)]).resultCode == ResultCode.parameterInvalid)
        #expect(bench.service.core.now == before + 5000)
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 3))
        #expect(next.core.now == before + 5000)
        let real = try ServiceBench(settings: ["app": ["typeCode": "REAL"]])
        #expect(real.console("advanceClock", ["milliseconds": 1]).resultCode == ResultCode.parameterInvalid)
    }

    func event(_ id: String, _ type: String, _ level: Int64, time: Int64 = 5, of userId: String = "U") -> JSON {
        [
            "eventId": .string(id), "type": .string(type), "time": .integer(time), "userId": .string(userId),
            "data": ["userLevel": .integer(level), "channelId": "c"],
        ]
    }

    @Test func `an analytics event counts once however often it is sent`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        func send(_ events: [JSON]) -> Reply { bench.ask("presence.sendEvents", ["events": .array(events)], token: player.token) }
        let first = [event("a", "setUserMeta", 3), event("b", "levelUp", 4, time: 6)]
        func counts(_ reply: Reply) -> [Int64?] { ["accepted", "duplicates", "rejected"].map { reply.body[$0]?.int64Value } }
        #expect(counts(send(first)) == [2, 0, 0])
        #expect(counts(send(first + [event("c", "levelUp", 9, time: 7), event("d", "levelUp", 8, time: 4)])) == [2, 2, 0])
        let report = bench.console("report").body
        #expect(report["events"] == ["setUserMeta": 1, "levelUp": 3, "completePurchase": 0])
        #expect(report["levels"] == [["level": 9, "users": 1]])
        let wrong = send([event("e", "levelUp", 1), ["eventId": "f", "type": "login", "time": 1, "userId": "U"]])
        #expect(counts(wrong) == [1, 0, 1])
        #expect(wrong.body["reasons"]?.arrayValue?.first?.stringValue?.hasPrefix("events[1].type: must be one of setUserMeta") == true)
        #expect(try bench.count("analytics_events") == 5)
        #expect(
            send(Array(repeating: event("x", "levelUp", 1), count: 2001)).message == "events: must hold at most 2000 entries, holds 2001")
    }

    @Test func `events of a member that goes between two turns of their batch leave nothing`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        var turns = 0
        bench.turnTaken = { request, _ in
            guard request.name == .sendEvents else { return }
            turns += 1
            if turns == 1 { #expect(bench.ask("gateway.withdraw", token: player.token).message == "") }
        }
        let count = 2 * Analytics.eventsInTurn + 1
        let events = (0..<count).map { event("e\($0)", "levelUp", 3, of: $0 % 2 == 0 ? player.userId : "U") }
        let journal: JSON = ["name": "j", "dropped": 5, "damaged": 0]
        let reply = bench.ask("presence.sendEvents", ["events": .array(events), "journal": journal], token: player.token)
        bench.turnTaken = nil
        #expect(turns == 3 && reply.body["rejected"] == .integer(Int64(count / 2 + 1 - Analytics.eventsInTurn / 2)))
        #expect(reply.body["accepted"] == .integer(Int64(count / 2 + Analytics.eventsInTurn / 2)) && reply.body["duplicates"] == 0)
        #expect(try bench.count("user_levels", "user_id = '\(player.userId)'") == 0 && bench.count("event_losses") == 0)
        #expect(bench.console("report").body["levels"] == [["level": 3, "users": 1]])
    }

    @Test func `nothing more is taken of a guest whose device has become another's`() throws {
        let bench = try ServiceBench.shop()
        let (lost, player) = (try bench.login(), try bench.login("another-guest-secret-entirely-so"))
        _ = try bench.database.run("UPDATE members SET valid = '\(MemberState.missing)' WHERE user_id = '\(lost.userId)'", [])
        let reply = bench.ask("presence.sendEvents", ["events": [event("e", "levelUp", 3, of: lost.userId)]], token: player.token)
        #expect(reply.body["rejected"] == 1 && reply.body["accepted"] == 0)
        #expect(try bench.count("user_levels") == 0)
    }

    @Test func `of several levels in one batch the player has the newest`() throws {
        for levels in [[3, 4], [4, 3], [3, 4, 2]] as [[Int64]] {
            let bench = try ServiceBench.shop()
            let player = try bench.login()
            let events = levels.enumerated().map { place, level in event("e\(place)", "levelUp", level, time: Int64(place)) }
            #expect(bench.ask("presence.sendEvents", ["events": .array(events)], token: player.token).body["accepted"] != 0)
            #expect(bench.console("report").body["levels"] == [["level": .integer(levels[levels.count - 1]), "users": 1]])
        }
    }

    @Test func `the report names the lowest thousand levels and a thousand products`() throws {
        let bench = try ServiceBench.shop()
        for insertion in [
            "level_users (user_level, users) SELECT i, 1", "level_ups (user_level, level_ups) SELECT i, 1",
            "money_totals (movement, store_code, gamebase_product_id, currency, amount, entries) "
                + "SELECT '\(Movement.granted)', 'SANDBOX', i, 'USD', '1', 1",
        ] {
            let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)"
            let words = insertion.split(separator: "SELECT")
            #expect(try bench.database.run("INSERT INTO \(words[0]) \(numbers) SELECT\(words[1]) FROM n", []) == 1001)
        }
        let report = bench.console("report").body
        for list in ["levels", "levelUps"] {
            #expect(report[list]?.arrayValue?.compactMap { $0["level"]?.int64Value } == Array(1...1000), "\(list)")
        }
        #expect(report["sales"]?.arrayValue?.count == 1000)
    }

    @Test func `the report counts active users by day, level-ups by level and what journals lost, and no batch twice`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let today = bench.clock.epochMilliseconds() / 86_400_000 * 86_400_000
        let day: Int64 = 86_400_000
        let batch = (0..<6).map { (number: Int64) in event("e\(number)", "levelUp", 2 + number % 2, time: today - number / 3 * day) }
        func send(_ events: [JSON], dropped: Int64, damaged: Int64 = 0, journal: String = "j") -> Reply {
            bench.ask(
                "presence.sendEvents",
                [
                    "events": .array(events),
                    "journal": ["name": .string(journal), "dropped": .integer(dropped), "damaged": .integer(damaged)],
                ], token: player.token)
        }
        for _ in 0..<2 { #expect(send(batch, dropped: 5).resultCode == 0) }
        #expect(send([], dropped: 9, damaged: 1).resultCode == 0)
        #expect(send([], dropped: 7).resultCode == 0)
        #expect(send([], dropped: 3, journal: "other").resultCode == 0)
        #expect(send([event("old", "levelUp", 2, time: 1), event("far", "levelUp", 3, time: .max)], dropped: 0).resultCode == 0)
        let report = bench.console("report").body
        #expect(report["levelUps"] == [["level": 2, "count": 4], ["level": 3, "count": 4]])
        #expect(report["lostEvents"] == ["dropped": 12, "damagedFiles": 1])
        // The member logged in today; "U", who reported today and yesterday, is no member.
        #expect(report["activeUsers"]?.arrayValue?.map { $0["users"] } == [1])
        #expect(report["activeUsers"]?.arrayValue?.first?["day"]?.stringValue == report["date"]?.stringValue.map { String($0.prefix(10)) })
    }

    @Test func `the newest payments are found by what they are, page by page, and a page looks at no more than it may`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        var all: [String] = []
        for number in 0..<7 {
            let product = number % 2 == 0 ? "gem" : "crate"
            let seq = try bench.pay(player, product, requestId: "r\(number)").paymentSeq
            if number == 6 { try bench.close(unpaid: seq) }
            all.insert(seq, at: 0)
            bench.clock.advance(1000)
        }
        /// Every page of a filter, and how many pages there were.
        func found(_ filter: JSONObject, count: Int64 = 2) -> (seqs: [String], pages: Int) {
            var (seqs, pages, asked) = ([String](), 0, filter)
            asked["count"] = .integer(count)
            while true {
                let body = bench.console("payments", .object(asked)).body
                pages += 1
                seqs += (body["payments"]?.arrayValue ?? []).compactMap { $0["paymentSeq"]?.stringValue }
                guard let next = body["next"], !next.isNull, pages < 99 else { return (seqs, pages) }
                asked["before"] = next
            }
        }
        #expect(found([:]).seqs == all && found([:], count: 7).seqs == all && found([:], count: 100).pages == 1)
        #expect(found(["product": "gem"]).seqs == [0, 2, 4, 6].map { all[$0] })
        #expect(found(["product": "rat"]).seqs == [1, 3, 5].map { all[$0] })
        #expect(found(["storeCode": "SANDBOX"]).seqs == all && found(["storeCode": "STEAM"]).seqs == [])
        let states = try all.map { try bench.state($0) ?? "" }
        for state in Set(states) {
            #expect(found(["state": .string(state)]).seqs == zip(all, states).filter { $0.1 == state }.map { $0.0 }, "\(state)")
        }
        let dates = try all.map { seq in
            let rows = try bench.database.query("SELECT reserved_date FROM payments WHERE payment_seq = ?", [.text(seq)])
            return try #require(rows.first).integer(0)
        }
        #expect(found(["since": .integer(dates[4]), "until": .integer(dates[1])]).seqs == [2, 3, 4].map { all[$0] })
        let wrong = bench.console("payments", ["state": "BOUGHT"])
        #expect(!wrong.isSuccess && wrong.message.contains("state") && wrong.message.contains("UNCONSUMED"))
    }

    @Test func `a heartbeat on another day makes its member active on that day`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        bench.clock.advance(86_400_000)
        for _ in 0..<3 { #expect(bench.ask("presence.heartbeat", ["userId": .string(player.userId)], token: player.token).resultCode == 0) }
        #expect(bench.console("report").body["activeUsers"]?.arrayValue?.map { $0["users"] } == [1, 1])
    }

    @Test func `a purchase is a metric from the moment it is granted, with what the game said of its user, and once`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for index in 0..<2 { _ = try bench.buy(player, "gem", requestId: "g\(index)") }
        #expect(bench.console("report").body["events"]?["completePurchase"] == 2)
        let rows = try bench.database.query("SELECT event_id, data FROM analytics_events ORDER BY event_id", [])
        #expect(rows.allSatisfy { $0.text(0).hasPrefix("purchase-") && $0.text(1).contains("\"gamebaseProductId\":\"gem\"") })
        #expect(rows.allSatisfy { !$0.text(1).contains("userLevel") })
        bench.service.core.buyerData = ["userLevel": 12, "channelId": "c", "characterId": 5, "other": "x"]
        let payment = try #require(try bench.service.payments.payment(String(rows[0].text(0).dropFirst("purchase-".count))))
        _ = try bench.database.run("DELETE FROM analytics_events", [])
        try bench.service.analytics.recordSale(payment)
        try bench.service.analytics.recordSale(payment)
        let data = try bench.database.query("SELECT data FROM analytics_events", [])
        #expect(data.count == 1)
        #expect(data[0].text(0).hasSuffix("\"userLevel\":12,\"channelId\":\"c\"}"))
    }

    @Test func `the report counts members by what they are, and none of a kind as 0`() throws {
        let bench = try ServiceBench.shop()
        func users(_ registered: Int64, withdrawn: Int64 = 0, banned: Int64 = 0, active: Int64) -> JSON {
            [
                "registered": .integer(registered), "withdrawn": .integer(withdrawn), "banned": .integer(banned),
                "activeInLastDay": .integer(active),
            ]
        }
        #expect(bench.console("report").body["users"] == users(0, active: 0))
        let player = try bench.login()
        #expect(bench.console("report").body["users"] == users(1, active: 1))
        #expect(bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"]).isSuccess)
        #expect(bench.console("report").body["users"] == users(1, banned: 1, active: 1))
        let other = try bench.login("another-guest-secret-entirely-so")
        #expect(bench.ask("gateway.withdraw", token: other.token).isSuccess)
        #expect(bench.console("report").body["users"] == users(1, withdrawn: 1, banned: 1, active: 1))
    }

    @Test func `the report sums money exactly`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for index in 0..<3 { _ = try bench.buy(player, "gem", requestId: "g\(index)") }
        _ = try bench.buy(player, "crate", requestId: "c")
        _ = try bench.consume(try bench.buy(player, "chest", requestId: "j"))
        let report = bench.console("report").body
        #expect(
            report["revenue"] == [
                [
                    "currency": "JPY", "captured": "1200", "granted": "1200", "consumed": "1200", "refunded": "0", "renewed": "0",
                    "chargeback": "0", "imported": "0",
                ],
                [
                    "currency": "USD", "captured": "5.47", "granted": "5.47", "consumed": "0", "refunded": "0", "renewed": "0",
                    "chargeback": "0", "imported": "0",
                ],
            ])
        #expect(report["sales"]?.arrayValue?.count == 3)
        #expect(report["users"]?["registered"] == 1)
        #expect(report["users"]?["activeInLastDay"] == 1)
        let shorter = bench.console("report", ["activeInLastDay": false]).body
        #expect(shorter["users"]?["registered"] == 1 && shorter["users"]?["activeInLastDay"] == nil)
        #expect(shorter["revenue"] == report["revenue"] && shorter["sales"] == report["sales"])
        #expect(report["unmatchedMoney"] == [])
    }

    @Test func `a sum of money is exact or unknown, never rounded`() {
        var sum = MoneySum()
        sum.add("0.99", times: 3)
        sum.add("1.000001", times: 1)
        #expect(sum.text == "3.970001")
        sum.add("100000000000000000", times: 1000)
        #expect(sum.text == nil)
    }

    @Test func `amounts compare as numbers and may go below zero`() {
        #expect(MoneySum.same("1.5", "1.50"))
        #expect(!MoneySum.same("1.5", "1.51"))
        var sum = MoneySum()
        sum.add("1.25", times: 1)
        var other = MoneySum()
        other.add("3", times: 1)
        sum.take(other)
        #expect(sum.text == "-1.75")
        sum.add("1.75", times: 1)
        #expect(sum.text == "0.00")
        #expect(other.isAtMost("3.00") && !other.isAtMost("2.999999"))
    }
}
