import Linux
import Messages
import Storage

/// How many entries of a board are before a place, without counting them: a tree of counts with two levels above the entries. At a million
/// entries a rank reads some 20 counts, some 500 more and some 250 entries.
struct RankTree {
    /// Where an entry stands: the smaller is before the other.
    struct Place: Equatable {
        var score: Int64
        var number: Int64

        static let first = Place(score: Int64.min, number: Int64.min)
        /// Behind all: no score sorts so.
        static let end = Place(score: Int64.max, number: Int64.max)
        var values: [Value] { [.integer(score), .integer(number)] }
    }

    struct Block {
        let first: Place
        var entries: Int64
    }

    /// Entries of a block of each level before it becomes two.
    static let standard: [Int64: Int64] = [1: 256, 2: 65_536]
    static let levels: [Int64] = [1, 2]
    private static let blocksOfGroupMax = 8_192
    private static let groupsMax = 100_000

    let leaderboards: Leaderboards
    let board: String
    var blockMax = RankTree.standard

    private func query(_ sql: String, _ values: [Value]) throws(Failure) -> [Row] {
        try leaderboards.query(sql, [.text(board)] + values)
    }
    private func run(_ sql: String, _ values: [Value]) throws(Failure) { try leaderboards.run(sql, values) }

    private static func block(_ row: Row) -> Block {
        Block(first: Place(score: row.integer(0), number: row.integer(1)), entries: row.integer(2))
    }

    // MARK: Ranks

    /// From 1.
    func rank(of place: Place) throws(Failure) -> Int64 {
        let group = try block(2, at: place).first
        let leaf = try block(1, at: place).first
        let before = try entries(2, from: .first, to: group) + entries(1, from: group, to: leaf)
        let counted = try query(
            """
            SELECT COUNT(*) FROM leaderboard_entries
            WHERE board = ? AND (sort_score, sort_number) >= (?, ?) AND (sort_score, sort_number) < (?, ?)
            """, leaf.values + place.values)
        return before + (counted.first?.integer(0) ?? 0) + 1
    }

    /// Where the entry with this rank is at the latest, and how many before it are to be passed over from there.
    /// - Returns: nil when there are fewer entries.
    func start(ofRank rank: Int64) throws(Failure) -> (from: Place, skipped: Int64)? {
        var left = rank - 1
        let groups = try blocks(2, from: .first, to: .end, Self.groupsMax)
        guard let place = Self.pass(groups, &left) else { return nil }
        // Only those of the group: of a large board there are thousands behind it.
        let end = place + 1 < groups.count ? groups[place + 1].first : .end
        let leaves = try blocks(1, from: groups[place].first, to: end, Self.blocksOfGroupMax)
        return Self.pass(leaves, &left).map { (leaves[$0].first, left) }
    }

    private static func pass(_ blocks: [Block], _ left: inout Int64) -> Int? {
        for (place, block) in blocks.enumerated() {
            if left < block.entries { return place }
            left -= block.entries
        }
        return nil
    }

    private func block(_ level: Int64, at place: Place) throws(Failure) -> Block {
        let row = try query(
            """
            SELECT sort_score, sort_number, entries FROM leaderboard_blocks
            WHERE board = ? AND level = ? AND (sort_score, sort_number) <= (?, ?) ORDER BY sort_score DESC, sort_number DESC LIMIT 1
            """, [.integer(level)] + place.values
        ).first
        return row.map { Self.block($0) } ?? Block(first: .first, entries: 0)
    }

    private func entries(_ level: Int64, from: Place, to: Place) throws(Failure) -> Int64 {
        try query(
            """
            SELECT entries FROM leaderboard_blocks
            WHERE board = ? AND level = ? AND (sort_score, sort_number) >= (?, ?) AND (sort_score, sort_number) < (?, ?)
            """, [.integer(level)] + from.values + to.values
        ).reduce(0) { $0 + $1.integer(0) }
    }

    private func blocks(_ level: Int64, from: Place, to: Place, _ most: Int) throws(Failure) -> [Block] {
        try query(
            """
            SELECT sort_score, sort_number, entries FROM leaderboard_blocks
            WHERE board = ? AND level = ? AND (sort_score, sort_number) >= (?, ?) AND (sort_score, sort_number) < (?, ?)
            ORDER BY sort_score, sort_number LIMIT ?
            """, [.integer(level)] + from.values + to.values + [.integer(Int64(most))]
        ).map { Self.block($0) }
    }

