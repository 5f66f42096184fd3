// The Codecs room: JSON, digests, encodings, dates and exact decimals. Pure values and pure functions.
// It reads outside input and therefore never traps: everything wrong is an error with its position, or nil.
// No input or output, no storage, no clock and nothing of the game's rules may come in.
import Linux

/// A JSON value (RFC 8259). Integers that fit are exact; every other number keeps its source text, so money is never rounded.
/// Strings and keys are compared byte for byte: Unicode equivalence is not equality here, as everywhere else in JSON.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Any other number, as it was written: `0.99`, `1e3`, `-0`, `9223372036854775808`.
    case decimal(String)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    @export(interface) public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.decimal(let a), .decimal(let b)): ExactText.same(a, b)
        case (.string(let a), .string(let b)): ExactText.same(a, b)
        case (.array(let a), .array(let b)): same(a, b)
        case (.object(let a), .object(let b)): same(a, b)
        default: false
        }
    }

    // Functions that stay functions: what calls itself would be compiled into itself some times over.
    @inline(never) private static func same(_ left: [JSON], _ right: [JSON]) -> Bool {
        guard left.count == right.count else { return false }
        for place in left.indices where left[place] != right[place] { return false }
        return true
    }

    @inline(never) private static func same(_ left: JSONObject, _ right: JSONObject) -> Bool { left == right }
}

extension JSON {
    @export(interface) public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    @export(interface) public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    @export(interface) public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Integers only: `1.0` and `1e3` are not integers.
    @export(interface) public var int64Value: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The text of any number.
    @export(interface) public var decimalText: String? {
        switch self {
        case .integer(let value): "\(value)"
        case .decimal(let text): text
        default: nil
        }
    }

    /// Any number, rounded to the nearest Double; nil when it is too large for one.
    @export(interface) public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let text): DecimalText.double(text)
        default: nil
        }
    }

    @export(interface) public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    @export(interface) public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of an object; nil when this is no object or has no such key. A member that is `null` is present.
    public subscript(_ key: String) -> JSON? {
        @inline(__always) get { member(key) }
    }

    @export(interface) @inline(never) public func member(_ key: String) -> JSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    @export(interface) public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    @export(interface) public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    @export(interface) public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    // Not compiled into its callers, as long as each of its members is.
    @export(interface) @inline(never) public init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (key, value) in elements { object[key] = value }
        self = .object(object)
    }
}
