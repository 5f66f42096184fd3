import CCrypto
import Linux
import Wire

/// A provider's public key, from its JSON form (RFC 7517). libcrypto reads keys as DER, so that form is written here.
struct VerificationKey {
    enum Kind {
        case rsa, ellipticP256

        var algorithm: String { self == .rsa ? "RS256" : "ES256" }
    }

    static let keysMax = 64
    /// Shorter ones are not safe any more, longer ones take too long.
    private static let modulusBytes = 256...1_024
    private static let exponentBytes = 1...8
    private static let coordinateBytes = 32

    let kind: Kind
    let id: String?
    private let der: [UInt8]

    /// - Returns: nil for a key of another kind, or for another use.
    init?(_ json: JSON) {
        if let use = json["use"]?.stringValue, use != "sig" { return nil }
        func number(_ name: String) -> [UInt8]? { json[name]?.stringValue.flatMap { Base64URL.decode($0) } }
        switch json["kty"]?.stringValue {
        case "RSA":
            guard let modulus = number("n").map({ Array($0.drop { $0 == 0 }) }), let exponent = number("e"),
                Self.modulusBytes.contains(modulus.count), Self.exponentBytes.contains(exponent.count)
            else { return nil }
            kind = .rsa
            der = DER.rsa(modulus, exponent)
        case "EC":
            guard json["crv"]?.stringValue == "P-256", let x = number("x").flatMap(Self.whole), let y = number("y").flatMap(Self.whole)
            else {
                return nil
            }
            kind = .ellipticP256
            der = DER.p256Head + [4] + x + y
        default: return nil
        }
        if let algorithm = json["alg"]?.stringValue, algorithm != kind.algorithm { return nil }
        id = json["kid"]?.stringValue
    }

    /// Some write a coordinate without its leading zeros, one of 128 keys.
    private static func whole(_ coordinate: [UInt8]) -> [UInt8]? {
        guard !coordinate.isEmpty, coordinate.count <= coordinateBytes else { return nil }
        return [UInt8](repeating: 0, count: coordinateBytes - coordinate.count) + coordinate
    }

    /// Those of a set that are of use here.
    static func keys(_ set: JSON?) -> [VerificationKey] {
        (set?["keys"]?.arrayValue ?? []).prefix(keysMax).compactMap { VerificationKey($0) }
    }

    func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
        var given = signature
        if kind == .ellipticP256 {
            // The two numbers side by side (RFC 7518, section 3.4).
            guard signature.count == 2 * Self.coordinateBytes else { return false }
            given = DER.pair(Array(signature.prefix(Self.coordinateBytes)), Array(signature.suffix(Self.coordinateBytes)))
        }
        let type = kind == .rsa ? GB_KEY_RSA : GB_KEY_EC
        return gb_verify_sha256(Int32(type), der, Int32(der.count), text, Int32(text.count), given, Int32(given.count)) == 1
    }
}

/// The private key with which Apple's clients sign who they are: the .p8 file, PKCS #8 in PEM.
struct SigningKey {
    private static let signatureBytesMax = 80
    private static let coordinateBytes = 32
    private let der: [UInt8]

    /// - Parameter pem: with its lines, or with "\n" or spaces in their place.
    init?(pem: String) {
        let lines = pem.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" })
        let body = lines.filter { !$0.hasPrefix("-----") }.joined().filter { $0 != " " }
        guard lines.first?.hasPrefix("-----BEGIN PRIVATE KEY-----") == true, let bytes = Base64.decode(body) else { return nil }
        der = bytes
    }

    /// A token of these claims, signed with ES256; nil when the key is none for it.
    func token(_ head: JSONObject, _ claims: JSONObject) -> String? {
        var head = head
        head["alg"] = "ES256"
        let text = [head, claims].map { Base64URL.encode(Array(JSON.object($0).text().utf8)) }.joined(separator: ".")
        let bytes = Array(text.utf8)
        var made = [UInt8](repeating: 0, count: Self.signatureBytesMax)
        let count = gb_sign_sha256(
            Int32(GB_KEY_EC), der, Int32(der.count), bytes, Int32(bytes.count), &made, Int32(Self.signatureBytesMax))
        guard count > 0, let (first, second) = DER.pair(Array(made.prefix(Int(count)))), first.count <= Self.coordinateBytes,
            second.count <= Self.coordinateBytes
        else { return nil }
        let filled = { (number: [UInt8]) in [UInt8](repeating: 0, count: Self.coordinateBytes - number.count) + number }
        return text + "." + Base64URL.encode(filled(first) + filled(second))
    }
}
