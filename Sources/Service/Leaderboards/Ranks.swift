import Codecs
import Linux
import Messages
import Storage

/// Ranks, as they are asked for.
extension Leaderboards {
    /// {list: [{factor, userId}]} -> {userInfoList}
    func ranksOfList(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admitted(request)
        return entries(try parameters.objects("list", countMax: Self.listMax)) { (given) throws(Failure) in
            let rules = try rules(try given.integer("factor", in: 0...Int64.max))
            return try infoOfMember(try given.text("userId", bytesMax: Self.userIdBytesMax), rules)
        }
    }

    /// {factor, ranks: [1, …]} -> {userInfoList}: of those ranks that somebody has.
    func ranksSelected(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try admitted(request)
        let rules = try rules(try parameters.integer("factor", in: 0...Int64.max))
        guard let list = parameters.value("ranks")?.arrayValue else { throw parameters.wrong("ranks", "must be a list of ranks") }
        guard list.count <= Self.listMax else {
            throw Failure.refused(ResultCode.leaderboardSize, "ranks: must hold at most \(Self.listMax) entries")
        }
        var ranks: [Int64] = []
        for rank in list {
            guard let rank = rank.int64Value, rank > 0 else {
                throw Failure.refused(ResultCode.leaderboardRange, "ranks: must be numbers from 1 on")
            }
            ranks.append(rank)
        }
        return SlicedWork((place: 0, found: [JSON]())) { (state) throws(Failure) in
            for rank in ranks[state.place...].prefix(Self.sliceEntries) { state.found += try page(rules, from: rank, 1) }
            state.place = min(state.place + Self.sliceEntries, ranks.count)
            return state.place < ranks.count ? nil : .success(["userInfoList": .array(state.found)])
        }
    }

    /// {factor, userId} -> {userInfo}; with prevSize and nextSize -> {userInfoList}, of those around; {factor, start, size} ->
    /// {userInfoList}. Numbers are texts, as a query has them.
    func ranks(_ request: Request) throws(Failure) -> Reply {
        let parameters = try admitted(request)
        let rules = try rules(try parameters.integer("factor", in: 0...Int64.max))
        guard parameters.value("userId") != nil else {
            let start = try number(parameters, "start", ResultCode.leaderboardRange, in: 1...Int64.max)
            let size = try number(parameters, "size", ResultCode.leaderboardSize, in: 1...Int64(Self.listMax))
            return .success(["userInfoList": .array(try page(rules, from: start, size))])
        }
        let userId = try parameters.text("userId", bytesMax: Self.userIdBytesMax)
        if parameters.value("prevSize") == nil, parameters.value("nextSize") == nil {
            return .success(["userInfo": try infoOfMember(userId, rules)])
        }
        let before = try number(parameters, "prevSize", ResultCode.leaderboardSize, in: 0...Int64(Self.listMax))
        let behind = try number(parameters, "nextSize", ResultCode.leaderboardSize, in: 0...Int64(Self.listMax) - before)
        guard let found = try around(userId, rules, before, behind) else { throw Self.missing(userId) }
        return .success(["userInfoList": .array(found)])
    }

    // MARK: Players

    /// Ranks before and behind the player's own in one request; a page has twice as many.
    static let aroundMax: Int64 = 50

    /// {factor, start, count} -> {userInfoList}; {factor, before, after} -> {userInfoList}, of those around the player; empty when
    /// it has no score.
    func ranksForPlayer(_ request: Request) throws(Failure) -> Reply {
        let userId = try members.authenticated(request).userId
        let parameters = Parameters(request.parameters)
        let rules = try rules(try parameters.integer("factor", in: 0...Int64.max))
        if parameters.value("start") != nil {
            let start = try parameters.integer("start", in: 1...Int64.max)
            let count = try parameters.integer("count", in: 1...2 * Self.aroundMax)
            return .success(["userInfoList": .array(try page(rules, from: start, count))])
        }
        let before = try parameters.integer("before", in: 0...Self.aroundMax)
        let after = try parameters.integer("after", in: 0...Self.aroundMax)
        return .success(["userInfoList": .array(try around(userId, rules, before, after) ?? [])])
    }

    /// - Returns: nil when the member has no score.
    private func around(_ userId: String, _ rules: LeaderboardSettings, _ before: Int64, _ behind: Int64) throws(Failure) -> [JSON]? {
        let name = board(rules)
        guard let entry = try entry(of: userId, name, rules) else { return nil }
        let rank = try RankTree(leaderboards: self, board: name).rank(of: entry.place)
        let first = max(1, rank - before)
        return try page(rules, from: first, rank - first + 1 + behind)
    }

    private func number(_ parameters: Parameters, _ name: String, _ code: Int32, in range: ClosedRange<Int64>) throws(Failure) -> Int64 {
        guard let text = try parameters.optionalText(name, bytesMax: 20) else { throw parameters.wrong(name, "is missing") }
        guard let number = Int64(text) else { throw parameters.wrong(name, "must be a number, is \"\(text)\"") }
        guard range.contains(number) else {
            throw Failure.refused(code, "\(name): must be between \(range.lowerBound) and \(range.upperBound), is \(number)")
        }
        return number
    }

    // MARK: Entries

    func entry(of userId: String, _ board: String, _ rules: LeaderboardSettings) throws(Failure) -> Entry? {
        try query(
            "SELECT \(Entry.columns) FROM leaderboard_entries WHERE board = ? AND user_id = ?", [.text(board), .text(userId)]
        ).first.map { Entry($0, rules) }
    }

    private func infoOfMember(_ userId: String, _ rules: LeaderboardSettings) throws(Failure) -> JSON {
        let name = board(rules)
        guard let entry = try entry(of: userId, name, rules) else { throw Self.missing(userId) }
        return try info(userId, entry, name, code: 0)
    }

    private func page(_ rules: LeaderboardSettings, from rank: Int64, _ size: Int64) throws(Failure) -> [JSON] {
        let name = board(rules)
        guard let (from, skipped) = try RankTree(leaderboards: self, board: name).start(ofRank: rank) else { return [] }
        let rows = try query(
            """
            SELECT \(Entry.columns) FROM leaderboard_entries WHERE board = ? AND (sort_score, sort_number) >= (?, ?)
            ORDER BY sort_score, sort_number LIMIT ? OFFSET ?
            """, [.text(name)] + from.values + [.integer(size), .integer(skipped)])
        let users = try users(of: name)
        return rows.enumerated().map { place, row in
            Self.info(Entry(row, rules), rank: rank + Int64(place), code: 0, users)
        }
    }

    /// - Parameter entry: nil for a member that has none.
    func info(_ userId: String, _ entry: Entry?, _ board: String, code: Int64) throws(Failure) -> JSON {
        let users = try users(of: board)
        guard let entry else {
            return [
                "resultCode": .integer(code), "userId": .string(userId), "rank": 0, "preRank": 0, "totalUserCountInFactor": .integer(users),
            ]
        }
        return Self.info(entry, rank: try RankTree(leaderboards: self, board: board).rank(of: entry.place), code: code, users)
    }

    private static func info(_ entry: Entry, rank: Int64, code: Int64, _ users: Int64) -> JSON {
        var info: JSONObject = [
            "resultCode": .integer(code), "userId": .string(entry.userId), "score": .decimal("\(entry.score)"), "rank": .integer(rank),
            "preRank": .integer(entry.preRank),
        ]
        info.set("extra", entry.extra)
        info["date"] = .string(ISO8601.text(epochMilliseconds: entry.date))
        info["totalUserCountInFactor"] = .integer(users)
        return .object(info)
    }
}
