import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service
@testable import Storage

/// What happened, without any sum: each member's days of play, its payments and its end.
private struct Played {
    var joined: Int64
    var days: Set<Int64>
    var country: String
    var withdrawn: Int64?
    /// Day, currency, cents, and whether it came back.
    var payments: [(day: Int64, isBack: Bool)] = []
}

/// A game over months, played through the service's own requests beside a plain list of what was played.
private final class FigureWorld {
    static let day = CalendarDay.dayMilliseconds
    static let countries = ["JP", "KR", "US", "jp", "Atlantis", ""]

    let bench: ServiceBench
    var random: ServiceTestRandom
    var members: [(player: ServiceBench.Player, played: Played)] = []
    /// Withdrawn ones stay in the figures of the past.
    var today: Int64
    private var serial = 0

    init(seed: UInt64, zone: String = "+00:00") throws {
        var settings = try #require(ServiceBench.shopSettings.objectValue)
        settings["figures"] = ["utcTimeZone": .string(zone)]
        bench = try ServiceBench(settings: .object(settings), seed: seed)
        random = ServiceTestRandom(seed: seed)
        today = try ConsoleSettings(json: .object(settings)).day(of: bench.clock.epochMilliseconds())
    }

    func pick(_ below: Int) -> Int { Int(random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % UInt32(below)) }

    func join() throws {
        let country = Self.countries[pick(Self.countries.count)]
        let player = try logIn("a-guest-secret-of-many-characters-\(members.count)", country)
        members.append((player, Played(joined: today, days: [today], country: country)))
    }

