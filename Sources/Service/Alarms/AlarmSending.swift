#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

enum AlarmSending {
    static let idCharacters = 20
    /// Of an app. Beyond it an alarm is in the log and told to nobody.
    static let waitingMax = 500
    static let triesMax: Int64 = 10
    /// From the first try to the second; each wait is twice the one before.
    static let retryMilliseconds: Int64 = 5_000
    static let waitMillisecondsMax: Int64 = 3_600_000
    /// Longer than any try of a message takes.
    static let leaseMilliseconds: Int64 = 180_000
    static let reasonBytesMax = 300
    /// Alarms that are kept. The oldest that are over go before their time.
    static let keptMax = 2_000
    static let listedMax = 200
    static let listedMessagesMax = 2_000
    /// Of each alarm where there are more altogether: the last two times that all receivers were told.
    static let newestMessagesMax = 2 * (AlarmSettings.mailsMax + 1)
}

/// The state of a message, as it is stored and reported.
package enum AlarmState {
    package static let queued = "QUEUED"
    package static let sending = "SENDING"
    package static let sent = "SENT"
    package static let givenUp = "GIVEN_UP"
}

package enum AlarmEvent: String, Sendable {
    case raised, reminded, ended, test, report
}

/// The receivers of an app's alarms, by their names in messages: "webhook", or "mail " and the address.
package enum AlarmReceiver {
    package static let webhook = "webhook"
    package static let mailPrefix = "mail "

    package static func names(mails: [String], hasWebhook: Bool) -> [String] {
        mails.map { mailPrefix + $0 } + (hasWebhook ? [webhook] : [])
    }

    /// nil: it is the webhook.
    package static func address(_ name: String) -> String? {
        name.hasPrefix(mailPrefix) ? String(name.dropFirst(mailPrefix.count)) : nil
    }
}

/// The messages of alarms: one row for each receiver, sent by whichever server takes it first.
extension Alarms {
    /// Queues a message for each receiver.
    /// - Parameter only: the prefix of the receivers that get it.
    /// - Returns: the number of messages.
    @discardableResult
    func tell(
        _ event: AlarmEvent, _ alarm: String, _ facts: JSONObject, _ given: AlarmSettings, only: String = ""
    ) throws(Failure) -> Int64 {
        guard try hasRoomForMessages() else { return 0 }
        var facts = facts
        facts["date"] = .integer(now)
        let text = JSON.object(facts).text()
        var count: Int64 = 0
        for receiver in given.receivers where receiver.utf8.starts(with: only.utf8) {
            try run(
                """
                INSERT INTO alarm_messages (message_id, alarm_id, event, receiver, facts, state, tries, reason, made_date, next_date)
                VALUES (?, ?, ?, ?, ?, '\(AlarmState.queued)', 0, '', ?, ?)
                """,
                [
                    .text(core.newCode(characters: AlarmSending.idCharacters, of: Objects.idCharacters)), .text(alarm),
                    .text(event.rawValue), .text(receiver), .text(text), .integer(now), .integer(now),
                ])
            count += 1
        }
        return count
    }

    func hasRoomForMessages() throws(Failure) -> Bool {
        try query(
            """
            SELECT message_id FROM alarm_messages WHERE next_date IS NOT NULL ORDER BY next_date
            LIMIT 1 OFFSET \(AlarmSending.waitingMax)
            """, []
        ).isEmpty
    }

    private static let columns = "message_id, alarm_id, event, receiver, facts, state, tries, made_date, next_date"

    /// What is to be sent, each for as long as its lease is. What would wait longer than any wait lasts was dated by a clock that was
    /// wrong.
    func due(_ most: Int64, _ given: AlarmSettings) throws(Failure) -> [JSON] {
        guard most > 0 else { return [] }
        let far = Value.integer(now &+ AlarmSending.waitMillisecondsMax &+ AlarmSending.leaseMilliseconds)
        var rows: [Row] = []
        for (condition, date) in [("next_date <= ?", Value.integer(now)), ("next_date > ?", far)] {
            rows += try query(
                "SELECT \(Self.columns) FROM alarm_messages WHERE \(condition) ORDER BY next_date LIMIT \(most)", [date])
        }
        var taken: [JSON] = []
        for row in rows.prefix(Int(most)) {
            if let message = try take(row, given) { taken.append(message) }
        }
        return taken
    }

