import Codecs
import Messages
import Storage
import Testing

@testable import Server
@testable import Service

private let minute: Int64 = 60_000
private let hour: Int64 = 3_600_000
private let day: Int64 = 86_400_000

/// A server's service with alarms in its settings, and what its server would do.
private final class AlarmBench {
    let bench: ServiceBench
    static let mail: JSON = ["host": "localhost", "from": "no-reply@example.com", "baseUrl": "https://games.example.com/"]
    static let base: JSONObject = [
        "mails": ["ann@example.com", "bob@example.com"], "webhookUrl": "https://hooks.example.com/a", "webhookSecret": "whsec",
    ]

    init(_ rules: JSON, _ more: JSONObject = [:]) throws {
        var alarms = Self.base
        alarms["rules"] = rules
        for member in more.members { alarms[member.key] = member.value }
        bench = try ServiceBench(
            settings: [
                "app": ["appId": "Shop", "name": "The Shop"], "mail": Self.mail, "alarms": .object(alarms),
                "stores": [["storeCode": "PAGE", "verification": "STORE", "interface": "CHECKOUT"]],
            ], keepsEvents: true, keeper: TestKeeper())
    }

    @discardableResult
    func look(_ more: JSONObject = [:], max: Int64 = 8) -> JSON {
        var parameters = more
        parameters["max"] = .integer(max)
        let reply = bench.ask(Request(.carrierAlarms, origin: .carrier, transactionId: "t", parameters: .object(parameters)))
        #expect(reply.message == "")
        return reply.body
    }

    /// Looks, and says that each message was sent.
    func told(_ more: JSONObject = [:]) -> [String] {
        let messages = look(more)["messages"]?.arrayValue ?? []
        let ended = messages.map { JSON.object(["id": $0["id"]!, "lease": $0["lease"]!, "state": "SENT", "reason": "250"]) }
        if !ended.isEmpty { #expect(look(["ended": .array(ended)], max: 0)["messages"] == []) }
        return messages.map { "\($0["event"]?.stringValue ?? "") \($0["receiver"]?.stringValue ?? "")" }.sorted()
    }

    static func all(_ event: String) -> [String] {
        ["\(event) mail ann@example.com", "\(event) mail bob@example.com", "\(event) webhook"]
    }

    var now: Int64 { bench.clock.epochMilliseconds() }

    /// In each of the last minutes.
    func play(_ players: Int64, minutes: Int64) throws {
        for back in 0..<minutes {
            let place = now / minute - back
            _ = try bench.database.run("DELETE FROM player_minutes WHERE minute = ?", [.integer(place)])
            for server in [1, 2] as [Int64] where players > 0 {
                _ = try bench.database.run(
                    "INSERT INTO player_minutes (minute, server, players) VALUES (?, ?, ?)",
                    [.integer(place), .integer(server), .integer(players / 2)])
            }
        }
    }

    /// Time goes on, and each minute has as many players.
    func pass(_ minutes: Int64, players: Int64) throws -> [String] {
        var told: [String] = []
        for _ in 0..<minutes {
            bench.clock.advance(minute)
            try play(players, minutes: 1)
            told += self.told()
        }
        return told
    }

    func log() -> [JSON] { bench.console("alarms").body["alarms"]?.arrayValue ?? [] }
}

@Suite struct `Alarms of a server` {
    @Test func `too few players are told once to everybody, and once that it is over`() throws {
        let world = try AlarmBench(["playersBelow": ["floor": 100, "minutes": 3]])
        try world.play(120, minutes: 10)
        #expect(world.told() == [])
        #expect(try world.pass(30, players: 50) == AlarmBench.all("raised"))
        #expect(world.log().first?["endedDate"] == .null)
        #expect(try world.pass(30, players: 120) == AlarmBench.all("ended"))
        let log = world.log()
        #expect(log.count == 1 && log[0]["rule"] == "playersBelow" && log[0]["endedDate"]?.stringValue != nil)
        #expect(log[0]["messages"]?.arrayValue?.allSatisfy { $0["state"] == "SENT" } == true)
    }

