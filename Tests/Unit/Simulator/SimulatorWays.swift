@testable import Messages

@testable import Service

/// How a client's requests reach one of several services: each try another one perhaps, all tries of a change with the same name for it.
extension SimulatorWorld {
    private static let triesMax = 8

    func carryToServers(
        _ request: Request, to server: SimulatorServer, from player: SimulatorPlayer?, answer: @escaping (Reply) -> Void
    ) {
        var request = request
        if request.name.facts.isMadeOnce, request.changeId == nil { request.changeId = "change-\(dice())-\(dice())" }
        let isAnswered = Box(false)
        after(Int64(1_000 + below(chance(10) ? 60_000 : 9_000))) {
            if isAnswered.value { return }
            isAnswered.value = true
            answer(.failure(ResultCode.timeout, "no answer came"))
        }
        ask(request, server, player, tries: 1) { reply in
            if isAnswered.value { return true }
            guard let reply else { return false }
            isAnswered.value = true
            answer(reply)
            return true
        }
    }

    /// - Parameter end: takes the answer; with nil it says whether there is one.
    private func ask(
        _ request: Request, _ server: SimulatorServer, _ player: SimulatorPlayer?, tries: Int, end: @escaping (Reply?) -> Bool
    ) {
        if end(nil) { return }
        if tries > 1 { count(.repeats) }
        let isOver = Box(false)
        let again = { [self] (milliseconds: Int64) in
            if isOver.value { return }
            isOver.value = true
            guard tries < Self.triesMax else { return }
            after(milliseconds) { self.ask(request, server, player, tries: tries + 1, end: end) }
        }
        after(Int64(500 + below(3_000))) { again(0) }
        // Somebody between repeats what it has sent, to wherever.
        for _ in 0..<(weather != .calm && chance(20) ? 2 : 1) {
            let node = pick(server.nodes)
            if node.cutFrom.contains(player?.name ?? "") { continue }
            guard let way = journey() else { continue }
            let arrived = SimulatorNode.Arrived(request: request, player: player) { [self] reply in
                guard let reply, let back = journey() else { return }
                note("\(player?.name ?? ""): \(request.api) at \(node.number) -> \(reply.resultCode) \(reply.message)")
                mark(Int(reply.resultCode))
                after(back) {
                    if isOver.value { return }
                    if Self.isNotNow(reply) { return again(Int64(50 + self.below(400))) }
                    isOver.value = true
                    _ = end(reply)
                }
            }
            after(way) { server.arrive(arrived, at: node) }
        }
    }

    /// A server says these with a status on which a client asks again.
    private static func isNotNow(_ reply: Reply) -> Bool {
        [ResultCode.storageFailed, ResultCode.tooManyRequests].contains(reply.resultCode)
    }
}
