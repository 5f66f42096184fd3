import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// The tree of counts with small blocks, so that it splits and joins at each level.
struct `Ranks of a leaderboard` {
    private static let blocks: [Int64: Int64] = [1: 8, 2: 48]

    /// What a board should hold.
    private struct Model {
        var places: [RankTree.Place] = []

        func index(of place: RankTree.Place) -> Int {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                let other = places[middle]
                if (other.score, other.number) < (place.score, place.number) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    @Test func `ranks and pages are those of a sorted list, whatever comes and goes, and counts stay few`() throws {
        let bench = try ServiceBench.shop()
        let tree = RankTree(leaderboards: Leaderboards(core: bench.service.core), board: "b", blockMax: Self.blocks)
        let random = ServiceTestRandom(seed: 3)
        var model = Model()
        var number: Int64 = 0
        func dice(_ count: Int) -> Int { random.bytes(4).reduce(0) { ($0 << 8 | Int($1)) } % max(1, count) }
        try bench.database.begin()
        for turn in 0..<3_000 {
            // It grows, shrinks to nothing, and grows again.
            let isGrowing = turn < 1_200 || turn > 2_400
            if model.places.isEmpty || dice(10) < (isGrowing ? 8 : 2) {
                number += 1
                let place = RankTree.Place(score: Int64(dice(40)) - 20, number: number)
                try insert(place, bench)
                try tree.add(place)
                model.places.insert(place, at: model.index(of: place))
            } else {
                let place = model.places.remove(at: dice(model.places.count))
                _ = try bench.database.run(
                    "DELETE FROM leaderboard_entries WHERE board = 'b' AND sort_score = ? AND sort_number = ?", place.values)
                try tree.remove(place)
            }
            if turn % 50 == 0 { try check(tree, model, bench) }
        }
        try check(tree, model, bench)
        try bench.database.commit()
    }

    @Test func `a page reads counts of its own group, however many are behind it`() throws {
        let recorder = StatementRecorder()
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, recorder: recorder)
        let tree = RankTree(leaderboards: Leaderboards(core: bench.service.core), board: "b", blockMax: Self.blocks)
        try bench.database.begin()
        for number in 1...2_000 as ClosedRange<Int64> {
            let place = RankTree.Place(score: number, number: number)
            try insert(place, bench)
            try tree.add(place)
        }
        let (groups, leaves) = (try bench.count("leaderboard_blocks", "level = 2"), try bench.count("leaderboard_blocks", "level = 1"))
        #expect(leaves > 4 * groups)
        for rank in [1, 700, 2_000] as [Int64] {
            let before = recorder.rows
            #expect(try tree.start(ofRank: rank) != nil)
            // A group's leaves hold a quarter of what they may at least.
            #expect(recorder.rows - before <= Int(groups) + 48 / 2)
        }
        try bench.database.commit()
    }

    private func insert(_ place: RankTree.Place, _ bench: ServiceBench) throws {
        _ = try bench.database.run(
            """
            INSERT INTO leaderboard_entries (board, user_id, sort_score, sort_number, pre_rank, entry_date)
            VALUES ('b', ?, ?, ?, 0, 0)
            """, [.text("\(place.number)")] + place.values)
    }

    private func check(_ tree: RankTree, _ model: Model, _ bench: ServiceBench) throws {
        for (index, place) in model.places.enumerated() where index % 7 == 0 {
            #expect(try tree.rank(of: place) == Int64(index + 1))
            let start = try #require(try tree.start(ofRank: Int64(index + 1)))
            #expect(model.index(of: start.from) + Int(start.skipped) == index)
        }
        #expect(try tree.start(ofRank: Int64(model.places.count + 1)) == nil)
        for level in RankTree.levels {
            let sum = try bench.database.query(
                "SELECT COALESCE(SUM(entries), 0), COUNT(*), COALESCE(MAX(entries), 0) FROM leaderboard_blocks WHERE level = ?",
                [.integer(level)])[0]
            #expect(sum.integer(0) == Int64(model.places.count))
            let most = try #require(Self.blocks[level])
            #expect(sum.integer(2) <= most)
            // Few entries have few blocks; those that begin a group stay.
            #expect(sum.integer(1) <= Int64(model.places.count) * 16 / most + 8)
        }
    }

