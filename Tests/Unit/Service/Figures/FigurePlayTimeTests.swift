import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service

/// Players of several countries and levels whom servers report as connected, beside a plain list of their minutes.
private final class PlayTimeWorld {
    static let countries = ["JP", "KR", "DE"], levelsMax: Int64 = 3
    static let dimensions = ["country", "os", "level", "provider"]

    private struct Known {
        let userId: String
        let country: String
        var token: String
        var level = ""
        var isGone = false
    }

    private struct Minutes {
        let day: Int64
        /// By dimension; missing where nothing is known.
        let values: [String: String]
        let count: Int64
    }

    let bench: ServiceBench
    private let rules: ConsoleSettings
    private var random: ServiceTestRandom
    private var players: [Known] = []
    private var counted: [Minutes] = []
    private var serial = 0

    init(seed: UInt64, zone: String) throws {
        let value: JSON = ["app": ["appId": "Shop"], "figures": ["utcTimeZone": .string(zone), "levelsMax": .integer(Self.levelsMax)]]
        (bench, rules) = (try ServiceBench(settings: value, seed: seed), try ConsoleSettings(json: value))
        random = ServiceTestRandom(seed: seed)
        for place in 0..<12 { try join(place) }
    }

    var minute: Int64 { bench.clock.epochMilliseconds() / 60_000 }
    var today: Int64 { rules.zoneMinute(minute) / Figures.dayMinutes }
    var userIds: [String] { players.map { $0.userId } }

    private func pick(_ below: Int) -> Int { Int(random.bytes(2).reduce(0) { $0 << 8 | Int($1) }) % below }

    private func join(_ place: Int) throws {
        let country = Self.countries[place % Self.countries.count]
        let reply = bench.ask(
            "gateway.idPLogin",
            [
                "idPInfo": ["idPCode": "guest", "accessToken": .string("a-guest-secret-of-many-characters-\(place)")],
                "member": ["deviceCountryCode": .string(country), "osCode": place % 2 == 0 ? "LINUX" : ""],
            ])
        let userId = try #require(reply.body["member"]?["userId"]?.stringValue)
        players.append(
            Known(userId: userId, country: country, token: reply.body["token"]?["accessToken"]?.stringValue ?? ""))
    }

    /// Somebody is on another level from now on.
    private func move() {
        let place = pick(players.count), level = Int64(pick(6))
        serial += 1
        let event: JSON = [
            "eventId": .string("event-\(serial)"), "type": "levelUp", "time": .integer(bench.clock.epochMilliseconds()),
            "userId": .string(players[place].userId), "data": ["userLevel": .integer(level)],
        ]
        let reply = bench.ask("presence.sendEvents", ["events": [event]], token: players[place].token)
        if reply.body["accepted"] == 1 { players[place].level = level <= Self.levelsMax ? "\(level)" : "*" }
    }

    func withdraw() {
        let place = pick(players.count)
        if bench.ask("gateway.withdraw", token: players[place].token).isSuccess { players[place].isGone = true }
    }

    @discardableResult
    func tell(server: Int64 = 7, minute: Int64? = nil, part: Int64, _ users: [(String, Int64)]) -> Reply {
        let users: JSON = .array(users.map { ["userId": .string($0), "minutes": .integer($1)] })
        let parameters: JSON = [
            "server": .integer(server), "counts": [], "minute": .integer(minute ?? self.minute), "part": .integer(part), "users": users,
        ]
        return bench.ask(Request(.carrierPlayers, origin: .carrier, transactionId: "t", parameters: parameters))
    }

    /// Five minutes of two servers, in one part or two, of which answers get lost.
    func connect() {
        let begin = minute, day = today
        bench.clock.advance(300_000)
        for server in [Int64(7), 8] {
            let there = players.filter { _ in pick(2) == 0 }.map { ($0, Int64(1 + pick(5))) }
            let half = pick(2) == 0 ? there.count : there.count / 2
            for (part, own) in [there[..<half], there[half...]].enumerated() where !own.isEmpty {
                for _ in 0...pick(3) / 2 {
                    #expect(tell(server: server, minute: begin, part: Int64(part), own.map { ($0.0.userId, $0.1) }).message == "")
                }
            }
            for (player, count) in there where !player.isGone {
                var values = ["country": player.country, "provider": "guest"]
                values["os"] = players.firstIndex { $0.userId == player.userId }! % 2 == 0 ? "LINUX" : ""
                if !player.level.isEmpty { values["level"] = player.level }
                counted.append(Minutes(day: day, values: values, count: count))
            }
        }
    }

    func play(hours: Int) {
        for _ in 0..<hours {
            for _ in 0..<pick(3) { move() }
            for _ in 0..<pick(12) { connect() }
            bench.clock.advance(Int64(pick(60)) * 60_000)
        }
    }

    func parts(_ dimension: String, from: Int64, to: Int64) throws -> [JSON] {
        let range: JSON = [
            "kind": "concurrent", "by": .string(dimension), "from": .string(FigureRange.text(from)), "to": .string(FigureRange.text(to)),
        ]
        let reply = bench.console("figures", range)
        #expect(reply.message == "")
        return try #require(reply.body["parts"]?.arrayValue)
    }

