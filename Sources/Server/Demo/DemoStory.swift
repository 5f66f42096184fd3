import Codecs
import Messages

/// What players and operators do in the month.
struct DemoStory {
    private let service: DemoService
    private let clock: DemoClock
    private let month: DemoMonth
    private let catalogue: [JSON]
    private var dice = DemoDice(seed: 20_000)
    private var players: [DemoPlayer] = []
    private var logIns = 0
    private var payments: [String] = []
    private var reserved = 0
    private var crowdBefore = 0.0
    private var pushes = 0

    /// So many log in at once: their requests share commits, and the clock goes on between them.
    private static let crowd = 256
    /// When people play, by hour.
    private static let hours: [Double] = [5, 3, 2, 1, 1, 1, 2, 4, 6, 5, 5, 6, 9, 8, 6, 6, 7, 8, 10, 12, 14, 15, 13, 9]
    private static let maintainedHour = 3
    private static let minutesPlayed = 17.0
    /// Releases: on their first day a third changes over, and everybody before long.
    private static let versions: [(day: Int, name: String)] = [(0, "1.0.0"), (8, "1.1.0"), (21, "1.2.0")]

    init(_ service: DemoService, _ clock: DemoClock, _ month: DemoMonth, catalogue: [JSON]) {
        (self.service, self.clock, self.month) = (service, clock, month)
        self.catalogue = catalogue.filter { $0["active"]?.boolValue != false }
    }

    var summary: String { "\(players.count { !$0.userId.isEmpty }) players, \(logIns) log-ins, \(payments.count) payments" }

    mutating func play() throws(HomeFailure) {
        let arrivals = arrivals()
        for day in 0..<Demo.days {
            var crowds = [[Int]](repeating: [], count: 24)
            for place in players.indices where comes(place, day) { crowds[dice.pick(Self.hours)].append(place) }
            for _ in 0..<arrivals[day] {
                crowds[dice.pick(Self.hours)].append(players.count)
                players.append(DemoPlayer(joinedDay: day, version: version(on: day), &dice))
            }
            for hour in 0..<24 {
                // What today has not seen yet did not happen.
                guard month.date(day, hour: hour + 1) <= month.now else { break }
                if try isMaintained(day, hour) {
                    // Who would have come comes behind it.
                    crowds[hour + 1] += crowds[hour]
                    crowds[hour] = []
                }
                try play(crowds[hour], day, hour)
                try connect(crowds[hour], day, hour)
            }
            try operate(day)
        }
        clock.move(to: month.now)
    }

    /// New players by day: many at the release, more at weekends, and a campaign in the third week.
    private func arrivals() -> [Int] {
        let weights = (0..<Demo.days).map { day -> Double in
            let weekend = [1.35, 1.3, 1, 0.9, 0.9, 0.95, 1.15][Int((month.date(day, hour: 12) / DemoMonth.dayMilliseconds + 5) % 7)]
            let campaign = (16...19).contains(day) ? 1.7 : 1
            return weekend * campaign * (1 + 2.4 / Double(day + 1))
        }
        let whole = weights.reduce(0, +)
        return weights.map { Int($0 / whole * Double(Demo.players)) }
    }

    private mutating func comes(_ place: Int, _ day: Int) -> Bool {
        let player = players[place]
        return !player.isGone && !player.userId.isEmpty && dice.falls(player.chance(after: max(1, day - player.joinedDay)))
    }

    /// A release begins with a maintenance of an hour, at night.
    private func isMaintained(_ day: Int, _ hour: Int) throws(HomeFailure) -> Bool {
        guard hour == Self.maintainedHour || hour == Self.maintainedHour + 1, Self.versions.dropFirst().contains(where: { $0.day == day })
        else { return false }
        clock.move(to: month.date(day, hour: hour))
        let isIt = hour == Self.maintainedHour
        let end = ISO8601.text(epochMilliseconds: month.date(day, hour: hour + 1))
        try service.operate(.consoleSetMaintenance, ["maintenance": isIt ? ["endDate": .string(end)] : .null])
        return isIt
    }

    private func version(on day: Int) -> String { Self.versions.last { $0.day <= day }?.name ?? "1.0.0" }

    // MARK: Playing