    @Test func `players that fall and rise are told, and few of them are not`() throws {
        let rules: JSON = [
            "playersFall": ["percent": 50, "minutes": 5, "least": 10], "playersRise": ["percent": 100, "minutes": 5, "least": 10],
        ]
        let world = try AlarmBench(rules)
        try world.play(100, minutes: 20)
        #expect(world.told() == [])
        let fallen = try world.pass(20, players: 20)
        #expect(fallen == AlarmBench.all("raised") + AlarmBench.all("ended"))
        #expect(world.log().first?["rule"] == "playersFall")
        #expect(try world.pass(20, players: 60) == AlarmBench.all("raised") + AlarmBench.all("ended"))
        #expect(world.log().first?["rule"] == "playersRise")
        try world.play(4, minutes: 30)
        #expect(try world.pass(20, players: 0) == [])
    }

    @Test func `a maintenance silences the players' rules, and the minutes of it count for none`() throws {
        let rules: JSON = ["playersBelow": ["floor": 100, "minutes": 3], "playersFall": ["percent": 50, "minutes": 5, "least": 10]]
        let world = try AlarmBench(rules)
        try world.play(200, minutes: 20)
        #expect(world.told() == [])
        #expect(world.bench.console("setMaintenance", ["maintenance": ["message": "m"]]).isSuccess)
        #expect(world.told() == [])
        #expect(try world.pass(30, players: 0) == [])
        #expect(world.bench.console("setMaintenance", ["maintenance": .null]).isSuccess)
        #expect(try world.pass(30, players: 200) == [])
        #expect(
            try world.pass(6, players: 0).sorted() == (AlarmBench.all("raised") + AlarmBench.all("raised")).sorted(),
            "behind it both rules see again")
    }

    @Test func `what lasts is told again after so many hours, and never with 0`() throws {
        for (hours, count) in [(Int64(2), 3), (0, 0)] {
            let world = try AlarmBench(["playersBelow": ["floor": 100, "minutes": 1]], ["repeatHours": .integer(hours)])
            #expect(world.told() == AlarmBench.all("raised"))
            var told: [String] = []
            for _ in 0..<(7 * 12) {
                world.bench.clock.advance(5 * minute)
                told += world.told()
            }
            #expect(told.sorted() == (0..<count).flatMap { _ in AlarmBench.all("reminded") }.sorted())
        }
    }

    @Test func `errors are the answers of all servers together, however often a server tells them`() throws {
        let world = try AlarmBench(["errors": ["percent": 10, "minutes": 5, "least": 100]])
        let tell = { (service: String, requests: Int64, failures: Int64) -> [String] in
            let counted: JSON = ["minute": .integer(world.now / minute), "requests": .integer(requests), "failures": .integer(failures)]
            return world.told(["service": .string(service), "minutes": [counted]])
        }
        #expect(tell("a", 90, 9) == [] && tell("a", 90, 9) == [] && tell("b", 60, 1) == [])
        world.bench.clock.advance(minute)
        #expect(world.told() == [], "10 of 150")
        #expect(tell("a", 40, 30) == [])
        world.bench.clock.advance(minute)
        #expect(world.told() == AlarmBench.all("raised"), "40 of 190")
        world.bench.clock.advance(6 * minute)
        #expect(world.told() == [])
        world.bench.clock.advance(2 * minute)
        #expect(world.told() == AlarmBench.all("ended"))
    }

    @Test func `a store whose report is not read to its end is told, and one that is taken away is over`() throws {
        let world = try AlarmBench(["storeSilent": ["minutes": 10]])
        #expect(world.told() == [])
        world.bench.clock.advance(9 * minute)
        #expect(world.told() == [])
        world.bench.clock.advance(minute)
        #expect(world.told(["reconcileSeconds": 600]) == [], "a server that asks every ten minutes")
        #expect(world.told() == AlarmBench.all("raised"))
        #expect(world.log().first?["subject"] == "PAGE")
        let whole: JSON = ["storeCode": "PAGE", "place": "p", "isWhole": true]
        #expect(world.bench.ask(Request(.carrierStoreRound, origin: .carrier, transactionId: "t", parameters: whole)).isSuccess)
        #expect(world.told() == [])
        world.bench.clock.advance(2 * minute)
        #expect(world.told() == AlarmBench.all("ended"))
        world.bench.clock.advance(20 * minute)
        #expect(world.told(["reconcileSeconds": 0]) == [], "a server that has asked no store yet")
        #expect(world.told() == AlarmBench.all("raised"))
        #expect(world.told(["reconcileSeconds": 0]) == [])
        var settings = world.bench.console("saveSettings").body["settings"]?.objectValue ?? [:]
        settings["stores"] = []
        #expect(world.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        #expect(world.told() == AlarmBench.all("ended"))
    }

