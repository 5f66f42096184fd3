import Codecs
import Linux
import Messages
import Service
import Storage
import Testing

@testable import Server

/// An app whose service is asked where its newest event is, and tells when it is let.
private final class QuietHome: AppHome, ServiceConnection, @unchecked Sendable {
    static let newest: Int64 = 7
    private var waiting: [@Sendable (Reply) -> Void] = []
    /// Whose a session is.
    private(set) var questions: [(request: Request, answer: @Sendable (Reply) -> Void)] = []
    private var bell: (@Sendable () -> Void)?
    private(set) var watchers = 0

    var connection: any ServiceConnection { self }
    var longestTurn: Int { 0 }

    func giveUp() {}

    func look(_ then: @escaping @Sendable (Bool) -> Void) { then(true) }
    func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64 {
        watchers += 1
        bell = body
        return 1
    }
    func unwatchOutbox(_ watcher: Int64) { watchers -= 1 }
    func start() -> Bool { true }
    func backUp(to path: String) throws(StorageError) {}
    var ends: Ends?
    func beginStop() { ends?.calls.append("begins") }
    func stop(untilNanoseconds deadline: Int64) -> Bool {
        ends?.calls.append("ends")
        return true
    }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        if request.name == .carrierSession { questions.append((request, completion)) } else { waiting.append(completion) }
    }
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }

    /// Looks at the outbox that have no answer yet.
    var looks: Int { waiting.count }

    /// What was told behind the newest place, and then the answer.
    func tell(_ events: [ServerEvent]) {
        bell?()
        told = events
    }
    private var told: [ServerEvent] = []
    private var newest = QuietHome.newest

    /// A token is its user's name.
    func grant() { answer { .success(["userId": .string($0.accessToken ?? "")]) } }

    func answer(_ reply: (Request) -> Reply) {
        let asked = questions
        questions = []
        for question in asked { question.answer(reply(question.request)) }
    }

    func answer() {
        if waiting.isEmpty { return }
        let events = told.enumerated().map { PlacedEvent(seq: newest + 1 + Int64($0.offset), event: $0.element).form }
        newest += Int64(told.count)
        told = []
        let page: JSON = ["events": .array(events), "through": .integer(newest), "newest": .integer(newest), "floor": 0]
        for completion in waiting { completion(.success(page)) }
        waiting = []
    }
}

/// A feed on a loop of its own, which runs while the test lets it.
private final class FeedBench {
    let home = QuietHome()
    let feed: EventFeed
    let clock = ServiceTestClock()
    private let loop: Loop
    private(set) var places: [Int64] = []

    init() throws {
        loop = try #require(Loop.make())
        feed = EventFeed(home, loop: loop, clock: clock)
    }

    /// - Parameter isThere: false: the connection turns out to be gone when it is written to.
    func join(isThere: Bool) -> EventListener {
        var itself: EventListener?
        let listener = EventListener(
            userId: nil, nil,
            .init(
                begin: { [self] place, _ in
                    if isThere { places.append(place) } else if let itself { feed.leave(itself) }
                }, take: { _ in .more }, end: {}))
        itself = listener
        feed.join(listener, after: nil)
        return listener
    }

    /// A stream of a member's, that has taken what it says.
    func stream(of user: String, isFull: Bool = false, after place: Int64? = nil, begun: Int64? = nil, asker: UInt64 = 0) -> Heard {
        let question = Request(.carrierSession, origin: .carrier, transactionId: "", accessToken: user)
        let grant = Grant(question)
        #expect(grant.take(.success(["userId": .string(user), "begunDate": begun.map { .integer($0) } ?? .null])))
        let heard = Heard(grant)
        let listener = EventListener(
            userId: user, grant, asker: asker,
            .init(
                begin: { _, _ in heard.texts.append("ready") },
                take: {
                    heard.texts.append(String(decoding: $0.form, as: UTF8.self))
                    return isFull ? .full : .more
                }, end: {}))
        grant.onEnd = { [feed] _ in
            heard.texts.append("ended")
            feed.leave(listener)
        }
        heard.listener = listener
        feed.join(listener, after: place, granted: feed.moment)
        return heard
    }

    final class Heard {
        let grant: Grant
        var listener: EventListener?
        var texts: [String] = []

        init(_ grant: Grant) { self.grant = grant }

        /// Its marks and words, in order.
        var short: [String] {
            texts.map { text in ["one", "two", "three"].first { text.contains("\"\($0)\"") } ?? text }
        }
    }

    func run() {
        home.answer()
        loop.post { [loop] in loop.stop() }
        loop.run()
    }
}

@Suite struct `A feed of events` {
    @Test func `begins for who waits behind one that has gone meanwhile`() throws {
        let bench = try FeedBench()
        let gone = bench.join(isThere: false), waits = bench.join(isThere: true)
        bench.run()
        #expect(gone.isGone && !waits.isGone)
        #expect(bench.places == [QuietHome.newest] && waits.isLive)
        #expect(bench.feed.listeners == 1 && bench.home.watchers == 1)
    }

