/// A value in a statement or a row. Booleans are integers 0 and 1, money is text.
public enum Value: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    @export(interface) public init(_ text: String?) {
        if let text { self = .text(text) } else { self = .null }
    }

    @export(interface) public init(_ integer: Int64?) {
        if let integer { self = .integer(integer) } else { self = .null }
    }

    @export(interface) public init(_ bool: Bool) {
        self = .integer(bool ? 1 : 0)
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
    @export(interface) public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    @export(interface) public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
    public init(nilLiteral: ()) { self = .null }
}

/// One row of a result. A column that is missing, NULL or of another type reads as the neutral value, or nil where that can be said.
public struct Row: Sendable, Equatable {
    public let values: [Value]

    @export(interface) public init(_ values: [Value]) { self.values = values }

    @export(interface) public func text(_ column: Int) -> String { textOrNil(column) ?? "" }
    @export(interface) public func integer(_ column: Int) -> Int64 { integerOrNil(column) ?? 0 }
    @export(interface) public func bool(_ column: Int) -> Bool { integer(column) != 0 }

    @export(interface) public func textOrNil(_ column: Int) -> String? {
        if case .text(let text)? = value(column) { text } else { nil }
    }

    @export(interface) public func integerOrNil(_ column: Int) -> Int64? {
        if case .integer(let integer)? = value(column) { integer } else { nil }
    }

    @export(interface) public func blob(_ column: Int) -> [UInt8] {
        if case .blob(let bytes)? = value(column) { bytes } else { [] }
    }

    @export(interface) public func isNull(_ column: Int) -> Bool {
        switch value(column) {
        case nil, .null?: true
        default: false
        }
    }

    private func value(_ column: Int) -> Value? {
        values.indices.contains(column) ? values[column] : nil
    }
}
