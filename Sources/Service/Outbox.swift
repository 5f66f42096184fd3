import Codecs
import Linux
import Messages
import Storage

/// Events that must reach players elsewhere: rows in the transaction of what they tell of, read by whoever carries events to them
/// (`carrier.events`). What is handed out after the commit (`Service.takeEvents`) only tells the carrier of this process to look. A service
/// inside a game hands its events out and writes none.
///
/// Places are given out by one row, in the last statements of a transaction: whoever has it locks the others out until it is committed. So
/// places are the order of commits, whatever the clocks of servers say and however long a transaction takes: who has read until a place
/// has missed nothing before it. The row stays when all events are gone, so no place is given twice.
extension Schema {
    static let outbox = [
        """
        CREATE TABLE outbox (event_seq BIGINT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, user_id TEXT, body TEXT NOT NULL,
            raised_date BIGINT NOT NULL)
        """,
        "CREATE INDEX outbox_by_date ON outbox (raised_date)",
    ]

    /// All behind `floor` are kept. Events go in the order of their places, so that no date is looked for any more.
    static let eventPlaces = [
        "CREATE TABLE event_places (name TEXT NOT NULL PRIMARY KEY, newest BIGINT NOT NULL, floor BIGINT NOT NULL)",
        "DROP INDEX outbox_by_date",
    ]
}

/// An event that is to get its place with the commit.
struct UnplacedEvent {
    let event: ServerEvent
    let date: Int64
}

extension ServiceCore {
    /// Places begin at the time, a thousand for a millisecond, so that a store that is copied back goes on behind what was told since.
    private var timePlace: Int64 { clock.epochMilliseconds() &* 1000 }

    /// Before the first event of a store.
    func beginPlaces() throws(StorageError) {
        guard keepsEvents, try database.query("SELECT newest FROM event_places WHERE name = 'app'", []).isEmpty else { return }
        let kept = try database.query("SELECT MIN(event_seq), MAX(event_seq) FROM outbox", []).first
        let newest = max(timePlace, kept?.integerOrNil(1) ?? 0)
        let floor = kept?.integerOrNil(0).map { $0 - 1 } ?? newest
        _ = try database.run(
            "INSERT INTO event_places (name, newest, floor) VALUES ('app', ?, ?) ON CONFLICT (name) DO NOTHING",
            [.integer(newest), .integer(floor)])
    }

    /// The last that a transaction does.
    func placeEvents() throws(StorageError) {
        if unplaced.isEmpty { return }
        let count = Int64(unplaced.count)
        try database.write(
            """
            UPDATE event_places SET newest = CASE WHEN newest + ? < ? THEN ? ELSE newest + ? END WHERE name = 'app'
            """, [.integer(count), .integer(timePlace), .integer(timePlace), .integer(count)])
        for (index, unplaced) in unplaced.enumerated() {
            let event = unplaced.event
            try database.write(
                """
                INSERT INTO outbox (event_seq, kind, user_id, body, raised_date)
                VALUES ((SELECT newest FROM event_places WHERE name = 'app') - ?, ?, ?, ?, ?)
                """,
                [
                    .integer(count - 1 - Int64(index)), .text(event.kind.text), Value(event.userId), .text(event.body.text()),
                    .integer(unplaced.date),
                ])
        }
        unplaced = []
    }
}

extension Retention {
    /// A bite of events that are older than a day, or dated by a clock that was a day ahead: from the first place on, so that what is kept
    /// has no holes.
    /// - Parameter latest: now, or the last round's time where that is later: a clock that is behind once ends no event.
    /// - Returns: whether nothing is left.
    func sweepEvents(_ due: Int64, _ latest: Int64) throws(Failure) -> Bool {
        let oldest = due &- Self.outboxMilliseconds
        let newest = latest &+ Self.outboxMilliseconds
        var last: Int64?
        let rows = try query("SELECT event_seq, raised_date FROM outbox ORDER BY event_seq LIMIT \(SlicedWork.rows)", [])
        for row in rows {
            guard row.integer(1) < oldest || row.integer(1) > newest else { break }
            last = row.integer(0)
        }
        guard let last else { return true }
        try run("UPDATE event_places SET floor = ? WHERE name = 'app' AND floor < ?", [.integer(last), .integer(last)])
        try run("DELETE FROM outbox WHERE event_seq <= ?", [.integer(last)])
        return rows.count < SlicedWork.rows || last != rows.last?.integer(0)
    }
}

