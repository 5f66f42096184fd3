/// The scalars of Unicode as the few symbols that a pattern tells apart: two scalars are one symbol when each of its sets has both or none.
struct PatternAlphabet {
    /// Symbols of scalars; two more follow them.
    let count: Int
    /// A line feed that is the last character of a text.
    var lastNewline: Int { count }
    /// Stands behind every text.
    var end: Int { count + 1 }
    var width: Int { count + 2 }
    /// Each set was looked up in each stretch of scalars.
    let work: Int

    /// The first scalars of the stretches in which all scalars are one symbol; the first of all is 0.
    private let firsts: [UInt32]
    private let symbols: [UInt16]
    private let ascii: [UInt16]
    /// A bit for each symbol, one set after the other.
    private let members: [UInt64]
    private let words: Int
    private let wordSet: UInt16

    init(_ sets: [PatternSet]) {
        // A line feed and the parts of words are told apart for the assertions.
        let sets = sets + [.newline, .word]
        let firsts = Self.stretches(sets)
        let (symbols, count) = Self.symbols(sets, firsts)
        let words = (count + 63) / 64
        var members = [UInt64](repeating: 0, count: sets.count * words)
        for set in sets.indices {
            for range in sets[set].ranges {
                for index in Self.stretches(of: range, firsts) {
                    members[set * words + Int(symbols[index] / 64)] |= 1 << UInt64(symbols[index] % 64)
                }
            }
        }
        self.count = count
        work = sets.count * firsts.count
        self.firsts = firsts
        self.symbols = symbols
        self.members = members
        self.words = words
        wordSet = UInt16(truncatingIfNeeded: sets.count - 1)
        ascii = (0..<128).map { scalar in symbols[Self.stretch(of: scalar, firsts)] }
    }

    @inline(__always)
    func symbol(ofASCII byte: UInt8) -> Int { Int(ascii[Int(byte & 0x7F)]) }

    func symbol(of scalar: UInt32) -> Int { Int(symbols[Self.stretch(of: scalar, firsts)]) }

    /// Whether a set has the symbol; it has neither of the two that are no scalars'.
    @inline(__always)
    func has(_ set: UInt16, _ symbol: Int) -> Bool {
        symbol < count && members[Int(set) * words + symbol / 64] &>> UInt64(symbol % 64) & 1 != 0
    }

    func isWord(_ symbol: Int) -> Bool { has(wordSet, symbol) }

    private static func stretches(_ sets: [PatternSet]) -> [UInt32] {
        var firsts: [UInt32] = [0]
        for set in sets {
            for range in set.ranges {
                for first in [range.lowerBound, range.upperBound + 1] {
                    let before = stretch(of: first, firsts)
                    if firsts[before] != first { firsts.insert(first, at: before + 1) }
                }
            }
        }
        return firsts
    }

    /// The symbol of each stretch, and how many symbols there are.
    private static func symbols(_ sets: [PatternSet], _ firsts: [UInt32]) -> ([UInt16], Int) {
        var symbols = [UInt16](repeating: 0, count: firsts.count)
        var count = 1
        for set in sets {
            // Each symbol becomes two where the set has only a part of it.
            var isMember = [Bool](repeating: false, count: firsts.count)
            for range in set.ranges {
                for index in stretches(of: range, firsts) { isMember[index] = true }
            }
            var split = [UInt16?](repeating: nil, count: count * 2)
            count = 0
            for index in symbols.indices {
                let part = Int(symbols[index]) * 2 + (isMember[index] ? 1 : 0)
                let symbol = split[part] ?? UInt16(truncatingIfNeeded: count)
                if split[part] == nil { count += 1 }
                split[part] = symbol
                symbols[index] = symbol
            }
        }
        return (symbols, count)
    }

    /// The stretches of a set's range: it neither begins nor ends within one.
    private static func stretches(of range: ClosedRange<UInt32>, _ firsts: [UInt32]) -> Range<Int> {
        stretch(of: range.lowerBound, firsts)..<stretch(of: range.upperBound, firsts) + 1
    }

    /// The last stretch that does not begin behind the scalar.
    private static func stretch(of scalar: UInt32, _ firsts: [UInt32]) -> Int {
        var low = 0
        var high = firsts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if firsts[middle] <= scalar { low = middle } else { high = middle }
        }
        return low
    }
}
