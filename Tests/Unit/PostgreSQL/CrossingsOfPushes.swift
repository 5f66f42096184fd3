import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

// Two servers at one push, at one reservation, or at the registrations that they are for.

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"), .serialized)
struct `Pushes of two servers over one PostgreSQL` {
    private static let columns = """
        state, push, title, send_date, is_local, life, due_date, seq, place, place_device, place_user, accepted, withheld, withdrawn,
        delivered, clicked, request
        """

    @Test func `a reservation is cancelled with the dates that a change gives it while the cancellation waits`() throws {
        let bench = try PostgreSQLBench()
        let date = ISO8601.text(epochMilliseconds: bench.clock.epochMilliseconds() + 3_600_000)
        let reservation: JSON = ["title": "t", "schedules": [.string(date)], "words": [:]]
        let id = try #require(bench.groups[0].answer(server("server.sendPush", reservation)).body["reservationId"]?.stringValue)
        let request: [Value] = [.integer(try #require(Int64(id)))]
        // As a change does it.
        let other = try PostgreSQLWorld.database(bench.home)
        try other.begin()
        _ = try other.query("SELECT request FROM push_requests WHERE request = ? FOR UPDATE", request)
        let made = "INSERT INTO push_campaigns (campaign, \(Self.columns)) SELECT campaign + 1, \(Self.columns) FROM push_campaigns"
        #expect(try other.run("\(made) WHERE request = ?", request) == 1)
        #expect(try other.run("DELETE FROM push_campaigns WHERE campaign = (SELECT MIN(campaign) FROM push_campaigns)", []) == 1)
        let process = try bench.databases[0].query("SELECT CAST(pg_backend_pid() AS BIGINT)", []).first?.integer(0) ?? 0
        let group = Unchecked(content: bench.groups[0])
        nonisolated(unsafe) var reply: Reply?
        let thread = Thread.start(name: "cancel") {
            reply = group.content.taken(server("server.cancelPush", ["reservationIds": [.string(id)]]))
        }
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 10_000)
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE CAST(pid AS BIGINT) = ? AND NOT granted"
        while try other.query(waiting, [.integer(process)]).first?.integer(0) == 0, SystemClock().monotonicNanoseconds() < deadline {}
        try other.commit()
        thread?.join()
        #expect(reply?.isSuccess == true)
        #expect(try bench.count("push_campaigns") == 1 && bench.count("push_campaigns", "state = 'CANCELLED'") == 1)
        other.close()
    }
}