    @Test func `numbers that sort are in the order of scores, and are scores again`() throws {
        var (high, low) = (LeaderboardSettings(), LeaderboardSettings())
        low.orderType = "ASC"
        let scores: [Double] = [
            -Double.greatestFiniteMagnitude, -1e10, -1.5, -Double.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1, 1, 1.5, 1e10,
            Double.greatestFiniteMagnitude,
        ]
        for (rules, sign) in [(high, -1.0), (low, 1.0)] {
            let sorted = scores.map { Leaderboards.sorted($0 * sign, rules) }
            #expect(sorted == sorted.sorted() && Set(sorted).count == sorted.count)
            for score in scores { #expect(Leaderboards.score(of: Leaderboards.sorted(score, rules), rules) == score) }
        }
        high.orderType = "DESC"
        #expect(Leaderboards.sorted(-0.0, high) == Leaderboards.sorted(0, high))
    }

    @Test func `a period begins at its day and time, where it is`() throws {
        var rules = LeaderboardSettings()
        (rules.resetTime, rules.utcTimeZone) = ("05:00", "+09:00")
        func begin(_ period: String, _ day: Int64, _ now: String) throws -> String {
            (rules.period, rules.resetDate) = (period, day)
            return ISO8601.text(epochMilliseconds: Leaderboards.periodStart(rules, try #require(ISO8601.parse(now))))
        }
        #expect(try begin("ALL", 1, "2026-03-01T00:00:00Z") == "1970-01-01T00:00:00Z")
        #expect(try begin("DAY", 1, "2026-03-01T04:59:59+09:00") == "2026-02-27T20:00:00Z")
        #expect(try begin("DAY", 1, "2026-03-01T05:00:00+09:00") == "2026-02-28T20:00:00Z")
        // The first of March 2026 is a Sunday.
        #expect(try begin("WEEK", 1, "2026-03-01T12:00:00+09:00") == "2026-02-22T20:00:00Z")
        #expect(try begin("WEEK", 7, "2026-03-01T12:00:00+09:00") == "2026-02-28T20:00:00Z")
        #expect(try begin("WEEK", 7, "2026-03-01T04:00:00+09:00") == "2026-02-21T20:00:00Z")
        #expect(try begin("MONTH", 1, "2026-03-01T04:00:00+09:00") == "2026-01-31T20:00:00Z")
        #expect(try begin("MONTH", 15, "2026-03-15T05:00:00+09:00") == "2026-03-14T20:00:00Z")
        #expect(try begin("MONTH", 15, "2026-03-15T04:59:00+09:00") == "2026-02-14T20:00:00Z")
        #expect(try begin("MONTH", 28, "2024-03-01T12:00:00+09:00") == "2024-02-27T20:00:00Z")
    }

    @Test func `who is banned from the boards is in none of them any more, also of yesterday, and everybody else is`() throws {
        var settings = ServiceBench.shopSettings.objectValue ?? [:]
        settings["leaderboards"] = [["factor": 1, "period": "DAY"], ["factor": 2], ["factor": 3]]
        let bench = try ServiceBench(settings: .object(settings))
        let players = try ["a-guest-of-the-leaderboard", "another-guest-of-the-leaderboard"].map { try bench.login($0) }
        func score(_ factors: ClosedRange<Int>) throws {
            for player in players {
                for factor in factors {
                    let path = "/tcgb-leaderboard/v1.3/apps/Shop/factors/\(factor)/users/\(player.userId)/score"
                    #expect(try bench.server("POST", path, ["score": 1]).headerCode == 0)
                }
            }
        }
        try score(1...3)
        bench.clock.advance(CalendarDay.dayMilliseconds)
        try score(1...1)
        #expect(try bench.count("leaderboard_entries") == 8)
        let ban: JSON = ["userIdList": [.string(players[0].userId)], "banTypeCode": "PERMANENT", "flags": "leaderboard"]
        #expect(try bench.server("POST", "/tcgb-gateway/v1.3/apps/Shop/members/ban", ban)["failedUserIdList"] == [])
        #expect(try bench.count("leaderboard_entries") == 4)
        #expect(try bench.count("leaderboard_entries", "user_id = '\(players[1].userId)'") == 4)
        #expect(try bench.database.query("SELECT SUM(users) FROM leaderboard_boards", []).first?.integer(0) == 4)
    }

    @Test func `a score that is sent again behind a later one is added up once`() throws {
        var settings = ServiceBench.shopSettings.objectValue ?? [:]
        settings["leaderboards"] = [["factor": 1, "scoreType": "ACCUMULATED"], ["factor": 2, "scoreType": "LATEST"]]
        let bench = try ServiceBench(settings: .object(settings))
        let players = try (0..<2).map { try bench.login("a-guest-of-the-leaderboard-no-\($0)") }
        /// The score that is there then, and whether it changed nothing.
        func sum(_ score: Int64, _ id: Int64, _ factor: Int = 1, of place: Int = 0) throws -> String {
            let path = "/tcgb-leaderboard/v1.3/apps/Shop/factors/\(factor)/users/\(players[place].userId)/score"
            let info = try bench.server("POST", path, ["score": .integer(score), "transactionId": .integer(id)])["userInfo"]
            return "\(info?["score"]?.doubleValue ?? -1) \(info?["resultCode"]?.int64Value ?? -1)"
        }
        #expect(try sum(10, 1) == "10.0 0" && sum(5, 2) == "15.0 0")
        // The answer to the first one was lost on its way.
        #expect(try sum(10, 1) == "15.0 1")
        #expect(try sum(10, 1, of: 1) == "10.0 0", "another player's of the same number")
        #expect(try sum(1, 3) == "16.0 0")
        // A player who is taken off the board begins anew.
        let path = "/tcgb-leaderboard/v1.3/apps/Shop/factors/1/users?userId=\(players[0].userId)"
        #expect(try bench.server("DELETE", path).headerCode == 0)
        bench.clock.advance(1_000)
        #expect(try sum(10, 1) == "10.0 0" && sum(5, 2) == "15.0 0" && sum(10, 1) == "15.0 1")
        // The latest score is the one that came last, whatever came before.
        #expect(try sum(10, 1, 2) == "10.0 0" && sum(5, 2, 2) == "5.0 0" && sum(10, 1, 2) == "10.0 0")
    }

    @Test func `a smaller size cuts off with each score, and whoever is left with the next sweep`() throws {
        func settings(_ size: Int64) -> JSON {
            var settings = ServiceBench.shopSettings.objectValue ?? [:]
            settings["leaderboards"] = [["factor": 1, "maxSize": .integer(size)], ["factor": 2]]
            return .object(settings)
        }
        let bench = try ServiceBench(settings: settings(100))
        let players = try (0..<70).map { try bench.login("a-guest-of-the-leaderboard-no-\($0)") }
        func score(_ place: Int, _ factor: Int) throws -> JSON {
            let path = "/tcgb-leaderboard/v1.3/apps/Shop/factors/\(factor)/users/\(players[place].userId)/score"
            return try bench.server("POST", path, ["score": .integer(Int64(100 - place))])
        }
        for place in 0..<68 { #expect(try score(place, 1).headerCode == 0 && score(place, 2).headerCode == 0) }
        #expect(bench.console("loadSettings", ["settings": settings(4)]).message == "")
        #expect(try bench.count("leaderboard_entries", "board LIKE '1/%'") == 68)
        _ = try score(68, 1)
        #expect(try bench.count("leaderboard_entries", "board LIKE '1/%'") == 49)
        let leaderboards = Leaderboards(core: bench.service.core)
        try bench.database.begin()
        while try !leaderboards.sweep(bench.clock.epochMilliseconds()) {}
        try bench.database.commit()
        #expect(try bench.count("leaderboard_entries", "board LIKE '1/%'") == 4)
        let best = try bench.database.query("SELECT user_id FROM leaderboard_entries WHERE board LIKE '1/%' ORDER BY sort_score", [])
        #expect(best.map { $0.text(0) } == players.prefix(4).map { $0.userId })
        #expect(try bench.count("leaderboard_entries", "board LIKE '2/%'") == 68)
        #expect(try bench.count("leaderboard_boards", "users = 4") == 1 && bench.count("leaderboard_boards", "users = 68") == 1)
        #expect(try score(69, 1)["userInfo"]?["rank"] == 0 && bench.count("leaderboard_entries", "board LIKE '1/%'") == 4)
    }

    @Test func `boards of periods that are over are swept when nobody has touched them for a month`() throws {
        var settings = ServiceBench.shopSettings.objectValue ?? [:]
        settings["leaderboards"] = [["factor": 1, "period": "DAY"], ["factor": 2]]
        let bench = try ServiceBench(settings: .object(settings))
        let player = try bench.login("a-guest-of-the-leaderboard")
        for factor in 1...2 {
            let path = "/tcgb-leaderboard/v1.3/apps/Shop/factors/\(factor)/users/\(player.userId)/score"
            _ = try bench.server("POST", path, ["score": 1])
        }
        #expect(try bench.count("leaderboard_entries") == 2)
        let leaderboards = Leaderboards(core: bench.service.core)
        for (days, entries) in [(29, 2), (2, 1)] as [(Int64, Int64)] {
            bench.clock.advance(days * CalendarDay.dayMilliseconds)
            try bench.database.begin()
            while try !leaderboards.sweep(bench.clock.epochMilliseconds()) {}
            try bench.database.commit()
            #expect(try bench.count("leaderboard_entries") == entries)
        }
        #expect(try bench.count("leaderboard_boards") == 1)
    }
}
