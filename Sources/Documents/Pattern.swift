/// A regular expression that is looked for anywhere in a text: a subset of the syntax of PCRE without options.
///
/// All that the pattern could be doing at a place of the text is followed at once, so that no pattern and no text make a search take longer
/// than the length of the text times the states of the pattern. What cannot be searched for in this way (back-references, look-around) is
/// refused. One scalar of Unicode is one character, and spellings of a character are different texts. A value can be used by several
/// threads at once: a search changes nothing in it.
public struct Pattern: Sendable {
    /// Bytes of the pattern's text.
    public static let bytesMax = 1_024
    /// States of the compiled pattern, in which each bounded repetition is written out.
    public static let statesMax = 4_096
    /// Groups within groups.
    public static let depthMax = 32
    /// Times that a bounded repetition can ask for.
    public static let repetitionsMax = 1_000
    /// The cost of the patterns of one query when another one is made: they take no longer together than a turn does. The first is
    /// always made.
    static let workMax = 3_000_000
    private static let workOfByte = 128

    private enum Way {
        case literal(PatternLiteral)
        case program(PatternProgram, PatternTable)
    }

    private let way: Way
    private let prefix: String?

    @export(interface) public init(_ text: String) throws(PatternError) {
        var work = 0
        try self.init(text, work: &work)
    }

    /// - Parameter work: becomes greater by what it costs. From half of what is allowed on, a search finds out on its way, where its steps
    ///   are counted, what a table would have known before.
    init(_ text: String, work: inout Int) throws(PatternError) {
        let node = try PatternParser.parse(text)
        work += text.utf8.count * Self.workOfByte
        let prefix = node.prefix
        self.prefix = prefix.isEmpty ? nil : PatternLiteral.text(prefix)
        if let literal = node.literal {
            way = .literal(PatternLiteral(literal))
        } else {
            let program = try PatternProgram(node)
            work += program.work
            way = .program(program, work < Self.workMax / 2 ? PatternTable.whole(program, &work) : PatternTable(program))
        }
    }

    /// When the pattern begins with `^` followed by plain characters, these: a text that does not begin with exactly these bytes need not
    /// be searched. Swift's own comparison of texts is none of bytes.
    @export(interface) public var literalPrefix: String? { prefix }

    @export(interface) public func isFound(in text: String) -> Bool {
        var visits = 0
        return isFound(in: text, visits: &visits)
    }

    #if !hasFeature(Embedded)
    /// The same, counted as the steps of a condition; a search that takes too many finds nothing.
    func isFound(in text: String, steps: inout Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            steps += bytes.count
            switch way {
            case .literal(let literal): return literal.isFound(in: bytes)
            case .program(let program, let table):
                var search = PatternSearch(program, table, bytes)
                return search.isFound(steps: &steps)
            }
        }
    }
    #endif

    /// The same; `visits` becomes greater by the states that had to be looked at. Places for which a table knows the answer need none.
    func isFound(in text: String, visits: inout Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            switch way {
            case .literal(let literal):
                return literal.isFound(in: bytes)
            case .program(let program, let table):
                var search = PatternSearch(program, table, bytes)
                let isFound = search.isFound()
                visits += search.visits
                return isFound
            }
        }
    }

    /// Of the compiled pattern; none when it is searched for byte by byte.
    var statesCount: Int {
        switch way {
        case .literal: 0
        case .program(let program, _): program.states.count
        }
    }
}

/// Why a text is not a pattern, or not a pattern that is taken here, and where.
public struct PatternError: Error, Equatable, Sendable {
    public let message: String
    /// Bytes of the pattern's text before the fault.
    public let offset: Int

    @export(interface) public init(message: String, offset: Int) {
        self.message = message
        self.offset = offset
    }
}
