/// What is known of a search: for sets of states in which it was, the set that each symbol leads to. A search that stays within the table
/// reads one entry for each character.
struct PatternTable {
    /// Sets in a table.
    static let setsMax = 256
    /// Bytes of entries and members together.
    static let bytesMax = 1 << 17
    /// States that may be looked at to complete the table before the first search.
    static let visitsMax = 1 << 15
    private static let workOfVisit = 6

    /// Entries that name no set.
    static let unknown = UInt16.max
    static let found = UInt16.max - 1
    static let notFound = UInt16.max - 2

    private struct Row {
        let before: PatternBefore
        let mark: UInt64
    }

    private let width: Int
    private let words: Int
    private var rows: [Row] = []
    private var entries: [UInt16] = []
    private var members: [UInt64] = []

    /// Knows nothing but the set with which every search begins: 0.
    init(_ program: PatternProgram) {
        width = program.alphabet.width
        words = program.words
        var threads = PatternThreads()
        _ = threads.states.insert(program.start)
        threads.before = PatternBefore(isStart: program.asksStart, isWord: false)
        _ = append(threads, mark(of: threads))
    }

    /// Complete when that costs little, for then no search needs to add anything; otherwise without entries.
    static func whole(_ program: PatternProgram, _ work: inout Int) -> PatternTable {
        var table = PatternTable(program)
        var threads = PatternThreads()
        defer { work += threads.visits * workOfVisit }
        var set = 0
        while set < table.rows.count {
            for symbol in 0..<table.width {
                guard threads.visits <= visitsMax, !table.isFull else { return PatternTable(program) }
                _ = table.learn(UInt16(truncatingIfNeeded: set), symbol, program, &threads)
            }
            set += 1
        }
        return table
    }

    @inline(__always)
    func entry(_ set: UInt16, _ symbol: Int) -> UInt16 { entries[Int(set) * width + symbol] }

    /// Reads the symbol from the set on and keeps what it leads to. A full table is forgotten first, so that it never needs more room.
    mutating func learn(_ set: UInt16, _ symbol: Int, _ program: PatternProgram, _ threads: inout PatternThreads) -> UInt16 {
        for word in 0..<words { threads.states[word] = members[Int(set) * words + word] }
        threads.before = rows[Int(set)].before
        let next: UInt16
        if threads.read(symbol, program) {
            next = Self.found
        } else if symbol == program.alphabet.end || threads.isOver(program) {
            next = Self.notFound
        } else {
            let mark = mark(of: threads)
            if let known = place(of: threads, mark) {
                next = known
            } else if isFull {
                forget()
                return append(threads, mark)
            } else {
                next = append(threads, mark)
            }
        }
        entries[Int(set) * width + symbol] = next
        return next
    }

    private var isFull: Bool {
        rows.count >= Self.setsMax || (entries.count + width) * 2 + (members.count + words) * 8 > Self.bytesMax
    }

    private mutating func forget() {
        rows.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ threads: PatternThreads, _ mark: UInt64) -> UInt16 {
        rows.append(Row(before: threads.before, mark: mark))
        entries.append(contentsOf: repeatElement(Self.unknown, count: width))
        for word in 0..<words { members.append(threads.states[word]) }
        return UInt16(truncatingIfNeeded: rows.count - 1)
    }

    private func place(of threads: PatternThreads, _ mark: UInt64) -> UInt16? {
        for index in rows.indices where rows[index].mark == mark && rows[index].before == threads.before {
            if hasMembers(index, threads) { return UInt16(truncatingIfNeeded: index) }
        }
        return nil
    }

    private func hasMembers(_ set: Int, _ threads: PatternThreads) -> Bool {
        for word in 0..<words where members[set * words + word] != threads.states[word] { return false }
        return true
    }

    /// FNV-1a, a word at a time. Equal marks only say where to compare.
    private func mark(of threads: PatternThreads) -> UInt64 {
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in 0..<words { mark = (mark ^ threads.states[word]) &* 0x100_0000_01B3 }
        return mark
    }
}
