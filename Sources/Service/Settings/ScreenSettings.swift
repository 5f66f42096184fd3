import Linux
import Wire

/// What players are shown besides the game: terms, image notices, the game notice.
struct ScreenSettings: Equatable {
    static let keys = ["terms", "imageNotice", "gameNotice"]
    static let termsMax = 16

    var terms: [TermsSettings] = []
    var imageNotice: ImageNoticeSettings?
    var gameNotice = GameNoticeSettings()

    init() {}

    init(_ root: SettingsObject) throws(SettingsError) {
        terms = try root.list("terms", max: Self.termsMax, TermsSettings.init) ?? []
        if let part = root.part("imageNotice") { imageNotice = try ImageNoticeSettings(part.json, at: part.path) }
        if let part = root.part("gameNotice") { gameNotice = try GameNoticeSettings(part.json, at: part.path) }
        for (index, set) in terms.enumerated() {
            for other in terms.prefix(index) where other.seq == set.seq || other.countryType == set.countryType {
                throw SettingsError("\(root.path).terms[\(index)]", "repeats termsSeq or termsCountryType of an earlier one")
            }
        }
    }

    func write(to whole: inout JSONObject) {
        whole["terms"] = .array(terms.map { $0.json })
        whole["imageNotice"] = imageNotice?.json ?? .null
        whole["gameNotice"] = gameNotice.json
    }
}

/// The page of the game's notices, and when the newest was written.
struct GameNoticeSettings: Equatable {
    static let none: Int64 = -1

    var url = ""
    var latestNoticeTimeMillis = none

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["url", "latestNoticeTimeMillis"])
        url = try object.url("url") ?? ""
        latestNoticeTimeMillis = try object.integer("latestNoticeTimeMillis", in: Self.none...Int64.max) ?? Self.none
    }

    var json: JSON { ["url": .string(url), "latestNoticeTimeMillis": .integer(latestNoticeTimeMillis)] }
}
