#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

enum AlarmTiming {
    /// Minutes that every server has counted to their end.
    static let minutesLate: Int64 = 2
    static let keptDays: Int64 = 30
    static let minutesAtOnce = 8
    static let pastAtOnce = 8
    static let countMax: Int64 = 1_000_000_000_000
}

/// A server's rounds: what it has seen itself, what is wrong, and what is to be told.
extension Alarms {
    /// {max?, service?, reconcileSeconds?, minutes?, differences?, past?, ended?} -> {alarms, mail, appName, messages, raised, checksBooks,
    /// nextMilliseconds?}. `minutes`: [{minute, requests, failures}], as far as this server has counted them; `differences`: what the
    /// ledger's check found; `reconcileSeconds`: from one round of the stores to the next, 0 before two were made; `past`: alarms that the
    /// server told while the database was away; `ended`: how tries of messages ended; `max`: so many messages it takes. Without `max`
    /// nothing is looked at.
    func carried(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        if parameters.value("ended") != nil {
            for one in try parameters.objects("ended", countMax: Limit.alarmMessagesAtOnce) { try end(one) }
        }
        try note(parameters)
        let most = try parameters.optionalInteger("max", in: 0...Int64(Limit.alarmMessagesAtOnce))
        var answer: JSONObject = [
            "alarms": settings.alarmsJSON, "mail": MailSettings.whole(settings.mailJSON), "appName": .string(shownAppName),
        ]
        let reconcile = try parameters.optionalInteger("reconcileSeconds", in: 0...86_400)
        // Settings without alarms end those that last, as a rule that is taken away does.
        guard let most, let given = settings.alarmsJSON.isNull ? AlarmSettings() : settings.alarms else {
            return .success(.object(answer))
        }
        try look(given, reconcileMilliseconds: (reconcile ?? 0) * 1_000, hasAskedStores: reconcile != 0)
        if given.rules.booksUnsound != nil { answer["checksBooks"] = .bool(try takeBooks()) }
        if let report = given.report { try plan(report, given) }
        answer["messages"] = .array(try due(most, given))
        answer["raised"] = .integer(Int64(try lasting().count))
        if let next = try query("SELECT MIN(next_date) FROM alarm_messages WHERE next_date IS NOT NULL", []).first?.integerOrNil(0) {
            let wait = next.subtractingReportingOverflow(now)
            answer["nextMilliseconds"] = .integer(wait.overflow ? 0 : min(max(wait.partialValue, 0), AlarmSending.waitMillisecondsMax))
        }
        return .success(.object(answer))
    }

    var shownAppName: String { settings.app.name.isEmpty ? appId ?? "" : settings.app.name }

    // MARK: What the server has seen

    private func note(_ parameters: Parameters) throws(Failure) {
        if parameters.value("minutes") != nil {
            let service = try parameters.text("service", bytesMax: 64)
            for one in try parameters.objects("minutes", countMax: AlarmTiming.minutesAtOnce) { try note(minute: one, service) }
        }
        if let count = try parameters.optionalInteger("differences", in: 0...AlarmTiming.countMax) { try keepBooks(count) }
        guard parameters.value("past") != nil else { return }
        for one in try parameters.objects("past", countMax: AlarmTiming.pastAtOnce) { try keep(past: one) }
    }

    /// Keeps what a server has counted of a minute. A repeated count replaces the one before.
    private func note(minute one: Parameters, _ service: String) throws(Failure) {
        let given = try one.integer("minute", in: 0...AlarmTiming.countMax)
        let minute = serviceMinute(given)
        try run(
            """
            INSERT INTO answer_minutes (minute, service, requests, failures) VALUES (?, ?, ?, ?)
            ON CONFLICT (minute, service) DO UPDATE SET requests = excluded.requests, failures = excluded.failures
            """,
            [
                .integer(minute), .text(service), .integer(try one.integer("requests", in: 0...AlarmTiming.countMax)),
                .integer(try one.integer("failures", in: 0...AlarmTiming.countMax)),
            ])
    }

    /// Enters an alarm that a server told while the database was away.
    private func keep(past one: Parameters) throws(Failure) {
        let ended = try one.optionalInteger("endedDate", in: 0...Int64.max)
        let facts: JSON = ["minutes": .integer(try one.integer("minutes", in: 0...AlarmTiming.countMax))]
        try run(
            """
            INSERT INTO alarms (alarm_id, rule, subject, facts, raised_date, ended_date, told_date) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (alarm_id) DO NOTHING
            """,
            [
                .text(try one.text("id", bytesMax: 64)), .text(AlarmRule.databaseSilent.rawValue),
                .text(try one.text("subject", bytesMax: 255)), .text(facts.text()),
                .integer(try one.integer("raisedDate", in: 0...Int64.max)), .integer(ended ?? now), .integer(now),
            ])
    }

}
#endif
