import Linux
import Wire

/// The signature of the NIFCLOUD mobile backend (REST reference, "Signature"): what both sides sign, and how.
enum NCMBSignature {
    /// What a client signs: four lines. `path` is as it came, without the query. The parameters stand in the order of their names, byte by
    /// byte, and are never decoded: clients encode in many ways, and each signs its own.
    static func text(method: String, host: String, path: String, query: String, applicationKey: String, timestamp: String) -> String {
        var parameters = [
            "SignatureMethod=HmacSHA256", "SignatureVersion=2", "X-NCMB-Application-Key=" + applicationKey, "X-NCMB-Timestamp=" + timestamp,
        ]
        if method == "GET" {
            for item in TextParts.split(query, at: UInt8(ascii: "&")) where !item.isEmpty { parameters.append(item) }
        }
        return method + "\n" + withoutPort(host) + "\n" + path + "\n" + joined(parameters)
    }

    /// The texts that a client may have signed: some sign the path as they send it, some the path that it stands for.
    static func texts(_ call: NCMBCall, applicationKey: String, timestamp: String) -> [String] {
        let (path, query) = TextParts.cut(call.path, at: UInt8(ascii: "?"))
        var paths = [path]
        if let decoded = PercentEncoding.decode(path), !decoded.utf8.elementsEqual(path.utf8) { paths.append(decoded) }
        return paths.map {
            text(method: call.method, host: call.host, path: $0, query: query, applicationKey: applicationKey, timestamp: timestamp)
        }
    }

    /// What the server signs: the request's text and the body of the answer. Of a body that is no text, its hexadecimal digits.
    static func responseText(_ text: String, body: [UInt8], isBinary: Bool = false) -> String {
        if body.isEmpty { return text }
        return text + "\n" + (isBinary ? Hex.encode(body) : String(decoding: body, as: UTF8.self))
    }

    static func sign(_ text: String, key: String) -> String {
        Base64.encode(HMACSHA256.authenticate(Array(text.utf8), key: Array(key.utf8)))
    }

    /// A header names the port, the clients sign without it. The colons of `[::1]` are none.
    static func withoutPort(_ host: String) -> String {
        let bytes = Array(host.utf8)
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), !bytes[colon...].contains(UInt8(ascii: "]")) else { return host }
        return String(decoding: bytes[..<colon], as: UTF8.self)
    }

    private static func joined(_ parameters: [String]) -> String {
        let names = parameters.map { Array(TextParts.cut($0, at: UInt8(ascii: "=")).0.utf8) }
        var text = ""
        // Repeated names keep the order in which they came.
        for place in ascending(names) {
            if !text.isEmpty { text += "&" }
            text += parameters[place]
        }
        return text
    }
}
