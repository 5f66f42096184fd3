@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Testing

/// Tags that game servers give, whom pushes reach by them, and reservations that become others.
@Suite struct `Push to tags` {
    private static let base = "/tcgb-push/v1.3/apps/Shop"
    private static let hour = CampaignBench.hour

    private let world: CampaignBench
    private let devices: [String: CampaignBench.Device]

    init() throws {
        world = try CampaignBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"]])
        var made: [String: CampaignBench.Device] = [:]
        for name in ["ann", "bob", "cid", "dan"] { made[name] = try world.register(name) }
        devices = made
    }

    private func server(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
        try world.bench.server(method, "\(Self.base)/\(path)", body)
    }

    private func user(_ name: String) -> String { devices[name]?.player.userId ?? "" }

    private func tag(_ name: String, _ players: [String]) throws -> String {
        let made = try server("POST", "tags", ["tagName": .string(name)])
        let id = try #require(made["tag"]?["tagId"]?.stringValue)
        if !players.isEmpty {
            let reply = try server("POST", "tags/\(id)/uids", ["uids": .array(players.map { .string(user($0)) })])
            #expect(reply.headerCode == 0)
        }
        return id
    }

    private func push(_ title: String, to words: [String], _ more: JSONObject = [:]) -> JSON {
        var push: JSONObject = [
            "target": ["type": "TAG", "to": .array(words.map { .string($0) })], "content": ["default": ["title": .string(title)]],
            "messageType": "NOTIFICATION",
        ]
        for member in more.members { push[member.key] = member.value }
        return .object(push)
    }

    /// Who has a push of this title waiting.
    private func reached(_ title: String) -> [String] {
        devices.keys.sorted().filter { name in devices[name].map { world.titles($0).contains(title) } ?? false }
    }

    @Test func `reaches those for whom the condition holds when it is sent, and nobody else`() throws {
        let men = try tag("men", ["ann", "bob"]), thirty = try tag("thirty", ["bob", "cid"]), women = try tag("women", ["dan"])
        #expect(try server("POST", "messages", push("one", to: [thirty])).headerCode == 0)
        #expect(reached("one") == ["bob", "cid"])
        #expect(try server("POST", "messages", push("some", to: ["(", men, "AND", thirty, ")", "OR", women])).headerCode == 0)
        #expect(reached("some") == ["bob", "dan"])
        let date = ISO8601.text(epochMilliseconds: world.now + 12 * Self.hour).prefix(16)
        let later = push("later", to: [women], ["schedules": [.string("\(date)")], "isLocalTime": false])
        #expect(try server("POST", "reservations", later).headerCode == 0)
        // Tags may change until then.
        #expect(try server("PUT", "uids/\(user("ann"))/tag-ids", ["tagIds": [.string(women)]]).headerCode == 0)
        #expect(try server("DELETE", "uids/\(user("dan"))/tag-ids?tagIds=\(women)").headerCode == 0)
        try world.advance(to: world.now + 3 * Self.hour)
        #expect(reached("later") == ["ann"])
    }

    @Test func `reaches of the players that are named those who have the tags, and nobody else`() throws {
        let men = try tag("men", ["ann", "bob"])
        let whom: JSONObject = ["userIds": [.string(user("dan")), .string(user("bob"))], "tags": [.string(men)]]
        #expect(world.bench.console("pushReach", .object(whom)).body == ["registrations": 1, "receivers": 1, "isWhole": true])
        var push = whom
        push["title"] = "now"
        let sent = world.send(push)
        #expect(reached("now") == ["bob"] && sent["accepted"] == 1 && sent["withheld"] == 0)
        push["title"] = "nine"
        push["sendDate"] = .integer(world.now + 9 * Self.hour)
        push["localTime"] = true
        _ = world.send(push)
        try world.advance(to: world.now + 9 * Self.hour)
        #expect(reached("nine") == ["bob"])
    }

    @Test func `reaches nobody by a condition that cannot be read`() throws {
        let men = try tag("men", ["ann"])
        let date = ISO8601.text(epochMilliseconds: world.now + 12 * Self.hour).prefix(16)
        let later = push("later", to: [men], ["schedules": [.string("\(date)")], "isLocalTime": false])
        #expect(try server("POST", "reservations", later).headerCode == 0)
        _ = try world.bench.database.run("UPDATE push_campaigns SET push = REPLACE(push, ?, 'AND')", [.text(men)])
        try world.advance(to: world.now + 3 * Self.hour)
        #expect(reached("later") == [])
    }

