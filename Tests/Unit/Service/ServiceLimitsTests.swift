@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Monthly limits` {
    private static let day: Int64 = 86_400_000
    /// 2026-12-01 00:00 UTC; the test's clock begins on 2026-11-18.
    private static let december: Int64 = 1_796_083_200_000

    private final class Shop {
        let bench: ServiceBench
        private var number = 0
        private var player: ServiceBench.Player

        init(limits: JSON) throws {
            var settings = ServiceBench.shopSettings.objectValue ?? [:]
            settings["purchases"] = ["monthlyLimits": limits]
            bench = try ServiceBench(settings: .object(settings))
            player = try bench.login()
        }

        /// A session does not last as long as these tests.
        func at(_ date: Int64) throws {
            bench.clock.advance(date - bench.clock.epochMilliseconds())
            player = try bench.login()
        }

        /// Tries, and gives up at once: what is open counts.
        func reserve(_ product: String) -> Int32 {
            number += 1
            let reply = bench.reserve(player, product, requestId: "r\(number)")
            if let paymentSeq = reply.body["paymentSeq"] {
                _ = bench.ask("purchase.report", ["paymentSeq": paymentSeq, "status": "CANCELLED"], token: player.token)
            }
            return reply.resultCode
        }

        func buy(_ product: String) throws {
            number += 1
            _ = try bench.buy(player, product, requestId: "r\(number)")
        }

        func pay(_ product: String) throws -> ServiceBench.Purchase {
            number += 1
            return try bench.pay(player, product, requestId: "r\(number)")
        }

        /// Books the periods that have become due.
        func periods() -> Int { bench.notConsumed(player).count }

        func report(_ purchase: ServiceBench.Purchase) -> Reply { bench.ask("purchase.report", purchase.report, token: player.token) }
    }

    @Test func `a purchase under a wrong date counts in that month and in no other`() throws {
        let shop = try Shop(limits: [["currency": "USD", "amount": "1.00"]])
        let now = shop.bench.clock.epochMilliseconds()
        try shop.at(now + 400 * Self.day)
        try shop.buy("gem")
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
        for months in 0..<13 {
            try shop.at(now + Int64(months) * 30 * Self.day)
            #expect(shop.reserve("gem") == 0, "\(months) months later")
        }
        // The right clock's months have their own limit.
        try shop.at(now)
        try shop.buy("gem")
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
    }

    @Test func `the month ends with its last millisecond, and what was paid in it counts although it was reserved before`() throws {
        let shop = try Shop(limits: [["currency": "USD", "amount": "1.98"]])
        try shop.at(Self.december - 1)
        try shop.buy("gem")
        let late = try shop.pay("gem")
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
        try shop.at(Self.december)
        #expect(shop.report(late).isSuccess)
        #expect(shop.reserve("gem") == 0)
        try shop.buy("gem")
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
        try shop.at(Self.december - 1)
        #expect(shop.reserve("gem") == 0)
        try shop.at(Self.december + 31 * Self.day - 1)
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
        try shop.at(Self.december + 31 * Self.day)
        #expect(shop.reserve("gem") == 0)
    }

    @Test func `a period counts in the month in which it began, whenever somebody looks`() throws {
        let shop = try Shop(limits: [["currency": "USD", "amount": "3.00"]])
        try shop.at(Self.december - 90_000)
        try shop.buy("crate")
        // The second period began in November, and the third begins in December.
        try shop.at(Self.december + 10_000)
        #expect(shop.periods() == 2)
        #expect(shop.reserve("gem") == 0)
        try shop.at(Self.december + 40_000)
        #expect(shop.periods() == 3)
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
    }

    @Test func `a purchase that reaches the limit is allowed, and the smallest amount more is not`() throws {
        for (limit, code) in [("1.98", Int32(0)), ("1.979", ResultCode.limitExceeded), ("1.980", 0)] {
            let shop = try Shop(limits: [["currency": "USD", "amount": .string(limit)]])
            try shop.buy("gem")
            #expect(shop.reserve("gem") == code, "\(limit)")
        }
    }

    @Test func `money of another currency does not count`() throws {
        let shop = try Shop(limits: [["currency": "USD", "amount": "1.50"], ["currency": "JPY", "amount": "2400"]])
        try shop.buy("chest")
        // 1,200 yen are not 1,200 dollars.
        try shop.buy("gem")
        #expect(shop.reserve("gem") == ResultCode.limitExceeded)
        try shop.buy("chest")
        #expect(shop.reserve("chest") == ResultCode.limitExceeded)
    }

    @Test func `every month begins and ends where the calendar says`() {
        var begin: Int64 = 0
        for year in 1970...2120 {
            for month in 1...12 {
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                let days: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
                let range = begin..<begin + days * Self.day
                #expect(CalendarDay.month(of: begin) == range)
                #expect(CalendarDay.month(of: range.upperBound - 1) == range)
                begin = range.upperBound
            }
        }
        #expect(CalendarDay.month(of: Int64.min) == 0..<31 * Self.day)
        #expect(CalendarDay.month(of: Int64.max).contains(253_402_300_799_998))
    }

    @Test func `a day has its first and its last millisecond, from the first day of 1970 to the last of 9999`() {
        for (time, parts) in [
            (Int64.min, (1970, 1, 1, Int64(0))), (0, (1970, 1, 1, 0)), (1, (1970, 1, 1, 1)), (Self.day - 1, (1970, 1, 1, Self.day - 1)),
            (Self.day, (1970, 1, 2, 0)), (253_402_300_799_999, (9999, 12, 31, Self.day - 1)), (Int64.max, (9999, 12, 31, Self.day - 1)),
        ] { #expect(CalendarDay.parts(epochMilliseconds: time) == parts, "\(time)") }
    }
}
