extension PatternParser {
    /// The class that begins with the bracket at `at`.
    mutating func brackets() throws(PatternError) -> PatternNode {
        let open = at
        if namedEnd(open) != nil { throw failure(at: open, "a class such as [:alpha:] stands only within brackets") }
        at += 1
        let isInverted = take("^")
        let first = at
        var ranges: [ClosedRange<UInt32>] = []
        // A closing bracket that comes first stands for itself.
        while let next, next != "]" || at == first {
            let memberAt = at
            let member = try self.member()
            if self.next == "-", let last = scalar(at + 1), last != "]" {
                at += 1
                guard case .scalar(let from) = member, case .scalar(let to) = try self.member() else {
                    throw failure(at: memberAt, "a class cannot begin or end a range")
                }
                guard from <= to else { throw failure(at: memberAt, "a range ends before it begins") }
                ranges.append(from...to)
            } else if case .scalar(let scalar) = member {
                ranges.append(scalar...scalar)
            } else if case .set(let set) = member {
                ranges += set.ranges
            }
        }
        guard take("]") else { throw failure(at: open, "a bracket is not closed") }
        let set = PatternSet(ranges)
        return .set(isInverted ? set.inverted : set)
    }

    /// One scalar or one set of them.
    private mutating func member() throws(PatternError) -> PatternNode {
        guard let scalar = next else { return .empty }
        if scalar == "\\" { return try escape(inBrackets: true) }
        if scalar == "[", let end = namedEnd(at) { return .set(try named(end)) }
        at += 1
        return .scalar(scalar.value)
    }

    /// `[:name:]` or `[:^name:]`, whose last colon is at `end`.
    private mutating func named(_ end: Int) throws(PatternError) -> PatternSet {
        let open = at
        guard scalar(open + 1) == ":" else { throw failure(at: open, "collating elements are not supported") }
        let isInverted = scalar(open + 2) == "^"
        var name = ""
        for index in open + (isInverted ? 3 : 2)..<end { name.unicodeScalars.append(scalars[index]) }
        guard let set = PatternSet.named(name) else { throw failure(at: open, "no class has this name") }
        at = end + 2
        return isInverted ? set.inverted : set
    }

    /// Where the second mark stands of what begins as `[:`, `[.` or `[=` at `open`; nil when the bracket is an ordinary one. PCRE looks for
    /// the end in this way.
    private func namedEnd(_ open: Int) -> Int? {
        guard let mark = scalar(open + 1), mark == ":" || mark == "." || mark == "=" else { return nil }
        var index = open + 2
        while let scalar = scalar(index), let following = self.scalar(index + 1) {
            if scalar == "\\", following == "]" || following == "\\" {
                index += 1
            } else if scalar == "]" || scalar == "[" && following == mark {
                return nil
            } else if scalar == mark, following == "]" {
                return index
            }
            index += 1
        }
        return nil
    }
}