    @Test func `in local time reaches who has the tag at his time, also one who registers late`() throws {
        let tag = try tag("early", ["ann", "bob"])
        let nine = (world.now / CampaignBench.day + 2) * CampaignBench.day + 9 * Self.hour
        let date = ISO8601.text(epochMilliseconds: nine).prefix(16)
        let push = push("nine", to: [tag], ["schedules": [.string("\(date)")], "isLocalTime": true])
        #expect(try server("POST", "reservations", push).headerCode == 0)
        try world.advance(to: nine - Self.hour)
        #expect(try world.bench.count("push_planned") == 2)
        #expect(try server("DELETE", "tags/\(tag)/uids?uids=\(user("bob"))").headerCode == 0)
        try world.register("ann-too", player: devices["ann"]?.player)
        try world.register("cid-too", player: devices["cid"]?.player)
        #expect(try world.bench.count("push_planned") == 3)
        try world.advance(to: nine)
        #expect(reached("nine") == ["ann"])
        #expect(try world.waiting() == 2)
    }

    /// A push to a tag of three among so many registrations: what its slices cost, and whom it reached.
    private static func cost(among count: Int, _ condition: (String, String) -> [String]) throws -> (steps: Int64, reached: Int64) {
        let tests = try Self()
        let world = tests.world
        try world.registerMany(count)
        let rare = try tests.tag("rare", ["ann", "bob", "cid"]), common = try tests.tag("common", ["bob", "cid", "dan"])
        _ = try world.bench.database.run(
            "INSERT INTO push_tagged (user_id, tag_id) SELECT user_id, ? FROM push_tokens WHERE user_id LIKE 'U%'", [.text(common)])
        let push = tests.push("t", to: condition(rare, common), ["schedules": [], "isLocalTime": false])
        _ = world.bench.database.takeSteps()
        let sent = try tests.server("POST", "messages", push)["message"]?["messageIdString"]?.stringValue ?? ""
        let steps = world.bench.database.takeSteps()
        // Who has one of the tags and not the other is no target, though it is looked at.
        #expect(try tests.server("GET", "messages/\(sent)")["message"]?["targetCount"] == .integer(world.waiting()))
        return (steps, try world.waiting())
    }

    @Test func `costs what those cost who have the rarest tag that is needed, however many others are registered`() throws {
        for condition in [{ (rare, _) in [rare] }, { (rare, common) in [common, "AND", rare] }] as [(String, String) -> [String]] {
            let few = try Self.cost(among: 10, condition), many = try Self.cost(among: 20_000, condition)
            #expect(few.reached == many.reached && few.reached > 0)
            #expect(many.steps <= few.steps * 3 / 2 + 200, "\(few.steps) and \(many.steps)")
        }
        #expect(try Self.cost(among: 500) { (rare, common) in [rare, "OR", common] }.reached == 504)
    }

    @Test func `finds nobody when the tag is gone, and a tag that many have goes from all of them`() throws {
        let tag = try tag("many", ["ann"])
        let date = ISO8601.text(epochMilliseconds: world.now + 12 * Self.hour).prefix(16)
        let later = push("later", to: [tag], ["schedules": [.string("\(date)")], "isLocalTime": false])
        #expect(try server("POST", "reservations", later).headerCode == 0)
        try world.registerMany(2 * SlicedWork.rows + 7)
        _ = try world.bench.database.run(
            "INSERT INTO push_tagged (user_id, tag_id) SELECT user_id, ? FROM members WHERE user_id >= 'U'", [.text(tag)])
        #expect(try world.bench.count("push_tagged") > Int64(2 * SlicedWork.rows))
        #expect(try server("DELETE", "tags/\(tag)").headerCode == 0)
        #expect(try world.bench.count("push_tagged") == 0 && world.bench.count("push_tags") == 0)
        try world.advance(to: world.now + 3 * Self.hour)
        #expect(try reached("later") == [] && world.waiting() == 0)
    }

    @Test func `tags end with the member, and stay when it plays on another device`() throws {
        let tag = try tag("all", ["ann", "bob"])
        let ann = try #require(devices["ann"])
        #expect(world.bench.ask("gateway.withdraw", ["userId": .string(ann.player.userId)], token: ann.player.token).isSuccess)
        let left = try world.bench.database.query("SELECT user_id FROM push_tagged", []).map { $0.text(0) }
        #expect(left == [user("bob")])
        #expect(try server("POST", "tags/\(tag)/uids", ["uids": [.string(ann.player.userId)]]).headerCode == 40_401)
    }

