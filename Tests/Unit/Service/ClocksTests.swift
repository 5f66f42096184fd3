import Linux
import Messages
@testable import PostgreSQL
@testable import Server
@testable import Service
import Codecs
import Storage
import Testing

private let day: Int64 = 86_400_000
private let year = 365 * day

@Suite struct `Dates that are kept` {
    private static let settings: JSON = [
        "app": ["appId": "Shop"], "stores": [["storeCode": "SANDBOX"], ["storeCode": "WEB", "verification": "STORE"]],
    ]

    private func round(_ bench: ServiceBench, _ parameters: JSON) -> JSON {
        var all = parameters.objectValue ?? [:]
        all["storeCode"] = "WEB"
        return bench.ask(Request(.carrierStoreRound, origin: .carrier, transactionId: "t", parameters: .object(all))).body
    }

    @Test func `each stands in the one list, and the list names no other`() throws {
        let bench = try ServiceBench()
        var found: Set<String> = []
        for table in try bench.database.query("SELECT name FROM sqlite_master WHERE type = 'table'", []).map({ $0.text(0) }) {
            for row in try bench.database.query("SELECT name FROM pragma_table_info('\(table)')", [])
            where PersistedDate.isDate(row.text(0)) {
                found.insert("\(table).\(row.text(0))")
            }
        }
        let listed = PersistedDate.all.map { "\($0.table).\($0.column)" }
        #expect(found.subtracting(listed).sorted() == [], "dates without a meaning in PersistedDate.all")
        #expect(Set(listed).subtracting(found).sorted() == [], "dates that no table has")
        #expect(listed.count == Set(listed).count)
        // What waits is played below, and a new one must be, too.
        let waiting = PersistedDate.all.filter { [.due, .lease, .counts].contains($0.meaning) }.map { "\($0.table).\($0.column)" }
        #expect(
            waiting.sorted() == [
                "alarm_messages.next_date", "file_contents.state_date", "mails.next_date", "proof_tries.first_date",
                "push_campaigns.due_date", "push_jobs.due_date",
                "push_planned.due_date", "refund_requests.next_date", "store_rows.next_date", "transfer_failures.block_end_date",
                "transfer_failures.first_date",
            ])
    }

    @Test(arguments: [year, -year]) func `a sweep is due after a day, whatever the clock was once`(_ wrong: Int64) throws {
        let bench = try ServiceBench.shop()
        _ = try bench.login()
        bench.clock.advance(day + 1)
        #expect(bench.service.dueSweep() != nil)
        try bench.sweepAll()
        bench.clock.advance(wrong)
        _ = try bench.login("another-guest-secret-of-32-chars")
        try bench.sweepAll()
        bench.clock.advance(-wrong)
        try bench.sweepAll()
        bench.clock.advance(day + 1)
        #expect(bench.service.dueSweep() != nil, "behind a clock that was \(wrong) ms wrong")
    }

    @Test(arguments: [year, -year]) func `a round's lease is over when it is as old as it is long, whatever the clock was once`(
        _ wrong: Int64
    ) throws {
        let bench = try ServiceBench(settings: Self.settings, keepsEvents: true)
        let lease: JSON = ["leaseMilliseconds": 1_000]
        #expect(round(bench, lease)["isMine"] == true)
        #expect(round(bench, lease)["isMine"] == false)
        // Another server's are as long as it likes.
        #expect(round(bench, ["leaseMilliseconds": 10])["isMine"] == false)
        bench.clock.advance(1_001)
        bench.clock.advance(wrong)
        #expect(round(bench, lease)["isMine"] == (true))
        bench.clock.advance(-wrong)
        #expect(round(bench, lease)["isMine"] == true)
        #expect(round(bench, lease)["isMine"] == false)
    }

    @Test(arguments: [year, -year]) func `a row that was put aside is asked about after its wait, whatever the clock was once`(
        _ wrong: Int64
    ) throws {
        let bench = try ServiceBench(settings: Self.settings, keepsEvents: true)
        bench.clock.advance(wrong)
        let row: JSON = ["kind": "TRANSACTION", "name": "cs_1", "reason": "status 500"]
        #expect(round(bench, ["place": "{}", "aside": [row]])["fresh"] == ["cs_1"])
        #expect(round(bench, ["aside": [row]])["fresh"] == [])
        bench.clock.advance(-wrong + Payments.asideWaitMilliseconds + 1)
        let due = round(bench, ["leaseMilliseconds": 1])
        #expect(due["aside"]?.arrayValue?.map { $0["name"] } == ["cs_1"])
        #expect(due["place"] == "{}")
        bench.clock.advance(2)
        #expect(round(bench, ["leaseMilliseconds": 1])["aside"] == [], "it waits for longer now")
        #expect(bench.console("report").body["storeRows"]?.arrayValue?.first?["name"] == "cs_1")
        #expect(round(bench, ["forget": [row]])["asideCount"] == 0)
        #expect(bench.console("report").body["storeRows"] == [])
    }

    @Test func `more rows than may be put aside move no place`() throws {
        let bench = try ServiceBench(settings: Self.settings, keepsEvents: true)
        for number in 0..<(Int(Payments.asideMax) / 100) {
            let rows = (0..<100).map { JSON.object(["kind": "PAYMENT", "name": .string("pi_\(number)_\($0)"), "reason": ""]) }
            #expect(round(bench, ["place": "first", "aside": .array(rows)])["asideCount"] != nil)
        }
        #expect(round(bench, ["place": "second", "aside": [["kind": "PAYMENT", "name": "pi_x", "reason": ""]]])["asideCount"] == nil)
        #expect(round(bench, [:])["place"] == "first")
    }

    @Test func `an operator's rounds come to every row that was put aside, whatever stays bad`() throws {
        let bench = try ServiceBench(settings: Self.settings, keepsEvents: true)
        let count = 5 * Payments.asideOfRound / 2
        for number in 0..<count {
            // All but the last have been asked about for as long as it makes sense.
            let tries = number < count - 1 ? Payments.asideTriesMax : 0
            let row: JSON = ["kind": "TRANSACTION", "name": .string("cs_\(number)"), "reason": "", "tries": .integer(tries)]
            #expect(round(bench, ["aside": [row]])["fresh"] != nil)
        }
        var named: [String] = []
        for _ in 0..<3 { named += (round(bench, [:])["aside"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue } }
        #expect(named.count == count && Set(named).count == count)
        // And then they begin anew.
        #expect(round(bench, [:])["aside"]?.arrayValue?.count == Payments.asideOfRound)
    }

    @Test(arguments: [year, -year]) func `wrong tries count for a quarter of an hour, whatever the clock was once`(_ wrong: Int64) throws {
        let bench = try ServiceBench()
        let tries = ProofTries(bench.service.core, "somebody", from: "network")
        bench.clock.advance(wrong)
        _ = try bench.database.run(
            "INSERT INTO proof_tries (subject, place, tries, first_date) VALUES ('somebody', ?, ?, ?)",
            [
                .text(ServiceCore.fingerprint("somebody\nnetwork")), .integer(ProofTries.ofPlaceMax),
                .integer(bench.clock.epochMilliseconds()),
            ])
        #expect(try tries.closed(to: nil) != nil)
        bench.clock.advance(-wrong + ProofTries.milliseconds + 1)
        #expect(try tries.closed(to: nil) == nil)
    }

    @Test func `what is written by a clock that is ahead is counted`() throws {
        let bench = try ServiceBench(settings: Self.settings, keepsEvents: true)
        let watched = Request(.carrierStores, origin: .carrier, transactionId: "t", parameters: ["watches": true])
        _ = try bench.login()
        #expect(bench.ask(watched).body["datesAhead"] == 0)
        bench.clock.advance(year)
        _ = try bench.login("another-guest-secret-of-32-chars")
        bench.clock.advance(-year)
        #expect((bench.ask(watched).body["datesAhead"]?.int64Value ?? 0) > 0)
        #expect((bench.console("report").body["datesAhead"]?.int64Value ?? 0) > 0)
    }
}

