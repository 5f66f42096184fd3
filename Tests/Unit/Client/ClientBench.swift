@testable import Engine
import Linux
@testable import Messages
import Codecs
import Synchronization
import Testing

@testable import Client

/// Begins at nothing, so that no wait on the system's clock lasts, and is moved by hand.
final class BenchClock: Clock {
    private let now = Atomic<Int64>(0)
    func monotonicNanoseconds() -> Int64 { now.load(ordering: .acquiring) * 1_000_000 }
    func epochMilliseconds() -> Int64 { 1_795_000_000_000 + now.load(ordering: .acquiring) }
    func advance(_ milliseconds: Int64) { now.wrappingAdd(milliseconds, ordering: .acquiringAndReleasing) }
}

/// Where the disk may take long, something else may happen: the next bytes that are asked for come behind that.
final class BenchRandom: RandomSource, @unchecked Sendable {
    private let random = ServiceTestRandom(seed: 5)
    var meanwhile: (() -> Void)?

    func bytes(_ count: Int) -> [UInt8] {
        let happens = meanwhile
        meanwhile = nil
        happens?()
        return random.bytes(count)
    }
}

/// A client alone: what it asks its service waits until the test answers.
final class ClientBench: @unchecked Sendable {
    struct Question {
        let request: Request
        let answer: (Reply) -> Void
    }

    private final class Desk: ServiceConnection, @unchecked Sendable {
        var waiting: [Question] = []
        var subscribers = 0

        func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
            waiting.append(Question(request: request, answer: completion))
        }
        func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
            subscribers += 1
            return 1
        }
        func listen(_ id: Int64, as accessToken: String?) {}
        func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
            subscribers -= 1
            return true
        }
    }

    let clock = BenchClock()
    let random = BenchRandom()
    let client: Client
    private let desk = Desk()
    /// The categories of the events that the game heard.
    private(set) var heard: [String] = []

    init() {
        var platform = Platform(clock: clock, random: random, services: EngineServices())
        platform.service = desk
        client = Client(identifier: 1, platform: platform)
    }

    /// - Parameter user: who has logged in; nil: nobody.
    convenience init(playing user: String?) throws {
        self.init()
        try start()
        if let user { try logIn(as: user) }
    }

    deinit { _ = client.shutdown(timeoutMilliseconds: 0) }

    /// What was asked before is never answered.
    func start() throws {
        desk.waiting = []
        client.addEventHandler(identity: EventHandlerIdentity(function: 1, context: 0)) { [weak self] in self?.heard.append($0.category) }
        client.initialize(Configuration(appID: "Bench", appVersion: "1.0")) { _, _ in }
        try take(.openService).answer(.success())
        try take(.getLaunching).answer(.success(["launching": ["status": ["code": 200]]]))
        turn()
        #expect(client.isInitialized)
    }

    /// What a login makes the client ask is left unanswered.
    func logIn(as user: String) throws {
        client.accounts.login(type: "guest", additionalInfo: nil) { _, _ in }
        try take(.idPLogin).answer(.success(["member": ["userId": .string(user)], "token": ["accessToken": .string("of " + user)]]))
        turn()
        #expect(client.userID == user)
        // The journal is looked at after each login.
        advance(1_000)
    }

    /// What the client's own thread and the game's frame do.
    func turn() {
        client.reactor?.turn()
        _ = client.runLoop.drain()
    }

    func advance(_ milliseconds: Int64) {
        clock.advance(milliseconds)
        turn()
    }

    /// How many hear the service's events.
    var subscribers: Int { desk.subscribers }

    func isAsked(_ name: RequestName) -> Bool { desk.waiting.contains { $0.request.name == name } }

    /// The oldest question of the name, to be answered.
    func take(_ name: RequestName, _ location: SourceLocation = #_sourceLocation) throws -> Question {
        let place = try #require(desk.waiting.firstIndex { $0.request.name == name }, sourceLocation: location)
        return desk.waiting.remove(at: place)
    }
}
