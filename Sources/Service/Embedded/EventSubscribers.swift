import Linux
import Wire

/// Who hears the service's events. Delivery is on the service's thread alone, outside the lock.
final class EventSubscribers: @unchecked Sendable {
    private struct Subscriber {
        let id: Int64
        let handler: @Sendable (ServerEvent) -> Void
    }

    private let lock = Lock()
    private let delivered = Condition()
    private var subscribers: [Subscriber] = []
    private var lastId: Int64 = 0
    /// The one whose handler runs at this moment.
    private var delivering: Int64?

    func add(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        lock.locked {
            lastId &+= 1
            subscribers.append(Subscriber(id: lastId, handler: handler))
            return lastId
        }
    }

    /// Waits for a handler that runs, unless it is itself the caller.
    /// - Returns: false when it still ran at the deadline.
    func remove(_ id: Int64, isDeliveringThread: Bool, untilNanoseconds deadline: Int64) -> Bool {
        // What the handler holds is let go outside the lock.
        let (removed, hasEnded) = lock.locked { () -> ([Subscriber], Bool) in
            let removed = subscribers.filter { $0.id == id }
            subscribers.removeAll { $0.id == id }
            while delivering == id && !isDeliveringThread {
                if !delivered.wait(lock, untilNanoseconds: deadline) { return (removed, delivering != id) }
            }
            return (removed, true)
        }
        withExtendedLifetime(removed) {}
        return hasEnded
    }

    func deliver(_ event: ServerEvent) {
        let everyone = lock.locked { subscribers }
        for subscriber in everyone {
            let isThere = lock.locked {
                guard subscribers.contains(where: { $0.id == subscriber.id }) else { return false }
                delivering = subscriber.id
                return true
            }
            guard isThere else { continue }
            subscriber.handler(event)
            lock.locked {
                delivering = nil
                delivered.broadcast()
            }
        }
    }
}
