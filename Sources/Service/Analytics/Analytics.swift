import Messages

/// What games report, as sums that the operator's report reads.
struct Analytics: Capability {
    let core: ServiceCore
}

extension Analytics {
    static func requests(_ table: inout RequestTable) {
        #if hasFeature(Embedded)
        table.row(.consoleReport, "", Analytics.analyticsReport)
        #else
        table.row(.consoleReport, "activeInLastDay", Analytics.analyticsReport)
        #endif
        table.row(
            .sendEvents,
            """
            userId events(eventId type time userId data) metricsKey journal(name dropped damaged)
            """, Analytics.sendEvents)
    }
}