extension Dispatch {
    static let eventsMax: Int64 = 1_000

    /// {after, max?} -> {events, through, newest, floor}: what was told behind a place, oldest first; all until `through` was read. Events
    /// until `floor` are gone, so who goes on from before it has missed some; and so has who names a place behind `newest`: it is
    /// of a store that had another past.
    func told(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let after = try parameters.integer("after", in: 0...Int64.max)
        let max = try parameters.optionalInteger("max", in: 1...Self.eventsMax) ?? Self.eventsMax
        let page: OutboxPage
        do throws(StorageError) {
            page = try OutboxPage.read(core.database, after: after, max: max)
        } catch {
            throw Failure.storage(error)
        }
        return .success([
            "events": .array(page.events.map { $0.form }), "through": .integer(page.through), "newest": .integer(page.newest),
            "floor": .integer(page.floor),
        ])
    }
}

/// What services have told behind a place, oldest first.
public struct OutboxPage {
    public let events: [PlacedEvent]
    /// Everything until here was read.
    public let through: Int64
    /// The newest place of all.
    public let newest: Int64
    /// All behind it are kept.
    public let floor: Int64

    /// Characters of the events of a page together, but for the first.
    static let charactersMax: Int64 = 4 << 20

    /// - Parameter max: events at most.
    @export(interface) public static func read(
        _ database: any Database, after seq: Int64, max: Int64
    ) throws(StorageError) -> OutboxPage {
        // One statement, so that what it says belongs together; first the lengths, so that a page has a limit in bytes.
        let rows = try database.query(
            """
            SELECT p.newest, p.floor, o.event_seq, o.characters FROM event_places p
            LEFT JOIN (SELECT event_seq, LENGTH(body) AS characters FROM outbox WHERE event_seq > ? ORDER BY event_seq LIMIT ?) o
            ON 1 = 1 WHERE p.name = 'app' ORDER BY o.event_seq
            """, [.integer(seq), .integer(max)])
        guard let first = rows.first else { return OutboxPage(events: [], through: 0, newest: 0, floor: 0) }
        let (newest, floor) = (first.integer(0), first.integer(1))
        if first.isNull(2) { return OutboxPage(events: [], through: newest, newest: newest, floor: floor) }
        var count = 0
        var characters: Int64 = 0
        while count < rows.count {
            characters &+= rows[count].integer(3)
            if count > 0, characters > charactersMax { break }
            count += 1
        }
        let last = rows[count - 1].integer(2)
        let (events, found) = try contents(database, after: seq, through: last)
        guard found == count else { throw .conflict("events of the outbox went while they were read") }
        let isAll = count == rows.count && Int64(count) < max
        return OutboxPage(events: events, through: isAll ? newest : last, newest: newest, floor: floor)
    }

    /// - Returns: also how many there are with those that are damaged.
    private static func contents(
        _ database: any Database, after seq: Int64, through last: Int64
    ) throws(StorageError) -> (events: [PlacedEvent], found: Int) {
        let rows = try database.query(
            "SELECT event_seq, kind, user_id, body FROM outbox WHERE event_seq > ? AND event_seq <= ? ORDER BY event_seq",
            [.integer(seq), .integer(last)])
        var events: [PlacedEvent] = []
        for row in rows {
            // A damaged one costs itself alone.
            guard let kind = EventKind(text: row.text(1)), let body = KeptJSON.read(row.text(3)) else { continue }
            events.append(PlacedEvent(seq: row.integer(0), event: ServerEvent(kind: kind, userId: row.textOrNil(2), body: body)))
        }
        return (events, rows.count)
    }
}
