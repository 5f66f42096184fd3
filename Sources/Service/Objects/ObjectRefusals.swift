import Codecs
import Documents
import Linux
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

/// Parameters that are refused in the words of the NIFCLOUD mobile backend.
extension Parameters {
    func documentText(_ name: String, bytesMax: Int = textBytesMax) throws(Failure) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw Failure.refused(.typeWrong, "\(name) must be text.") }
        guard text.utf8.count <= bytesMax else { throw Failure.refused(.lengthOutOfRange, "\(name) is longer than \(bytesMax).") }
        return text
    }

    /// A whole number from 0 on; a missing one is 0.
    func documentNumber(_ name: String) throws(Failure) -> Int64 {
        guard let value = value(name) else { return 0 }
        guard let number = value.int64Value else { throw Failure.refused(.typeWrong, "\(name) must be a whole number.") }
        guard number >= 0 else { throw Failure.refused(.valueNotAllowed) }
        return number
    }
}
