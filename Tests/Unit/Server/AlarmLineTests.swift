import Codecs
import Testing

@testable import Server

@Suite struct `What a server counts for alarms` {
    private func told(_ minutes: [JSON]) -> [[Int64]] {
        minutes.map { row in ["minute", "requests", "failures"].map { row[$0]?.int64Value ?? -1 } }
    }

    private func count(_ line: AlarmLine, _ requests: UInt64, _ failed: UInt64, minute: Int64) {
        line.count(Metrics.Sums(requests: requests, failed: failed), minute: minute)
    }

    @Test func `is the sum of each minute, told again when it grew, and when nobody took it`() {
        let line = AlarmLine()
        // What came before the first look is of no minute.
        count(line, 10, 1, minute: 100)
        #expect(told(line.takeMinutes()) == [])
        count(line, 15, 2, minute: 100)
        count(line, 18, 2, minute: 100)
        count(line, 20, 4, minute: 101)
        #expect(told(line.takeMinutes()) == [[100, 8, 1], [101, 2, 2]])
        #expect(told(line.takeMinutes()) == [])
        count(line, 21, 4, minute: 101)
        let minutes = line.takeMinutes()
        #expect(told(minutes) == [[101, 3, 2]])
        line.giveBack(minutes)
        count(line, 21, 4, minute: 102)
        #expect(told(line.takeMinutes()) == [[101, 3, 2]])
    }

    @Test func `says of stores nothing before two rounds were made, also behind an outage`() {
        let line = AlarmLine(), second: Int64 = 1_000_000_000
        #expect(!line.hasMadeRounds(60, nanoseconds: 5 * second))
        #expect(!line.hasMadeRounds(60, nanoseconds: 124 * second))
        #expect(line.hasMadeRounds(60, nanoseconds: 125 * second))
        line.stoppedRounds()
        #expect(!line.hasMadeRounds(60, nanoseconds: 1_000 * second))
        #expect(line.hasMadeRounds(60, nanoseconds: 1_120 * second))
    }

    @Test func `goes out oldest first, so many minutes at once, and is let go after more than an hour`() {
        let line = AlarmLine()
        count(line, 0, 0, minute: 100)
        for place in 0..<11 { count(line, UInt64(place) + 1, 0, minute: 100 + Int64(place)) }
        let first = line.takeMinutes()
        #expect(told(first) == (100..<108).map { [$0, 1, 0] })
        #expect(told(line.takeMinutes()) == (108..<111).map { [$0, 1, 0] })
        line.giveBack(first)
        count(line, 12, 1, minute: 174)
        #expect(told(line.takeMinutes()) == (104..<108).map { [$0, 1, 0] } + [[174, 1, 1]])
    }

    @Test func `of players is told behind an outage before anything is looked at, but nothing waits for it for ever`() {
        let line = AlarmLine()
        func holds(_ isBehind: Bool, _ second: Int64) -> Bool { line.holds(isBehind: isBehind, nanoseconds: second * 1_000_000_000) }
        #expect(!holds(false, 0))
        #expect(holds(true, 10))
        // For the other servers.
        #expect(holds(false, 15) && holds(false, 19) && !holds(false, 20))
        for second in stride(from: Int64(100), to: 160, by: 5) { #expect(holds(true, second), "\(second)") }
        #expect(!holds(true, 160) && !holds(true, 165) && !holds(false, 170))
        #expect(holds(true, 175))
    }
}

@Suite struct `The report of a week` {
    private func days(_ before: JSON, _ last: JSON) -> JSON {
        .array([JSON](repeating: before, count: WeeklyReport.days) + [JSON](repeating: last, count: WeeklyReport.days))
    }

    private func currency(_ name: JSON, _ before: JSON, _ last: JSON, refunded: JSON) -> JSON {
        [
            "currency": name, "amounts": days(before, last), "payments": days(1, 2), "refundedAmounts": days("0", refunded),
            "refunds": days(0, 1),
        ]
    }

    @Test func `has each currency by itself, and the seven days of either week`() throws {
        let members: JSON = [
            "days": .array((1...14).map { .string("2030-01-\($0 < 10 ? "0" : "")\($0)") }), "timeZone": "Asia/Tokyo",
            "figures": ["new": days(3, 5), "active7": .array((101...114).map { .integer($0) })],
        ]
        let money: JSON = [
            "newPayers": days(1, 2), "payers": days(2, 4),
            "currencies": [currency("EUR", "1", "2", refunded: "1"), currency("JPY", "100", "300", refunded: "50")],
        ]
        let text = try #require(WeeklyReport(members: members, money: money)).text("en", appName: "The Shop").text
        let lines = text.split(separator: "\n").filter { $0.utf8.contains(UInt8(ascii: "(")) }.map { String($0) }
        #expect(
            lines == [
                "The Shop, 2030-01-08 to 2030-01-14 (days of Asia/Tokyo)", "New members: 35 (the week before: 21)",
                "Members who played: 114 (the week before: 107)", "Payers a day, on average: 4.0 (the week before: 2.0)",
                "Members who paid for the first time: 14 (the week before: 7)",
                "Revenue, and payments: 14 EUR / 14 (the week before: 7 EUR / 7)",
                "Refunds, and how many: 7 EUR / 7 (the week before: 0 EUR / 0)",
                "Revenue, and payments: 2100 JPY / 14 (the week before: 700 JPY / 7)",
                "Refunds, and how many: 350 JPY / 7 (the week before: 0 JPY / 0)",
            ])
    }
}
