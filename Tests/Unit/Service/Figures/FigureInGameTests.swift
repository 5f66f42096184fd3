import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service

/// Players who tell where they are in the game, play and buy, beside a plain list of it.
private final class InGameWorld {
    static let dimensions = ["level", "channel", "class"]
    static let channels = ["east", "west"], classes = ["mage"], levelsMax: Int64 = 5
    static let said = ["east", "west", "north", "mage", "thief"]

    /// By dimension; missing where nothing is known.
    typealias Places = [String: String]

    struct Payment {
        let day: Int64
        let places: Places
        let isBack: Bool
        var isOfNewPayer = false
        /// The first of the player on that day, and ever.
        var isPayer = false, isNewPayer = false
    }

    private struct Known {
        var player: ServiceBench.Player
        let joined: Int64
        var places: Places = [:]
        /// Where it counts on each day that it played, and from then until it plays again.
        var days: [Int64: Places], behind: [Int64: Places] = [:]
        var firstPaid: Int64?
        var lastPaid: Int64?

        /// Where it is on a day that is the last of so many, on one of which it played.
        func place(_ dimension: String, _ day: Int64, of length: Int64) -> String? {
            if let places = days[day] { return places[dimension] }
            guard let last = days.keys.filter({ $0 < day }).max(), last > day - length else { return nil }
            return behind[last]?[dimension]
        }
    }

    let bench: ServiceBench
    private let rules: ConsoleSettings
    private var random: ServiceTestRandom
    private var players: [Known] = []
    private(set) var payments: [Payment] = []
    private var serial = 0
    let first: Int64

    var today: Int64 { rules.day(of: bench.clock.epochMilliseconds()) }

    init(seed: UInt64) throws {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["figures"] = [
            "levelsMax": .integer(Self.levelsMax), "channels": .array(Self.channels.map { .string($0) }),
            "classes": .array(Self.classes.map { .string($0) }),
        ]
        bench = try ServiceBench(settings: .object(settings), seed: seed)
        rules = try ConsoleSettings(json: .object(settings))
        random = ServiceTestRandom(seed: seed)
        first = rules.day(of: bench.clock.epochMilliseconds())
    }

    private func pick(_ below: Int) -> Int { Int(random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % UInt32(below)) }

    func play(days: Int) throws {
        for _ in 0..<days {
            for _ in 0..<pick(3) { try logIn(players.count) }
            for place in players.indices where pick(3) == 0 {
                try logIn(place)
                for _ in 0..<pick(3) { try act(place) }
            }
            bench.clock.advance(CalendarDay.dayMilliseconds * Int64(1 + pick(2)))
        }
    }

    private func logIn(_ place: Int) throws {
        let player = try bench.login("a-guest-secret-of-many-characters-\(place)")
        if place == players.count { players.append(Known(player: player, joined: today, days: [today: [:]])) }
        players[place].player = player
        if players[place].days[today] == nil { players[place].days[today] = players[place].places }
        players[place].behind[today] = players[place].places
    }

    private func act(_ place: Int) throws {
        switch pick(3) {
        case 0: try buy(place)
        default: try tell(place)
        }
    }

    private func tell(_ place: Int) throws {
        serial += 1
        let level = Int64(pick(8)), isUp = pick(2) == 0
        var data: JSONObject = ["userLevel": .integer(level)]
        var told: Places = ["level": level <= Self.levelsMax ? "\(level)" : "*"]
        for (key, dimension, names) in [("channelId", "channel", Self.channels), ("classId", "class", Self.classes)] where pick(3) == 0 {
            let name = Self.said[pick(Self.said.count)]
            data[key] = .string(name)
            told[dimension] = names.contains(name) ? name : "*"
        }
        let reply = bench.ask(
            "presence.sendEvents",
            [
                "events": [
                    [
                        "eventId": .string("event-\(serial)"), "type": isUp ? "levelUp" : "setUserMeta",
                        "time": .integer(bench.clock.epochMilliseconds()), "userId": .string(players[place].player.userId),
                        "data": .object(data),
                    ]
                ]
            ], token: players[place].player.token)
        #expect(reply.body["accepted"] == 1)
        for (dimension, value) in told {
            // The day on which something is told for the first time counts there.
            if players[place].places[dimension] == nil { players[place].days[today]?[dimension] = value }
            players[place].places[dimension] = value
        }
        players[place].behind[today] = players[place].places
    }

