import Linux
import Messages

/// The service a client talks to, and who else does: it stops when the last one leaves.
final class ServiceHome: @unchecked Sendable {
    let connection: any ServiceConnection
    /// nil: the service is somebody else's.
    private let owned: (any OwnedService)?
    /// The service inside the process.
    let local: (any LocalService)?
    /// The way to a service elsewhere.
    let remote: (any RemoteService)?
    /// Where that is.
    let address: ServiceAddress?
    /// Of the environment.
    let operatorKey: String?
    /// Where the service keeps its file, and the client its own; nil: in memory.
    let directory: String?
    private let lock = Lock()
    private var users = 1
    /// One that was left before this one and had not ended then. Guarded by the lock.
    private var earlier: ServiceHome?

    init(local: any LocalService, directory: String?) {
        self.local = local
        owned = local
        remote = nil
        address = nil
        operatorKey = nil
        self.directory = directory
        connection = local
    }

    init(remote: any RemoteService, _ place: RemotePlace, operatorKey: String?) {
        self.remote = remote
        owned = remote
        local = nil
        address = place.address
        self.operatorKey = operatorKey
        directory = place.directory
        connection = remote
    }

    /// - Parameter directory: where the client keeps its files.
    init(connection: any ServiceConnection, directory: String?) {
        self.connection = connection
        local = nil
        owned = nil
        remote = nil
        address = nil
        operatorKey = nil
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
        if isLastToLeave(), let owned { owned.stop(then: then) } else { then() }
    }

    /// Does work that may wait for a disk: on the service's thread, or here when the service is somebody else's.
    func perform(_ job: @escaping @Sendable () -> Void) {
        if let owned { owned.perform(job) } else { job() }
    }

    /// From now on the end of this one comes behind the end of `left`.
    func follow(_ left: ServiceHome?) {
        var left = left
        while let next = left, next === self || next.hasEnded(untilNanoseconds: 0) { left = next.before }
        if let left { lock.locked { earlier = left } }
    }

    private var before: ServiceHome? { lock.locked { earlier } }

    /// - Returns: false when everybody has left and the service, or an earlier one, still ran at the deadline.
    func awaitEnd(untilNanoseconds deadline: Int64) -> Bool {
        hasEnded(untilNanoseconds: deadline) && before?.awaitEnd(untilNanoseconds: deadline) ?? true
    }

    private func hasEnded(untilNanoseconds deadline: Int64) -> Bool {
        lock.locked { users > 0 } || stop(untilNanoseconds: deadline)
    }

    private func stop(untilNanoseconds deadline: Int64) -> Bool { owned?.stop(untilNanoseconds: deadline) ?? true }

    private func isLastToLeave() -> Bool {
        lock.locked {
            users -= 1
            return users == 0
        }
    }
}
