import Linux
import Messages
import Storage
import Wire

/// Events that must reach players elsewhere: rows in the transaction of what they tell of, read by whoever carries events to them
/// (`carrier.events`). What is handed out after the commit (`Service.takeEvents`) only tells the carrier of this process to look. A service
/// inside a game hands its events out and writes none.
extension Schema {
    static let outbox = [
        """
        CREATE TABLE outbox (event_seq BIGINT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, user_id TEXT, body TEXT NOT NULL,
            raised_date BIGINT NOT NULL)
        """,
        "CREATE INDEX outbox_by_date ON outbox (raised_date)",
    ]
}

extension ServiceCore {
    /// The events of the request under way.
    func enterOutbox() throws(Failure) {
        let date = now
        for event in raised[progress.events...] {
            // A thousand numbers a millisecond, of which each service has one.
            let candidate = clock.epochMilliseconds() &* 1000 &+ number
            lastEventSeq = candidate > lastEventSeq ? candidate : lastEventSeq &+ 1000
            try run(
                "INSERT INTO outbox (event_seq, kind, user_id, body, raised_date) VALUES (?, ?, ?, ?, ?)",
                [.integer(lastEventSeq), .text(event.kind.text), Value(event.userId), .text(event.body.text()), .integer(date)])
        }
    }
}

extension Dispatch {
    static let eventsMax: Int64 = 1_000

    /// {after, max?} -> {events, oldest, newest}: what was told behind a place, oldest first, and the places of the first and last that are
    /// kept. Places grow with each event of one service; of two services in about the order of time, so who reads looks a little behind the
    /// newest (`HTTPForm.eventOrderMilliseconds`).
    func told(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let after = try parameters.integer("after", in: 0...Int64.max)
        let max = try parameters.optionalInteger("max", in: 1...Self.eventsMax) ?? Self.eventsMax
        let events: [PlacedEvent]
        do throws(StorageError) {
            events = try PlacedEvent.read(core.database, after: after, max: max)
        } catch {
            throw Failure.storage(error)
        }
        return .success([
            "events": .array(events.map { $0.form }), "oldest": .integer(try end("ASC")), "newest": .integer(try end("DESC")),
        ])
    }

    /// The place of the first event that is kept, or of the last one; 0 when there is none.
    private func end(_ order: StaticString) throws(Failure) -> Int64 {
        try query("SELECT event_seq FROM outbox ORDER BY event_seq \(order) LIMIT 1", []).first?.integer(0) ?? 0
    }
}

extension PlacedEvent {
    /// What services have told since an event, oldest first.
    @export(interface) public static func read(
        _ database: any Database, after seq: Int64, max: Int64
    ) throws(StorageError) -> [PlacedEvent] {
        let rows = try database.query(
            "SELECT event_seq, kind, user_id, body FROM outbox WHERE event_seq > ? ORDER BY event_seq LIMIT ?",
            [.integer(seq), .integer(max)])
        var events: [PlacedEvent] = []
        for row in rows {
            guard let kind = EventKind(text: row.text(1)), let body = try? JSON.parse(row.text(3)) else {
                throw StorageError.corrupt("event \(row.integer(0)) of the outbox is not readable")
            }
            events.append(PlacedEvent(seq: row.integer(0), event: ServerEvent(kind: kind, userId: row.textOrNil(2), body: body)))
        }
        return events
    }
}
