import Linux

extension JSON {
    /// Parses a whole text. Strict: RFC 8259 and nothing more; repeated keys, NUL characters and lone surrogates are refused.
    @export(interface) public static func parse(_ text: String, limits: JSONLimits = .standard) throws(JSONError) -> JSON {
        var text = text
        let result: Result<JSON, JSONError> = text.withUTF8 { bytes in parseResult(bytes, limits) }
        return try result.get()
    }

    @export(interface) public static func parse(bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) -> JSON {
        let result: Result<JSON, JSONError> = bytes.withUnsafeBufferPointer { bytes in parseResult(bytes, limits) }
        return try result.get()
    }

    @export(interface) public static func parse(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .standard) throws(JSONError) -> JSON
    {
        guard bytes.count <= limits.bytesMax else {
            throw JSONError(in: bytes, at: limits.bytesMax, "the text is longer than \(limits.bytesMax) bytes", .tooLong)
        }
        guard bytes.count > 0, let start = bytes.baseAddress else { throw JSONError(in: bytes, at: 0, "the text is empty") }
        var parser = JSONParser(start: start, count: bytes.count, limits: limits)
        return try parser.document()
    }

    private static func parseResult(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) -> Result<JSON, JSONError> {
        do throws(JSONError) {
            return .success(try parse(bytes: bytes, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}

/// One pass over the bytes. Every read is behind a comparison of `at` with `count`.
struct JSONParser {
    let start: UnsafePointer<UInt8>
    let count: Int
    let limits: JSONLimits
    var at = 0
    private var depth = 0
    private var values = 0

    init(start: UnsafePointer<UInt8>, count: Int, limits: JSONLimits) {
        self.start = start
        self.count = count
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSON {
        // A byte order mark says nothing in UTF-8, but some editors write it (RFC 8259, section 8.1, lets a reader pass over it).
        if count >= 3, start[0] == 0xEF, start[1] == 0xBB, start[2] == 0xBF { at = 3 }
        skipSpace()
        let value = try value()
        skipSpace()
        guard at == count else { throw failure(at: at, "text follows the value") }
        return value
    }

    func failure(at offset: Int, _ reason: String, _ kind: JSONError.Kind = .malformed) -> JSONError {
        JSONError(in: UnsafeBufferPointer(start: start, count: count), at: offset, reason, kind)
    }

    mutating func value() throws(JSONError) -> JSON {
        values += 1
        guard values <= limits.membersMax else { throw failure(at: at, "there are more than \(limits.membersMax) values") }
        guard at < count else { throw failure(at: at, "a value is missing") }
        switch start[at] {
        case UInt8(ascii: "\""):
            at += 1
            return .string(try string())
        case UInt8(ascii: "{"):
            return try object()
        case UInt8(ascii: "["):
            return try array()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default:
            throw failure(at: at, "a value is expected")
        }
    }

    private mutating func object() throws(JSONError) -> JSON {
        try enter()
        at += 1
        skipSpace()
        if take(UInt8(ascii: "}")) {
            depth -= 1
            return .object(JSONObject())
        }
        // Most have few, and room for them at once spares making room twice.
        var object = JSONObject(reserving: 4)
        while true {
            let keyOffset = at
            guard take(UInt8(ascii: "\"")) else { throw failure(at: at, "a key in quotes is expected") }
            let key = try string()
            if object.contains(key) { throw failure(at: keyOffset, "the key \"\(Self.shortened(key))\" is repeated", .repeatedKey) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure(at: at, "a colon is expected") }
            skipSpace()
            object.append(key, try value(of: key))
            skipSpace()
            if take(UInt8(ascii: ",")) {
                skipSpace()
            } else if take(UInt8(ascii: "}")) {
                depth -= 1
                return .object(object)
            } else {
                throw failure(at: at, "a comma or a closing brace is expected")
            }
        }
    }

    private mutating func array() throws(JSONError) -> JSON {
        try enter()
        var array: [JSON] = []
        at += 1
        skipSpace()
        if take(UInt8(ascii: "]")) {
            depth -= 1
            return .array(array)
        }
        while true {
            array.append(try element(array.count))
            skipSpace()
            if take(UInt8(ascii: ",")) {
                skipSpace()
            } else if take(UInt8(ascii: "]")) {
                depth -= 1
                return .array(array)
            } else {
                throw failure(at: at, "a comma or a closing bracket is expected")
            }
        }
    }

    private mutating func value(of key: String) throws(JSONError) -> JSON {
        do throws(JSONError) { return try value() } catch { throw error.behind(Self.shortened(key)) }
    }

    private mutating func element(_ place: Int) throws(JSONError) -> JSON {
        do throws(JSONError) { return try value() } catch { throw error.behind("[\(place)]") }
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= limits.depthMax else { throw failure(at: at, "the nesting is deeper than \(limits.depthMax)") }
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard at + index < count, start[at + index] == word.utf8Start[index] else {
                throw failure(at: at, "a value is expected")
            }
        }
        at += length
    }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard at < count, start[at] == byte else { return false }
        at += 1
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while at < count {
            let byte = start[at]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at += 1
        }
    }

    /// A key in a message, cut so that the message stays short whatever the input is.
    private static func shortened(_ key: String) -> String {
        let scalarsMax = 64
        guard key.utf8.count > scalarsMax else { return key }
        var short = ""
        for scalar in key.unicodeScalars.prefix(scalarsMax) { short.unicodeScalars.append(scalar) }
        return short + "…"
    }
}
