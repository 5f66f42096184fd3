@testable import Messages
import Codecs
import Linux
import Storage
import Testing
@testable import Service

/// Reservations of several dates, and what game servers read of pushes.
@Suite struct `Reservations of pushes` {
    private static let base = "/tcgb-push/v1.3/apps/Shop"
    private static let hour = CampaignBench.hour

    private let world: CampaignBench

    init() throws { world = try CampaignBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"]]) }

    private func server(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
        try world.bench.server(method, "\(Self.base)/\(path)", body)
    }

    /// In Korea, so many hours from now.
    private func date(_ hours: Int64) -> JSON {
        .string("\(ISO8601.text(epochMilliseconds: world.now + (hours + 9) * Self.hour).prefix(16))")
    }

    private func push(_ title: String, _ hours: [Int64], _ more: JSONObject = [:]) -> JSON {
        var push: JSONObject = [
            "schedules": .array(hours.map { date($0) }), "isLocalTime": false, "target": ["type": "ALL"],
            "content": ["default": ["title": .string(title)]], "messageType": "NOTIFICATION",
        ]
        for member in more.members { push[member.key] = member.value }
        return .object(push)
    }

    private func reserve(_ title: String, _ hours: [Int64], _ more: JSONObject = [:]) throws -> String {
        let made = try server("POST", "reservations", push(title, hours, more))
        return try #require(made["reservation"]?["reservationIdString"]?.stringValue)
    }

    private func states(_ id: String) throws -> [String] {
        let schedules = try server("GET", "reservations/\(id)")["reservation"]?["schedules"]?.arrayValue ?? []
        return schedules.map { $0["scheduleStatus"]?.stringValue ?? "" }
    }

    @Test func `send at each of their dates, once, also when the process ended in between, and are over behind the last`() throws {
        let ann = try world.register("ann")
        let id = try reserve("t", [3, 1, 1, 2])
        #expect(try states(id) == ["READY", "READY", "READY"] && world.titles(ann) == [])
        try world.advance(to: world.now + Self.hour)
        #expect(try states(id) == ["DONE", "READY", "READY"] && world.titles(ann) == ["t"])
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        world.bench.clock.advance(Self.hour)
        try world.work(next)
        try world.work(next)
        #expect(try world.bench.count("push_campaigns", "accepted = 1") == 2 && world.titles(ann) == ["t"])
        #expect(try server("GET", "reservations?reservationStatus=RESERVED")["totalCount"] == 1)
        world.bench.clock.advance(Self.hour)
        try world.work(next)
        world.bench.clock.advance(24 * Self.hour)
        try world.work(next)
        #expect(try states(id) == ["DONE", "DONE", "DONE"] && world.bench.count("push_campaigns", "accepted = 1") == 3)
        #expect(try server("GET", "reservations?reservationStatus=COMPLETED")["totalCount"] == 1)
        let messages = try server("GET", "reservations/\(id)/messages?pageSize=2")
        #expect(messages["totalCount"] == 3 && messages["messages"]?.arrayValue?.count == 2)
        #expect(messages["messages"]?.arrayValue?.allSatisfy { $0["sentCount"] == 1 && $0["messageStatus"] == "COMPLETE" } == true)
        #expect(try server("GET", "messages?deliveryType=RESERVATION")["totalCount"] == 3)
    }

    @Test func `dates without the words of a reservation are refused, and nothing is sent in their place`() throws {
        let ann = try world.register("ann")
        let asked: JSON = [
            "access": ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"],
            "body": ["title": "t", "schedules": ["2026-12-30T12:40:00+09:00"]],
        ]
        let reply = world.bench.ask(Request(.serverSendPush, origin: .gameServer, transactionId: "t", parameters: asked))
        #expect(reply.resultCode == ResultCode.pushParameter && reply.message.hasPrefix("schedules: "))
        #expect(try world.bench.count("push_campaigns") == 0 && world.titles(ann) == [])
    }

    @Test func `a push of a game server whose date is long over is refused at a server, and not sent to everybody now`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, keepsEvents: true)
        func send(_ ago: Int64) -> Reply {
            let asked: JSON = [
                "access": ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"],
                "body": ["title": "t", "sendDate": .integer(bench.clock.epochMilliseconds() - ago)],
            ]
            return bench.ask(Request(.serverSendPush, origin: .gameServer, transactionId: "t", parameters: asked))
        }
        let late = send(Push.sendLateMilliseconds + 1_000)
        #expect(late.resultCode == ResultCode.pushParameter && late.message.hasPrefix("sendDate: is over"))
        #expect(try bench.count("push_campaigns") == 0)
        #expect(send(1_000).isSuccess)
    }

    @Test func `a date that a kill cut short goes on behind the last slice, and no other date is begun by it`() throws {
        try world.registerMany(2 * SlicedWork.rows + 50)
        let id = try reserve("t", [1, 2])
        world.bench.clock.advance(Self.hour)
        try world.work(slices: 1)
        #expect(try world.waiting() == Int64(SlicedWork.rows) && states(id) == ["SENDING", "READY"])
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        #expect(try world.waiting() == Int64(2 * SlicedWork.rows + 50) && states(id) == ["DONE", "READY"])
    }

    @Test func `that are changed keep what was sent, and send no date twice`() throws {
        let ann = try world.register("ann")
        let id = try reserve("first", [1, 2, 3], ["timeToLiveMinute": 60])
        let one = date(1)
        try world.advance(to: world.now + Self.hour)
        var other = push("second", [1], ["timeToLiveMinute": 60]).objectValue ?? [:]
        other["schedules"] = [one, date(1)]
        #expect(try server("PUT", "reservations/\(id)", .object(other)).headerCode == 0)
        #expect(try states(id) == ["DONE", "READY"])
        try world.advance(to: world.now + Self.hour)
        #expect(try states(id) == ["DONE", "DONE"])
        let titles = try world.bench.database.query("SELECT title FROM push_campaigns ORDER BY send_date", []).map { $0.text(0) }
        #expect(titles == ["first", "second"] && world.titles(ann).last == "second")
        let told = try server("GET", "reservations/\(id)")["reservation"]
        #expect(told?["content"] == ["default": ["title": "second"]] && told?["reservationStatus"] == "COMPLETED")
        #expect(try server("PUT", "reservations/\(id)", push("third", [1])).headerCode == 40_009)
    }

    @Test func `that are changed change a date in local time, too, as long as no clock has shown it`() throws {
        let ann = try world.register("ann")
        let local: JSONObject = ["isLocalTime": true]
        let id = try reserve("first", [10, 11], local)
        try world.work()
        // Both are planned, for nine hours later than in Korea.
        #expect(try world.bench.count("push_planned") == 2 && states(id) == ["READY", "READY"])
        #expect(try server("PUT", "reservations/\(id)", push("second", [10, 12], local)).headerCode == 0)
        try world.work()
        #expect(try world.bench.count("push_planned") == 2)
        let begun = world.now
        try world.advance(to: begun + 19 * Self.hour)
        #expect(world.titles(ann) == ["second"])
        #expect(try server("PUT", "reservations/\(id)", push("third", [12 - 19], local)).headerCode == 0)
        try world.advance(to: begun + 21 * Self.hour)
        #expect(world.titles(ann) == ["third"], "the second lived ten minutes")
        #expect(try server("PUT", "reservations/\(id)", push("fourth", [12], local)).headerCode == 40_009)
    }

    @Test(arguments: [false, true])
    func `that are changed leave a date cancelled that an operator has cancelled`(isLocal: Bool) throws {
        let ann = try world.register("ann")
        let kind: JSONObject = ["isLocalTime": .bool(isLocal)]
        let id = try reserve("first", [10, 11, 48], kind)
        // Those of the first day in local time have their players, nine hours later than in Korea.
        try world.work()
        let dates = try world.bench.database.query("SELECT campaign FROM push_campaigns ORDER BY send_date", [])
        #expect(world.bench.console("cancelPush", ["messageId": .string("\(dates[0].integer(0))")]).message == "")
        for title in ["second", "third"] {
            #expect(try server("PUT", "reservations/\(id)", push(title, [10, 11, 48], kind)).headerCode == 0)
            try world.work()
            #expect(try world.bench.count("push_campaigns", "due_date > 0") == 2)
        }
        // A date that a change leaves out comes again with the next.
        #expect(try server("PUT", "reservations/\(id)", push("fourth", [48], kind)).headerCode == 0)
        try world.work()
        #expect(try server("PUT", "reservations/\(id)", push("fifth", [10, 11, 48], kind)).headerCode == 0)
        let begun = world.now
        for hours in [10, 11, 19, 20, 48, 57] as [Int64] {
            try world.advance(to: begun + hours * Self.hour)
            #expect(world.titles(ann) == (hours == (isLocal ? 20 : 11) || hours == (isLocal ? 57 : 48) ? ["fifth"] : []))
        }
        #expect(try world.bench.count("push_campaigns", "accepted = 1") == 2)
    }

    @Test func `that are deleted send nothing more, and what was sent stays`() throws {
        let ann = try world.register("ann")
        let id = try reserve("t", [1, 2, 3], ["timeToLiveMinute": 60])
        let local = try reserve("nine", [16, 48], ["isLocalTime": true])
        try world.advance(to: world.now + Self.hour)
        // The first of the local dates is being sent: everybody has a time.
        #expect(try world.bench.count("push_planned") > 0)
        #expect(try server("DELETE", "reservations?reservationIds=\(id),\(local)").headerCode == 0)
        #expect(try world.bench.count("push_planned") == 0)
        #expect(try states(id) == ["DONE", "CANCELED", "CANCELED"] && states(local) == ["CANCELED", "CANCELED"])
        #expect(world.titles(ann) == ["t"])
        try world.advance(to: world.now + 72 * Self.hour)
        #expect(try world.bench.count("push_campaigns", "accepted > 0") == 1)
        #expect(try server("DELETE", "reservations?reservationIds=\(id)").headerCode == 0)
        #expect(try states(id) == ["DONE", "CANCELED", "CANCELED"])
    }

    @Test func `have a limit of dates that wait, which is not the operator's`() throws {
        for _ in 0..<(Push.datesWaitingMax / Int64(Push.reservationDatesMax)) {
            _ = try reserve("t", Array(1...Int64(Push.reservationDatesMax)))
        }
        #expect(try server("POST", "reservations", push("more", [1])).headerCode == 40_008)
        #expect(world.send(["sendDate": .integer(world.now + Self.hour)])["state"] == "SCHEDULED")
        #expect(try server("POST", "messages", push("now", [])).headerCode == 0)
        for _ in 1..<Push.campaignsOpenMax { _ = world.send(["sendDate": .integer(world.now + Self.hour)]) }
        #expect(world.refusal(["sendDate": .integer(world.now + Self.hour)]).contains("pushes wait"))
        #expect(try server("GET", "reservations?pageSize=3&pageIndex=3")["reservations"]?.arrayValue?.count == 1)
    }

    @Test func `are taken also when as many pushes of the operator wait as may`() throws {
        for _ in 0..<Push.campaignsOpenMax { _ = world.send(["sendDate": .integer(world.now + Self.hour)]) }
        _ = try reserve("t", [1, 2])
    }

    @Test func `go with the last of their dates, and words with their push`() throws {
        try world.register("ann")
        _ = try reserve("t", [1, 24 * 60])
        _ = try server("POST", "messages", push("now", []))
        try world.advance(to: world.now + Self.hour)
        #expect(try world.bench.count("push_requests") == 2)
        try world.advance(to: world.now + 91 * CampaignBench.day)
        #expect(try world.bench.count("push_requests") == 1 && world.bench.count("push_campaigns") == 1)
        try world.advance(to: world.now + 91 * CampaignBench.day)
        #expect(try world.bench.count("push_requests") == 0 && world.bench.count("push_campaigns") == 0)
    }

    @Test func `that come too late are errors of messages`() throws {
        let id = try reserve("late", [1, 2], ["timeToLiveMinute": 1])
        world.bench.clock.advance(Self.hour + 61_000)
        try world.work()
        #expect(try states(id) == ["CANCELED", "READY"])
        let errors = try server("GET", "message-errors")["messageErrors"]?.arrayValue ?? []
        #expect(errors.count == 1 && errors.first?["messageErrorCause"] == "EXPIRED_TIME_OUT")
        #expect(errors.first?["payload"] == ["data": ["title": "late"]])
        #expect(try server("GET", "message-errors?limit=1&pageNumber=2")["messageErrors"] == [])
        #expect(try server("GET", "message-errors?messageErrorType=CLIENT_ERROR")["messageErrors"] == [])
    }
}

