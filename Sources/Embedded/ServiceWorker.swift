import Linux
import Messages
import Service
import Storage
import Wire

/// The thread of a service and its queue. Callers touch only what the lock guards; the thread works outside it.
public final class ServiceWorker: @unchecked Sendable {
    private enum Phase {
        case idle, running, ended
    }

    /// What the thread does next.
    private enum Turn {
        case work
        case slice
        case look
        case refuse([PendingRequest])
        case jobs([@Sendable () -> Void])
        case stop
    }

    /// They hear what the requests of this thread tell, after it is durable.
    @export(interface) public let subscribers = EventSubscribers()

    private let lock = Lock()
    private let wake = Condition()
    private let ended = Condition()
    // Guarded by the lock.
    private var phase = Phase.idle
    private var thread: Thread?
    private var isThreadTaken = false
    private var incoming: [PendingRequest] = []
    private var tooMany: [PendingRequest] = []
    /// Requests that no group has taken yet: `incoming`, the rest of `batch`, and `deferred`.
    private var waiting = 0
    private var isSuspended = false
    private var isStopping = false
    /// What clients want done here besides requests: one of a kind and client at a time.
    private var jobs: [@Sendable () -> Void] = []
    private var onEnd: (@Sendable () -> Void)?

    // The thread's own.
    private let group: RequestGroup
    let storage: ServiceStorage
    private var batch: [PendingRequest] = []
    private var next = 0
    /// The console's requests behind a long one: they are begun and answered in order.
    private var deferred: [PendingRequest] = []
    /// Requests behind one of the same asker.
    private var held: [PendingRequest] = []
    private static let heldMax = 1_024
    /// A long request of the console, long queries, and a sweep that nobody waits for; a slice of one, then again what is short.
    private var unfinished: [(work: SlicedWork, pending: PendingRequest?)] = []
    private var isSlicesTurn = false
    /// How long it waits for requests before it looks what is due.
    private var rest: Int64?

    /// A clock may be set, and a machine may sleep: nothing that is due waits longer than this for another look.
    static let restMillisecondsMax: Int64 = 60_000
    /// Of a clock that stands still.
    static let restMillisecondsMin: Int64 = 10

    private let groupMax: Int
    #if !hasFeature(Embedded)
    private let looker: ServiceWorker?
    #endif

    /// - Parameters:
    ///   - groupMax: requests that share a transaction at most.
    ///   - looker: of some workers over one database the one that looks for what is due without being asked for; nil: this one.
    @export(interface) public init(_ storage: ServiceStorage, groupMax: Int, looker: ServiceWorker? = nil) {
        self.storage = storage
        self.groupMax = groupMax
        #if !hasFeature(Embedded)
        self.looker = looker
        #endif
        group = RequestGroup(storage)
    }

    // MARK: Callers

    /// - Returns: false when the system has no thread to give. Call once.
    @export(interface) public func start() -> Bool {
        let unanswered: [PendingRequest]? = lock.locked {
            guard phase == .idle else { return [] }
            ThreadsAtFork.begin()
            thread = Thread.start(name: "gamebase-svc") { [self] in run() }
            if thread == nil { ThreadsAtFork.end() }
            phase = thread == nil ? .ended : .running
            return thread == nil ? takeIncoming() : nil
        }
        guard let unanswered else { return true }
        for pending in unanswered { pending.answerStopped() }
        return false
    }

    @export(interface) public func send(_ pending: PendingRequest) {
        let isQueued = lock.locked {
            guard phase != .ended else { return false }
            if waiting < EmbeddedService.queueMax {
                incoming.append(pending)
                waiting += 1
            } else {
                tooMany.append(pending)
            }
            return true
        }
        // Outside the lock: the thread that wakes up finds it free. Only that thread waits here.
        if isQueued { wake.signal() } else { Self.answerAside([pending]) }
    }

    func perform(_ job: @escaping @Sendable () -> Void) {
        let isQueued = lock.locked {
            guard phase != .ended else { return false }
            jobs.append(job)
            return true
        }
        if isQueued { wake.signal() } else { Self.aside(job) }
    }

    func setSuspended(_ suspended: Bool) {
        lock.locked {
            isSuspended = suspended
            if !suspended { wake.signal() }
        }
    }

    /// Answers what waits with `ResultCode.serviceStopped`, and joins the thread.
    /// - Returns: false when it still ran at the deadline; it then ends alone.
    @export(interface) public func stop(untilNanoseconds deadline: Int64) -> Bool {
        beginStopping()
        if isCurrentThread {
            takeThread()?.detach()
            return false
        }
        let hasEnded = lock.locked {
            while phase == .running {
                guard ended.wait(lock, untilNanoseconds: deadline) else { break }
            }
            return phase == .ended
        }
        let thread = takeThread()
        if hasEnded {
            // All that is left of the thread is its return.
            thread?.join()
        } else {
            thread?.detach()
        }
        return hasEnded
    }

