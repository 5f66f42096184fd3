import Linux
import Service

/// The service a client talks to, and who else does: it stops when the last one leaves.
final class ServiceHome: @unchecked Sendable {
    let connection: any ServiceConnection
    let embedded: EmbeddedService
    /// Where the service keeps its file; nil: in memory.
    let directory: String?
    private let lock = Lock()
    private var users = 1

    init(embedded: EmbeddedService, directory: String?) {
        self.embedded = embedded
        self.directory = directory
        connection = embedded
    }

    /// - Returns: false when it is already stopping.
    func join() -> Bool {
        lock.locked {
            guard users > 0 else { return false }
            users += 1
            return true
        }
    }

    /// - Returns: false when the service's thread still ran at the deadline; it ends on its own.
    func leave(untilNanoseconds deadline: Int64) -> Bool {
        let last = lock.locked {
            users -= 1
            return users == 0
        }
        return last ? embedded.stop(untilNanoseconds: deadline) : true
    }
}
