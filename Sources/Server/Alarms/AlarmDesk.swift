import Codecs
import Linux
import Messages
import Service

/// Runs the rounds of all apps' alarms: reports this server's counts, takes due messages, sends them and reports the result. When a server
/// ends in between, the lease of its messages runs out and another one sends them. Belongs to the loop.
final class AlarmDesk {
    let loop: Loop
    /// That of the services: what the servers of a database count in a minute is added up.
    let clock: any Clock
    let random: any RandomSource
    let log: ServerLog
    /// Mails go the way that players' mails go; what a webhook does holds up nothing else.
    let mailing: Outgoing
    let webhooks: Outgoing
    let secrets: Secrets
    let authorities: String?
    let apps: Apps
    private let reconcileSeconds: Int64
    /// What the database knows this server by.
    private let service: String
    /// What people know this server by.
    let name: String
    var lines: [String: AlarmLine] = [:]
    private(set) var isEnding = false
    private var rounds = 0
    /// Of two rounds that are planned only the one that was planned last is made.
    private var planned = 0
    private var isResting = true
    /// What this server has counted of an app.
    var sums: (String) -> Metrics.Sums = { _ in Metrics.Sums() }
    /// Whether the service has all of this server's player counts. Sends those that are missing.
    var hasToldPlayers: (App) -> Bool = { _ in true }
    /// The reason for which requests are refused while the database does not answer; nil: it answers.
    var refusal: () -> String? = { nil }

    static let roundMilliseconds: Int64 = 5_000
    /// While no app has alarms. Another server may have set some.
    private static let restMilliseconds: Int64 = 60_000
    private static let minuteMilliseconds: Int64 = 60_000
    /// Of so many rounds one is for an app whose settings have no alarms, too: another server may have set them.
    private static let roundsUnset = 12
    /// A question that has no answer for so long counts as one that failed.
    private static let silentNanoseconds: Int64 = 10_000_000_000
    private static let idBytes = 10

    struct Ways {
        let mailing: Outgoing
        let webhooks: Outgoing
        let secrets: Secrets
        let authorities: String?
        let reconcileSeconds: Int64
        let name: String
    }

    init(_ loop: Loop, _ clock: any Clock, _ random: any RandomSource, _ log: ServerLog, _ apps: Apps, _ ways: Ways) {
        self.loop = loop
        self.clock = clock
        self.random = random
        self.log = log
        self.apps = apps
        (mailing, webhooks, secrets, authorities) = (ways.mailing, ways.webhooks, ways.secrets, ways.authorities)
        (reconcileSeconds, name) = (ways.reconcileSeconds, ways.name)
        service = Hex.encode(random.bytes(Self.idBytes))
    }

    func begin() { round() }

    func stop() { isEnding = true }

    func end(untilNanoseconds deadline: Int64) { webhooks.end(untilNanoseconds: deadline) }

    func newId() -> String { Hex.encode(random.bytes(Self.idBytes)) }

    func refusal(of settings: JSON) -> String? { AskedAlarms.refusal(of: settings, webhooks.reach) }

    /// By app: how many alarms last.
    var watched: [(app: String, raised: Int64)] {
        lines.filter { apps[$0.key] != nil && $0.value.isSet }
            .map { ($0.key, $0.value.raised + ($0.value.silence.isRaised ? 1 : 0)) }.sorted { $0.0 < $1.0 }
    }

    private func round() {
        if isEnding { return }
        for id in lines.keys where apps[id] == nil { lines[id] = nil }
        for app in apps.all.values {
            let line = line(of: app)
            if line.isSet {
                if line.rule("errors") != nil {
                    line.count(sums(app.id), minute: clock.epochMilliseconds() / Self.minuteMilliseconds)
                }
                lookAtSilence(app, line)
            }
            if isResting || rounds % Self.roundsUnset == 0 || line.isSet { look(app) }
        }
        rounds += 1
        isResting = !lines.values.contains { $0.isSet }
        plan(isResting ? Self.restMilliseconds : Self.roundMilliseconds)
    }

