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
