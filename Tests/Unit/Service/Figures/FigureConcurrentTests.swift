import Codecs
import Linux
import Storage
import Testing

@testable import Messages
@testable import Service

/// Minutes in which players are connected, beside a plain list of them.
private final class ConnectedWorld {
    let bench: ServiceBench
    let settings: ConsoleSettings
    private var random: ServiceTestRandom
    /// By minute, in the app's zone.
    private(set) var counted: [Int64: Int64] = [:]
    private var waiting: [(minute: Int64, players: Int64)] = []

    init(seed: UInt64, zone: String) throws {
        let value: JSON = ["app": ["appId": "Shop"], "figures": ["utcTimeZone": .string(zone)]]
        bench = try ServiceBench(settings: value, seed: seed)
        settings = try ConsoleSettings(json: value)
        random = ServiceTestRandom(seed: seed)
    }

    /// How far an operator has moved the service's clock.
    private var moved: Int64 = 0

    var minute: Int64 { settings.zoneMinute(bench.clock.epochMilliseconds() / 60_000 + moved) }

    func advance(minutes: Int64) throws {
        let reply = bench.console("advanceClock", ["milliseconds": .integer(minutes * 60_000)])
        try #require(reply.isSuccess, "\(reply.message)")
        moved += minutes
    }

    func pick(_ below: Int) -> Int { Int(random.bytes(1)[0]) % below }

    func count(_ players: Int64) {
        counted[minute] = players
        waiting.append((bench.clock.epochMilliseconds() / 60_000, players))
        // What was not heard is said again, and what was, too.
        if pick(5) > 0 { tell(waiting) }
        if pick(5) > 0 { tellRest() }
    }

    func tellRest() {
        if !waiting.isEmpty { tell(waiting) }
        waiting = []
    }

    private func tell(_ counts: [(minute: Int64, players: Int64)]) {
        let parameters: JSON = [
            "server": 7, "counts": .array(counts.map { ["minute": .integer($0.minute), "players": .integer($0.players)] }),
        ]
        let reply = bench.ask(Request(.carrierPlayers, origin: .carrier, transactionId: "t", parameters: parameters))
        #expect(reply.isSuccess, "\(reply.message)")
    }

    /// Some hours of a game: players come and go, for a while nobody is there, and a timer misses a minute.
    func play(hours: Int) {
        var players = Int64(pick(200))
        for _ in 0..<hours {
            let isQuiet = pick(6) == 0
            for _ in 0..<60 {
                players = max(0, players + Int64(pick(21)) - 10)
                if !isQuiet, players > 0, pick(40) > 0 { count(players) }
                bench.clock.advance(60_000)
            }
            // A later one is not counted.
            tellRest()
        }
    }

    func figures(from: Int64, to: Int64) throws -> JSON {
        let reply = bench.console(
            "figures", ["kind": "concurrent", "from": .string(FigureRange.text(from)), "to": .string(FigureRange.text(to))])
        try #require(reply.isSuccess, "\(reply.message)")
        return reply.body
    }

    /// Every number of the answer beside the list.
    func check(from: Int64, to: Int64) throws {
        let body = try figures(from: from, to: to)
        check(body["figures"], length: 1440, from * 1440, Int(to - from + 1), hasSum: true)
        if to - from < 31 { check(body["hours"], length: 60, from * 1440, 24 * Int(to - from + 1), hasSum: false) }
        let isLate = from >= minute / 1440 - 1
        #expect((body["tenMinutes"] != nil) == isLate)
        if isLate { check(body["tenMinutes"], length: 10, from * 1440, 144 * Int(to - from + 1), hasSum: false) }
    }

