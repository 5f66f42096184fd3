import Linux
import Wire

/// The terms of one kind of country ("Terms" of the console guide).
struct TermsSettings: Equatable {
    static let korean = "KOREAN"
    static let gdpr = "GDPR"
    static let etc = "ETC"
    static let contentsMax = 100
    /// Where the General Data Protection Regulation or its national twin applies: the EEA, the United Kingdom, Switzerland.
    private static let gdprCountries = [
        "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU",
        "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK",
    ]

    var seq: Int64
    var version: String
    var countryType: String
    /// Those who agreed to earlier terms of this kind must agree again.
    var isReconsentRequired = true
    var contents: [TermsContentSettings] = []

    init(_ json: JSON, _ path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "termsSeq", "termsVersion", "termsCountryType", "reconsentRequired", "contents",
        ])
        guard let seq = try object.integer("termsSeq", in: 1...Int64(Int32.max)) else { throw object.wrong("termsSeq", "is missing") }
        self.seq = seq
        version = try object.requiredText("termsVersion", max: 64)
        countryType = try object.oneOf("termsCountryType", [Self.korean, Self.gdpr, Self.etc]) ?? Self.etc
        isReconsentRequired = try object.bool("reconsentRequired") ?? true
        contents = try object.list("contents", max: Self.contentsMax, TermsContentSettings.init) ?? []
        guard !contents.isEmpty else { throw object.wrong("contents", "must hold at least one entry") }
        for (index, content) in contents.enumerated() where contents.prefix(index).contains(where: { $0.seq == content.seq }) {
            throw SettingsError("\(path).contents[\(index)].termsContentSeq", "\(content.seq) is there already")
        }
    }

    static func countryType(of country: String) -> String {
        if country == "KR" { return korean }
        return gdprCountries.contains(country) ? gdpr : etc
    }

    var json: JSON {
        [
            "termsSeq": .integer(seq), "termsVersion": .string(version), "termsCountryType": .string(countryType),
            "reconsentRequired": .bool(isReconsentRequired), "contents": .array(contents.map { .object($0.json) }),
        ]
    }
}

/// One item that a player agrees to, or not.
struct TermsContentSettings: Equatable {
    static let noPush = "NONE"

    var seq: Int64
    var name: String
    var isRequired = false
    var agreePush = noPush
    var node1DepthPosition: Int64
    var node2DepthPosition: Int64
    var detailPageUrl = ""

    init(_ json: JSON, _ path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "termsContentSeq", "name", "required", "agreePush", "node1DepthPosition", "node2DepthPosition", "detailPageUrl",
        ])
        guard let seq = try object.integer("termsContentSeq", in: 1...Int64(Int32.max)) else {
            throw object.wrong("termsContentSeq", "is missing")
        }
        self.seq = seq
        name = try object.requiredText("name", max: 1024)
        isRequired = try object.bool("required") ?? false
        agreePush = try object.oneOf("agreePush", [Self.noPush, "ALL", "DAY", "NIGHT"]) ?? Self.noPush
        node1DepthPosition = try object.integer("node1DepthPosition", in: 0...10_000) ?? 0
        node2DepthPosition = try object.integer("node2DepthPosition", in: -1...10_000) ?? -1
        detailPageUrl = try object.url("detailPageUrl") ?? ""
    }

    var json: JSONObject {
        [
            "termsContentSeq": .integer(seq), "name": .string(name), "required": .bool(isRequired), "agreePush": .string(agreePush),
            "node1DepthPosition": .integer(node1DepthPosition), "node2DepthPosition": .integer(node2DepthPosition),
            "detailPageUrl": .string(detailPageUrl),
        ]
    }
}
