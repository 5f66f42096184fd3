import Engine
import Linux
import Messages

/// What a service was asked and has not answered. When its database is gone or hangs they are answered in its place; what is not committed
/// by then is not done later.
final class WaitingRequests: @unchecked Sendable {
    private struct Waiting {
        let mark: GivenUp
        let completion: @Sendable (Reply) -> Void
    }

    private let lock = Lock()
    // Guarded by the lock.
    private var waiting: [Int64: Waiting] = [:]
    private var last: Int64 = 0

    /// - Returns: what the service is to be asked; its answer comes once, from the service or from `giveUp`.
    func add(_ request: Request, _ completion: @escaping @Sendable (Reply) -> Void) -> PendingRequest {
        let mark = GivenUp()
        var asked = request
        asked.givenUp = mark
        let place = lock.locked {
            last &+= 1
            waiting[last] = Waiting(mark: mark, completion: completion)
            return last
        }
        return PendingRequest(request: asked) { [self] reply in
            lock.locked { waiting.removeValue(forKey: place) }?.completion(reply)
        }
    }

    func giveUp(_ reply: Reply) {
        let all = lock.locked {
            defer { waiting = [:] }
            return waiting
        }
        // Marked before the first of them can be sent again.
        for one in all.values { one.mark.set() }
        for one in all.sorted(by: { $0.key < $1.key }) { one.value.completion(reply) }
    }
}
