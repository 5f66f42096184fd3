import Codecs
import Linux

/// How requests, replies and events look when they travel: the part of the protocol between a game and `gamebased` that both sides must
/// agree on. `docs/protocol.md` says the whole of it.
public enum HTTPForm {
    /// In front of every path but those of operation. What is said under one version never changes its meaning.
    public static let version = "v1"
    public static let mediaType = "application/json"
    public static let eventStreamType = "text/event-stream"
    /// "Authorization: Bearer …": a player's access token, or the operator's key.
    public static let authorization = "Authorization"
    public static let bearer = "Bearer "
    /// `Request.changeId` (the name is that of the IETF's draft "The Idempotency-Key HTTP Header Field").
    public static let changeId = "Idempotency-Key"
    /// Where a stream goes on (HTML standard, "Server-sent events").
    public static let lastEventId = "Last-Event-ID"

    public static let changeIdBytesMin = 16
    public static let changeIdBytesMax = 64
    public static let transactionIdBytesMax = 64
    public static let appIdBytesMax = 64
    public static let tokenBytesMax = 256

    /// A request's body: most are some hundred bytes; an object has up to 16 MiB of fields, and what is around them.
    public static let bodyBytesMax = 1 << 20
    public static let objectBodyBytesMax = 24 << 20
    /// An answer's body. A query's objects are the longest.
    public static let answerBytesMax = 64 << 20
    /// One event of a stream.
    public static let eventBytesMax = 1 << 20

    /// Values are at least two bytes: where their number has no limit of its own, the bytes limit it.
    public static let bodyLimits = JSONLimits(
        depthMax: KeptJSON.depthMax + KeptJSON.depthAround, bytesMax: bodyBytesMax, membersMax: bodyBytesMax / 2)
    public static let objectBodyLimits = JSONLimits(
        depthMax: KeptJSON.depthMax + KeptJSON.depthAround, bytesMax: objectBodyBytesMax,
        membersMax: KeptJSON.valuesMax + KeptJSON.valuesAround)
    public static let answerLimits = JSONLimits(
        depthMax: KeptJSON.depthMax + 2 * KeptJSON.depthAround, bytesMax: answerBytesMax, membersMax: answerBytesMax / 2)
    public static let eventLimits = JSONLimits(bytesMax: eventBytesMax, membersMax: eventBytesMax / 2)

    /// How long a long poll may wait for events.
    public static let pollSecondsMax: Int64 = 55
    /// A stream that has nothing to say says so this often, so that both sides notice when the other is gone.
    public static let beatSeconds: Int64 = 15

    /// The path of an app's requests of one origin, `/v1/apps/{app id}/client` and so on; of the carrier's there is none.
    @export(interface) public static func path(app: String, _ origin: RequestOrigin) -> String? {
        let last: String
        switch origin {
        case .client: last = "client"
        case .console: last = "console"
        case .gameServer: last = "server"
        case .carrier: return nil
        }
        return prefix(app: app) + last
    }

    @export(interface) public static func eventsPath(app: String) -> String { prefix(app: app) + "events" }

    #if !hasFeature(Embedded)
    /// The page behind the link of a mail.
    public static func mailPagePath(app: String, isPasswordReset: Bool) -> String {
        prefix(app: app) + "mail/" + (isPasswordReset ? "password-reset" : "confirmation")
    }
    #endif

    private static func prefix(app: String) -> String { "/\(version)/apps/\(PercentEncoding.encode(app))/" }

    /// What a body of this request may be like.
    @export(interface) public static func limits(_ name: RequestName) -> JSONLimits {
        switch name {
        case .objectsCreate, .objectsUpdate, .consoleTakeObject, .consoleTakeFile, .consoleLoadSettings: objectBodyLimits
        default: bodyLimits
        }
    }
}

// MARK: Bodies

extension Request {
    /// {name, transactionId, parameters}. Who asks, with which token and under which change's id, stands in the head.
    @export(interface) public var body: JSON {
        ["name": .string(name.text), "transactionId": .string(transactionId), "parameters": parameters]
    }

    /// - Returns: nil when the body is not one of a request; the reason is then the same for all: name, transactionId and parameters.
    @export(interface) public init?(body: JSON, origin: RequestOrigin) {
        guard let name = body["name"]?.stringValue.flatMap({ RequestName(text: $0) }),
            let transactionId = body["transactionId"]?.stringValue, transactionId.utf8.count <= HTTPForm.transactionIdBytesMax,
            let parameters = body["parameters"], parameters.objectValue != nil
        else { return nil }
        self.init(name, origin: origin, transactionId: transactionId, parameters: parameters)
    }
}

extension Reply {
    /// {resultCode, message, body}. Objects that were found must stand in the body (`objects.find` without `rows`).
    @export(interface) public var form: JSON {
        ["resultCode": .integer(Int64(resultCode)), "message": .string(message), "body": body]
    }

    @export(interface) public init?(form: JSON) {
        guard let code = form["resultCode"]?.int64Value.flatMap({ Int32(exactly: $0) }), let message = form["message"]?.stringValue,
            let body = form["body"]
        else { return nil }
        self.init(resultCode: code, message: message, body: body)
    }
}

/// An event with its place in the order in which a service told them. Places only grow; they have gaps.
public struct PlacedEvent: Sendable {
    public var seq: Int64
    public var event: ServerEvent

    @export(interface) public init(seq: Int64, event: ServerEvent) {
        self.seq = seq
        self.event = event
    }

    /// {seq, kind, userId?, body}
    @export(interface) public var form: JSON {
        var form: JSONObject = ["seq": .integer(seq), "kind": .string(event.kind.text)]
        if let userId = event.userId { form["userId"] = .string(userId) }
        form["body"] = event.body
        return .object(form)
    }

    @export(interface) public init?(form: JSON) {
        guard let seq = form["seq"]?.int64Value, seq >= 0, let kind = form["kind"]?.stringValue.flatMap({ EventKind(text: $0) }),
            let body = form["body"]
        else { return nil }
        self.init(seq: seq, event: ServerEvent(kind: kind, userId: form["userId"]?.stringValue, body: body))
    }
}
