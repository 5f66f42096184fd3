import Codecs
import Messages

/// From a body to a request, or to what is wrong with it.
enum RequestBody {
    enum Outcome {
        case request(Request)
        case refusal(HTTPAnswer)
    }

    static func read(_ body: [UInt8], _ head: HTTPHead, _ origin: RequestOrigin, _ peer: Peer) -> Outcome {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(
                bytes: body, limits: body.count > HTTPForm.bodyBytesMax ? HTTPForm.objectBodyLimits : HTTPForm.bodyLimits)
        } catch {
            // It is a request, with a value that none may have.
            if error.kind == .textRefused { return .refusal(HTTPAnswer(.failure(ResultCode.parameterInvalid, error.reason))) }
            return refusal(400, "the body is not JSON: \(error.message)")
        }
        guard var request = Request(body: json, origin: origin) else {
            return refusal(400, "the body: must be {name, transactionId, parameters} of a request that there is")
        }
        let most = HTTPForm.limits(request.name).bytesMax
        guard body.count <= most else { return refusal(413, "a body of \(request.name.text) may have \(most) bytes") }
        request.setCarried(from: peer.network)
        request.changeId = head[.changeId]
        if origin == .client { request.accessToken = token(head) }
        // Keys and signatures of published interfaces belong to their own paths, where they are counted.
        if origin == .client, var parameters = request.parameters.objectValue, parameters["access"] != nil {
            parameters["access"] = nil
            request.parameters = .object(parameters)
        }
        // Rows are a form in which objects are handed on within a process.
        if request.name == .objectsFind, var parameters = request.parameters.objectValue, parameters["rows"] != nil {
            parameters["rows"] = nil
            request.parameters = .object(parameters)
        }
        return .request(request)
    }

    private static func refusal(_ status: Int, _ message: String) -> Outcome {
        .refusal(HTTPAnswer(status: status, ResultCode.parameterInvalid, message))
    }

    /// What stands behind "Bearer "; nil without.
    static func token(_ head: HTTPHead) -> String? {
        guard let value = head[.authorization], value.utf8.count > HTTPForm.bearer.utf8.count,
            value.prefix(HTTPForm.bearer.count).lowercased() == HTTPForm.bearer.lowercased()
        else { return nil }
        return String(value.dropFirst(HTTPForm.bearer.count))
    }

    /// Whether the beginning of a long body names a request that may be long: `{"name": "…"` stands first then.
    static func mayBeLong(_ start: [UInt8]) -> Bool {
        var rest = start[...]
        func skip() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d } }
        func take(_ text: StaticString) -> Bool {
            skip()
            let bytes = Array("\(text)".utf8)
            guard rest.starts(with: bytes) else { return false }
            rest = rest.dropFirst(bytes.count)
            return true
        }
        guard take("{"), take("\"name\""), take(":"), take("\"") else { return false }
        let name = String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        return RequestName(text: name).map { HTTPForm.limits($0).bytesMax > HTTPForm.bodyBytesMax } ?? false
    }

    /// What is wrong with the fields of a head, before anything of the body is read.
    static func refusal(of head: HTTPHead) -> HTTPAnswer? {
        guard head.contentLength != nil else { return wrong(411, "content-length: is missing") }
        let type = (head[.contentType] ?? "").lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
        guard type.first == HTTPForm.mediaType, type.count == 1 || (type.count == 2 && type[1] == "charset=utf-8") else {
            return wrong(415, "content-type: must be \(HTTPForm.mediaType)")
        }
        guard (head[.contentEncoding] ?? "identity").lowercased() == "identity" else {
            return wrong(415, "content-encoding: a body is sent as it is")
        }
        if let id = head[.changeId] {
            guard (HTTPForm.changeIdBytesMin...HTTPForm.changeIdBytesMax).contains(id.utf8.count), id.utf8.allSatisfy(isIdByte) else {
                return wrong(
                    400,
                    "\(HTTPForm.changeId): must be \(HTTPForm.changeIdBytesMin) to \(HTTPForm.changeIdBytesMax) letters, digits, - or _")
            }
        }
        return refusal(ofAuthorization: head)
    }

    static func refusal(ofAuthorization head: HTTPHead) -> HTTPAnswer? {
        guard head[.authorization] != nil else { return nil }
        guard let token = token(head), token.utf8.count <= HTTPForm.tokenBytesMax, !token.utf8.contains(0x20) else {
            return wrong(400, "\(HTTPForm.authorization): must be Bearer and a token of at most \(HTTPForm.tokenBytesMax) bytes")
        }
        return nil
    }

    private static func wrong(_ status: Int, _ message: String) -> HTTPAnswer {
        HTTPAnswer(status: status, ResultCode.parameterInvalid, message)
    }

    private static func isIdByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
