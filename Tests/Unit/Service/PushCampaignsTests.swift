import Linux
@testable import Messages
@testable import PushRules
@testable import Service
import Codecs
import Storage
import Testing

/// A service with registrations, whose zones are made here.
struct CampaignBench {
    static let hour: Int64 = 3_600_000
    static let day = 24 * hour
    let bench: ServiceBench

    init(settings: JSON? = nil) throws { bench = try ServiceBench(settings: settings, zoneFile: Self.zoneFile) }

    static func zoneFile(_ name: String) -> [UInt8]? {
        switch name {
        case "America/New_York": ZoneBytes(footer: "EST5EDT,M3.2.0,M11.1.0").bytes
        case "Asia/Tokyo": ZoneBytes(footer: "JST-9").bytes
        case "UTC": ZoneBytes(footer: "UTC0").bytes
        default: nil
        }
    }

    var now: Int64 { bench.clock.epochMilliseconds() }

    struct Device {
        let key: String
        let player: ServiceBench.Player
    }

    @discardableResult
    func register(_ key: String, _ consent: JSONObject = [:], player: ServiceBench.Player? = nil) throws -> Device {
        let device = Device(key: key, player: try player ?? bench.login("a-guest-secret-of-32-characters-" + key))
        var parameters = consent
        parameters["deviceKey"] = .string(key)
        if parameters["pushEnabled"] == nil { parameters["pushEnabled"] = true }
        #expect(bench.ask("push.register", .object(parameters), token: device.player.token).isSuccess)
        return device
    }

    /// Registrations of as many members, written straight into the table.
    func registerMany(_ count: Int) throws {
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < \(999 + count))"
        for insertion in [
            "INSERT INTO members (user_id, valid, registered_date) \(numbers) SELECT 'U' || i, 'Y', 1 FROM n",
            """
            INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                timezone, offset_minutes, sandbox, options, registered_date)
            \(numbers) SELECT 'd' || i, 'U' || i, 't' || i, 1, 0, 0, 'en', '', '', 0, 0, '{}', 1 FROM n
            """,
        ] { #expect(try bench.database.run(insertion, []) == count) }
    }

    func send(_ push: JSONObject) -> JSON {
        var push = push
        if push["title"] == nil { push["title"] = "t" }
        let reply = bench.console("sendPush", .object(push))
        #expect(reply.message == "")
        return reply.body
    }

    func refusal(_ push: JSONObject) -> String {
        var push = push
        push["title"] = "t"
        return bench.console("sendPush", .object(push)).message
    }

    func received(_ device: Device, after: Int64 = 0) -> [JSON] {
        bench.ask("push.receive", ["deviceKey": .string(device.key), "after": .integer(after)], token: device.player.token)
            .body["messages"]?.arrayValue ?? []
    }

    func titles(_ device: Device) -> [String] { received(device).map { $0["title"]?.stringValue ?? "" } }

    func report(_ sent: JSON) -> JSON {
        let all = bench.console("report").body["pushes"]?.arrayValue ?? []
        return all.first { $0["messageId"] == sent["messageId"] } ?? nil
    }

    /// What is due, to the end or for so many slices.
    func work(_ service: Service? = nil, slices: Int = .max) throws {
        var left = slices
        while left > 0, let work = (service ?? bench.service).dueSweep() {
            while left > 0 {
                left -= 1
                try bench.database.begin()
                let end = try (service ?? bench.service).proceeded(work)
                try bench.database.commit()
                if let end {
                    #expect(end.isSuccess)
                    break
                }
            }
        }
    }

    func advance(to date: Int64) throws {
        #expect(date >= now)
        bench.clock.advance(date - now)
        try work()
    }

    func waiting() throws -> Int64 { try bench.count("push_waiting") }
}

@Suite struct `Push campaigns` {
    private static let hour = CampaignBench.hour

