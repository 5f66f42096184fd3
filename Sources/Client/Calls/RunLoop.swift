import Linux
import Synchronization

/// Where callbacks wait until the host lets them run. One for each `Client`.
///
/// Nothing of the host ever runs under a lock of ours or on the stack of the call that caused it: work is posted here, and runs
/// inside `drain` or `runUntil` on the thread that calls them, or on the library's thread when that delivery was chosen.
///
/// Who delivers what is owed: as long as its client lives, this loop; after that its heir, the loop of the default instance. So there
/// is always one that does, and never two.
public final class RunLoop: @unchecked Sendable {
    /// Events and log lines that nobody collects must not fill the memory; completions are bounded by the calls that asked for them.
    static let eventsMax = 4_096
    static let logLinesMax = 1_024
    /// How often a shutdown delivers what its own deliveries caused.
    static let finalRoundsMax = 1_024
    /// Errors of refusals that wait, to be shared by those that say the same.
    private static let refusalsSharedMax = 8

    let lock = Lock()
    let changed = ConditionVariable()
    let clock: any Clock
    /// Of calls, and of what the host was asked.
    let waits: WaitClock
    /// The instance that class functions speak for while a callback of this loop runs.
    let instance: InstanceIdentifier
    private let epoch = ProcessEpoch.current

    /// Completions that were promised and are not queued yet: of open calls, and of calls that somebody is about to complete.
    private let owed = Atomic<Int>(0)
    private let waiting = Atomic<Int>(0)
    // Guarded by the lock.
    private var queue = WorkQueue()
    private var eventCount = 0
    private var questionCount = 0
    private var logLineCount = 0
    private var refusals: [GamebaseError] = []
    private var deliveringThread: UInt = 0
    private var deliveryDepth = 0
    private var deliveryAround: UnsafeMutableRawPointer?
    /// Grows when a shutdown gave up waiting for a callback: the delivery that the callback belongs to ends with it.
    private var abandonments: UInt64 = 0
    private var descriptor: EventDescriptor?
    private var isOpen = false
    private var libraryThread = false
    private var wakeLibraryThread: (@Sendable () -> Void)?
    private var libraryThreadIdentifier: UInt = 0
    private var onThreadEnded: (@Sendable () -> Void)?
    /// Who delivers when the client is gone.
    private var heir: RunLoop?

    init(clock: any Clock, instance: InstanceIdentifier) {
        self.clock = clock
        waits = WaitClock(clock)
        self.instance = instance
    }

    deinit {
        // One by one: to let go of a long chain of blocks at once would take as deep a stack.
        while queue.popFirst() != nil {}
    }

    // MARK: What the library posts

    /// Queues a callback that is owed to the host. Never refused.
    @export(interface) public func post(_ body: @escaping () -> Void) {
        append(WorkItem(kind: .completion, work: .run(body)))
    }

    /// Queues a question to the host. Never refused; until the host is called, the clock of calls stands still.
    func ask(_ body: @escaping () -> Void) {
        append(WorkItem(kind: .question, work: .run(body)))
    }

    /// A completion was promised. `complete` follows, or `owesNoLonger`; a shutdown waits for it.
    func owe() { owed.wrappingAdd(1, ordering: .relaxed) }

    /// Queues a completion that was promised with `owe`.
    func complete(_ body: @escaping () -> Void) {
        append(WorkItem(kind: .completion, work: .run(body)), wasOwed: true)
    }

    func complete(refusing deliver: @escaping (GamebaseError) -> Void, _ error: GamebaseError) {
        append(WorkItem(kind: .completion, work: .refuse(deliver, shared(error))), wasOwed: true)
    }

    /// What was promised is queued, or somebody else's to complete.
    func owesNoLonger() {
        lock.locked {
            owed.wrappingSubtract(1, ordering: .relaxed)
            changed.broadcast()
        }
    }

    /// Queues a completion that was promised to nobody before: the call has not begun.
    func refuse(_ deliver: @escaping (GamebaseError) -> Void, _ error: GamebaseError) {
        append(WorkItem(kind: .completion, work: .refuse(deliver, shared(error))))
    }

