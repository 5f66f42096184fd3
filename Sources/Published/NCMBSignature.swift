import Codecs
import Linux

/// The signature of the NIFCLOUD mobile backend (REST reference, "Signature"): what both sides sign, and how.
enum NCMBSignature {
    /// What a client signs: four lines. `path` is as it came, without the query. The parameters stand in the order of their names, byte by
    /// byte, and are never decoded: clients encode in many ways, and each signs its own.
    static func text(method: String, host: String, path: String, query: String, applicationKey: String, timestamp: String) -> String {
        var parameters = [
            "SignatureMethod=HmacSHA256", "SignatureVersion=2", "X-NCMB-Application-Key=" + applicationKey, "X-NCMB-Timestamp=" + timestamp,
        ]
        if method == "GET" || method == "HEAD" {
            for item in TextParts.split(query, at: UInt8(ascii: "&")) where !item.isEmpty { parameters.append(item) }
        }
        return method + "\n" + withoutPort(host) + "\n" + path + "\n" + joined(parameters)
    }

    /// The texts that a client may have signed. Some sign the path as they send it, some the path that it stands for, and in a browser its
    /// letters beyond ASCII stand for themselves while a blank is encoded. Some write the host in small letters whatever they send.
    static func texts(_ call: NCMBCall, applicationKey: String, timestamp: String) -> [String] {
        let (path, query) = TextParts.cut(call.path, at: UInt8(ascii: "?"))
        var paths = [path]
        if let decoded = PercentEncoding.decode(path) { paths += [decoded, PercentEncoding.decodeLetters(path)] }
        var texts: [String] = []
        for method in call.signedMethods {
            for host in different([call.host, lowercased(call.host)]) {
                for path in different(paths) {
                    for query in different([query, withSigns(query)]) {
                        texts.append(
                            text(
                                method: method, host: host, path: path, query: query, applicationKey: applicationKey, timestamp: timestamp))
                    }
                }
            }
        }
        return texts
    }

    /// Most calls have one spelling.
    private static func different(_ texts: [String]) -> [String] {
        var found: [String] = []
        for text in texts where !found.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { found.append(text) }
        return found
    }

    /// Some sign these signs as they are and let somebody else encode them: browsers write `'` as `%27`, libraries all five.
    private static func withSigns(_ query: String) -> String {
        let bytes = Array(query.utf8)
        var signs: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), bytes.count - at >= 3, let sign = sign(bytes[at + 1], bytes[at + 2]) {
                signs.append(sign)
                at += 3
            } else {
                signs.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: signs, as: UTF8.self)
    }

    private static func sign(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard high == UInt8(ascii: "2") else { return nil }
        switch low {
        case UInt8(ascii: "1"), UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "9"): return 0x20 + low - UInt8(ascii: "0")
        case UInt8(ascii: "A"), UInt8(ascii: "a"): return UInt8(ascii: "*")
        default: return nil
        }
    }

    private static func lowercased(_ host: String) -> String {
        String(decoding: host.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
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
