import Codecs
import Linux
import Messages
import Storage

/// Scores come, and go.
extension Leaderboards {
    /// {list: [{factor, userId, score, transactionId?, extra?}]} -> {userInfoList}. One that is refused is told in its entry.
    func scores(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admitted(request)
        let list = try parameters.objects("list", countMax: Self.listMax)
        return entries(list) { (given) throws(Failure) in try register(given) }
    }

    /// {factor, userId, score, transactionId?, extra?} -> {userInfo}
    func score(_ request: Request) throws(Failure) -> Reply { .success(["userInfo": try register(try admitted(request))]) }

    /// {factor, userId}
    func removeScore(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admitted(request)
        let rules = try rules(try parameters.integer("factor", in: 0...Int64.max))
        let userId = try parameters.text("userId", bytesMax: Self.userIdBytesMax)
        var board = try hold(board(rules))
        guard let entry = try entry(of: userId, board.name, rules) else { throw Self.missing(userId) }
        try count(&board)
        try remove(entry.userId, entry.place, &board)
        try keep(board)
        return .success()
    }

    static func missing(_ userId: String) -> Failure {
        Failure.refused(ResultCode.leaderboardUserMissing, "userId: \"\(userId)\" has no score in this factor")
    }

    /// Answers for each of a list, a piece at a time.
    func entries(_ list: [Parameters], _ answer: @escaping (Parameters) throws(Failure) -> JSON) -> SlicedWork {
        SlicedWork(Answers(core.begun), begun: { $0.text }) { (state) throws(Failure) in
            for given in list.dropFirst(state.found.count).prefix(Self.sliceEntries) {
                var found = JSON.null
                let failure = try attempt { () throws(Failure) in found = try answer(given) }
                if case .refused(let reply)? = failure {
                    found = ["resultCode": .integer(Int64(reply.resultCode)), "userId": given.value("userId") ?? ""]
                } else if let failure {
                    throw failure
                }
                if let factor = given.value("factor"), var object = found.objectValue {
                    object["factor"] = factor
                    found = .object(object)
                }
                state.add(found)
            }
            return state.found.count < list.count ? nil : .success(["userInfoList": .array(state.found)])
        }
    }

    /// Those of a list's first entries, also as a text by which another try goes on behind them.
    private struct Answers {
        private(set) var found: [JSON] = []
        private var texts = ""

        init(_ text: String?) {
            guard let text, let list = try? JSON.parse(text, limits: HTTPForm.answerLimits).arrayValue else { return }
            for answer in list { add(answer) }
        }

        var text: String? { found.isEmpty ? nil : "[\(texts)]" }

        mutating func add(_ answer: JSON) {
            if !found.isEmpty { texts += "," }
            texts += answer.text()
            found.append(answer)
        }
    }

    // MARK: One score

