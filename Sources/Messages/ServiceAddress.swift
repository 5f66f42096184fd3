import Codecs
import Linux

/// The address of a service on another machine, as it is believed before anything is asked of it.
public struct ServiceAddress: Equatable, Sendable {
    public static let bytesMax = 2_048

    public enum Refusal: Error, Equatable, Sendable {
        /// No http or https, no host, spaces, control characters, or too long.
        case noWebAddress
        /// `https://user:password@host/`.
        case hasCredentials
        /// `?` or `#`: paths are appended to it.
        case hasQuery
        /// The host or the port is not one.
        case hostInvalid

        @export(interface) public var reason: StaticString {
            switch self {
            case .noWebAddress: "is not an address such as https://games.example.com"
            case .hasCredentials: "must not contain a user or a password"
            case .hasQuery: "ends with a query or a fragment; paths are appended to it"
            case .hostInvalid: "has an invalid host or port"
            }
        }
    }

    /// Without a slash at its end.
    public let text: String
    /// `https`.
    public let isSecure: Bool
    /// This machine: what goes there passes no network.
    public let isLoopback: Bool

    public static func == (left: ServiceAddress, right: ServiceAddress) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    private init(_ text: String, _ isSecure: Bool, _ isLoopback: Bool) {
        self.text = text
        self.isSecure = isSecure
        self.isLoopback = isLoopback
    }

    @export(interface) public static func read(_ text: String) throws(Refusal) -> ServiceAddress {
        guard text.utf8.count <= bytesMax, WebAddress.isWeb(text), let scheme = WebAddress.scheme(of: text) else { throw .noWebAddress }
        var bytes = Array(text.utf8)
        // Readers of addresses disagree about where a host ends at a backslash; what is not ASCII would have to be encoded.
        if bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) { throw .noWebAddress }
        if bytes.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) { throw .hasQuery }
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        let begin = scheme.utf8.count + 3
        guard bytes.count > begin else { throw .noWebAddress }
        let authority = bytes[begin...].prefix { $0 != UInt8(ascii: "/") }
        if authority.contains(UInt8(ascii: "@")) { throw .hasCredentials }
        guard let host = host(authority) else { throw .hostInvalid }
        return ServiceAddress(String(decoding: bytes, as: UTF8.self), scheme == "https", isLoopback(host))
    }

    /// - Returns: the host without its port; nil when either is none.
    private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let isBracketed = authority.first == UInt8(ascii: "[")
        var host = authority.prefix { $0 != UInt8(ascii: isBracketed ? "]" : ":") }
        if isBracketed {
            guard host.endIndex < authority.endIndex else { return nil }
            host = authority[host.startIndex...host.endIndex]
        }
        let port = authority[host.endIndex...]
        if !port.isEmpty {
            let digits = port.dropFirst()
            guard port.first == UInt8(ascii: ":"), !digits.isEmpty, digits.count <= 5, digits.allSatisfy({ isDigit($0) }) else {
                return nil
            }
            let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            guard number > 0, number <= 65_535 else { return nil }
        }
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard !name.isEmpty, name.allSatisfy({ isHostByte($0, isBracketed) }) else { return nil }
        return host
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isHostByte(_ byte: UInt8, _ isBracketed: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"): !isBracketed
        case UInt8(ascii: "-"), UInt8(ascii: "_"): !isBracketed
        case UInt8(ascii: ":"): isBracketed
        default: false
        }
    }

    /// `localhost` counts: what a name server says of it is not asked on any system that follows RFC 6761.
    private static func isLoopback(_ host: ArraySlice<UInt8>) -> Bool {
        let lower = host.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
        if lower == Array("localhost".utf8) || lower == Array("[::1]".utf8) { return true }
        let parts = lower.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == Array("127".utf8)[...]
            && parts.allSatisfy { !$0.isEmpty && $0.count <= 3 && $0.allSatisfy { isDigit($0) } }
    }
}