    func logIn(_ secret: String, _ country: String) throws -> ServiceBench.Player {
        let reply = bench.ask(
            "gateway.idPLogin",
            ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": ["deviceCountryCode": .string(country)]])
        #expect(reply.message == "")
        return ServiceBench.Player(
            userId: try #require(reply.body["member"]?["userId"]?.stringValue),
            token: try #require(reply.body["token"]?["accessToken"]?.stringValue))
    }

    func play(_ place: Int) throws {
        members[place].player = try logIn("a-guest-secret-of-many-characters-\(place)", members[place].played.country)
        members[place].played.days.insert(today)
    }

    /// A metric of a day that is over: the device was away.
    func report(_ place: Int, daysAgo: Int64) throws {
        let day = today - daysAgo
        guard day >= members[place].played.joined else { return }
        try play(place)
        serial += 1
        let date = bench.clock.epochMilliseconds() - daysAgo * Self.day
        let reply = bench.ask(
            "presence.sendEvents",
            [
                "events": [
                    [
                        "eventId": .string("late-\(serial)"), "type": "levelUp", "time": .integer(date),
                        "userId": .string(members[place].player.userId), "data": ["userLevel": 3],
                    ]
                ]
            ], token: members[place].player.token)
        #expect(reply.body["accepted"] == 1)
        members[place].played.days.insert(day)
    }

    func buy(_ place: Int) throws {
        try play(place)
        serial += 1
        let seq = try bench.buy(members[place].player, "gem", requestId: "buy-\(serial)")["paymentSeq"] ?? nil
        members[place].played.payments.append((today, false))
        if pick(4) == 0 {
            #expect(bench.console("refund", ["paymentSeq": seq, "kind": "REFUND"]).message == "")
            members[place].played.payments.append((today, true))
        }
    }

    func withdraw(_ place: Int) throws {
        try play(place)
        #expect(bench.ask("gateway.withdraw", [:], token: members[place].player.token).message == "")
        members[place].played.withdrawn = today
    }

    func pass(days: Int64) {
        bench.clock.advance(days * Self.day)
        today += days
    }

    /// - Parameter lateMax: metrics come at most so many days late.
    func play(days: Int, lateMax: Int = 91) throws {
        for _ in 0..<days {
            for _ in 0..<pick(4) { try join() }
            for place in members.indices where members[place].played.withdrawn == nil {
                switch pick(20) {
                case 0..<5: try play(place)
                case 5: try report(place, daysAgo: Int64(pick(lateMax + 1)))
                case 6: try buy(place)
                case 7 where pick(8) == 0: try withdraw(place)
                default: break
                }
            }
            pass(days: pick(10) == 0 ? Int64(1 + pick(40)) : 1)
        }
    }

    static func text(_ day: Int64) -> JSON { .string(FigureRange.text(day)) }
}

extension JSON {
    var numbers: [Int64] { arrayValue?.map { $0.int64Value ?? .min } ?? [] }
}

/// What figures must say of what was played.
private struct FigureTruth {
    let bench: ServiceBench
    let members: [Played]
    var first: Int64
    let last: Int64

    var days: ClosedRange<Int64> { first...last }
    var query: JSONObject { ["from": FigureWorld.text(first), "to": FigureWorld.text(last)] }

    init(_ world: FigureWorld) {
        (bench, members, first, last) = (world.bench, world.members.map { $0.played }, world.today - 200, world.today)
    }

    init(_ bench: ServiceBench, _ members: [Played], last: Int64) {
        (self.bench, self.members, first, self.last) = (bench, members, last - 200, last)
    }

    func ask(_ kind: JSON, by: JSON? = nil) throws -> JSON {
        var query = query
        query["kind"] = kind
        if let by { query["by"] = by }
        let reply = bench.console("figures", .object(query))
        #expect(reply.message == "")
        return reply.body
    }

    func count(_ isIt: (Played, Int64) -> Bool) -> [Int64] { days.map { day in Int64(members.filter { isIt($0, day) }.count) } }

    static func seen(_ member: Played, _ from: Int64, _ to: Int64) -> Bool { member.days.contains { $0 >= from && $0 <= to } }

    static func firstPaid(_ member: Played) -> Int64? { member.payments.first { !$0.isBack }?.day }

    func checkMembers() throws {
        let figures = try #require(try ask("members")["figures"])
        #expect(figures["new"]?.numbers == count { $0.joined == $1 })
        #expect(figures["active"]?.numbers == count { $0.days.contains($1) })
        #expect(figures["active7"]?.numbers == count { Self.seen($0, $1 - 6, $1) })
        #expect(figures["active30"]?.numbers == count { Self.seen($0, $1 - 29, $1) })
        #expect(figures["total"]?.numbers == count { $0.joined <= $1 })
        #expect(figures["withdrawn"]?.numbers == count { $0.withdrawn == $1 })
        #expect(figures["joinedAndWithdrawn"]?.numbers == count { $0.withdrawn == $1 && $0.joined == $1 })
        #expect(figures["returning"]?.numbers == count { $0.days.contains($1) && $0.joined != $1 && !Self.seen($0, $1 - 8, $1 - 1) })
        #expect(figures["lapsed"]?.numbers == count { $0.days.contains($1 - 8) && !Self.seen($0, $1 - 7, $1 - 1) })
        #expect(figures["payers"]?.numbers == count { member, day in member.payments.contains { $0.day == day && !$0.isBack } })
    }

    /// Of the seven days up to each: on how many of them, how many in a row up to the last, and how many in a row at most.
    /// - Parameter unknown: so many of the first days need not be known.
    func checkFrequency(unknown: Int = 0) throws {
        let figures = try #require(try ask("frequency")["figures"]?.objectValue)
        var wanted: [String: [Int64]] = [:]
        for (name, counts) in [("visits", 1...7), ("consecutive", 0...7), ("longest", 1...7)] {
            for count in counts { wanted["\(name)\(count)"] = [Int64](repeating: 0, count: days.count) }
        }
        for (place, day) in days.enumerated() {
            for member in members {
                let played = (day - 6...day).map { member.days.contains($0) }
                if !played.contains(true) { continue }
                var (runs, run) = ([0], 0)
                for isThere in played {
                    run = isThere ? run + 1 : 0
                    runs.append(run)
                }
                wanted["visits\(played.count { $0 })"]?[place] += 1
                wanted["consecutive\(run)"]?[place] += 1
                wanted["longest\(runs.max() ?? 0)"]?[place] += 1
            }
        }
        #expect(figures.members.count == wanted.count)
        for (name, counts) in wanted {
            let found = figures[name]?.arrayValue ?? []
            #expect(zip(found, counts).prefix(unknown).allSatisfy { $0.isNull || $0.int64Value == $1 }, "\(name)")
            #expect(found.dropFirst(unknown).map { $0.int64Value } == counts.dropFirst(unknown).map { $0 }, "\(name)")
        }
    }

    /// The parts are those of the members who have their value, and together the whole.
    func checkParts() throws {
        let figures = try #require(try ask("members")["figures"])
        let parts = try #require(try ask("members", by: "country")["parts"]?.arrayValue)
        #expect(Set(parts.map { $0["value"]?.stringValue ?? "others" }) == ["JP", "KR", "US", "", "others"])
        for name in ["new", "active", "active7", "active30"] {
            let sums = (0..<days.count).map { place in parts.reduce(0) { $0 + ($1["figures"]?[name]?.numbers[place] ?? 0) } }
            #expect(figures[name]?.numbers == sums, "\(name)")
        }
        for part in parts {
            let name = part["value"]?.stringValue, others: Set = ["jp", "Atlantis"]
            let own = members.filter { (others.contains($0.country) ? nil : $0.country) == name }
            let active = days.map { day in Int64(own.filter { $0.days.contains(day) }.count) }
            #expect(part["figures"]?["active"]?.numbers == active, "\(name ?? "others")")
            let month = days.map { day in Int64(own.filter { Self.seen($0, day - 29, day) }.count) }
            #expect(part["figures"]?["active30"]?.numbers == month, "\(name ?? "others")")
        }
    }

    /// Each member once in each week or month; those who were there in the one before, too, and those who were not.
    func checkPeriods(_ kind: JSON, _ period: Figures.Period) throws {
        let found = try ask(kind), figures = try #require(found["figures"])
        var wanted: [(from: Int64, to: Int64)] = []
        var day = period.first(of: first)
        while day <= last {
            wanted.append((day, period.next(after: day) - 1))
            day = period.next(after: day)
        }
        #expect(
            found["periods"]?.arrayValue?.map { [$0["from"] ?? nil, $0["to"] ?? nil] }
                == wanted.map { [FigureWorld.text($0.from), FigureWorld.text($0.to)] })
        func count(_ isIt: (Played, (from: Int64, to: Int64), (from: Int64, to: Int64)) -> Bool) -> [Int64] {
            wanted.map { one in
                let before = (from: period.first(of: one.from - 1), to: one.from - 1)
                return Int64(members.filter { isIt($0, one, before) }.count)
            }
        }
        func isIn(_ member: Played, _ one: (from: Int64, to: Int64)) -> Bool { Self.seen(member, one.from, one.to) }
        #expect(figures["new"]?.numbers == count { member, one, _ in (one.from...one.to).contains(member.joined) })
        #expect(figures["active"]?.numbers == count { member, one, _ in isIn(member, one) })
        #expect(figures["continuous"]?.numbers == count { isIn($0, $1) && isIn($0, $2) })
        #expect(figures["returning"]?.numbers == count { isIn($0, $1) && !isIn($0, $2) && $0.joined < $1.from })
        #expect(
            figures["withdrawn"]?.numbers
                == count { member, one, _ in member.withdrawn.map { (one.from...one.to).contains($0) } ?? false })
        func paid(_ member: Played, _ one: (from: Int64, to: Int64)) -> Bool {
            member.payments.contains { !$0.isBack && (one.from...one.to).contains($0.day) }
        }
        #expect(figures["payers"]?.numbers == count { member, one, _ in paid(member, one) })
        #expect(
            figures["newPayers"]?.numbers
                == count { member, one, _ in Self.firstPaid(member).map { (one.from...one.to).contains($0) } ?? false })
        let lapsed = count { !isIn($0, $1) && isIn($0, $2) }
        for (place, one) in wanted.enumerated() {
            let wanted: JSON = one.to >= last ? .null : .integer(lapsed[place])
            #expect(figures["lapsed"]?.arrayValue?[place] == wanted)
        }
    }

    private func stays(_ members: [Played], _ agesMax: Int64) -> [[Int64]] {
        days.map { day in
            (0...min(last - day, agesMax)).map { age in
                Int64(members.filter { $0.joined == day && $0.days.contains(day + age) }.count)
            }
        }
    }

    func checkRetention() throws {
        let cohorts = try #require(try ask("retention")["cohorts"]?.arrayValue)
        #expect(cohorts.map { $0["active"]?.numbers ?? [] } == stays(members, Figures.agesMax))
        #expect(cohorts.map { $0["new"]?.int64Value } == count { $0.joined == $1 })
    }

    func checkRetentionParts() throws {
        for part in try #require(try ask("retention", by: "country")["parts"]?.arrayValue) {
            guard let name = part["value"]?.stringValue else { continue }
            #expect(
                part["cohorts"]?.arrayValue?.map { $0["active"]?.numbers ?? [] }
                    == stays(members.filter { $0.country == name }, Figures.dividedAgesMax), "\(name)")
        }
    }

    private static func text(_ cents: Int) -> String {
        cents == 0 ? "0" : "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(abs(cents) % 100 < 10 ? "0" : "")\(abs(cents) % 100)"
    }

    private func paid(_ members: [Played], _ isBack: Bool) -> [Int64] {
        days.map { day in Int64(members.reduce(0) { $0 + $1.payments.filter { $0.day == day && $0.isBack == isBack }.count }) }
    }

    func checkMoney() throws {
        let money = try ask("money")
        let currency = try #require(money["currencies"]?.arrayValue?.first)
        #expect(money["currencies"]?.arrayValue?.count == 1 && currency["currency"] == "USD")
        #expect(currency["payments"]?.numbers == paid(members, false))
        #expect(currency["refunds"]?.numbers == paid(members, true))
        #expect(currency["amounts"]?.arrayValue?.map { $0.stringValue } == paid(members, false).map { Self.text(Int($0) * 99) })
        #expect(currency["refundedAmounts"]?.arrayValue?.map { $0.stringValue } == paid(members, true).map { Self.text(Int($0) * 99) })
        #expect(money["newPayers"]?.numbers == count { Self.firstPaid($0) == $1 })
        #expect(money["payers"]?.numbers == count { member, day in member.payments.contains { $0.day == day && !$0.isBack } })
        let byNew = days.map { day in
            members.reduce(0) { sum, member in
                Self.firstPaid(member) == day ? sum + member.payments.count { $0.day == day && !$0.isBack } : sum
            }
        }
        #expect(currency["newPayerAmounts"]?.arrayValue?.map { $0.stringValue } == byNew.map { Self.text($0 * 99) })
        let delays = try ask("firstPurchase")
        let firsts = members.count { Self.firstPaid($0).map { days.contains($0) } ?? false }
        #expect(delays["products"] == (firsts == 0 ? [] : [["product": "gem", "payers": .integer(Int64(firsts))]]))
        #expect(delays["otherProducts"] == 0)
        let wanted = (0..<Figures.delayMax).map { delay in
            Int64(members.filter { member in Self.firstPaid(member).map { $0 - member.joined == delay } ?? false }.count)
        }
        #expect(delays["delays"]?.numbers == wanted)
    }

    func checkMoneyParts() throws {
        for part in try #require(try ask("money", by: "country")["parts"]?.arrayValue) {
            guard let name = part["value"]?.stringValue else { continue }
            let own = members.filter { $0.country == name }
            #expect(part["currencies"]?.arrayValue?.first?["payments"]?.numbers == paid(own, false), "\(name)")
            func count(_ isIt: (Played, Int64) -> Bool) -> [Int64] { days.map { day in Int64(own.count { isIt($0, day) }) } }
            #expect(part["newPayers"]?.numbers == count { Self.firstPaid($0) == $1 }, "\(name)")
            #expect(
                part["payers"]?.numbers == count { member, day in member.payments.contains { $0.day == day && !$0.isBack } }, "\(name)")
            #expect(part["active"]?.numbers == count { $0.days.contains($1) }, "\(name)")
        }
        #expect(try ask("money", by: "product")["parts"]?.arrayValue?.allSatisfy { $0["payers"] == nil } == true)
    }

    /// Those of a country who joined until some time ago, and what they have paid since.
    func checkWorthParts() throws {
        let until = last - 20
        let answer = bench.console(
            "figures", ["kind": "value", "by": "country", "from": FigureWorld.text(first), "to": FigureWorld.text(until)])
        let parts = try #require(answer.body["parts"]?.arrayValue), others: Set = ["jp", "Atlantis"]
        #expect(Set(parts.map { $0["value"]?.stringValue ?? "others" }) == ["JP", "KR", "US", "", "others"])
        for part in parts {
            let name = part["value"]?.stringValue
            let own = members.filter { (others.contains($0.country) ? nil : $0.country) == name && (first...until).contains($0.joined) }
            #expect(part["new"] == .integer(Int64(own.count)) && part["isSmall"] == true)
            #expect(part["payers"] == .integer(Int64(own.count { Self.firstPaid($0) != nil })), "\(name ?? "others")")
            let after = part["currencies"]?.arrayValue?.first?["after"]
            for within in Figures.worthDays {
                let old = own.filter { $0.joined + within <= last }
                let cents = old.reduce(0) { sum, member in
                    member.payments.reduce(sum) { $1.day - member.joined > within ? $0 : $0 + ($1.isBack ? -99 : 99) }
                }
                let found = after?["\(within)"]?.stringValue
                #expect(part["members"]?["\(within)"] == .integer(Int64(old.count)))
                if old.isEmpty {
                    #expect(found == nil)
                } else {
                    #expect((found ?? "0") == Self.text(cents) || found == "0.00" && cents == 0, "\(name ?? "others") within \(within)")
                }
            }
        }
    }

    func checkWorth() throws {
        for (place, cohort) in try #require(try ask("value")["cohorts"]?.arrayValue).enumerated() {
            let day = first + Int64(place), own = members.filter { $0.joined == day }
            #expect(cohort["payers"]?.int64Value == Int64(own.filter { Self.firstPaid($0) != nil }.count))
            guard let after = cohort["currencies"]?.arrayValue?.first?["after"] else {
                #expect(own.allSatisfy { $0.payments.isEmpty })
                continue
            }
            for within in Figures.worthDays {
                let cents = own.reduce(0) { sum, member in
                    member.payments.reduce(sum) { $1.day - day > within ? $0 : $0 + ($1.isBack ? -99 : 99) }
                }
                let wanted: String? = day + within > last ? nil : Self.text(cents)
                let found = after["\(within)"]?.stringValue
                #expect(found == wanted || found == "0.00" && cents == 0, "\(within) days from \(place)")
            }
        }
    }
}

