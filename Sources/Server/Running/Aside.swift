import Linux

/// A thread for what would keep the loop from everybody else: reading and writing long JSON; another for homes of apps, which may be
/// somewhere that does not answer; another for people's passwords.
final class Aside: @unchecked Sendable {
    private let lock = Lock()
    private let wake = ConditionVariable()
    /// Guarded by the lock.
    private var work: [() -> Void] = []
    /// Likewise: done when nothing else waits.
    private var slowWork: [() -> Void] = []
    private var isEnding = false
    private var thread: Thread?
    private let name: StaticString

    /// Bodies from so many bytes on are read here.
    static let bytesMin = 64 << 10

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

    /// - Parameter most: the longest the queue may be with this work in it; nil: the caller limits it.
    /// - Returns: false when as many wait, or the end has come.
    @discardableResult
    func run(isSlow: Bool = false, most: Int? = nil, _ body: @escaping () -> Void) -> Bool {
        let isTaken: Bool = lock.locked {
            if let most, isEnding || (isSlow ? slowWork : work).count >= most { return false }
            if isSlow { slowWork.append(body) } else { work.append(body) }
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
            while work.isEmpty, slowWork.isEmpty {
                if isEnding { return nil }
                wake.wait(lock)
            }
            return work.isEmpty ? slowWork.removeFirst() : work.removeFirst()
        }
    }
}
