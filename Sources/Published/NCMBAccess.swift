import Codecs
import Linux
import Messages

/// By what the service lets a caller in: the key of the application, and a signature with the texts that it may be the signature of.
struct NCMBAccess: Sendable {
    let applicationKey: String
    let signature: String
    let texts: [String]

    init(_ call: NCMBCall) throws(NCMBRefusal) {
        guard let key = call.header("X-NCMB-Application-Key"), let signature = call.header("X-NCMB-Signature"),
            let timestamp = call.header("X-NCMB-Timestamp"), Self.isValue(key), Self.isValue(timestamp)
        else {
            throw NCMBRefusal(.headerWrong)
        }
        applicationKey = key
        self.signature = signature
        texts = NCMBSignature.texts(call, applicationKey: key, timestamp: timestamp)
    }

    /// With what joins the parameters in it, a header could stand for parameters of a query, and one signature would fit two calls.
    private static func isValue(_ text: String) -> Bool {
        for byte in text.utf8 where byte == UInt8(ascii: "&") || byte < 0x20 { return false }
        return true
    }

    var json: JSON {
        [
            "wire": "ncmb", "applicationKey": .string(applicationKey), "signature": .string(signature),
            "texts": .array(texts.map { .string($0) }),
        ]
    }

    /// The client checks the answer with the text that it signed itself.
    func signature(of body: [UInt8], isBinary: Bool, key: String) -> String {
        NCMBSignature.sign(NCMBSignature.responseText(signedText(key: key), body: body, isBinary: isBinary), key: key)
    }

    func signedText(key: String) -> String {
        var signed = texts[0]
        for text in texts.dropFirst() where NCMBSignature.sign(text, key: key) == signature { signed = text }
        return signed
    }
}
