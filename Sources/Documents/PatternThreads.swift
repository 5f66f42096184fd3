/// What lies before a place of a text.
struct PatternBefore: Equatable {
    var isStart: Bool
    var isWord: Bool
}

/// All the states in which a search is at one place of a text. There are never more of them than the program has, whatever was read.
struct PatternThreads {
    var states = PatternBits()
    var before = PatternBefore(isStart: false, isWord: false)
    /// How often a state was looked at.
    private(set) var visits = 0

    private var entered = PatternBits()
    private var waiting = PatternBits()
    /// The word of the waiting states that is being emptied. Only loops lead back to a higher one.
    private var word = 0

    /// Whether nothing that may follow can bring about a find.
    func isOver(_ program: PatternProgram) -> Bool {
        guard program.isAnchored else { return false }
        for word in 0..<program.words where states[word] != 0 { return false }
        return true
    }

    /// Reads one symbol. True: the pattern is found before it.
    mutating func read(_ symbol: Int, _ program: PatternProgram) -> Bool {
        for word in 0..<program.words {
            entered[word] = states[word]
            waiting[word] = states[word]
            states[word] = 0
        }
        word = program.words - 1
        if !program.isAnchored { enter(program.start) }
        // The last line feed is also an ordinary one, to the sets.
        let scalar = symbol == program.alphabet.lastNewline ? program.alphabet.symbol(ofASCII: UInt8(ascii: "\n")) : symbol
        while word >= 0 {
            let bits = waiting[word]
            if bits == 0 {
                word -= 1
                continue
            }
            let state = word * 64 + bits.trailingZeroBitCount
            waiting[word] = bits & (bits - 1)
            visits += 1
            switch program.states[state] {
            case .scalar(let set, let next):
                if program.alphabet.has(set, scalar) { _ = states.insert(next) }
            case .either(let one, let other):
                enter(one)
                enter(other)
            case .assertion(let assertion, let next):
                if isTrue(assertion, symbol, program.alphabet) { enter(next) }
            case .found:
                return true
            }
        }
        before = PatternBefore(isStart: false, isWord: program.asksWord && program.alphabet.isWord(symbol))
        return false
    }

    private func isTrue(_ assertion: PatternAssertion, _ symbol: Int, _ alphabet: PatternAlphabet) -> Bool {
        switch assertion {
        case .textStart: before.isStart
        case .textEnd: symbol == alphabet.end
        case .lastLineEnd: symbol == alphabet.end || symbol == alphabet.lastNewline
        case .wordEdge: before.isWord != alphabet.isWord(symbol)
        case .noWordEdge: before.isWord == alphabet.isWord(symbol)
        }
    }

    /// Each state is looked at once between two symbols, however many ways lead to it.
    @inline(__always)
    private mutating func enter(_ state: UInt16) {
        guard entered.insert(state) else { return }
        _ = waiting.insert(state)
        word = max(word, Int(state / 64))
    }
}

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
