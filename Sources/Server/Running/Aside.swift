import Linux

/// A thread for what would keep the loop from everybody else: reading and writing long JSON.
final class Aside: @unchecked Sendable {
    private let lock = Lock()
    private let wake = Condition()
    /// Guarded by the lock.
    private var work: [() -> Void] = []
    private var isEnding = false
    private var thread: Thread?

    /// Bodies from so many bytes on are read here.
    static let bytesMin = 64 << 10

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool {
        thread = Thread.start(name: "gamebased-aside") { [self] in run() }
        return thread != nil
    }

    func run(_ body: @escaping () -> Void) {
        lock.locked { work.append(body) }
        wake.signal()
    }

    func end() {
        lock.locked { isEnding = true }
        wake.signal()
        thread?.join()
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
