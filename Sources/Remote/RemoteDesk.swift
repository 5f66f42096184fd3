import Linux
import Messages

/// The thread on which clients hear replies and events and do what may wait for a disk: one thing after the other.
final class RemoteDesk: @unchecked Sendable {
    private enum Phase { case idle, running, ended }

    let subscribers = RemoteSubscribers()
    private let folder: ClientFolder
    private let lock = Lock()
    private let wake = ConditionVariable()
    private let ended = ConditionVariable()
    // Guarded by the lock.
    private var phase = Phase.idle
    private var thread: Thread?
    private var isThreadTaken = false
    private var isStopping = false
    private var jobs: [@Sendable () -> Void] = []
    private var onEnd: (@Sendable () -> Void)?

    /// - Parameter folder: closed when the thread ends.
    init(closing folder: ClientFolder) { self.folder = folder }

    func start() -> Bool {
        lock.locked {
            guard phase == .idle else { return phase == .running }
            thread = Thread.start(name: "gamebase-svc") { [self] in run() }
            phase = thread == nil ? .ended : .running
            return thread != nil
        }
    }

    var isCurrentThread: Bool { lock.locked { phase == .running && thread?.isCurrent ?? false } }

    func perform(_ job: @escaping @Sendable () -> Void) {
        let isQueued = lock.locked {
            guard phase != .ended else { return false }
            jobs.append(job)
            return true
        }
        if isQueued { wake.signal() } else { Self.aside(job) }
    }

    /// On a thread of its own, because the desk's has ended and the caller's must not be used.
    private static func aside(_ job: @escaping @Sendable () -> Void) {
        // Without any thread a late answer is impossible, and no answer would be worse than an early one.
        guard let thread = Thread.start(name: "gamebase-svc", job) else { return job() }
        thread.detach()
    }

    /// What is there is done first.
    /// - Returns: false when the thread still ran at the deadline, or is the caller; it then ends alone.
    func stop(untilNanoseconds deadline: Int64) -> Bool {
        beginStopping()
        if isCurrentThread {
            takeThread()?.detach()
            return false
        }
        let hasEnded = lock.locked {
            while phase == .running {
                guard ended.wait(lock, untilNanoseconds: deadline) else { break }
            }
            return phase != .running
        }
        let thread = takeThread()
        // All that is left of a thread that has ended is its return.
        if hasEnded { thread?.join() } else { thread?.detach() }
        return hasEnded
    }

    func abandon() {
        beginStopping()
        takeThread()?.detach()
    }

    func abandon(then onEnd: @escaping @Sendable () -> Void) {
        let isRunning = lock.locked {
            guard phase == .running else { return false }
            self.onEnd = onEnd
            return true
        }
        abandon()
        if !isRunning { onEnd() }
    }

    private func beginStopping() {
        lock.locked {
            isStopping = true
            if phase == .idle { phase = .ended }
            wake.signal()
        }
    }

    /// The right to join or detach, for one caller.
    private func takeThread() -> Thread? {
        lock.locked {
            defer { isThreadTaken = true }
            return isThreadTaken ? nil : thread
        }
    }

    private func run() {
        work(isLast: false)
        // Not under the lock, which a game's frame takes: it is file work. What comes meanwhile is done behind it.
        folder.close()
        work(isLast: true)
        let onEnd = lock.locked {
            defer { self.onEnd = nil }
            return self.onEnd
        }
        onEnd?()
    }

    /// Until nothing is left and nothing more is to come.
    /// - Parameter isLast: what comes afterwards has no desk any more.
    private func work(isLast: Bool) {
        while let jobs = next(isLast) { for job in jobs { job() } }
    }

    private func next(_ isLast: Bool) -> [@Sendable () -> Void]? {
        lock.locked {
            while jobs.isEmpty {
                if isStopping {
                    if isLast {
                        phase = .ended
                        ended.broadcast()
                    }
                    return nil
                }
                wake.wait(lock)
            }
            defer { jobs = [] }
            return jobs
        }
    }
}