    private func plan(_ milliseconds: Int64) {
        planned += 1
        let mine = planned
        loop.after(milliseconds: milliseconds) { [weak self] in
            if let self, mine == planned { round() }
        }
    }

    func line(of app: App) -> AlarmLine {
        if let line = lines[app.id] { return line }
        let line = AlarmLine()
        lines[app.id] = line
        return line
    }

    // MARK: Asking the service

    func look(_ app: App) {
        let line = line(of: app)
        if isEnding { return }
        guard refusal() == nil else {
            line.stoppedRounds()
            return line.isPastOutage = true
        }
        guard !line.isAsking else {
            line.isWanted = true
            return
        }
        (line.isAsking, line.isWanted, line.askedNanoseconds) = (true, false, clock.monotonicNanoseconds())
        line.next.cancel()
        let ended = Array(line.ended.prefix(Limit.alarmMessagesAtOnce)), minutes = line.takeMinutes()
        let hasMadeRounds = line.hasMadeRounds(reconcileSeconds, nanoseconds: line.askedNanoseconds)
        var parameters: JSONObject = ["reconcileSeconds": .integer(hasMadeRounds ? reconcileSeconds : 0)]
        // A server without counts of its own waits too, for the counts of the other servers.
        let isBehind = !hasToldPlayers(app) || line.isPastOutage
        line.isPastOutage = false
        // Without it nothing is looked at.
        if !line.holds(isBehind: isBehind, nanoseconds: line.askedNanoseconds) {
            parameters["max"] = .integer(Int64(max(0, Limit.alarmMessagesAtOnce - line.sending)))
        }
        if !ended.isEmpty { parameters["ended"] = .array(ended) }
        if !minutes.isEmpty { (parameters["minutes"], parameters["service"]) = (.array(minutes), .string(service)) }
        let isPast = line.silence.isUnwritten
        if isPast { parameters["past"] = [past(line.silence)] }
        carry(parameters, app) { [self] reply in
            line.isAsking = false
            guard reply.isSuccess else {
                line.giveBack(minutes)
                return failed(reply, app, line)
            }
            line.silence.answered()
            if isPast { line.silence.written() }
            line.ended.removeFirst(ended.count)
            take(reply.body, app, line)
        }
    }

    private func past(_ silence: AlarmSilence) -> JSON {
        [
            "id": .string(silence.id), "subject": .string(name), "raisedDate": .integer(silence.raisedDate),
            "endedDate": .integer(clock.epochMilliseconds()), "minutes": .integer(silence.minutes),
        ]
    }

    private func failed(_ reply: Reply, _ app: App, _ line: AlarmLine) {
        if ResultCode.meansNoAnswer(reply.resultCode) {
            line.stoppedRounds()
            return line.silence.failed(line.askedNanoseconds)
        }
        note(app, line, reply.message)
    }

    private func take(_ body: JSON, _ app: App, _ line: AlarmLine) {
        line.alarms = body["alarms"] ?? .null
        line.mail = body["mail"] ?? .null
        line.appName = body["appName"]?.stringValue ?? app.id
        line.raised = body["raised"]?.int64Value ?? line.raised
        if line.isSet, isResting {
            isResting = false
            plan(Self.roundMilliseconds)
        }
        if body["checksBooks"]?.boolValue == true { checkBooks(app) }
        for row in body["messages"]?.arrayValue ?? [] {
            line.sending += 1
            send(AlarmNotice(row, app: app.id, appName: line.appName), app, line) { [self] verdict in
                line.sending -= 1
                ended(row, verdict, app, line)
                look(app)
            }
        }
        if line.isWanted || !line.ended.isEmpty { return look(app) }
        if let next = body["nextMilliseconds"]?.int64Value, next < Self.roundMilliseconds {
            again(app, line, max(next, Self.leastMilliseconds))
        }
    }

    /// From one look at what is due to the next, however soon the next is.
    private static let leastMilliseconds: Int64 = 200

    private func again(_ app: App, _ line: AlarmLine, _ milliseconds: Int64) {
        line.next.begin(milliseconds, loop, clock) { [weak self] in
            if let self, !isEnding, apps[app.id] === app { look(app) }
        }
    }

