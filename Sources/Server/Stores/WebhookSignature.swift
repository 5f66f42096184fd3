import Codecs
import Linux

/// "t=1700000000,v1=5257a8…": HMAC-SHA256 over the time stamp, a point and the body as it came (Stripe, "Verify webhook signatures"). While
/// a secret is being changed there are several v1.
enum WebhookSignature {
    static let bytesMax = 1_024
    static let partsMax = 16
    /// How far its time may be from ours.
    static let toleranceSeconds: Int64 = 300

    /// The same for what this server sends.
    static func field(_ body: [UInt8], secret: String, nowSeconds: Int64) -> String {
        let digest = HMACSHA256.authenticate(Array("\(nowSeconds).".utf8) + body, key: Array(secret.utf8))
        return "t=\(nowSeconds),v1=\(Hex.encode(digest))"
    }

    /// - Returns: why it is refused; nil when it is right.
    static func refusal(_ field: String?, _ body: [UInt8], secret: String, nowSeconds: Int64) -> String? {
        guard !secret.isEmpty else { return "no webhookSecret is set" }
        guard let field, field.utf8.count <= bytesMax else { return "the signature is missing" }
        var stamp: String?
        var given: [String] = []
        for part in field.split(separator: ",").prefix(partsMax) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let name = pair[0].filter { $0 != " " }
            if name == "t", stamp == nil { stamp = String(pair[1]) }
            if name == "v1" { given.append(String(pair[1])) }
        }
        guard let stamp, let seconds = Int64(stamp), seconds > 0 else { return "the signature has no time" }
        let wanted = Array(Hex.encode(HMACSHA256.authenticate(Array((stamp + ".").utf8) + body, key: Array(secret.utf8))).utf8)
        var isRight = false
        // Each is looked at in full, and takes as long as every other.
        for text in given where HMACSHA256.areEqual(Array(text.utf8), wanted) { isRight = true }
        guard isRight else { return "the signature is wrong" }
        let distance = seconds.subtractingReportingOverflow(nowSeconds)
        guard !distance.overflow, distance.partialValue.magnitude <= toleranceSeconds.magnitude else { return "the signature is too old" }
        return nil
    }
}
