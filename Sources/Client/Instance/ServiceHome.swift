import Linux
import Messages

/// The service a client talks to, and who else does: it stops when the last one leaves.
final class ServiceHome: @unchecked Sendable {
    let connection: any ServiceConnection
    /// nil: the service is somebody else's.
    let local: (any LocalService)?
    /// Where the service keeps its file, and the client its own; nil: in memory.
    let directory: String?
    private let lock = Lock()
    private var users = 1

    init(local: any LocalService, directory: String?) {
        self.local = local
        self.directory = directory
        connection = local
    }

    /// - Parameter directory: where the client keeps its files.
    init(connection: any ServiceConnection, directory: String?) {
        self.connection = connection
        local = nil
        self.directory = directory
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
        isLastToLeave() ? stop(untilNanoseconds: deadline) : true
    }

    /// Leaves without waiting. `then` runs once, when the service's files are closed, or at once when others use it still.
    func leave(then: @escaping @Sendable () -> Void) {
        if isLastToLeave(), let local { local.stop(then: then) } else { then() }
    }

    /// Does work that may wait for a disk: on the service's thread, or here when the service is somebody else's.
    func perform(_ job: @escaping @Sendable () -> Void) {
        if let local { local.perform(job) } else { job() }
    }

    /// - Returns: false when everybody has left and the service still ran at the deadline.
    func awaitEnd(untilNanoseconds deadline: Int64) -> Bool {
        lock.locked { users > 0 } || stop(untilNanoseconds: deadline)
    }

    private func stop(untilNanoseconds deadline: Int64) -> Bool { local?.stop(untilNanoseconds: deadline) ?? true }

    private func isLastToLeave() -> Bool {
        lock.locked {
            users -= 1
            return users == 0
        }
    }
}
