import Codecs
import Linux

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
