@testable import Engine
import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Synchronization
import Testing

/// A database that fails when it is told to, over a real one.
private final class FaultyDatabase: Database, @unchecked Sendable {
    let real: SQLiteDatabase
    let commitsToFail = Atomic<Int>(0)
    let savepoints = Atomic<Int>(0)
    let commits = Atomic<Int>(0)
    let rowsAtCommit = Atomic<Int>(0)
    /// Hears, on the thread that asks, of each query and of each commit before it is made ("").
    nonisolated(unsafe) var hear: ((String) -> Void)?

    init() throws { real = try SQLiteDatabase.open(path: ":memory:") }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        // One kind of statement is made to break its schema's rules.
        for value in values where value == .text("poison-request") { throw .constraint("a made-up rule") }
        return try real.run(sql, values)
    }

    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        for value in values where value == .text("poison-request") { throw .constraint("a made-up rule") }
        hear?(sql)
        return try real.query(sql, values)
    }

    func begin() throws(StorageError) { try real.begin() }

    func commit() throws(StorageError) {
        hear?("")
        if commitsToFail.load(ordering: .relaxed) > 0 {
            commitsToFail.subtract(1, ordering: .relaxed)
            throw .ioError("a made-up disk failure")
        }
        try real.commit()
        commits.add(1, ordering: .relaxed)
    }

    func rollback() { real.rollback() }

    func savepoint() throws(StorageError) {
        savepoints.add(1, ordering: .relaxed)
        try real.savepoint()
    }

    func releaseSavepoint() throws(StorageError) { try real.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try real.rollbackToSavepoint() }
    /// The data stays, as a file would.
    func close() { real.rollback() }
}

/// Replies and events in the order in which they came, for waiting on.
private final class Inbox: @unchecked Sendable {
    private let lock = Lock()
    private let arrived = ConditionVariable()
    private var lines: [String] = []
    private var replies: [Reply] = []

    func put(_ line: String, _ reply: Reply? = nil) {
        lock.locked {
            lines.append(line)
            if let reply { replies.append(reply) }
            arrived.broadcast()
        }
    }

    var all: [String] { lock.locked { lines } }

    /// Waits at most ten seconds.
    func replies(_ count: Int) -> [Reply] {
        let deadline = SystemClock().monotonicNanoseconds() + 10_000_000_000
        return lock.locked {
            while replies.count < count, arrived.wait(lock, untilNanoseconds: deadline) {}
            return replies
        }
    }
}

extension EngineService {
    fileprivate func post(_ api: String, _ origin: RequestOrigin, _ parameters: JSON, to inbox: Inbox, _ name: String = "") {
        send(Request(api: api, origin: origin, transactionId: "t", parameters: parameters)) { inbox.put("reply \(name)", $0) }
    }

    fileprivate func ask(_ api: String, _ origin: RequestOrigin, _ parameters: JSON = [:], token: String? = nil) -> Reply? {
        let inbox = Inbox()
        send(Request(api: api, origin: origin, transactionId: "t", accessToken: token, parameters: parameters)) { inbox.put("", $0) }
        return inbox.replies(1).first
    }

    fileprivate func stop(milliseconds: Int64) -> Bool {
        stop(untilNanoseconds: SystemClock().monotonicNanoseconds() + milliseconds * 1_000_000)
    }
}

