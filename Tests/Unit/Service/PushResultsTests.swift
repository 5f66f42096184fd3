@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `What comes of push campaigns` {
    private static let hour = CampaignBench.hour

    private static func cancel(_ world: CampaignBench, _ sent: JSON) -> JSON {
        let reply = world.bench.console("cancelPush", ["messageId": sent["messageId"] ?? nil])
        #expect(reply.message == "")
        return reply.body
    }

    @Test func `one that is cancelled before its date is sent to nobody`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let date = JSON.integer(world.now + Self.hour)
        let sent = world.send(["sendDate": date])
        let local = world.send(["sendDate": date, "localTime": true])
        try world.work()
        #expect(try world.bench.count("push_planned") == 1)
        #expect(Self.cancel(world, sent)["state"] == "CANCELLED")
        #expect(Self.cancel(world, local)["state"] == "CANCELLED")
        #expect(try world.bench.count("push_planned") == 0)
        try world.advance(to: world.now + 48 * Self.hour)
        #expect(world.titles(ann).isEmpty && world.report(sent)["accepted"] == 0)
        #expect(world.bench.console("cancelPush", ["messageId": "5"]).message.hasPrefix("messageId: names no push"))
        #expect(world.bench.console("cancelPush", ["messageId": "x"]).message.hasPrefix("messageId: names no push"))
    }

    @Test func `one that is cancelled while it is sent reaches only who was told, also over a kill`() throws {
        let world = try CampaignBench()
        try world.registerMany(4 * SlicedWork.rows)
        let sent = world.send(["sendDate": .integer(world.now + Self.hour)])
        let other = world.send(["title": "other", "userIds": ["U1000", "U1001"]])
        world.bench.clock.advance(Self.hour)
        try world.work(slices: 2)
        let told = try world.bench.database.query("SELECT seq FROM push_waiting WHERE user_id = 'U1000' ORDER BY seq DESC", [])
        #expect(world.bench.ask("push.acknowledge", ["token": "t1000", "seq": .integer(told[0].integer(0))]).isSuccess)
        // The cancelling process ends behind its first slice.
        try world.bench.database.begin()
        _ = try world.bench.service.reply(
            to: Request(
                api: "console.cancelPush", origin: .console, transactionId: "t", parameters: ["messageId": sent["messageId"] ?? nil]))
        #expect(world.bench.service.takeUnfinished() != nil)
        try world.bench.database.commit()
        let next = try Service.open(database: world.bench.database, clock: world.bench.clock, random: ServiceTestRandom(seed: 2))
        try world.work(next)
        let report = world.report(sent)
        #expect(report["state"] == "CANCELLED" && report["accepted"] == .integer(Int64(2 * SlicedWork.rows)))
        #expect(report["delivered"] == 1 && report["withdrawn"] == .integer(Int64(2 * SlicedWork.rows - 1)))
        #expect(try world.waiting() == 2)
        #expect(world.report(other)["state"] == "SENT")
    }

    @Test(arguments: [("+09:00", Int64(9), Int64(20)), ("-10:00", -10, 8)])
    func `one by players' clocks counts on the day that these show, and at their hour in the app's zone`(
        zone: String, ahead: Int64, hour: Int64
    ) throws {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["figures"] = ["utcTimeZone": .string(zone)]
        let world = try CampaignBench(settings: .object(settings))
        try world.register("a", ["timezone": "Asia/Tokyo"])
        let day = world.now / CampaignBench.day + 3, date = day * CampaignBench.day + hour * Self.hour
        _ = world.send(["sendDate": .integer(date), "localTime": true])
        try world.advance(to: (day + 2) * CampaignBench.day)
        func shown(_ kind: JSON) -> JSON {
            let text = JSON.string(FigureRange.text(day))
            return world.bench.console("figures", ["kind": kind, "from": text, "to": text]).body
        }
        #expect(shown("pushes")["figures"]?["sent"] == [1])
        let dates = shown("concurrent")["pushes"]?.arrayValue?.map { $0["date"] ?? .null }
        #expect(dates == [.integer(date - ahead * Self.hour)])
    }

    @Test func `one that is sent already stays, and says so`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let sent = world.send([:])
        #expect(Self.cancel(world, sent)["state"] == "SENT")
        #expect(world.titles(ann) == ["t"])
        let next = world.send(["sendDate": .integer(world.now + 1)])
        #expect(Self.cancel(world, next)["state"] == "CANCELLED" && Self.cancel(world, next)["state"] == "CANCELLED")
    }

    @Test func `is counted once for each registration and action, by who had the message`() throws {
        let world = try CampaignBench()
        let devices = try ["a", "b", "c", "d", "e", "f", "g", "h"].map { try world.register($0) }
        let sent = world.send([:])
        let other = world.send(["title": "another"])
        func ask(_ device: Int, _ request: String, _ action: String? = nil, id: JSON? = nil) throws {
            let token = try world.bench.database.query("SELECT token FROM push_tokens WHERE device_key = ?", [.text(devices[device].key)])
            var parameters: JSONObject = ["token": .string(token[0].text(0))]
            if request == "acknowledge" { parameters["seq"] = world.seq } else { parameters["messageId"] = id ?? world.messageId }
            parameters.set("action", action)
            #expect(world.bench.ask("push." + request, .object(parameters)).isSuccess)
        }
        for _ in 0..<2 {
            try ask(0, "acknowledge")
            // Behind the acknowledgement, and before it.
            try ask(0, "clicked")
            try ask(0, "clicked", "BUY")
            try ask(1, "clicked", "BUY")
            try ask(1, "clicked", "LATER")
            try ask(1, "acknowledge")
        }
        // A message that was not for it, and a registration that there is not.
        try ask(2, "clicked", id: "5")
        try ask(2, "clicked", id: "x")
        #expect(world.bench.ask("push.clicked", ["token": "none", "messageId": world.messageId]).isSuccess)
        let report = world.report(sent)
        #expect(report["accepted"] == 8 && report["delivered"] == 2 && report["clicked"] == 2)
        #expect(report["actions"] == ["BUY": 2, "LATER": 1])
        // One that invents names leaves room for the others, and all of them do not fill the table.
        for device in 2..<8 {
            for number in 0..<40 { try ask(device, "clicked", "action \(device) \(number)") }
            if device == 2 { #expect(try world.bench.count("push_actions") == Int64(2 + Push.actionsOfOneMax)) }
        }
        #expect(world.report(sent)["actions"]?.objectValue?.members.count == Push.actionsMax)
        #expect(try world.bench.count("push_actions") == Int64(Push.actionsMax))
        #expect(try world.bench.count("push_results") <= Int64(2 + 8 + 3 + Push.actionsMax))
        try Self.expectFigures(world, [sent, other])
    }

    /// Of the day, and nothing of the days before.
    private static func expectFigures(_ world: CampaignBench, _ pushes: [JSON]) throws {
        let body = world.bench.console("figures", ["kind": "pushes"]).body
        let figures = try #require(body["figures"]?.objectValue)
        #expect(figures.members.map { $0.key } == ["sent", "accepted", "withheld", "delivered", "clicked"])
        for (name, values) in figures.members {
            let sum = pushes.reduce(Int64(0)) { $0 + (name == "sent" ? 1 : world.report($1)[name]?.int64Value ?? .min) }
            let days = [JSON](repeating: 0, count: 27) + [.integer(sum)]
            #expect(values == .array(days), "\(name)")
        }
        #expect(body["buttons"]?.arrayValue?.first == ["action": "BUY", "clicks": 2])
        #expect(body["buttons"]?.arrayValue?.count == Push.actionsMax)
        let early = JSON.string(FigureRange.text(world.now / CampaignBench.day - 100))
        let long = world.bench.console("figures", ["kind": "pushes", "from": early])
        let accepted = long.body["figures"]?["accepted"]?.arrayValue ?? []
        // Of the oldest day some have been swept by now.
        #expect(accepted.prefix(11).allSatisfy { $0.isNull } && accepted.dropFirst(11).allSatisfy { !$0.isNull } && accepted.count == 101)
    }

    @Test func `is counted for a button of the longest name, which is its id where it has no other`() throws {
        let world = try CampaignBench()
        try world.register("a")
        let name = String(repeating: "あ", count: Push.actionBytesMax / 3)
        let sent = world.send(["buttons": [["name": .string(name)]]])
        let token = try world.bench.database.query("SELECT token FROM push_tokens", [])[0].text(0)
        let click: JSON = ["token": .string(token), "messageId": sent["messageId"] ?? nil, "action": .string(name)]
        #expect(world.bench.ask("push.clicked", click).isSuccess)
        #expect(world.report(sent)["actions"] == .object([name: 1]))
        let nameless: JSON = [["name": "n", "identifier": ""]]
        #expect(world.refusal(["buttons": nameless]) == "identifier: must not be empty; without one it is the name")
    }

    @Test func `is of a button that opens something only where it says what`() throws {
        let world = try CampaignBench()
        for kind in ["OPEN_URL", "DEEP_LINK"] {
            for link in [nil, ""] as [JSON?] {
                var button: JSONObject = ["name": "n", "buttonType": .string(kind)]
                button["link"] = link
                let refusal = world.refusal(["buttons": [.object(button)]])
                #expect(refusal == "link: is missing; it is what a button of the type \(kind) opens")
            }
            #expect(world.send(["buttons": [["name": "n", "buttonType": .string(kind), "link": "shop://gems"]]])["messageId"] != nil)
        }
        for kind in ["OPEN_APP", "REPLY", "DISMISS"] {
            #expect(world.send(["buttons": [["name": "n", "buttonType": .string(kind)]]])["messageId"] != nil)
        }
    }

    @Test func `goes with its campaign when that is old, or one of too many`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        let sent = world.send([:])
        let token = try world.bench.database.query("SELECT token FROM push_tokens", [])[0].text(0)
        _ = world.bench.ask("push.acknowledge", ["token": .string(token), "seq": world.received(ann).first?["seq"] ?? world.seq])
        _ = world.bench.ask("push.clicked", ["token": .string(token), "messageId": world.messageId, "action": "A"])
        #expect(try world.bench.count("push_results") == 3)
        try world.advance(to: world.now + (Push.campaignDays - 1) * CampaignBench.day)
        #expect(world.report(sent)["delivered"] == 1)
        try world.advance(to: world.now + 2 * CampaignBench.day)
        for table in ["push_results", "push_actions", "push_campaigns"] { #expect(try world.bench.count(table) == 0, "\(table)") }
        try world.registerMany(1)
        for _ in 0..<(Push.campaignsMax + 30) {
            _ = world.send(["userIds": ["U1000"]])
            world.bench.clock.advance(1)
        }
        #expect(world.bench.console("report").body["pushes"]?.arrayValue?.count == Push.campaignsReportedMax)
        try world.advance(to: world.now + 2 * CampaignBench.day)
        #expect(try world.bench.count("push_campaigns") == Int64(Push.campaignsMax))
        // Of their day thirty are gone.
        let days = world.bench.console("figures", ["kind": "pushes"]).body["figures"]?["sent"]?.arrayValue ?? []
        #expect(Array(days.suffix(3)) == [.null, 0, 0])
        // What waits of one that went is told and counted nowhere.
        #expect(world.bench.ask("push.clicked", ["token": "t1000", "messageId": world.oldestId]).isSuccess)
    }

    @Test func `goes with the member`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        _ = world.send([:])
        let token = try world.bench.database.query("SELECT token FROM push_tokens", [])[0].text(0)
        _ = world.bench.ask("push.acknowledge", ["token": .string(token), "seq": world.seq])
        #expect(try world.bench.count("push_results") == 1)
        #expect(world.bench.ask("gateway.withdraw", token: ann.player.token).isSuccess)
        #expect(try world.bench.count("push_results") == 0)
    }
}

extension CampaignBench {
    /// Of the first message that there was.
    fileprivate var seq: JSON {
        .integer((try? bench.database.query("SELECT MIN(campaign) FROM push_campaigns", []))?.first?.integer(0) ?? 0)
    }
    fileprivate var messageId: JSON { .string("\(seq.int64Value ?? 0)") }
    /// Of one that went, and still waits for somebody.
    fileprivate var oldestId: JSON {
        .string("\((try? bench.database.query("SELECT MIN(campaign) FROM push_messages", []))?.first?.integer(0) ?? 0)")
    }
}
