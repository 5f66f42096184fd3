import Codecs

/// A secret that this server makes: 256 random bits. Kept as its digest.
enum PeopleSecret {
    static let bytes = 32
    static let textBytesMax = 64
    /// By it people and programs that look for secrets tell tokens from operator's keys.
    static let tokenPrefix = "gbp_"
    private static let tokenBytes = tokenPrefix.utf8.count + (bytes * 8 + 5) / 6

    static func isToken(_ text: String) -> Bool { text.utf8.count == tokenBytes && text.hasPrefix(tokenPrefix) }

    static func digest(_ secret: String) -> String { Hex.encode(SHA256.hash(Array(secret.utf8))) }

    /// Made of the session's secret: another site's page makes the browser send the cookie, and cannot read it.
    static func csrf(_ secret: String) -> String {
        Base64URL.encode(HMACSHA256.authenticate(Array("gamebase-console-csrf".utf8), key: Array(secret.utf8)))
    }
}
