import Linux

/// One thing to do while a text is read. States name each other by their place in the program.
enum PatternState {
    /// Reads one scalar of a set.
    case scalar(set: UInt16, then: UInt16)
    case either(UInt16, UInt16)
    case assertion(PatternAssertion, then: UInt16)
    case found
}

/// A pattern as states.
struct PatternProgram {
    let states: [PatternState]
    let start: UInt16
    /// Whether it can be found nowhere but from the start of the text on.
    let isAnchored: Bool
    /// Whether it asks for the start of the text, and for edges of words: what is not asked for need not be remembered.
    let asksStart: Bool
    let asksWord: Bool
    let alphabet: PatternAlphabet
    /// The cost of writing it, nearly all of it comparisons of a set with the others and with stretches of scalars.
    let work: Int
    private static let workOfState = 8

    /// Words of a bit for each state.
    var words: Int { (states.count + 63) / 64 }

    init(_ node: PatternNode) throws(PatternError) {
        var compiler = PatternCompiler()
        start = try compiler.compile(node, then: 0)
        states = compiler.states
        isAnchored = node.isAnchored
        asksStart = compiler.asksStart
        asksWord = compiler.asksWord
        alphabet = PatternAlphabet(compiler.sets)
        work = (Self.workOfState + compiler.sets.count) * compiler.states.count + alphabet.work
    }
}

/// Writes the states of a tree from its end to its start, so that each state is written when those that follow it are known.
private struct PatternCompiler {
    private(set) var states: [PatternState] = [.found]
    private(set) var sets: [PatternSet] = []
    private(set) var asksStart = false
    private(set) var asksWord = false
    /// The quantifier that is being written out. Nothing else makes more states than the pattern has room for.
    private var quantifierOffset = 0

    /// The state with which the tree begins when `next` follows it. Each node but an empty one costs at least one state, which limits the
    /// work; the parser has limited the depth.
    mutating func compile(_ node: PatternNode, then next: UInt16) throws(PatternError) -> UInt16 {
        switch node {
        case .empty:
            return next
        case .scalar(let scalar):
            return try append(.scalar(set: place(of: PatternSet([scalar...scalar])), then: next))
        case .set(let set):
            return try append(.scalar(set: place(of: set), then: next))
        case .assertion(let assertion):
            if case .textStart = assertion { asksStart = true }
            if case .wordEdge = assertion { asksWord = true }
            if case .noWordEdge = assertion { asksWord = true }
            return try append(.assertion(assertion, then: next))
        case .sequence(let nodes):
            var first = next
            for node in nodes.reversed() { first = try compile(node, then: first) }
            return first
        case .choice(let nodes):
            var first: UInt16?
            for node in nodes.reversed() {
                let alternative = try compile(node, then: next)
                if let others = first { first = try append(.either(alternative, others)) } else { first = alternative }
            }
            return first ?? next
        case .repetition(let node, let least, let most, let offset):
            quantifierOffset = offset
            return try compile(node, least, most, then: next)
        }
    }

    private mutating func compile(_ node: PatternNode, _ least: Int, _ most: Int?, then next: UInt16) throws(PatternError) -> UInt16 {
        var first = next
        var copies = least
        if let most {
            for _ in least..<max(most, least) { first = try append(.either(compile(node, then: first), next)) }
        } else {
            let loop = try append(.either(next, next))
            let body = try compile(node, then: loop)
            states[Int(loop)] = .either(body, next)
            first = loop
            // The last copy that must be there is the one of the loop, or else a nest of such repetitions would double with each depth.
            if copies > 0 {
                first = body
                copies -= 1
            }
        }
        for _ in 0..<copies { first = try compile(node, then: first) }
        return first
    }

    private mutating func append(_ state: PatternState) throws(PatternError) -> UInt16 {
        guard states.count < Pattern.statesMax else {
            throw PatternError(message: "the pattern needs more than \(Pattern.statesMax) states", offset: quantifierOffset)
        }
        states.append(state)
        return UInt16(truncatingIfNeeded: states.count - 1)
    }

    /// A pattern names few sets often.
    private mutating func place(of set: PatternSet) -> UInt16 {
        for index in sets.indices where sets[index] == set { return UInt16(truncatingIfNeeded: index) }
        sets.append(set)
        return UInt16(truncatingIfNeeded: sets.count - 1)
    }
}
