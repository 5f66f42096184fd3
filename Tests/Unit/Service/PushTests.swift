@testable import Service
import Codecs
import Messages
import Testing

@Suite struct `Push messages to everyone` {
    @Test func `a device that more players share than one slice takes gets a message for each of them`() throws {
        let bench = try ServiceBench()
        let players = SlicedWork.rows + 50
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < \(999 + players))"
        for insertion in [
            "INSERT INTO members (user_id, valid, registered_date) \(numbers) SELECT 'U' || i, 'Y', 1 FROM n",
            """
            INSERT INTO push_tokens (device_key, user_id, token, push_enabled, ad_agreement, ad_agreement_night, language, country,
                timezone, offset_minutes, sandbox, options, registered_date)
            \(numbers) SELECT 'shared', 'U' || i, 't' || i, 1, 0, 0, 'en', '', '', 0, 0, '{}', 1 FROM n
            """,
        ] { #expect(try bench.database.run(insertion, []) == players) }
        let sent = bench.console("sendPush", ["title": "t"])
        #expect(sent.body["accepted"] == .integer(Int64(players)))
        #expect(try bench.count("push_waiting", "device_key = 'shared'") == Int64(players))
    }

    @Test func `of players who share a device each has what is his, whatever another is told, takes back or loses`() throws {
        let world = try CampaignBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"]])
        let ann = try world.register("shared")
        let bob = try world.register("shared", player: world.bench.login("the-secret-of-quite-another-guest"))
        let more = try world.register("more", player: ann.player)
        func token() throws -> JSON {
            try #require(world.bench.ask("push.query", ["deviceKey": "shared"], token: ann.player.token).body["token"])
        }
        _ = world.send(["title": "told"])
        let told = try #require(world.received(ann).first?["seq"])
        #expect(world.bench.ask("push.acknowledge", ["token": try token(), "seq": told]).isSuccess)
        #expect(world.titles(ann) == [] && world.titles(bob) == ["told"] && world.titles(more) == ["told"])
        _ = world.send(["title": "off"])
        try world.register("shared", ["pushEnabled": false], player: ann.player)
        #expect(world.titles(ann) == [] && world.titles(bob) == ["told", "off"] && world.titles(more) == ["told", "off"])
        try world.register("shared", player: ann.player)
        _ = world.send(["title": "gone"])
        #expect(world.titles(ann) == ["gone"])
        let name = try token().stringValue ?? ""
        #expect(try world.bench.server("DELETE", "/tcgb-push/v1.3/apps/Shop/tokens/\(name)").headerCode == 0)
        try world.register("shared", player: ann.player)
        #expect(world.titles(ann) == [])
        for device in [bob, more] { #expect(world.titles(device) == ["told", "off", "gone"]) }
    }

    @Test func `a device that registers again without options keeps those that it has`() throws {
        let world = try CampaignBench()
        let options: JSON = ["foregroundEnabled": true]
        let ann = try world.register("a", ["options": options])
        func told() -> JSON { world.bench.ask("push.receive", ["deviceKey": "a"], token: ann.player.token).body["options"] ?? nil }
        let again = world.bench.ask("push.register", ["deviceKey": "a", "pushEnabled": true], token: ann.player.token)
        #expect(again.body["options"] == options && told() == options)
        try world.register("a", ["options": ["soundEnabled": false]], player: ann.player)
        #expect(told() == ["soundEnabled": false])
        let other = try world.register("b")
        #expect(world.bench.ask("push.receive", ["deviceKey": "b"], token: other.player.token).body["options"] == .object([:]))
    }

    @Test func `a device's options have a limit, as whoever registers stores them`() throws {
        let world = try CampaignBench()
        let ann = try world.register("a")
        func register(_ bytes: Int) -> Reply {
            let options: JSON = ["k": .string(String(repeating: "y", count: bytes - JSON.object(["k": ""]).text().utf8.count))]
            return world.bench.ask("push.register", ["deviceKey": "a", "options": options], token: ann.player.token)
        }
        #expect(register(Push.pushOptionsBytesMax).isSuccess)
        #expect(register(Push.pushOptionsBytesMax + 1).message == "options: must be at most 4096 bytes of JSON, is 4097")
    }

    @Test func `of more devices than a member may have the oldest goes, and what waits for it`() throws {
        let world = try CampaignBench()
        let ann = try world.register("0")
        _ = world.send(["title": "t"])
        for number in 1...Push.pushDevicesPerMemberMax {
            world.bench.clock.advance(1)
            try world.register("\(number)", player: ann.player)
        }
        #expect(try world.bench.count("push_tokens") == Int64(Push.pushDevicesPerMemberMax))
        #expect(try world.bench.count("push_tokens", "device_key = '0'") == 0 && world.waiting() == 0)
        world.bench.clock.advance(1)
        try world.register("0", player: ann.player)
        #expect(world.titles(ann) == [])
    }
}
