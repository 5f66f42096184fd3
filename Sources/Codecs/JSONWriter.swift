extension JSON {
    /// JSON without spaces, as UTF-8 text that `parse` gives back unchanged.
    @export(interface) public func text() -> String {
        String(decoding: bytes(), as: UTF8.self)
    }

    /// JSON for people: a member or element a line, indented by two spaces.
    @export(interface) public func prettyText() -> String {
        var writer = JSONWriter(isPretty: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// `text()` as bytes, for those who send it on.
    @export(interface) public func bytes() -> [UInt8] {
        var writer = JSONWriter(isPretty: false)
        writer.bytes.reserveCapacity(256)
        writer.write(self)
        return writer.bytes
    }
}

extension JSONObject {
    @export(interface) public func text() -> String { JSON.object(self).text() }
}

struct JSONWriter {
    let isPretty: Bool
    var bytes: [UInt8] = []
    private var depth = 0

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: word("null")
        case .bool(let value): word(value ? "true" : "false")
        case .integer(let value): integer(value)
        case .decimal(let text): decimal(text)
        case .string(let text): string(text)
        case .array(let elements): array(elements)
        case .object(let object): self.object(object)
        }
    }

    private mutating func array(_ elements: [JSON]) {
        bytes.append(UInt8(ascii: "["))
        depth += 1
        var isFirst = true
        for element in elements {
            separate(&isFirst)
            write(element)
        }
        depth -= 1
        if !isFirst { breakLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func object(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        var isFirst = true
        for (key, value) in object.members {
            separate(&isFirst)
            string(key)
            bytes.append(UInt8(ascii: ":"))
            if isPretty { bytes.append(UInt8(ascii: " ")) }
            write(value)
        }
        depth -= 1
        if !isFirst { breakLine() }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        for _ in 0..<depth * 2 { bytes.append(0x20) }
    }

    private mutating func word(_ word: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func integer(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let first = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[first...].reverse()
    }

    /// A `.decimal` made by hand may hold anything; what is not a number is written as a string, so that the text stays JSON.
    private mutating func decimal(_ text: String) {
        if JSONParser.isNumber(text) { bytes.append(contentsOf: text.utf8) } else { string(text) }
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let written: Void? = text.utf8.withContiguousStorageIfAvailable { escaped($0) }
        if written == nil {
            let copy = [UInt8](text.utf8)
            copy.withUnsafeBufferPointer { escaped($0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        var at = 0
        while true {
            let end = PlainText.end(start, from: at, text.count, asciiOnly: false)
            bytes.append(contentsOf: UnsafeBufferPointer(start: start + at, count: end - at))
            if end == text.count { return }
            let byte = start[end]
            at = end + 1
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
            default:
                word("u00")
                bytes.append(Hex.digits[Int(byte >> 4)])
                bytes.append(Hex.digits[Int(byte & 15)])
            }
        }
    }
}
