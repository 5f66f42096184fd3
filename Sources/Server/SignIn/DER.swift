/// As much of DER (X.690) as keys and signatures need.
enum DER {
    /// In front of the point of a key on P-256 (RFC 5480).
    static let p256Head: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01,
        0x07, 0x03, 0x42, 0x00,
    ]
    /// The same of P-384.
    static let p384Head: [UInt8] = [
        0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62,
        0x00,
    ]
    /// In front of a key of Ed25519 (RFC 8410).
    static let ed25519Head: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
    /// SEQUENCE {rsaEncryption, NULL} (RFC 3279).
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]
    private static let integer: UInt8 = 0x02
    private static let bitString: UInt8 = 0x03
    private static let sequence: UInt8 = 0x30

    static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        part(sequence, rsaAlgorithm + part(bitString, [0] + pair(modulus, exponent)))
    }

    /// SEQUENCE {INTEGER, INTEGER}
    static func pair(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] { part(sequence, number(first) + number(second)) }

    /// The two numbers of a short pair, without leading zeros.
    static func pair(_ bytes: [UInt8]) -> ([UInt8], [UInt8])? {
        guard bytes.count > 2, bytes[0] == sequence, Int(bytes[1]) == bytes.count - 2 else { return nil }
        var rest = bytes.dropFirst(2)
        func next() -> [UInt8]? {
            guard rest.count > 2, rest.removeFirst() == integer, let count = rest.popFirst().map({ Int($0) }), count <= rest.count else {
                return nil
            }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count).drop { $0 == 0 })
        }
        guard let first = next(), let second = next(), rest.isEmpty else { return nil }
        return (first, second)
    }

    private static func number(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(bytes.drop { $0 == 0 })
        // With its highest bit set a number would be negative.
        return part(integer, (digits.first ?? 0x80) & 0x80 == 0 ? digits : [0] + digits)
    }

    private static func part(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] + content }
        return [tag, 0x82, UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] + content
    }
}