@Suite struct `Figures of players and payments` {
    @Test(arguments: [(UInt64(1), "+00:00", 91), (2, "+09:00", 91), (3, "-11:30", 64), (4, "+00:00", 64)])
    func `count each member once, in whatever order its days become known`(seed: UInt64, zone: String, lateMax: Int) throws {
        let world = try FigureWorld(seed: seed, zone: zone)
        try world.play(days: 120, lateMax: lateMax)
        let truth = FigureTruth(world)
        try truth.checkMembers()
        try truth.checkParts()
        try truth.checkFrequency()
        try truth.checkPeriods("weeks", .week)
        // Later ones may have forgotten the month before (docs/analytics.md).
        if Int64(lateMax) < PlayedDays.kept - Figures.gapMax + 2 { try truth.checkPeriods("months", .month) }
    }

    @Test(arguments: [UInt64(5), 6]) func `follow those who joined on a day, whenever it is heard that they played`(seed: UInt64) throws {
        let world = try FigureWorld(seed: seed)
        try world.play(days: 100)
        try FigureTruth(world).checkRetention()
        try FigureTruth(world).checkRetentionParts()
    }

    @Test(arguments: [UInt64(7), 8]) func `tell what was paid and given back to the cent, and by whom first`(seed: UInt64) throws {
        let world = try FigureWorld(seed: seed)
        try world.play(days: 60)
        let truth = FigureTruth(world)
        try truth.checkMoney()
        try truth.checkMoneyParts()
        try truth.checkWorth()
        try truth.checkWorthParts()
    }

