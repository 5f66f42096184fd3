import Linux

/// Lets the steps of one order come one after the other, whoever takes them: the player's call, reprocessing, an event of the store.
/// Two that capture at once would take the money twice.
final class OrderLine: @unchecked Sendable {
    static let waitingMax = 4_096

    private typealias Step = (@escaping () -> Void) -> Void

    /// Whether a step was through before its call returned, or the call returned first. Guarded by the lock.
    private final class Turn {
        var hasLeft = false
        var hasReturned = false
    }

    private let lock = Lock()
    private var lines: [String: [Step]] = [:]
    private var waiting = 0

    /// Runs `body` when the order is free; `body` calls what it is handed when it is through.
    /// - Returns: false, and nothing happens, when too many steps wait.
    func enter(_ orderKey: String, _ body: @escaping (_ leave: @escaping () -> Void) -> Void) -> Bool {
        let (accepted, isFree): (Bool, Bool) = lock.locked {
            if lines[orderKey] == nil {
                lines[orderKey] = []
                return (true, true)
            }
            guard waiting < OrderLine.waitingMax else { return (false, false) }
            waiting += 1
            lines[orderKey]?.append(body)
            return (true, false)
        }
        if isFree { run(orderKey, body) }
        return accepted
    }

    /// A step that is through while it is called is followed from here: as many may wait as there are, and the stack is the host's.
    private func run(_ orderKey: String, _ first: @escaping Step) {
        var step: Step? = first
        while let body = step {
            let turn = Turn()
            body { [self] in
                let hasReturned = lock.locked {
                    turn.hasLeft = true
                    return turn.hasReturned
                }
                if hasReturned, let next = next(in: orderKey) { run(orderKey, next) }
            }
            let hasLeft = lock.locked {
                turn.hasReturned = true
                return turn.hasLeft
            }
            step = hasLeft ? next(in: orderKey) : nil
        }
    }

    private func next(in orderKey: String) -> Step? {
        lock.locked {
            guard let line = lines[orderKey], !line.isEmpty else {
                lines[orderKey] = nil
                return nil
            }
            waiting -= 1
            return lines[orderKey]?.removeFirst()
        }
    }
}
