import Codecs
import Linux
import Messages
import Service
import Storage

/// The thread of a service and its queue. Callers touch only what the lock guards; the thread works outside it.
public final class ServiceWorker: @unchecked Sendable {
    private enum Phase {
        case idle, running, ended
    }

    /// What the thread does next.
    private enum Turn {
        case work
        case slice
        #if !hasFeature(Embedded)
        case again(LockedOut.Waiting)
        #endif
        case look
        case refuse([PendingRequest])
        case jobs([@Sendable () -> Void])
        case stop
    }

    /// They hear what the requests of this thread tell, after it is durable.
    @export(interface) public let subscribers = EventSubscribers()

    private let lock = Lock()
    private let wake = ConditionVariable()
    private let ended = ConditionVariable()
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
    private var line: FairLine
    #if !hasFeature(Embedded)
    /// Behind a row that somebody else holds.
    private var lockedOut = LockedOut()
    /// All that is held waits behind what is locked out.
    private var isHeldLockedOut = false
    #endif
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
    ///   - workers: how many there are, which share what askers owe.
    @export(interface) public init(_ storage: ServiceStorage, groupMax: Int, looker: ServiceWorker? = nil, workers: Int = 1) {
        self.storage = storage
        self.groupMax = groupMax
        #if !hasFeature(Embedded)
        self.looker = looker
        #endif
        group = RequestGroup(storage)
        #if hasFeature(Embedded)
        line = FairLine()
        #else
        line = FairLine(looker?.line.debts ?? RoomDebts(workers: workers) { storage.monotonicNanoseconds })
        #endif
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
            if waiting < EngineService.queueMax {
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

    #if !hasFeature(Embedded)
    /// Begins what `stop` waits for, so that several end at the same time.
    public func beginStop() { beginStopping() }
    #endif

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

    #if !hasFeature(Embedded)
    /// The work of the longest turn so far of what was asked for over a network; of all workers that share what askers owe.
    public var longestTurn: Int { line.debts.longestTurn }
    #endif

    #if !hasFeature(Embedded)
    /// Opens the storage where it is not open, and begins what is due.
    /// - Parameter then: says whether it is open, on the service's thread.
    public func look(_ then: @escaping @Sendable (Bool) -> Void) {
        perform { [self] in
            let isOpen = storage.lookAgain()
            if isOpen { lookForDue() }
            then(isOpen)
        }
    }
    #endif

    // MARK: The thread

    private func run() {
        while true {
            switch nextTurn() {
            case .work: work()
            case .slice: slice()
            #if !hasFeature(Embedded)
            case .again(let waiting): tryAgain(waiting)
            #endif
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
                    #if !hasFeature(Embedded)
                    mixIncoming()
                    if !lockedOut.isEmpty, let due = lockedOut.takeDue(storage.monotonicNanoseconds) { return .again(due) }
                    #endif
                    let hasWork = next < batch.count || hasHeld || (!deferred.isEmpty && !line.isConsoleBusy)
                    if hasSlice, isSlicesTurn || !hasWork { return .slice }
                    if hasWork { return .work }
                }
                if let rest = soonest, !isSuspended {
                    if !wake.wait(lock, atMostMilliseconds: rest) { return .look }
                } else {
                    wake.wait(lock)
                }
            }
        }
    }

    private var hasHeld: Bool {
        #if hasFeature(Embedded)
        !held.isEmpty
        #else
        !held.isEmpty && !isHeldLockedOut
        #endif
    }

    /// How long the thread rests when nobody asks; nil: until somebody does.
    private var soonest: Int64? {
        #if hasFeature(Embedded)
        rest
        #else
        if lockedOut.isEmpty, line.isEmpty { return rest }
        let now = storage.monotonicNanoseconds
        let rest = lockedOut.rest(rest, now)
        if line.isEmpty { return rest }
        return max(1, min(rest ?? Int64.max, ((line.debts.pause ?? now) &- now) / 1_000_000 + 1))
        #endif
    }

    private var hasSlice: Bool {
        #if hasFeature(Embedded)
        !line.isEmpty
        #else
        !line.isEmpty && line.isReady
        #endif
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
        #if !hasFeature(Embedded)
        isHeldLockedOut = requests.isEmpty && !lockedOut.isEmpty
        #endif
        if requests.isEmpty { return }
        group.hasMailCarrier = subscribers.takesMails
        let outcomes = group.commit(requests.map { $0.request })
        awaitResumption()
        var again: [PendingRequest] = []
        // By their places: an outcome is not copied to be looked at.
        for place in 0..<min(requests.count, outcomes.count) {
            if outcomes[place].isDeferred { again.append(requests[place]) } else { settle(outcomes[place], requests[place]) }
        }
        #if !hasFeature(Embedded)
        putBack(requests, outcomes)
        noteServed(requests)
        #endif
        if !again.isEmpty {
            deferred = again + deferred
            lock.locked { waiting += again.count }
        }
        #if !hasFeature(Embedded)
        line.debts.sweep()
        #endif
        lookForDue()
    }

    /// Answers a request that had its turn, or keeps what is left to do of it.
    private func settle(_ outcome: RequestGroup.Outcome, _ pending: PendingRequest, since began: Int64? = nil) {
        #if !hasFeature(Embedded)
        if outcome.isPutOff { return }
        charge(outcome.spent, pending, since: began)
        if outcome.isLockedOut {
            if !lockedOut.add(FairLine.Entry(pending: pending), storage.monotonicNanoseconds) { pending.completion(outcome.reply) }
            return
        }
        #endif
        if let work = outcome.unfinished {
            if let refused = line.add(FairLine.Entry(work: work, pending: pending)) { refuse(long: refused) }
        } else {
            pending.completion(outcome.reply)
        }
        for event in outcome.events { subscribers.deliver(event) }
    }

    #if !hasFeature(Embedded)
    /// What waited for a row that somebody else held, alone.
    private func tryAgain(_ waiting: LockedOut.Waiting) {
        let entry = waiting.entry
        let outcome =
            entry.work.map { group.proceed($0, for: entry.pending?.request) } ?? entry.pending.flatMap { group.commit([$0.request]).first }
        awaitResumption()
        guard let outcome else { return }
        if outcome.isLockedOut, lockedOut.putBack(waiting, storage.monotonicNanoseconds) { return }
        isHeldLockedOut = false
        charge(outcome.spent, entry.pending)
        if let work = outcome.unfinished, !outcome.isLockedOut {
            line.put(FairLine.Entry(work: work, pending: entry.pending))
        } else {
            // A slice that cannot be done ends its work.
            line.wakeWaiting()
            entry.pending?.completion(outcome.reply)
        }
        for event in outcome.events { subscribers.deliver(event) }
        lookForDue()
    }
    #endif

    #if !hasFeature(Embedded)
    /// - Parameter began: of a turn of its own.
    private func charge(_ work: Int, _ pending: PendingRequest?, since began: Int64? = nil) {
        guard let request = pending?.request, let asking = request.asking else { return }
        asking.charge(work)
        line.debts.noteTurn(work)
        line.debts.of(request.room).charge(
            asking.asker, work, nanoseconds: began.map { storage.monotonicNanoseconds &- $0 } ?? 0)
    }

    /// Records that an asker without a large debt had a turn: large debts then get only a part of the time (`AskerDebts.pause`).
    private func noteServed(_ requests: [PendingRequest]) {
        let debts = line.debts
        if debts.isEmpty { return }
        let isServed = requests.contains { pending in
            pending.request.asking.map { !debts.of(pending.request.room).isInDebt($0.asker) } ?? true
        }
        if isServed { debts.noteServed() }
    }

    /// What a group had no time for is the first that the next one looks at.
    private func putBack(_ requests: [PendingRequest], _ outcomes: [RequestGroup.Outcome]) {
        guard outcomes.contains(where: { $0.isPutOff }) else { return }
        let rest = zip(requests, outcomes).filter { $0.1.isPutOff }.map { $0.0 }
        // Where requests of one asker are answered in order, some may wait behind these.
        if storage.watcher == nil { batch.replaceSubrange(next..<next, with: rest) } else { held = rest + held }
        lock.locked { waiting += rest.count }
    }

    /// With the lock held. When more waits than a group takes, nobody's requests stand before the first of all others.
    private func mixIncoming() {
        guard batch.count - next > groupMax else { return }
        if !incoming.isEmpty {
            batch.removeFirst(next)
            next = 0
            batch += incoming
            incoming = []
        } else if next > 0 {
            return
        }
        AskersApart.mix(&batch)
    }
    #endif

    /// What is due without being asked for begins, one at a time; else it is known when to look again.
    private func lookForDue() {
        rest = nil
        #if !hasFeature(Embedded)
        if let looker {
            if let due = storage.takeDue() { looker.hear(of: due) }
            return
        }
        #endif
        if line.hasSweep { return }
        #if !hasFeature(Embedded)
        if lockedOut.hasSweep { return }
        #endif
        if let sweep = group.dueSweep() {
            line.put(FairLine.Entry(work: sweep, pending: nil))
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

    /// What is committed next, in order but for the console's requests, which wait for a long one of the console.
    private func takeGroup() -> [PendingRequest] {
        let isBusy = line.isConsoleBusy
        var requests: [PendingRequest] = []
        if !isBusy {
            requests = Array(deferred.prefix(groupMax))
            deferred.removeFirst(requests.count)
        }
        requests.reserveCapacity(min(groupMax, requests.count + held.count + batch.count - next))
        var apart = AskersApart(storage.watcher, requests)
        #if !hasFeature(Embedded)
        for pending in lockedOut.pending { _ = apart.isBehind(pending.request) }
        #endif
        var alone = 0
        #if !hasFeature(Embedded)
        alone = setHeldApart()
        #endif
        held = apart.take(held, into: &requests, max: groupMax)
        let end = min(next + groupMax - requests.count, batch.count)
        for pending in batch[next..<end] {
            #if !hasFeature(Embedded)
            if line.hasAskersApart || ExpectedWork.of(pending.request) > 0, setApart(pending) {
                alone += 1
                continue
            }
            #endif
            if pending.request.origin == .console, isBusy || !deferred.isEmpty {
                deferred.append(pending)
            } else if held.count < Self.heldMax, apart.isBehind(pending.request) {
                held.append(pending)
            } else {
                requests.append(pending)
            }
        }
        lock.locked { waiting -= requests.count + alone }
        next = end
        if next == batch.count {
            // Completions are let go at once: what they hold belongs to the client.
            batch.removeAll(keepingCapacity: batch.capacity <= groupMax)
            next = 0
        }
        #if !hasFeature(Embedded)
        AskersApart.putOthersLast(&requests)
        #endif
        return requests
    }

    #if !hasFeature(Embedded)
    /// Some of those that were held were put off, and their askers may owe much since.
    /// - Returns: how many wait for a turn of their own now.
    private func setHeldApart() -> Int {
        guard line.hasAskersApart, !held.isEmpty else { return 0 }
        let count = held.count
        held = held.filter { !setApart($0) }
        return count - held.count
    }

    /// - Returns: whether it waits for a turn of its own, or was refused one.
    private func setApart(_ pending: PendingRequest) -> Bool {
        guard line.waitsAlone(pending.request) else { return false }
        if let refused = line.add(FairLine.Entry(pending: pending)) { refuse(long: refused) }
        return true
    }
    #endif

    /// One slice of what is next in the line, which then goes to its end.
    private func slice() {
        isSlicesTurn = false
        #if hasFeature(Embedded)
        guard let entry = line.take(), let work = entry.work else { return }
        #else
        guard let entry = line.take() else { return }
        defer { line.endTurn() }
        if entry.isVanished { return end(entry) }
        guard let work = entry.work else { return begin(entry) }
        #endif
        let pending = entry.pending
        #if !hasFeature(Embedded)
        let began = storage.monotonicNanoseconds
        #endif
        let outcome = group.proceed(work, for: pending?.request)
        awaitResumption()
        #if !hasFeature(Embedded)
        charge(outcome.spent, pending, since: began)
        if outcome.isLockedOut, lockedOut.add(entry, storage.monotonicNanoseconds) { return }
        let isOver = outcome.isLockedOut || outcome.unfinished == nil
        let left = outcome.unfinished ?? work
        if isOver { line.wakeWaiting() } else { line.put(FairLine.Entry(work: left, pending: pending, isWaiting: outcome.isWaiting)) }
        #else
        let isOver = outcome.unfinished == nil
        if !isOver { line.put(entry) }
        #endif
        if isOver { pending?.completion(outcome.reply) }
        for event in outcome.events { subscribers.deliver(event) }
        if !isOver { return }
        // What came due meanwhile waits for nobody's request. Work that fails is not tried again at once.
        if pending != nil || outcome.reply.isSuccess { lookForDue() } else { rest = Self.restMillisecondsMax }
    }

    #if !hasFeature(Embedded)
    /// A request that waited for a turn of its own.
    private func begin(_ entry: FairLine.Entry) {
        guard let pending = entry.pending else { return }
        group.hasMailCarrier = subscribers.takesMails
        let began = storage.monotonicNanoseconds
        let outcomes = group.commit([pending.request])
        awaitResumption()
        for outcome in outcomes { settle(outcome, pending, since: began) }
        lookForDue()
    }

    /// Nobody waits for its answer any more, and nothing of it was kept.
    private func end(_ entry: FairLine.Entry) {
        line.wakeWaiting()
        entry.pending?.answer(ResultCode.tooManyRequests, "the connection was closed before the answer; ask again")
    }
    #endif

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

    private func refuse(long pending: PendingRequest) {
        let message = "\(EngineService.unfinishedMax) long requests are under way already; ask again later"
        #if !hasFeature(Embedded)
        if let asking = pending.request.asking {
            var reply = Reply.failure(ResultCode.tooManyRequests, "too many of your requests wait; ask again later")
            reply.retryAfterSeconds = line.debts.of(pending.request.room).retrySeconds(asking.asker)
            return pending.completion(reply)
        }
        #endif
        pending.answer(ResultCode.tooManyRequests, message)
    }

    private static func refuse(_ refused: [PendingRequest]) {
        for pending in refused {
            pending.answer(ResultCode.tooManyRequests, "\(EngineService.queueMax) requests wait already; ask again later")
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
        for entry in line.takeAll() { entry.pending?.answerStopped() }
        #if !hasFeature(Embedded)
        for pending in lockedOut.takeAll() { pending.answerStopped() }
        #endif
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
