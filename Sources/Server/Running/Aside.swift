import Linux

/// A thread for what would keep the loop from everybody else: reading and writing long JSON; another for homes of apps, which may be
/// somewhere that does not answer; another for people's passwords. Of one pace the work goes first of the asker that has had least of the
/// thread of late; otherwise one address that sends long bodies would keep every other player's find and save behind all of them.
final class Aside: @unchecked Sendable {
    private let lock = Lock()
    private let wake = ConditionVariable()
    /// What waits, by its pace. Guarded by the lock.
    private var waiting = [AskersLine](repeating: AskersLine(), count: Pace.allCases.count)
    private var times = AskerTimes()
    private var isEnding = false
    private var thread: Thread?
    private let name: StaticString
    private let now: () -> Int64

    /// Bodies from so many bytes on are read here: one that is as dear as can be takes half a millisecond then.
    static let bytesMin = 8 << 10

    /// Work of a later pace is done when none of an earlier one waits. Each has a queue of its own, so that none fills another's.
    enum Pace: Int, CaseIterable {
        case quick
        /// Takes a while, for somebody who has proven something before.
        case slow
        /// Takes a while, for anybody.
        case last
    }

    init(_ name: StaticString, now: @escaping () -> Int64 = { SystemClock().monotonicNanoseconds() }) {
        self.name = name
        self.now = now
    }

    /// - Parameter atEnd: runs on the thread, behind all work.
    /// - Returns: false when the system has no thread to give.
    func start(atEnd: @escaping @Sendable () -> Void = {}) -> Bool {
        thread = Thread.start(name: name) { [self] in
            while let work = next() {
                let began = now()
                work.body()
                lock.locked { times.charge(work.asker, now() &- began, now()) }
            }
            atEnd()
        }
        return thread != nil
    }

    /// - Parameters:
    ///   - most: the longest the queue of the pace may be with this work in it; nil: the caller limits it.
    ///   - asker: a player or an address network; 0: the operator, and the server itself.
    /// - Returns: false when as many wait, or the end has come.
    @discardableResult
    func run(at pace: Pace = .quick, most: Int? = nil, by asker: UInt64 = 0, _ body: @escaping () -> Void) -> Bool {
        let isTaken: Bool = lock.locked {
            if let most, isEnding || waiting[pace.rawValue].count >= most { return false }
            waiting[pace.rawValue].append(body, of: asker)
            return true
        }
        if isTaken { wake.signal() }
        return isTaken
    }

    /// - Parameter deadline: on the system's monotonic clock. Who still works then ends alone.
    func end(untilNanoseconds deadline: Int64) {
        lock.locked { isEnding = true }
        wake.signal()
        if let thread, !thread.join(untilNanoseconds: deadline) { thread.detach() }
        thread = nil
    }

    private func next() -> AskersLine.Work? {
        lock.locked {
            while true {
                if let pace = waiting.firstIndex(where: { $0.count > 0 }) { return waiting[pace].take(times, now()) }
                if isEnding { return nil }
                wake.wait(lock)
            }
        }
    }
}

/// Work that waits, in a queue for each asker.
private struct AskersLine {
    struct Work {
        let asker: UInt64
        let body: () -> Void
        /// How many came before it.
        fileprivate let place: UInt64
    }

    private var queues: [UInt64: Queue] = [:]
    private var places: UInt64 = 0
    private(set) var count = 0

    /// What is taken out leaves its place until half of all are empty: so none costs a move of all behind it.
    private struct Queue {
        private var works: [Work?] = []
        private var begin = 0

        var first: Work? { begin < works.count ? works[begin] : nil }
        mutating func append(_ work: Work) { works.append(work) }

        mutating func removeFirst() {
            works[begin] = nil
            begin += 1
            if begin * 2 > works.count {
                works.removeFirst(begin)
                begin = 0
            }
        }
    }

    mutating func append(_ body: @escaping () -> Void, of asker: UInt64) {
        queues[asker, default: Queue()].append(Work(asker: asker, body: body, place: places))
        places &+= 1
        count += 1
    }

    /// Of askers who have had as much, the work that has waited longest.
    mutating func take(_ times: AskerTimes, _ now: Int64) -> Work? {
        var least: (had: Int64, work: Work)?
        for (asker, queue) in queues {
            guard let work = queue.first else { continue }
            let had = times.had(asker, now)
            if let known = least, (known.had, known.work.place) <= (had, work.place) { continue }
            least = (had, work)
        }
        guard let work = least?.work else { return nil }
        queues[work.asker]?.removeFirst()
        if queues[work.asker]?.first == nil { queues[work.asker] = nil }
        count -= 1
        return work
    }
}

/// How long the thread has worked for each asker of late.
private struct AskerTimes {
    private struct Had {
        var nanoseconds: Int64
        var date: Int64
    }

    private var askers: [UInt64: Had] = [:]

    /// Of the time that passes so much is forgotten of each: a fifth of the thread costs an asker nothing.
    static let forgottenPart: Int64 = 5
    /// No more is kept, so that who stops waits no longer behind others than ten seconds.
    static let nanosecondsMax: Int64 = 2_000_000_000
    static let countMax = 4_096

    func had(_ asker: UInt64, _ now: Int64) -> Int64 { askers[asker].map { Self.rest($0, now) } ?? 0 }

    mutating func charge(_ asker: UInt64, _ nanoseconds: Int64, _ now: Int64) {
        if askers.count >= Self.countMax, askers[asker] == nil {
            askers = askers.filter { Self.rest($0.value, now) > 0 }
            if askers.count >= Self.countMax { askers = [:] }
        }
        askers[asker] = Had(nanoseconds: min(had(asker, now) + max(0, nanoseconds), Self.nanosecondsMax), date: now)
    }

    private static func rest(_ had: Had, _ now: Int64) -> Int64 { max(0, had.nanoseconds - max(0, now &- had.date) / forgottenPart) }
}
