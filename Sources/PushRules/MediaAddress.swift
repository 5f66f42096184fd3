import Codecs
import Linux

/// The address of a push's media, as far as it is judged before anything is asked of it. Each address that another redirects to is judged
/// the same way.
public struct MediaAddress: Equatable, Sendable {
    public static let bytesMax = 2_048

    public enum Refusal: Error, Equatable, Sendable {
        /// No http or https, no host, spaces or control characters, or too long. So is every `file:`.
        case noWebAddress
        /// `http:`, which the host did not allow.
        case notSecure
        /// `https://user:password@host/`.
        case hasCredentials
    }

    public let text: String
    /// What the end of its path promises; nil without an extension and for one that is not of the list.
    public let kind: MediaKind?

    private init(_ text: String, _ kind: MediaKind?) {
        self.text = text
        self.kind = kind
    }

    @export(interface) public static func read(_ text: String, allowsHTTP: Bool) throws(Refusal) -> MediaAddress {
        guard text.utf8.count <= bytesMax, WebAddress.isWeb(text), let scheme = WebAddress.scheme(of: text) else { throw .noWebAddress }
        // Readers of addresses disagree about where a host ends at a backslash.
        guard !text.utf8.contains(UInt8(ascii: "\\")) else { throw .noWebAddress }
        guard scheme == "https" || allowsHTTP else { throw .notSecure }
        let rest = Array(text.utf8.dropFirst(scheme.utf8.count + 3))
        let end = rest.firstIndex { isEndOfHost($0) } ?? rest.count
        if rest[..<end].contains(UInt8(ascii: "@")) { throw .hasCredentials }
        return MediaAddress(text, kind(ofPath: rest[end...]))
    }

    private static func isEndOfHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// By the extension of the last part of the path; query, fragment and a part's parameters are cut, case does not count.
    private static func kind(ofPath path: ArraySlice<UInt8>) -> MediaKind? {
        let path = path.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let encoded = String(decoding: path, as: UTF8.self)
        let plain = Array((PercentEncoding.decode(encoded) ?? encoded).utf8)
        let begin = plain.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = plain[begin...].prefix { $0 != UInt8(ascii: ";") }
        guard let point = name.lastIndex(of: UInt8(ascii: ".")), name.endIndex - point <= 5 else { return nil }
        let lower = name[(point + 1)...].map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        return MediaType.kind(ofExtension: String(decoding: lower, as: UTF8.self))
    }
}
