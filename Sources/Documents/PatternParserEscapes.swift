extension PatternParser {
    /// What begins with the backslash at `at`.
    mutating func escape(inBrackets: Bool) throws(PatternError) -> PatternNode {
        let backslash = at
        guard let kind = scalar(at + 1) else { throw failure(at: backslash, "nothing follows a backslash") }
        at += 2
        if let node = setEscape(kind) ?? (inBrackets ? nil : assertionEscape(kind)) { return node }
        switch kind {
        case "b": return .scalar(0x08)
        case "f": return .scalar(0x0C)
        case "n": return .scalar(0x0A)
        case "r": return .scalar(0x0D)
        case "t": return .scalar(0x09)
        case "0": return .scalar(octalScalar())
        case "x": return .scalar(try hexScalar(backslash))
        case "u": return .scalar(try scalar(ofDigits: 4, backslash))
        case "p", "P": throw failure(at: backslash, "properties of characters are not supported")
        case "Q", "E": throw failure(at: backslash, "quoting by \\Q is not supported")
        case "1"..."9", "g", "k": throw failure(at: backslash, "back-references are not supported")
        case "A"..."Z", "a"..."z": throw failure(at: backslash, "the escape \\\(kind) is not supported")
        default: return .scalar(kind.value)
        }
    }

    private func setEscape(_ kind: Unicode.Scalar) -> PatternNode? {
        switch kind {
        case "d": .set(.digit)
        case "D": .set(PatternSet.digit.inverted)
        case "w": .set(.word)
        case "W": .set(PatternSet.word.inverted)
        case "s": .set(.space)
        case "S": .set(PatternSet.space.inverted)
        case "v": .set(.verticalSpace)
        default: nil
        }
    }

    private func assertionEscape(_ kind: Unicode.Scalar) -> PatternNode? {
        switch kind {
        case "A": .assertion(.textStart)
        case "b": .assertion(.wordEdge)
        case "B": .assertion(.noWordEdge)
        case "Z": .assertion(.lastLineEnd)
        case "z": .assertion(.textEnd)
        default: nil
        }
    }

    /// The at most two octal digits behind `\0`, as PCRE reads them.
    private mutating func octalScalar() -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<2 {
            guard let digit = next, ("0"..."7").contains(digit) else { break }
            value = value << 3 | (digit.value - 0x30)
            at += 1
        }
        return value
    }

    private mutating func hexScalar(_ backslash: Int) throws(PatternError) -> UInt32 {
        guard take("{") else { return try scalar(ofDigits: 2, backslash) }
        var value: UInt32?
        while let next, let digit = Self.hexDigit(next) {
            // A value beyond every scalar stays there, however many digits follow.
            value = min((value ?? 0) << 4 | digit, 0x110000)
            at += 1
        }
        guard let value, take("}") else { throw failure(at: backslash, "\\x{ needs hexadecimal digits and a closing brace") }
        return try checked(value, backslash)
    }

    private mutating func scalar(ofDigits count: Int, _ backslash: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let next, let digit = Self.hexDigit(next) else {
                throw failure(at: backslash, count == 2 ? "\\x needs two hexadecimal digits" : "\\u needs four hexadecimal digits")
            }
            value = value << 4 | digit
            at += 1
        }
        return try checked(value, backslash)
    }

    private func checked(_ value: UInt32, _ backslash: Int) throws(PatternError) -> UInt32 {
        guard Unicode.Scalar(value) != nil else { throw failure(at: backslash, "an escape stands for no character") }
        return value
    }

    private static func hexDigit(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "0"..."9": scalar.value - 0x30
        case "A"..."F": scalar.value - 0x37
        case "a"..."f": scalar.value - 0x57
        default: nil
        }
    }
}
