import Linux
import Wire

/// The images that are shown when the game asks for them ("ImageNotice" of the console guide).
struct ImageNoticeSettings: Equatable {
    static let pagesMax = 64

    var type = "POPUP"
    var theme = ""
    var address = ""
    var footerHeight: Int64 = 0
    var rollingImageNoticeId: Int64 = 0
    var pages: [ImageNoticePage] = []

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(
            json, at: path, keys: ["type", "theme", "address", "footerHeight", "rollingImageNoticeId", "pageList"])
        type = try object.oneOf("type", ["POPUP", "ROLLING"]) ?? "POPUP"
        theme = try object.text("theme", max: 64) ?? ""
        address = try object.url("address") ?? ""
        footerHeight = try object.integer("footerHeight", in: 0...10_000) ?? 0
        rollingImageNoticeId = try object.integer("rollingImageNoticeId", in: 0...Int64.max) ?? 0
        pages = try object.list("pageList", max: Self.pagesMax, ImageNoticePage.init) ?? []
        for (index, page) in pages.enumerated() where pages.prefix(index).contains(where: { $0.id == page.id }) {
            throw SettingsError("\(path).pageList[\(index)].imageNoticeId", "\(page.id) is there already")
        }
    }

    var json: JSON {
        [
            "type": .string(type), "theme": .string(theme), "address": .string(address), "footerHeight": .integer(footerHeight),
            "rollingImageNoticeId": .integer(rollingImageNoticeId), "pageList": .array(pages.map { $0.settingsJSON }),
        ]
    }
}

/// One image, from when to when it is shown, and what a click does.
struct ImageNoticePage: Equatable {
    var id: Int64
    var path: String
    var clickScheme = ""
    var clickType = "NONE"
    var width: Int64 = 0
    var height: Int64 = 0
    /// As they were written, and what they mean.
    var beginDate: String?
    var endDate: String?
    private var beginMilliseconds: Int64?
    private var endMilliseconds: Int64?

    init(_ json: JSON, _ path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "imageNoticeId", "path", "clickScheme", "clickType", "width", "height", "beginDate", "endDate",
        ])
        guard let id = try object.integer("imageNoticeId", in: 1...Int64.max) else { throw object.wrong("imageNoticeId", "is missing") }
        self.id = id
        self.path = try object.requiredText("path", max: 1024)
        clickScheme = try object.text("clickScheme", max: 1024) ?? ""
        clickType = try object.oneOf("clickType", ["NONE", "OPEN_URL", "CUSTOM_SCHEME"]) ?? (clickScheme.isEmpty ? "NONE" : "CUSTOM_SCHEME")
        width = try object.integer("width", in: 0...100_000) ?? 0
        height = try object.integer("height", in: 0...100_000) ?? 0
        (beginDate, beginMilliseconds) = try MaintenanceSettings.date(object, "beginDate")
        (endDate, endMilliseconds) = try MaintenanceSettings.date(object, "endDate")
    }

    func isShown(at time: Int64) -> Bool {
        if let begin = beginMilliseconds, time < begin { return false }
        if let end = endMilliseconds, time >= end { return false }
        return true
    }

    private var common: JSONObject {
        [
            "imageNoticeId": .integer(id), "path": .string(path), "clickScheme": .string(clickScheme), "clickType": .string(clickType),
        ]
    }

    /// As clients get it.
    var json: JSON {
        var object = common
        object["imageInfo"] = ["width": .integer(width), "height": .integer(height)]
        return .object(object)
    }

    var settingsJSON: JSON {
        var object = common
        object["width"] = .integer(width)
        object["height"] = .integer(height)
        if let beginDate { object["beginDate"] = .string(beginDate) }
        if let endDate { object["endDate"] = .string(endDate) }
        return .object(object)
    }
}