    @Test func `alarms that leave the settings are over, and are told anew when these have them again`() throws {
        let world = try AlarmBench(["playersBelow": ["floor": 100, "minutes": 1]], ["repeatHours": 0])
        #expect(world.told() == AlarmBench.all("raised"))
        let read = try #require(world.bench.console("saveSettings").body["settings"]?.objectValue)
        // What is read has a mark in the place of the secret, which stands for it only as long as it is there.
        var alarms = try #require(read["alarms"]?.objectValue)
        alarms["webhookSecret"] = "whsec"
        var again = read
        again["alarms"] = .object(alarms)
        var without = read
        without["alarms"] = nil
        #expect(world.bench.console("loadSettings", ["settings": .object(without)]).message == "")
        #expect(world.told() == [])
        #expect(world.log().first?["endedDate"]?.stringValue != nil)
        #expect(world.bench.console("loadSettings", ["settings": .object(again)]).message == "")
        #expect(world.told() == AlarmBench.all("raised"))
    }

    @Test func `books are checked once a day by one, and differences, strange money and late refunds are told`() throws {
        let world = try AlarmBench(["booksUnsound": ["refundHours": 2]], ["repeatHours": 0])
        #expect(world.look()["checksBooks"] == true)
        #expect(world.look()["checksBooks"] == false, "somebody is at it")
        world.bench.clock.advance(hour)
        #expect(world.look()["checksBooks"] == true, "who was at it is gone")
        world.look(["differences": 3], max: 0)
        #expect(world.told() == AlarmBench.all("raised"))
        #expect(world.look()["checksBooks"] == false)
        world.bench.clock.advance(day)
        #expect(world.look()["checksBooks"] == true)
        world.look(["differences": 0], max: 0)
        #expect(world.told() == [])
        world.bench.clock.advance(2 * minute)
        #expect(world.told() == AlarmBench.all("ended"))
        _ = try world.bench.database.run(
            "INSERT INTO refund_requests (payment_seq, store_code, asked_date, tries) VALUES ('1', 'PAGE', ?, 1)", [.integer(world.now)])
        world.bench.clock.advance(hour)
        #expect(world.told() == [])
        world.bench.clock.advance(hour + 1)
        #expect(world.told() == AlarmBench.all("raised"))
    }

