import Codecs

/// A notice that is shown at the start.
struct NoticeSettings: Equatable, SettingsTable {
    var title = ""
    var message = ""
    var url = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.text("title", &title)
        fields.text("message", &message)
        fields.url("url", &url)
    }
}

/// The addresses of the app's legal pages.
struct RelatedUrlSettings: Equatable, SettingsTable {
    var termsUrl = ""
    var punishRuleUrl = ""
    var personalInfoCollectionUrl = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.url("termsUrl", &termsUrl)
        fields.url("punishRuleUrl", &punishRuleUrl)
        fields.url("personalInfoCollectionUrl", &personalInfoCollectionUrl)
    }
}

/// Who answers players ("Customer Service Type" of the SDK page).
struct CustomerServiceSettings: Equatable, SettingsTable {
    static let custom = "CUSTOM"

    var type = custom
    var url = ""
    /// A telephone number or an address, as players read it.
    var accessInfo = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("type", &type, ["GAMEBASE", "TOAST", Self.custom])
        fields.url("url", &url)
        fields.text("accessInfo", &accessInfo)
    }
}
