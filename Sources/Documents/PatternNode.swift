/// What must be true of a place between two characters.
enum PatternAssertion {
    case textStart
    case textEnd
    /// The end, or before a line feed that is the last character.
    case lastLineEnd
    case wordEdge
    case noWordEdge
}

/// What a pattern says, as a tree. Groups leave no trace in it: nobody asks for captures.
enum PatternNode {
    case empty
    case scalar(UInt32)
    case set(PatternSet)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// `most` is nil when there is no end to it, `offset` is where its quantifier stands.
    indirect case repetition(PatternNode, least: Int, most: Int?, offset: Int)
}

extension PatternNode {
    var isEmpty: Bool {
        if case .empty = self { return true }
        return false
    }

    /// The scalars, when there is nothing else in the pattern.
    var literal: [UInt32]? {
        switch self {
        case .empty: return []
        case .scalar(let scalar): return [scalar]
        case .sequence(let nodes):
            let scalars = Self.scalars(nodes[...])
            return scalars.count == nodes.count ? scalars : nil
        default: return nil
        }
    }

    /// The scalars that follow a start of text with which the pattern begins.
    var prefix: [UInt32] {
        guard case .sequence(let nodes) = self, case .assertion(.textStart)? = nodes.first else { return [] }
        return Self.scalars(nodes.dropFirst())
    }

    private static func scalars(_ nodes: ArraySlice<PatternNode>) -> [UInt32] {
        var scalars: [UInt32] = []
        for node in nodes {
            guard case .scalar(let scalar) = node else { break }
            scalars.append(scalar)
        }
        return scalars
    }

    /// Whether it can be found nowhere but from the start of the text on.
    var isAnchored: Bool {
        switch self {
        case .assertion(.textStart): return true
        case .sequence(let nodes): return nodes.first?.isAnchored ?? false
        case .choice(let nodes): return nodes.allSatisfy { $0.isAnchored }
        case .repetition(let node, let least, _, _): return least > 0 && node.isAnchored
        default: return false
        }
    }
}