    // MARK: Changes

    /// The entry at the place is there already.
    func add(_ place: Place) throws(Failure) {
        for level in Self.levels {
            let found = try block(level, at: place)
            try run(
                """
                INSERT INTO leaderboard_blocks (board, level, sort_score, sort_number, entries) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT (board, level, sort_score, sort_number) DO UPDATE SET entries = leaderboard_blocks.entries + 1
                """, [.text(board), .integer(level)] + found.first.values)
            if found.entries + 1 > blockMax[level] ?? 0 { try split(level, Block(first: found.first, entries: found.entries + 1)) }
        }
    }

    /// The entry at the place is gone already.
    func remove(_ place: Place) throws(Failure) {
        for level in Self.levels {
            let found = try block(level, at: place)
            let left = found.entries - 1
            try set(level, found.first, left)
            guard left < (blockMax[level] ?? 0) / 4 else { continue }
            let block = Block(first: found.first, entries: left)
            if try !join(level, block), let before = try self.before(level, block.first) { _ = try join(level, before) }
        }
    }

    private func set(_ level: Int64, _ first: Place, _ entries: Int64) throws(Failure) {
        try run(
            "UPDATE leaderboard_blocks SET entries = ? WHERE board = ? AND level = ? AND sort_score = ? AND sort_number = ?",
            [.integer(entries), .text(board), .integer(level)] + first.values)
    }

    private func split(_ level: Int64, _ block: Block) throws(Failure) {
        guard let (middle, before) = level == 1 ? try middleOfEntries(block) : try middleOfBlocks(block), middle != block.first else {
            return
        }
        try run(
            "INSERT INTO leaderboard_blocks (board, level, sort_score, sort_number, entries) VALUES (?, ?, ?, ?, ?)",
            [.text(board), .integer(level)] + middle.values + [.integer(block.entries - before)])
        try set(level, block.first, before)
    }

    private func middleOfEntries(_ block: Block) throws(Failure) -> (Place, before: Int64)? {
        let half = block.entries / 2
        let row = try query(
            """
            SELECT sort_score, sort_number FROM leaderboard_entries
            WHERE board = ? AND (sort_score, sort_number) >= (?, ?) ORDER BY sort_score, sort_number LIMIT 1 OFFSET ?
            """, block.first.values + [.integer(half)]
        ).first
        return row.map { (Place(score: $0.integer(0), number: $0.integer(1)), half) }
    }

    /// Where a block of level 1 begins, so that no count is of two groups.
    private func middleOfBlocks(_ block: Block) throws(Failure) -> (Place, before: Int64)? {
        var before: Int64 = 0
        for leaf in try blocks(1, from: block.first, to: .end, Self.blocksOfGroupMax) {
            if before >= block.entries / 2 { return (leaf.first, before) }
            before += leaf.entries
        }
        return nil
    }

    private func before(_ level: Int64, _ first: Place) throws(Failure) -> Block? {
        try query(
            """
            SELECT sort_score, sort_number, entries FROM leaderboard_blocks
            WHERE board = ? AND level = ? AND (sort_score, sort_number) < (?, ?) ORDER BY sort_score DESC, sort_number DESC LIMIT 1
            """, [.integer(level)] + first.values
        ).first.map { Self.block($0) }
    }

    /// Blocks that have become few make one, so that there are never many of them.
    /// - Returns: whether it took in the next one.
    private func join(_ level: Int64, _ block: Block) throws(Failure) -> Bool {
        let row = try query(
            """
            SELECT sort_score, sort_number, entries FROM leaderboard_blocks
            WHERE board = ? AND level = ? AND (sort_score, sort_number) > (?, ?) ORDER BY sort_score, sort_number LIMIT 1
            """, [.integer(level)] + block.first.values
        ).first
        guard let next = row.map({ Self.block($0) }), block.entries + next.entries <= (blockMax[level] ?? 0) / 2 else { return false }
        if level == 1, try self.block(2, at: next.first).first == next.first { return false }
        try run(
            "DELETE FROM leaderboard_blocks WHERE board = ? AND level = ? AND sort_score = ? AND sort_number = ?",
            [.text(board), .integer(level)] + next.first.values)
        try set(level, block.first, block.entries + next.entries)
        return true
    }
}