    @Test func `rests when the last of those that waited has gone, and begins anew for the next`() throws {
        let bench = try FeedBench()
        _ = bench.join(isThere: true)
        let last = bench.join(isThere: false)
        bench.run()
        #expect(last.isGone && bench.feed.listeners == 1 && bench.home.watchers == 1)
        let other = try FeedBench()
        _ = other.join(isThere: false)
        other.run()
        #expect(other.feed.listeners == 0 && other.home.watchers == 0)
        let next = other.join(isThere: true)
        other.run()
        #expect(next.isLive && other.places == [QuietHome.newest] && other.home.watchers == 1)
    }

    private func told(_ mark: String, to user: String) -> ServerEvent {
        ServerEvent(kind: .storePurchase, userId: user, body: ["mark": .string(mark)])
    }

    private func changed(_ user: String) -> ServerEvent { ServerEvent(kind: .rightsChanged, body: ["member": .string(user)]) }

    @Test func `brings nothing that was told behind a change of rights before the service has said that the session is one still`() throws {
        for isKept in [true, false] {
            let bench = try FeedBench()
            let ann = bench.stream(of: "ann"), bob = bench.stream(of: "bob")
            bench.run()
            // Before the feed read changes nobody knows what they were.
            #expect(ann.texts.isEmpty && bench.home.questions.count == 2)
            bench.home.grant()
            bench.run()
            #expect(ann.short == ["ready"] && bob.short == ["ready"])
            bench.home.tell([told("one", to: "ann"), changed("ann"), told("two", to: "ann"), told("three", to: "bob")])
            bench.run()
            bench.run()
            #expect(ann.short == ["ready", "one"] && bob.short == ["ready", "three"] && bench.home.questions.count == 1)
            if isKept { bench.home.grant() } else { bench.home.answer { _ in .failure(ResultCode.accessTokenInvalid, "") } }
            bench.run()
            #expect(ann.short == ["ready", "one", isKept ? "two" : "ended"])
            #expect(bench.feed.listeners == (isKept ? 2 : 1))
        }
    }

