/// Who asks. The service answers each origin only its own requests.
public enum RequestOrigin: Sendable { case client, console, gameServer }

/// A question to the service.
public struct Request: Sendable {
    /// `capability.operation`, for instance `gateway.idPLogin`.
    public var api: String
    public var origin: RequestOrigin
    /// Made by the asker, returned with errors; for logs and support, not for deduplication.
    public var transactionId: String
    public var accessToken: String?
    public var parameters: JSON

    @export(interface) public init(api: String, origin: RequestOrigin, transactionId: String, accessToken: String? = nil, parameters: JSON = [:]) {
        self.api = api
        self.origin = origin
        self.transactionId = transactionId
        self.accessToken = accessToken
        self.parameters = parameters
    }
}

/// The answer to a request; a failed request also has one.
public struct Reply: Sendable {
    /// 0 for success, else one of `ResultCode`.
    public var resultCode: Int32
    /// For developers, in English; empty on success.
    public var message: String
    public var body: JSON
    /// The request's own, set by who receives the reply; nil until then.
    public var transactionId: String?

    @export(interface) public init(resultCode: Int32, message: String, body: JSON) {
        self.resultCode = resultCode
        self.message = message
        self.body = body
    }

    @export(interface) public var isSuccess: Bool { resultCode == ResultCode.success }

    @export(interface) public static func success(_ body: JSON = [:]) -> Reply {
        Reply(resultCode: ResultCode.success, message: "", body: body)
    }

    @export(interface) public static func failure(_ code: Int32, _ message: String, body: JSON = [:]) -> Reply {
        Reply(resultCode: code, message: message, body: body)
    }
}

/// What the service tells without being asked.
public struct ServerEvent: Sendable {
    public var kind: String
    /// nil: everyone.
    public var userId: String?
    public var body: JSON

    @export(interface) public init(kind: String, userId: String? = nil, body: JSON = [:]) {
        self.kind = kind
        self.userId = userId
        self.body = body
    }
}
