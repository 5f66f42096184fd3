import Codecs
import Linux
import Service

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

/// Passwords of people, kept as keys that the same method makes of them as of the mobile backend's users (`PasswordMethod`).
enum Password {
    static let characters = 8...256
    /// Checked where there is nobody of a name, so that it takes as long as a wrong password.
    static let nobody = salt(of: [UInt8](repeating: 0, count: PasswordSalt.randomBytes))

    static func isUsable(_ text: String) -> Bool { characters.contains(text.count) && text.utf8.count <= 4 * characters.upperBound }

    /// - Returns: nil when there is no randomness.
    static func salt(_ random: any RandomSource) -> String? {
        let bytes = random.bytes(PasswordSalt.randomBytes)
        return bytes.count == PasswordSalt.randomBytes ? salt(of: bytes) : nil
    }

    private static func salt(of bytes: [UInt8]) -> String { PasswordMethod.salt(random: bytes, cost: PasswordMethod.costDefault) }

    /// - Returns: nil for what is no salt.
    static func key(_ password: String, salt: String) -> String? {
        guard var work = PasswordMethod.work(of: password, salt: salt) else { return nil }
        while true { if let key = work.slice() { return Hex.encode(key) } }
    }

    static func isRight(_ password: String, salt: String, key: String) -> Bool {
        guard let made = self.key(password, salt: salt) else { return false }
        return HMACSHA256.areEqual(Array(made.utf8), Array(key.utf8))
    }
}
