import CCrypto
import Codecs
import Linux

/// By what a token may be signed (RFC 7518, RFC 8037): what only the holder of a private key can make.
enum SignatureAlgorithm: String, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case edDSA = "EdDSA"

    /// How libcrypto calls the digest; nil: the algorithm has its own.
    fileprivate var digest: String? {
        switch self {
        case .rs256, .ps256, .es256: "SHA256"
        case .rs384, .ps384, .es384: "SHA384"
        case .rs512, .ps512: "SHA512"
        case .edDSA: nil
        }
    }

    fileprivate var hasPSS: Bool { self == .ps256 || self == .ps384 || self == .ps512 }

    fileprivate var kind: VerificationKey.Kind {
        switch self {
        case .es256: .ellipticP256
        case .es384: .ellipticP384
        case .edDSA: .ed25519
        default: .rsa
        }
    }
}

/// A provider's public key, from its JSON form (RFC 7517). libcrypto reads keys as DER, so that form is written here.
struct VerificationKey {
    enum Kind {
        case rsa, ellipticP256, ellipticP384, ed25519

        /// Of a coordinate, or of the whole key.
        fileprivate var bytes: Int { self == .ellipticP384 ? 48 : 32 }
    }

    static let keysMax = 64
    /// Shorter ones are not safe any more, longer ones take too long.
    private static let modulusBytes = 256...1_024
    private static let exponentBytes = 1...8

    let kind: Kind
    let id: String?
    /// What the key is for; nil: whatever its kind allows.
    private let algorithm: String?
    private let der: [UInt8]

    /// - Returns: nil for a key of another kind, or for another use.
    init?(_ json: JSON) {
        if let use = json["use"]?.stringValue, use != "sig" { return nil }
        func number(_ name: String) -> [UInt8]? { json[name]?.stringValue.flatMap { Base64URL.decode($0) } }
        switch (json["kty"]?.stringValue, json["crv"]?.stringValue) {
        case ("RSA", _):
            guard let modulus = number("n").map({ Array($0.drop { $0 == 0 }) }), let exponent = number("e"),
                Self.modulusBytes.contains(modulus.count), Self.exponentBytes.contains(exponent.count)
            else { return nil }
            kind = .rsa
            der = DER.rsa(modulus, exponent)
        case ("EC", "P-256"), ("EC", "P-384"):
            kind = json["crv"]?.stringValue == "P-256" ? .ellipticP256 : .ellipticP384
            guard let x = Self.whole(number("x"), kind), let y = Self.whole(number("y"), kind) else { return nil }
            der = (kind == .ellipticP256 ? DER.p256Head : DER.p384Head) + [4] + x + y
        case ("OKP", "Ed25519"):
            kind = .ed25519
            guard let x = number("x"), x.count == kind.bytes else { return nil }
            der = DER.ed25519Head + x
        default: return nil
        }
        algorithm = json["alg"]?.stringValue
        id = json["kid"]?.stringValue
    }

    /// Some write a coordinate without its leading zeros, one of 128 keys.
    private static func whole(_ coordinate: [UInt8]?, _ kind: Kind) -> [UInt8]? {
        guard let coordinate, !coordinate.isEmpty, coordinate.count <= kind.bytes else { return nil }
        return [UInt8](repeating: 0, count: kind.bytes - coordinate.count) + coordinate
    }

    /// Those of a set that are of use here.
    static func keys(_ set: JSON?) -> [VerificationKey] {
        (set?["keys"]?.arrayValue ?? []).prefix(keysMax).compactMap { VerificationKey($0) }
    }

    func fits(_ asked: SignatureAlgorithm) -> Bool {
        asked.kind == kind && (algorithm == nil || algorithm == asked.rawValue || kind == .ed25519 && algorithm == "Ed25519")
    }

    func verifies(_ signature: [UInt8], of text: [UInt8], _ asked: SignatureAlgorithm) -> Bool {
        guard fits(asked) else { return false }
        var given = signature
        if kind == .ellipticP256 || kind == .ellipticP384 {
            // The two numbers side by side (RFC 7518, section 3.4).
            guard signature.count == 2 * kind.bytes else { return false }
            given = DER.pair(Array(signature.prefix(kind.bytes)), Array(signature.suffix(kind.bytes)))
        }
        let type = kind == .rsa ? GB_KEY_RSA : kind == .ed25519 ? GB_KEY_ED25519 : GB_KEY_EC
        let verify = { (digest: UnsafePointer<CChar>?) in
            gb_verify(
                Int32(type), digest, asked.hasPSS, der, Int32(der.count), text, Int32(text.count), given, Int32(given.count)) == 1
        }
        return asked.digest.map { $0.withCString { verify($0) } } ?? verify(nil)
    }
}

/// The private key with which Apple's clients sign who they are: the .p8 file, PKCS #8 in PEM.
struct SigningKey {
    private static let signatureBytesMax = 80
    private static let coordinateBytes = 32
    private let der: [UInt8]

    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"

    /// - Parameter pem: with its lines, or with spaces or the two characters "\n" in the place of their ends, as variables and forms that
    ///   take one line leave it.
    init?(pem: String) {
        let parts = pem.split(separator: Self.begin, omittingEmptySubsequences: false)
        guard parts.count == 2, let body = parts[1].split(separator: Self.end, omittingEmptySubsequences: false).first else { return nil }
        let text = body.split(separator: "\\n").joined().utf8.filter { $0 > 0x20 }
        guard let bytes = Base64.decode(String(decoding: text, as: UTF8.self)), !bytes.isEmpty else { return nil }
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
