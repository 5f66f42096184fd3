import Linux
import Synchronization
import Wire

@testable import Client
@testable import Service

/// Everything that happens follows from the seed: what waits for which moment, who goes first, what the network does.
final class SimulatorWorld: @unchecked Sendable {
    enum Weather: String, CaseIterable { case calm, lossy, slow, outage }

    struct Broken: Error { let what: String }

    let seed: UInt64
    private(set) var now: Int64 = 0
    private var state: UInt64
    private var waiting: [(time: Int64, order: Int, action: () -> Void)] = []
    private var orders = 0
    private(set) var broken: Broken?
    /// Where a replay says what happens; nil while nobody reads it.
    var log: ((String) -> Void)?
    /// Of everything that happened, to see that a replay is one.
    private(set) var fingerprint: UInt64 = 14_695_981_039_346_656_037
    private(set) var messages = 0
    /// What came to pass, to see that something did.
    var purchases = 0, refunds = 0, failures = 0, consumes = 0, deaths = 0

    var weather = Weather.calm

    init(seed: UInt64) {
        self.seed = seed
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    // MARK: Dice

    func dice() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    func below(_ limit: Int) -> Int { Int(dice() % UInt64(limit)) }
    func chance(_ percent: Int) -> Bool { below(100) < percent }
    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    // MARK: Time

    func after(_ milliseconds: Int64, _ action: @escaping () -> Void) {
        orders += 1
        waiting.append((now + milliseconds, orders, action))
    }

    /// Runs what comes next, if it comes before `end`.
    /// - Returns: false when nothing does; then it is `end`.
    func step(before end: Int64) -> Bool {
        var next = -1
        for index in waiting.indices where waiting[index].time < end {
            if next < 0 || waiting[index].time < waiting[next].time
                || (waiting[index].time == waiting[next].time && waiting[index].order < waiting[next].order) { next = index }
        }
        guard next >= 0 else {
            now = max(now, end)
            return false
        }
        let action = waiting.remove(at: next)
        now = max(now, action.time)
        action.action()
        return true
    }

    /// What still waits holds those who wait.
    func end() { waiting = [] }

    // MARK: What is seen

    func note(_ what: @autoclosure () -> String) {
        guard log != nil else { return }
        log?("\(now) ms: \(what())")
    }

    /// Numbers that must come again in a replay.
    func mark(_ number: Int) { fingerprint = (fingerprint ^ UInt64(truncatingIfNeeded: number &+ Int(now))) &* 1_099_511_628_211 }

    func require(_ condition: Bool, _ what: @autoclosure () -> String) {
        guard !condition, broken == nil else { return }
        broken = Broken(what: what())
        note("BROKEN: " + what())
    }

    // MARK: The network

    /// How long a message is under way; nil: it is lost.
    private func journey() -> Int64? {
        messages += 1
        switch weather {
        case .calm: return Int64(1 + below(20))
        case .lossy: return chance(30) ? nil : Int64(1 + below(300))
        case .slow: return chance(5) ? nil : Int64(1 + below(chance(10) ? 45_000 : 3_000))
        case .outage: return nil
        }
    }

    /// Carries a request and its answer. What was lost is answered by the asker's own time limit, and what comes later is dropped.
    func carry(_ request: Request, to server: SimulatorServer, answer: @escaping (Reply) -> Void) {
        let answered = Box(false)
        let finish: (Reply) -> Void = { reply in
            if answered.value { return }
            answered.value = true
            answer(reply)
        }
        after(Int64(1_000 + below(chance(10) ? 60_000 : 4_000))) { finish(.failure(ResultCode.timeout, "no answer came")) }
        var copies = 1
        if weather != .calm, chance(15) { copies = 2 }
        for _ in 0..<copies {
            guard let there = journey() else { continue }
            after(there) { [self] in
                guard let reply = server.handle(request) else { return }
                note("\(request.api) -> \(reply.resultCode) \(reply.message)")
                mark(Int(reply.resultCode))
                guard let back = journey() else { return }
                after(back) { finish(reply) }
            }
        }
    }

    final class Box<Value>: @unchecked Sendable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
}

/// The clock of one machine: the world's time, and an idea of the date that may be wrong by much.
final class SimulatorClock: Clock {
    static let start: Int64 = 1_795_000_000_000
    private let world: SimulatorWorld
    private let jumped = Atomic<Int64>(0)

    init(_ world: SimulatorWorld) { self.world = world }

    func monotonicNanoseconds() -> Int64 { (world.now + 1) * 1_000_000 }
    func epochMilliseconds() -> Int64 { Self.start + world.now + jumped.load(ordering: .relaxed) }
    func jump(_ milliseconds: Int64) { jumped.store(milliseconds, ordering: .relaxed) }
}

/// A client's way to the service: through the world's network.
final class SimulatorLink: ServiceConnection, @unchecked Sendable {
    private let world: SimulatorWorld
    private let server: SimulatorServer
    private var subscribers: [Int64: @Sendable (ServerEvent) -> Void] = [:]
    private var lastId: Int64 = 0
    /// The process at this end lives.
    var isOpen = true

    init(_ world: SimulatorWorld, _ server: SimulatorServer) {
        self.world = world
        self.server = server
    }

    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        world.carry(request, to: server) { [self] reply in
            if isOpen { completion(reply) }
        }
    }

    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        lastId += 1
        subscribers[lastId] = handler
        return lastId
    }

    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
        subscribers[id] = nil
        return true
    }

    func deliver(_ event: ServerEvent) {
        for id in subscribers.keys.sorted() { if isOpen { subscribers[id]?(event) } }
    }
}
