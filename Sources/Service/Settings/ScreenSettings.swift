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

/// The terms of one kind of country ("Terms" of the console guide).
struct TermsSettings: Equatable, SettingsTable {
    static let korean = "KOREAN"
    static let gdpr = "GDPR"
    static let etc = "ETC"
    static let contentsMax = 100
    /// Where the General Data Protection Regulation or its national twin applies: the EEA, the United Kingdom, Switzerland.
    private static let gdprCountries = [
        "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU",
        "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
    ]

    var seq: Int64 = 0
    var version = ""
    var countryType = etc
    /// Those who agreed to earlier terms of this kind must agree again.
    var isReconsentRequired = true
    var contents: [TermsContentSettings] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("termsSeq", &seq, in: 1...Int64(Int32.max), isRequired: true)
        fields.requiredText("termsVersion", &version, max: 64)
        fields.oneOf("termsCountryType", &countryType, [Self.korean, Self.gdpr, Self.etc])
        fields.bool("reconsentRequired", &isReconsentRequired)
        fields.list("contents", &contents, max: Self.contentsMax)
        if contents.isEmpty { fields.refuse("contents", "must hold at least one entry") }
        for (index, content) in contents.enumerated() where contents.prefix(index).contains(where: { $0.seq == content.seq }) {
            fields.refuse("contents[\(index)].termsContentSeq", "\(content.seq) is there already")
        }
    }

    static func countryType(of country: String) -> String {
        if country == "KR" { return korean }
        return gdprCountries.contains(country) ? gdpr : etc
    }
}

/// One item that a player agrees to, or not.
struct TermsContentSettings: Equatable, SettingsTable {
    static let noPush = "NONE"

    var seq: Int64 = 0
    var name = ""
    var isRequired = false
    var agreePush = noPush
    var node1DepthPosition: Int64 = 0
    var node2DepthPosition: Int64 = -1
    var detailPageUrl = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("termsContentSeq", &seq, in: 1...Int64(Int32.max), isRequired: true, told: .same)
        fields.requiredText("name", &name, max: 1024, told: .same)
        fields.bool("required", &isRequired, told: .same)
        fields.oneOf("agreePush", &agreePush, [Self.noPush, "ALL", "DAY", "NIGHT"], told: .same)
        fields.integer("node1DepthPosition", &node1DepthPosition, in: 0...10_000, told: .same)
        fields.integer("node2DepthPosition", &node2DepthPosition, in: -1...10_000, told: .same)
        fields.url("detailPageUrl", &detailPageUrl, told: .same)
    }
}

/// The images that are shown when the game asks for them ("ImageNotice" of the console guide).
struct ImageNoticeSettings: Equatable, SettingsTable {
    static let pagesMax = 64

    var type = "POPUP"
    var theme = ""
    var address = ""
    var footerHeight: Int64 = 0
    var rollingImageNoticeId: Int64 = 0
    var pages: [ImageNoticePage] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("type", &type, ["POPUP", "ROLLING"])
        fields.text("theme", &theme, max: 64)
        fields.url("address", &address)
        fields.integer("footerHeight", &footerHeight, in: 0...10_000)
        fields.integer("rollingImageNoticeId", &rollingImageNoticeId, in: 0...Int64.max)
        fields.list("pageList", &pages, max: Self.pagesMax)
        for (index, page) in pages.enumerated() where pages.prefix(index).contains(where: { $0.id == page.id }) {
            fields.refuse("pageList[\(index)].imageNoticeId", "\(page.id) is there already")
        }
    }
}

/// One image, from when to when it is shown, and what a click does.
struct ImageNoticePage: Equatable, SettingsTable {
    var id: Int64 = 0
    var path = ""
    var clickScheme = ""
    var clickType = "NONE"
    var width: Int64 = 0
    var height: Int64 = 0
    /// As they were written, and what they mean.
    var beginDate: String?
    var endDate: String?
    private var beginMilliseconds: Int64?
    private var endMilliseconds: Int64?

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("imageNoticeId", &id, in: 1...Int64.max, isRequired: true, told: .same)
        fields.requiredText("path", &path, max: 1024, told: .same)
        fields.text("clickScheme", &clickScheme, max: 1024, told: .same)
        fields.oneOf(
            "clickType", &clickType, ["NONE", "OPEN_URL", "CUSTOM_SCHEME"], else: clickScheme.isEmpty ? nil : "CUSTOM_SCHEME", told: .same)
        fields.integer("width", &width, in: 0...100_000)
        fields.integer("height", &height, in: 0...100_000)
        fields.date("beginDate", &beginDate, &beginMilliseconds, isSaved: beginDate != nil)
        fields.date("endDate", &endDate, &endMilliseconds, isSaved: endDate != nil)
    }

    func isShown(at time: Int64) -> Bool {
        if let begin = beginMilliseconds, time < begin { return false }
        if let end = endMilliseconds, time >= end { return false }
        return true
    }

    /// As clients get it.
    var noticeJSON: JSON {
        var object = told
        object["imageInfo"] = ["width": .integer(width), "height": .integer(height)]
        return .object(object)
    }
}
