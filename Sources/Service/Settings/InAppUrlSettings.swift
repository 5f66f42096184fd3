import Wire

/// A notice that is shown at the start.
struct NoticeSettings: Equatable {
    var title = ""
    var message = ""
    var url = ""

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["title", "message", "url"])
        title = try object.text("title") ?? ""
        message = try object.text("message") ?? ""
        url = try object.url("url") ?? ""
    }

    var json: JSON { ["title": .string(title), "message": .string(message), "url": .string(url)] }
}

/// The addresses of the app's legal pages.
struct RelatedUrlSettings: Equatable {
    var termsUrl = ""
    var punishRuleUrl = ""
    var personalInfoCollectionUrl = ""

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["termsUrl", "punishRuleUrl", "personalInfoCollectionUrl"])
        termsUrl = try object.url("termsUrl") ?? ""
        punishRuleUrl = try object.url("punishRuleUrl") ?? ""
        personalInfoCollectionUrl = try object.url("personalInfoCollectionUrl") ?? ""
    }

    var json: JSON {
        [
            "termsUrl": .string(termsUrl), "punishRuleUrl": .string(punishRuleUrl),
            "personalInfoCollectionUrl": .string(personalInfoCollectionUrl),
        ]
    }
}

/// Who answers players ("Customer Service Type" of the SDK page).
struct CustomerServiceSettings: Equatable {
    static let custom = "CUSTOM"

    var type = custom
    var url = ""
    /// A telephone number or an address, as players read it.
    var accessInfo = ""

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["type", "url", "accessInfo"])
        type = try object.oneOf("type", ["GAMEBASE", "TOAST", Self.custom]) ?? Self.custom
        url = try object.url("url") ?? ""
        accessInfo = try object.text("accessInfo") ?? ""
    }

    var json: JSON { ["type": .string(type), "url": .string(url), "accessInfo": .string(accessInfo)] }
}
