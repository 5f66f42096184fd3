import Codecs
import Linux
import Messages

/// What whoever runs the server asks: is it there, can it work, what did it count.
extension Front {
    /// So long a store may take to answer.
    static let readyMilliseconds: Int64 = 2_000

    /// Ready is a server that can serve: one app's damage takes no other app's players away from it. `?app=ID` asks for one app alone.
    func answerReady(_ request: Admitted, _ exchange: Exchange) {
        guard !isStopping else { return exchange.answer(HTTPAnswer(text: "the server ends\n", status: 503)) }
        let isTold = request.place.isHere || exchange.operatorName != nil
        let asked = Self.formFields(request.head.query ?? "")["app"]
        let chosen = apps.all.values.filter { asked == nil || $0.id == asked }
        if let asked, chosen.isEmpty, apps.refusal(asked) == nil { return exchange.answer(missing(asked)) }
        if let reason = database?.refusal {
            // No store is asked: a database that hangs answers none.
            let text = "a store does not answer\n" + (isTold ? Self.database + reason + "\n" : "")
            return exchange.answer(HTTPAnswer(text: text, status: 503))
        }
        if let reason = refusalOfClock {
            return exchange.answer(HTTPAnswer(text: "the clock is off\n" + (isTold ? Self.clock + reason + "\n" : ""), status: 503))
        }
        ReadyPoll(apps, chosen) { [self] in
            let unserved = apps.unserved.filter { asked == nil || $0 == asked }
            let isReady = unserved.isEmpty ? asked == nil || !chosen.isEmpty : chosen.contains { $0.trouble == nil }
            var text = isReady ? "ready\n" : "a store does not answer\n"
            // Which apps there are is no stranger's business.
            if isTold { for app in unserved { text += Self.notServed + PercentEncoding.encode(app) + "\n" } }
            exchange.answer(HTTPAnswer(text: text, status: isReady ? 200 : 503))
        }.begin(on: loop)
    }

    static let notServed = "not served: "
    private static let database = "database: "
    private static let clock = "clock: "

    /// What goes by this machine's clock and not by the services' (certificates, logs, copies) would be wrong.
    private var refusalOfClock: String? {
        let ahead = clockOffMilliseconds()
        guard let most = clockOffMaxMilliseconds, ahead.magnitude > UInt64(most) else { return nil }
        return "this machine's is \(ahead.magnitude) ms \(ahead < 0 ? "behind" : "ahead of") the database's: set both by NTP"
    }

    /// Nothing is begun that could not be ended, or not be kept.
    func refusalOfDatabase(_ route: Route, isForOperator: Bool) -> HTTPAnswer? {
        guard let reason = database?.refusal else { return nil }
        switch route {
        case .health, .ready, .metrics, .work(_, .database), .page: return nil
        case .people(let call) where !call.asksService: return nil
        // The call of these answers with the code of its product, and asks no service (`GameServerCall`).
        case .wire(let wire) where wire.hasCodesByCall && !apps.all.isEmpty: return nil
        default: return HTTPAnswer(.failure(ResultCode.storageFailed, reason), isForOperator: isForOperator)
        }
    }

    /// Asks each app's store for the time.
    private final class ReadyPoll {
        private let apps: Apps
        private var missing: [String: App]
        private var onEnd: (() -> Void)?

        init(_ apps: Apps, _ chosen: [App], _ onEnd: @escaping () -> Void) {
            self.apps = apps
            self.onEnd = onEnd
            missing = Dictionary(uniqueKeysWithValues: chosen.map { ($0.id, $0) })
        }

        func begin(on loop: Loop) {
            apps.look()
            if missing.isEmpty { return end() }
            for app in missing.values {
                var request = Request(.getServerTime, origin: .client, transactionId: "")
                request.isOwnProcess = false
                loop.ask(app.home.connection, request) { [self] reply in
                    missing[app.id] = nil
                    apps.note(reply.isSuccess ? reply : .failure(ResultCode.storageFailed, reply.message), of: app)
                    if missing.isEmpty { end() }
                }
            }
            loop.after(milliseconds: Front.readyMilliseconds) { [self] in end() }
        }

        private func end() {
            let end = onEnd
            onEnd = nil
            if end == nil { return }
            for app in missing.values { apps.note(.failure(ResultCode.storageFailed, "the store does not answer"), of: app) }
            end?()
        }
    }

    private var gaugeOfPeople: Metrics.Gauge {
        let isServed = people.trouble == nil
        // By the next time it is known whether they are there again.
        if !isServed { people.look() }
        return .init(
            name: "gamebased_people_served", help: "Whether the database of the people who sign in to the console can be used.",
            values: [("", isServed ? 1 : 0)])
    }

    private var gaugesOfDatabase: [Metrics.Gauge] {
        guard let database else { return [] }
        return [
            .init(
                name: "gamebased_database_up", help: "Whether the database's state lets requests in.",
                values: [("", database.refusal == nil ? 1 : 0)]),
            .init(
                name: "gamebased_database_lacks", help: "What the database should have and lacks.",
                values: database.faults.map { ("{fault=\"\(Metrics.label($0))\"}", 1) }),
        ]
    }

