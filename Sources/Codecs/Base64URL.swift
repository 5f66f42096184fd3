/// Base64 with the alphabet of URLs and without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet: [UInt8] = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    @export(interface) public static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.digits(bytes, alphabet), as: UTF8.self)
    }

    /// nil for any other character, padding included, for an impossible length, and for stray bits at the end: each value has
    /// one spelling.
    @export(interface) public static func decode(_ text: String) -> [UInt8]? {
        Base64.bytes([UInt8](text.utf8)[...], last: (UInt8(ascii: "-"), UInt8(ascii: "_")))
    }
}
