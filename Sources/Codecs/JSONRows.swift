import Linux

/// Rows of JSON in a text that comes piece by piece: the elements of an array, those of the array in `{"results": […]}`, or one a line. A
/// row that is wrong costs that row; only the one under way is kept.
public struct JSONRows {
    public struct Row {
        public let bytes: [UInt8]
        /// Where it begins, from 1.
        public let line: Int
        /// What is wrong with its outline; what is wrong inside shows when it is parsed.
        public let fault: StaticString?
    }

    private enum Place { case begin, head, between, row, skipped, over }

    private static let head = Array(#"{"results":["#.utf8)
    /// Of brackets in each other that are told apart.
    private static let depthMax = 64

    private let rowBytesMax: Int
    private var piece: [UInt8] = []
    private var at = 0
    private var isEnd = false

    private var place = Place.begin
    private var isOneALine = false
    private var headMatched = 0
    private var line = 1
    /// Nothing but space so far on this line.
    private var isLineStart = true

    private var row: [UInt8] = []
    private var rowLine = 1
    private var isTooLong = false
    private var isString = false
    private var isEscaped = false
    private var depth = 0
    /// A bit for each bracket that is open, set for a brace.
    private var braces: UInt64 = 0
    /// The last byte outside of texts that is no space.
    private var last: UInt8 = 0

    @export(interface) public init(rowBytesMax: Int) { self.rowBytesMax = rowBytesMax }

    /// After `next` has returned nil. No bytes: the text is over.
    @export(interface) public mutating func feed(_ bytes: [UInt8]) {
        piece = bytes
        at = 0
        isEnd = bytes.isEmpty
    }

    /// - Returns: nil when it needs more, or when all was fed and all was taken.
    @export(interface) public mutating func next() -> Row? {
        while at < piece.count {
            let byte = piece[at]
            at += 1
            let lineOfByte = line
            let (isThrough, fault, isTaken) = see(byte)
            if !isTaken {
                at -= 1
            } else if byte == UInt8(ascii: "\n") {
                line = lineOfByte + 1
                isLineStart = true
            } else if !Self.isSpace(byte) {
                isLineStart = false
            }
            if isThrough, let row = takeRow(fault) { return row }
        }
        return isEnd ? takeLast() : nil
    }

    private typealias Seen = (isThrough: Bool, fault: StaticString?, isTaken: Bool)
    private static let goesOn: Seen = (false, nil, true)

    private mutating func see(_ byte: UInt8) -> Seen {
        switch place {
        case .begin:
            // A byte order mark says nothing.
            if Self.isSpace(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF { return Self.goesOn }
            if byte == UInt8(ascii: "[") {
                place = .between
                return Self.goesOn
            }
            isOneALine = byte != UInt8(ascii: "{")
            begin(isOneALine ? .row : .head)
            return (false, nil, false)
        case .head:
            seeHead(byte)
            return Self.goesOn
        case .between:
            if Self.isSpace(byte) || (byte == UInt8(ascii: ",") && !isOneALine) { return Self.goesOn }
            if byte == UInt8(ascii: "]"), !isOneALine {
                place = .over
                return Self.goesOn
            }
            begin(.row)
            return (false, nil, false)
        case .row: return isOneALine ? seeLine(byte) : isString ? seeText(byte) : seeElement(byte)
        case .skipped:
            guard isLineStart, byte == UInt8(ascii: "{") else { return Self.goesOn }
            place = .between
            return (false, nil, false)
        case .over: return Self.goesOn
        }
    }

    private mutating func begin(_ place: Place) {
        self.place = place
        rowLine = line
        depth = 0
        braces = 0
        last = 0
        isString = false
        isEscaped = false
    }

    /// Until it is clear whether an object is a row or holds the rows.
    private mutating func seeHead(_ byte: UInt8) {
        keep(byte)
        if Self.isSpace(byte) { return }
        guard byte == Self.head[headMatched] else {
            isOneALine = true
            place = .row
            return
        }
        headMatched += 1
        guard headMatched == Self.head.count else { return }
        row = []
        place = .between
    }

    private mutating func seeLine(_ byte: UInt8) -> Seen {
        guard byte == UInt8(ascii: "\n") else {
            keep(byte)
            return Self.goesOn
        }
        place = .between
        return (true, nil, true)
    }

    private mutating func seeText(_ byte: UInt8) -> Seen {
        if byte == UInt8(ascii: "\n") { return lost("a text is not closed on its line") }
        keep(byte)
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isString = false
            last = byte
        }
        return Self.goesOn
    }

    private mutating func seeElement(_ byte: UInt8) -> Seen {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Where a line begins with an object that cannot be part of this one, the next row has begun.
            if byte == UInt8(ascii: "{"), isLineStart, depth > 0, !mayHoldObject {
                place = .between
                return (true, "it is not closed", false)
            }
            if depth < Self.depthMax { braces = byte == UInt8(ascii: "{") ? braces | 1 << UInt64(depth) : braces & ~(1 << UInt64(depth)) }
            depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 0 {
                if row.isEmpty { return lost("a bracket closes nothing") }
                place = .between
                return (true, nil, false)
            }
            depth -= 1
            guard depth >= Self.depthMax || (byte == UInt8(ascii: "}")) == isBrace(depth) else { return lost("a bracket closes another") }
            keep(byte)
            if depth > 0 { break }
            place = .between
            return (true, nil, true)
        case UInt8(ascii: ",") where depth == 0:
            place = .between
            return (true, nil, true)
        case UInt8(ascii: "\""): isString = true
        default: break
        }
        if byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") { keep(byte) }
        if !Self.isSpace(byte) { last = byte }
        return Self.goesOn
    }

    private func isBrace(_ depth: Int) -> Bool { braces & 1 << UInt64(depth) != 0 }

    private var mayHoldObject: Bool {
        if depth > Self.depthMax { return true }
        return isBrace(depth - 1)
            ? last == UInt8(ascii: ":") : last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
    }

    /// Where the row ends is not known: the next one is sought at the beginning of a line.
    private mutating func lost(_ fault: StaticString) -> Seen {
        place = .skipped
        return (true, fault, true)
    }

    private mutating func keep(_ byte: UInt8) {
        if row.count < rowBytesMax { row.append(byte) } else { isTooLong = true }
    }

    /// - Returns: nil for a line that is blank.
    private mutating func takeRow(_ fault: StaticString?) -> Row? {
        defer {
            row = []
            isTooLong = false
        }
        if isOneALine, row.allSatisfy({ Self.isSpace($0) }) { return nil }
        return Row(bytes: isTooLong ? [] : row, line: rowLine, fault: isTooLong ? "it is too long" : fault)
    }

    private mutating func takeLast() -> Row? {
        defer { place = .over }
        switch place {
        case .begin, .skipped, .over: return nil
        case .head: return takeRow(nil)
        case .row: return takeRow(isOneALine ? nil : "the file ends within it")
        case .between:
            if isOneALine { return nil }
            rowLine = line
            return takeRow("the file ends before its list does")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
