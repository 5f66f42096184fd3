@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// What game servers ask of times, at the millisecond at which the answer changes.
@Suite struct `Times that game servers ask about` {
    private static let day = CalendarDay.dayMilliseconds
    private static let always = "begin=2001-01-01T00%3A00%3A00Z&end=2099-01-01T00%3A00%3A00Z"

    private let bench: ServiceBench

    init() throws { bench = try ServiceBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"]]) }

    private func found(_ path: String) throws -> [JSON] {
        try bench.server("GET", "/tcgb-member/v1.3/apps/Shop/\(path)")["result"]?.arrayValue?.map { $0["userId"] ?? nil } ?? []
    }

    @Test func `a ban lasts until its end, though nobody has met the member since`() throws {
        let ann = try bench.login("the-secret-of-the-first-of-them!"), bob = try bench.login("the-secret-of-the-second-of-them")
        let end = bench.clock.epochMilliseconds() + 60_000
        let ban: JSON = ["userId": .string(ann.userId), "banType": "TEMPORARY", "message": "m", "endDate": .integer(end)]
        #expect(bench.console("ban", ban).isSuccess)
        bench.clock.advance(1)
        #expect(bench.console("ban", ["userId": .string(bob.userId), "banType": "PERMANENT", "message": "m"]).isSuccess)
        let both: [JSON] = [.string(ann.userId), .string(bob.userId)]
        bench.clock.advance(59_998)
        #expect(try found("members/bans/current") == both)
        bench.clock.advance(1)
        #expect(try found("members/bans/current") == [both[1]])
        #expect(try found("members/bans?\(Self.always)") == both)
    }

    @Test func `a member who is named twice is banned once and released once`() throws {
        let ann = try bench.login("the-secret-of-the-first-of-them!"), bob = try bench.login("the-secret-of-the-second-of-them")
        let list: JSON = [.string(ann.userId), .string(bob.userId), .string(ann.userId), "nobody", "nobody"]
        let path = "/tcgb-gateway/v1.3/apps/Shop/members/ban"
        let ban: JSON = ["userIdList": list, "banTypeCode": "PERMANENT"], release: JSON = ["userIdList": list]
        #expect(try bench.server("POST", path, ban)["failedUserIdList"] == ["nobody"])
        #expect(try found("members/bans/current").count == 2)
        #expect(try bench.server("DELETE", path, release)["failedUserIdList"] == ["nobody"])
        #expect(try found("members/bans?\(Self.always)").count == 2)
    }

    @Test func `withdrawals are told for a year, whatever time is asked for`() throws {
        let ann = try bench.login()
        #expect(bench.ask("gateway.withdraw", token: ann.token).isSuccess)
        bench.clock.advance(365 * Self.day)
        #expect(try found("logs/withdrawal?\(Self.always)") == [.string(ann.userId)])
        bench.clock.advance(1)
        #expect(try found("logs/withdrawal?\(Self.always)") == [])
    }

    @Test func `dates of schedules are from today, of Korea, to the sixtieth day behind it`() throws {
        func dates(_ from: String, _ to: String) throws -> Int? {
            let asked: JSON = ["type": "EVERY_DAY", "fromDate": .string(from), "toDate": .string(to), "times": ["09:00"]]
            return try bench.server("POST", "/tcgb-push/v1.3/apps/Shop/schedules", asked)["schedules"]?.arrayValue?.count
        }
        // The eighteenth, at eight in the evening of Korea, and five hours later.
        #expect(try dates("2026-11-18", "2026-11-18") == 1)
        bench.clock.advance(5 * 3_600_000)
        #expect(try dates("2026-11-18", "2026-11-19") == nil)
        #expect(try dates("2026-11-19", "2027-01-18") == 61)
        #expect(try dates("2026-11-19", "2027-01-19") == nil)
    }
}
