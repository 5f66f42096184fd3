import Codecs
import Linux
import Messages

/// Who hears the service's events. Delivery is on the service's thread alone, outside the lock.
public final class EventSubscribers: @unchecked Sendable {
    private typealias Handler = @Sendable (ServerEvent) -> Void

    private let lock = Lock()
    private let delivered = ConditionVariable()
    private var handlers: [Int64: Handler] = [:]
    /// Ids only grow, so this is the order in which they came. Those that left stay in it until a delivery passes them.
    private var order: [Int64] = []
    private var lastId: Int64 = 0
    /// Those that take mails; the last one gets them.
    private var mailTakers: [Int64] = []
    /// The one whose handler runs at this moment.
    private var delivering: Int64?

    @export(interface) public init() {}

    /// - Returns: the name to remove it with.
    @export(interface) public func add(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        lock.locked {
            lastId &+= 1
            handlers[lastId] = handler
            order.append(lastId)
            return lastId
        }
    }

    func setTakesMails(_ id: Int64, _ takes: Bool) {
        lock.locked {
            mailTakers.removeAll { $0 == id }
            if takes, handlers[id] != nil { mailTakers.append(id) }
        }
    }

    @export(interface) public var isEmpty: Bool { lock.locked { handlers.isEmpty } }

    var takesMails: Bool { lock.locked { !mailTakers.isEmpty } }

    /// Waits for a handler that runs, unless it is itself the caller.
    /// - Returns: false when it still ran at the deadline.
    @export(interface) public func remove(_ id: Int64, isDeliveringThread: Bool, untilNanoseconds deadline: Int64) -> Bool {
        // What the handler holds is let go outside the lock.
        let (removed, hasEnded) = lock.locked { () -> (Handler?, Bool) in
            let removed = handlers.removeValue(forKey: id)
            mailTakers.removeAll { $0 == id }
            while delivering == id && !isDeliveringThread {
                if !delivered.wait(lock, untilNanoseconds: deadline) { return (removed, delivering != id) }
            }
            return (removed, true)
        }
        withExtendedLifetime(removed) {}
        return hasEnded
    }

    @export(interface) public func deliver(_ event: ServerEvent) {
        let everyone: [Int64] = lock.locked {
            if order.count > handlers.count { order.removeAll { handlers[$0] == nil } }
            // A list of its own: who comes meanwhile is written into the other one.
            return event.kind == .ncmbMail ? mailTakers.suffix(1) : order.map { $0 }
        }
        for id in everyone {
            let handler: Handler? = lock.locked {
                guard let handler = handlers[id] else { return nil }
                delivering = id
                return handler
            }
            guard let handler else { continue }
            handler(event)
            lock.locked {
                delivering = nil
                delivered.broadcast()
            }
        }
    }
}
