import Linux

/// Lets the steps of one order come one after the other, whoever takes them: the player's call, reprocessing, an event of the store.
/// Two that capture at once would take the money twice.
final class OrderLine: @unchecked Sendable {
    static let waitingMax = 4_096

    private let lock = Lock()
    private var lines: [String: [(@escaping () -> Void) -> Void]] = [:]
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

    private func run(_ orderKey: String, _ body: (@escaping () -> Void) -> Void) {
        body { [self] in
            let next: ((@escaping () -> Void) -> Void)? = lock.locked {
                guard let line = lines[orderKey], !line.isEmpty else {
                    lines[orderKey] = nil
                    return nil
                }
                waiting -= 1
                return lines[orderKey]?.removeFirst()
            }
            if let next { run(orderKey, next) }
        }
    }
}