    /// The owner is gone: the thread ends alone.
    @export(interface) public func abandon() {
        beginStopping()
        takeThread()?.detach()
    }

    /// Ends alone like `abandon`, and tells when the files are closed; at once when they are.
    func abandon(then onEnd: @escaping @Sendable () -> Void) {
        let isRunning = lock.locked {
            guard phase == .running else { return false }
            self.onEnd = onEnd
            return true
        }
        abandon()
        if !isRunning { onEnd() }
    }

    var isCurrentThread: Bool { lock.locked { phase == .running && thread?.isCurrent ?? false } }

    private func beginStopping() {
        let unanswered: [PendingRequest] = lock.locked {
            isStopping = true
            wake.signal()
            guard phase == .idle else { return [] }
            phase = .ended
            return takeIncoming()
        }
        Self.answerAside(unanswered)
    }

    /// The right to join or detach, for one caller.
    private func takeThread() -> Thread? {
        lock.locked {
            defer { isThreadTaken = true }
            return isThreadTaken ? nil : thread
        }
    }

    /// With the lock held.
    private func takeIncoming() -> [PendingRequest] {
        let taken = incoming + tooMany
        incoming = []
        tooMany = []
        waiting = 0
        return taken
    }

    /// Answers on a thread of its own, because the service's has ended and the caller's must not be used.
    private static func answerAside(_ unanswered: [PendingRequest]) {
        if !unanswered.isEmpty { aside { for pending in unanswered { pending.answerStopped() } } }
    }

    private static func aside(_ body: @escaping @Sendable () -> Void) {
        // Without any thread a late answer is impossible, and no answer would be worse than an early one.
        guard let thread = Thread.start(name: "gamebase-svc", body) else { return body() }
        thread.detach()
    }

    // MARK: The thread

    private func run() {
        while true {
            switch nextTurn() {
            case .work: work()
            case .slice: slice()
            case .look:
                group.openAgain()
                lookForDue()
            case .refuse(let refused): Self.refuse(refused)
            case .jobs(let jobs): for job in jobs { job() }
            case .stop:
                storage.close()
                ThreadsAtFork.end()
                answerAllStopped()
                tellEnd()
                return
            }
        }
    }

    private func nextTurn() -> Turn {
        lock.locked {
            while true {
                if let turn = turnWhileSuspended() { return turn }
                if isStopping { return .stop }
                if !isSuspended {
                    if next == batch.count { swap(&batch, &incoming) }
                    let hasWork = next < batch.count || !held.isEmpty || (!deferred.isEmpty && !isConsoleBusy)
                    if !unfinished.isEmpty, isSlicesTurn || !hasWork { return .slice }
                    if hasWork { return .work }
                }
                if let rest, !isSuspended {
                    if !wake.wait(lock, atMostMilliseconds: rest) { return .look }
                } else {
                    wake.wait(lock)
                }
            }
        }
    }

    /// With the lock held: what is done although nothing is answered.
    private func turnWhileSuspended() -> Turn? {
        if !tooMany.isEmpty { return .refuse(takeTooMany()) }
        if jobs.isEmpty { return nil }
        defer { jobs = [] }
        return .jobs(jobs)
    }

    private func work() {
        let requests = takeGroup()
        isSlicesTurn = true
        if requests.isEmpty { return }
        group.hasMailCarrier = subscribers.takesMails
        let outcomes = group.commit(requests.map { $0.request })
        awaitResumption()
        var again: [PendingRequest] = []
        // By their places: an outcome is not copied to be looked at.
        for place in 0..<min(requests.count, outcomes.count) {
            if outcomes[place].isDeferred {
                again.append(requests[place])
            } else if let work = outcomes[place].unfinished {
                if unfinished.count < EmbeddedService.unfinishedMax {
                    unfinished.append((work, requests[place]))
                } else {
                    Self.refuse(long: requests[place])
                }
            } else {
                requests[place].completion(outcomes[place].reply)
            }
            for event in outcomes[place].events { subscribers.deliver(event) }
        }
        if !again.isEmpty {
            deferred = again + deferred
            lock.locked { waiting += again.count }
        }
        lookForDue()
    }

