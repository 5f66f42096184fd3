import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service
@testable import Storage

/// Players who reach levels, and a plain list of what their devices said of it.
private final class LevelWorld {
    static let day = CalendarDay.dayMilliseconds
    static let levelsMax: Int64 = 20
    static let channels = ["east", "west"], classes = ["mage"]
    static let said = ["east", "west", "North", "mage", "Mage", ""]

    /// What is known of a player by its metrics, in the order in which they came.
    struct Standing {
        var level: Int64 = 0
        var date = Int64.min
        var journal: String?
        var channel = "", playerClass = ""
    }

    struct Reached {
        let level: Int64
        /// nil: its date is not believed.
        let day: Int64?
        let seconds: Int64
        let channel: String, playerClass: String
        /// On which it came.
        let came: Int64
    }

    let bench: ServiceBench
    let rules: ConsoleSettings
    let first: Int64
    private var random: ServiceTestRandom
    private var players: [(player: ServiceBench.Player, registered: Int64, top: Int64?, standing: Standing?, isGone: Bool)] = []
    private(set) var reached: [Reached] = []
    private var serial = 0

    var now: Int64 { bench.clock.epochMilliseconds() }
    var today: Int64 { rules.day(of: now) }

    init(seed: UInt64, zone: String = "+00:00", _ figures: JSONObject = [:]) throws {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        var own: JSONObject = [
            "utcTimeZone": .string(zone), "levelsMax": .integer(Self.levelsMax), "channels": .array(Self.channels.map { .string($0) }),
            "classes": .array(Self.classes.map { .string($0) }),
        ]
        for (key, value) in figures.members { own[key] = value }
        settings["figures"] = .object(own)
        bench = try ServiceBench(settings: .object(settings), seed: seed)
        rules = try ConsoleSettings(json: .object(settings))
        random = ServiceTestRandom(seed: seed)
        first = rules.day(of: bench.clock.epochMilliseconds())
    }

    func pick(_ below: Int) -> Int { Int(random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % UInt32(below)) }

    func play(days: Int) throws {
        for _ in 0..<days {
            if pick(3) > 0 { try join() }
            for place in players.indices where !players[place].isGone && pick(3) == 0 {
                for _ in 0...pick(2) { try report(place) }
                if pick(40) == 0 { try leave(place) }
            }
            bench.clock.advance(Self.day / 4 * Int64(1 + pick(6)))
        }
    }

    private func join() throws {
        let player = try bench.login("a-guest-secret-of-many-characters-\(players.count)")
        players.append((player, now, nil, nil, false))
    }

    private func leave(_ place: Int) throws {
        let player = try bench.login("a-guest-secret-of-many-characters-\(place)")
        #expect(bench.ask("gateway.withdraw", [:], token: player.token).message == "")
        players[place].isGone = true
    }

    /// A clock that is right, a little wrong, or not to be believed; or a device that was away.
    private func date(_ registered: Int64) -> Int64 {
        switch pick(12) {
        case 0: now + Self.day / 2
        case 1: now + 3 * Self.day
        case 2: registered - Self.day / 2
        case 3: registered - 2 * Self.day
        case 4, 5: now - Int64(pick(100)) * Self.day
        default: now
        }
    }

    /// A batch of one moment, by one of two journals of the device or by none; some batches come twice.
    private func report(_ place: Int) throws {
        let player = players[place]
        let journal = ["one", "two", nil][pick(3)], date = date(player.registered)
        var events: [JSON] = []
        for _ in 0...pick(5) {
            serial += 1
            let isUp = pick(4) > 0
            let level = pick(15) == 0 ? Int64(pick(500)) - 100 : (player.top ?? 0) + Int64(pick(4)) - 1
            var data: JSONObject = ["userLevel": .integer(level)]
            if pick(3) == 0 { data["channelId"] = .string(Self.said[pick(Self.said.count)]) }
            if pick(3) == 0 { data["classId"] = .string(Self.said[pick(Self.said.count)]) }
            events.append([
                "eventId": .string("event-\(serial)"), "type": isUp ? "levelUp" : "setUserMeta", "time": .integer(date),
                "userId": .string(player.player.userId), "data": .object(data),
            ])
            note(place, level, isUp: isUp, date, journal, data)
        }
        for turn in 0...pick(2) {
            // A token may have run out since.
            if turn == 0 { players[place].player = try bench.login("a-guest-secret-of-many-characters-\(place)") }
            let named: JSON = .string("\(place)-\(journal ?? "")")
            var query: JSONObject = ["events": .array(events)]
            if journal != nil { query["journal"] = ["name": named, "dropped": 0, "damaged": 0] }
            let reply = bench.ask("presence.sendEvents", .object(query), token: players[place].player.token)
            #expect(reply.body["accepted"] == .integer(turn == 0 ? Int64(events.count) : 0))
        }
    }

