import Codecs
import Linux

/// How days of figures are counted, and which values that games name are counted each: nobody makes rows by inventing some.
struct FigureSettings: Equatable, SettingsTable {
    /// A day begins at midnight there. Days that are counted already stay as they are when it changes.
    var utcTimeZone = "+00:00" { didSet { zoneMilliseconds = UTCZone.milliseconds(utcTimeZone) ?? 0 } }
    /// The same as a number: each log-in asks for it.
    private(set) var zoneMilliseconds: Int64 = 0
    /// Levels from 0 to this one are counted each.
    var levelsMax: Int64 = 100
    var channels: [String] = []
    var classes: [String] = []
    /// null: amounts of several currencies are not added up (`conversion`).
    var conversionJSON = JSON.null

    static let levelsMost: Int64 = 300
    /// With the others and what was not said, all of them are named in a report.
    static let namesMax = 30
    static let nameBytesMax = 64

    mutating func fields(_ fields: inout SettingsFields) {
        fields.zone("utcTimeZone", &utcTimeZone)
        fields.integer("levelsMax", &levelsMax, in: 0...Self.levelsMost)
        fields.texts("channels", &channels, max: Self.namesMax, Self.wrong)
        fields.texts("classes", &classes, max: Self.namesMax, Self.wrong)
        fields.ofServers(.conversion, &conversionJSON)
    }

    private static func wrong(_ name: String) -> String? {
        if name == Segment.others { return "must not be \"*\", which means all others" }
        return (1...nameBytesMax).contains(name.utf8.count) ? nil : "must be 1 to \(nameBytesMax) bytes"
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
