#if !hasFeature(Embedded)
import Codecs

/// The rules of an app's alarms. A missing rule is not checked.
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
    /// Counts of players are kept for an hour, and the last two minutes are not complete.
    static let floorMinutesMax: Int64 = 50
    static let changeMinutesMax: Int64 = 25
    static let countMax: Int64 = 1_000_000_000
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

/// A share in a window of minutes, and the least number that it is taken of.
struct PercentRule<Limits: PercentLimits>: Equatable, SettingsTable {
    var percent: Int64 = 0
    var minutes = Limits.minutesUsual
    var least: Int64 = 100

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("percent", &percent, in: 1...Limits.percentMax, isRequired: true)
        fields.integer("minutes", &minutes, in: 1...Limits.minutesMax)
        fields.integer("least", &least, in: 1...AlarmLimit.countMax)
    }
}

protocol PercentLimits {
    static var percentMax: Int64 { get }
    static var minutesMax: Int64 { get }
    static var minutesUsual: Int64 { get }
}

/// Players of a window are fewer than those of the window before, of whom there were at least `least` on average.
typealias FallRule = PercentRule<FallLimits>
enum FallLimits: PercentLimits {
    static let percentMax: Int64 = 100
    static let minutesMax = AlarmLimit.changeMinutesMax
    static let minutesUsual: Int64 = 10
}

/// Players of a window, at least `least` on average, are more than those of the window before.
typealias RiseRule = PercentRule<RiseLimits>
enum RiseLimits: PercentLimits {
    static let percentMax: Int64 = 100_000
    static let minutesMax = AlarmLimit.changeMinutesMax
    static let minutesUsual: Int64 = 10
}

/// Requests of a window, at least `least`, were answered with a status of 500 or more.
typealias ErrorsRule = PercentRule<ErrorLimits>
enum ErrorLimits: PercentLimits {
    static let percentMax: Int64 = 100
    static let minutesMax: Int64 = 60
    static let minutesUsual: Int64 = 5
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
