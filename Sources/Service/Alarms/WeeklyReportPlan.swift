#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// When the report of a week is due. It is one message for each address, however many servers look.
extension Alarms {
    static let reportName = "alarm report"
    /// An alarm of this name is none: it is what the messages of reports are of.
    static let reportAlarm = "report"
    private static let days: Int64 = 7
    /// 1970 began on a Thursday.
    private static let weekdayOfFirst: Int64 = 4

    /// The last date at which a report was due.
    func lastReportDate(_ report: WeeklyReportSettings) -> Int64 {
        let hour: Int64 = 3_600_000
        let zone = settings.figures.zoneMilliseconds
        let week = Self.days * CalendarDay.dayMilliseconds
        // Of the first week, in the app's zone.
        let first = (report.weekday - Self.weekdayOfFirst) * CalendarDay.dayMilliseconds + report.hour * hour - zone
        let since = now &- first
        return now &- (since % week + week) % week
    }

    /// Queues the report once an hour of the settings has passed. The first report comes at the first such hour after the setting was made.
    func plan(_ report: WeeklyReportSettings, _ given: AlarmSettings) throws(Failure) {
        let date = lastReportDate(report)
        let known = try stored(Self.reportName)
        let setting = " \(report.weekday) \(report.hour) \(settings.figures.zoneMilliseconds)"
        let fresh = "\(date)\(setting)"
        if known == fresh { return }
        let isDue = Self.isOver(known, setting, before: date)
        // It stays due while too many messages wait.
        if isDue, try !hasRoomForMessages() { return }
        guard try replace(Self.reportName, known, by: fresh), isDue else { return }
        let to = settings.day(of: date) - 1
        try tell(
            .report, Self.reportAlarm,
            ["from": .string(FigureRange.text(to - 2 * Self.days + 1)), "to": .string(FigureRange.text(to))], given,
            only: AlarmReceiver.mailPrefix)
    }

    /// Whether the report that was due last is an earlier one of the same setting. Dates that are later than now were written by a clock
    /// that was wrong; another hour has other dates.
    private static func isOver(_ known: String?, _ setting: String, before date: Int64) -> Bool {
        guard let known, known.hasSuffix(setting), let last = Int64(known.dropLast(setting.utf8.count)) else { return false }
        return last < date
    }
}
#endif