    private func check(_ part: JSON?, length: Int64, _ start: Int64, _ count: Int, hasSum: Bool) {
        let begin = (counted.keys.min() ?? minute + 1) / 60 * 60
        for place in 0..<count {
            let time = (start + Int64(place) * length..<start + Int64(place + 1) * length).clamped(to: begin..<max(begin, minute + 1))
            let values = time.map { counted[$0] ?? 0 }
            let sum = values.reduce(0, +)
            func same(_ name: String, _ wanted: JSON) {
                #expect(part?[name]?.arrayValue?[place] == (time.isEmpty ? .null : wanted), "\(name) at \(place) of \(count)")
            }
            same("peak", .integer(values.max() ?? 0))
            if hasSum { same("playMinutes", .integer(sum)) }
            let tenths = time.isEmpty ? 0 : (sum * 10 + Int64(time.count) / 2) / Int64(time.count)
            same("average", .decimal("\(tenths / 10).\(tenths % 10)"))
        }
    }
}

@Suite struct `Figures of connected players` {
    @Test(arguments: ["+00:00", "+09:00", "+05:30", "-03:30"])
    func `are those of each minute, in every zone, whenever they are read`(zone: String) throws {
        let world = try ConnectedWorld(seed: UInt64(zone.utf8.count) + UInt64(zone.utf8.last ?? 0), zone: zone)
        let first = world.minute / 1440
        try world.check(from: first - 1, to: first)
        for _ in 0..<12 {
            world.play(hours: 1 + world.pick(12))
            try world.check(from: first - 1, to: world.minute / 1440)
            try world.check(from: world.minute / 1440 - 1, to: world.minute / 1440)
        }
        let today = world.minute / 1440
        try world.check(from: today - 60, to: today)
        try world.check(from: first + 1, to: today - 1)
        #expect(try world.figures(from: today - 60, to: today)["hours"] == nil)
    }

    @Test func `outlast a clock that was ahead for a while`() throws {
        let world = try ConnectedWorld(seed: 7, zone: "+00:00")
        let first = world.minute / 1440
        world.play(hours: 5)
        world.bench.clock.advance(400 * CalendarDay.dayMilliseconds)
        world.play(hours: 2)
        world.bench.clock.advance(-400 * CalendarDay.dayMilliseconds)
        world.play(hours: 40)
        try world.check(from: first, to: world.minute / 1440)
    }

    @Test func `go on in the minutes of a service whose clock an operator has moved`() throws {
        let world = try ConnectedWorld(seed: 8, zone: "+09:00")
        let first = world.minute / 1440
        world.play(hours: 3)
        try world.advance(minutes: 2_000)
        world.play(hours: 4)
        try world.check(from: first, to: world.minute / 1440)
    }

    @Test func `keep minutes of two hours at most, and none twice`() throws {
        let world = try ConnectedWorld(seed: 9, zone: "+00:00")
        let database = world.bench.database
        for _ in 0..<600 {
            world.count(3)
            world.tellRest()
            world.bench.clock.advance(60_000)
        }
        #expect(try database.query("SELECT COUNT(*) FROM player_minutes", [])[0].integer(0) <= 121)
        let sums = try database.query(
            "SELECT (SELECT SUM(players) FROM player_minutes) + (SELECT SUM(minutes) FROM player_hours)", [])[0].integer(0)
        #expect(sums == 1800)
        let tens = try database.query(
            "SELECT (SELECT SUM(players) FROM player_minutes) + (SELECT SUM(minutes) FROM player_tens)", [])[0].integer(0)
        #expect(tens == 1800)
    }

    @Test func `keep ten minutes of three days, and tell none of before an upgrade`() throws {
        let world = try ConnectedWorld(seed: 14, zone: "+09:00")
        let database = world.bench.database, first = world.minute / 1440
        world.play(hours: 200)
        try world.check(from: world.minute / 1440 - 1, to: world.minute / 1440)
        #expect(try database.query("SELECT COUNT(*) FROM player_tens", [])[0].integer(0) <= 3 * 144 + 13)
        try database.begin()
        _ = try database.run("DELETE FROM player_tens", [])
        _ = try database.run("DELETE FROM figures WHERE measure = 'tensSince'", [])
        for statement in Schema.thirdFiguresOfBefore { _ = try database.run(statement, []) }
        try database.commit()
        let raised = try database.query("SELECT MIN(minute) FROM player_minutes", [])[0].integer(0) + 9 * 60
        world.play(hours: 3)
        let from = world.minute / 1440 - 1, body = try world.figures(from: from, to: world.minute / 1440)
        for (place, peak) in (body["tenMinutes"]?["peak"]?.arrayValue ?? []).enumerated() {
            let ten = from * 144 + Int64(place)
            #expect(peak.isNull == (ten < raised / 10 || ten > world.minute / 10), "\(ten)")
        }
        #expect(first < from)
        // A clock that is behind shows a time before the upgrade.
        world.bench.clock.advance(-8 * 3_600_000)
        let behind = try world.figures(from: world.minute / 1440, to: world.minute / 1440)["tenMinutes"]?["peak"]?.arrayValue
        #expect(behind?.allSatisfy { $0.isNull } == true)
    }

