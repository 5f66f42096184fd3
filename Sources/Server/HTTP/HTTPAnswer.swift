import Codecs
import Messages

/// What goes back for one request.
struct HTTPAnswer {
    var status: Int
    var type = HTTPForm.mediaType
    var body: [UInt8]
    /// Seconds after which it may be tried again.
    var retryAfter: Int64?
    /// The methods that the path has.
    var allow: String?
    var closes = false
    /// Another one of its connection is given after a while: who asks for too much, request behind request, would have the loop for
    /// refusals alone.
    var isHeld = false
    var cacheControl = "no-store"
    /// More of the head.
    var fields: [(name: String, value: String)] = []
    /// Of a body that comes in parts behind the head, or not at all.
    var length: Int?
    /// Of a stream, which nobody knows the length of, there is none.
    var saysLength = true
    /// For the log: what the body says.
    var resultCode: Int32 = ResultCode.success
    /// What the body says of a refusal, for the wires that say it in other words.
    var message = ""

    /// An answer of the service. One that says that nothing could be done or kept has a status by which a proxy may try elsewhere.
    init(_ reply: Reply, isForOperator: Bool = false) {
        let reply = isForOperator ? reply : reply.forStrangers
        self.init(reply, status: ResultCode.meansNoAnswer(reply.resultCode) ? 503 : 200)
        if status == 503 { retryAfter = 1 }
        if let seconds = reply.retryAfterSeconds {
            retryAfter = seconds
            // Not the service has too much to do: this asker has asked for too much.
            if reply.resultCode == ResultCode.tooManyRequests { status = 429 }
        }
    }

    init(_ reply: Reply, status: Int) {
        self.status = status
        body = reply.form.bytes()
        resultCode = reply.resultCode
        message = reply.message
    }

    init(status: Int, _ code: Int32, _ message: String) { self.init(.failure(code, message), status: status) }

    /// Of what could not be read as a request.
    init(_ refusal: HTTPRefusal) {
        self.init(status: refusal.status, ResultCode.parameterInvalid, refusal.message)
        closes = true
    }

    init(text: String, type: String = "text/plain; charset=utf-8", status: Int = 200) {
        self.status = status
        self.type = type
        body = Array(text.utf8)
    }

    static func stopped() -> HTTPAnswer {
        var answer = HTTPAnswer(status: 503, ResultCode.serviceStopped, "the server ends")
        answer.retryAfter = 1
        answer.closes = true
        return answer
    }

    /// What HEAD is answered where GET would wait, or be a stream.
    static func headOfEvents(isPoll: Bool) -> HTTPAnswer {
        var answer = HTTPAnswer(text: "", type: isPoll ? HTTPForm.mediaType : HTTPForm.eventStreamType)
        answer.saysLength = false
        answer.closes = !isPoll
        return answer
    }

    static func tooMany(_ message: String, retryAfter: Int64) -> HTTPAnswer {
        var answer = HTTPAnswer(status: 429, ResultCode.tooManyRequests, message)
        answer.retryAfter = max(1, retryAfter)
        return answer
    }

    /// - Parameter withBody: false for HEAD, whose answer says what the body would be.
    func bytes(closing: Bool, withBody: Bool = true) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\nContent-Type: \(Self.value(type))\r\n"
        if saysLength { head += "Content-Length: \(length ?? body.count)\r\n" }
        head += "Cache-Control: \(cacheControl)\r\n"
        if let retryAfter { head += "Retry-After: \(retryAfter)\r\n" }
        if let allow { head += "Allow: \(allow)\r\n" }
        if status == 401, fields.isEmpty { head += "WWW-Authenticate: Bearer\r\n" }
        for field in fields { head += "\(field.name): \(Self.value(field.value))\r\n" }
        head += closing ? "Connection: close\r\n\r\n" : "\r\n"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.utf8.count + (withBody ? body.count : 0))
        bytes += head.utf8
        if withBody { bytes += body }
        return bytes
    }

    /// What is stored may stand in a head, and must not end its line.
    private static func value(_ text: String) -> String {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } ? text : "application/octet-stream"
    }

    /// A stream of events goes on until one of both closes the connection.
    static let streamStatus = 200
    static let streamHead = Array(
        """
        HTTP/1.1 \(streamStatus) OK\r
        Content-Type: \(HTTPForm.eventStreamType)\r
        Cache-Control: no-store\r
        X-Accel-Buffering: no\r
        Connection: close\r
        \r

        """.utf8)
    static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 302: "Found"
        case 304: "Not Modified"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}

extension Reply {
    /// Without the words of a database or a file system: they name hosts, users and paths. The log has them.
    var forStrangers: Reply {
        switch resultCode {
        case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull:
            var reply = self
            reply.message = "the service cannot use its storage now"
            return reply
        default: return self
        }
    }
}
