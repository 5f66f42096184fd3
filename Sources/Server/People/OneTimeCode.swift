import CCrypto
import Codecs

/// Codes that change with time (RFC 6238), as programs for them make them out of a shared secret: SHA-1, 6 digits, 30 seconds.
enum OneTimeCode {
    static let secretBytes = 20
    static let digits = 6
    static let stepMilliseconds: Int64 = 30_000
    /// Of a clock that is off, and of a code that was typed slowly.
    static let stepsOff: Int64 = 1

    /// - Returns: nil when it could not be made.
    static func code(_ secret: [UInt8], step: Int64, digits: Int = OneTimeCode.digits) -> String? {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        var digest = [UInt8](repeating: 0, count: Int(GB_SHA1_BYTES))
        guard gb_hmac_sha1(secret, Int32(secret.count), counter, Int32(counter.count), &digest) == 1 else { return nil }
        let place = Int(digest[digest.count - 1] & 0xF)
        var number = UInt64(digest[place] & 0x7F)
        for byte in digest[(place + 1)..<(place + 4)] { number = number << 8 | UInt64(byte) }
        var limit: UInt64 = 1
        for _ in 0..<digits { limit *= 10 }
        let text = String(number % limit)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// The step whose code it is, later than the one whose code was used last: a code is good once.
    static func step(of text: String, _ secret: [UInt8], at epochMilliseconds: Int64, after used: Int64) -> Int64? {
        let now = epochMilliseconds / stepMilliseconds
        var found: Int64?
        for step in (now - stepsOff)...(now + stepsOff) {
            guard let code = code(secret, step: step) else { continue }
            if HMACSHA256.areEqual(Array(code.utf8), Array(text.utf8)), step > used { found = found ?? step }
        }
        return found
    }

    /// What programs for codes read, from a picture or a link.
    /// - Parameter host: the console's host name. Apps for codes show it, so that entries of several servers can be told apart.
    static func address(_ secret: [UInt8], of name: String, at host: String) -> String {
        let issuer = PercentEncoding.encode(issuer(host))
        let label = "\(issuer)%3A\(PercentEncoding.encode(name))"
        return "otpauth://totp/\(label)?secret=\(Base32.encode(secret))&issuer=\(issuer)&algorithm=SHA1&digits=\(digits)&period=30"
    }

    private static let issuerBytesMax = 64

    private static func issuer(_ host: String) -> String {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return name.isEmpty || name.utf8.count > issuerBytesMax ? "libgamebase" : String(name)
    }
}

/// RFC 4648, section 6, without padding.
enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(letters[Int(bits >> count & 31)])
            }
            bits &= 0xFF
        }
        if count > 0 { text.append(letters[Int(bits << (5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
