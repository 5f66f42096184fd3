import Codecs
import Linux
import Messages
import Storage

/// The leaderboard of the server API guide: scores of members by factors that the settings name, and ranks that are found in a few steps
/// however many scores there are. Game servers register scores; players read ranks.
struct Leaderboards: Capability {
    let core: ServiceCore

    /// Entries of one request.
    static let listMax = 1_000
    static let extraBytesMax = 16
    static let userIdBytesMax = 64
    /// Of a list in one go; a player who comes just behind it waits for about a millisecond.
    static let sliceEntries = 10
    /// Of those who are behind the last rank, that go in one go.
    static let cutMax: Int64 = 20
    /// Boards of periods that are over, or of rules that have changed, are kept so long after the last score.
    static let keptDays: Int64 = 30

    /// A board, as it was when it was held: nobody else changes it until the transaction ends.
    struct Board {
        let name: String
        var users: Int64
        var number: Int64
    }

    /// One member's score.
    struct Entry {
        let userId: String
        var place: RankTree.Place
        var score: Double
        var preRank: Int64
        var extra: String?
        var date: Int64
        var transactionId: Int64?

        init(userId: String, place: RankTree.Place, score: Double, preRank: Int64, date: Int64) {
            self.userId = userId
            self.place = place
            self.score = score
            self.preRank = preRank
            self.date = date
        }

        static let columns = "user_id, sort_score, sort_number, pre_rank, extra, entry_date, transaction_id"

        init(_ row: Row, _ rules: LeaderboardSettings) {
            userId = row.text(0)
            place = RankTree.Place(score: row.integer(1), number: row.integer(2))
            score = Leaderboards.score(of: place.score, rules)
            preRank = row.integer(3)
            extra = row.textOrNil(4)
            date = row.integer(5)
            transactionId = row.integerOrNil(6)
        }
    }

    // MARK: Factors

    func rules(_ factor: Int64) throws(Failure) -> LeaderboardSettings {
        guard !settings.leaderboards.isEmpty else {
            throw Failure.refused(ResultCode.leaderboardUnset, "the settings of this app have no leaderboards")
        }
        guard let rules = settings.leaderboards.first(where: { $0.factor == factor }) else {
            throw Failure.refused(ResultCode.leaderboardFactorMissing, "factor: there is no \(factor)")
        }
        return rules
    }

    func admitted(_ request: Request) throws(Failure) -> Parameters {
        try core.admittedBySecretKey(request, code: ResultCode.leaderboardParameter)
    }

    /// {factor?} -> {factorCount, factors} or {userCount}
    func factors(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admitted(request)
        if let factor = try parameters.optionalInteger("factor", in: 0...Int64.max) {
            return .success(["userCount": .integer(try users(of: board(try rules(factor))))])
        }
        var factors: [JSON] = []
        for rules in settings.leaderboards {
            guard var object = rules.json.objectValue else { continue }
            object["resetInterval"] = 1
            object["totalSize"] = .integer(try users(of: board(rules)))
            factors.append(.object(object))
        }
        return .success(["factorCount": .integer(Int64(factors.count)), "factors": .array(factors)])
    }

    func users(of board: String) throws(Failure) -> Int64 {
        try query("SELECT users FROM leaderboard_boards WHERE board = ?", [.text(board)]).first?.integer(0) ?? 0
    }

    // MARK: Boards

    /// The scores of one period under one order: another order begins another board.
    func board(_ rules: LeaderboardSettings) -> String {
        let order = rules.orderType + (rules.tieScoreType == "FIRST" ? "-FIRST" : "-LATEST")
        return "\(rules.factor)/\(Self.periodStart(rules, now))/\(order)"
    }

    /// When the period began that has this time.
    static func periodStart(_ rules: LeaderboardSettings, _ time: Int64) -> Int64 {
        guard rules.period != "ALL", let reset = rules.resetMilliseconds else { return 0 }
        guard let zone = UTCZone.milliseconds(rules.utcTimeZone) else { return 0 }
        let day = CalendarDay.dayMilliseconds
        // As if every day began at the reset, in UTC.
        let local = time &+ zone &- reset
        var start = local - (local % day + day) % day
        switch rules.period {
        case "WEEK":
            // The first day of 1970 was a Thursday.
            let weekday = ((start / day + 3) % 7 + 7) % 7
            start -= (weekday - (rules.resetDate - 1) + 7) % 7 * day
        case "MONTH":
            let text = Array(ISO8601.text(epochMilliseconds: start).utf8)
            let dayOfMonth = Int64(String(decoding: text[8..<10], as: UTF8.self)) ?? 1
            start -= (dayOfMonth - 1) * day
            if dayOfMonth < rules.resetDate {
                let last = Array(ISO8601.text(epochMilliseconds: start - day).utf8)
                start -= (Int64(String(decoding: last[8..<10], as: UTF8.self)) ?? 1) * day
            }
            start += (rules.resetDate - 1) * day
        default: break
        }
        return start &- zone &+ reset
    }