@Suite struct `The embedded service` {
    static func inMemory() -> EngineService {
        EngineService(directory: nil, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 5))
    }

    private static func over(_ database: FaultyDatabase, opened: (@Sendable () -> Void)? = nil) -> EngineService {
        EngineService(
            storage: ServiceStorage(clock: ServiceTestClock(), random: ServiceTestRandom(seed: 5)) { () throws(StorageError) in
                opened?()
                return database
            })
    }

    static func pause(milliseconds: Int64) {
        let lock = Lock()
        let never = ConditionVariable()
        let deadline = SystemClock().monotonicNanoseconds() + milliseconds * 1_000_000
        lock.locked { while never.wait(lock, untilNanoseconds: deadline) {} }
    }

    @Test func `every request is answered once, in order, on another thread`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        // What is asked before the start waits for it.
        service.post("service.open", .client, [:], to: inbox, "0")
        #expect(service.start())
        for index in 1..<1000 { service.post("service.open", .client, [:], to: inbox, "\(index)") }
        #expect(inbox.replies(1000).allSatisfy { $0.isSuccess })
        #expect(inbox.all == (0..<1000).map { "reply \($0)" })
        #expect(service.stop(milliseconds: 5000))
        #expect(inbox.all.count == 1000)
    }

    @Test func `events come after the commit and the reply, until unsubscribed`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        #expect(service.start())
        let first = service.subscribe { inbox.put("first \($0.kind)") }
        let second = service.subscribe { inbox.put("second \($0.kind)") }
        service.post("console.kickout", .console, [:], to: inbox, "1")
        service.post("console.setLaunchingStatus", .console, ["status": 302], to: inbox, "2")
        service.post("service.open", .client, [:], to: inbox, "3")
        _ = inbox.replies(3)
        #expect(
            inbox.all == [
                "reply 1", "first serverPush", "second serverPush", "reply 2", "first launchingChanged", "second launchingChanged",
                "reply 3",
            ])
        _ = service.unsubscribe(first, untilNanoseconds: .max)
        _ = service.unsubscribe(first, untilNanoseconds: .max)
        _ = service.ask("console.kickout", .console)
        _ = service.ask("service.open", .client)
        #expect(inbox.all.suffix(1) == ["second serverPush"])
        _ = service.unsubscribe(second, untilNanoseconds: .max)
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `a handler may unsubscribe itself`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        let id = Atomic<Int64>(0)
        id.store(
            service.subscribe { event in
                inbox.put("\(event.kind)")
                _ = service.unsubscribe(1, untilNanoseconds: .max)
            }, ordering: .relaxed)
        #expect(id.load(ordering: .relaxed) == 1)
        #expect(service.start())
        for _ in 0..<3 { _ = service.ask("console.kickout", .console) }
        _ = service.ask("service.open", .client)
        #expect(inbox.all == ["serverPush"])
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `requests that wait share one commit, and only those that write and are not alone have a savepoint`() throws {
        let database = try FaultyDatabase()
        let service = Self.over(database)
        let inbox = Inbox()
        #expect(service.start())
        #expect(service.ask("console.kickout", .console)?.isSuccess == true)
        #expect(database.savepoints.load(ordering: .relaxed) == 0)
        service.setSuspended(true)
        let before = database.commits.load(ordering: .relaxed)
        for index in 0..<300 {
            service.post(
                index % 2 == 0 ? "service.open" : "console.kickout", index % 2 == 0 ? .client : .console, [:], to: inbox, "\(index)")
        }
        service.setSuspended(false)
        #expect(inbox.replies(300).allSatisfy { $0.isSuccess })
        #expect(database.commits.load(ordering: .relaxed) == before + 2)
        #expect(database.savepoints.load(ordering: .relaxed) == 150)
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `a request that fails in the storage takes none of its group with it, and its events are dropped`() throws {
        let database = try FaultyDatabase()
        let service = Self.over(database)
        let inbox = Inbox()
        #expect(service.start())
        _ = service.subscribe { inbox.put("event \($0.body["extras"]?.stringValue ?? String(describing: $0.kind))") }
        service.setSuspended(true)
        service.post("console.kickout", .console, ["extras": "before"], to: inbox, "1")
        service.post("launching.getLaunching", .client, ["appId": "poison-request"], to: inbox, "2")
        service.post("console.setLaunchingStatus", .console, ["status": 302], to: inbox, "3")
        service.post("launching.getLaunching", .client, ["appId": "Shop"], to: inbox, "4")
        service.setSuspended(false)
        let replies = inbox.replies(4)
        #expect(replies.map { $0.resultCode } == [0, ResultCode.storageFailed, 0, 0])
        #expect(replies[1].message == "a made-up rule")
        #expect(replies[3].body["launching"]?["status"]?["code"] == 302)
        _ = service.ask("service.open", .client)
        #expect(inbox.all == ["reply 1", "event before", "reply 2", "reply 3", "event launchingChanged", "reply 4"])
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `what a request raised before it failed or was refused is told to nobody, alone and in a group`() throws {
        for isAlone in [true, false] {
            let database = try FaultyDatabase()
            let service = Self.over(database)
            let inbox = Inbox()
            #expect(service.start())
            _ = service.ask(
                "console.loadSettings", .console,
                [
                    "settings": [
                        "sandboxStore": ["outcome": "APPROVE"],
                        "products": [
                            [
                                "gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "price": "1", "currency": "USD",
                                "subscriptionPeriodMilliseconds": 1000,
                            ]
                        ],
                    ]
                ])
            let login = service.ask(
                "gateway.idPLogin", .client, ["idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"]])?.body
            let userId = try #require(login?["member"]?["userId"])
            let token = try #require(login?["token"]?["accessToken"]?.stringValue)
            #expect(service.ask("push.register", .client, ["deviceKey": "d", "pushEnabled": true], token: token)?.isSuccess == true)
            _ = service.subscribe { inbox.put("event \($0.kind)") }
            service.setSuspended(true)
            // The first user's message waits, and raises its event, when the second one's breaks a rule.
            service.post("console.sendPush", .console, ["title": "t", "userIds": [userId, "poison-request"]], to: inbox, "failed")
            if !isAlone { service.post("console.kickout", .console, [:], to: inbox, "kickout") }
            service.setSuspended(false)
            _ = inbox.replies(isAlone ? 1 : 2)
            _ = service.ask("service.open", .client)
            #expect(inbox.all == (isAlone ? ["reply failed"] : ["reply failed", "reply kickout", "event serverPush"]))
            #expect(inbox.replies(1).first?.resultCode == ResultCode.storageFailed)
            #expect(try database.real.query("SELECT COUNT(*) FROM push_waiting", []).first?.integer(0) == 0)
            #expect(service.stop(milliseconds: 5000))
        }
    }

    @Test func `when the commit fails nobody of the group is told success, and the database is opened again`() throws {
        let database = try FaultyDatabase()
        let opened = Inbox()
        let service = Self.over(database) { opened.put("opened") }
        let inbox = Inbox()
        #expect(service.start())
        _ = service.subscribe { inbox.put("event \($0.kind)") }
        #expect(service.ask("service.open", .client)?.isSuccess == true)
        database.commitsToFail.store(1, ordering: .relaxed)
        service.setSuspended(true)
        service.post("console.setLaunchingStatus", .console, ["status": 302], to: inbox, "1")
        service.post("console.kickout", .console, [:], to: inbox, "2")
        service.setSuspended(false)
        let replies = inbox.replies(2)
        #expect(replies.map { $0.resultCode } == [ResultCode.storageFailed, ResultCode.storageFailed])
        #expect(replies.allSatisfy { $0.message == "a made-up disk failure" })
        let settings = service.ask("console.saveSettings", .console)?.body["settings"]
        #expect(settings?["launching"]?["status"] == 200)
        #expect(inbox.all == ["reply 1", "reply 2"])
        #expect(opened.all.count == 2)
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `a suspended service answers nothing and still stops in time, with an answer for everyone`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        #expect(service.start())
        #expect(service.ask("service.open", .client)?.isSuccess == true)
        service.setSuspended(true)
        for index in 0..<10 { service.post("service.open", .client, [:], to: inbox, "\(index)") }
        Self.pause(milliseconds: 50)
        #expect(inbox.all.isEmpty)
        #expect(service.stop(milliseconds: 5000))
        #expect(inbox.all.count == 10)
        #expect(inbox.replies(10).allSatisfy { $0.resultCode == ResultCode.serviceStopped })
        // Afterwards too.
        #expect(service.ask("service.open", .client)?.resultCode == ResultCode.serviceStopped)
        #expect(service.stop(milliseconds: 5000))
        #expect(!service.start())
    }

    @Test func `what was under way when the service was suspended is answered when it is resumed or stopped, and not before`() throws {
        let database = try FaultyDatabase()
        let service = Self.over(database)
        // The report counts a thousand members in its first slice, and looks for more in a second.
        let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
        let members = """
            INSERT INTO members (user_id, valid, registered_date, last_login_date, newest_day, recent_days, earlier_days, joined_day,
                joined_segment, segment)
            \(numbers) SELECT i, 'Y', 1, ?1, ?1 / 86400000, 1, 0, 0, '', '' FROM n
            """
        var slices = 0
        var lastSlice = 2
        let suspensions = Inbox()
        database.hear = { [unowned database] sql in
            if sql.contains("(newest_day, user_id)") {
                slices += 1
                let date = ServiceTestClock().epochMilliseconds()
                if slices == 1 { _ = try? database.real.run(members, [.integer(date)]) }
            } else if sql.isEmpty, database.commits.load(ordering: .relaxed) == 0 || slices == lastSlice {
                slices = 0
                service.setSuspended(true)
                suspensions.put("suspended", .success())
            }
        }
        #expect(service.start())
        for (times, (api, origin)) in [("service.open", RequestOrigin.client), ("console.report", .console)].enumerated() {
            let inbox = Inbox()
            service.post(api, origin, [:], to: inbox)
            #expect(suspensions.replies(times + 1).count == times + 1)
            Self.pause(milliseconds: 50)
            #expect(inbox.all.isEmpty, "\(api)")
            service.setSuspended(false)
            #expect(inbox.replies(1).first?.isSuccess == true, "\(api)")
        }
        lastSlice = 1
        let inbox = Inbox()
        service.post("console.report", .console, [:], to: inbox)
        #expect(suspensions.replies(3).count == 3)
        #expect(service.stop(milliseconds: 5000))
        #expect(inbox.all.count == 1 && inbox.replies(1).first?.resultCode == ResultCode.serviceStopped)
        database.hear = nil
    }

    @Test func `stop gives up on a completion that does not return, and the thread ends alone`() {
        let service = Self.inMemory()
        let held = Lock()
        let inbox = Inbox()
        #expect(service.start())
        pthread_mutex_lock_in(held) {
            service.send(Request(api: "service.open", origin: .client, transactionId: "t")) { _ in
                inbox.put("entered")
                held.locked {}
                inbox.put("left", .success())
            }
            while inbox.all.isEmpty { Self.pause(milliseconds: 1) }
            let begin = SystemClock().monotonicNanoseconds()
            #expect(!service.stop(milliseconds: 100))
            #expect(SystemClock().monotonicNanoseconds() - begin < 5_000_000_000)
        }
        #expect(inbox.replies(1).count == 1)
        #expect(service.ask("service.open", .client)?.resultCode == ResultCode.serviceStopped)
    }

    private func pthread_mutex_lock_in(_ lock: Lock, _ body: () -> Void) { lock.locked(body) }

    @Test func `stopping inside a completion does not hang`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        #expect(service.start())
        service.send(Request(api: "service.open", origin: .client, transactionId: "t")) { _ in
            inbox.put("\(service.stop(milliseconds: 5000))", .success())
        }
        _ = inbox.replies(1)
        #expect(inbox.all == ["false"])
    }

    @Test func `services that have stopped, and answers that come afterwards, leave no thread behind`() throws {
        // A thread that nobody joins or lets go keeps its stack, which takes two entries here.
        func mappings() throws -> Int {
            try #require(try Files.read("/proc/self/maps", bytesMax: 1 << 24)).count { $0 == UInt8(ascii: "\n") }
        }
        let services = 300
        let inbox = Inbox()
        let before = try mappings()
        for _ in 0..<services {
            let service = Self.inMemory()
            #expect(service.start())
            #expect(service.stop(milliseconds: 5000))
            service.post("service.open", .client, [:], to: inbox)
            let other = Self.inMemory()
            #expect(other.start())
            other.stop { inbox.put("ended", .success()) }
        }
        #expect(inbox.replies(2 * services).count == 2 * services)
        #expect(try mappings() - before < services)
    }

    @Test func `more requests than the queue holds are refused while it is suspended`() {
        let service = Self.inMemory()
        let inbox = Inbox()
        let answered = Atomic<Int>(0)
        #expect(service.start())
        service.setSuspended(true)
        let request = Request(api: "service.open", origin: .client, transactionId: "t")
        for _ in 0..<EngineService.queueMax { service.send(request) { _ in answered.add(1, ordering: .relaxed) } }
        service.post("service.open", .client, [:], to: inbox)
        #expect(inbox.replies(1).first?.resultCode == ResultCode.tooManyRequests)
        #expect(answered.load(ordering: .relaxed) == 0)
        #expect(service.stop(milliseconds: 20_000))
        #expect(answered.load(ordering: .relaxed) == EngineService.queueMax)
    }

    @Test func `a second service on the same directory is told who has it, and gets it when the first has stopped`() {
        let temporary = TestFolder()
        let folder = temporary.file("service")
        let first = EngineService(directory: folder, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 5))
        let second = EngineService(directory: folder, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 6))
        #expect(first.start())
        #expect(first.ask("console.setLaunchingStatus", .console, ["status": 302])?.isSuccess == true)
        #expect(second.start())
        let refused = second.ask("service.open", .client)
        #expect(refused?.resultCode == ResultCode.storageLocked)
        #expect(refused?.message.hasPrefix("the storage directory \(folder) is in use by") == true)
        #expect(first.stop(milliseconds: 5000))
        #expect(second.ask("console.saveSettings", .console)?.body["settings"]?["launching"]?["status"] == 302)
        #expect(second.stop(milliseconds: 5000))
    }

    @Test func `a directory that cannot be used is an answer, not a failure to start`() throws {
        let folder = TestFolder()
        try Files.createPrivately(folder.file("plain"))
        let service = EngineService(directory: folder.file("plain/folder"), clock: ServiceTestClock(), random: ServiceTestRandom(seed: 5))
        #expect(service.start())
        let reply = service.ask("service.open", .client)
        #expect(reply?.resultCode == ResultCode.storageFailed)
        #expect(reply?.message.contains(folder.file("plain")) == true)
        #expect(service.stop(milliseconds: 5000))
    }

    @Test func `a service that is dropped without a stop answers what it has and ends`() {
        let inbox = Inbox()
        do {
            let service = Self.inMemory()
            #expect(service.start())
            for index in 0..<100 { service.post("service.open", .client, [:], to: inbox, "\(index)") }
        }
        #expect(inbox.replies(100).count == 100)
        do {
            let never = Self.inMemory()
            never.post("service.open", .client, [:], to: inbox, "never started")
        }
        #expect(inbox.replies(101).last?.resultCode == ResultCode.serviceStopped)
    }

    /// A player who is registered for pushes.
    private static func register(at service: EngineService) throws {
        let login = service.ask(
            "gateway.idPLogin", .client, ["idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"]])?.body
        let token = try #require(login?["token"]?["accessToken"]?.stringValue)
        #expect(service.ask("push.register", .client, ["deviceKey": "d", "pushEnabled": true], token: token)?.isSuccess == true)
    }

    @Test func `a push that comes due while the service sweeps is sent behind the sweep, though nobody asks for anything`() throws {
        let database = try FaultyDatabase()
        let clock = ServiceTestClock()
        let service = EngineService(
            storage: ServiceStorage(clock: clock, random: ServiceTestRandom(seed: 5)) { () throws(StorageError) in database })
        let inbox = Inbox()
        #expect(service.start())
        try Self.register(at: service)
        let day: Int64 = 86_400_000
        let date = clock.epochMilliseconds() + day + 60_000
        #expect(service.ask("console.sendPush", .console, ["title": "t", "sendDate": .integer(date)])?.isSuccess == true)
        _ = service.subscribe { inbox.put("\($0.kind)", .success()) }
        clock.advance(day + 1)
        database.hear = { sql in if sql.contains("FROM payments WHERE"), clock.epochMilliseconds() < date { clock.advance(60_000) } }
        #expect(service.ask("service.open", .client)?.isSuccess == true)
        #expect(inbox.replies(1).count == 1 && inbox.all == ["pushWaiting"])
        #expect(service.stop(milliseconds: 5000))
        #expect(clock.epochMilliseconds() >= date)
        database.hear = nil
    }

    @Test func `a push that comes due while nobody asks for anything is sent`() throws {
        let service = EngineService(directory: nil, clock: SystemClock(), random: ServiceTestRandom(seed: 5))
        let inbox = Inbox()
        #expect(service.start())
        try Self.register(at: service)
        let date = SystemClock().epochMilliseconds() + 300
        #expect(service.ask("console.sendPush", .console, ["title": "t", "sendDate": .integer(date)])?.isSuccess == true)
        _ = service.subscribe { inbox.put("\($0.kind)", .success()) }
        #expect(inbox.all.isEmpty)
        #expect(inbox.replies(1).count == 1 && inbox.all == ["pushWaiting"])
        #expect(SystemClock().epochMilliseconds() >= date)
        #expect(service.stop(milliseconds: 5000))
    }
}
