#if !hasFeature(Embedded)
import Wire

/// What is looked at. A rule that is not given is not looked at.
struct AlarmRules: Equatable, SettingsTable {
    var playersBelow: FloorRule?
    var playersFall: FallRule?
    var playersRise: RiseRule?
    var errors: ErrorsRule?
    var storeSilent: SilenceRule?
    var databaseSilent: SilenceRule?
    var booksUnsound: BooksRule?

    mutating func fields(_ fields: inout SettingsFields) {
        fields.part("playersBelow", &playersBelow)
        fields.part("playersFall", &playersFall)
        fields.part("playersRise", &playersRise)
        fields.part("errors", &errors)
        fields.part("storeSilent", &storeSilent)
        fields.part("databaseSilent", &databaseSilent)
        fields.part("booksUnsound", &booksUnsound)
    }
}

enum AlarmLimit {
    static let minutesMax: Int64 = 60
    /// Of players the minutes of an hour are kept, the last two of which are not counted to their end.
    static let floorMinutesMax: Int64 = 50
    static let changeMinutesMax: Int64 = 25
    static let countMax: Int64 = 1_000_000_000
    static let risePercentMax: Int64 = 100_000
    static let silentMinutesMax: Int64 = 1_440
    static let refundHoursMax: Int64 = 720
}

/// Fewer players than so many, in each of so many minutes.
struct FloorRule: Equatable, SettingsTable {
    var floor: Int64 = 0
    var minutes: Int64 = 5

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("floor", &floor, in: 1...AlarmLimit.countMax, isRequired: true)
        fields.integer("minutes", &minutes, in: 1...AlarmLimit.floorMinutesMax)
    }
}

/// So many percent fewer players in so many minutes than in the minutes before, where there were at least so many on average before.
struct FallRule: Equatable, SettingsTable {
    var percent: Int64 = 0
    var minutes: Int64 = 10
    var least: Int64 = 100

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("percent", &percent, in: 1...100, isRequired: true)
        fields.integer("minutes", &minutes, in: 1...AlarmLimit.changeMinutesMax)
        fields.integer("least", &least, in: 1...AlarmLimit.countMax)
    }
}

/// So many percent more, where there are at least so many on average now.
struct RiseRule: Equatable, SettingsTable {
    var percent: Int64 = 0
    var minutes: Int64 = 10
    var least: Int64 = 100

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("percent", &percent, in: 1...AlarmLimit.risePercentMax, isRequired: true)
        fields.integer("minutes", &minutes, in: 1...AlarmLimit.changeMinutesMax)
        fields.integer("least", &least, in: 1...AlarmLimit.countMax)
    }
}

/// So great a part of the answers of so many minutes has a status of 500 or more, where there are at least so many answers.
struct ErrorsRule: Equatable, SettingsTable {
    var percent: Int64 = 0
    var minutes: Int64 = 5
    var least: Int64 = 100

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("percent", &percent, in: 1...100, isRequired: true)
        fields.integer("minutes", &minutes, in: 1...AlarmLimit.minutesMax)
        fields.integer("least", &least, in: 1...AlarmLimit.countMax)
    }
}

/// No answer for so many minutes.
struct SilenceRule: Equatable, SettingsTable {
    var minutes: Int64 = 10

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("minutes", &minutes, in: 1...AlarmLimit.silentMinutesMax)
    }
}

/// The ledger's check finds differences, money fits no order, or a refund waits for more than so many hours.
struct BooksRule: Equatable, SettingsTable {
    var refundHours: Int64 = 72

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("refundHours", &refundHours, in: 1...AlarmLimit.refundHoursMax)
    }
}
#endif
