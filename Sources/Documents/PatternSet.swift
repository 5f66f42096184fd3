/// A set of scalars: ranges that ascend and do not touch.
struct PatternSet: Equatable {
    private static let scalarMax: UInt32 = 0x10FFFF

    let ranges: [ClosedRange<UInt32>]

    init(_ unordered: [ClosedRange<UInt32>]) {
        var ordered: [ClosedRange<UInt32>] = []
        for range in unordered {
            var index = ordered.count
            while index > 0, ordered[index - 1].lowerBound > range.lowerBound { index -= 1 }
            ordered.insert(range, at: index)
        }
        var ranges: [ClosedRange<UInt32>] = []
        for range in ordered {
            // No bound is beyond scalarMax, so that one more cannot overflow.
            if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        self.ranges = ranges
    }

    init(_ scalars: ClosedRange<Unicode.Scalar>...) {
        var ranges: [ClosedRange<UInt32>] = []
        for range in scalars { ranges.append(range.lowerBound.value...range.upperBound.value) }
        self.init(ranges)
    }

    var inverted: PatternSet {
        var others: [ClosedRange<UInt32>] = []
        var first: UInt32 = 0
        for range in ranges {
            if range.lowerBound > first { others.append(first...range.lowerBound - 1) }
            first = range.upperBound + 1
        }
        if first <= Self.scalarMax { others.append(first...Self.scalarMax) }
        return PatternSet(others)
    }
}

extension PatternSet {
    static var newline: PatternSet { PatternSet("\n"..."\n") }
    static var digit: PatternSet { PatternSet("0"..."9") }
    static var word: PatternSet { PatternSet("0"..."9", "A"..."Z", "_"..."_", "a"..."z") }
    static var space: PatternSet { PatternSet("\t"..."\r", " "..." ") }
    /// PCRE reads `\v` so, and not as the vertical tabulator alone.
    static var verticalSpace: PatternSet { PatternSet("\n"..."\r", "\u{85}"..."\u{85}", "\u{2028}"..."\u{2029}") }

    /// What `[:name:]` stands for. As everywhere in a pattern without options, nothing beyond ASCII is in it.
    static func named(_ name: String) -> PatternSet? {
        switch name {
        case "alnum": PatternSet("0"..."9", "A"..."Z", "a"..."z")
        case "alpha": PatternSet("A"..."Z", "a"..."z")
        case "ascii": PatternSet("\0"..."\u{7F}")
        case "blank": PatternSet("\t"..."\t", " "..." ")
        case "cntrl": PatternSet("\0"..."\u{1F}", "\u{7F}"..."\u{7F}")
        case "digit": digit
        case "graph": PatternSet("!"..."~")
        case "lower": PatternSet("a"..."z")
        case "print": PatternSet(" "..."~")
        case "punct": PatternSet("!"..."/", ":"..."@", "["..."`", "{"..."~")
        case "space": space
        case "upper": PatternSet("A"..."Z")
        case "word": word
        case "xdigit": PatternSet("0"..."9", "A"..."F", "a"..."f")
        default: nil
        }
    }
}