    private func note(_ place: Int, _ level: Int64, isUp: Bool, _ date: Int64, _ journal: String?, _ data: JSONObject) {
        let registered = players[place].registered
        let isLikely = date >= registered - Self.day && date <= now + Self.day
        let moment = min(date, now), day = rules.day(of: max(moment, registered))
        var standing = players[place].standing ?? Standing()
        if moment >= standing.date || journal != nil && journal == standing.journal {
            standing.level = level
            (standing.date, standing.journal) = (max(moment, standing.date), journal)
            standing.channel = data["channelId"]?.stringValue ?? standing.channel
            standing.playerClass = data["classId"]?.stringValue ?? standing.playerClass
        }
        players[place].standing = standing
        guard isUp, level > players[place].top ?? .min else { return }
        players[place].top = level
        reached.append(
            Reached(
                level: level, day: isLikely && day >= today - 92 ? day : nil, seconds: max(0, moment - registered) / 1000,
                channel: standing.channel, playerClass: standing.playerClass, came: today))
    }

    func ask(by: JSON? = nil, of days: ClosedRange<Int64>? = nil) -> JSON {
        let days = days ?? first...today
        var query: JSONObject = [
            "kind": "levels", "from": .string(FigureRange.text(days.lowerBound)), "to": .string(FigureRange.text(days.upperBound)),
        ]
        if let by { query["by"] = by }
        let reply = bench.console("figures", .object(query))
        #expect(reply.message == "")
        return reply.body
    }

    func standing(at level: Int64) -> Int { players.filter { !$0.isGone && $0.standing?.level == level }.count }

    /// Each level beside the list, of days of the list.
    func check(_ days: ClosedRange<Int64>) {
        let body = ask(of: days)
        let ups = days.map { day in Int64(reached.filter { $0.day == day }.count) }
        #expect(body["figures"]?["levelUps"]?.levelNumbers == ups)
        let unbelieved = days.map { day in Int64(reached.filter { $0.day == nil && $0.came == day }.count) }
        #expect(body["figures"]?["unbelieved"]?.levelNumbers == unbelieved)
        let levels = body["levels"]?.arrayValue ?? []
        for number in 0...Self.levelsMax {
            let level = levels.first { $0["level"] == .integer(number) }
            let all = reached.filter { $0.level == number }
            #expect(level?["reached"]?.int64Value ?? 0 == Int64(all.count), "level \(number)")
            #expect(level?["players"]?.int64Value ?? 0 == Int64(standing(at: number)), "level \(number)")
            check(level, all, days)
        }
        #expect(levels.allSatisfy { (0...Self.levelsMax).contains($0["level"]?.int64Value ?? -1) })
        check(body["others"], reached.filter { !(0...Self.levelsMax).contains($0.level) }, days)
    }

    private func check(_ found: JSON?, _ all: [Reached], _ days: ClosedRange<Int64>) {
        let own = all.filter { $0.day.map { days.contains($0) } ?? false }
        #expect(found?["levelUps"]?.int64Value ?? 0 == Int64(own.count))
        let limits: [Int64] = [3_600, 86_400, 259_200, 604_800, 2_592_000]
        let times = (0...limits.count).map { place in
            Int64(own.filter { one in (limits.firstIndex { one.seconds < $0 } ?? limits.count) == place }.count)
        }
        #expect(found?["times"]?.levelNumbers ?? times == times)
        let mean: JSON? = own.isEmpty ? .null : .integer(own.reduce(0) { $0 + $1.seconds } / Int64(own.count))
        #expect(found?["meanSeconds"] ?? .null == mean)
    }

    func checkParts(_ by: JSON, _ names: [String], _ named: (Reached) -> String) throws {
        let parts = try #require(ask(by: by)["parts"]?.arrayValue)
        var seen: [String?] = []
        for part in parts {
            let value = part["value"]?.stringValue
            seen.append(value)
            let own = reached.filter { one in
                let name = named(one)
                return (name.isEmpty || names.contains(name) ? name : nil) == value
            }
            let ups = (first...today).map { day in Int64(own.filter { $0.day == day }.count) }
            #expect(part["figures"]?["levelUps"]?.levelNumbers == ups, "\(by) \(value ?? "others")")
            for number in 0...Self.levelsMax {
                let level = part["levels"]?.arrayValue?.first { $0["level"] == .integer(number) }
                #expect(level?["reached"]?.int64Value ?? 0 == Int64(own.filter { $0.level == number }.count), "\(by) \(value ?? "others")")
            }
        }
        #expect(Set(seen) == Set(names + ["", nil]) && seen.count == names.count + 2)
    }
}

