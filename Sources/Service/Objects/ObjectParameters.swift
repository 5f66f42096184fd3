import Codecs
import Linux
import Messages

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
