import Codecs
import Messages

/// One event as every listener gets it, written once.
struct EventFrame {
    let seq: Int64
    let audience: Audience
    /// Of what concerns the sessions of its time alone, when it was: a kickout, and a consent that a provider took back.
    private let sessionsDate: Int64?
    /// The event in a stream (HTML standard, "Server-sent events").
    let bytes: [UInt8]
    private let formRange: Range<Int>

    /// The event's JSON.
    var form: ArraySlice<UInt8> { bytes[formRange] }

    enum Audience: Equatable {
        case everyone
        case users([String])

        func contains(_ userId: String?) -> Bool {
            guard case .users(let users) = self else { return true }
            return userId.map { users.contains($0) } ?? false
        }
    }

    /// - Returns: nil for what is not told to players.
    init?(_ given: PlacedEvent) {
        guard given.event.kind.isForPlayers else { return nil }
        var placed = given
        seq = placed.seq
        audience = Self.audience(&placed.event)
        sessionsDate = Self.sessionsDate(&placed.event)
        let form = placed.form.bytes()
        guard form.count <= HTTPForm.eventBytesMax else { return nil }
        let head = Array("id: \(placed.seq)\nevent: \(placed.event.kind.text)\ndata: ".utf8)
        formRange = head.count..<(head.count + form.count)
        bytes = head + form + Array("\n\n".utf8)
    }

    /// A kickout's is no matter of the game's.
    private static func sessionsDate(_ event: inout ServerEvent) -> Int64? {
        guard event.kind == .idPRevoked || (event.kind == .serverPush && event.body["type"] == "appKickout") else { return nil }
        let date = event.body["date"]?.int64Value
        if event.kind == .serverPush, var body = event.body.objectValue {
            body["date"] = nil
            event.body = .object(body)
        }
        return date
    }

    /// For one who catches up. Who logs in behind a kickout is not sent out by it, and who consents again is not told to withdraw: a stream
    /// without a session has not heard of what names players, and goes on with the log-in from a place before it.
    func isFor(_ listener: EventListener) -> Bool {
        guard audience.contains(listener.userId) else { return false }
        guard !listener.wasLive, let sessionsDate, let begun = listener.grant?.begunDate else { return true }
        return sessionsDate >= begun
    }

    /// A push that names players is told to them alone, and to none of them who the others are.
    private static func audience(_ event: inout ServerEvent) -> Audience {
        if let user = event.userId { return .users([user]) }
        guard event.kind == .serverPush, var body = event.body.objectValue, let users = body["userIds"]?.arrayValue, !users.isEmpty else {
            return .everyone
        }
        body["userIds"] = nil
        event.body = .object(body)
        return .users(users.compactMap { $0.stringValue })
    }

    /// A line that says only that somebody is there, and how far the stream is.
    static func beat(at place: Int64? = nil) -> [UInt8] { Array((place.map { ":\nid: \($0)\n\n" } ?? ":\n\n").utf8) }

    static func ready(_ place: Int64) -> [UInt8] { Array("id: \(place)\nevent: ready\ndata: {}\n\n".utf8) }
    /// The session by which the stream was opened is over, or its member may not play any more; with what every request would be told.
    static func ended(_ place: Int64, _ reply: Reply) -> [UInt8] {
        Array("id: \(place)\nevent: ended\ndata: ".utf8) + reply.form.bytes() + Array("\n\n".utf8)
    }
    static func reset(_ place: Int64) -> [UInt8] { Array("id: \(place)\nevent: reset\ndata: {}\n\n".utf8) }
}