    private func buy(_ place: Int) throws {
        serial += 1
        let player = players[place]
        let seq = try bench.buy(player.player, "gem", requestId: "buy-\(serial)")["paymentSeq"] ?? nil
        var payment = Payment(day: today, places: player.places, isBack: false)
        payment.isOfNewPayer = (player.firstPaid ?? today) == today
        payment.isPayer = player.lastPaid != today
        payment.isNewPayer = player.firstPaid == nil
        payments.append(payment)
        (players[place].firstPaid, players[place].lastPaid) = (player.firstPaid ?? today, today)
        if pick(4) == 0 {
            #expect(bench.console("refund", ["paymentSeq": seq, "kind": "REFUND"]).message == "")
            payments.append(Payment(day: today, places: player.places, isBack: true))
        }
    }

    func ask(_ kind: JSON, by: String) throws -> [JSON] {
        let reply = bench.console(
            "figures",
            ["kind": kind, "by": .string(by), "from": .string(FigureRange.text(first)), "to": .string(FigureRange.text(today))])
        #expect(reply.message == "")
        return try #require(reply.body["parts"]?.arrayValue)
    }

    func values(_ dimension: String) -> Set<String> {
        Set(players.flatMap { $0.days.values.compactMap { $0[dimension] } })
    }

    func checkMembers(_ dimension: String) throws {
        let parts = try ask("members", by: dimension)
        #expect(Set(parts.map { $0["value"]?.stringValue ?? "*" }) == values(dimension).union(["*"]))
        for part in parts {
            let value = part["value"]?.stringValue ?? "*"
            let active = (first...today).map { day in Int64(players.count { $0.days[day]?[dimension] == value }) }
            #expect(part["figures"]?["active"]?.numbers == active, "\(dimension) \(value)")
            let new = (first...today).map { day in Int64(players.count { $0.joined == day && $0.days[day]?[dimension] == value }) }
            #expect(part["figures"]?["new"]?.numbers == new, "\(dimension) \(value)")
            for (name, length) in [("active7", Int64(7)), ("active30", 30)] {
                let seen = (first...today).map { day in Int64(players.count { $0.place(dimension, day, of: length) == value }) }
                #expect(part["figures"]?[name]?.numbers == seen, "\(name) of \(dimension) \(value)")
            }
        }
    }

    func checkMoney(_ dimension: String) throws {
        let parts = try ask("money", by: dimension), paid = Set(payments.compactMap { $0.places[dimension] })
        #expect(Set(parts.map { $0["value"]?.stringValue ?? "*" }) == paid && paid.count > 1)
        for part in parts {
            let value = part["value"]?.stringValue ?? "*", currency = part["currencies"]?.arrayValue?.first
            func count(_ isIt: (Payment) -> Bool) -> [Int64] {
                (first...today).map { day in
                    Int64(payments.count { $0.day == day && $0.places[dimension] == value && isIt($0) })
                }
            }
            func cents(_ texts: JSON?) -> [Int64] {
                texts?.arrayValue?.map { Int64($0.stringValue?.filter { $0 != "." } ?? "") ?? -1 } ?? []
            }
            #expect(currency?["payments"]?.numbers == count { !$0.isBack }, "\(dimension) \(value)")
            #expect(currency?["refunds"]?.numbers == count { $0.isBack }, "\(dimension) \(value)")
            #expect(cents(currency?["amounts"]) == count { !$0.isBack }.map { $0 * 99 }, "\(dimension) \(value)")
            #expect(cents(currency?["newPayerAmounts"]) == count { $0.isOfNewPayer }.map { $0 * 99 }, "\(dimension) \(value)")
            #expect(part["payers"]?.numbers == count { $0.isPayer }, "\(dimension) \(value)")
            #expect(part["newPayers"]?.numbers == count { $0.isNewPayer }, "\(dimension) \(value)")
            let active = (first...today).map { day in Int64(players.count { $0.days[day]?[dimension] == value }) }
            #expect(part["active"]?.numbers == active, "\(dimension) \(value)")
        }
    }
}

@Suite struct `Figures by level, channel and class` {
    @Test(arguments: [UInt64(1), 2, 3]) func `are those of the members whose metrics said so, from the day on which they did`(
        seed: UInt64
    ) throws {
        let world = try InGameWorld(seed: seed)
        try world.play(days: 60)
        for dimension in InGameWorld.dimensions {
            #expect(world.values(dimension).count > 1)
            try world.checkMembers(dimension)
            try world.checkMoney(dimension)
        }
    }

    @Test func `are not counted of a game that tells none`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login("a guest secret of many characters")
        _ = try bench.buy(player, "gem", requestId: "r")
        #expect(bench.console("figures", ["kind": "money", "by": "level"]).body["parts"] == [])
        #expect(try bench.count("figures", "dimension IN ('level', 'channel', 'class')") == 0)
    }
}
