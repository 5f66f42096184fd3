#if !hasFeature(Embedded)
import Codecs
import Documents

/// How long an answer may be. A server has it in memory whole, for strangers too, and an object that is included stands in it as often as
/// something points to it; a game in the process asks for its own memory.
extension Objects {
    static let answerBytesMax = 32 << 20
    /// A batch of rows is read in one piece, which is about so long where rows are long.
    static let batchBytes = PackedRows.pieceBytes / 2

    static func tooLong(_ className: String) -> Failure {
        Failure.refused(
            .batchTooLarge, "The condition takes more than \(ConditionSteps.max) steps for one object of \(className); ask for less.")
    }

    /// Counts one document more.
    /// - Parameter bytes: of those before it.
    static func count(_ document: JSONObject, in bytes: inout Int) throws(Failure) {
        bytes += size(.object(document))
        guard bytes > answerBytesMax else { return }
        throw Failure.refused(.batchTooLarge, "The answer would have more than \(answerBytesMax) bytes; ask for less.")
    }

    /// So many bytes as text, or a few more: whatever is kept alone is found alone.
    static func size(_ json: JSON) -> Int {
        switch json {
        case .null, .bool: wordBytes
        case .integer(let integer): size(integer)
        case .decimal(let text): text.utf8.count
        case .string(let text): size(text)
        case .array(let items): items.reduce(marks) { $0 + size($1) + 1 }
        case .object(let object): object.members.reduce(marks) { $0 + size($1.key) + marks + size($1.value) }
        }
    }

    private static func size(_ integer: Int64) -> Int {
        var (bytes, rest) = (integer < 0 ? 2 : 1, integer.magnitude)
        while rest >= 10 { (bytes, rest) = (bytes + 1, rest / 10) }
        return bytes
    }

    private static func size(_ text: String) -> Int {
        text.utf8.reduce(marks) { bytes, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: bytes + escapeBytes
            case 0..<0x20: bytes + longEscapeBytes
            default: bytes + 1
            }
        }
    }

    private static let wordBytes = 5
    /// Quotation marks, brackets, or a colon and a comma.
    private static let marks = 2
    private static let escapeBytes = 2
    private static let longEscapeBytes = 6
}
#endif