    private func ended(_ row: JSON, _ verdict: MailVerdict, _ app: App, _ line: AlarmLine) {
        let state = Self.state(verdict)
        if state != AlarmState.sent { noteUnsent(app, row["event"]?.stringValue ?? "", state, verdict) }
        line.ended.append([
            "id": row["id"] ?? .null, "lease": row["lease"] ?? .null, "state": .string(state), "reason": .string(verdict.reason),
        ])
    }

    static func state(_ verdict: MailVerdict) -> String {
        switch verdict {
        case .sent: AlarmState.sent
        case .later, .unknown: AlarmState.queued
        case .bounced, .refused: AlarmState.givenUp
        }
    }

    func noteUnsent(_ app: App, _ event: String, _ state: String, _ verdict: MailVerdict) {
        log.write(
            .error, "alarmNotSent",
            ["app": .string(app.id), "message": .string(event), "state": .string(state), "reason": .string(verdict.reason)])
    }

    func note(_ app: App, _ line: AlarmLine, _ reason: String) {
        if line.trouble != reason { log.write(.error, "alarmsNotTold", ["app": .string(app.id), "reason": .string(reason)]) }
        line.trouble = reason
    }

    /// The ledger's check is long: it is an operator's, done in slices between players' requests.
    private func checkBooks(_ app: App) {
        loop.carry(.consoleCheckLedger, origin: .console, to: app.home) { [self] reply in
            guard reply.isSuccess, let count = reply.body["differenceCount"]?.int64Value else { return }
            carry(["differences": .integer(count)], app) { _ in }
        }
    }

    func carry(_ parameters: JSONObject, _ app: App, _ answer: @escaping (Reply) -> Void) {
        loop.carry(.carrierAlarms, .object(parameters), to: app.home, answer)
    }

    // MARK: While the database is silent

    private func lookAtSilence(_ app: App, _ line: AlarmLine) {
        let now = clock.monotonicNanoseconds()
        if refusal() != nil { line.silence.failed(now) }
        if line.isAsking, now - line.askedNanoseconds > Self.silentNanoseconds { line.silence.failed(line.askedNanoseconds) }
        sendUrgent(app, line)
        guard let rule = line.rule(AlarmRule.databaseSilent.rawValue) else { return }
        let hours = line.alarms["repeatHours"]?.int64Value ?? 0
        let limit = rule["minutes"]?.int64Value ?? 1
        let step = line.silence.look(
            limit: limit, remindMilliseconds: hours * 3_600_000, nanoseconds: now, date: clock.epochMilliseconds(), newId: newId)
        switch step {
        case .none: return
        case .raise: tell(.raised, limit, app, line)
        case .remind: tell(.reminded, limit, app, line)
        case .end: tell(.ended, limit, app, line)
        }
        sendUrgent(app, line)
    }

    private func tell(_ event: AlarmEvent, _ limit: Int64, _ app: App, _ line: AlarmLine) {
        let silence = line.silence
        let mails = (line.alarms["mails"]?.arrayValue ?? []).compactMap { $0.stringValue }
        let hasWebhook = !(line.alarms["webhookUrl"]?.stringValue ?? "").isEmpty
        let now = clock.epochMilliseconds()
        for receiver in AlarmReceiver.names(mails: mails, hasWebhook: hasWebhook) where line.urgent.count < AlarmLine.urgentMax {
            let message: JSON = [
                "id": .string(newId()), "alarmId": .string(silence.id), "event": .string(event.rawValue), "receiver": .string(receiver),
                "madeDate": .integer(now),
                "facts": [
                    "rule": .string(AlarmRule.databaseSilent.rawValue), "subject": .string(name), "minutes": .integer(silence.minutes),
                    "limit": .integer(limit), "raisedDate": .integer(silence.raisedDate), "date": .integer(now),
                ],
            ]
            line.urgent.append((AlarmNotice(message, app: app.id, appName: line.appName), 0, clock.monotonicNanoseconds()))
        }
    }
}
