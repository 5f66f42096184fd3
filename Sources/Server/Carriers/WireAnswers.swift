import Codecs
import Messages
import Published

/// What pages in browsers need (Fetch standard, "HTTP extensions"): callers are let in by what stands in their calls and never by cookies,
/// so a page from anywhere may ask.
enum BrowserFields {
    static let always = [
        (name: "Access-Control-Allow-Origin", value: "*"), (name: "Access-Control-Expose-Headers", value: "X-NCMB-Response-Signature"),
        (name: "X-Content-Type-Options", value: "nosniff"),
    ]
    /// Whatever a file is, it is no page of this host.
    static let ofFiles = [(name: "Content-Security-Policy", value: "default-src 'none'; sandbox")]
    private static let ofQuestions = [
        (name: "Access-Control-Allow-Methods", value: "GET, POST, PUT, DELETE"),
        (
            name: "Access-Control-Allow-Headers",
            value: "Content-Type, X-NCMB-Application-Key, X-NCMB-Timestamp, X-NCMB-Signature, X-NCMB-Apps-Session-Token, "
                + "X-NCMB-SDK-Version, X-NCMB-OS-Version"
        ), (name: "Access-Control-Max-Age", value: "86400"),
    ]

    /// The answer to what a browser asks before it lets a page call. Not 204, which older clients take for an error.
    static func allowed() -> HTTPAnswer {
        var answer = HTTPAnswer(text: "")
        answer.fields = always + ofQuestions
        return answer
    }
}

extension HTTPAnswer {
    /// - Parameter retryAfter: seconds, as the service said.
    init(_ answer: NCMBAnswer, isFile: Bool = false, retryAfter: Int64? = nil) {
        self.init(text: "", status: Int(answer.status))
        self.retryAfter = retryAfter ?? self.retryAfter
        body = answer.body
        for header in answer.headers {
            if header.name == "Content-Type" { type = header.value } else { fields.append(header) }
        }
        fields += BrowserFields.always + (isFile ? BrowserFields.ofFiles : [])
        if status >= 400 { resultCode = ResultCode.documentRefused }
    }

    /// Of an interface whose status is always 200.
    init(gameServer text: String, resultCode: Int32, transactionId: String?) {
        self.init(text: text, type: "application/json;charset=UTF-8", status: Int(ServerFront.status))
        self.resultCode = resultCode
        if let transactionId { fields = [(name: "X-TCGB-Transaction-Id", value: transactionId)] }
    }
}

extension PublishedWire {
    /// Whether what the service cannot answer has a code for each of the interface's products.
    var hasCodesByCall: Bool { self == .gamebase || self == .push || self == .iap }

    /// A refusal that was made for this server's own protocol, in the words of the interface. What HTTP itself has to say stays: when to
    /// try again, and that the connection ends.
    func shaped(_ refusal: HTTPAnswer, path: String, now: Int64) -> HTTPAnswer {
        var answer: HTTPAnswer
        switch self {
        case .ncmb, .publicFiles: answer = HTTPAnswer(NCMBFront.refusal(status: refusal.status, path: path, reason: refusal.message))
        case .gamebase:
            let code = refusal.status == 415 ? ResultCode.contentTypeWrong : refusal.resultCode
            let text = ServerFront.answer(code, refusal.message, "", trace: trace(path, now))
            answer = HTTPAnswer(gameServer: text, resultCode: code, transactionId: nil)
        case .push:
            let code = ServerFront.pushCode(refusal.status == 415 ? ResultCode.contentTypeWrong : refusal.resultCode)
            answer = HTTPAnswer(gameServer: ServerFront.answer(code, refusal.message, nil), resultCode: code, transactionId: nil)
        case .hive:
            let text = HiveFront.answer(refusal.resultCode, refusal.message)
            answer = HTTPAnswer(text: text, type: HTTPForm.mediaType, status: refusal.status)
            answer.resultCode = refusal.resultCode
            answer.allow = refusal.allow
        case .iap:
            let code = Self.iapCode(refusal.status)
            answer = HTTPAnswer(gameServer: ServerFront.answer(code, refusal.message, nil), resultCode: code, transactionId: nil)
        }
        answer.retryAfter = refusal.retryAfter
        answer.closes = refusal.closes
        return answer
    }

    /// What a refusal of the Gamebase Server API says of where it was made: `header.traceError`. The other interfaces have none.
    func trace(_ path: String, _ now: Int64) -> JSONObject? {
        guard self == .gamebase else { return nil }
        let uri = String(path.prefix { $0 != "?" })
        let product = uri.dropFirst().prefix { $0 != "/" }
        return [
            "trackingTime": .integer(now), "throwPoint": .string(product.hasPrefix("tcgb-") ? String(product.dropFirst(5)) : "gateway"),
            "uri": .string(uri),
        ]
    }

    private static func iapCode(_ status: Int) -> Int32 {
        switch status {
        case 405: ResultCode.iapMethodWrong
        case 415: ResultCode.iapContentTypeWrong
        case 429, 503: ResultCode.iapUnknown
        default: ResultCode.iapParameterInvalid
        }
    }
}
