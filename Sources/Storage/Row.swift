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
