import Codecs
import Linux
import Testing

@testable import Messages
@testable import Service
@testable import Storage

/// A store whose members are in so many levels and countries that no turn can read them all.
private struct ManyParts {
    static let values = 302, daysBefore: Int64 = 120, days: Int64 = 30

    let bench: ServiceBench
    let last: Int64
    var first: Int64 { last - Self.days + 1 }

    init() throws {
        bench = try ServiceBench(settings: ["app": ["appId": "Shop"], "figures": ["levelsMax": .integer(FigureSettings.levelsMost)]])
        last = bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds
        let start = first - Self.daysBefore
        try bench.database.begin()
        for dimension in ["level", "country"] {
            try fill("active", dimension, start...last, 0...0)
            try fill("joined", dimension, start...last, 0...0)
            try fill("seen7", dimension, start...last, 0...0)
            try fill("seen30", dimension, start...last, 0...0)
        }
        try fill("stay", "country", first...last, 0...29)
        try bench.database.commit()
    }

    /// The value n has n + 1 on each day: the order of the parts is known, and that none is taken for another.
    private func fill(_ measure: String, _ dimension: String, _ days: ClosedRange<Int64>, _ numbers: ClosedRange<Int64>) throws {
        _ = try bench.database.run(
            """
            INSERT INTO figures (measure, dimension, value, number, unit, day, amount)
            WITH RECURSIVE v (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM v WHERE i < ?),
                d (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM d WHERE i < ?), n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT ?, ?, v.i, n.i, '', d.i, v.i + 1 FROM v, d, n
            """,
            [
                .integer(Int64(Self.values) - 1), .integer(days.lowerBound), .integer(days.upperBound), .integer(numbers.lowerBound),
                .integer(numbers.upperBound), .text(measure), .text(dimension),
            ])
    }

    /// The answer's parts, the turns that it took and the steps of the longest.
    func ask(_ kind: JSON, by: JSON) throws -> (parts: [JSON], turns: Int, longest: Int64) {
        var longest: Int64 = 0, turns = 0
        _ = bench.database.takeSteps()
        bench.turnTaken = { _, _ in (longest, turns) = (max(longest, bench.database.takeSteps()), turns + 1) }
        let reply = bench.console(
            "figures", ["kind": kind, "by": by, "from": .string(FigureRange.text(first)), "to": .string(FigureRange.text(last))])
        #expect(reply.message == "")
        return (try #require(reply.body["parts"]?.arrayValue), turns, longest)
    }

    /// The amount of each part: the largest values, and the others together.
    static let amounts = (0..<FigureParts.namedMax).map { Int64(values - $0) } + [Int64((1...values - FigureParts.namedMax).reduce(0, +))]
}

@Suite struct `Divided figures` {
    @Test(arguments: ["level", "country"]) func `of members have every value and every day before, in turns that keep nobody waiting`(
        by: String
    ) throws {
        let (parts, turns, longest) = try ManyParts().ask("members", by: .string(by))
        #expect(parts.count == ManyParts.amounts.count && parts.last?["value"] == .null)
        for (part, amount) in zip(parts, ManyParts.amounts) {
            let each = [Int64](repeating: amount, count: Int(ManyParts.days)), figures = part["figures"]
            #expect(figures?["new"]?.numbers == each && figures?["active"]?.numbers == each)
            let seen = (1...ManyParts.days).map { (ManyParts.daysBefore + $0) * amount }
            #expect(figures?["active7"]?.numbers == seen && figures?["active30"]?.numbers == seen)
        }
        print("members of \(ManyParts.values) values: \(turns) turns of at most \(longest) steps")
        #expect(turns > 10 && longest > 1_000 && longest <= Growth.stepsOfSliceMax)
    }

    @Test func `of the last days have each member once, where it is now`() throws {
        let bench = try ServiceBench.shop(), length = CalendarDay.dayMilliseconds
        let first = FigureRange.text(bench.clock.epochMilliseconds() / length)
        func logIn(_ country: JSON) {
            let reply = bench.ask(
                "gateway.idPLogin",
                [
                    "idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"],
                    "member": ["deviceCountryCode": country],
                ])
            #expect(reply.message == "")
            bench.clock.advance(length)
        }
        func numbers(_ name: String, _ country: JSON) -> [Int64]? {
            let body = bench.console("figures", ["kind": "members", "by": "country", "from": .string(first)]).body
            return body["parts"]?.arrayValue?.first { $0["value"] == country }?["figures"]?[name]?.numbers
        }
        for country in ["JP", "JP", "KR"] as [JSON] { logIn(country) }
        bench.clock.advance(6 * length)
        #expect(numbers("active7", "JP") == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(numbers("active7", "KR") == [0, 0, 1, 1, 1, 1, 1, 1, 1, 0])
        #expect(numbers("active30", "KR") == [0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
        // A store of before that was not divided: nothing is taken from a part in which nobody was counted.
        _ = try bench.database.run("UPDATE members SET segment = ''", [])
        _ = try bench.database.run("DELETE FROM figures WHERE dimension = 'country'", [])
        logIn("US")
        #expect(numbers("active30", "US") == [Int64](repeating: 0, count: 9) + [1, 1])
        #expect(numbers("active30", .null) == [Int64](repeating: 0, count: 11))
    }