    private func register(_ parameters: Parameters) throws(Failure) -> JSON {
        let rules = try rules(try parameters.integer("factor", in: 0...Int64.max))
        let userId = try parameters.text("userId", bytesMax: Self.userIdBytesMax)
        guard let given = parameters.value("score")?.doubleValue, given.isFinite else {
            throw parameters.wrong("score", "must be a number of 64 bits")
        }
        let id = try parameters.optionalInteger("transactionId", in: Int64.min...Int64.max)
        let extra = try parameters.optionalText("extra", bytesMax: Int.max)
        if let extra, extra.utf8.count > Self.extraBytesMax {
            throw Failure.refused(ResultCode.leaderboardExtraTooLong, "extra: must be at most \(Self.extraBytesMax) bytes of UTF-8")
        }
        // Who goes at the same moment must not leave a score behind.
        try core.lock(member: userId)
        let valid = try members.valid(of: userId)
        guard let valid, valid != MemberState.withdrawn, valid != MemberState.missing else {
            throw Failure.refused(ResultCode.leaderboardUserMissing, "userId: there is no member \"\(userId)\"")
        }
        var board = try hold(board(rules))
        let name = board.name
        let old = try entry(of: userId, name, rules)
        guard let score = try kept(given, old, rules), old == nil || id == nil || old?.transactionId != id else {
            // It says nothing new: a lower score, or the same registration once more.
            return try info(userId, old, name, code: 1)
        }
        #if !hasFeature(Embedded)
        // A score that comes again behind a later one would be added twice; a best or a latest score is not.
        if let id, rules.scoreType == "ACCUMULATED", try isRepeated(id, of: userId, name), old != nil {
            return try info(userId, old, name, code: 1)
        }
        #endif
        try count(&board)
        var entry = old ?? Entry(userId: userId, place: .first, score: 0, preRank: 0, date: now)
        let tree = RankTree(leaderboards: self, board: name)
        entry.preRank = try old.map { (old) throws(Failure) in try tree.rank(of: old.place) } ?? 0
        let number = rules.tieScoreType == "FIRST" ? board.number : -board.number
        entry.place = RankTree.Place(score: Self.sorted(score, rules), number: number)
        entry.score = score
        entry.extra = extra
        entry.date = now
        entry.transactionId = id
        try write(entry, name)
        if let old { try tree.remove(old.place) } else { board.users += 1 }
        try tree.add(entry.place)
        let isLeft = try cutOff(rules, &board, userId)
        try keep(board)
        return try info(userId, isLeft ? entry : nil, name, code: isLeft ? 0 : 1)
    }

    #if !hasFeature(Embedded)
    /// Whether a registration was added to the sum before. It is kept among the answers of changes, and goes with them after a day. What
    /// came before the entry was removed is in no sum.
    private func isRepeated(_ id: Int64, of userId: String, _ board: String) throws(Failure) -> Bool {
        let (key, removal) = (Self.score(id, of: userId, board), Self.removal(of: userId, board))
        let dates = try query("SELECT key_hash, made_date FROM change_answers WHERE key_hash IN (?, ?)", [key, removal])
        let made = dates.first { Value.text($0.text(0)) == key }?.integer(1)
        let removed = dates.first { Value.text($0.text(0)) == removal }?.integer(1) ?? Int64.min
        if let made, made > removed { return true }
        try note(key)
        return false
    }

    private static func score(_ id: Int64, of userId: String, _ board: String) -> Value {
        .text(ServiceCore.fingerprint("score\n\(board)\n\(userId)\n\(id)"))
    }

    private static func removal(of userId: String, _ board: String) -> Value {
        .text(ServiceCore.fingerprint("score removed\n\(board)\n\(userId)"))
    }

    private func note(_ key: Value) throws(Failure) {
        try claim(
            """
            INSERT INTO change_answers (key_hash, subject_hash, answer, made_date) VALUES (?, '', ?, ?)
            ON CONFLICT (key_hash) DO UPDATE SET made_date = excluded.made_date
            """, [key, .blob([]), .integer(now)])
    }
    #endif

    /// - Returns: the score to keep; nil when the one that is there stays.
    private func kept(_ given: Double, _ old: Entry?, _ rules: LeaderboardSettings) throws(Failure) -> Double? {
        guard let old else { return given }
        switch rules.scoreType {
        case "BEST": return Self.sorted(given, rules) < old.place.score ? given : nil
        case "ACCUMULATED":
            guard (old.score + given).isFinite else {
                throw Failure.refused(ResultCode.leaderboardRange, "score: the sum is not a number of 64 bits any more")
            }
            return old.score + given
        default: return given
        }
    }

