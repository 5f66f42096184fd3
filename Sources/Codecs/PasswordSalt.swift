/// What goes into a password's key besides the password: how it is made, how often, and random bytes. One text, kept beside what is
/// known of the key, so that another method or a higher price can come later.
public enum PasswordSalt {
    /// What OWASP's "Password Storage Cheat Sheet" asks of this method (2023). It takes a few tenths of a second.
    public static let iterations = 600_000
    static let iterationsMax = 10_000_000
    public static let randomBytes = 16
    private static let method = "pbkdf2-sha256"

    @export(interface) public static func text(random: [UInt8], iterations: Int = PasswordSalt.iterations) -> String {
        method + ":" + String(iterations) + ":" + Base64URL.encode(random)
    }

    /// - Returns: nil for what is no salt, or one of a price that nobody would ask.
    @export(interface) public static func derivation(of password: String, salt: String) -> PBKDF2? {
        guard let parts = parts(salt), let random = Base64URL.decode(parts.random), random.count >= randomBytes else { return nil }
        return PBKDF2(password: Array(password.utf8), salt: random, iterations: parts.iterations)
    }

    /// 0 for what is no salt.
    @export(interface) public static func iterations(of salt: String) -> Int { parts(salt)?.iterations ?? 0 }

    private static func parts(_ salt: String) -> (iterations: Int, random: String)? {
        var parts: [[UInt8]] = [[]]
        for byte in salt.utf8 {
            if byte == UInt8(ascii: ":") { parts.append([]) } else { parts[parts.count - 1].append(byte) }
        }
        guard parts.count == 3, String(decoding: parts[0], as: UTF8.self) == method,
            let iterations = Int(String(decoding: parts[1], as: UTF8.self)), iterations > 0, iterations <= iterationsMax
        else { return nil }
        return (iterations, String(decoding: parts[2], as: UTF8.self))
    }
}