    @Test func `strange money is told for a month, if a store has taken it and not given it back`() throws {
        let world = try AlarmBench(["booksUnsound": ["refundHours": 2]], ["repeatHours": 0])
        func find(_ key: String, taken: Value, returned: Value, _ date: Int64) throws {
            _ = try world.bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                    captured_currency, receipt, reported_date, returned) VALUES (?, 'r', 'PAGE', ?, 'U', ?, 'USD', '', ?, ?)
                """, [.text(key), .text(key), taken, .integer(date), returned])
        }
        try find("claimed", taken: .null, returned: .null, world.now)
        try find("returned", taken: .text("1"), returned: .text("REFUNDED"), world.now)
        try find("told long ago", taken: .text("1"), returned: .null, world.now - 30 * day)
        #expect(world.told() == [])
        try find("new", taken: .text("1"), returned: .null, world.now)
        #expect(world.told() == AlarmBench.all("raised"))
        #expect(world.log().first?["facts"]?["unmatched"] == 1)
        world.bench.clock.advance(30 * day - 1)
        #expect(world.told() == [])
        world.bench.clock.advance(AlarmCourse.calmMilliseconds)
        #expect(world.told() == [])
        world.bench.clock.advance(AlarmCourse.calmMilliseconds)
        #expect(world.told() == AlarmBench.all("ended"))
    }

    @Test func `an alarm that finds too many messages waiting stands in the log, and is told to nobody`() throws {
        let world = try AlarmBench(["playersBelow": ["floor": 1, "minutes": 1]], ["repeatHours": 0])
        _ = try world.bench.database.run(
            """
            INSERT INTO alarm_messages (message_id, alarm_id, event, receiver, facts, state, tries, reason, made_date, next_date)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'm' || i, 'another', 'raised', 'webhook', '{}', 'QUEUED', 1, '', ?, ? FROM n
            """, [.integer(Int64(AlarmSending.waitingMax)), .integer(world.now), .integer(world.now + hour)])
        #expect(world.bench.console("testAlarm").body["messages"] == 3)
        #expect(world.bench.console("testAlarm").message.contains("messages wait already"))
        #expect(world.told() == AlarmBench.all("test"))
        #expect(world.log().map { $0["rule"] } == ["playersBelow", "test"])
        #expect(try world.bench.count("alarm_messages", "event = 'raised' AND alarm_id <> 'another'") == 0)
    }

    @Test func `of more alarms than are kept the oldest that is over goes, and no other`() throws {
        let world = try AlarmBench([:])
        _ = try world.bench.database.run(
            """
            INSERT INTO alarms (alarm_id, rule, subject, facts, raised_date, ended_date, told_date)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'a' || i, 'errors', '', '{}', i, ? + i, i FROM n
            """, [.integer(Int64(AlarmSending.keptMax)), .integer(world.now - hour)])
        let id = world.bench.console("testAlarm").body["alarmId"]?.stringValue ?? ""
        #expect(try world.bench.count("alarms") == Int64(AlarmSending.keptMax))
        #expect(try world.bench.count("alarms", "alarm_id IN ('a1', 'a2', '\(id)')") == 2)
        #expect(try world.bench.count("alarms", "alarm_id = 'a1'") == 0)
    }

    @Test func `reminders of an alarm that lasts hide in the log who was told of no other`() throws {
        let world = try AlarmBench([:])
        _ = try world.bench.database.run(
            "INSERT INTO alarms (alarm_id, rule, subject, facts, raised_date, told_date) VALUES ('!', 'errors', '', '{}', 1, 1)", [])
        _ = try world.bench.database.run(
            """
            INSERT INTO alarm_messages (message_id, alarm_id, event, receiver, facts, state, tries, reason, made_date)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'm' || i, '!', 'reminded', 'webhook', '{}', 'SENT', 1, '', i * 3600000 FROM n
            """, [.integer(Int64(AlarmSending.listedMessagesMax))])
        #expect(world.bench.console("testAlarm").isSuccess)
        let told = world.log().map { $0["messages"]?.arrayValue ?? [] }
        #expect(told.map { $0.count } == [AlarmSending.newestMessagesMax, 3])
        let newest = ISO8601.text(epochMilliseconds: Int64(AlarmSending.listedMessagesMax) * hour)
        #expect(told.first?.last?["date"] == .string(newest))
    }

    @Test func `a message is one server's for as long as its lease is, and is tried again after waits that grow`() throws {
        let world = try AlarmBench(["playersBelow": ["floor": 1, "minutes": 1]], ["mails": [], "repeatHours": 0])
        let first = try #require(world.look()["messages"]?.arrayValue?.first)
        #expect(world.look()["messages"] == [])
        world.bench.clock.advance(AlarmSending.leaseMilliseconds)
        let again = try #require(world.look()["messages"]?.arrayValue?.first)
        #expect(again["id"] == first["id"] && again["facts"] == first["facts"])
        // What the first server says of the lease that is over changes nothing, unless the message has gone out.
        let end = { (message: JSON, state: JSON) -> JSON in
            ["id": message["id"] ?? .null, "lease": message["lease"] ?? .null, "state": state, "reason": "no answer"]
        }
        #expect(world.look(["ended": [end(first, "QUEUED")]])["messages"] == [])
        var waits: [Int64] = []
        var message = again
        for _ in 3...AlarmSending.triesMax {
            let next = try #require(world.look(["ended": [end(message, "QUEUED")]])["nextMilliseconds"]?.int64Value)
            waits.append(next)
            world.bench.clock.advance(next)
            message = try #require(world.look()["messages"]?.arrayValue?.first)
        }
        #expect(waits == waits.sorted() && waits[0] == 10_000 && waits.last! >= 1_280_000)
        #expect(world.look(["ended": [end(message, "QUEUED")]])["nextMilliseconds"] == nil, "that was the last try")
        #expect(world.log().first?["messages"]?.arrayValue?.first?["state"] == "GIVEN_UP")
    }

    @Test(arguments: [365 * day, -365 * day]) func `a message goes out after its wait, whatever the clock was once`(_ wrong: Int64) throws {
        let world = try AlarmBench([:], ["mails": []])
        world.bench.clock.set(wrongBy: wrong)
        #expect(world.bench.console("testAlarm").isSuccess)
        #expect(world.look()["messages"]?.arrayValue?.count == 1)
        world.bench.clock.set(wrongBy: 0)
        world.bench.clock.advance(AlarmSending.leaseMilliseconds)
        #expect(world.told() == ["test webhook"])
    }

    @Test func `a test is told to everybody, stands in the log, and needs somebody to tell`() throws {
        let world = try AlarmBench([:])
        #expect(world.bench.console("testAlarm").body["messages"] == 3)
        #expect(world.told() == AlarmBench.all("test"))
        #expect(world.log().map { $0["rule"] } == ["test"])
        let nobody = try ServiceBench(settings: ["app": ["appId": "Shop"]], keepsEvents: true)
        #expect(nobody.console("testAlarm").message.contains("the settings name no receiver"))
    }

    @Test func `the log goes after thirty days, and what lasts stays`() throws {
        let world = try AlarmBench(["playersBelow": ["floor": 1, "minutes": 1]])
        _ = try world.bench.login()
        #expect(world.bench.console("testAlarm").isSuccess)
        #expect(world.told().count == 6)
        for _ in 0..<32 {
            world.bench.clock.advance(day)
            _ = try world.bench.login("another-guest-secret-of-32-chars")
            try world.bench.sweepAll()
        }
        #expect(world.log().map { $0["rule"] } == ["playersBelow"])
        #expect(try world.bench.count("alarm_messages") == 0)
    }

    @Test(arguments: 0..<14) func `a report is due once a week at its hour, in the app's zone, and not for the week before it was set`(
        _ shift: Int64
    ) throws {
        let world = try AlarmBench([:], ["report": ["weekday": 3, "hour": 7]])
        var settings = world.bench.console("saveSettings").body["settings"]?.objectValue ?? [:]
        settings["figures"] = ["utcTimeZone": "+09:00"]
        #expect(world.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        world.bench.clock.advance(shift * 12 * hour)
        #expect(world.told() == [])
        var dates: [Int64] = []
        for _ in 0..<(21 * 24) {
            world.bench.clock.advance(hour)
            let told = world.told()
            guard !told.isEmpty else { continue }
            #expect(told == ["report mail ann@example.com", "report mail bob@example.com"])
            dates.append(world.now)
        }
        #expect(dates.count == 3)
        for date in dates {
            let local = date + 9 * hour
            // 1970 began on a Thursday.
            #expect((local / day + 3) % 7 + 1 == 3 && local % day / hour == 7)
        }
    }

    @Test func `a report that finds too many messages waiting comes when there is room`() throws {
        let world = try AlarmBench([:], ["report": ["weekday": 3, "hour": 7]])
        #expect(world.told() == [])
        world.bench.clock.advance(7 * day)
        _ = try world.bench.database.run(
            """
            INSERT INTO alarm_messages (message_id, alarm_id, event, receiver, facts, state, tries, reason, made_date, next_date)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'm' || i, 'another', 'raised', 'webhook', '{}', 'QUEUED', 1, '', ?, ? FROM n
            """, [.integer(Int64(AlarmSending.waitingMax)), .integer(world.now), .integer(world.now + hour)])
        #expect(world.told() == [])
        _ = try world.bench.database.run("DELETE FROM alarm_messages WHERE message_id = 'm0'", [])
        world.bench.clock.advance(10 * 60_000)
        #expect(world.told() == ["report mail ann@example.com", "report mail bob@example.com"])
    }
}

@Suite struct `Settings of alarms` {
    private func refusal(_ alarms: JSON, mail: JSON = AlarmBench.mail) throws -> String {
        let bench = try ServiceBench(keepsEvents: true)
        let settings: JSON = ["app": ["appId": "Shop"], "mail": mail, "alarms": alarms]
        return bench.console("loadSettings", ["settings": settings]).message
    }

    @Test func `that cannot be are refused by their place`() throws {
        let rows: [(JSON, String)] = [
            (["mails": ["nobody"]], "$.alarms.mails[0]: must be a mail address"),
            (["mails": ["a@b.c", "a@b.c"]], "$.alarms.mails: must name each address once"),
            (["mails": .array((0..<11).map { .string("a\($0)@b.c") })], "$.alarms.mails: must hold at most 10 entries"),
            (["language": "fr"], "$.alarms.language: must be one of en, ja, ko"),
            (["webhookUrl": "https://a.example.com"], "$.alarms.webhookSecret: and webhookUrl belong together"),
            (["webhookSecret": "s"], "$.alarms.webhookSecret: and webhookUrl belong together"),
            (["webhookUrl": "ftp://a", "webhookSecret": "s"], "$.alarms.webhookUrl: must be an address"),
            (["webhookUrl": "https://a.example.com", "webhookSecret": "kept1.x"], "$.alarms.webhookSecret: stands for a key"),
            (["repeatHours": 169], "$.alarms.repeatHours: must be between 0 and 168"),
            (["report": ["weekday": 1]], "$.alarms.report: comes by mail"),
            (["mails": ["a@b.c"], "report": ["weekday": 8]], "$.alarms.report.weekday: must be between 1 and 7"),
            (["mails": ["a@b.c"], "report": ["hour": 24]], "$.alarms.report.hour: must be between 0 and 23"),
            (["rules": ["playersbelow": [:]]], "$.alarms.rules.playersbelow: is not known here; known are playersBelow"),
            (["rules": ["playersBelow": [:]]], "$.alarms.rules.playersBelow.floor: is missing"),
            (["rules": ["playersFall": ["percent": 101]]], "$.alarms.rules.playersFall.percent: must be between 1 and 100"),
            (["rules": ["playersRise": ["percent": 0]]], "$.alarms.rules.playersRise.percent: must be between 1 and 100000"),
            (["rules": ["errors": ["percent": 5, "minutes": 61]]], "$.alarms.rules.errors.minutes: must be between 1 and 60"),
            (["rules": ["storeSilent": ["minutes": 0]]], "$.alarms.rules.storeSilent.minutes: must be between 1 and 1440"),
            (["rules": ["databaseSilent": ["hours": 1]]], "$.alarms.rules.databaseSilent.hours: is not known here; known are minutes"),
            (["rules": ["booksUnsound": ["refundHours": 721]]], "$.alarms.rules.booksUnsound.refundHours: must be between 1 and 720"),
            ([], "$.alarms: must be an object"),
        ]
        for (alarms, wanted) in rows {
            let found = try refusal(alarms)
            #expect(found.contains(wanted), "\(alarms.text()): \(found)")
        }
        #expect(try refusal(["mails": ["a@b.c"]], mail: .null).contains("$.alarms.mails: needs $.mail"))
        #expect(try refusal(["rules": ["errors": ["percent": 5]]]) == "")
    }

    @Test func `show no secret, and keep it when what is shown comes back`() throws {
        let world = try AlarmBench([:])
        let shown = world.bench.console("saveSettings").body["settings"] ?? .null
        let secret = try #require(shown["alarms"]?["webhookSecret"]?.stringValue)
        #expect(secret != "whsec" && secret.hasPrefix("kept1."))
        #expect(world.bench.console("loadSettings", ["settings": shown]).message == "")
        #expect(world.look()["alarms"]?["webhookSecret"] == "whsec")
    }
}