    private mutating func play(_ whole: [Int], _ day: Int, _ hour: Int) throws(HomeFailure) {
        var rest = whole[...]
        let start = month.date(day, hour: hour)
        var bought: [(wish: Wish, receipt: JSON)] = []
        while !rest.isEmpty {
            let crowd = Array(rest.prefix(Self.crowd))
            let done = whole.count - rest.count
            clock.move(to: start + DemoMonth.hourMilliseconds * Int64(done) / Int64(whole.count))
            rest = rest.dropFirst(crowd.count)
            try logIn(crowd, day)
            try receivePushes(crowd.filter { !players[$0].deviceKey.isEmpty && players[$0].pushes < pushes })
            let wishes = wishes(crowd.filter { players[$0].isPayer && dice.falls(0.22) })
            let others =
                registrations(crowd.filter { players[$0].joinedDay == day && dice.falls(0.6) })
                + lanterns(crowd.filter { players[$0].level == 1 && dice.falls(0.03) }) + levelUps(crowd)
            let bodies = try service.ask(others + purchases(wishes)).dropFirst(others.count)
            bought += zip(wishes, bodies).map { (wish: $0, receipt: $1["receipt"] ?? .null) }
        }
        try consume(bought, leaving: whole.filter { _ in dice.falls(0.0015) })
    }

    /// A server would have said so of each minute: who logs in plays for a while, many into the next hour.
    private mutating func connect(_ crowd: [Int], _ day: Int, _ hour: Int) throws(HomeFailure) {
        let count = crowd.count
        let minute = month.date(day, hour: hour) / 60_000
        // The last minute of the hour has come, and the first is not an hour ago.
        clock.move(to: month.date(day, hour: hour) + DemoMonth.hourMilliseconds - 1)
        var counts: [JSON] = []
        for place in 0..<Int64(60) {
            // Log-ins go over from those of the hour before.
            let logIns = crowdBefore + (Double(count) - crowdBefore) * Double(place) / 60
            let players = Int64(logIns * Self.minutesPlayed / 60 * (0.9 + 0.2 * dice.part()))
            if players > 0 { counts.append(["minute": .integer(minute + place), "players": .integer(players)]) }
        }
        crowdBefore = Double(count)
        guard !counts.isEmpty else { return }
        _ = try service.ask(
            [DemoService.request(.carrierPlayers, "", ["server": 0, "counts": .array(counts)], origin: .carrier)])
        // Parts come in their order.
        for (part, start) in stride(from: 0, to: crowd.count, by: Limit.playersInReport).enumerated() {
            let users: [JSON] = crowd[start..<min(start + Limit.playersInReport, crowd.count)].map { place in
                let minutes = Int64(Self.minutesPlayed * (0.5 + dice.part()))
                return ["userId": .string(players[place].userId), "minutes": .integer(minutes)]
            }
            let parameters: JSON = [
                "server": 0, "counts": [], "minute": .integer(minute), "part": .integer(Int64(part)), "users": .array(users),
            ]
            _ = try service.ask([DemoService.request(.carrierPlayers, "", parameters, origin: .carrier)])
        }
    }

    private mutating func logIn(_ crowd: [Int], _ day: Int) throws(HomeFailure) {
        for place in crowd where dice.falls(0.35) { players[place].version = version(on: day) }
        let bodies = try service.ask(crowd.map { players[$0].logIn })
        for (place, body) in zip(crowd, bodies) {
            players[place].userId = body["member"]?["userId"]?.stringValue ?? ""
            players[place].token = body["token"]?["accessToken"]?.stringValue ?? ""
        }
        logIns += crowd.count
    }

    /// Devices that may be sent pushes.
    private mutating func registrations(_ crowd: [Int]) -> [Request] {
        crowd.map { place in
            players[place].deviceKey = dice.word()
            let player = players[place]
            let offset = ["JP": 540, "KR": 540, "TW": 480, "DE": 60, "FR": 60, "BR": -180][player.country] ?? -300
            return DemoService.request(
                .pushRegister, player.token,
                [
                    "deviceKey": .string(player.deviceKey), "pushEnabled": true, "adAgreement": .bool(dice.falls(0.5)),
                    "adAgreementNight": false, "languageCode": .string(player.language), "deviceCountryCode": .string(player.country),
                    "offsetMinutes": .integer(Int64(offset)),
                ])
        }
    }

    /// The game shows what has come while it was away; some players click it.
    private mutating func receivePushes(_ crowd: [Int]) throws(HomeFailure) {
        let received = try service.ask(
            crowd.map { DemoService.request(.pushReceive, players[$0].token, ["deviceKey": .string(players[$0].deviceKey)]) })
        var told: [Request] = []
        for (place, body) in zip(crowd, received) {
            players[place].pushes = pushes
            guard let newest = body["messages"]?.arrayValue?.last else { continue }
            let token = body["token"] ?? .null
            told.append(
                DemoService.request(.pushAcknowledge, players[place].token, ["token": token, "seq": newest["seq"] ?? .null]))
            guard dice.falls(0.18) else { continue }
            told.append(
                DemoService.request(.pushClicked, players[place].token, ["token": token, "messageId": newest["id"] ?? .null]))
        }
        _ = try service.ask(told)
    }

