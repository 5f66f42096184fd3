import Linux
import Messages
import Storage
import Wire

/// Events of services that share a database: rows in the transaction of what they tell of, read by whoever carries events to players. A
/// service that has its database to itself hands them out after the commit (`Service.takeEvents`) and writes none.
extension Schema {
    static let outbox = [
        """
        CREATE TABLE outbox (event_seq BIGINT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, user_id TEXT, body TEXT NOT NULL,
            raised_date BIGINT NOT NULL)
        """,
        "CREATE INDEX outbox_by_date ON outbox (raised_date)",
    ]
}

public struct OutboxEntry: Sendable {
    /// Grows with each event of one service; of two services in about the order of time. So who reads looks a little behind the newest.
    public let seq: Int64
    public let event: ServerEvent
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
        // They go out by the rows, and not a second time from here.
        raised.removeLast(raised.count - progress.events)
    }
}

extension Service {
    /// What services have told since an event, oldest first. In a transaction that the caller opened.
    @export(interface) public func outbox(after seq: Int64, max: Int) throws(StorageError) -> [OutboxEntry] {
        try OutboxEntry.read(core.database, after: seq, max: max)
    }
}

extension OutboxEntry {
    /// What services have told since an event, oldest first.
    @export(interface) public static func read(
        _ database: any Database, after seq: Int64, max: Int
    ) throws(StorageError) -> [OutboxEntry] {
        let rows = try database.query(
            "SELECT event_seq, kind, user_id, body FROM outbox WHERE event_seq > ? ORDER BY event_seq LIMIT ?",
            [.integer(seq), .integer(Int64(max))])
        var entries: [OutboxEntry] = []
        for row in rows {
            guard let kind = EventKind(text: row.text(1)), let body = Self.body(row.text(3)) else {
                throw StorageError.corrupt("event \(row.integer(0)) of the outbox is not readable")
            }
            entries.append(OutboxEntry(seq: row.integer(0), event: ServerEvent(kind: kind, userId: row.textOrNil(2), body: body)))
        }
        return entries
    }

    private static func body(_ text: String) -> JSON? {
        do throws(JSONError) { return try JSON.parse(text) } catch { return nil }
    }
}
