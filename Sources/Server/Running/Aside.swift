import Linux

/// A thread for what would keep the loop from everybody else: reading and writing long JSON; another for homes of apps, which may be
/// somewhere that does not answer; another for people's passwords.
final class Aside: @unchecked Sendable {
    private let lock = Lock()
    private let wake = ConditionVariable()
    /// What waits, by its pace. Guarded by the lock.
    private var waiting = [[() -> Void]](repeating: [], count: Pace.allCases.count)
    private var isEnding = false
    private var thread: Thread?
    private let name: StaticString

    /// Bodies from so many bytes on are read here.
    static let bytesMin = 64 << 10

    /// Work of a later pace is done when none of an earlier one waits. Each has a queue of its own, so that none fills another's.
    enum Pace: Int, CaseIterable {
        case quick
        /// Takes a while, for somebody who has proven something before.
        case slow
        /// Takes a while, for anybody.
        case last
    }

    init(_ name: StaticString) { self.name = name }

    /// - Parameter atEnd: runs on the thread, behind all work.
    /// - Returns: false when the system has no thread to give.
    func start(atEnd: @escaping @Sendable () -> Void = {}) -> Bool {
        thread = Thread.start(name: name) { [self] in
            while let work = next() { work() }
            atEnd()
        }
        return thread != nil
    }

    /// - Parameter most: the longest the queue of the pace may be with this work in it; nil: the caller limits it.
    /// - Returns: false when as many wait, or the end has come.
    @discardableResult
    func run(at pace: Pace = .quick, most: Int? = nil, _ body: @escaping () -> Void) -> Bool {
        let isTaken: Bool = lock.locked {
            if let most, isEnding || waiting[pace.rawValue].count >= most { return false }
            waiting[pace.rawValue].append(body)
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

    private func next() -> (() -> Void)? {
        lock.locked {
            while true {
                if let pace = waiting.firstIndex(where: { !$0.isEmpty }) { return waiting[pace].removeFirst() }
                if isEnding { return nil }
                wake.wait(lock)
            }
        }
    }
}
