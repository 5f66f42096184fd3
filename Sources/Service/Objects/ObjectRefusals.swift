import Codecs
import Documents
import Messages

/// Refusals in the words of the NIFCLOUD mobile backend.
extension Failure {
    static func refused(_ code: NCMBCode, _ text: String? = nil) -> Failure {
        refused(code.text, text ?? NCMBErrorText.of(code) ?? "")
    }

    static func refused(_ error: DocumentError) -> Failure { refused(error.code.rawValue, error.text) }

    private static func refused(_ code: String, _ text: String) -> Failure {
        .refused(ResultCode.documentRefused, text, body: ["code": .string(code), "error": .string(text)])
    }
}

/// What the documents say of themselves, as a refusal.
func refusing<Result>(_ body: () throws(DocumentError) -> Result) throws(Failure) -> Result {
    do throws(DocumentError) {
        return try body()
    } catch {
        throw Failure.refused(error)
    }
}
