import Linux
import Messages
@testable import Service
import Codecs
import Storage
import Testing

private let day: Int64 = 86_400_000

@Suite struct `What is due by itself` {
    @Test func `each date that is waited for stands in the list, and the list names no other`() {
        let listed = DueDates.all.flatMap { $0.dates }
        #expect(listed.count == Set(listed).count)
        let due = (PersistedDate.all + PersistedDate.states).filter { $0.meaning == .due }.map { "\($0.table).\($0.column)" }
        // A job or a mail that somebody has is due when the lease is over.
        #expect(listed.sorted() == (due + ["push_jobs.due_date", "mails.next_date", "alarm_messages.next_date"]).sorted())
    }

    private func next(_ bench: ServiceBench) throws -> Int64? {
        let row = try #require(try bench.database.query("SELECT " + DueDates.values(in: "main."), []).first)
        return DueDates.next(row.values)
    }

    @Test func `a look from outside finds each kind by its date`() throws {
        let bench = try ServiceBench.shop()
        _ = try bench.login()
        let now = bench.clock.epochMilliseconds()
        #expect(try next(bench) == now + day, "the first round of sweeping")
        _ = try bench.database.run(
            "INSERT INTO push_jobs (push_id, due_date, made, is_console, sent) VALUES ('p', ?, 1, 1, 0)", [.integer(now + 5_000)])
        #expect(try next(bench) == now + 5_000)
        _ = try bench.database.run(
            """
            INSERT INTO file_contents (content_id, state, state_date, file_name, mime_type, parts, bytes) VALUES ('c', 0, ?, 'f', 't', 0, 0)
            """, [.integer(now - 3_599_000)])
        #expect(try next(bench) == now + 1_001)
        _ = try bench.database.run(
            """
            INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists, built_to) VALUES (1, 'Horse', 'name', 1, 0, '')
            """, [])
        #expect(try next(bench) == Int64.min, "an index that is not filled")
    }

    @Test func `a sandbox's clock that was moved forward makes it due earlier`() throws {
        let bench = try ServiceBench.shop()
        _ = try bench.login()
        let before = try #require(try next(bench))
        _ = try bench.database.run(
            "INSERT INTO service_state (name, value) VALUES ('clockOffsetMilliseconds', '3600000')", [])
        #expect(try next(bench) == before - 3_600_000)
    }

    @Test func `another look does what another service has left`() throws {
        let bench = try ServiceBench.shop()
        _ = try bench.login()
        try bench.sweepAll()
        let now = bench.clock.epochMilliseconds()
        #expect(bench.service.dueSweep() == nil)
        _ = try bench.database.run(
            "INSERT INTO push_jobs (push_id, due_date, made, is_console, sent) VALUES ('p', ?, 1, 1, 0)", [.integer(now)])
        #expect(bench.service.dueSweep() == nil, "nobody has said it")
        bench.service.lookAgain()
        try bench.sweepAll()
        #expect(try bench.database.query("SELECT push_id FROM push_jobs", []).isEmpty)
    }
}
