#if !hasFeature(Embedded)
import Messages

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