    @Test func `an app has as many tags as may be, and a member so many of them`() throws {
        let insert = "INSERT INTO push_tags (tag_id, tag_name, created_date, updated_date) VALUES (?, ?, 1, 1)"
        for number in 1..<Push.tagsMax { _ = try world.bench.database.run(insert, [.text("T\(number)"), .text("\(number)")]) }
        _ = try tag("last", [])
        #expect(try server("POST", "tags", ["tagName": "more"]).headerCode == 40_008)
        // One of them may still be called otherwise.
        #expect(try server("PUT", "tags/T1", ["tagName": "more"]).headerCode == 0)
        #expect(try server("GET", "tags")["tags"]?.arrayValue?.count == Push.tagsMax)
        let path = "uids/\(user("ann"))/tag-ids"
        let most = (1...Push.tagsPerMemberMax).map { JSON.string("T\($0)") }
        // Of a tag that went while she was given it: it is none.
        _ = try world.bench.database.run("INSERT INTO push_tagged (user_id, tag_id) VALUES (?, 'gone')", [.text(user("ann"))])
        #expect(try server("POST", path, ["tagIds": .array(most)]).headerCode == 0)
        #expect(try server("POST", path, ["tagIds": .array(most)]).headerCode == 0)
        #expect(try server("POST", path, ["tagIds": ["T17"]]).headerCode == 40_008)
        #expect(try server("GET", path)["tagIds"]?.arrayValue?.count == Push.tagsPerMemberMax)
        // Who is refused with others leaves none of them tagged.
        #expect(try server("POST", "tags/T18/uids", ["uids": [.string(user("bob")), .string(user("ann"))]]).headerCode == 40_008)
        #expect(try server("GET", "uids/\(user("bob"))/tag-ids")["tagIds"] == [])
    }

    @Test func `a reservation becomes another until it is sent`() throws {
        func date(_ hours: Int64) -> JSON { .string("\(ISO8601.text(epochMilliseconds: world.now + hours * Self.hour).prefix(16))") }
        let tag = try tag("some", ["bob"])
        var push: JSONObject = [
            "schedules": [date(24)], "isLocalTime": false, "target": ["type": "ALL"], "content": ["default": ["title": "first"]],
            "messageType": "NOTIFICATION",
        ]
        let id = try #require(try server("POST", "reservations", .object(push))["reservation"]?["reservationIdString"]?.stringValue)
        push["schedules"] = [date(12)]
        push["target"] = ["type": "TAG", "to": [.string(tag)]]
        push["content"] = ["default": ["title": "second"]]
        #expect(try server("PUT", "reservations/\(id)", .object(push)).headerCode == 0)
        #expect(try server("GET", "reservations/\(id)/messages")["totalCount"] == 0)
        try world.advance(to: world.now + 3 * Self.hour)
        #expect(reached("second") == ["bob"] && reached("first") == [])
        #expect(try server("GET", "reservations/\(id)/messages")["totalCount"] == 1)
        push["schedules"] = [date(48)]
        #expect(try server("PUT", "reservations/\(id)", .object(push)).headerCode == 40_009)
        try world.advance(to: world.now + 24 * Self.hour)
        #expect(reached("first") == [])
    }

    @Test func `the log tells of each registration that was told, page by page`() throws {
        let sent = try server("POST", "messages", push("told", to: [try tag("three", ["ann", "bob", "cid"])]))
        let id = try #require(sent["message"]?["messageIdString"]?.stringValue)
        #expect(try server("GET", "logs/message?messageId=\(id)")["data"]?["count"] == 0)
        for name in ["ann", "cid"] {
            let device = try #require(devices[name])
            let seq = try #require(world.received(device).first?["seq"])
            let token = world.bench.ask("push.query", ["deviceKey": .string(name)], token: device.player.token).body["token"] ?? nil
            #expect(world.bench.ask("push.acknowledge", ["token": token, "seq": seq]).isSuccess)
            #expect(world.bench.ask("push.clicked", ["token": token, "messageId": .string(id)]).isSuccess)
            let log = try server("GET", "logs/message?token=\(token.stringValue ?? "")")["data"]?["logs"]?.arrayValue?.first
            #expect(log?["messageId"] == .string(id) && log?["sentResult"] == "SENT")
            #expect(log?["body"] == .string(#"{"tokens":[{"uid":"\#(user(name))","token":"\#(token.stringValue ?? "")"}]}"#))
            #expect(try server("GET", "logs/message?uid=\(user(name))&messageId=\(id)")["data"]?["count"] == 1)
        }
        let both = try server("GET", "logs/message?messageId=\(id)")["data"]?["logs"]?.arrayValue ?? []
        let pages = try [1, 2, 3].map { page in
            try server("GET", "logs/message?messageId=\(id)&limit=1&pageNumber=\(page)")["data"]?["logs"]?.arrayValue ?? []
        }
        #expect(both.count == 2 && pages == [[both[0]], [both[1]], []])
        #expect(try server("GET", "logs/message?uid=\(user("bob"))")["data"]?["count"] == 0)
    }
}