    @Test(arguments: [UInt64(10), 11]) func `of what an earlier version kept are what they would be had they been kept all along`(
        seed: UInt64
    ) throws {
        let world = try FigureWorld(seed: seed)
        try world.play(days: 60)
        // Of before 92 days it was not kept who played.
        let members = world.members.map { $0.played }.filter { world.today - $0.joined < 92 }
        let bench = try Self.upgraded(members, of: world, seed: seed)
        let truth = FigureTruth(bench, members, last: world.today)
        try truth.checkMembers()
        try truth.checkPeriods("weeks", .week)
        try truth.checkPeriods("months", .month)
        try truth.checkRetention()
        try truth.checkMoney()
        try truth.checkWorth()
        // By countries it was not kept what members paid.
        let parts = try #require(try truth.ask("value", by: "country")["parts"]?.arrayValue)
        #expect(parts.allSatisfy { $0["payers"] == .null && $0["currencies"] == .null && $0["isSmall"] == .null } && !parts.isEmpty)
    }

    @Test func `of the last seven days are known for four weeks before an upgrade`() throws {
        let world = try FigureWorld(seed: 12)
        try world.play(days: 60)
        let members = world.members.map { $0.played }.filter { $0.withdrawn == nil && world.today - $0.joined < 92 }
        let bench = try Self.upgraded(members, of: world, seed: 12)
        let newest = members.flatMap { $0.days }.max() ?? 0
        var truth = FigureTruth(bench, members, last: world.today)
        truth.first = newest - 34
        try truth.checkFrequency(unknown: 7)
    }

