// The Server room: carries requests from the network to services and their answers and events back: HTTP, apps, limits, event streams,
// what an operator sees. It decides who asks and how often; nothing of the game is decided here.
import Messages

/// Reads requests of HTTP/1.1 (RFC 9112) from bytes that come in pieces, and refuses whatever two readers could read in two ways.
struct HTTPReader {
    enum Outcome: Equatable {
        /// Bytes are missing.
        case more
        case head(HTTPHead)
    }

    private var bytes: [UInt8] = []
    /// Bytes in front that were read already.
    private var start = 0
    /// How far the head has been looked at, and where its line under way begins.
    private var at = 0
    private var line = 0
    private var head: HTTPHead?
    private var fieldCount = 0
    private var names: UInt64 = 0
    private var chunks = HTTPChunks()

    /// Nothing of a next request is there.
    var isEmpty: Bool { start == bytes.count }
    /// Bytes that wait to be read.
    var waiting: Int { bytes.count - start }

    mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

    /// Goes on with a head. After one is returned its body is next (`body`), also when that is empty.
    mutating func readHead() throws(HTTPRefusal) -> Outcome {
        while at < bytes.count {
            let byte = bytes[at]
            let isBehindReturn = at > line && bytes[at - 1] == Self.carriageReturn
            if byte == Self.newLine {
                guard isBehindReturn else { throw HTTPRefusal(400, "a line ends without a carriage return") }
                at += 1
                if let whole = try endLine(line..<(at - 2)) { return .head(whole) }
                line = at
                continue
            }
            if isBehindReturn { throw HTTPRefusal(400, "a carriage return without a line feed") }
            guard byte >= 0x20 && byte != 0x7f || byte == Self.carriageReturn || byte == Self.tab && isInFields else {
                throw HTTPRefusal(400, "the head holds a control character")
            }
            at += 1
            try checkSize()
        }
        return .more
    }

    /// What is there of a body; behind its last byte the next request begins.
    mutating func piece(_ most: Int, isEnd: (Int) -> Bool) -> [UInt8] {
        let piece = Array(bytes[start..<(start + min(most, waiting))])
        start += piece.count
        if isEnd(piece.count) {
            startAnew()
        } else {
            // Little is there behind a piece.
            bytes.removeFirst(start)
            start = 0
        }
        return piece
    }

    /// Goes on with a body in chunks: what is there of it is put behind `body`, up to `most` bytes.
    /// - Returns: true when it has ended; what comes behind it is the next request's.
    mutating func readChunks(into body: inout [UInt8], most: Int) throws(HTTPRefusal) -> Bool {
        start += try chunks.take(bytes[start...], into: &body, most: most)
        if chunks.isOver {
            startAnew()
            return true
        }
        bytes.removeFirst(start)
        start = 0
        return false
    }

    /// The body, once it is there in full; what comes behind it is the next request's.
    mutating func body(_ count: Int) -> [UInt8]? {
        guard waiting >= count else { return nil }
        let body = Array(bytes[start..<(start + count)])
        start += count
        startAnew()
        return body
    }

    /// The target of a head under way, as far as it came and anybody asks for it: by it a refusal finds its words.
    var targetStart: String {
        guard let space = bytes[start...].prefix(17).firstIndex(of: Self.space) else { return "" }
        return String(decoding: bytes[(space + 1)...].prefix(64).prefix { $0 > Self.space && $0 < 0x7f }, as: UTF8.self)
    }

    /// Whether the head under way is one of HEAD, whose answer has no body.
    var isOfHead: Bool { bytes[start...].starts(with: Self.headMethod) }

    /// The first bytes of a body that is not there in full.
    func bodyStart(_ count: Int) -> [UInt8] { Array(bytes[start..<min(bytes.count, start + count)]) }

    /// Lets go of what is there, and of memory that a large request took.
    mutating func drop() { self = HTTPReader() }

    private mutating func startAnew() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: false)
            start = 0
        } else if start > HTTPLimit.headBytesMax {
            bytes.removeFirst(start)
            start = 0
        }
        at = start
        line = start
        head = nil
        fieldCount = 0
        names = 0
        chunks = HTTPChunks()
    }

    // MARK: Lines

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let newLine = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")
    private static let space = UInt8(ascii: " ")
    private static let headMethod = Array("HEAD ".utf8)

    /// The request line is behind. Asked at each byte, where comparing `head` with nil would copy it.
    private var isInFields: Bool { line > start }

    private func checkSize() throws(HTTPRefusal) {
        if !isInFields, at - line > HTTPLimit.targetBytesMax + 16 {
            throw HTTPRefusal(414, "the target may have \(HTTPLimit.targetBytesMax) bytes")
        }
        if at - start > HTTPLimit.headBytesMax { throw HTTPRefusal(431, "the head may have \(HTTPLimit.headBytesMax) bytes") }
    }

    private mutating func endLine(_ range: Range<Int>) throws(HTTPRefusal) -> HTTPHead? {
        guard isInFields else {
            head = try HTTPGrammar.requestLine(bytes[range])
            return nil
        }
        if !range.isEmpty {
            try endField(bytes[range])
            return nil
        }
        guard let head else { throw HTTPRefusal(400, "there is no head") }
        let whole = try HTTPGrammar.finished(head)
        start = at
        return whole
    }

    private mutating func endField(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        fieldCount += 1
        guard fieldCount <= HTTPLimit.fieldsMax else { throw HTTPRefusal(431, "a head may have \(HTTPLimit.fieldsMax) fields") }
        guard line.first != Self.space, line.first != Self.tab else { throw HTTPRefusal(400, "a field goes on in the next line") }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(HTTPGrammar.isTokenByte)
        else { throw HTTPRefusal(400, "a field is not a name, a colon and a value") }
        guard let (name, bit) = HTTPGrammar.name(line[..<colon]) else {
            if HTTPGrammar.isProxyMark(line[..<colon]) { head?.noteProxyMark() }
            return
        }
        var value = line[(colon + 1)...]
        while value.first == Self.space || value.first == Self.tab { value.removeFirst() }
        while value.last == Self.space || value.last == Self.tab { value.removeLast() }
        if name == .forwardedProtocol { head?.noteProxyMark() }
        if name.isOfBrowser, names & bit != 0 || !value.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return }
        guard value.allSatisfy({ $0 < 0x80 && ($0 != Self.tab || name.isList) }) else {
            throw HTTPRefusal(400, "\(name.rawValue): is not plain text")
        }
        guard names & bit == 0 || name.isList else { throw HTTPRefusal(400, "\(name.rawValue): came twice") }
        names |= bit
        head?.add(name, String(decoding: value, as: UTF8.self))
    }
}
