import Codecs
import Linux
import Messages
import Service

/// Sends the mails of all apps: takes what is due from an app's service, a few at a time, each for as long as its lease is, and says how it
/// ended. What this process does not say because it ended is taken up by the next one, or by another server. Belongs to the loop.
final class MailDesk {
    private let loop: Loop
    private let clock: any Clock
    private let random: any RandomSource
    private let log: ServerLog
    private let outgoing: Outgoing
    private let secrets: Secrets
    private let authorities: String?
    private let apps: Apps
    private var lines: [String: Line] = [:]
    private var isEnding = false
    private var rounds = 0
    /// Hears how many more, or fewer, mails are on their way: a server that ends waits for them for a while.
    var onMore: (Int) -> Void = { _ in }

    /// What is due though nobody asked here: another server's, or from before a restart.
    static let roundMilliseconds: Int64 = 30_000
    /// Of so many rounds one is for an app whose settings have no mail, too: another server may have set it.
    private static let roundsUnset = 10
    /// When the service does not answer.
    static let laterMilliseconds: Int64 = 2_000

    /// What is known of one app's mails.
    private final class Line {
        var isAsking = false
        /// A look was wanted during the last one.
        var isWanted = false
        var sending = 0
        var ended: [JSON] = []
        let next = LookTimer()
        var counts: JSON = [:]
        var sent: [String: UInt64] = [:]
        var trouble: String?
        /// The settings had no mail at the last look.
        var isUnset = false
    }

    init(
        _ loop: Loop, _ clock: any Clock, _ random: any RandomSource, _ log: ServerLog, _ outgoing: Outgoing, _ secrets: Secrets,
        _ apps: Apps, authorities: String?
    ) {
        self.loop = loop
        self.clock = clock
        self.random = random
        self.log = log
        self.outgoing = outgoing
        self.secrets = secrets
        self.apps = apps
        self.authorities = authorities
    }

    func begin() { round() }

    func stop() { isEnding = true }

    func end(untilNanoseconds deadline: Int64) { outgoing.end(untilNanoseconds: deadline) }

    private func round() {
        if isEnding { return }
        for app in apps.all.values where rounds % Self.roundsUnset == 0 || lines[app.id]?.isUnset != true { look(app) }
        rounds += 1
        loop.after(milliseconds: Self.roundMilliseconds) { [weak self] in self?.round() }
    }

    /// Requests that leave a mail.
    static let requests: [RequestName] = [.usersRequestPasswordReset, .usersRequestMailEntry]

    /// By app: how many mails are in each state, and how tries of this process ended.
    var watched: [(app: String, counts: JSON, tries: [String: UInt64])] {
        lines.filter { apps[$0.key] != nil }.map { ($0.key, $0.value.counts, $0.value.sent) }.sorted { $0.0 < $1.0 }
    }

    // MARK: Sending

    func look(_ app: App) {
        let line = lines[app.id] ?? Line()
        lines[app.id] = line
        guard !line.isAsking else {
            line.isWanted = true
            return
        }
        (line.isAsking, line.isWanted) = (true, false)
        line.next.cancel()
        let ended = Array(line.ended.prefix(Limit.mailsAtOnce))
        // What ended is said at the end, too; nothing is begun then.
        let max = isEnding ? 0 : Limit.mailsAtOnce - line.sending
        var parameters: JSONObject = ["max": .integer(Int64(max))]
        if !ended.isEmpty { parameters["ended"] = .array(ended) }
        carry(.object(parameters), app) { [self] reply in
            line.isAsking = false
            guard reply.isSuccess else { return again(app, line, Self.laterMilliseconds) }
            line.ended.removeFirst(ended.count)
            onMore(-ended.count)
            line.counts = reply.body["counts"] ?? [:]
            line.isUnset = reply.body["mail"]?.isNull ?? true
            begin(reply.body, app, line)
            if line.isWanted || !line.ended.isEmpty { return look(app) }
            if isEnding { return }
            if let next = reply.body["nextMilliseconds"]?.int64Value { again(app, line, Swift.max(next, Self.leastMilliseconds)) }
        }
    }

    /// From one look at what is due to the next, however soon the next is.
    private static let leastMilliseconds: Int64 = 50

    private func again(_ app: App, _ line: Line, _ milliseconds: Int64) {
        line.next.begin(milliseconds, loop, clock) { [weak self] in
            if let self, !isEnding, apps[app.id] === app { look(app) }
        }
    }

    private func begin(_ body: JSON, _ app: App, _ line: Line) {
        let rows = body["mails"]?.arrayValue ?? []
        if rows.isEmpty { return }
        let asked: AskedMail
        do throws(AskedStore.Wrong) {
            asked = try self.asked(body["mail"] ?? .null, app)
            line.trouble = nil
        } catch {
            guard case .message(let reason) = error else { return }
            if line.trouble != reason { note(app, reason) }
            line.trouble = reason
            onMore(rows.count)
            for row in rows { end(row, .later(reason), app, line) }
            return
        }
        onMore(rows.count)
        for row in rows {
            line.sending += 1
            send(message(row, asked), row, asked) { [self] verdict in
                line.sending -= 1
                end(row, verdict, app, line)
                look(app)
            }
        }
    }

