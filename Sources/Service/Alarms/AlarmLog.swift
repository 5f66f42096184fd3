#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// What an operator sees of alarms, and the try of the way to the receivers.
extension Alarms {
    /// {} -> {isSet, receivers, alarms, isMore, keptDays}: newest first, those that last in front.
    func shown(_ request: Request) throws(Failure) -> Reply {
        let columns = "alarm_id, rule, subject, facts, raised_date, ended_date"
        var rows = try query(
            "SELECT \(columns) FROM alarms WHERE ended_date IS NULL ORDER BY rule, subject LIMIT \(AlarmSending.listedMax)", [])
        rows += try query(
            "SELECT \(columns) FROM alarms WHERE ended_date IS NOT NULL ORDER BY ended_date DESC LIMIT \(AlarmSending.listedMax + 1)", [])
        let isMore = rows.count > AlarmSending.listedMax
        rows = Array(rows.prefix(AlarmSending.listedMax))
        let told = try messages(of: rows.map { $0.values[0] })
        return .success([
            "isSet": .bool(settings.alarms != nil), "receivers": .integer(Int64(settings.alarms?.receivers.count ?? 0)),
            "alarms": .array(
                rows.map { row in
                    [
                        "alarmId": .string(row.text(0)), "rule": .string(row.text(1)), "subject": .string(row.text(2)),
                        "facts": (try? JSON.parse(row.text(3))) ?? [:],
                        "raisedDate": .string(ISO8601.text(epochMilliseconds: row.integer(4))),
                        "endedDate": row.integerOrNil(5).map { .string(ISO8601.text(epochMilliseconds: $0)) } ?? .null,
                        "messages": .array(told[row.text(0)] ?? []),
                    ]
                }), "isMore": .bool(isMore), "keptDays": .integer(AlarmTiming.keptDays),
        ])
    }

    private func messages(of alarms: [Value]) throws(Failure) -> [String: [JSON]] {
        guard !alarms.isEmpty else { return [:] }
        let columns = "alarm_id, event, receiver, state, tries, reason, made_date"
        var rows = try query(
            """
            SELECT \(columns) FROM alarm_messages WHERE alarm_id IN (\(HeldTable.places(alarms.count)))
            ORDER BY alarm_id, made_date, receiver LIMIT \(AlarmSending.listedMessagesMax)
            """, alarms)
        // Reminders of one that lasts must not hide who was told of the others.
        if rows.count == AlarmSending.listedMessagesMax {
            rows = []
            for alarm in alarms {
                rows += try query(
                    """
                    SELECT \(columns) FROM alarm_messages WHERE alarm_id = ? ORDER BY made_date DESC, receiver DESC
                    LIMIT \(AlarmSending.newestMessagesMax)
                    """, [alarm]
                ).reversed()
            }
        }
        var told: [String: [JSON]] = [:]
        for row in rows {
            told[row.text(0), default: []].append([
                "event": .string(row.text(1)), "receiver": .string(row.text(2)), "state": .string(row.text(3)),
                "tries": .integer(row.integer(4)), "reason": .string(row.text(5)),
                "date": .string(ISO8601.text(epochMilliseconds: row.integer(6))),
            ])
        }
        return told
    }

    /// {} -> {alarmId, messages}: a message to each receiver, that stands in the log as an alarm of its own.
    func test(_ request: Request) throws(Failure) -> Reply {
        guard let given = settings.alarms, !given.receivers.isEmpty else {
            throw Failure.refused(
                ResultCode.parameterInvalid, "the settings name no receiver of alarms; docs/server.md, \"Alarms\" has an example")
        }
        let id = core.newCode(characters: AlarmSending.idCharacters, of: Objects.idCharacters)
        try run(
            """
            INSERT INTO alarms (alarm_id, rule, subject, facts, raised_date, ended_date, told_date) VALUES (?, ?, '', '{}', ?, ?, ?)
            """, [.text(id), .text(AlarmRule.test.rawValue), .integer(now), .integer(now), .integer(now)])
        let facts: JSONObject = ["rule": .string(AlarmRule.test.rawValue), "subject": "", "raisedDate": .integer(now)]
        let count = try tell(.test, id, facts, given)
        guard count > 0 else { throw Failure.refused(ResultCode.tooManyRequests, "\(AlarmSending.waitingMax) messages wait already") }
        try trim()
        return .success(["alarmId": .string(id), "messages": .integer(count)])
    }
}
#endif