extension JSON {
    fileprivate var levelNumbers: [Int64]? { arrayValue?.map { $0.int64Value ?? .min } }
}

@Suite struct `Figures of levels` {
    @Test(arguments: [(UInt64(1), "+00:00"), (2, "+09:00"), (3, "-11:30")])
    func `count a member once at each level, on the day of the first metric that says so`(seed: UInt64, zone: String) throws {
        let world = try LevelWorld(seed: seed, zone: zone)
        try world.play(days: 130)
        #expect(world.reached.count > 300 && world.reached.contains { $0.day == nil } && world.reached.contains { $0.level < 0 })
        world.check(world.first...world.today)
        world.check(world.first + 20...world.first + 47)
        world.check(world.today - 1...world.today)
    }

    @Test(arguments: [UInt64(4), 5]) func `are divided by the channels and classes that the settings name, the others together`(
        seed: UInt64
    ) throws {
        let world = try LevelWorld(seed: seed)
        try world.play(days: 80)
        try world.checkParts("channel", LevelWorld.channels) { $0.channel }
        try world.checkParts("class", LevelWorld.classes) { $0.playerClass }
        let refused = world.bench.console("figures", ["kind": "levels", "by": "country"])
        #expect(refused.message.contains("channel, class"))
    }

    @Test func `are not told of the days that an earlier version did not count`() throws {
        let world = try LevelWorld(seed: 6)
        try world.play(days: 40)
        let raised = world.today, database = world.bench.database
        let before = Int64(world.reached.filter { $0.level == 3 }.count)
        // All sums are added up.
        _ = world.ask()
        try database.begin()
        _ = try database.run("DELETE FROM figures WHERE measure LIKE '%level%' OR measure LIKE '%class%' OR measure LIKE '%channel%'", [])
        for statement in Schema.levelsOfBefore { _ = try database.run(statement, []) }
        try database.commit()
        let body = world.ask()
        // Nobody may have sent a metric on the last days.
        let newest = try #require(try database.query("SELECT MAX(received_date) FROM analytics_events", []).first).integer(0)
        let since = Int(world.rules.day(of: newest) - world.first)
        let ups = try #require(body["figures"]?["levelUps"]?.arrayValue)
        #expect(ups.prefix(since).allSatisfy { $0.isNull } && ups.dropFirst(since).allSatisfy { $0 == 0 } && since > 20)
        #expect(body["levels"]?.arrayValue?.first { $0["level"] == 3 }?["reached"] == .integer(before))
        #expect(world.ask(by: "class")["parts"]?.arrayValue?.first?["figures"]?["levelUps"]?.arrayValue?.first == .null)
        world.bench.clock.advance(2 * LevelWorld.day)
        let from = world.reached.count
        try world.play(days: 20)
        let new = world.reached.dropFirst(from).filter { $0.day.map { $0 > raised } ?? false }
        let later = try #require(world.ask(of: raised + 1...world.today)["figures"]?["levelUps"]?.levelNumbers)
        #expect(later.reduce(0, +) == Int64(new.count) && !new.isEmpty)
    }

    @Test func `of one member who invents levels, channels and classes are few rows`() throws {
        let world = try LevelWorld(seed: 7, ["levelsMax": 10])
        let bench = world.bench, player = try bench.login("a guest secret of many characters")
        var accepted: Int64 = 0
        for batch in 0..<12 {
            let events: [JSON] = (0..<100).map { place in
                let number = Int64(batch * 100 + place)
                return [
                    "eventId": .string("event-\(number)"), "type": "levelUp", "time": .integer(bench.clock.epochMilliseconds()),
                    "userId": .string(player.userId),
                    "data": ["userLevel": .integer(number - 50), "channelId": .string("c\(number)"), "classId": .string("k\(number)")],
                ]
            }
            accepted += bench.ask("presence.sendEvents", ["events": .array(events)], token: player.token).body["accepted"]?.int64Value ?? 0
        }
        #expect(accepted == 1200)
        // The levels 0 to 10 and the others: what was reached and how long it took, in its channel and as its class.
        let rows = try bench.count("figures", "measure LIKE 'level%' OR measure LIKE 'c%Leveled' OR measure LIKE 'c%Reached'")
        #expect(rows <= 12 * 4 + 2)
        let body = world.ask()
        #expect(body["others"]?["levelUps"] == .integer(Analytics.namedLevelsOfMemberMax - 11))
        #expect(body["figures"]?["levelUps"]?.levelNumbers?.last == Analytics.namedLevelsOfMemberMax)
    }

