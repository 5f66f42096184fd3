import Libcurl
import Linux
import PushRules

/// Fetches media. A process that asks for none has no thread for it, and libcurl is not loaded. Whoever makes one ends it with `shutdown`:
/// its thread keeps it otherwise.
public final class MediaFetcher: @unchecked Sendable {
    private let facts: MediaFacts
    private let clock: any Clock
    private let random: any RandomSource
    private let pace: MediaPace
    private let epoch = ProcessEpoch.current
    private let lock = Lock()
    // Guarded by the lock.
    private var queue = MediaQueue()
    private var thread: Thread?
    private var wake: EventDescriptor?
    private var isEnded = false

    @export(interface) public init(_ facts: MediaFacts, clock: any Clock, random: any RandomSource, pace: MediaPace = MediaPace()) {
        self.facts = facts
        self.clock = clock
        self.random = random
        self.pace = pace
    }

    /// Why nothing can be fetched with `MediaFailure.noLibrary`.
    @export(interface) public static var lack: String { Curl.lack }

    /// Asks for what is at the address. `answer` comes once, on the thread of the media, in the time that the pace allows.
    /// - Parameter interest: when it is lost, `review` ends the transfer.
    /// - Returns: false when it cannot be taken: the fetcher has ended, is the parent's, or there is no thread. Nothing is answered then.
    @export(interface) public func fetch(
        _ address: String, _ rules: MediaRules, _ interest: MediaInterest? = nil, answer: @escaping @Sendable (MediaAnswer) -> Void
    ) -> Bool {
        // The thread is the parent's: in a forked child nobody would take the question.
        guard epoch == ProcessEpoch.current else { return false }
        let milliseconds = min(rules.totalMilliseconds ?? pace.totalMilliseconds, MediaPace.totalMillisecondsMax)
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: milliseconds)
        let request = MediaRequest(address, rules, untilNanoseconds: deadline, interest, answer)
        let waker: EventDescriptor? = lock.locked {
            guard !isEnded, start() else { return nil }
            queue.add(request)
            return wake
        }
        waker?.raise()
        return waker != nil
    }

    /// Somebody lost interest.
    @export(interface) public func review() {
        guard epoch == ProcessEpoch.current else { return }
        lock.locked { wake }?.raise()
    }

    /// At the first use. The lock is held.
    private func start() -> Bool {
        if thread != nil { return true }
        guard let made = EventDescriptor.open() else { return false }
        wake = made
        ThreadsAtFork.begin()
        thread = Thread.start(name: "gamebase-media") { [self] in run(made) }
        if thread == nil {
            ThreadsAtFork.end()
            wake = nil
        }
        return thread != nil
    }

    private func run(_ wake: EventDescriptor) {
        let loop = MediaLoop(facts, clock, random, pace)
        while true {
            wake.clear()
            let (refused, isEnding) = lock.locked { (queue.takeRefused(now: clock.monotonicNanoseconds()), isEnded) }
            for (request, why) in refused { request.answer(.failure(why)) }
            if isEnding { break }
            while loop.room > 0, let next = lock.locked({ queue.takeNext(loop.isUnderWay) }) { loop.begin(next) }
            loop.turn(wake, until: lock.locked { queue.due })
        }
        loop.end()
        answerAll()
        ThreadsAtFork.end()
    }

    private func answerAll() {
        for request in lock.locked({ queue.takeAll() }) { request.answer(.failure(.stopped)) }
    }

    /// Ends the thread. What is open is answered that there is none.
    /// - Returns: false when the thread did not end until then, or this is that thread: it ends alone, and what was open is answered here.
    @export(interface) public func shutdown(untilNanoseconds deadline: Int64) -> Bool {
        guard epoch == ProcessEpoch.current else { return false }
        let (thread, wake) = lock.locked {
            isEnded = true
            defer { self.thread = nil }
            return (self.thread, self.wake)
        }
        guard let thread else { return true }
        wake?.raise()
        if !thread.isCurrent, thread.join(untilNanoseconds: deadline) { return true }
        answerAll()
        thread.detach()
        return false
    }
}

/// What the owner hands in.
public struct MediaFacts: Sendable {
    /// Made when it is missing, the owner's alone. Nothing but media is kept in it.
    public var cacheFolder: String
    /// Tried one after the other.
    public var libraryNames: [String]
    /// What an address of the network is; tests have one machine only.
    var host: @Sendable ([UInt8]) -> MediaHost = { MediaHost.of(address: $0) }

    @export(interface) public init(cacheFolder: String) {
        self.cacheFolder = cacheFolder
        libraryNames = Curl.libraryNames
    }
}

/// What was asked and is not answered.
struct MediaQueue {
    private var waiting: [MediaRequest] = []
    /// Out of the line, and not told yet.
    private var refused: [(MediaRequest, MediaFailure)] = []
    private var underWay: [MediaRequest] = []

    mutating func add(_ request: MediaRequest) {
        waiting.append(request)
        if waiting.count > MediaLimit.waitingMax { refused.append((waiting.removeFirst(), .queueFull)) }
    }

    /// Those to be told that there is none.
    mutating func takeRefused(now: Int64) -> [(MediaRequest, MediaFailure)] {
        for request in waiting where request.isOver { refused.append((request, .stopped)) }
        waiting.removeAll { $0.isOver }
        for request in waiting where request.deadline <= now { refused.append((request, .timedOut)) }
        waiting.removeAll { $0.deadline <= now }
        defer { refused = [] }
        return refused
    }

    /// The oldest that may begin: one whose address is being fetched waits for what comes of that.
    mutating func takeNext(_ isFetched: (String) -> Bool) -> MediaRequest? {
        underWay.removeAll { $0.isOver }
        guard let place = waiting.firstIndex(where: { !isFetched($0.address) }) else { return nil }
        let request = waiting.remove(at: place)
        underWay.append(request)
        return request
    }

    /// When the first of those that wait has waited too long.
    var due: Int64 { waiting.reduce(Int64.max) { min($0, $1.deadline) } }

    mutating func takeAll() -> [MediaRequest] {
        defer { self = MediaQueue() }
        return refused.map { $0.0 } + underWay + waiting
    }
}