    /// Clocks, and the stores' reports, which are read by the stores' clocks.
    private var gaugesOfClocks: [Metrics.Gauge] {
        let all = apps.all.values.sorted { $0.id < $1.id }
        let label = { (app: App) in "{app=\"\(Metrics.label(app.id))\"}" }
        let stores = reconciliation?.watched ?? []
        let storeLabel = { (app: String, store: String) in "{app=\"\(Metrics.label(app))\",store=\"\(Metrics.label(store))\"}" }
        return [
            .init(
                name: "gamebased_clock_ahead_seconds", help: "This machine's clock, of the one that the services go by.",
                values: [("", Double(clockOffMilliseconds()) / 1000)]),
            .init(
                name: "gamebased_dates_ahead", help: "Rows of a date that is more than a day to come: a clock was ahead.",
                values: all.compactMap { app in reconciliation?.datesAhead[app.id].map { (label(app), Double($0)) } }),
            .init(
                name: "gamebased_sweep_held_seconds", help: "How far the clock was ahead of the time that the last sweep accepted.",
                values: all.compactMap { app in reconciliation?.sweepHeld[app.id].map { (label(app), Double($0) / 1000) } }),
            .init(
                name: "gamebased_store_report_age_seconds", help: "Since a store's report was read to its end.",
                values: stores.compactMap { store in store.seconds.map { (storeLabel(store.app, store.store), $0) } }),
            .init(
                name: "gamebased_store_rows_aside", help: "Entries of a store's report that could not be entered yet.",
                values: stores.map { (storeLabel($0.app, $0.store), Double($0.aside)) }),
        ]
    }

    private var gaugesOfMails: [Metrics.Gauge] {
        let all = mails.watched
        return [
            .init(
                name: "gamebased_mails", help: "Mails that wait, failed or came back, and addresses that get none.",
                values: all.flatMap { app in
                    (app.counts.objectValue?.members ?? []).map { member in
                        let labels = "{app=\"\(Metrics.label(app.app))\",state=\"\(Metrics.label(member.key))\"}"
                        return (labels, Double(member.value.int64Value ?? 0))
                    }
                }),
            .init(
                name: "gamebased_mail_tries_total", help: "How tries to send a mail ended.", type: "counter",
                values: all.flatMap { app in
                    app.tries.sorted { $0.key < $1.key }.map {
                        ("{app=\"\(Metrics.label(app.app))\",state=\"\($0.key)\"}", Double($0.value))
                    }
                }),
        ]
    }

    func metricsAnswer() -> HTTPAnswer { HTTPAnswer(text: metricsText(), type: "text/plain; version=0.0.4; charset=utf-8") }

    func metricsText() -> String {
        let all = apps.all.values.sorted { $0.id < $1.id }
        let label = { (app: App) in "{app=\"\(Metrics.label(app.id))\"}" }
        return metrics.text(
            gaugesOfDatabase + gaugesOfClocks + gaugesOfMails + [gaugeOfPeople] + [
                .init(
                    name: "gamebased_alarms", help: "Active alarms, of apps whose settings have alarms.",
                    values: alarms.watched.map { ("{app=\"\(Metrics.label($0.app))\"}", Double($0.raised)) }),
                .init(
                    name: "gamebased_lines_lost_total", help: "Lines of the log and of the audit log that no disk took.", type: "counter",
                    values: [("{file=\"log\"}", Double(log.linesLost)), ("{file=\"audit\"}", Double(audit.linesLost))]),
                .init(name: "gamebased_connections", help: "Open connections.", values: [("", Double(server?.count ?? 0))]),
                .init(
                    name: "gamebased_connections_total", help: "Connections so far.", type: "counter",
                    values: [("", Double(server?.accepted ?? 0))]),
                .init(name: "gamebased_streams", help: "Open event streams.", values: [("", Double(server?.streams ?? 0))]),
                .init(name: "gamebased_requests_under_way", help: "Requests without an answer yet.", values: [("", Double(underWay))]),
                .init(name: "gamebased_body_bytes", help: "Bytes of bodies under way.", values: [("", Double(server?.bodies.count ?? 0))]),
                .init(
                    name: "gamebased_output_bytes", help: "Bytes of answers not taken yet.",
                    values: [("", Double(server?.output.count ?? 0))]),
                .init(
                    name: "gamebased_listeners", help: "Who hears its events.", values: all.map { (label($0), Double($0.feed.listeners)) }),
                .init(
                    name: "gamebased_longest_turn_work", help: "Work of the longest turn of a request over a network, in units of 10 us.",
                    values: all.map { (label($0), Double($0.home.longestTurn)) }),
                .init(
                    name: "gamebased_app_served", help: "Whether the app's store could be used at the last check.",
                    values: all.map { (label($0), $0.trouble == nil ? 1 : 0) }
                        + apps.unserved.filter { apps[$0] == nil }.map { ("{app=\"\(Metrics.label($0))\"}", 0) }),
                .init(
                    name: "gamebased_events_total", help: "Events handed to listeners.", type: "counter",
                    values: all.map { (label($0), Double($0.feed.delivered)) }),
                .init(
                    name: "gamebased_limit_per_second", help: "What a limit lets through for good. One that is off is missing.",
                    values: limits.values { $0.aSecond }),
                .init(
                    name: "gamebased_limit_at_once", help: "What a limit lets through at once.", values: limits.values { $0.atOnce }),
                .init(
                    name: "gamebased_limited_total", help: "Refused by a limit.", type: "counter",
                    values: LimitName.allCases.map { ($0.label, Double(limits.refused[$0] ?? 0)) }),
            ])
    }
}