    @Test func `to a registration that came again in another zone are sent once, and keep no other campaign waiting`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a", ["timezone": "America/New_York"])
        let nine = (world.now / CampaignBench.day + 3) * CampaignBench.day + 9 * Self.hour
        let local = world.send(["title": "local", "sendDate": .integer(nine), "localTime": true])
        _ = world.send(["title": "later", "sendDate": .integer(nine + 7 * Self.hour)])
        try world.advance(to: nine - 20 * Self.hour)
        #expect(try world.bench.count("push_planned") == 1)
        // Its token is taken away, and the game registers again elsewhere.
        _ = try world.bench.database.run("DELETE FROM push_tokens", [])
        try world.register("a", ["timezone": "Asia/Tokyo"], player: ann.player)
        #expect(try world.bench.count("push_planned") == 2)
        try world.advance(to: nine + 8 * Self.hour)
        #expect(world.titles(ann).sorted() == ["later", "local"])
        #expect(world.report(local)["state"] == "SENT" && world.report(local)["accepted"] == 1)
    }

    @Test func `that a registration has had are not sent to it once more when it went and comes again in another zone`() throws {
        let world = try CampaignBench()
        let told = try world.register("told", ["timezone": "Asia/Tokyo"])
        let both = try world.register("both", ["timezone": "America/New_York"])
        let nine = (world.now / CampaignBench.day + 3) * CampaignBench.day + 9 * Self.hour
        let sent = world.send(["sendDate": .integer(nine), "localTime": true])
        try world.advance(to: nine - 20 * Self.hour)
        func forget(_ key: String) throws { _ = try world.bench.database.run("DELETE FROM push_tokens WHERE device_key = ?", [.text(key)]) }
        // It has the times of two zones.
        try forget("both")
        try world.register("both", ["timezone": "Asia/Tokyo"], player: both.player)
        try world.advance(to: nine - 9 * Self.hour)
        #expect(world.titles(told) == ["t"] && world.titles(both) == ["t"])
        let token = try world.bench.database.query("SELECT token FROM push_tokens WHERE device_key = 'told'", [])[0].text(0)
        let seq = world.received(told).first?["seq"] ?? nil
        #expect(world.bench.ask("push.acknowledge", ["token": .string(token), "seq": seq]).isSuccess)
        try forget("told")
        try world.register("told", ["timezone": "America/New_York"], player: told.player)
        try world.advance(to: nine + 8 * Self.hour)
        #expect(world.titles(told) == [] && world.titles(both) == ["t"])
        let report = world.report(sent)
        #expect(report["state"] == "SENT" && report["accepted"] == 2 && report["delivered"] == 1)
    }

    @Test func `that cannot be gone on with are tried again, and keep no other waiting`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        _ = world.send(["title": "broken", "sendDate": .integer(world.now + Self.hour)])
        _ = world.send(["title": "whole", "sendDate": .integer(world.now + 2 * Self.hour)])
        let trigger = "CREATE TRIGGER broken BEFORE UPDATE ON push_campaigns WHEN new.title = 'broken' AND new.state <> 'SCHEDULED'"
        _ = try world.bench.database.run("\(trigger) BEGIN SELECT RAISE(ABORT, 'x'); END", [])
        try world.advance(to: world.now + 2 * Self.hour)
        #expect(world.titles(ann) == ["whole"])
        _ = try world.bench.database.run("DROP TRIGGER broken", [])
        try world.advance(to: world.now + Push.retryMilliseconds)
        #expect(world.titles(ann).sorted() == ["broken", "whole"])
    }

    @Test func `wait for their date, survive the process, and are sent once when it has come`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let sent = world.send(["sendDate": .integer(world.now + Self.hour)])
        #expect(sent["state"] == "SCHEDULED" && sent["accepted"] == 0)
        // Of one that was made later and sent before, the game has heard already: it asks for what is behind that.
        let soon = world.send(["title": "soon"])
        #expect(soon["state"] == "SENT" && soon["accepted"] == 1)
        let last = try #require(world.received(ann).first?["seq"]?.int64Value)
        try world.advance(to: world.now + Self.hour - 1)
        #expect(world.titles(ann) == ["soon"])
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        #expect(next.restMilliseconds == 1)
        world.bench.clock.advance(1)
        try world.work(next)
        #expect(world.received(ann, after: last).map { $0["title"] } == ["t"])
        #expect(world.received(ann, after: last).first?["id"] == sent["messageId"])
        try world.work(next)
        #expect(try world.waiting() == 2)
        #expect((next.restMilliseconds ?? 0) > 0, "no push is due any more, but a round of sweeping some time")
        #expect(world.report(sent)["state"] == "SENT" && world.report(sent)["accepted"] == 1)
    }

    @Test func `that wait for their date are in the report, however many were sent since`() throws {
        let world = try CampaignBench()
        try world.registerMany(1)
        let waiting = world.send(["sendDate": .integer(world.now + Self.hour)])
        for _ in 0...Push.campaignsReportedMax {
            _ = world.send(["userIds": ["U1000"]])
            world.bench.clock.advance(1)
        }
        #expect(world.report(waiting)["state"] == "SCHEDULED")
        #expect(world.bench.console("report").body["pushes"]?.arrayValue?.count == Push.campaignsReportedMax + 1)
        #expect(world.bench.console("cancelPush", ["messageId": waiting["messageId"] ?? nil]).body["state"] == "CANCELLED")
        #expect(world.report(waiting).isNull)
    }

    @Test func `that are late are sent at the next start, and not when their time to live is over`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let long = world.send(["title": "long", "sendDate": .integer(world.now + Self.hour)])
        let short = world.send(["title": "short", "sendDate": .integer(world.now + Self.hour), "timeToLiveSeconds": 60])
        world.bench.clock.advance(2 * Self.hour)
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        #expect(world.titles(ann) == ["long"])
        #expect(world.report(long)["state"] == "SENT" && world.report(short)["state"] == "EXPIRED")
        world.bench.clock.advance(1)
        // A date that is past is now.
        #expect(world.send(["title": "past", "sendDate": 0, "timeToLiveSeconds": 60])["state"] == "SENT")
        #expect(world.titles(ann) == ["long", "past"])
    }

    @Test func `of which a kill cut the sending short go on behind the last slice`() throws {
        let world = try CampaignBench()
        try world.registerMany(3 * SlicedWork.rows + 50)
        let sent = world.send(["sendDate": .integer(world.now + Self.hour)])
        world.bench.clock.advance(Self.hour)
        try world.work(slices: 2)
        #expect(try world.waiting() == Int64(2 * SlicedWork.rows))
        // Those who had it first are told of it and acknowledge it: they are not to have it again.
        let tokens = try world.bench.database.query(
            "SELECT t.token, w.seq FROM push_waiting w JOIN push_tokens t ON t.device_key = w.device_key AND t.user_id = w.user_id", [])
        for row in tokens {
            #expect(world.bench.ask("push.acknowledge", ["token": .string(row.text(0)), "seq": .integer(row.integer(1))]).isSuccess)
        }
        #expect(try world.waiting() == 0)
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        #expect(try world.waiting() == Int64(SlicedWork.rows + 50))
        let report = world.report(sent)
        #expect(report["accepted"] == .integer(Int64(3 * SlicedWork.rows + 50)) && report["state"] == "SENT")
        #expect(report["delivered"] == .integer(Int64(2 * SlicedWork.rows)))
    }

    @Test func `whose time to live is over while they are sent count nobody more who could have them`() throws {
        let world = try CampaignBench()
        try world.registerMany(2 * SlicedWork.rows)
        let sent = world.send(["sendDate": .integer(world.now + Self.hour), "timeToLiveSeconds": 600])
        world.bench.clock.advance(Self.hour)
        try world.work(slices: 1)
        #expect(try world.waiting() == Int64(SlicedWork.rows))
        try world.advance(to: world.now + 600_000)
        let (report, rows) = (world.report(sent), JSON.integer(Int64(SlicedWork.rows)))
        #expect(report["state"] == "SENT" && report["accepted"] == rows && report["withheld"] == rows)
    }

    @Test func `that are sent at once go on after a kill, too`() throws {
        let world = try CampaignBench()
        try world.registerMany(2 * SlicedWork.rows)
        try world.bench.database.begin()
        _ = try world.bench.service.reply(
            to: Request(api: "console.sendPush", origin: .console, transactionId: "t", parameters: ["title": "t"]))
        #expect(world.bench.service.takeUnfinished() != nil)
        try world.bench.database.commit()
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        #expect(try world.waiting() == Int64(2 * SlicedWork.rows))
    }

    @Test func `in local time reach each player when his clock shows it, also where it was set since`() throws {
        let world = try CampaignBench()
        // On 2027-03-14 clocks in New York go from two to three.
        let eve = CivilDate.day(2027, 3, 13) * CampaignBench.day
        try world.advance(to: eve)
        let zones: [(name: String, zone: String, offset: Int64, utc: Int64)] = [
            ("tokyo", "Asia/Tokyo", 540, 0), ("york", "America/New_York", -300, 13), ("unknown", "Nowhere/Town", -300, 14),
            ("leading", "../../etc/passwd", 60, 8), ("none", "", 120, 7), ("unsaid", "UTC", 180, 6), ("utc", "UTC", 0, 9),
        ]
        let devices = try zones.map { try world.register($0.name, ["timezone": .string($0.zone), "offsetMinutes": .integer($0.offset)]) }
        let nine = eve + CampaignBench.day + 9 * Self.hour
        let sent = world.send(["sendDate": .integer(nine), "localTime": true, "timeToLiveSeconds": 1800])
        let late = try world.register("late", ["timezone": "UTC"])
        for time in stride(from: eve + Self.hour, through: nine + 12 * Self.hour, by: Int(Self.hour / 2)) {
            try world.advance(to: time)
            for (place, device) in devices.enumerated() {
                let due = eve + CampaignBench.day + zones[place].utc * Self.hour
                // Half an hour is its time to live.
                #expect(world.titles(device).isEmpty == !(due..<(due + 1_800_000)).contains(time), "\(zones[place].name)")
            }
            if time == nine { #expect(world.titles(late) == ["t"]) }
        }
        let report = world.report(sent)
        #expect(report["state"] == "SENT" && report["accepted"] == 8 && report["withheld"] == 0 && report["localTime"] == true)
        #expect(try world.bench.count("push_planned") == 0)
    }

    @Test func `in local time are sent once, also to who moves and over a kill`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a", ["offsetMinutes": 540])
        let nine = (world.now / CampaignBench.day + 2) * CampaignBench.day + 9 * Self.hour
        _ = world.send(["sendDate": .integer(nine), "localTime": true])
        try world.advance(to: nine - 10 * Self.hour)
        #expect(try world.bench.count("push_planned") == 1)
        try world.register("a", ["offsetMinutes": 0], player: ann.player)
        try world.advance(to: nine - 9 * Self.hour)
        #expect(world.titles(ann).isEmpty)
        world.bench.clock.advance(9 * Self.hour)
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        #expect(world.titles(ann) == ["t"])
        try world.register("a", ["offsetMinutes": -300], player: ann.player)
        try world.advance(to: nine + 10 * Self.hour)
        #expect(world.titles(ann) == ["t"])
    }

    @Test func `in local time reach who has moved east when the clock there shows it, or at once when it has`() throws {
        let world = try CampaignBench()
        let early = try world.register("a", ["timezone": "America/New_York"]), late = try world.register("b", ["offsetMinutes": -300])
        let stays = try world.register("c", ["offsetMinutes": -300])
        let nine = (world.now / CampaignBench.day + 3) * CampaignBench.day + 9 * Self.hour
        let sent = world.send(["sendDate": .integer(nine), "localTime": true, "timeToLiveSeconds": 7_200])
        try world.advance(to: nine - 10 * Self.hour)
        try world.register("a", ["timezone": "Asia/Tokyo"], player: early.player)
        #expect(try world.bench.count("push_planned") == 3)
        try world.advance(to: nine - 9 * Self.hour - 1)
        #expect(world.titles(early).isEmpty)
        try world.advance(to: nine - 9 * Self.hour)
        #expect(world.titles(early) == ["t"])
        // An hour late, of the two that it lives.
        try world.advance(to: nine - 8 * Self.hour)
        try world.register("b", ["offsetMinutes": 540], player: late.player)
        try world.register("c", ["offsetMinutes": -300], player: stays.player)
        try world.advance(to: world.now)
        #expect(world.titles(late) == ["t"] && world.titles(stays).isEmpty)
        // Once: nothing is left of the times that they had, nor comes when who was reached moves again.
        try world.register("a", ["timezone": "America/New_York"], player: early.player)
        #expect(try world.bench.count("push_planned") == 1)
        try world.advance(to: nine + 5 * Self.hour)
        #expect(world.titles(stays) == ["t"])
        let report = world.report(sent)
        #expect(report["state"] == "SENT" && report["accepted"] == 3 && report["withheld"] == 0)
    }

    @Test func `in local time reach who registers late if he is meant, and nobody else`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let nine = (world.now / CampaignBench.day + 2) * CampaignBench.day + 9 * Self.hour
        _ = world.send(["sendDate": .integer(nine), "localTime": true, "userIds": [.string(ann.player.userId)]])
        try world.advance(to: nine - 10 * Self.hour)
        #expect(try world.bench.count("push_planned") == 1)
        let late = try world.register("a too", player: ann.player), stranger = try world.register("b")
        #expect(try world.bench.count("push_planned") == 2)
        try world.advance(to: nine)
        #expect(world.titles(ann) == ["t"] && world.titles(late) == ["t"] && world.titles(stranger) == [])
    }

    @Test func `in local time reach who registers while the others are being given their times`() throws {
        let world = try CampaignBench()
        try world.registerMany(2 * SlicedWork.rows)
        let date = world.now + 26 * Self.hour
        let sent = world.send(["sendDate": .integer(date), "localTime": true])
        world.bench.clock.advance(2 * Self.hour)
        try world.work(slices: 1)
        #expect(try world.bench.count("push_planned") == Int64(SlicedWork.rows))
        // One that would have been before the place to which it came, and one behind it.
        let passed = try world.register("a"), next = try world.register("z")
        #expect(try world.bench.count("push_planned") == Int64(SlicedWork.rows + 2))
        try world.advance(to: world.now + Push.retryMilliseconds)
        #expect(try world.bench.count("push_planned") == Int64(2 * SlicedWork.rows + 2))
        try world.advance(to: date)
        #expect(world.titles(passed) == ["t"] && world.titles(next) == ["t"])
        let report = world.report(sent)
        #expect(report["state"] == "SENT" && report["accepted"] == .integer(Int64(2 * SlicedWork.rows + 2)))
    }

    @Test func `advertise by the consent and the clock of the moment at which they are sent`() throws {
        let world = try CampaignBench()
        try world.advance(to: CivilDate.day(2027, 3, 15) * CampaignBench.day + 11 * Self.hour + 59 * 60_000)
        // 07:59 in New York, whose clocks went forward the night before; by the offset it would be an hour less for an hour more.
        let york = try world.register("y", ["adAgreement": true, "timezone": "America/New_York", "offsetMinutes": -300])
        let both = try world.register("b", ["adAgreement": true, "adAgreementNight": true, "timezone": "America/New_York"])
        let turned = try world.register("c", ["adAgreement": true, "adAgreementNight": true])
        let now = world.send(["title": "now", "advertisement": true])
        #expect(now["accepted"] == 2 && now["withheld"] == 1)
        let soon = world.send(["title": "soon", "advertisement": true, "sendDate": .integer(world.now + 60_000)])
        try world.register("c", ["adAgreement": false], player: turned.player)
        try world.advance(to: world.now + 60_000)
        #expect(world.titles(york) == ["soon"] && world.titles(both) == ["now", "soon"] && world.titles(turned) == ["now"])
        #expect(world.report(soon)["accepted"] == 2 && world.report(soon)["withheld"] == 1)
    }

    @Test func `reach the languages and countries that they name, each in the nearest text`() throws {
        let world = try CampaignBench()
        func device(_ language: String, _ country: String) throws -> CampaignBench.Device {
            try world.register(language, ["languageCode": .string(language), "deviceCountryCode": .string(country)])
        }
        let devices = try [("ko", "KR"), ("zh-TW", "TW"), ("zh-CN", "CN"), ("pt-BR", "BR"), ("fr", "FR")].map { try device($0.0, $0.1) }
        var texts = JSONObject()
        for language in ["en", "zh-Hans", "zh-Hant", "pt", "ko"] { texts[language] = ["title": .string(language)] }
        func seen() -> [String] { devices.map { world.titles($0).last ?? "" } }
        #expect(world.send(["messages": .object(texts), "title": "default"])["accepted"] == 5)
        #expect(seen() == ["ko", "zh-Hant", "zh-Hans", "pt", "default"])
        #expect(world.send(["messages": .object(texts), "title": ""])["accepted"] == 5)
        #expect(seen() == ["ko", "zh-Hant", "zh-Hans", "pt", "en"])
        let some = world.send(["title": "some", "languages": ["zh-Hant", "ko"]])
        #expect(some["accepted"] == 2 && some["withheld"] == 3)
        #expect(seen() == ["some", "some", "zh-Hans", "pt", "en"])
        #expect(world.send(["title": "one", "languages": ["zh-Hant", "ko"], "countries": ["KR", "FR"]])["accepted"] == 1)
        #expect(seen() == ["one", "some", "zh-Hans", "pt", "en"])
    }

    @Test func `are refused with what is wrong`() throws {
        let world = try CampaignBench()
        #expect(world.refusal(["localTime": true]).hasPrefix("localTime: "))
        #expect(world.refusal(["sendDate": "tomorrow"]).hasPrefix("sendDate: "))
        #expect(world.refusal(["sendDate": true]).hasPrefix("sendDate: "))
        #expect(world.refusal(["sendDate": .integer(Int64.max)]).hasPrefix("sendDate: "))
        let last = world.now + Push.sendAheadMilliseconds
        #expect(world.refusal(["sendDate": .integer(last + 1)]) == "sendDate: must be at most 366 days ahead")
        #expect(world.refusal(["languages": ["x", 1]]).hasPrefix("languages[1]: "))
        #expect(try world.bench.count("push_campaigns") == 0)
        let date = ISO8601.text(epochMilliseconds: last)
        #expect(world.send(["sendDate": .string(date)])["sendDate"] == .integer(last))
        #expect(world.send(["sendDate": .integer(Int64.min), "localTime": true])["state"] == "SCHEDULED")
        for _ in 2..<Push.campaignsOpenMax { _ = world.send(["sendDate": .integer(last)]) }
        #expect(world.refusal(["sendDate": .integer(last)]).hasPrefix("sendDate: 100 pushes wait"))
        #expect(world.send([:])["state"] == "SENT")
    }
}
