import Codecs
import Linux

/// Why a file of actions is refused, and where.
public struct ActionFileError: Error, Equatable, Sendable {
    /// The numbers stay: a game may tell them apart.
    public enum Code: Int32, Sendable {
        case notJSON = 1
        case tooLarge = 2
        case duplicateKey = 3
        case missingSection = 4
        case wrongType = 5
        case wrongId = 6
        case builtInId = 7
        case missingEnglish = 8
        case tooManyLanguages = 9
        case wrongTitle = 10
        case wrongCategorySize = 11
        case unknownAction = 12
        case duplicateAction = 13
    }

    public let code: Code
    /// Both from 1.
    public let line: Int
    public let column: Int
    public let reason: String

    /// "line 3, column 7: …"
    @export(interface) public var message: String { "line \(line), column \(column): \(reason)" }

    init(_ code: Code, _ fault: JSONError) {
        self.code = code
        line = fault.line
        column = fault.column
        reason = fault.reason
    }
}
