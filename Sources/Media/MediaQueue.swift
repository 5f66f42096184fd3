/// What was asked and is not answered.
struct MediaQueue {
    private var waiting: [MediaRequest] = []
    /// Out of the line, and not told yet.
    private var refused: [(MediaRequest, MediaFailure)] = []
    private var underWay: [MediaRequest] = []

    mutating func add(_ request: MediaRequest) {
        waiting.append(request)
        if waiting.count > MediaLimit.waitingMax { refused.append((waiting.removeFirst(), .queueFull)) }
    }

    /// Those to be told that there is none.
    mutating func takeRefused(now: Int64) -> [(MediaRequest, MediaFailure)] {
        for request in waiting where request.isOver { refused.append((request, .stopped)) }
        waiting.removeAll { $0.isOver }
        for request in waiting where request.deadline <= now { refused.append((request, .timedOut)) }
        waiting.removeAll { $0.deadline <= now }
        defer { refused = [] }
        return refused
    }

    /// The oldest that may begin: one whose address is being fetched waits for what comes of that.
    mutating func takeNext(_ isFetched: (String) -> Bool) -> MediaRequest? {
        underWay.removeAll { $0.isOver }
        guard let place = waiting.firstIndex(where: { !isFetched($0.address) }) else { return nil }
        let request = waiting.remove(at: place)
        underWay.append(request)
        return request
    }

    /// When the first of those that wait has waited too long.
    var due: Int64 { waiting.reduce(Int64.max) { min($0, $1.deadline) } }

    mutating func takeAll() -> [MediaRequest] {
        defer { self = MediaQueue() }
        return refused.map { $0.0 } + underWay + waiting
    }
}
