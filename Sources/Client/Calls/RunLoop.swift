import Linux
import Synchronization

/// Where callbacks wait until the host lets them run. One for each `Client`.
///
/// Nothing of the host ever runs under a lock of ours or on the stack of the call that caused it: work is posted here, and runs
/// inside `drain` or `runUntil` on the thread that calls them, or on the library's thread when that delivery was chosen.
public final class RunLoop: @unchecked Sendable {
    /// Events and log lines that nobody collects must not fill the memory; completions are bounded by the calls that asked for them.
    static let eventsMax = 4_096
    static let logLinesMax = 1_024
    /// How often a shutdown delivers what its own deliveries caused.
    static let finalRoundsMax = 64

    private let lock = Lock()
    private let changed = Condition()
    private let clock: any Clock
    /// The instance that class functions speak for while a callback of this loop runs.
    private let instance: InstanceIdentifier

    private let waiting = Atomic<Int>(0)
    private var queue = WorkQueue()
    private var eventCount = 0
    private var logLineCount = 0
    private var deliveringThread: UInt = 0
    private var deliveryDepth = 0
    /// Grows when a shutdown gave up waiting for a callback: the delivery that the callback belongs to ends with it.
    private var abandonments: UInt64 = 0
    private var descriptor: EventDescriptor?
    private var descriptorAllowed = false
    private var libraryThread = false
    private var wakeLibraryThread: (@Sendable () -> Void)?
    private var libraryThreadIdentifier: UInt = 0

    init(clock: any Clock, instance: InstanceIdentifier) {
        self.clock = clock
        self.instance = instance
    }

    // MARK: What the library posts

    /// Queues a completion. Never refused: each was asked for by a call.
    @export(interface) public func post(_ body: @escaping () -> Void) {
        append(WorkItem(kind: .completion, run: body))
    }

    /// - Returns: false, and nothing is queued, when `eventsMax` already wait.
    func postEvent(_ body: @escaping () -> Void) -> Bool {
        append(WorkItem(kind: .event, run: body))
    }

    /// - Returns: false, and nothing is queued, when `logLinesMax` already wait.
    func postLogLine(_ body: @escaping () -> Void) -> Bool {
        append(WorkItem(kind: .logLine, run: body))
    }

    @discardableResult
    private func append(_ item: WorkItem) -> Bool {
        let wake: (@Sendable () -> Void)? = lock.locked {
            guard countIn(item.kind) else { return nil }
            queue.append(item)
            let count = waiting.wrappingAdd(1, ordering: .releasing).newValue
            if count == 1 { descriptor?.raise() }
            return libraryThread ? (wakeLibraryThread ?? noWake) : noWake
        }
        guard let wake else { return false }
        // Outside the lock: who wakes up finds it free.
        changed.broadcast()
        wake()
        return true
    }

    private func countIn(_ kind: WorkItem.Kind) -> Bool {
        switch kind {
        case .completion: break
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
                    if !changed.wait(lock, untilNanoseconds: deadline) { return true }
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
            if descriptor == nil, descriptorAllowed {
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
            deliveringThread = me
            deliveryDepth += 1
            return queue.end
        }
        guard let end = count else { return 0 }
        let delivered = runItems(before: end)
        lock.locked { leave() }
        return delivered
    }

    /// Runs what was queued before `end`. What a drain inside a callback has run already is not made up for with what came later,
    /// and after a shutdown inside a callback there is nothing left to run.
    private func runItems(before end: UInt64) -> Int32 {
        var delivered: Int32 = 0
        let outer = CurrentInstance.enter(instance)
        defer { CurrentInstance.leave(outer) }
        let known = lock.locked { abandonments }
        while let item = lock.locked({ abandonments == known ? takeFirst(before: end) : nil }) {
            // For each: the callback before may have made another instance current.
            CurrentInstance.set(instance)
            item.run()
            delivered &+= 1
        }
        return delivered
    }

    private func takeFirst(before end: UInt64) -> WorkItem? {
        guard queue.begin < end, let item = queue.popFirst() else { return nil }
        switch item.kind {
        case .completion: break
        case .event: eventCount -= 1
        case .logLine: logLineCount -= 1
        }
        if waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { descriptor?.clear() }
        return item
    }

    private func leave() {
        deliveryDepth -= 1
        if deliveryDepth == 0 {
            deliveringThread = 0
            changed.broadcast()
        }
    }

    // MARK: Life

    func open(wakeLibraryThread: @escaping @Sendable () -> Void) {
        lock.locked {
            descriptorAllowed = true
            self.wakeLibraryThread = wakeLibraryThread
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

    /// Runs, on this thread, everything that waits, and what that causes; waits for another thread's callback until the deadline.
    /// A game that calls again from every completion would never come to an end: after `finalRoundsMax` the rest waits for a drain.
    /// - Returns: false when another thread was still inside a callback at the deadline.
    func deliverEverything(untilNanoseconds deadline: Int64) -> Bool {
        let me = currentThreadIdentifier()
        let mayDeliver: Bool = lock.locked {
            while !(deliveryDepth == 0 || deliveringThread == me) {
                if !changed.wait(lock, untilNanoseconds: deadline) {
                    abandonments &+= 1
                    return false
                }
            }
            deliveringThread = me
            deliveryDepth += 1
            return true
        }
        if !mayDeliver { return false }
        for _ in 0..<RunLoop.finalRoundsMax {
            if runItems(before: lock.locked { queue.end }) == 0 || clock.monotonicNanoseconds() > deadline { break }
        }
        lock.locked { leave() }
        return true
    }

    func close() {
        lock.locked {
            descriptorAllowed = false
            descriptor = nil
            libraryThread = false
        }
    }
}

private let noWake: @Sendable () -> Void = {}

struct WorkItem {
    enum Kind { case completion, event, logLine }
    let kind: Kind
    let run: () -> Void
}

/// A first-in-first-out queue that reuses its storage.
struct WorkQueue {
    private var items: [WorkItem?] = []
    private var head = 0
    /// How many items were taken ever: the place of the first one in the order of all.
    private(set) var begin: UInt64 = 0

    /// The place behind the last one.
    var end: UInt64 { begin &+ UInt64(items.count - head) }

    mutating func append(_ item: WorkItem) { items.append(item) }

    mutating func popFirst() -> WorkItem? {
        guard head < items.count else { return nil }
        let item = items[head]
        items[head] = nil
        head += 1
        begin &+= 1
        if head == items.count {
            items.removeAll(keepingCapacity: items.capacity <= 1_024)
            head = 0
        } else if head >= 1_024, head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
        return item
    }
}