    /// A store of version 41 in which these members played, raised to this one.
    private static func upgraded(_ members: [Played], of world: FigureWorld, seed: UInt64) throws -> ServiceBench {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, seed: seed) { database in
            try Migrations.apply(Schema.migrations.filter { $0.version < 42 }, to: database)
            for (number, member) in members.enumerated() { try keep(member, "MEMBER\(number)", database) }
            _ = try database.run("INSERT INTO active_days (day, users) SELECT day, COUNT(*) FROM active_users GROUP BY day", [])
        }
        bench.clock.advance(world.bench.clock.epochMilliseconds() - bench.clock.epochMilliseconds())
        return bench
    }

    /// As versions before kept it.
    private static func keep(_ member: Played, _ userId: String, _ database: SQLiteDatabase) throws {
        func date(_ day: Int64) -> Value { .integer(day * FigureWorld.day + 5) }
        _ = try database.run(
            "INSERT INTO members (user_id, valid, registered_date, last_login_date, withdrawn_date) VALUES (?, ?, ?, ?, ?)",
            [
                .text(userId), .text(member.withdrawn == nil ? "Y" : "D"), date(member.joined), date(member.days.max() ?? 0),
                member.withdrawn.map { date($0) } ?? .null,
            ])
        for day in member.days {
            _ = try database.run("INSERT INTO active_users (day, user_id) VALUES (?, ?)", [.integer(day), .text(userId)])
        }
        for (number, payment) in member.payments.enumerated() where !payment.isBack {
            let seq = Value.text("\(userId)-\(number)")
            _ = try database.run(
                """
                INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id,
                    item_seq, market_item_id, product_type, price, currency, subscription_period, is_sandbox, reserved_date)
                VALUES (?, ?, ?, ?, 50, 1, 'SANDBOX', 'gem', 7, 'm.gem', 'CONSUMABLE', '0.99', 'USD', 0, 1, 1)
                """, [seq, seq, .text(userId), seq])
            let back = member.payments.dropFirst(number + 1).first
            for (movement, day) in [("CAPTURED", payment.day)] + (back?.isBack == true ? [("REFUNDED", back?.day ?? 0)] : []) {
                _ = try database.run(
                    "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES (?, ?, '0.99', 'USD', ?)",
                    [seq, .text(movement), date(day)])
            }
        }
    }

    @Test func `of each member move into its row, and whose are gone have none`() throws {
        let kept = [
            ["A", "700", "5", "9", "640", "guest\u{1f}JP", "guest\u{1f}KR", "650", "699"], ["B", "701", "1", "0", "701", "", "", "", ""],
        ]
        let bench = try ServiceBench { database in
            try Migrations.apply(Schema.migrations.filter { $0.version < 51 }, to: database)
            for (user, valid) in [("A", "Y"), ("B", "Y"), ("C", "D")] {
                _ = try database.run("INSERT INTO members (user_id, valid, registered_date) VALUES (?, ?, 1)", [.text(user), .text(valid)])
            }
            for row in kept {
                _ = try database.run(
                    """
                    INSERT INTO member_figures (user_id, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment,
                        first_paid_day, last_paid_day) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    row.enumerated().map { place, text in
                        [0, 5, 6].contains(place) ? .text(text) : Int64(text).map { .integer($0) } ?? .null
                    })
            }
        }
        let found = try bench.database.query(
            """
            SELECT user_id, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment, first_paid_day, last_paid_day
            FROM members ORDER BY user_id
            """, []
        ).map { row in
            (0..<9).map { [0, 5, 6].contains($0) ? row.textOrNil($0) ?? "none" : row.integerOrNil($0).map { "\($0)" } ?? "" }
        }
        #expect(found == kept + [["C", "", "", "", "", "none", "none", "", ""]])
    }

    @Test func `count a withdrawal that waited on the day on which it came due, whoever met it later`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let asked = bench.ask("gateway.requestTemporaryWithdrawal", token: player.token)
        let due = try #require(asked.body["gracePeriodDate"]?.int64Value) / FigureWorld.day
        bench.clock.advance(10 * FigureWorld.day)
        // The same identity makes a new member.
        #expect(try bench.login().userId != player.userId)
        let query: JSON = ["kind": "members", "from": FigureWorld.text(due)]
        #expect(bench.console("figures", query).body["figures"]?["withdrawn"]?.numbers == [1, 0, 0, 0])
    }

    /// Whoever wants a better beginning withdraws and joins again.
    @Test func `count who joins where a member has withdrawn on no new device, until 92 days are over`() throws {
        let bench = try ServiceBench.shop()
        func join(_ secret: JSON, _ key: JSON) throws -> JSON {
            let parameters: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": secret], "member": ["metricsKey": key]]
            var request = Request(api: "gateway.idPLogin", origin: .client, transactionId: "t", parameters: parameters)
            request.isOwnProcess = false
            let reply = bench.ask(request)
            #expect(reply.message == "")
            return reply.body["token"]?["accessToken"] ?? nil
        }
        func count() -> Int64? { bench.console("figures", ["kind": "members"]).body["figures"]?["newOnNewDevices"]?.numbers.last }
        let key: JSON = "a key of a device of 32 characters", secret: JSON = "a-guest-secret-of-32-characters!"
        for _ in 0..<3 {
            let token = try join(secret, key)
            #expect(count() == 1)
            #expect(bench.ask("gateway.withdraw", [:], token: token.stringValue).message == "")
        }
        #expect(try bench.count("metrics_keys", "user_id <> ''") == 0 && bench.count("metrics_keys") == 1)
        _ = try join("another-guest-secret-entirely-so", "a key of another device, that long")
        #expect(count() == 2)
        bench.clock.advance(93 * FigureWorld.day)
        _ = try join(secret, key)
        #expect(count() == 1)
    }

    @Test func `of retention divide who joined and withdrew on one day, and what was not divided is not known`() throws {
        let world = try FigureWorld(seed: 13)
        let leaving = try world.logIn("a-guest-secret-of-many-characters-1", "JP")
        for (number, country) in [(2, "JP"), (3, "KR")] { _ = try world.logIn("a-guest-secret-of-many-characters-\(number)", country) }
        #expect(world.bench.ask("gateway.withdraw", [:], token: leaving.token).message == "")
        func left() throws -> [String: JSON] {
            let query: JSON = ["kind": "retention", "by": "country", "from": FigureWorld.text(world.today)]
            var left: [String: JSON] = [:]
            for part in try #require(world.bench.console("figures", query).body["parts"]?.arrayValue) {
                left[part["value"]?.stringValue ?? "others"] = part["cohorts"]?.arrayValue?.first?["joinedAndWithdrawn"]
            }
            return left
        }
        #expect(try left() == ["JP": 1, "KR": 0, "others": 0])
        try world.bench.database.begin()
        _ = try world.bench.database.run("DELETE FROM figures WHERE measure = 'left' AND dimension <> ''", [])
        try world.bench.database.commit()
        #expect(try left() == ["JP": .null, "KR": .null, "others": .null])
    }

    /// - Parameter ofEarlierVersion: it forgot the day on which they had joined.
    @Test(arguments: [false, true]) func `of worth lose what is given back to those who have withdrawn`(ofEarlierVersion: Bool) throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings)
        let player = try bench.login(), first = bench.clock.epochMilliseconds() / FigureWorld.day
        let receipts = [try bench.buy(player, "gem", requestId: "one"), try bench.buy(player, "gem", requestId: "another")]
        bench.clock.advance(2 * FigureWorld.day)
        #expect(bench.ask("gateway.withdraw", [:], token: player.token).message == "")
        if ofEarlierVersion {
            try bench.database.begin()
            _ = try bench.database.run("UPDATE members SET joined_day = NULL", [])
            try bench.database.commit()
        }
        bench.clock.advance(FigureWorld.day)
        let refund: JSON = ["paymentSeq": receipts[0]["paymentSeq"] ?? nil, "kind": "REFUND"]
        #expect(bench.console("refund", refund).message == "")
        bench.clock.advance(5 * FigureWorld.day)
        let cohort = bench.console("figures", ["kind": "value", "from": FigureWorld.text(first)]).body["cohorts"]?.arrayValue?.first
        let sums = cohort?["currencies"]?.arrayValue?.first
        #expect(cohort?["payers"] == 1 && sums?["until"] == "0.99")
        #expect(sums?["after"]?["1"] == "1.98" && sums?["after"]?["7"] == "0.99")
        try bench.expectSound()
    }

    @Test func `of a member's first day of paying are of this day when the clock was ahead at the first payment`() throws {
        let bench = try ServiceBench.shop()
        func days() throws -> [Int64] {
            try bench.database.query("SELECT first_paid_day, last_paid_day FROM members", []).flatMap { [$0.integer(0), $0.integer(1)] }
        }
        bench.clock.set(wrongBy: 3 * FigureWorld.day)
        _ = try bench.buy(bench.login(), "gem", requestId: "ahead")
        let ahead = try days()
        bench.clock.set(wrongBy: 0)
        _ = try bench.buy(bench.login(), "gem", requestId: "one")
        #expect(try days() == ahead.map { $0 - 3 })
        bench.clock.advance(FigureWorld.day)
        _ = try bench.buy(bench.login(), "gem", requestId: "another")
        #expect(try days() == [ahead[0] - 3, ahead[1] - 2])
    }

    @Test func `of worth mark a group that is too small to say much`() throws {
        let bench = try ServiceBench.shop()
        let today = FigureRange.text(bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds)
        func isSmall(_ members: Int64, _ payers: Int64) throws -> JSON? {
            try bench.database.begin()
            _ = try bench.database.run("DELETE FROM figures", [])
            for (measure, amount) in [("joined", members), ("converts", payers)] {
                _ = try bench.database.run(
                    """
                    INSERT INTO figures (measure, dimension, value, number, unit, day, amount) VALUES (?, 'country', 'JP', 0, '', ?, ?)
                    """,
                    [
                        .text(measure), .integer(bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds), .integer(amount),
                    ])
            }
            try bench.database.commit()
            let body = bench.console("figures", ["kind": "value", "by": "country", "from": .string(today)]).body
            return body["parts"]?.arrayValue?.first { $0["value"] == "JP" }?["isSmall"]
        }
        #expect(try isSmall(1_000, 30) == false)
        #expect(try isSmall(999, 30) == true)
        #expect(try isSmall(1_000, 29) == true)
    }

    @Test func `of weeks and months are given before 1970, too`() throws {
        let bench = try ServiceBench.shop()
        func periods(_ kind: JSON, _ from: JSON, _ to: JSON) -> [String] {
            let reply = bench.console("figures", ["kind": kind, "from": from, "to": to])
            #expect(reply.message == "")
            return reply.body["periods"]?.arrayValue?.map { "\($0["from"]?.stringValue ?? "") \($0["to"]?.stringValue ?? "")" } ?? []
        }
        // As a year of two digits is typed.
        #expect(periods("months", "0026-12-30", "0027-01-02") == ["0026-12-01 0026-12-31", "0027-01-01 0027-01-31"])
        #expect(periods("months", "1969-12-31", "1970-01-02") == ["1969-12-01 1969-12-31", "1970-01-01 1970-01-31"])
        #expect(periods("months", "0000-02-29", "0000-02-29") == ["0000-02-01 0000-02-29"])
        #expect(periods("weeks", "1969-12-31", "1970-01-02") == ["1969-12-29 1970-01-04"])
    }

    @Test func `refuse what they do not know, with what they know`() throws {
        let bench = try ServiceBench.shop()
        func message(_ query: JSON) -> String { bench.console("figures", query).message }
        #expect(message(["kind": "guests"]).contains("members, weeks, months, retention, money"))
        #expect(message(["kind": "weeks", "by": "store"]).contains("is given undivided"))
        #expect(message(["kind": "members", "by": "colour"]).contains("provider, country, language"))
        #expect(message(["kind": "money", "by": "os"]).contains("product, store, country"))
        #expect(message(["kind": "value", "by": "store"]).contains("must be one of country, os"))
        #expect(message(["kind": "retention", "by": "level"]).contains("must be one of provider, country"))
        #expect(message(["kind": "pushes", "by": "store"]).contains("is given undivided"))
        #expect(message(["kind": "members", "from": "yesterday"]).contains("must be a day"))
        #expect(message(["kind": "members", "to": "2999-01-01"]).contains("later than today"))
        #expect(message(["kind": "members", "from": "2001-01-01"]).contains("at most 400 days"))
    }
}

@Suite struct `Days on which a member played` {
    private static let day = CalendarDay.dayMilliseconds

    @Test func `go on behind a clock that was ahead once`() throws {
        for ahead in [3, 100, 365] as [Int64] {
            let bench = try ServiceBench.shop()
            let secret = "a-guest-secret-of-32-characters!"
            _ = try bench.login(secret)
            bench.clock.set(wrongBy: ahead * Self.day)
            _ = try bench.login(secret)
            bench.clock.set(wrongBy: 0)
            for _ in 0..<3 {
                bench.clock.advance(Self.day)
                _ = try bench.login(secret)
                #expect(bench.console("figures", ["kind": "members"]).message == "")
                let today = bench.clock.epochMilliseconds() / Self.day
                let active = try bench.database.query(
                    "SELECT SUM(amount) FROM figures WHERE measure = 'active' AND dimension = '' AND day = ?", [.integer(today)])
                #expect(active.first?.integer(0) == 1, "\(ahead) days ahead")
            }
        }
    }
}
