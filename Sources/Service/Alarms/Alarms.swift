#if !hasFeature(Embedded)
import Messages

/// What is looked at while nobody looks, and who is told of it. The server asks again and again (`carrier.alarms`), sends what there is to
/// send, and says how it ended.
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
