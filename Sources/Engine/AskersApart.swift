import Messages

/// Keeps two requests of one asker out of one group, where nobody but a watcher can tell them.
struct AskersApart {
    private let watcher: (any GroupWatcher)?
    private var askers: Set<String> = []

    init(_ watcher: (any GroupWatcher)?, _ requests: [PendingRequest]) {
        self.watcher = watcher
        for pending in requests { _ = isBehind(pending.request) }
    }

    /// Whether an earlier one of the same asker is in the group or waits before it.
    mutating func isBehind(_ request: Request) -> Bool {
        guard let asker = watcher?.asker(of: request) else { return false }
        return !askers.insert(asker).inserted
    }

    /// - Returns: those that wait on.
    mutating func take(_ held: [PendingRequest], into requests: inout [PendingRequest], max: Int) -> [PendingRequest] {
        if held.isEmpty { return held }
        var rest: [PendingRequest] = []
        for pending in held {
            if isBehind(pending.request) || requests.count >= max { rest.append(pending) } else { requests.append(pending) }
        }
        return rest
    }
}

#if !hasFeature(Embedded)
extension AskersApart {
    /// The first of everybody's requests, then the second, and so on; what is nobody's, and what has room of its own, stays in front.
    static func mix(_ batch: inout [PendingRequest]) {
        var counts: [UInt64: Int] = [:]
        var ranked: [[PendingRequest]] = [[]]
        for pending in batch {
            var rank = 0
            if let asker = pending.request.asking?.asker, pending.request.room == .others {
                rank = counts[asker, default: 0]
                counts[asker] = rank + 1
            }
            if rank == ranked.count { ranked.append([]) }
            ranked[rank].append(pending)
        }
        batch = ranked.flatMap { $0 }
    }

    /// In a group those come first that have room of their own: it ends with them when the others are too much for one turn.
    static func putOthersLast(_ requests: inout [PendingRequest]) {
        guard let first = requests.firstIndex(where: { isOther($0.request) }), requests[first...].contains(where: { !isOther($0.request) })
        else { return }
        requests = requests.filter { !isOther($0.request) } + requests.filter { isOther($0.request) }
    }

    private static func isOther(_ request: Request) -> Bool { request.asking != nil && request.room == .others }
}
#endif