@Suite struct `The clock of a database` {
    private final class Machine: Clock, @unchecked Sendable {
        var monotonic: Int64 = 5_000
        var epoch: Int64 = 1_795_000_000_000
        func monotonicNanoseconds() -> Int64 { monotonic * 1_000_000 }
        func epochMilliseconds() -> Int64 { epoch }
    }

    @Test func `is gone by whatever the machine's says, and slow answers do not move it`() {
        let machine = Machine(), clock = DatabaseClock(machine)
        #expect(clock.isDue && clock.epochMilliseconds() == machine.epoch)
        clock.note(.init(epochMilliseconds: 2_000_000), before: 5_000_000_000, after: 5_010_000_000)
        #expect(!clock.isDue && clock.epochMilliseconds() == 1_999_995)
        machine.epoch += year
        machine.monotonic += 1_000
        #expect(clock.epochMilliseconds() == 2_000_995)
        #expect(clock.machineAheadMilliseconds == machine.epoch - 2_000_995)
        // Fits, and is less exact.
        clock.note(.init(epochMilliseconds: 2_001_500), before: 6_000_000_000, after: 7_000_000_000)
        #expect(clock.epochMilliseconds() == 2_000_995)
        // Fits, and is more exact.
        clock.note(.init(epochMilliseconds: 2_000_990), before: 6_000_000_000, after: 6_002_000_000)
        #expect(clock.epochMilliseconds() == 2_000_989)
        // Another database has taken over, with another clock.
        clock.note(.init(epochMilliseconds: 9_000_000), before: 6_000_000_000, after: 6_500_000_000)
        #expect(clock.epochMilliseconds() == 8_999_750)
        machine.monotonic += 61_000
        #expect(clock.isDue)
    }
}

@Suite struct `A place in a store's report` {
    @Test func `is kept as text, whole`() {
        var place = StoreReportPlace(since: .init(epochMilliseconds: 5), until: .init(epochMilliseconds: 9))
        (place.behind, place.last, place.top) = ("evt_1", .init(epochMilliseconds: 7), .init(epochMilliseconds: 8))
        (place.rows, place.tooMany, place.failures) = (10, 100, 4)
        #expect(StoreReportPlace(text: place.text) == place)
        #expect(StoreReportPlace(text: "") == StoreReportPlace() && StoreReportPlace(text: "[1") == StoreReportPlace())
    }

    @Test func `that cannot be read becomes small, and then is stepped over every other time`() {
        var place = StoreReportPlace(), asked: Int64 = 100, steps: [Int64?] = []
        for _ in 0..<9 {
            place = place.failed(asked)
            asked = place.rows ?? 100
            steps.append(place.stepMilliseconds)
        }
        #expect(steps == [nil, nil, nil, nil, 1_000, nil, 2_000, nil, 4_000])
    }

    @Test func `the date of an answer is read, or is none`() {
        #expect(InternetDate.parse(" Thu, 26 Nov 2026 13:27:35 GMT\r\n") == 1_795_699_655_000)
        for text in ["", "yesterday", "Thu, 26 Nov 2026 13:27:35 CET", "Thu, 26 Foo 2026 13:27:35 GMT"] {
            #expect(InternetDate.parse(text[...]) == nil)
        }
    }
}
