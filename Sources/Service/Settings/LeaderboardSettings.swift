import Codecs
import Linux
import Messages

/// A factor of the leaderboard: what is counted, in which period, and which of two is before the other.
struct LeaderboardSettings: Equatable, SettingsTable {
    static let countMax = 100
    static let entriesMax: Int64 = 10_000_000

    var factor: Int64 = 0
    var name = ""
    var period = "ALL"
    /// DESC: the highest score is first.
    var orderType = "DESC"
    var scoreType = "BEST"
    /// Of equal scores the one that was registered first, or latest, is before the other.
    var tieScoreType = "FIRST"
    /// Of a week 1 (Monday) to 7, of a month 1 to 28.
    var resetDate: Int64 = 1
    var resetTime = "00:00"
    var utcTimeZone = "+00:00"
    /// Who falls behind this rank is forgotten.
    var maxSize: Int64 = 1_000_000

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("factor", &factor, in: 1...Int64(Int32.max), isRequired: true)
        fields.text("name", &name, max: 255)
        fields.oneOf("period", &period, ["DAY", "WEEK", "MONTH", "ALL"])
        fields.oneOf("orderType", &orderType, ["ASC", "DESC"])
        fields.oneOf("scoreType", &scoreType, ["BEST", "LATEST", "ACCUMULATED"])
        fields.oneOf("tieScoreType", &tieScoreType, ["FIRST", "LATEST"])
        fields.integer("resetDate", &resetDate, in: 1...28)
        fields.text("resetTime", &resetTime, max: 5)
        fields.zone("utcTimeZone", &utcTimeZone)
        fields.integer("maxSize", &maxSize, in: 1...Self.entriesMax)
        if period == "WEEK", resetDate > 7 { fields.refuse("resetDate", "must be between 1 (Monday) and 7 for a week") }
        if resetMilliseconds == nil { fields.refuse("resetTime", "must be a time such as \"05:00\"") }
    }

    /// Into the day.
    var resetMilliseconds: Int64? { resetTime.utf8.count == 5 ? ISO8601.parse("1970-01-01T" + resetTime + ":00Z") : nil }
}
