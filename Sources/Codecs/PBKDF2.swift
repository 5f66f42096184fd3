/// Makes a key from a password, at a price that whoever guesses has to pay for each guess (RFC 8018, section 5.2, with HMAC-SHA-256; one
/// block of 32 bytes). The work is done a slice at a time, so that a thread with other duties can do it.
public struct PBKDF2: Sendable {
    private let inner: SHA256State
    private let outer: SHA256State
    /// The last value, padded to a block of its own: each step is a digest of exactly one.
    private var block: [UInt8]
    private var sum: [UInt8]
    private var stepsLeft: Int

    @export(interface) public init(password: [UInt8], salt: [UInt8], iterations: Int) {
        let key = HMACSHA256Key(password)
        inner = key.inner
        outer = key.outer
        sum = key.authenticate(salt + [0, 0, 0, 1])
        // A 1 bit, zeros, and the length of key block and value: 768 bits.
        block = sum + [0x80] + [UInt8](repeating: 0, count: 29) + [3, 0]
        stepsLeft = max(0, iterations - 1)
    }

    /// Does at most so many iterations.
    @export(interface) public mutating func advance(by iterations: Int) {
        let steps = min(max(0, iterations), stepsLeft)
        stepsLeft -= steps
        block.withUnsafeMutableBufferPointer { block in
            guard let value = block.baseAddress else { return }
            for _ in 0..<steps {
                var state = inner
                state.add(value)
                state.write(to: value)
                state = outer
                state.add(value)
                state.write(to: value)
                for index in sum.indices { sum[index] ^= value[index] }
            }
        }
    }

    /// nil until the work is done.
    @export(interface) public var key: [UInt8]? { stepsLeft == 0 ? sum : nil }
}

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
