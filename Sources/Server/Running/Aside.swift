import Linux

/// A thread for what would keep the loop from everybody else: reading and writing long JSON; another for homes of apps, which may be
/// somewhere that does not answer.
final class Aside: @unchecked Sendable {
    private let lock = Lock()
    private let wake = Condition()
    /// Guarded by the lock.
    private var work: [() -> Void] = []
    private var isEnding = false
    private var thread: Thread?
    private let name: StaticString

    /// Bodies from so many bytes on are read here.
    static let bytesMin = 64 << 10

    init(_ name: StaticString) { self.name = name }

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool {
        thread = Thread.start(name: name) { [self] in run() }
        return thread != nil
    }

    func run(_ body: @escaping () -> Void) {
        lock.locked { work.append(body) }
        wake.signal()
    }

    /// - Parameter deadline: on the system's monotonic clock. Who still works then ends alone.
    func end(untilNanoseconds deadline: Int64) {
        lock.locked { isEnding = true }
        wake.signal()
        if let thread, !thread.join(untilNanoseconds: deadline) { thread.detach() }
        thread = nil
    }

    private func run() {
        while true {
            let bodies: [() -> Void]? = lock.locked {
                while work.isEmpty {
                    if isEnding { return nil }
                    wake.wait(lock)
                }
                defer { work = [] }
                return work
            }
            guard let bodies else { return }
            for body in bodies { body() }
        }
    }
}
