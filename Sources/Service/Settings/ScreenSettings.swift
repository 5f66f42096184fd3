import Codecs
import Linux

/// What players are shown besides the game: terms, image notices, the game notice.
struct ScreenSettings: Equatable, SettingsTable {
    static let termsMax = 16

    var terms: [TermsSettings] = []
    var imageNotice: ImageNoticeSettings?
    var gameNotice = GameNoticeSettings()

    mutating func fields(_ fields: inout SettingsFields) {
        fields.list("terms", &terms, max: Self.termsMax)
        fields.part("imageNotice", &imageNotice)
        fields.part("gameNotice", &gameNotice)
        for (index, set) in terms.enumerated() {
            for other in terms.prefix(index) where other.seq == set.seq || other.countryType == set.countryType {
                fields.refuse("terms[\(index)]", "repeats termsSeq or termsCountryType of an earlier one")
            }
        }
    }
}

/// The page of the game's notices, and when the newest was written.
struct GameNoticeSettings: Equatable, SettingsTable {
    static let none: Int64 = -1

    var url = ""
    var latestNoticeTimeMillis = none

    mutating func fields(_ fields: inout SettingsFields) {
        fields.url("url", &url)
        fields.integer("latestNoticeTimeMillis", &latestNoticeTimeMillis, in: Self.none...Int64.max)
    }
}
