import Codecs
import Linux

/// What a banned player is told, by the number that game servers name ("Ban > Template" of the console guide).
struct BanTemplateSettings: Equatable, SettingsTable {
    static let countMax = 100

    var code: Int64 = 0
    var name = ""
    var message = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("templateCode", &code, in: 1...Int64(Int32.max), isRequired: true)
        fields.requiredText("name", &name)
        fields.text("message", &message, max: Members.banMessageBytesMax)
    }
}
