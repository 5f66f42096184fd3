import Linux
import Wire

/// How days of figures are counted.
struct FigureSettings: Equatable, SettingsTable {
    /// A day begins at midnight there. Days that are counted already stay as they are when it changes.
    var utcTimeZone = "+00:00" { didSet { zoneMilliseconds = UTCZone.milliseconds(utcTimeZone) ?? 0 } }
    /// The same as a number: each log-in asks for it.
    private(set) var zoneMilliseconds: Int64 = 0

    mutating func fields(_ fields: inout SettingsFields) {
        fields.zone("utcTimeZone", &utcTimeZone)
    }
}

extension ConsoleSettings {
    /// The day of a date, from 1970 on, in the app's zone.
    func day(of date: Int64) -> Int64 {
        let (sum, overflow) = date.addingReportingOverflow(figures.zoneMilliseconds)
        let length = CalendarDay.dayMilliseconds
        return overflow ? date / length : (sum >= 0 ? sum / length : (sum - length + 1) / length)
    }
}
