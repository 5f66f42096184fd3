import Linux

extension PatternParser {
    /// What stands at `at`, when it is a quantifier; otherwise nothing is read.
    mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
        switch next {
        case "*":
            at += 1
            return (0, nil)
        case "+":
            at += 1
            return (1, nil)
        case "?":
            at += 1
            return (0, 1)
        case "{":
            return try bounds()
        default:
            return nil
        }
    }

    /// `{n}`, `{n,}` or `{n,m}`. A brace that begins none of them stands for itself.
    private mutating func bounds() throws(PatternError) -> (least: Int, most: Int?)? {
        let open = at
        at += 1
        guard let least = number() else {
            at = open
            return nil
        }
        let isRange = take(",")
        let most = isRange ? number() : least
        guard take("}") else {
            at = open
            return nil
        }
        guard max(least, most ?? 0) <= Pattern.repetitionsMax else {
            throw failure(at: open, "a quantifier asks for more than \(Pattern.repetitionsMax) times")
        }
        if let most, most < least { throw failure(at: open, "a quantifier's maximum is below its minimum") }
        return (least, most)
    }

    /// Beyond what is allowed the value does not matter, and no longer grows.
    private mutating func number() -> Int? {
        var value: Int?
        while let digit = next, ("0"..."9").contains(digit) {
            value = min((value ?? 0) * 10 + Int(digit.value - 0x30), Pattern.repetitionsMax + 1)
            at += 1
        }
        return value
    }
}