    private func take(_ row: Row, _ given: AlarmSettings) throws(Failure) -> JSON? {
        guard given.receivers.contains(row.text(3)) else {
            try over(row, AlarmState.givenUp, "the settings do not name this receiver any more")
            return nil
        }
        let tries = row.integer(6) + 1
        if tries > AlarmSending.triesMax {
            try over(row, AlarmState.givenUp, nil)
            return nil
        }
        let lease = now &+ AlarmSending.leaseMilliseconds
        try claim(
            """
            UPDATE alarm_messages SET state = '\(AlarmState.sending)', tries = ?, next_date = ?
            WHERE message_id = ? AND next_date = ? AND tries = ?
            """, [.integer(tries), .integer(lease), .text(row.text(0)), .integer(row.integer(8)), .integer(tries - 1)])
        return [
            "id": .string(row.text(0)), "lease": .integer(lease), "alarmId": .string(row.text(1)), "event": .string(row.text(2)),
            "receiver": .string(row.text(3)), "facts": (try? JSON.parse(row.text(4))) ?? [:], "tries": .integer(tries),
            "madeDate": .integer(row.integer(7)),
        ]
    }

    /// - Parameter reason: nil: that of the last try.
    private func over(_ row: Row, _ state: String, _ reason: String?) throws(Failure) {
        try claim(
            """
            UPDATE alarm_messages SET state = ?, reason = \(reason == nil ? "reason" : "?"), next_date = NULL
            WHERE message_id = ? AND next_date = ?
            """, [.text(state)] + (reason.map { [.text($0)] } ?? []) + [.text(row.text(0)), .integer(row.integer(8))])
    }

    /// How one try ended. Of a lease that is over only what is final counts: somebody else may be at it.
    func end(_ ended: Parameters) throws(Failure) {
        let id = try ended.text("id", bytesMax: 64)
        let lease = try ended.integer("lease", in: 0...Int64.max)
        let state = try ended.oneOf("state", [AlarmState.sent, AlarmState.queued, AlarmState.givenUp])
        let reason = Self.short(try ended.optionalText("reason", bytesMax: 4_096) ?? "")
        let rows = try query("SELECT \(Self.columns) FROM alarm_messages WHERE message_id = ? AND next_date IS NOT NULL", [.text(id)])
        guard let row = rows.first else { return }
        guard state == AlarmState.queued else { return try over(row, state, reason) }
        guard row.integer(8) == lease else { return }
        if row.integer(6) >= AlarmSending.triesMax { return try over(row, AlarmState.givenUp, reason) }
        try claim(
            """
            UPDATE alarm_messages SET state = '\(AlarmState.queued)', reason = ?, next_date = ? WHERE message_id = ? AND next_date = ?
            """, [.text(reason), .integer(now &+ wait(row.integer(6))), .text(id), .integer(lease)])
    }

    /// Behind so many tries.
    private func wait(_ tries: Int64) -> Int64 {
        min(AlarmSending.retryMilliseconds << min(max(0, tries - 1), 20), AlarmSending.waitMillisecondsMax)
    }

    private static func short(_ text: String) -> String {
        let bytesMax = AlarmSending.reasonBytesMax
        return text.utf8.count <= bytesMax ? text : String(decoding: text.utf8.prefix(bytesMax), as: UTF8.self)
    }

    /// Beyond what is kept the oldest that is over goes.
    func trim() throws(Failure) {
        try run(
            """
            DELETE FROM alarms WHERE alarm_id IN (SELECT alarm_id FROM alarms WHERE ended_date IS NOT NULL
            ORDER BY ended_date DESC LIMIT 1 OFFSET \(AlarmSending.keptMax)) AND ended_date IS NOT NULL
            """, [])
    }
}
#endif
