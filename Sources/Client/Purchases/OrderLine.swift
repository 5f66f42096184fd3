import Linux

/// Between the call of a step and its end, which may come inside the call, or later on another thread: the second of them goes on. So a
/// step that is through at once is followed from where it was called, and not one inside another on the host's stack.
final class Handover: @unchecked Sendable {
    private let lock = Lock()
    private var hasFirst = false

    /// Asked once by each side.
    func isSecond() -> Bool {
        lock.locked {
            defer { hasFirst = true }
            return hasFirst
        }
    }
}

/// Lets the steps of one order come one after the other, whoever takes them: the player's call, reprocessing, an event of the store.
/// Two that capture at once would take the money twice.
final class OrderLine: @unchecked Sendable {
    static let waitingMax = 4_096

    private typealias Step = (@escaping () -> Void) -> Void

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

    private func run(_ orderKey: String, _ first: @escaping Step) {
        var step: Step? = first
        while let body = step {
            let handover = Handover()
            body { [self] in
                if handover.isSecond(), let next = next(in: orderKey) { run(orderKey, next) }
            }
            step = handover.isSecond() ? next(in: orderKey) : nil
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