    /// What is due without being asked for begins, one at a time; else it is known when to look again.
    private func lookForDue() {
        rest = nil
        #if !hasFeature(Embedded)
        if let looker {
            if let due = storage.takeDue() { looker.hear(of: due) }
            return
        }
        #endif
        if unfinished.contains(where: { $0.pending == nil }) { return }
        if let sweep = group.dueSweep() {
            unfinished.append((sweep, nil))
        } else if let milliseconds = group.restMilliseconds {
            rest = min(max(milliseconds, Self.restMillisecondsMin), Self.restMillisecondsMax)
        }
    }

    #if !hasFeature(Embedded)
    /// What another worker's service knows to be due.
    private func hear(of due: DueWork) {
        lock.locked {
            guard phase == .running else { return }
            jobs.append { [self] in
                storage.note(due)
                lookForDue()
            }
        }
        wake.signal()
    }
    #endif

    private var isConsoleBusy: Bool { unfinished.contains { $0.pending?.request.origin == .console } }

    /// What is committed next, in order but for the console's requests, which wait for a long one of the console.
    private func takeGroup() -> [PendingRequest] {
        let isBusy = isConsoleBusy
        var requests: [PendingRequest] = []
        if !isBusy {
            requests = Array(deferred.prefix(groupMax))
            deferred.removeFirst(requests.count)
        }
        requests.reserveCapacity(min(groupMax, requests.count + held.count + batch.count - next))
        var apart = AskersApart(storage.watcher, requests)
        held = apart.take(held, into: &requests, max: groupMax)
        let end = min(next + groupMax - requests.count, batch.count)
        for pending in batch[next..<end] {
            if pending.request.origin == .console, isBusy || !deferred.isEmpty {
                deferred.append(pending)
            } else if held.count < Self.heldMax, apart.isBehind(pending.request) {
                held.append(pending)
            } else {
                requests.append(pending)
            }
        }
        lock.locked { waiting -= requests.count }
        next = end
        if next == batch.count {
            // Completions are let go at once: what they hold belongs to the client.
            batch.removeAll(keepingCapacity: batch.capacity <= groupMax)
            next = 0
        }
        return requests
    }

    /// One slice of what began first, which then goes to the end of the line.
    private func slice() {
        isSlicesTurn = false
        let (work, pending) = unfinished.removeFirst()
        let outcome = group.proceed(work)
        awaitResumption()
        if let work = outcome.unfinished { unfinished.append((work, pending)) } else { pending?.completion(outcome.reply) }
        for event in outcome.events { subscribers.deliver(event) }
        if outcome.unfinished != nil { return }
        // What came due meanwhile waits for nobody's request. Work that fails is not tried again at once.
        if pending != nil || outcome.reply.isSuccess { lookForDue() } else { rest = Self.restMillisecondsMax }
    }

    /// A group that was under way when the service was suspended keeps its answers until it is resumed or stopped.
    private func awaitResumption() {
        while true {
            let turn: Turn? = lock.locked {
                while isSuspended && !isStopping {
                    if let turn = turnWhileSuspended() { return turn }
                    wake.wait(lock)
                }
                return nil
            }
            switch turn {
            case .refuse(let refused)?: Self.refuse(refused)
            case .jobs(let jobs)?: for job in jobs { job() }
            default: return
            }
        }
    }

    private func takeTooMany() -> [PendingRequest] {
        defer { tooMany = [] }
        return tooMany
    }

    private static func refuse(long pending: PendingRequest) {
        pending.answer(ResultCode.tooManyRequests, "\(EmbeddedService.unfinishedMax) long requests are under way already; ask again later")
    }

    private static func refuse(_ refused: [PendingRequest]) {
        for pending in refused {
            pending.answer(ResultCode.tooManyRequests, "\(EmbeddedService.queueMax) requests wait already; ask again later")
        }
    }

    private func tellEnd() {
        let onEnd = lock.locked {
            defer { self.onEnd = nil }
            return self.onEnd
        }
        onEnd?()
    }

    private func answerAllStopped() {
        for (_, pending) in unfinished { pending?.answerStopped() }
        unfinished = []
        for pending in held + deferred { pending.answerStopped() }
        held = []
        deferred = []
        for index in next..<batch.count { batch[index].answerStopped() }
        batch = []
        next = 0
        while true {
            let (rest, jobs) = lock.locked { () -> ([PendingRequest], [@Sendable () -> Void]) in
                let rest = takeIncoming()
                defer { self.jobs = [] }
                if rest.isEmpty, self.jobs.isEmpty {
                    phase = .ended
                    ended.broadcast()
                }
                return (rest, self.jobs)
            }
            if rest.isEmpty, jobs.isEmpty { return }
            for job in jobs { job() }
            for pending in rest { pending.answerStopped() }
        }
    }
}
