import Codecs
import Linux

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
