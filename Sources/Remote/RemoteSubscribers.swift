import Linux
import Messages

/// Who hears events, each its own. Delivery is on the desk's thread alone, outside the lock.
final class RemoteSubscribers: @unchecked Sendable {
    private let lock = Lock()
    private let delivered = ConditionVariable()
    private var handlers: [Int64: @Sendable (ServerEvent) -> Void] = [:]
    private var lastId: Int64 = 0
    /// The one whose handler runs at this moment.
    private var delivering: Int64?

    func add(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        lock.locked {
            lastId &+= 1
            handlers[lastId] = handler
            return lastId
        }
    }

    func deliver(_ event: ServerEvent, to id: Int64) {
        let handler = lock.locked {
            delivering = id
            return handlers[id]
        }
        handler?(event)
        lock.locked {
            delivering = nil
            delivered.broadcast()
        }
    }

    /// Waits for a handler that runs, unless it is itself the caller.
    /// - Returns: false when it still ran at the deadline.
    func remove(_ id: Int64, isDeliveringThread: Bool, untilNanoseconds deadline: Int64) -> Bool {
        // What the handler holds is let go outside the lock.
        let (removed, hasEnded) = lock.locked { () -> ((@Sendable (ServerEvent) -> Void)?, Bool) in
            let removed = handlers.removeValue(forKey: id)
            while delivering == id && !isDeliveringThread {
                if !delivered.wait(lock, untilNanoseconds: deadline) { return (removed, delivering != id) }
            }
            return (removed, true)
        }
        withExtendedLifetime(removed) {}
        return hasEnded
    }
}