    @Test func `of retention have every value and age, in turns that keep nobody waiting`() throws {
        let (parts, turns, longest) = try ManyParts().ask("retention", by: "country")
        #expect(parts.count == ManyParts.amounts.count)
        for (part, amount) in zip(parts, ManyParts.amounts) {
            for (place, cohort) in (part["cohorts"]?.arrayValue ?? []).enumerated() {
                #expect(cohort["new"] == .integer(amount))
                let ages = min(ManyParts.days - 1 - Int64(place), Figures.dividedAgesMax)
                #expect(cohort["active"]?.numbers == [Int64](repeating: amount, count: Int(ages) + 1))
            }
        }
        print("retention of \(ManyParts.values) values: \(turns) turns of at most \(longest) steps")
        // The most that one day has: each value at each age.
        #expect(turns > 10 && longest > 1_000 && longest <= 2 * Growth.stepsOfSliceMax)
    }

    /// Of eight more values than are named the first has one payment, the next two. Others that nobody names have 1,000.
    @Test(arguments: [("product", Int64(36)), ("country", 1_036)])
    func `of money lose nobody: behind the largest are all others together`(by: String, others: Int64) throws {
        let bench = try ServiceBench.shop()
        let day = bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds
        try bench.database.begin()
        for place in 0..<FigureParts.namedMax + 8 {
            let (amount, country) = (Int64(place) + 1, "C\(place)")
            let value = "p\(place)\u{1f}SANDBOX\u{1f}\(country)\u{1f}guest"
            try Self.keep("paid", value, "USD 2", day, amount, bench)
            try Self.keep("refunded", value, "JPY 1", day, amount, bench)
            try Self.keep("payers", "\(country)\u{1f}guest", "", day, amount, bench)
        }
        if by == "country" {
            try Self.keep("paid", "p39\u{1f}SANDBOX\u{1f}*\u{1f}guest", "USD 2", day, 1_000, bench)
            try Self.keep("payers", "*\u{1f}guest", "", day, 1_000, bench)
        }
        try bench.database.commit()
        let parts = try #require(Self.parts(bench, "money", by: by, day))
        #expect(parts.count == FigureParts.namedMax + 1 && parts.last?["value"] == .null)
        #expect(parts.dropLast().allSatisfy { $0["value"] != .null } && parts[0]["value"]?.stringValue?.hasSuffix("39") == true)
        let currencies = try #require(parts.last?["currencies"]?.arrayValue)
        let (dollars, yen) = (currencies.first { $0["currency"] == "USD" }, currencies.first { $0["currency"] == "JPY" })
        #expect(dollars?["payments"]?.numbers == [others] && dollars?["amounts"] == [.string("\(2 * others)")])
        #expect(yen?["refunds"]?.numbers == [36] && yen?["refundedAmounts"] == ["36"])
        #expect(parts.last?["payers"]?.numbers == (by == "country" ? [others] : nil))
    }

    @Test func `of subscriptions lose none: behind the largest are all others together`() throws {
        let bench = try ServiceBench.shop()
        let day = bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds
        try bench.database.begin()
        for place in 0..<FigureParts.namedMax + 8 {
            let value = "p\(place)\u{1f}SANDBOX\u{1f}\u{1f}"
            try Self.keep("subscribers", value, "", Figures.dayOfNow, Int64(place) + 2, bench)
            try Self.keep("subscribed", value, "", day, Int64(place) + 1, bench)
        }
        try bench.database.commit()
        let parts = try #require(Self.parts(bench, "subscriptions", by: "product", day))
        #expect(parts.count == FigureParts.namedMax + 1 && parts[0]["value"] == "p39" && parts.last?["value"] == .null)
        let figures = parts.last?["figures"]
        #expect(figures?["active"]?.numbers == [44] && figures?["new"]?.numbers == [36] && figures?["lapsed"]?.numbers == [0])
    }

    private static func keep(
        _ measure: String, _ value: String, _ unit: String, _ day: Int64, _ amount: Int64, _ bench: ServiceBench
    ) throws {
        _ = try bench.database.run(
            "INSERT INTO figures (measure, dimension, value, number, unit, day, amount) VALUES (?, '', ?, 0, ?, ?, ?)",
            [.text(measure), .text(value), .text(unit), .integer(day), .integer(amount)])
    }

    private static func parts(_ bench: ServiceBench, _ kind: String, by: String, _ day: Int64) -> [JSON]? {
        let text = JSON.string(FigureRange.text(day))
        let reply = bench.console("figures", ["kind": .string(kind), "by": .string(by), "from": text, "to": text])
        #expect(reply.message == "")
        return reply.body["parts"]?.arrayValue
    }
}