    private func write(_ entry: Entry, _ board: String) throws(Failure) {
        try run(
            """
            INSERT INTO leaderboard_entries (board, user_id, sort_score, sort_number, pre_rank, extra, entry_date, transaction_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (board, user_id) DO UPDATE SET sort_score = excluded.sort_score, sort_number = excluded.sort_number,
                pre_rank = excluded.pre_rank, extra = excluded.extra, entry_date = excluded.entry_date,
                transaction_id = excluded.transaction_id
            """,
            [.text(board), .text(entry.userId)] + entry.place.values
                + [.integer(entry.preRank), Value(entry.extra), .integer(entry.date), Value(entry.transactionId)])
    }

    /// Entries behind the last rank go; of many, as there are after a smaller `maxSize`, some.
    /// - Returns: whether those were others.
    private func cutOff(_ rules: LeaderboardSettings, _ board: inout Board, _ userId: String) throws(Failure) -> Bool {
        guard board.users > rules.maxSize else { return true }
        var areOthers = true
        let behind = try query(
            """
            SELECT user_id, sort_score, sort_number FROM leaderboard_entries WHERE board = ?
            ORDER BY sort_score DESC, sort_number DESC LIMIT ?
            """, [.text(board.name), .integer(min(board.users - rules.maxSize, Self.cutMax))])
        for row in behind {
            try remove(row.text(0), RankTree.Place(score: row.integer(1), number: row.integer(2)), &board)
            if row.text(0) == userId { areOthers = false }
        }
        return areOthers
    }

    private func remove(_ userId: String, _ place: RankTree.Place, _ board: inout Board) throws(Failure) {
        try run("DELETE FROM leaderboard_entries WHERE board = ? AND user_id = ?", [.text(board.name), .text(userId)])
        try RankTree(leaderboards: self, board: board.name).remove(place)
        board.users -= 1
        #if !hasFeature(Embedded)
        let name = board.name
        if settings.leaderboards.contains(where: { $0.scoreType == "ACCUMULATED" && self.board($0) == name }) {
            try note(Self.removal(of: userId, name))
        }
        #endif
    }

    // MARK: Ends

    /// A member goes, or is banned from it: it is in no board any more, also of periods that are over.
    func forget(_ userId: String) throws(Failure) {
        for row in try query("SELECT board FROM leaderboard_entries WHERE user_id = ?", [.text(userId)]) {
            var board = try hold(row.text(0))
            let place = try query(
                "SELECT sort_score, sort_number FROM leaderboard_entries WHERE board = ? AND user_id = ?",
                [.text(board.name), .text(userId)]
            ).first
            guard let place else { continue }
            try count(&board)
            try remove(userId, RankTree.Place(score: place.integer(0), number: place.integer(1)), &board)
            try keep(board)
        }
    }

    /// A bite of a board that has more than it may by now, or of one that is over and was not touched for long.
    /// - Returns: whether nothing is left.
    func sweep(_ due: Int64) throws(Failure) -> Bool {
        for rules in settings.leaderboards where try users(of: board(rules)) > rules.maxSize {
            var board = try hold(board(rules))
            let before = board.users
            try count(&board)
            _ = try cutOff(rules, &board, "")
            try keep(board)
            if board.users < before { return false }
        }
        let current = settings.leaderboards.map { board($0) }
        let old = try query(
            "SELECT board FROM leaderboard_boards WHERE touched_date < ? ORDER BY touched_date LIMIT \(LeaderboardSettings.countMax + 1)",
            [.integer(due &- Self.keptDays * CalendarDay.dayMilliseconds)])
        guard let board = old.map({ $0.text(0) }).first(where: { !current.contains($0) }) else { return true }
        let few = "SELECT user_id FROM leaderboard_entries WHERE board = ? LIMIT \(SlicedWork.rows)"
        let gone = try runCounted(
            "DELETE FROM leaderboard_entries WHERE board = ? AND user_id IN (\(few))", [.text(board), .text(board)])
        if gone == SlicedWork.rows { return false }
        try run("DELETE FROM leaderboard_blocks WHERE board = ?", [.text(board)])
        try run("DELETE FROM leaderboard_boards WHERE board = ?", [.text(board)])
        return false
    }
}