    /// What a game keeps of its players in the datastore.
    private mutating func lanterns(_ crowd: [Int]) -> [Request] {
        let colours = ["amber", "jade", "crimson", "indigo"]
        return crowd.map { place in
            let fields: JSON = [
                "colour": .string(colours[dice.pick([4, 3, 2, 1])]), "oil": .integer(Int64(dice.next() % 100)),
                "owner": .string(players[place].userId), "isLit": .bool(dice.falls(0.7)),
            ]
            return DemoService.request(.objectsCreate, "", ["className": "Lantern", "fields": fields])
        }
    }

    private mutating func levelUps(_ crowd: [Int]) -> [Request] {
        var requests: [Request] = []
        for place in crowd {
            var events: [JSON] = []
            let steps = dice.pick([(0, 4), (1, 4), (2, 1), (3, players[place].level < 5 ? 3 : 0)])
            for _ in 0..<steps {
                players[place].level += 1
                events.append(levelUp(players[place]))
            }
            guard !events.isEmpty else { continue }
            requests.append(
                DemoService.request(
                    .sendEvents, players[place].token, ["events": .array(events), "journal": ["name": "demo", "dropped": 0, "damaged": 0]]))
        }
        return requests
    }

    private mutating func levelUp(_ player: DemoPlayer) -> JSON {
        [
            "eventId": .string(dice.word()), "type": "levelUp", "time": .integer(clock.epochMilliseconds()),
            "userId": .string(player.userId),
            "data": [
                "userLevel": .integer(player.level), "channelId": .string(player.country == "JP" ? "east" : "west"),
                "classId": .string(player.playerClass),
            ],
        ]
    }

    // MARK: Buying

    private typealias Wish = (token: String, product: String)

    private mutating func wishes(_ crowd: [Int]) -> [Wish] {
        var wishes: [Wish] = []
        for place in crowd {
            if let product = players[place].product(of: catalogue, &dice) { wishes.append((players[place].token, product)) }
        }
        return wishes
    }

    /// The SANDBOX store takes each at once.
    private mutating func purchases(_ wishes: [Wish]) -> [Request] {
        reserved += wishes.count
        return wishes.enumerated().map { (place, wish) in
            DemoService.request(
                .purchaseReserve, wish.token,
                [
                    "requestId": .string("demo-\(reserved - place)"), "storeCode": "SANDBOX", "gamebaseProductId": .string(wish.product),
                    "atOnce": true,
                ])
        }
    }

    /// Some players withdraw behind it.
    private mutating func consume(_ bought: [(wish: Wish, receipt: JSON)], leaving: [Int]) throws(HomeFailure) {
        payments += bought.compactMap { $0.receipt["paymentSeq"]?.stringValue }
        let used = bought.filter { $0.receipt["productType"] == "CONSUMABLE" }
        for place in leaving { players[place].isGone = true }
        _ = try service.ask(
            used.map { (wish, receipt) in
                DemoService.request(
                    .purchaseConsume, wish.token,
                    ["paymentSeq": receipt["paymentSeq"] ?? .null, "accessToken": receipt["purchaseToken"] ?? .null])
            } + leaving.map { DemoService.request(.withdraw, players[$0].token, [:]) })
    }

    // MARK: Operating

    /// What the people who run the game do on a day: money back, bans, and a push a week.
    private mutating func operate(_ day: Int) throws(HomeFailure) {
        // The SANDBOX store's renewals are entered when somebody asks for the player's payments: on their own day, not on the last one.
        for player in players where player.isSubscriber && !player.isGone {
            try service.operate(.consolePayments, ["userId": .string(player.userId)])
        }
        for _ in 0..<2 where payments.count > 20 && dice.falls(0.6) {
            let payment = payments.remove(at: Int(dice.next() % UInt64(payments.count)))
            try service.operate(.consoleRefund, ["paymentSeq": .string(payment), "kind": "REFUND"])
        }
        if dice.falls(0.5) {
            let place = Int(dice.next() % UInt64(players.count))
            if !players[place].isGone, !players[place].userId.isEmpty {
                players[place].isGone = true
                try service.operate(
                    .consoleBan, ["userId": .string(players[place].userId), "banType": "PERMANENT", "message": "You have cheated"])
            }
        }
        if day % 7 == 5 {
            pushes += 1
            try service.operate(
                .consoleSendPush, ["title": "Festival of lanterns", "body": "Twice the oil until Sunday", "advertisement": false])
        }
    }
}
