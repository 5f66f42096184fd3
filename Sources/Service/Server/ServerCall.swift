import Linux
import Wire

/// One call of a game server, taken apart.
struct ServerCall {
    /// `/{product}/{version}/apps/{appId}/{path...}?{query}`, percent-decoded.
    struct Target {
        var product: String
        var version: String
        var appId: String
        var path: [String]
        var query: [(name: String, value: String)]

        func query(_ name: String) -> String? {
            for item in query where item.name == name { return item.value }
            return nil
        }
    }

    let method: String
    let path: String
    let body: String
    /// `X-TCGB-Transaction-Id` as the caller sent it: the key under which a repeated consume gets its first answer again.
    let givenTransactionId: String?
    /// The same, or one made here; it is in every answer.
    let transactionId: String

    /// A request in the shape of NHN Cloud IAP, whose header has no transaction id.
    var isIAP: Bool { path.utf8.starts(with: Service.iapPrefix.utf8) }

    var target: Target? {
        let (route, queryText) = Self.cut(path, at: UInt8(ascii: "?"))
        let raw = Self.split(route, at: UInt8(ascii: "/"))
        guard raw.count >= 6, raw[0].isEmpty, raw[3] == "apps" else { return nil }
        var parts: [String] = []
        for part in raw.dropFirst() {
            guard let decoded = PercentEncoding.decode(part), !decoded.isEmpty else { return nil }
            parts.append(decoded)
        }
        var query: [(name: String, value: String)] = []
        for item in Self.split(queryText, at: UInt8(ascii: "&")) where !item.isEmpty {
            let (name, value) = Self.cut(item, at: UInt8(ascii: "="))
            guard let name = PercentEncoding.decode(name), let value = PercentEncoding.decode(value) else { return nil }
            query.append((name, value))
        }
        return Target(product: parts[0], version: parts[1], appId: parts[3], path: Array(parts.dropFirst(4)), query: query)
    }

    /// The JSON object in the body.
    func parameters(code: Int32 = ResultCode.iapParameterInvalid) throws(Failure) -> Parameters {
        do throws(JSONError) {
            let json = try JSON.parse(body)
            if json.objectValue != nil { return Parameters(json, code: code) }
        } catch {
            throw Failure.refused(ResultCode.iapJSONInvalid, "the body is not JSON at byte \(error.offset): \(error.reason)")
        }
        throw Failure.refused(ResultCode.iapJSONInvalid, "the body must be a JSON object")
    }

    /// A successful answer; `members` stand beside the header.
    func success(_ members: JSONObject) -> String {
        var answer: JSONObject = ["header": header(ResultCode.success, "SUCCESS")]
        for member in members.members { answer[member.key] = member.value }
        return JSON.object(answer).text()
    }

    func failure(_ code: Int32, _ message: String) -> String {
        let answer: JSON = ["header": header(code, message)]
        return answer.text()
    }

    private func header(_ code: Int32, _ message: String) -> JSON {
        var header = JSONObject()
        if !isIAP { header["transactionId"] = .string(transactionId) }
        header["isSuccessful"] = .bool(code == ResultCode.success)
        header["resultCode"] = .integer(Int64(code))
        header["resultMessage"] = .string(message)
        return .object(header)
    }

    private static func cut(_ text: String, at separator: UInt8) -> (String, String) {
        let bytes = Array(text.utf8)
        guard let place = bytes.firstIndex(of: separator) else { return (text, "") }
        return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }

    private static func split(_ text: String, at separator: UInt8) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        for byte in text.utf8 {
            if byte == separator {
                parts.append(String(decoding: part, as: UTF8.self))
                part.removeAll(keepingCapacity: true)
            } else {
                part.append(byte)
            }
        }
        parts.append(String(decoding: part, as: UTF8.self))
        return parts
    }
}
