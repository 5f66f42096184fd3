import Linux
import Wire

/// Passwords of people, kept as keys that scrypt makes of them (RFC 7914).
enum Password {
    static let characters = 8...256
    /// With 2^14 pieces of 1 KiB what OWASP's "Password Storage Cheat Sheet" asks of scrypt (2023).
    private static let cost = 14
    private static let lanes = 5
    private static let saltBytes = 16
    /// Checked where there is nobody of a name, so that it takes as long as a wrong password.
    static let nobody = "scrypt:\(cost):\(lanes):" + Hex.encode([UInt8](repeating: 0, count: saltBytes))

    static func isUsable(_ text: String) -> Bool { characters.contains(text.count) && text.utf8.count <= 4 * characters.upperBound }

    /// - Returns: nil when there is no randomness.
    static func salt(_ random: any RandomSource) -> String? {
        let bytes = random.bytes(saltBytes)
        return bytes.count == saltBytes ? "scrypt:\(cost):\(lanes):" + Hex.encode(bytes) : nil
    }

    /// - Returns: nil for what is no salt.
    static func key(_ password: String, salt: String) -> String? {
        let parts = salt.split(separator: ":")
        guard parts.count == 4, parts[0] == "scrypt", let cost = Int(parts[1]), (8...17).contains(cost), let lanes = Int(parts[2]),
            (1...16).contains(lanes)
        else { return nil }
        let work = Scrypt(password: Array(password.utf8), salt: Array(parts[3].utf8), cost: cost, lanes: lanes)
        work.advance(by: .max)
        return work.key.map { Hex.encode($0) }
    }

    static func isRight(_ password: String, salt: String, key: String) -> Bool {
        guard let made = self.key(password, salt: salt) else { return false }
        return HMACSHA256.areEqual(Array(made.utf8), Array(key.utf8))
    }
}
