/// One search in one text.
struct PatternSearch {
    private let program: PatternProgram
    /// Shared with the pattern until this search adds to it.
    private var table: PatternTable
    private var threads = PatternThreads()
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ program: PatternProgram, _ table: PatternTable, _ bytes: UnsafeBufferPointer<UInt8>) {
        self.program = program
        self.table = table
        self.bytes = bytes
    }

    var visits: Int { threads.visits }

    /// The end of the text, which is read last, leads to no further set.
    mutating func isFound() -> Bool {
        var set: UInt16 = 0
        while true {
            let symbol = nextSymbol()
            var next = table.entry(set, symbol)
            if next == PatternTable.unknown {
                next = table.learn(set, symbol, program, &threads)
            }
            if next == PatternTable.found { return true }
            if next == PatternTable.notFound { return false }
            set = next
        }
    }

    #if !hasFeature(Embedded)
    /// The same until there were too many steps.
    mutating func isFound(steps: inout Int) -> Bool {
        let before = steps
        var sets = 0
        defer { steps = before + sets * ConditionSteps.ofSet + visits * ConditionSteps.ofVisit }
        var set: UInt16 = 0
        while true {
            let symbol = nextSymbol()
            var next = table.entry(set, symbol)
            if next == PatternTable.unknown {
                next = table.learn(set, symbol, program, &threads)
                sets += 1
                if before + sets * ConditionSteps.ofSet + visits * ConditionSteps.ofVisit >= ConditionSteps.max { return false }
            }
            if next == PatternTable.found { return true }
            if next == PatternTable.notFound { return false }
            set = next
        }
    }
    #endif

    @inline(__always)
    private mutating func nextSymbol() -> Int {
        guard at < bytes.count else { return program.alphabet.end }
        let first = bytes[at]
        at += 1
        if first < 0x80 {
            if first == UInt8(ascii: "\n"), at == bytes.count { return program.alphabet.lastNewline }
            return program.alphabet.symbol(ofASCII: first)
        }
        return program.alphabet.symbol(of: restOfScalar(first))
    }

    /// A text of Swift is UTF-8 without faults; were it not, this would only be some other scalar.
    private mutating func restOfScalar(_ first: UInt8) -> UInt32 {
        var scalar = UInt32(first & (first < 0xE0 ? 0x1F : first < 0xF0 ? 0x0F : 0x07))
        while at < bytes.count, bytes[at] & 0xC0 == 0x80 {
            scalar = scalar << 6 | UInt32(bytes[at] & 0x3F)
            at += 1
        }
        return scalar
    }
}
