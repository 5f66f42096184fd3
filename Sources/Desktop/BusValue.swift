/// A value as D-Bus knows it: to send, or as it was read. What no service that we ask sends is `other`.
indirect enum BusValue {
    case byte(UInt8)
    case bool(Bool)
    case uint32(UInt32)
    case int32(Int32)
    case string(String)
    case path(String)
    case bytes([UInt8])
    /// `of` is the signature of an element; of an array that was read it is empty.
    case array([BusValue], of: StaticString)
    case structure([BusValue])
    /// What a dictionary is an array of.
    case entry(BusValue, BusValue)
    case variant(BusValue)
    case other

    static let dictionary: StaticString = "{sv}"

    /// One row of a dictionary of anything.
    static func row(_ key: StaticString, _ value: BusValue) -> BusValue { .entry(.string(key.description), .variant(value)) }

    /// The value itself, whether or not it is wrapped.
    var plain: BusValue {
        if case .variant(let value) = self { return value.plain }
        return self
    }

    var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    var pathValue: String? {
        if case .path(let text) = self { return text }
        return nil
    }

    var uint32Value: UInt32? {
        if case .uint32(let number) = self { return number }
        return nil
    }

    var boolValue: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    var arrayValue: [BusValue]? {
        if case .array(let values, _) = self { return values }
        return nil
    }

    /// Of a dictionary: what stands under the name.
    subscript(_ key: StaticString) -> BusValue? {
        guard case .array(let rows, _) = self else { return nil }
        for row in rows {
            if case .entry(.string(let name), let value) = row, name == key.description { return value.plain }
        }
        return nil
    }

    /// Type codes of D-Bus.
    enum Code {
        static let byte = UInt8(ascii: "y"), bool = UInt8(ascii: "b"), uint32 = UInt8(ascii: "u"), int32 = UInt8(ascii: "i")
        static let string = UInt8(ascii: "s"), path = UInt8(ascii: "o"), array = UInt8(ascii: "a"), variant = UInt8(ascii: "v")
        static let structure = UInt8(ascii: "r"), entry = UInt8(ascii: "e")
    }

    func addSignature(to text: inout [UInt8]) {
        switch self {
        case .byte: text.append(Code.byte)
        case .bool: text.append(Code.bool)
        case .uint32: text.append(Code.uint32)
        case .int32: text.append(Code.int32)
        case .string, .other: text.append(Code.string)
        case .path: text.append(Code.path)
        case .bytes: text += [Code.array, Code.byte]
        case .variant: text.append(Code.variant)
        case .array(_, let element):
            text.append(Code.array)
            element.withUTF8Buffer { text += $0 }
        case .structure(let values):
            text.append(UInt8(ascii: "("))
            for value in values { value.addSignature(to: &text) }
            text.append(UInt8(ascii: ")"))
        case .entry(let key, let value):
            text.append(UInt8(ascii: "{"))
            key.addSignature(to: &text)
            value.addSignature(to: &text)
            text.append(UInt8(ascii: "}"))
        }
    }
}