    private func asked(_ json: JSON, _ app: App) throws(AskedStore.Wrong) -> AskedMail {
        try AskedMail(json, app: app.id, secrets, outgoing.reach, authorities: authorities)
    }

    private func message(_ row: JSON, _ asked: AskedMail) -> MailMessage {
        asked.message(
            id: row["id"]?.stringValue ?? "", to: row["mailAddress"]?.stringValue ?? "", subject: row["subject"]?.stringValue ?? "",
            text: row["text"]?.stringValue ?? "", date: row["madeDate"]?.int64Value ?? 0)
    }

    private func send(_ mail: MailMessage, _ row: JSON, _ asked: AskedMail, _ answer: @escaping (MailVerdict) -> Void) {
        let waiting = OnLoop<OutgoingAnswer> { answer(asked.verdict($0)) }
        outgoing.ask(asked.call(mail, row, nowSeconds: clock.epochMilliseconds() / 1000), within: Int64(asked.timeoutMilliseconds)) {
            [loop] ended in loop.post { waiting.run(ended) }
        }
    }

    private func end(_ row: JSON, _ verdict: MailVerdict, _ app: App, _ line: Line) {
        let state: String
        switch verdict {
        case .sent: state = MailState.sent
        case .later: state = MailState.queued
        case .unknown: state = MailState.unknown
        case .bounced: state = MailState.bounced
        case .refused: state = MailState.givenUp
        }
        line.sent[state, default: 0] += 1
        // A log names no player's address.
        if state != MailState.sent {
            log.write(
                state == MailState.bounced ? .info : .error, "mailNotSent",
                [
                    "app": .string(app.id), "mail": row["id"] ?? .null, "try": row["tries"] ?? .null, "state": .string(state),
                    "reason": .string(Self.withoutAddress(verdict.reason, row["mailAddress"]?.stringValue ?? "")),
                ])
        }
        line.ended.append([
            "id": row["id"] ?? .null, "lease": row["lease"] ?? .null, "state": .string(state), "reason": .string(verdict.reason),
        ])
    }

    /// A mail server may repeat an address in other letters, and a line that is too long ends within it.
    static func withoutAddress(_ reason: String, _ address: String) -> String {
        let bytes = Array(reason.utf8)
        let wanted = address.utf8.map(lowercase)
        guard !wanted.isEmpty else { return reason }
        var kept: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let same = bytes[place...].prefix(wanted.count)
            let isCut = place + same.count == MailDialogue.lineBytesMax
            if same.count == wanted.count || isCut, wanted.starts(with: same.lazy.map(lowercase)) {
                kept += Array("<address>".utf8)
                place += same.count
            } else {
                kept.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte }

    private func note(_ app: App, _ reason: String) {
        log.write(.error, "mailSettingsWrong", ["app": .string(app.id), "reason": .string(reason)])
    }

    private func carry(_ parameters: JSON, _ app: App, _ answer: @escaping (Reply) -> Void) {
        loop.carry(.carrierMails, parameters, to: app.home, answer)
    }

    // MARK: An operator's test

    /// {mailAddress} -> {state, answer}: one mail, now, beside the queue.
    func test(_ app: App, _ form: JSON, _ answer: @escaping (Reply) -> Void) {
        let to = form["mailAddress"]?.stringValue ?? ""
        guard to.utf8.count <= 255, to.split(separator: "@", omittingEmptySubsequences: false).count == 2,
            to.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") })
        else { return answer(.failure(ResultCode.parameterInvalid, "mailAddress: must be a mail address")) }
        carry(["max": 0], app) { [self] reply in
            guard reply.isSuccess else { return answer(reply) }
            guard let settings = reply.body["mail"], !settings.isNull else {
                return answer(.failure(ResultCode.parameterInvalid, "the settings have no mail; docs/server.md, \"Mail\" has an example"))
            }
            do throws(AskedStore.Wrong) {
                let asked = try self.asked(settings, app)
                let name = reply.body["appName"]?.stringValue ?? app.id
                let id = Hex.encode(random.bytes(10))
                let mail = asked.message(
                    id: id, to: to, subject: "A test of \(name)", text: "gamebased sends mails of \(name) by these settings.\n",
                    date: clock.epochMilliseconds())
                let row: JSON = [
                    "id": .string(id), "kind": "test", "mailAddress": .string(to), "subject": .string(mail.subject),
                    "text": .string(mail.text),
                ]
                send(mail, row, asked) { verdict in
                    var isSent = false
                    if case .sent = verdict { isSent = true }
                    answer(.success(["sent": .bool(isSent), "answer": .string(verdict.reason), "messageId": .string(mail.messageId)]))
                }
            } catch {
                guard case .message(let reason) = error else { return }
                answer(.failure(ResultCode.parameterInvalid, "mail.\(reason)"))
            }
        }
    }
}
