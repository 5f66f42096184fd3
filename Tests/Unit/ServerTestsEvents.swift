import Linux
import Messages
import Storage
import Testing
import Wire

@testable import Server

/// An app whose service is asked where its newest event is, and tells when it is let.
private final class QuietHome: AppHome, ServiceConnection, @unchecked Sendable {
    static let newest: Int64 = 7
    private var waiting: [@Sendable (Reply) -> Void] = []
    private(set) var watchers = 0

    var connection: any ServiceConnection { self }
    func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64 {
        watchers += 1
        return 1
    }
    func unwatchOutbox(_ watcher: Int64) { watchers -= 1 }
    func start() -> Bool { true }
    func backUp(to path: String) throws(StorageError) {}
    func stop(untilNanoseconds deadline: Int64) -> Bool { true }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) { waiting.append(completion) }
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }

    func answer() {
        let page: JSON = ["events": [], "through": .integer(Self.newest), "newest": .integer(Self.newest), "floor": 0]
        for completion in waiting { completion(.success(page)) }
        waiting = []
    }
}

/// A feed on a loop of its own, which runs while the test lets it.
private final class FeedBench {
    let home = QuietHome()
    let feed: EventFeed
    private let loop: Loop
    private(set) var places: [Int64] = []

    init() throws {
        loop = try #require(Loop.make())
        feed = EventFeed(home, loop: loop, clock: SystemClock())
    }

    /// - Parameter isThere: false: the connection turns out to be gone when it is written to.
    func join(isThere: Bool) -> EventListener {
        var itself: EventListener?
        let listener = EventListener(
            userId: nil,
            .init(
                begin: { [self] place, _ in
                    if isThere { places.append(place) } else if let itself { feed.leave(itself) }
                }, take: { _ in .more }, end: {}))
        itself = listener
        feed.join(listener, after: nil)
        return listener
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
}
