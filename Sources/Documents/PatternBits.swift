/// A set of states, a bit for each.
struct PatternBits {
    /// Room for `Pattern.statesMax`.
    private var words = InlineArray<64, UInt64>(repeating: 0)

    subscript(word: Int) -> UInt64 {
        @inline(__always) get { words[word] }
        @inline(__always) set { words[word] = newValue }
    }

    /// Whether the state was not yet in the set.
    @inline(__always)
    mutating func insert(_ state: UInt16) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(state % 64)
        let word = Int(state / 64)
        if words[word] & bit != 0 { return false }
        words[word] |= bit
        return true
    }
}