    @Test func `a beat says how far the events of others are, and no further than what was taken`() throws {
        let bench = try FeedBench()
        let ann = bench.stream(of: "ann"), bob = bench.stream(of: "bob", isFull: true)
        let (hers, his) = (try #require(ann.listener), try #require(bob.listener))
        #expect(bench.feed.place(of: hers) == nil)
        bench.run()
        bench.home.grant()
        bench.run()
        #expect(bench.feed.place(of: hers) == QuietHome.newest)
        bench.home.tell([told("one", to: "bob"), told("two", to: "bob"), told("three", to: "cid")])
        bench.run()
        bench.run()
        #expect(ann.short == ["ready"] && bob.short == ["ready", "one"])
        #expect(bench.feed.place(of: hers) == QuietHome.newest + 3 && bench.feed.place(of: his) == QuietHome.newest + 1)
        #expect(String(decoding: EventFrame.beat(at: 9), as: UTF8.self) == ":\nid: 9\n\n")
        #expect(String(decoding: EventFrame.beat(), as: UTF8.self) == ":\n\n")
        // What comes then is still told.
        bench.home.tell([told("two", to: "ann")])
        bench.run()
        bench.run()
        #expect(ann.short == ["ready", "two"])
    }

    @Test func `sends nobody out of the game by a kickout from before the log-in`() throws {
        let bench = try FeedBench()
        let bob = bench.stream(of: "bob")
        bench.run()
        bench.home.grant()
        bench.run()
        func kickout(_ mark: String, _ date: Int64, _ users: JSON?) -> ServerEvent {
            var body: JSONObject = ["type": "appKickout", "stamp": "5000", "date": .integer(date), "extras": .string(mark)]
            body["userIds"] = users
            return ServerEvent(kind: .serverPush, body: .object(body))
        }
        bench.home.tell([kickout("one", 999, ["ann"]), kickout("two", 999, nil), kickout("three", 1000, ["ann"])])
        bench.run()
        bench.run()
        #expect(bob.short == ["ready", "two"])
        // She was here without a session before, and goes on from there; of the other it is not known when they logged in.
        let ann = bench.stream(of: "ann", after: QuietHome.newest, begun: 1000)
        let other = bench.stream(of: "ann", after: QuietHome.newest)
        bench.run()
        #expect(ann.short == ["ready", "three"] && other.short == ["ready", "one", "two", "three"])
        // What comes while she is here is for her, whatever the clock says by then.
        bench.home.tell([kickout("one", 500, ["ann"])])
        bench.run()
        bench.run()
        #expect(ann.short == ["ready", "three", "one"])
    }

    @Test func `tells nobody who has signed in since that a provider took the consent back`() throws {
        let bench = try FeedBench()
        _ = bench.stream(of: "bob")
        bench.run()
        bench.home.grant()
        bench.run()
        func revocation(_ provider: String, _ date: Int64) -> ServerEvent {
            ServerEvent(kind: .idPRevoked, userId: "ann", body: ["idPType": .string(provider), "date": .integer(date)])
        }
        bench.home.tell([revocation("one", 999), revocation("two", 1000)])
        bench.run()
        bench.run()
        let ann = bench.stream(of: "ann", after: QuietHome.newest, begun: 1000)
        bench.run()
        #expect(ann.short == ["ready", "two"])
    }

    @Test func `asks again when rights change while it asks, and when the service gives no answer`() throws {
        let bench = try FeedBench()
        let ann = bench.stream(of: "ann")
        bench.run()
        bench.home.grant()
        bench.run()
        bench.home.tell([changed("ann")])
        bench.run()
        bench.run()
        bench.home.tell([changed("ann"), told("one", to: "ann")])
        bench.run()
        bench.run()
        #expect(bench.home.questions.count == 1)
        // This answer is from before the second change.
        bench.home.grant()
        bench.run()
        #expect(ann.short == ["ready"] && bench.home.questions.count == 1)
        bench.home.answer { _ in .failure(ResultCode.storageFailed, "") }
        bench.run()
        #expect(ann.short == ["ready"] && ann.grant.isHeld)
    }

    @Test func `holds who is behind too, and rests when nothing is granted any more`() throws {
        let bench = try FeedBench()
        let ann = bench.stream(of: "ann", isFull: true)
        bench.run()
        bench.home.grant()
        bench.run()
        bench.home.tell([told("one", to: "ann"), told("two", to: "ann"), changed("ann")])
        bench.run()
        bench.run()
        #expect(ann.short == ["ready", "one"])
        // It has room again, and the service has not answered.
        if let listener = ann.listener { bench.feed.goOn(listener) }
        #expect(ann.short == ["ready", "one"])
        bench.home.answer { _ in .failure(ResultCode.accessTokenInvalid, "") }
        bench.run()
        #expect(ann.short == ["ready", "one", "ended"] && bench.home.watchers == 0)
    }

    @Test func `reads the outbox a page at a time for each who asks, and for others beside it`() throws {
        let bench = try FeedBench()
        _ = bench.stream(of: "bob")
        bench.run()
        bench.home.grant()
        bench.run()
        let many = (0..<3).map { _ in bench.stream(of: "ann", after: QuietHome.newest - 1, asker: 1) }
        let other = bench.stream(of: "cat", after: QuietHome.newest - 1, asker: 2)
        var begun: [Int] = []
        for looks in [2, 1, 1] {
            #expect(bench.home.looks == looks)
            bench.clock.advance(10)
            bench.run()
            begun.append(many.count { $0.short == ["ready"] } + (other.short == ["ready"] ? 10 : 0))
        }
        #expect(begun == [11, 12, 13])
    }

    @Test func `reads changes for what was granted though nobody listens`() throws {
        let bench = try FeedBench()
        let grant = Grant(Request(.carrierSession, origin: .carrier, transactionId: "", accessToken: "ann", parameters: ["access": [:]]))
        var ended = 0
        grant.onEnd = { [feed = bench.feed] _ in
            ended += 1
            feed.unwatch(grant)
        }
        bench.feed.watch(grant)
        bench.run()
        #expect(bench.home.watchers == 1 && bench.home.questions.count == 1)
        bench.home.grant()
        bench.run()
        // Of a member of that name, of another user, and of this one.
        bench.home.tell([changed("ann"), ServerEvent(kind: .rightsChanged, body: ["user": "bob"])])
        bench.run()
        bench.run()
        #expect(bench.home.questions.isEmpty && !grant.isHeld)
        bench.home.tell([ServerEvent(kind: .rightsChanged, body: ["user": "ann"])])
        bench.run()
        bench.run()
        bench.home.answer { _ in .failure(ResultCode.accessTokenInvalid, "") }
        bench.run()
        #expect(ended == 1 && bench.home.watchers == 0)
    }
}

/// What was called, in order, when a server ends.
private final class Ends: @unchecked Sendable {
    var calls: [String] = []
}

private final class QuietHomes: AppHomes, @unchecked Sendable {
    let ends = Ends()
    let isShared = false
    let clock: any Clock = SystemClock()
    let clockOffMilliseconds: Int64 = 0
    let watch: (any DatabaseWatch)? = nil
    let due: (any DueWatch)? = nil
    let secrets: Secrets? = nil

    func known() throws(HomeFailure) -> [String] { ["first", "second", "third"] }
    func open(_ app: String) throws(HomeFailure) -> any AppHome {
        let home = QuietHome()
        home.ends = ends
        return home
    }
    func keeper(of app: String) -> (any SecretKeeper)? { nil }
    func openPeople() throws(StorageError) -> any Database { throw .misuse("nobody is here") }
    func health(of apps: [String]) throws(HomeFailure) -> JSON { [:] }
    func close() { ends.calls.append("closed") }
}

@Suite struct `The apps of a server` {
    @Test func `all begin to end before any is waited for`() throws {
        let homes = QuietHomes()
        let apps = Apps(homes, try #require(Loop.make()), Aside("gamebase-test"), SystemClock(), SystemRandom())
        try apps.openKnown()
        #expect(apps.stop(untilNanoseconds: 0).isEmpty)
        #expect(homes.ends.calls == ["begins", "begins", "begins", "ends", "ends", "ends", "closed"])
    }
}