    /// - Returns: false, and nothing is queued, when `eventsMax` already wait.
    func postEvent(_ body: @escaping () -> Void) -> Bool {
        append(WorkItem(kind: .event, work: .run(body)))
    }

    /// - Returns: false, and nothing is queued, when `logLinesMax` already wait.
    func postLogLine(_ body: @escaping () -> Void) -> Bool {
        append(WorkItem(kind: .logLine, work: .run(body)))
    }

    /// A game that calls in vain again and again, and never drains, has one error for all those calls.
    private func shared(_ error: GamebaseError) -> GamebaseError {
        lock.locked {
            for known in refusals where known === error || known.saysTheSame(as: error) { return known }
            if refusals.count < RunLoop.refusalsSharedMax { refusals.append(error) }
            return error
        }
    }

    @discardableResult
    private func append(_ item: WorkItem, wasOwed: Bool = false) -> Bool {
        // In a struct: a function that comes out of a generic one is wrapped in another, with memory of its own.
        let queued: Queued? = lock.locked {
            // Both under one lock: a shutdown that sees nothing owed sees what was queued instead.
            if wasOwed { owed.wrappingSubtract(1, ordering: .relaxed) }
            if let heir, deliveryDepth == 0 {
                if item.isOwed { heir.append(item) }
                return Queued(wake: nil)
            }
            guard countIn(item.kind) else { return nil }
            queue.append(item)
            let count = waiting.wrappingAdd(1, ordering: .releasing).newValue
            if count == 1 { descriptor?.raise() }
            return Queued(wake: libraryThread ? wakeLibraryThread : nil)
        }
        guard let queued else { return false }
        // Outside the lock: who wakes up finds it free.
        changed.broadcast()
        queued.wake?()
        return true
    }

    private struct Queued {
        let wake: (@Sendable () -> Void)?
    }

    private func countIn(_ kind: WorkItem.Kind) -> Bool {
        switch kind {
        case .completion: break
        case .question:
            questionCount += 1
            if questionCount == 1 { waits.stand() }
        case .event:
            guard eventCount < RunLoop.eventsMax else { return false }
            eventCount += 1
        case .logLine:
            guard logLineCount < RunLoop.logLinesMax else { return false }
            logLineCount += 1
        }
        return true
    }

    // MARK: What the host calls

    /// True when nothing waits. One atomic load.
    public var isIdle: Bool {
        @inline(__always) get { waiting.load(ordering: .acquiring) == 0 }
    }

    /// Runs what waits now. What a callback posts waits for the next call. One atomic load when nothing waits.
    /// - Returns: how many callbacks ran; 0 while another thread is delivering, or when a library thread was chosen.
    @export(interface) public func drain() -> Int32 {
        if isIdle { return 0 }
        return deliver(onLibraryThread: false)
    }

