import Linux

/// What the parser accepts at most, so that no input exhausts memory or stack.
public struct JSONLimits: Sendable {
    /// Nested arrays and objects.
    public var depthMax: Int
    /// Bytes of the whole text.
    public var bytesMax: Int
    /// Values of all kinds in the whole text, containers included.
    public var membersMax: Int

    @export(interface) public init(depthMax: Int = 64, bytesMax: Int = 1 << 20, membersMax: Int = 65_536) {
        self.depthMax = depthMax
        self.bytesMax = bytesMax
        self.membersMax = membersMax
    }

    public static let standard = JSONLimits()
}

/// Why a text is not JSON, or not JSON that is taken here, and where.
public struct JSONError: Error, Equatable, Sendable {
    /// Bytes before the fault.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
    public let reason: String
    public let kind: Kind

    /// For those who tell some faults apart from the rest.
    public enum Kind: Sendable {
        case malformed, repeatedKey, tooLong
        /// It is JSON, with a text that no value may be here; the reason names where it stands.
        case textRefused
    }

    @export(interface) public init(offset: Int, line: Int, column: Int, reason: String, kind: Kind = .malformed) {
        self.kind = kind
        self.offset = offset
        self.line = line
        self.column = column
        self.reason = reason
    }

    @export(interface) public var message: String { "line \(line), column \(column): \(reason)" }

    /// Of a text that is refused, the same with the step to it in front: `key.key[place]: reason`.
    @inline(never) func behind(_ step: String) -> JSONError {
        guard kind == .textRefused else { return self }
        let first = reason.utf8.first
        let joint = reason == Self.zero ? ": " : first == UInt8(ascii: "[") ? "" : "."
        return JSONError(offset: offset, line: line, column: column, reason: step + joint + reason, kind: kind)
    }

    static let zero = "holds U+0000, which no text may hold"

    /// The position is counted only when something is wrong: parsing itself keeps the offset alone.
    init(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ reason: String, _ kind: Kind = .malformed) {
        var line = 1
        var column = 1
        for index in 0..<min(max(offset, 0), bytes.count) {
            let byte = bytes[index]
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.init(offset: offset, line: line, column: column, reason: reason, kind: kind)
    }
}