    @Test func `say how many are connected now, and forget them when nobody counts them`() throws {
        let world = try ConnectedWorld(seed: 11, zone: "+00:00")
        let today = world.minute / 1440
        #expect(try world.figures(from: today, to: today)["now"] == 0)
        world.count(41)
        world.tellRest()
        world.bench.clock.advance(60_000)
        #expect(try world.figures(from: today, to: today)["now"] == 41)
        world.bench.clock.advance(180_000)
        #expect(try world.figures(from: today, to: world.minute / 1440)["now"] == 0)
    }

    @Test func `stand beside the maintenances and pushes of their days, those that are over too`() throws {
        let world = try ConnectedWorld(seed: 12, zone: "+09:00")
        let start = world.bench.clock.epochMilliseconds(), hour: Int64 = 3_600_000
        func set(_ maintenance: JSON) { #expect(world.bench.console("setMaintenance", ["maintenance": maintenance]).message == "") }
        func text(_ hours: Int64) -> JSON { .string(ISO8601.text(epochMilliseconds: start + hours * hour)) }
        func shown() throws -> [[Int64?]] {
            let body = try world.figures(from: world.minute / 1440 - 20, to: world.minute / 1440)
            return body["maintenances"]?.arrayValue?.map { one in ["begin", "end"].map { one[$0]?.int64Value.map { ($0 - start) / hour } } }
                ?? []
        }
        // One that is taken away before it began was none.
        set(["beginDate": text(2), "endDate": text(5)])
        #expect(try shown() == [[2, 5]])
        set(.null)
        #expect(try shown() == [])
        set(["endDate": text(2)])
        world.bench.clock.advance(hour)
        // It takes longer, and is ended by hand.
        set(["endDate": text(9)])
        world.bench.clock.advance(3 * hour)
        set(.null)
        #expect(try shown() == [[0, 1], [1, 4]])
        world.bench.clock.advance(2 * hour)
        set([:])
        world.bench.clock.advance(hour)
        #expect(try shown() == [[0, 1], [1, 4], [6, nil]])
        // Its own hours stay as other settings change.
        #expect(world.bench.console("setLaunchingStatus", ["status": 200]).message == "")
        #expect(try shown().last == [6, nil])
        #expect(world.bench.console("sendPush", ["title": "Come back"]).message == "")
        world.bench.clock.advance(60_000)
        let body = try world.figures(from: world.minute / 1440, to: world.minute / 1440)
        #expect(body["pushes"]?.arrayValue?.map { $0["title"] ?? .null } == ["Come back"])
        world.bench.clock.advance(500 * 24 * hour)
        set(.null)
        #expect(try shown().map { $0[0] } == [6])
        #expect(try world.bench.database.query("SELECT COUNT(*) FROM maintenances", [])[0].integer(0) == 1)
    }

    @Test func `are counted by who carries requests, and by nobody else`() throws {
        let world = try ConnectedWorld(seed: 13, zone: "+00:00")
        for origin in [RequestOrigin.client, .console, .gameServer] {
            let asked = Request(.carrierPlayers, origin: origin, transactionId: "t", parameters: ["server": 1, "counts": []])
            #expect(!world.bench.ask(asked).isSuccess)
        }
        #expect(try world.bench.database.query("SELECT * FROM player_minutes", []).isEmpty)
    }
}