    @Test func `are read in turns that keep nobody waiting, with every level, time, channel and class there is`() throws {
        let names = (0..<FigureSettings.namesMax).map { JSON.string("name-\($0)") }
        let world = try LevelWorld(seed: 9, ["levelsMax": .integer(FigureSettings.levelsMost), "channels": .array(names)])
        let database = world.bench.database, last = world.first, first = last - 30
        try database.begin()
        func fill(_ measure: String, _ values: Int, _ numbers: Range<Int>, _ days: ClosedRange<Int64>) throws {
            for value in 0..<values {
                let name = measure == "leveled" ? "\(value)" : measure == "levelSeconds" ? "" : "name-\(value)"
                _ = try database.run(
                    """
                    INSERT INTO figures (measure, dimension, value, number, unit, day, amount)
                    WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?),
                        d (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM d WHERE i < ?)
                    SELECT ?, '', ?, n.i, '', d.i, 1 FROM n, d
                    """,
                    [
                        .integer(Int64(numbers.lowerBound)), .integer(Int64(numbers.upperBound) - 1), .integer(days.lowerBound),
                        .integer(days.upperBound), .text(measure), .text(name),
                    ])
            }
        }
        let levels = -1..<Int(FigureSettings.levelsMost) + 1
        try fill("leveled", Figures.levelTimes.count + 1, levels, first...last)
        try fill("levelSeconds", 1, levels, first...last)
        try fill("channelLeveled", names.count, 0..<1, first...last)
        try fill("channelReached", names.count, levels, Figures.dayOfNow...Figures.dayOfNow)
        try database.commit()
        var longest: Int64 = 0, turns = 0
        _ = database.takeSteps()
        world.bench.turnTaken = { _, _ in (longest, turns) = (max(longest, database.takeSteps()), turns + 1) }
        let body = world.ask(of: first...last)
        #expect(body["levels"]?.arrayValue?.count == levels.count - 1 && body["others"]?["levelUps"] == .integer(6 * 31))
        #expect(body["figures"]?["levelUps"]?.levelNumbers?.allSatisfy { $0 == 6 * levels.count } == true)
        #expect(world.ask(by: "channel", of: first...last)["parts"]?.arrayValue?.count == names.count)
        print("levels of 31 full days: \(turns) turns of at most \(longest) steps")
        #expect(turns > 30 && longest > 1000 && longest <= Growth.stepsOfSliceMax)
    }

    @Test func `go on when the settings name other levels, channels and classes`() throws {
        let world = try LevelWorld(seed: 8)
        try world.play(days: 30)
        let read = try #require(world.bench.console("saveSettings").body["settings"]?.objectValue)
        var settings = read
        settings["figures"] = ["levelsMax": 2, "channels": ["west", "south"]]
        #expect(world.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        let body = world.ask()
        #expect(body["levels"]?.arrayValue?.allSatisfy { $0["level"]?.int64Value ?? 3 <= 2 } == true)
        let above = world.reached.filter { !(0...2).contains($0.level) && $0.day.map { $0 >= world.first } ?? false }
        #expect(body["others"]?["levelUps"] == .integer(Int64(above.count)))
        // What was counted by a name stays under it.
        let parts = try #require(world.ask(by: "channel")["parts"]?.arrayValue)
        #expect(Set(parts.map { $0["value"]?.stringValue }) == ["west", "south", "east", "", nil])
        for (figures, words) in [
            (["channels": ["*"]], "$.figures.channels[0]"), (["classes": ["a", ""]], "$.figures.classes[1]"),
            (["channels": .array((0...30).map { .string("c\($0)") })], "$.figures.channels"), (["levelsMax": 301], "$.figures.levelsMax"),
        ] as [(JSON, String)] {
            settings["figures"] = figures
            let refused = world.bench.console("loadSettings", ["settings": .object(settings)]).message
            #expect(refused.contains(words), "\(refused)")
        }
    }
}
