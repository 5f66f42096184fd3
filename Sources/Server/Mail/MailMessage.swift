import Codecs
import Linux

/// A mail as it travels (RFC 5322): one text, in UTF-8. The same mail has the same bytes at each try.
struct MailMessage {
    let id: String
    let from: String
    let fromName: String
    let to: String
    let subject: String
    let text: String
    /// Milliseconds since 1970.
    let date: Int64

    private static let lineBytesMax = 76
    /// Of an encoded word, before its base64.
    private static let wordBytesMax = 45
    private static let end = "\r\n"

    /// The sender's domain.
    var domain: String { from.split(separator: "@").last.map { String($0) } ?? "localhost" }
    var messageId: String { "<\(id)@\(domain)>" }

    var bytes: [UInt8] {
        let lines = [
            "Date: \(InternetDate.text(date))", "From: \(fromName.isEmpty ? "" : Self.words(fromName) + " ")<\(from)>", "To: <\(to)>",
            "Subject: \(Self.words(subject))", "Message-ID: \(messageId)", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "Auto-Submitted: auto-generated", "",
        ]
        let text = self.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }.joined(separator: Self.end)
        return Array((lines.joined(separator: Self.end) + Self.end + Self.folded(Base64.encode(Array((text + Self.end).utf8)))).utf8)
    }

    private static func folded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var folded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: lineBytesMax) {
            folded += bytes[start..<min(start + lineBytesMax, bytes.count)] + Array(end.utf8)
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Encoded words (RFC 2047), each of whole characters; control characters become spaces.
    static func words(_ text: String) -> String {
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = scalar.value < 0x20 || scalar.value == 0x7F ? [0x20] : Array(String(scalar).utf8)
            if word.count + bytes.count > wordBytesMax {
                words.append("=?utf-8?B?\(Base64.encode(word))?=")
                word = []
            }
            word += bytes
        }
        if !word.isEmpty { words.append("=?utf-8?B?\(Base64.encode(word))?=") }
        return words.joined(separator: end + " ")
    }
}
