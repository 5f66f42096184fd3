import Linux

/// Reads the text of a pattern once, from left to right. Every read is behind a comparison of `at` with the count.
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var at = 0
    private var depth = 0

    private init(_ text: String) { scalars = [Unicode.Scalar](text.unicodeScalars) }

    static func parse(_ text: String) throws(PatternError) -> PatternNode {
        guard text.utf8.count <= Pattern.bytesMax else {
            throw PatternError(message: "the pattern is longer than \(Pattern.bytesMax) bytes", offset: Pattern.bytesMax)
        }
        var parser = PatternParser(text)
        let node = try parser.choice()
        guard parser.at == parser.scalars.count else { throw parser.failure(at: parser.at, "a closing parenthesis closes nothing") }
        return node
    }

    var next: Unicode.Scalar? { scalar(at) }

    func scalar(_ index: Int) -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    func failure(at index: Int, _ message: String) -> PatternError { PatternError(message: message, offset: offset(of: index)) }

    private func offset(of index: Int) -> Int {
        var bytes = 0
        for scalar in scalars.prefix(index) { bytes += scalar.utf8.count }
        return bytes
    }

    /// Ends before a closing parenthesis, or at the end of the text.
    private mutating func choice() throws(PatternError) -> PatternNode {
        var alternatives = [try sequence()]
        while take("|") { alternatives.append(try sequence()) }
        if alternatives.count == 1 { return alternatives[0] }
        if let set = Self.set(of: alternatives) { return .set(set) }
        return .choice(alternatives)
    }

    /// What single characters are chosen from, as one set: it needs one state.
    private static func set(of alternatives: [PatternNode]) -> PatternSet? {
        var ranges: [ClosedRange<UInt32>] = []
        for alternative in alternatives {
            switch alternative {
            case .scalar(let scalar): ranges.append(scalar...scalar)
            case .set(let set): ranges += set.ranges
            default: return nil
            }
        }
        return PatternSet(ranges)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let next, next != "|", next != ")" {
            let node = try item()
            // Nothing repeated is nothing: only what costs a state is kept, so that the limit of states also limits the work.
            if !node.isEmpty { nodes.append(node) }
        }
        switch nodes.count {
        case 0: return .empty
        case 1: return nodes[0]
        default: return .sequence(nodes)
        }
    }

    private mutating func item() throws(PatternError) -> PatternNode {
        let isGroup = next == "("
        let node = try isGroup ? group() : single()
        let quantifierAt = at
        guard let (least, most) = try quantifier() else { return node }
        if !isGroup, case .assertion = node { throw failure(at: quantifierAt, "a quantifier follows nothing that can be repeated") }
        if next == "+" { throw failure(at: at, "possessive quantifiers are not supported") }
        // Lazy or greedy decides how much is found, and here only counts whether it is.
        _ = take("?")
        let secondAt = at
        if try quantifier() != nil { throw failure(at: secondAt, "a quantifier follows another one") }
        if node.isEmpty || most == 0 { return .empty }
        return .repetition(node, least: least, most: most, offset: offset(of: quantifierAt))
    }

    private mutating func single() throws(PatternError) -> PatternNode {
        let itemAt = at
        if try quantifier() != nil { throw failure(at: itemAt, "a quantifier follows nothing that can be repeated") }
        guard let scalar = next else { return .empty }
        switch scalar {
        case "[": return try brackets()
        case "\\": return try escape(inBrackets: false)
        default: at += 1
        }
        switch scalar {
        case "^": return .assertion(.textStart)
        case "$": return .assertion(.lastLineEnd)
        case ".": return .set(PatternSet.newline.inverted)
        default: return .scalar(scalar.value)
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        let open = at
        guard depth < Pattern.depthMax else { throw failure(at: open, "groups are nested deeper than \(Pattern.depthMax)") }
        depth += 1
        at += 1
        if let refusal = groupRefusal() { throw failure(at: open, refusal) }
        let node = try choice()
        guard take(")") else { throw failure(at: open, "a group is not closed") }
        depth -= 1
        return node
    }

    /// Moves over `?:`, and says why there is no group that begins in another way.
    private mutating func groupRefusal() -> String? {
        if next == "*" { return "verbs are not supported" }
        guard take("?") else { return nil }
        switch next {
        case ":":
            at += 1
            return nil
        case "=", "!": return "look-around is not supported"
        case "<":
            let isLook = scalar(at + 1) == "=" || scalar(at + 1) == "!"
            return isLook ? "look-around is not supported" : "named groups are not supported"
        case "P", "'": return "named groups are not supported"
        case ">": return "atomic groups are not supported"
        case "(": return "conditionals are not supported"
        case "#": return "comments are not supported"
        case "|": return "branch resets are not supported"
        case "R", "&", "+", ("0"..."9")?: return "recursion is not supported"
        default: return "inline options are not supported"
        }
    }
}
