import Linux
import Messages
import Wire

/// What whoever runs the server asks: is it there, can it work, what did it count.
extension Front {
    /// So long a store may take to answer.
    static let readyMilliseconds: Int64 = 2_000

    func answerReady(_ exchange: Exchange) {
        guard !isStopping else { return exchange.answer(HTTPAnswer(text: "the server ends\n", status: 503)) }
        let poll = ReadyPoll(exchange, Array(apps.all.values))
        poll.begin(on: loop)
    }

    /// Asks each app's store for the time.
    private final class ReadyPoll {
        private let exchange: Exchange
        private let apps: [App]
        private var missing: Set<String>
        private var isDone = false

        init(_ exchange: Exchange, _ apps: [App]) {
            self.exchange = exchange
            self.apps = apps
            missing = Set(apps.map { $0.id })
        }

        func begin(on loop: Loop) {
            if missing.isEmpty { return end() }
            for app in apps {
                let id = app.id
                var request = Request(.getServerTime, origin: .client, transactionId: "")
                request.isOwnProcess = false
                loop.ask(app.home.connection, request) { [self] reply in
                    if reply.isSuccess { missing.remove(id) }
                    if missing.isEmpty || !reply.isSuccess { end() }
                }
            }
            loop.after(milliseconds: Front.readyMilliseconds) { [self] in end() }
        }

        private func end() {
            if isDone { return }
            isDone = true
            let isReady = missing.isEmpty
            exchange.answer(HTTPAnswer(text: isReady ? "ready\n" : "a store does not answer\n", status: isReady ? 200 : 503))
        }
    }

    func metricsText() -> String {
        let all = apps.all.values.sorted { $0.id < $1.id }
        let label = { (app: App) in "{app=\"\(Metrics.label(app.id))\"}" }
        return metrics.text([
            .init(name: "gamebased_connections", help: "Open connections.", values: [("", Double(server?.count ?? 0))]),
            .init(
                name: "gamebased_connections_total", help: "Connections so far.", type: "counter",
                values: [("", Double(server?.accepted ?? 0))]),
            .init(name: "gamebased_streams", help: "Open event streams.", values: [("", Double(server?.streams ?? 0))]),
            .init(name: "gamebased_requests_under_way", help: "Requests without an answer yet.", values: [("", Double(underWay))]),
            .init(name: "gamebased_body_bytes", help: "Bytes of bodies under way.", values: [("", Double(server?.bodies.count ?? 0))]),
            .init(
                name: "gamebased_output_bytes", help: "Bytes of answers not taken yet.", values: [("", Double(server?.output.count ?? 0))]),
            .init(
                name: "gamebased_listeners", help: "Who hears its events.", values: all.map { (label($0), Double($0.feed.listeners)) }),
            .init(
                name: "gamebased_events_total", help: "Events handed to listeners.", type: "counter",
                values: all.map { (label($0), Double($0.feed.delivered)) }),
            .init(
                name: "gamebased_limited_total", help: "Refused by a limit.", type: "counter",
                values: LimitName.allCases.map { ("{limit=\"\($0.rawValue)\"}", Double(limits.refused[$0] ?? 0)) }),
        ])
    }
}
