import Codecs
import Linux
import Messages
import Service

/// How messages of alarms go out: by the mail of the app's settings, or to its webhook.
extension AlarmDesk {
    /// Of what no database has.
    private static let urgentTriesMax = 10
    private static let urgentRetryMilliseconds: Int64 = 5_000
    private static let urgentWaitMillisecondsMax: Int64 = 600_000

    /// - Parameter answer: comes exactly once, on the loop.
    func send(_ notice: AlarmNotice, _ app: App, _ line: AlarmLine, _ answer: @escaping (MailVerdict) -> Void) {
        do throws(AskedStore.Wrong) {
            let asked = try AskedAlarms(line.alarms, app: app.id, secrets, webhooks.reach)
            line.trouble = nil
            guard let address = notice.address else { return post(notice, asked, answer) }
            let mail = try AskedMail(line.mail, app: app.id, secrets, mailing.reach, authorities: authorities)
            guard notice.isReport else {
                return send(notice, notice.subject(asked.language), notice.text(asked.language), to: address, mail, answer)
            }
            report(notice, asked.language, app) { [self] subject, text in
                send(notice, subject, text, to: address, mail, answer)
            } failed: { reason in
                answer(.later(reason))
            }
        } catch {
            guard case .message(let reason) = error else { return answer(.later("the settings cannot be read")) }
            note(app, line, reason)
            answer(.later(reason))
        }
    }

    private func post(_ notice: AlarmNotice, _ asked: AskedAlarms, _ answer: @escaping (MailVerdict) -> Void) {
        guard let call = asked.call(notice, nowSeconds: clock.epochMilliseconds() / 1000) else {
            return answer(.refused("the settings have no webhook any more"))
        }
        let waiting = OnLoop<OutgoingAnswer> { answer(AskedAlarms.verdict($0)) }
        webhooks.ask(call, within: Int64(AskedAlarms.tryMilliseconds)) { [loop] ended in loop.post { waiting.run(ended) } }
    }

    private func send(
        _ notice: AlarmNotice, _ subject: String, _ text: String, to address: String, _ asked: AskedMail,
        _ answer: @escaping (MailVerdict) -> Void
    ) {
        let mail = asked.message(id: notice.id, to: address, subject: subject, text: text, date: notice.madeDate)
        let row: JSON = [
            "id": .string(notice.id), "kind": .string(notice.isReport ? "report" : "alarm"), "mailAddress": .string(address),
            "subject": .string(subject), "text": .string(text),
        ]
        let waiting = OnLoop<OutgoingAnswer> { answer(asked.verdict($0)) }
        mailing.ask(asked.call(mail, row, nowSeconds: clock.epochMilliseconds() / 1000), within: Int64(asked.timeoutMilliseconds)) {
            [loop] ended in loop.post { waiting.run(ended) }
        }
    }

    // MARK: What no database has

    func sendUrgent(_ app: App, _ line: AlarmLine) {
        let now = clock.monotonicNanoseconds()
        let due = line.urgent.filter { $0.due <= now }.prefix(max(0, Limit.alarmMessagesAtOnce - line.sending))
        for one in due {
            line.urgent.removeAll { $0.notice.id == one.notice.id }
            line.sending += 1
            send(one.notice, app, line) { [self] verdict in
                line.sending -= 1
                let state = Self.state(verdict)
                if state == AlarmState.sent { return }
                let isOver = state == AlarmState.givenUp || one.tries + 1 >= Self.urgentTriesMax || line.urgent.count >= AlarmLine.urgentMax
                noteUnsent(app, one.notice.event.rawValue, isOver ? AlarmState.givenUp : state, verdict)
                if isOver { return }
                let wait = min(Self.urgentRetryMilliseconds << Int64(one.tries), Self.urgentWaitMillisecondsMax)
                line.urgent.append((one.notice, one.tries + 1, clock.monotonicNanoseconds() + wait * 1_000_000))
            }
        }
    }
}