extension `Reservations of pushes` {
    @Test func `that came too late are errors for a week, and for thirty days to who says from when`() throws {
        _ = try reserve("late", [1], ["timeToLiveMinute": 1])
        world.bench.clock.advance(Self.hour + 61_000)
        try world.work()
        let sent = try #require(try world.bench.database.query("SELECT send_date FROM push_campaigns", []).first?.integer(0))
        let begin = PercentEncoding.encode(ISO8601.text(epochMilliseconds: sent))
        func errors(_ query: String, at date: Int64) throws -> Int? {
            world.bench.clock.advance(date - world.now)
            return try server("GET", "message-errors\(query)")["messageErrors"]?.arrayValue?.count
        }
        let day = CampaignBench.day
        #expect(try errors("", at: sent + 7 * day) == 1)
        #expect(try errors("", at: sent + 7 * day + 1) == 0)
        #expect(try errors("?from=\(begin)", at: sent + 30 * day) == 1)
        #expect(try errors("?from=\(begin)", at: sent + 30 * day + 1) == 0)
    }
}

/// What is counted and listed for game servers.
@Suite struct `What game servers read of pushes` {
    private static let base = "/tcgb-push/v1.3/apps/Shop"

    private let world: CampaignBench

    init() throws { world = try CampaignBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"]]) }

    private func server(_ path: String, _ method: String = "GET") throws -> JSON { try world.bench.server(method, "\(Self.base)/\(path)") }

    /// A push that was told to this device.
    private func told(_ device: CampaignBench.Device, _ name: String, clicks: Bool = false) throws -> String {
        let id = world.send(["title": .string(name), "userIds": [.string(device.player.userId)]])["messageId"]?.stringValue ?? ""
        let message = try #require(world.received(device).first)
        let token = world.bench.ask("push.query", ["deviceKey": .string(device.key)], token: device.player.token).body["token"] ?? nil
        #expect(world.bench.ask("push.acknowledge", ["token": token, "seq": message["seq"] ?? nil]).isSuccess)
        if clicks { #expect(world.bench.ask("push.clicked", ["token": token, "messageId": .string(id)]).isSuccess) }
        return id
    }

    private func date(_ ago: Int64) -> String { PercentEncoding.encode(ISO8601.text(epochMilliseconds: world.now - ago)) }

    @Test func `the log of all is read push by push, from a date to a date, page by page, and goes back 30 days`() throws {
        _ = try told(try world.register("ann"), "old")
        try world.advance(to: world.now + 31 * CampaignBench.day)
        let ann = try world.register("ann"), bob = try world.register("bob")
        var ids: [String] = []
        for (place, device) in [ann, bob, ann].enumerated() {
            ids.append(try told(device, "\(place)"))
            try world.advance(to: world.now + CampaignBench.hour)
        }
        func log(_ query: String) throws -> [String] {
            let logs = try server("logs/message?\(query)")["data"]?["logs"]?.arrayValue ?? []
            return logs.map { $0["messageId"]?.stringValue ?? "" }
        }
        #expect(try log("") == ids.reversed())
        #expect(try (1...4).map { try log("limit=1&pageNumber=\($0)") } == [[ids[2]], [ids[1]], [ids[0]], []])
        #expect(try log("limit=2&pageNumber=2") == [ids[0]])
        let (first, second) = (date(3 * CampaignBench.hour), date(2 * CampaignBench.hour))
        #expect(try log("from=\(first)&to=\(first)") == [ids[0]])
        #expect(try log("from=\(second)&uid=\(ann.player.userId)") == [ids[2]])
        #expect(try log("uid=\(ann.player.userId)") == [ids[0], ids[2]])
        #expect(try log("pushType=LINUX").count == 3 && log("pushType=APNS") == [])
    }

    @Test func `figures of pushes are summed by time, and too many are not`() throws {
        let ann = try world.register("ann")
        let day = CampaignBench.day
        let begin = (world.now / day + 1) * day - 9 * CampaignBench.hour
        try world.advance(to: begin + day)
        _ = try told(ann, "one", clicks: true)
        try world.advance(to: begin + day + 23 * CampaignBench.hour)
        _ = try told(ann, "two")
        try world.advance(to: begin + 2 * day)
        let id = try told(ann, "three")
        let stats = try server("stats?eventCategory=MESSAGE&statisticsType=DAILY")["stats"]?.arrayValue ?? []
        #expect(stats.map { $0["events"]?["SENT"]?.int64Value ?? 0 } == [2, 1])
        #expect(stats.map { $0["events"]?["OPENED"]?.int64Value ?? 0 } == [1, 0])
        #expect(stats.first?["eventDateTime"]?.stringValue?.hasSuffix("T00:00:00.000+09:00") == true)
        #expect(try server("stats?eventCategory=MESSAGE&timeUnit=HOURS")["stats"]?.arrayValue?.count == 3)
        #expect(try server("stats/total?eventCategory=MESSAGE")["total"]?["RECEIVED"] == 3)
        #expect(try server("stats/total?eventCategory=MESSAGE&messageId=\(id)")["total"]?["RECEIVED"] == 1)
        #expect(try server("stats?eventCategory=MESSAGE&to=\(date(day + 1))")["stats"] == [])
        let columns =
            "state, push, title, is_local, life, seq, place, place_device, place_user, accepted, withheld, withdrawn, delivered, clicked"
        _ = try world.bench.database.run(
            """
            INSERT INTO push_campaigns (campaign, send_date, \(columns))
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Push.statisticsMax))
            SELECT i, ?, 'SENT', '', 't', 0, 1, 1, 0, '', '', 1, 0, 0, 0, 0 FROM n
            """, [.integer(world.now)])
        #expect(try server("stats?eventCategory=MESSAGE").headerCode == 40_010)
    }

    @Test func `figures are by the minute for three hours, by the hour for three days, and by the day beyond`() throws {
        let day = CampaignBench.day, hour = CampaignBench.hour
        // Ten in the morning of Korea.
        try world.advance(to: (world.now / day + 1) * day + hour)
        try world.register("ann")
        for minutes in [0, 300, 302] as [Int64] {
            try world.advance(to: world.now / day * day + hour + minutes * 60_000)
            _ = world.send(["title": .string("\(minutes)")])
        }
        func stretches(_ ago: Int64) throws -> Int? {
            try server("stats?eventCategory=MESSAGE&from=\(date(ago))")["stats"]?.arrayValue?.count
        }
        #expect(try stretches(3 * hour) == 2 && stretches(3 * hour + 1) == 1)
        #expect(try stretches(3 * day) == 2 && stretches(3 * day + 1) == 1)
    }

    @Test func `registrations are counted in slices, each once`() throws {
        try world.registerMany(2 * SlicedWork.rows + 7)
        try world.register("ann", ["adAgreement": true, "adAgreementNight": true, "languageCode": "ja", "deviceCountryCode": "JP"])
        try world.register("bob", ["adAgreement": true, "pushEnabled": false, "languageCode": "ja"])
        try world.register("cid", ["adAgreement": true, "languageCode": "ko"])
        let many = JSON.integer(Int64(2 * SlicedWork.rows + 7))
        #expect(try server("stats/total?eventCategory=TOKEN_LANGUAGE")["total"] == ["en": many, "ja": 2, "ko": 1])
        #expect(try server("stats/total?eventCategory=TOKEN_COUNTRY")["total"]?["JP"] == 1)
        #expect(
            try server("stats/total?eventCategory=TOKEN_AGREEMENT")["total"] == ["AD_OFF": many, "NIGHT_AD_OFF": 1, "OFF": 1, "ON": 1])
        // The many registered in 1970.
        #expect(try server("stats/total?eventCategory=TOKEN_REGISTRATION")["total"] == ["REGISTERED": 3])
        _ = try world.bench.database.run("UPDATE push_tokens SET language = token WHERE user_id LIKE 'U%'", [])
        let total = try server("stats/total?eventCategory=TOKEN_LANGUAGE")["total"]?.objectValue
        #expect(total?.members.count == Push.statisticNamesMax + 1 && total?["OTHERS"]?.int64Value ?? 0 > 100)
    }

    @Test func `registrations are listed behind a place, and one that is removed is told nothing`() throws {
        let ann = try world.register("ann"), more = try world.register("more", player: ann.player), bob = try world.register("bob")
        var tokens: [String] = []
        var place = ""
        for _ in 0..<3 {
            let page = try server("tokens-by-cursor?limit=1\(place)")["tokens"]?.arrayValue ?? []
            #expect(page.count == 1)
            let (user, token) = (page.first?["uid"]?.stringValue ?? "", page.first?["token"]?.stringValue ?? "")
            tokens.append(token)
            place = "&cursorUid=\(user)&cursorToken=\(token)"
        }
        #expect(try server("tokens-by-cursor?limit=1\(place)")["tokens"] == [])
        #expect(Set(tokens).count == 3)
        #expect(try server("tokens?uid=\(ann.player.userId)")["tokens"]?.arrayValue?.count == 2)
        let token = world.bench.ask("push.query", ["deviceKey": "more"], token: ann.player.token).body["token"]?.stringValue ?? ""
        _ = world.send(["title": "before"])
        #expect(try server("tokens/\(token)?pushType=FCM", "DELETE").headerCode == 40_401)
        #expect(world.titles(more) == ["before"])
        #expect(try server("tokens/\(token)", "DELETE").headerCode == 0)
        #expect(try server("tokens/\(token)", "DELETE").headerCode == 40_401)
        _ = world.send(["title": "after"])
        #expect(world.titles(ann) == ["before", "after"] && world.titles(bob) == ["before", "after"] && world.titles(more) == [])
    }
}
