@testable import Messages
import Linux
@testable import Storage
import Codecs
import Testing
@testable import Service

/// What the service costs is counted in SQLite's steps, so that it is the same on every machine.
@Suite struct `Growth` {
    static let counts = [10, 1_000, 40_000]

    /// Requests whose turns may cost more the longer the history is, and why that is right.
    static let growing: [String: String] = [
        "purchase.restore": "hands over every period that was ever paid; lists are refused above 100,000 entries"
    ]
    /// Requests with lists whose limits the shortest history does not reach, and their most steps: fewer than the longest has rows.
    static let limited: [String: Int64] = ["carrier.alarms": 20_000, "console.alarms": 20_000, "console.testAlarm": 20_000]
    /// Work of the console that is done in slices: more turns, none of them longer.
    static let sliced: Set<String> = [
        "console.checkLedger", "console.payments", "console.report", "console.figures", "console.cancelPush", "console.sendPush",
        "console.settlePendingPurchases", "console.exportMember", "console.eraseMember", "console.pushReach", "server.members",
        "server.authKeys",
        "server.findMembers", "server.ban", "server.releaseBan", "server.checkTransfer", "server.withdraw", "server.sendPush",
        "server.cancelPush", "server.removeTag", "server.pushStatistics", "server.ranksOfList", "server.ranksSelected", "server.scores",
    ]
    /// What is not answered well in the story: a right password would take its slices, and no more rows.
    static let refused: Set<String> = ["server.checkTransfer", "gateway.beginSignIn", "gateway.continueSignIn"]

    /// A slice looks at `SlicedWork.rows` rows and has its own lines, lists and orders of each to compare.
    static let stepsOfSliceMax: Int64 = 100_000

    /// The names that the sources know, so that a new request cannot be forgotten here.
    static func names(in file: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
        let bytes = try #require(try Files.read(Repository.file("Sources/Service/\(file)"), bytesMax: 1 << 20))
        return Set(String(decoding: bytes, as: UTF8.self).matches(of: pattern).map { String($0.output.1) })
    }

    @Test func `no request costs more the longer the history of its player and app is`() throws {
        let stories = try Self.counts.map { count in
            let story = GrowthStory(try GrowthWorld(count: count, ofEachKind: (count + 3) / 4))
            try story.play()
            return story
        }
        // The same story everywhere, and every request of the service in it, answered.
        let known = Set(RequestName.texts)
        #expect(known.count > 60)
        #expect(known.subtracting(stories[0].succeeded).subtracting(Self.refused).sorted() == [])
        #expect(Set(Self.growing.keys).union(Self.limited.keys).union(Self.sliced).subtracting(known) == [])
        for name in stories[0].steps.keys.sorted() {
            let costs = stories.map { $0.steps[name] ?? [] }
            if Self.sliced.contains(name) {
                for cost in costs.joined() { #expect(cost <= Self.stepsOfSliceMax, "\(name): a slice of \(cost) steps") }
                continue
            }
            #expect(costs[0].count == costs[1].count && costs[0].count == costs[2].count, "\(name): not the same story")
            if Self.growing[name] != nil { continue }
            for (place, few) in costs[0].enumerated() {
                let steps = costs.map { $0[place] }
                let most = Self.limited[name] ?? few * 3 / 2 + 100
                #expect(steps.allSatisfy { $0 <= most }, "\(name), time \(place + 1): \(steps) steps with \(Self.counts) of everything")
            }
        }
    }

    @Test func `every statement finds its rows by an index`() throws {
        let recorder = StatementRecorder()
        let world = try GrowthWorld(count: 3, recorder)
        try GrowthStory(world).play()
        try world.sweepEverything()
        var wrong: [String] = []
        var covered = Set<String>()
        for statement in recorder.statements.sorted() {
            let parameters = [Value](repeating: .null, count: statement.filter { $0 == "?" }.count)
            let plan = try world.bench.database.query("EXPLAIN QUERY PLAN " + statement, parameters)
            // The end of an index is one row, wherever nothing is left out and nothing sorted.
            let isEnd = statement.hasSuffix(" LIMIT 1") && !statement.contains("WHERE") && plan.count == 1
            for row in plan where !isEnd || !row.text(3).contains("USING COVERING INDEX") {
                let words = row.text(3).split(separator: " ").map { String($0) }
                guard words.first == "SCAN", words.count > 1, words[1] != "CONSTANT" else { continue }
                let scan = words.dropFirst(words[1] == "TABLE" ? 2 : 1).joined(separator: " ")
                if let key = Self.scanned.keys.first(where: { scan.hasPrefix($0) }) {
                    covered.insert(key)
                } else {
                    wrong.append("\(scan): \(statement)")
                }
            }
        }
        #expect(wrong == [])
        #expect(Set(Self.scanned.keys).subtracting(covered) == [], "named for nothing")
        #expect(recorder.statements.count > 150)
    }

    /// Tables that are read from one end, and why that is not long.
    static let scanned: [String: String] = [
        "member_states": "one row a kind of member",
        "service_state": "some twenty rows, and one of each member who is being erased",
        "level_ups USING": "in the order of an index, up to a limit",
        "push_campaigns USING INDEX": "the newest 100",
        "push_tags USING": "at most 2,048 of an app",
        "unmatched_money USING INDEX unmatched_money_by_date": "the newest 100",
        "unmatched_money USING INDEX unmatched_money_open": "the newest 100 that wait for a decision",
        "unmatched_money USING INDEX unmatched_money_taken": "the newest 100 that a store took",
        "refund_requests USING INDEX refund_requests_due": "100 that wait, in the order of its index",
        "store_rows USING INDEX store_rows_due": "100 that were put aside, in the order of its index",
        "outbox USING INDEX": "in the order of its key, up to a limit",
        "few": "what was counted by an index, up to a limit",
        "o LEFT-JOIN": "a page of the outbox, up to a limit",
        "money_totals": "one row a product, price and kind of movement",
        "test_totals": "the same, of test purchases",
    ]
}

/// The statements that a service runs.
final class StatementRecorder: Database {
    var real: SQLiteDatabase?
    private(set) var statements: Set<String> = []
    private(set) var runs: [String: Int] = [:]
    private(set) var rows = 0

    func forget() { statements = [] }

    private func note(_ sql: String) throws(StorageError) -> SQLiteDatabase {
        guard let real else { throw .misuse("nothing is recorded") }
        statements.insert(sql)
        runs[sql, default: 0] += 1
        return real
    }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try note(sql).run(sql, values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        let found = try note(sql).query(sql, values)
        rows += found.count
        return found
    }
    func begin() throws(StorageError) { try real?.begin() }
    func commit() throws(StorageError) { try real?.commit() }
    func rollback() { real?.rollback() }
    func savepoint() throws(StorageError) { try real?.savepoint() }
    func releaseSavepoint() throws(StorageError) { try real?.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try real?.rollbackToSavepoint() }
    func close() { real?.close() }
}
