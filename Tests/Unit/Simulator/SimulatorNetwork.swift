import Linux
@testable import Messages
import Codecs
import Synchronization

@testable import Client
@testable import Service

/// The network between all who speak with each other.
extension SimulatorWorld {
    enum Weather: String, CaseIterable { case calm, lossy, slow, outage }

    /// How long a message is under way; nil: it is lost.
    func journey() -> Int64? {
        messages += 1
        switch weather {
        case .calm: return Int64(1 + below(20))
        case .lossy: return chance(30) ? nil : Int64(1 + below(300))
        case .slow: return chance(5) ? nil : Int64(1 + below(chance(10) ? 45_000 : 3_000))
        case .outage: return nil
        }
    }

    /// Carries a question there and an answer back; either may be lost, and the question may arrive twice.
    /// - Parameters:
    ///   - mayRepeat: false for what a second time would not leave as it is.
    ///   - there: gives the answer; nil when nobody does.
    func carry<Answer>(mayRepeat: Bool = true, _ there: @escaping () -> Answer?, back: @escaping (Answer) -> Void) {
        var copies = 1
        if mayRepeat, weather != .calm, chance(15) { copies = 2 }
        for _ in 0..<copies {
            guard let way = journey() else { continue }
            after(way) { [self] in
                guard let answer = there(), let way = journey() else { return }
                after(way) { back(answer) }
            }
        }
    }

    /// Carries a request to the service. What was lost is answered by the asker's own time limit, and what comes later is dropped.
    func carry(
        _ request: Request, to server: SimulatorServer, from player: SimulatorPlayer? = nil, mayRepeat: Bool = true,
        answer: @escaping (Reply) -> Void
    ) {
        if server.isShared { return carryToServers(request, to: server, from: player, answer: answer) }
        let answered = Box(false)
        let finish: (Reply) -> Void = { reply in
            if answered.value { return }
            answered.value = true
            answer(reply)
        }
        after(Int64(1_000 + below(chance(10) ? 60_000 : 4_000))) { finish(.failure(ResultCode.timeout, "no answer came")) }
        carry(
            mayRepeat: mayRepeat,
            { [self] () -> Reply? in
                guard let reply = server.handle(request, from: player) else { return nil }
                note("\(player?.name ?? ""): \(request.api) -> \(reply.resultCode) \(reply.message)")
                mark(Int(reply.resultCode))
                return reply
            }, back: finish)
    }
}

/// The clock of one machine: the world's time, and an idea of the date that may be wrong by much.
final class SimulatorClock: Clock {
    static let start: Int64 = 1_795_000_000_000
    private let world: SimulatorWorld
    private let jumped = Atomic<Int64>(0)
    /// How far it was ahead at most.
    private let ahead = Atomic<Int64>(0)

    init(_ world: SimulatorWorld) { self.world = world }

    func monotonicNanoseconds() -> Int64 { (world.now + 1) * 1_000_000 }
    func epochMilliseconds() -> Int64 { Self.start + world.now + jumped.load(ordering: .relaxed) }
    func jump(_ milliseconds: Int64) {
        ahead.max(milliseconds, ordering: .relaxed)
        jumped.store(milliseconds, ordering: .relaxed)
    }
    var furthest: Int64 { ahead.load(ordering: .relaxed) }
}

/// A client's way to the service: through the world's network.
final class SimulatorLink: ServiceConnection, @unchecked Sendable {
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private let player: SimulatorPlayer
    private var subscribers: [Int64: @Sendable (ServerEvent) -> Void] = [:]
    private var lastId: Int64 = 0
    /// The process at this end lives.
    var isOpen = true

    init(_ world: SimulatorWorld, _ server: SimulatorServer, _ player: SimulatorPlayer) {
        self.world = world
        self.server = server
        self.player = player
    }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        world.carry(request, to: server, from: player) { [self] reply in
            if isOpen { completion(reply) }
        }
    }

    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        lastId += 1
        subscribers[lastId] = handler
        return lastId
    }

    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
        subscribers[id] = nil
        return true
    }

    func deliver(_ event: ServerEvent) {
        for id in subscribers.keys.sorted() { if isOpen { subscribers[id]?(event) } }
    }
}
