import Codecs
import Linux

/// A signed token in its compact form (RFC 7515, RFC 7519), taken apart. Nothing of it is believed before its signature was looked at.
struct SignedToken {
    static let bytesMax = 16 << 10

    let algorithm: String
    let keyId: String?
    let claims: JSON
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// - Returns: nil for what is no such token.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.bytesMax, parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let algorithm = head["alg"]?.stringValue, let signature = Base64URL.decode(String(decoding: parts[2], as: UTF8.self)),
            // An extension that must be understood (section 4.1.11), and none is.
            head["crit"] == nil
        else { return nil }
        self.algorithm = algorithm
        self.claims = claims
        self.signature = signature
        keyId = head["kid"]?.stringValue
        signed = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    /// Whether a text has the form of one, so that it is not taken for something else.
    static func isLike(_ text: String) -> Bool {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ".") ? 1 : 0) } == 2 && text.hasPrefix("ey")
    }

    func isSigned(by key: VerificationKey, _ algorithm: SignatureAlgorithm) -> Bool { key.verifies(signature, of: signed, algorithm) }

    /// HS256: with a secret that the provider shares with its client.
    func isSigned(bySecret secret: String) -> Bool {
        guard algorithm == "HS256", !secret.isEmpty else { return false }
        return HMACSHA256.areEqual(HMACSHA256.authenticate(signed, key: Array(secret.utf8)), signature)
    }

    private static func json(_ part: Substring.UTF8View) -> JSON? {
        guard let bytes = Base64URL.decode(String(decoding: part, as: UTF8.self)) else { return nil }
        let json = try? JSON.parse(bytes: bytes, limits: JSONLimits(bytesMax: bytesMax))
        return json?.objectValue == nil ? nil : json
    }
}
