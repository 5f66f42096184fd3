import Messages

#if !hasFeature(Embedded)
/// Checks an app's rules, raises and ends alarms, and queues their messages. Each server asks in rounds (`carrier.alarms`), sends the
/// messages and reports the result.
struct Alarms: Capability {
    let core: ServiceCore
}

extension Alarms {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleAlarms, "", Alarms.shown)
        table.row(.consoleTestAlarm, "", Alarms.test)
        table.row(
            .carrierAlarms,
            """
            max service reconcileSeconds differences minutes(minute requests failures) ended(id lease state reason) \
            past(id subject raisedDate endedDate minutes)
            """, Alarms.carried)
    }
}
#endif

/// Alarms and their messages. An alarm without `ended_date` is active; a rule and its subject have one active alarm at most. `calm_date`:
/// since when nothing breaks the rule of an active alarm. `facts`: the numbers and names from which the text of a message is made.
/// `next_date` of a message: when it is due, or the end of its lease while it is being sent; null when it is finished.
extension Schema {
    static let alarms = [
        """
        CREATE TABLE alarms (alarm_id TEXT NOT NULL PRIMARY KEY, rule TEXT NOT NULL, subject TEXT NOT NULL, facts TEXT NOT NULL,
            raised_date BIGINT NOT NULL, ended_date BIGINT, calm_date BIGINT, told_date BIGINT NOT NULL)
        """,
        "CREATE UNIQUE INDEX alarms_lasting ON alarms (rule, subject) WHERE ended_date IS NULL",
        "CREATE INDEX alarms_by_date ON alarms (raised_date)",
        "CREATE INDEX alarms_by_end ON alarms (ended_date)",
        """
        CREATE TABLE alarm_messages (message_id TEXT NOT NULL PRIMARY KEY, alarm_id TEXT NOT NULL, event TEXT NOT NULL,
            receiver TEXT NOT NULL, facts TEXT NOT NULL, state TEXT NOT NULL, tries BIGINT NOT NULL, reason TEXT NOT NULL,
            made_date BIGINT NOT NULL, next_date BIGINT)
        """,
        "CREATE INDEX alarm_messages_by_next ON alarm_messages (next_date)",
        "CREATE INDEX alarm_messages_by_alarm ON alarm_messages (alarm_id)",
        "CREATE INDEX alarm_messages_by_date ON alarm_messages (made_date)",
        """
        CREATE TABLE answer_minutes (minute BIGINT NOT NULL, service TEXT NOT NULL, requests BIGINT NOT NULL, failures BIGINT NOT NULL,
            PRIMARY KEY (minute, service))
        """,
        "CREATE INDEX refund_requests_by_date ON refund_requests (asked_date)",
    ]
}
