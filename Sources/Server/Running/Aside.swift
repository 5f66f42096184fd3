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

    /// - Parameter now: on the monotonic clock; without it all askers have had as much of the thread.
    init(_ name: StaticString, now: @escaping () -> Int64 = { 0 }) {
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
