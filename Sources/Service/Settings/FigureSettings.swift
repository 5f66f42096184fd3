import Linux
import Wire

/// How days are counted, and in which currency sums are shown together.
struct FigureSettings: Equatable, SettingsTable {
    static let ratesMax = 200

    /// A day begins at midnight there. Days that are counted already stay as they are when it changes.
    var utcTimeZone = "+00:00" { didSet { zoneMilliseconds = Self.milliseconds(utcTimeZone) } }
    /// What is added to UTC; nil for a text that is no zone.
    private(set) var zoneMilliseconds: Int64? = 0

    mutating func fields(_ fields: inout SettingsFields) {
        fields.text("utcTimeZone", &utcTimeZone, max: 6)
        if zoneMilliseconds == nil { fields.refuse("utcTimeZone", "must be a zone such as \"+09:00\"") }
    }

    private static func milliseconds(_ zone: String) -> Int64? {
        guard zone.utf8.count == 6 else { return nil }
        return ISO8601.parse("1970-01-03T00:00:00" + zone).map { 2 * CalendarDay.dayMilliseconds - $0 }
    }
}

extension ConsoleSettings {
    /// The day of a date, from 1970 on, in the app's zone.
    func day(of date: Int64) -> Int64 {
        let (sum, overflow) = date.addingReportingOverflow(figures.zoneMilliseconds ?? 0)
        let length = CalendarDay.dayMilliseconds
        return overflow ? date / length : (sum >= 0 ? sum / length : (sum - length + 1) / length)
    }
}