    /// Like `drain`, but sleeps for at most `timeoutMilliseconds` until something arrives.
    @export(interface) public func runUntil(timeoutMilliseconds: Int64) -> Int32 {
        let delivered = drain()
        if delivered > 0 || timeoutMilliseconds <= 0 { return delivered }
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: timeoutMilliseconds)
        let me = currentThreadIdentifier()
        while true {
            let expired: Bool = lock.locked {
                while !(waiting.load(ordering: .relaxed) > 0 && mayDeliver(me)) {
                    // Nothing will come here any more.
                    if heir != nil || !changed.wait(lock, untilNanoseconds: deadline) { return true }
                }
                return false
            }
            let delivered = drain()
            if delivered > 0 || expired { return delivered }
        }
    }

    /// Readable while a callback waits; -1 when the client does not run. Closed by shutdown.
    @export(interface) public var fileDescriptor: Int32 {
        lock.locked {
            if descriptor == nil, isOpen {
                descriptor = EventDescriptor.open()
                if waiting.load(ordering: .relaxed) > 0 { descriptor?.raise() }
            }
            return descriptor?.descriptor ?? -1
        }
    }

    /// Chooses who delivers. Takes effect with the next callback.
    @export(interface) public func setDelivery(libraryThread chosen: Bool) {
        let wake = lock.locked { () -> (@Sendable () -> Void)? in
            libraryThread = chosen
            changed.broadcast()
            return chosen ? wakeLibraryThread : nil
        }
        wake?()
    }

    @export(interface) public var deliversOnLibraryThread: Bool { lock.locked { libraryThread } }

    /// True while the calling thread runs a callback of this loop.
    var isDeliveringHere: Bool { lock.locked { deliveryDepth > 0 && deliveringThread == currentThreadIdentifier() } }

    // MARK: Delivery

    /// The library's thread calls this when it was woken.
    func deliverOnLibraryThread() {
        _ = deliver(onLibraryThread: true)
    }

    private func mayDeliver(_ thread: UInt) -> Bool {
        if libraryThread, libraryThreadIdentifier != thread, wakeLibraryThread != nil { return false }
        return deliveryDepth == 0 || deliveringThread == thread
    }

    private func deliver(onLibraryThread: Bool) -> Int32 {
        let me = currentThreadIdentifier()
        let count: UInt64? = lock.locked {
            if onLibraryThread && !libraryThread { return nil }
            guard mayDeliver(me) else { return nil }
            enter(me)
            return queue.end
        }
        guard let end = count else { return 0 }
        let delivered = runItems(before: end, untilNanoseconds: Int64.max)
        leave()
        return delivered
    }

    /// With the lock held, by a thread that may deliver.
    private func enter(_ thread: UInt) {
        deliveryDepth += 1
        if deliveryDepth > 1 { return }
        deliveringThread = thread
        deliveryAround = DeliveringThread.enter(self)
    }

    private func leave() {
        let (passedOn, wake) = lock.locked { () -> ([WorkItem], (@Sendable () -> Void)?) in
            if deliveryDepth > 1 {
                deliveryDepth -= 1
                return ([], nil)
            }
            DeliveringThread.leave(self, around: deliveryAround)
            return deliveryEnded()
        }
        _ = passedOn
        wake?()
    }

    /// The thread that delivered has ended inside a callback. Called on it, while it ends.
    /// - Returns: the loop around the callback.
    func deliveringThreadEnded() -> UnsafeMutableRawPointer? {
        // In a forked child the loop is the parent's, and its lock may be held by a thread that is not here.
        if epoch != ProcessEpoch.current { return deliveryAround }
        let around = lock.locked { deliveryAround }
        let (passedOn, wake) = lock.locked { deliveryEnded() }
        _ = passedOn
        wake?()
        lock.locked { onThreadEnded }?()
        return around
    }

    /// With the lock held.
    /// - Returns: what is to be let go of and to be called without it.
    private func deliveryEnded() -> ([WorkItem], (@Sendable () -> Void)?) {
        deliveryDepth = 0
        deliveringThread = 0
        deliveryAround = nil
        changed.broadcast()
        // The library's thread may have been chosen, and turned away, while this one delivered.
        return (passOn(), libraryThread && !queue.isEmpty ? wakeLibraryThread : nil)
    }

    /// Runs what was queued before `end`. What a drain inside a callback has run already is not made up for with what came later,
    /// and after a shutdown inside a callback there is nothing left to run.
    private func runItems(before end: UInt64, untilNanoseconds deadline: Int64) -> Int32 {
        var delivered: Int32 = 0
        let outer = CurrentInstance.enter(instance)
        defer { CurrentInstance.leave(outer) }
        let known = lock.locked { abandonments }
        while let item = lock.locked({ abandonments == known ? takeFirst(before: end) : nil }) {
            // For each: the callback before may have made another instance current.
            CurrentInstance.set(instance)
            item.run()
            delivered &+= 1
            if deadline < Int64.max, clock.monotonicNanoseconds() > deadline { break }
        }
        return delivered
    }

    private func takeFirst(before end: UInt64) -> WorkItem? {
        guard queue.begin < end, let item = queue.popFirst() else { return nil }
        switch item.kind {
        case .completion: break
        case .question:
            questionCount -= 1
            if questionCount == 0 { waits.goOn() }
        case .event: eventCount -= 1
        case .logLine: logLineCount -= 1
        }
        if waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            descriptor?.clear()
            if !refusals.isEmpty { refusals = [] }
        }
        return item
    }

    // MARK: Life

    /// - Parameter onThreadEnded: called when a thread has ended inside a callback.
    func open(wakeLibraryThread: @escaping @Sendable () -> Void, onThreadEnded: @escaping @Sendable () -> Void = {}) {
        lock.locked {
            isOpen = true
            self.wakeLibraryThread = wakeLibraryThread
            self.onThreadEnded = onThreadEnded
            changed.broadcast()
        }
    }

    func libraryThreadStarted() { lock.locked { libraryThreadIdentifier = currentThreadIdentifier() } }

    /// From here on callbacks run where the shutdown runs; the library's thread is gone or going.
    func closeLibraryThread() {
        lock.locked {
            wakeLibraryThread = nil
            libraryThreadIdentifier = 0
            changed.broadcast()
        }
    }

    /// Runs, on this thread, everything that is owed, and what that causes; waits for another thread's callback, and for who is about to
    /// complete a call. A game that calls again from every completion would never come to an end: after `finalRoundsMax` the rest waits
    /// for a drain, as it does when the deadline has passed.
    /// - Parameter endCalls: fails what is still open; called again after each round.
    /// - Parameter atEnd: called while nobody else can deliver. Not called when this thread could not.
    /// - Returns: true when nothing is owed any more.
    func deliverEverything(untilNanoseconds deadline: Int64, endCalls: () -> Void, atEnd: () -> Void) -> Bool {
        let me = currentThreadIdentifier()
        let (mayDeliver, wasOpen): (Bool, Bool) = lock.locked {
            while !(deliveryDepth == 0 || deliveringThread == me) {
                if !changed.wait(lock, untilNanoseconds: deadline) {
                    abandonments &+= 1
                    return (false, isOpen)
                }
            }
            enter(me)
            return (true, isOpen)
        }
        if !mayDeliver { return false }
        var isQuiet = false
        for _ in 0..<RunLoop.finalRoundsMax {
            endCalls()
            let delivered = runItems(before: lock.locked { queue.end }, untilNanoseconds: deadline)
            if delivered == 0 { isQuiet = awaitQuiet(untilNanoseconds: deadline, wasOpen: wasOpen) }
            if isQuiet || clock.monotonicNanoseconds() > deadline || lock.locked({ isOpen != wasOpen }) { break }
        }
        atEnd()
        leave()
        return isQuiet
    }

    /// - Returns: whether nothing is owed; false at the deadline, when something was queued, and when another thread opened the loop.
    private func awaitQuiet(untilNanoseconds deadline: Int64, wasOpen: Bool) -> Bool {
        lock.locked {
            while queue.isEmpty, owed.load(ordering: .relaxed) > 0, isOpen == wasOpen {
                if !changed.wait(lock, untilNanoseconds: deadline) { break }
            }
            // What an heir has of this loop is still owed.
            return queue.isEmpty && owed.load(ordering: .relaxed) == 0 && heir == nil
        }
    }

    func close() {
        let ended = lock.locked { () -> (@Sendable () -> Void)? in
            isOpen = false
            descriptor = nil
            libraryThread = false
            defer { onThreadEnded = nil }
            return onThreadEnded
        }
        _ = ended
    }

    /// The client is gone: from now on `heir` delivers what is owed, once a callback that still runs here has returned.
    func retire(to heir: RunLoop) {
        let passedOn = lock.locked {
            self.heir = heir
            changed.broadcast()
            return deliveryDepth == 0 ? passOn() : []
        }
        _ = passedOn
    }

    /// With the lock held, while nobody delivers. Events and log lines end with the client.
    /// - Returns: what is to be let go of without the lock.
    private func passOn() -> [WorkItem] {
        var passedOn: [WorkItem] = []
        guard let heir else { return passedOn }
        while let item = takeFirst(before: queue.end) {
            if item.isOwed { heir.append(item) }
            passedOn.append(item)
        }
        return passedOn
    }
}
