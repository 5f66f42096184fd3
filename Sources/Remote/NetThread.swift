import Linux
import Messages

/// What the net thread is told.
enum NetOrder {
    case call(RemoteCall)
    case subscribe(Int64)
    case listen(Int64, String?)
    case unsubscribe(Int64)
    case app(String)
}

/// The thread that moves bytes, and its letter box. Callers touch only what the lock guards.
final class NetThread: @unchecked Sendable {
    private let facts: RemoteFacts
    private let clock: any Clock
    private let random: any RandomSource
    private let desk: RemoteDesk
    private let lock = Lock()
    // Guarded by the lock.
    private var orders: [NetOrder] = []
    private var thread: Thread?
    private var isThreadTaken = false
    private var wake: EventDescriptor?
    private var isEnding = false
    private var isOver = false

    init(_ facts: RemoteFacts, _ clock: any Clock, _ random: any RandomSource, _ desk: RemoteDesk) {
        self.facts = facts
        self.clock = clock
        self.random = random
        self.desk = desk
    }

    func start() -> Bool {
        lock.locked {
            guard thread == nil, !isEnding, let made = EventDescriptor.open() else { return false }
            wake = made
            ThreadsAtFork.begin()
            let hostSignals = facts.place.http == nil ? nil : SignalMask()
            thread = Thread.start(name: "gamebase-net", callsHost: facts.place.http != nil) { [self] in
                hostSignals?.adopt()
                run(made)
            }
            if thread == nil {
                ThreadsAtFork.end()
                wake = nil
                isOver = true
            }
            return thread != nil
        }
    }

    /// Waits for nothing. After the end a call is answered that the service has stopped.
    func submit(_ order: NetOrder) {
        let (isTaken, wake) = lock.locked { () -> (Bool, EventDescriptor?) in
            if isOver { return (false, nil) }
            orders.append(order)
            return (true, self.wake)
        }
        wake?.raise()
        if !isTaken, case .call(let call) = order { call.end(Self.stopped) }
    }

    static var stopped: Reply { .failure(ResultCode.serviceStopped, "the way to the service is closed; initialize again") }

    private func run(_ wake: EventDescriptor) {
        let loop = NetLoop(facts, clock, random, desk)
        while true {
            wake.clear()
            let (orders, isEnding) = lock.locked { () -> ([NetOrder], Bool) in
                defer { self.orders = [] }
                return (self.orders, self.isEnding)
            }
            for order in orders { loop.take(order) }
            if isEnding { break }
            loop.turn(wake)
        }
        loop.end()
        ThreadsAtFork.end()
        let rest = lock.locked { () -> [NetOrder] in
            isOver = true
            defer { self.orders = [] }
            return self.orders
        }
        for case .call(let call) in rest { call.end(Self.stopped) }
    }

    /// What is open is given up, wherever it is, and answered.
    /// - Returns: false when the thread did not end until then: it ends alone. A resolver or a host that does not come back may hold it.
    func stop(untilNanoseconds deadline: Int64) -> Bool {
        let (thread, isMine) = beginStopping()
        guard let thread else { return true }
        // An earlier end has let go of it, and the host may be asked by it still.
        guard isMine else { return !thread.isCurrent && thread.hasEnded(untilNanoseconds: deadline) }
        if !thread.isCurrent, thread.join(untilNanoseconds: deadline) { return true }
        thread.detach()
        return false
    }

    func abandon() {
        let (thread, isMine) = beginStopping()
        if isMine { thread?.detach() }
    }

    /// - Returns: the thread, and whether this caller joins it or lets it go: the first does.
    private func beginStopping() -> (thread: Thread?, isMine: Bool) {
        let (thread, isMine, wake) = lock.locked { () -> (Thread?, Bool, EventDescriptor?) in
            isEnding = true
            if self.wake == nil { isOver = true }
            defer { isThreadTaken = true }
            return (self.thread, !isThreadTaken, self.wake)
        }
        wake?.raise()
        return (thread, isMine)
    }
}