    func check(_ dimension: String, from: Int64) throws {
        let parts = try parts(dimension, from: from, to: today), days = from...today
        let wanted = Set(counted.compactMap { days.contains($0.day) ? $0.values[dimension] : nil })
        #expect(Set(parts.map { $0["value"]?.stringValue ?? "*" }) == wanted.union(["*"]))
        for part in parts {
            let value = part["value"]?.stringValue ?? "*"
            for (place, day) in days.enumerated() {
                let sum = counted.reduce(0) { $1.day == day && $1.values[dimension] == value ? $0 + $1.count : $0 }
                #expect(part["figures"]?["playMinutes"]?.arrayValue?[place] == .integer(sum), "\(dimension) \(value) on \(day)")
                let elapsed = day < today ? Figures.dayMinutes : rules.zoneMinute(minute) + 1 - day * Figures.dayMinutes
                // The hours before the first count are not known.
                if day > days.lowerBound {
                    let tenths = (sum * 10 + elapsed / 2) / elapsed
                    #expect(part["figures"]?["average"]?.arrayValue?[place] == .decimal("\(tenths / 10).\(tenths % 10)"))
                }
            }
        }
    }
}

@Suite struct `Play time by where players come from and where they are` {
    @Test(arguments: ["+00:00", "+09:00", "+05:45", "-03:30"])
    func `is the sum of their minutes, in every zone, each report once`(zone: String) throws {
        let world = try PlayTimeWorld(seed: UInt64(zone.utf8.count) + UInt64(zone.utf8.last ?? 0), zone: zone)
        let count: JSON = ["server": 7, "counts": [["minute": .integer(world.minute), "players": 12]]]
        #expect(world.bench.ask(Request(.carrierPlayers, origin: .carrier, transactionId: "t", parameters: count)).isSuccess)
        let first = world.today
        for round in 0..<6 {
            world.play(hours: 9)
            for dimension in PlayTimeWorld.dimensions { try world.check(dimension, from: first) }
            if round == 3 { world.withdraw() }
        }
        #expect(try world.bench.count("figures", "measure = 'playTimeParts'") <= 2 * 25)
    }

    @Test func `of a day is counted of whole reports in their order, and of none that is two hours late`() throws {
        let world = try PlayTimeWorld(seed: 1, zone: "+00:00"), user = world.userIds[0]
        world.bench.clock.advance(7_200_000)
        let now = world.minute
        func minutes() throws -> Int64 {
            try world.parts("provider", from: world.today, to: world.today).reduce(0) {
                $0 + ($1["figures"]?["playMinutes"]?.arrayValue?[0].int64Value ?? 0)
            }
        }
        #expect(try minutes() == 0)
        world.tell(minute: now - 5, part: 1, [(user, 5)])
        #expect(try minutes() == 0)
        world.tell(minute: now - 5, part: 0, [(user, 5)])
        world.tell(minute: now - 5, part: 0, [(user, 5)])
        world.tell(minute: now - 5, part: 1, [(user, 1)])
        world.tell(minute: now - 5, part: 0, [(user, 5)])
        #expect(try minutes() == 6)
        world.tell(minute: now - 61, part: 0, [(user, 5)])
        world.tell(minute: now + 1, part: 0, [(user, 5)])
        #expect(try minutes() == 6)
        // Who is named twice is there once, and nobody is made by a name.
        world.tell(minute: now, part: 0, [(user, 2), (user, 3), ("nobody", 60)])
        #expect(try minutes() == 9)
    }

    @Test func `takes as many players at once as one report may name`() throws {
        let world = try PlayTimeWorld(seed: 2, zone: "+00:00")
        let many = (0..<Limit.playersInReport).map { (world.userIds.indices.contains($0) ? world.userIds[$0] : "player-\($0)", Int64(1)) }
        #expect(world.tell(part: 0, many).message == "")
        let sum = try world.parts("country", from: world.today, to: world.today).reduce(0) {
            $0 + ($1["figures"]?["playMinutes"]?.arrayValue?[0].int64Value ?? 0)
        }
        #expect(sum == Int64(world.userIds.count))
        let refused = world.tell(part: 1, many + [("one-more", 1)])
        #expect(refused.message.contains("users"), "\(refused.message)")
    }

    @Test func `is not known of the day on which an upgrade began to divide it, nor before`() throws {
        let world = try PlayTimeWorld(seed: 3, zone: "+00:00")
        let day = world.today
        try world.bench.database.begin()
        _ = try world.bench.database.run(
            "INSERT INTO player_hours (day, hour, peak, minutes) VALUES (?, 3, 5, 90)", [.integer(day - 2)])
        try world.bench.database.commit()
        world.tell(minute: world.minute, part: 0, [(world.userIds[0], 5)])
        world.bench.clock.advance(CalendarDay.dayMilliseconds)
        world.tell(minute: world.minute, part: 0, [(world.userIds[0], 4)])
        let parts = try world.parts("provider", from: day - 3, to: day + 1)
        #expect(parts.first?["value"] == "guest")
        #expect(parts.first?["figures"]?["playMinutes"] == [.null, .null, .null, .null, 4])
    }
}