    /// Before anything of the board is read that decides about a change: what was read earlier another service may have changed since.
    func hold(_ name: String) throws(Failure) -> Board {
        let sql = "SELECT users, last_number FROM leaderboard_boards WHERE board = ?" + (core.isShared ? " FOR UPDATE" : "")
        var row = try query(sql, [.text(name)]).first
        if row == nil {
            try run(
                """
                INSERT INTO leaderboard_boards (board, users, last_number, touched_date) VALUES (?, 0, 0, ?)
                ON CONFLICT (board) DO NOTHING
                """, [.text(name), .integer(now)])
            row = try query(sql, [.text(name)]).first
        }
        return Board(name: name, users: row?.integer(0) ?? 0, number: row?.integer(1) ?? 0)
    }

    /// The next number of a board that is held.
    func count(_ board: inout Board) throws(Failure) {
        try claim(
            "UPDATE leaderboard_boards SET last_number = ?, touched_date = ? WHERE board = ? AND last_number = ?",
            [.integer(board.number + 1), .integer(now), .text(board.name), .integer(board.number)])
        board.number += 1
    }

    func keep(_ board: Board) throws(Failure) {
        try run("UPDATE leaderboard_boards SET users = ? WHERE board = ?", [.integer(board.users), .text(board.name)])
    }

    // MARK: Scores as numbers that sort

    /// Of two scores the one that is before the other has the smaller number.
    static func sorted(_ score: Double, _ rules: LeaderboardSettings) -> Int64 {
        let value = rules.orderType == "DESC" ? -score : score
        // 0 and -0 are one score.
        let bits = Int64(bitPattern: (value == 0 ? 0 : value).bitPattern)
        return bits < 0 ? bits ^ Int64.max : bits
    }

    static func score(of sorted: Int64, _ rules: LeaderboardSettings) -> Double {
        let value = Double(bitPattern: UInt64(bitPattern: sorted < 0 ? sorted ^ Int64.max : sorted))
        return value == 0 ? 0 : rules.orderType == "DESC" ? -value : value
    }
}

extension Leaderboards {
    static func requests(_ table: inout RequestTable) {
        table.row(.leaderboardRanks, "userId factor start count before after", Leaderboards.ranksForPlayer)
        table.row(.serverScore, "factor userId score transactionId extra", Leaderboards.score)
        table.row(.serverRemoveScore, "factor userId", Leaderboards.removeScore)
        // Lists serve game servers with many members; the library leaves them out for its size.
        #if !hasFeature(Embedded)
        table.row(.serverFactors, "factor", Leaderboards.factors)
        table.row(.serverRanks, "factor userId start size prevSize nextSize", Leaderboards.ranks)
        table.row(.serverRanksOfList, "list(factor userId)", Leaderboards.ranksOfList)
        table.row(.serverRanksSelected, "factor ranks", Leaderboards.ranksSelected)
        table.row(.serverScores, "list(factor userId score transactionId extra)", Leaderboards.scores)
        #endif
    }
}

extension Schema {
    /// A board is a factor in one period. `leaderboard_blocks` counts its entries: those of level 1 between a block's first place and the
    /// next one's, those of level 2 the same over many blocks of level 1.
    static let leaderboards = [
        """
        CREATE TABLE leaderboard_boards (board TEXT NOT NULL PRIMARY KEY, users BIGINT NOT NULL, last_number BIGINT NOT NULL,
            touched_date BIGINT NOT NULL)
        """,
        "CREATE INDEX leaderboard_boards_by_date ON leaderboard_boards (touched_date)",
        """
        CREATE TABLE leaderboard_entries (board TEXT NOT NULL, user_id TEXT NOT NULL, sort_score BIGINT NOT NULL,
            sort_number BIGINT NOT NULL, pre_rank BIGINT NOT NULL, extra TEXT, entry_date BIGINT NOT NULL, transaction_id BIGINT,
            PRIMARY KEY (board, user_id))
        """,
        "CREATE UNIQUE INDEX leaderboard_entries_by_rank ON leaderboard_entries (board, sort_score, sort_number)",
        "CREATE INDEX leaderboard_entries_by_user ON leaderboard_entries (user_id, board)",
        """
        CREATE TABLE leaderboard_blocks (board TEXT NOT NULL, level BIGINT NOT NULL, sort_score BIGINT NOT NULL,
            sort_number BIGINT NOT NULL, entries BIGINT NOT NULL, PRIMARY KEY (board, level, sort_score, sort_number))
        """,
    ]
}
