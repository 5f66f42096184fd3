#if !hasFeature(Embedded)
import Documents
import Wire

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

    /// About so many bytes as text.
    static func size(_ json: JSON) -> Int {
        switch json {
        case .null, .bool, .integer: numberBytes
        case .decimal(let text): text.utf8.count
        case .string(let text): text.utf8.count + marks
        case .array(let items): items.reduce(marks) { $0 + size($1) + 1 }
        case .object(let object): object.members.reduce(marks) { $0 + $1.key.utf8.count + marks + marks + size($1.value) }
        }
    }

    private static let numberBytes = 8
    /// Quotation marks, brackets, or a colon and a comma.
    private static let marks = 2
}
#endif
