import Codecs
import Linux

/// How gamebased sends mails to users of the mobile backend. A service in the process of a game only keeps it, and sends by the host's
/// function: so it is looked at and kept as it was given, and a server reads it when it sends.
enum MailRows {
    static let textKeys = ["host", "user", "password", "from", "fromName", "webhookSecret"]
    static let numberKeys = ["port", "timeoutSeconds", "retrySeconds", "addressPerDay", "perHour"]
    /// In the order of `numberKeys`.
    static let numbersMin: [Int64] = [0, 1, 1, 1, 1]
    static let numbersMax: [Int64] = [65_535, 120, 3_600, 1_000, 1_000_000]
    static let textBytesMax = 2_048
    static let templatesMax = 64
    static let subjectBytesMax = 200
    static let templateBytesMax = 8_192
}

extension SettingsFields {
    @inline(never)
    mutating func mail(_ key: String, _ value: inout JSON) {
        guard let part = object(for: key, value)?.part(key) else { return }
        read { () throws(SettingsError) in
            try Self.read(part.json, at: part.path) { rows in
                var text = ""
                var number: Int64 = 0
                rows.oneOf("interface", &text, ["SMTP", "WEBHOOK"])
                rows.oneOf("security", &text, ["STARTTLS", "TLS", "NONE"])
                for key in MailRows.textKeys { rows.text(key, &text, max: MailRows.textBytesMax) }
                rows.url("baseUrl", &text)
                rows.url("webhookUrl", &text)
                for (place, key) in MailRows.numberKeys.enumerated() {
                    rows.integer(key, &number, in: MailRows.numbersMin[place]...MailRows.numbersMax[place])
                }
                rows.mailTemplates("templates")
            }
            value = part.json
        }
    }

    @inline(never)
    private mutating func mailTemplates(_ key: String) {
        guard let object = object(for: key, .null) else { return }
        read { () throws(SettingsError) in
            for (json, path) in try object.elements(key, max: MailRows.templatesMax) {
                try Self.read(json, at: path) { rows in
                    var text = ""
                    rows.oneOf("language", &text, AppSettings.languages, isRequired: true)
                    rows.oneOf("kind", &text, [OneTimeKey.passwordReset, OneTimeKey.mailEntry], isRequired: true)
                    rows.requiredText("subject", &text, max: MailRows.subjectBytesMax)
                    rows.requiredText("text", &text, max: MailRows.templateBytesMax)
                }
            }
        }
    }
}

#if !hasFeature(Embedded)
extension ConsoleSettings {
    /// nil: no mails are sent.
    var mail: MailSettings? { mailJSON.isNull ? nil : MailSettings(mailJSON) }
}

/// The words of one kind of mail in one language.
struct MailTemplate {
    let language, kind, subject, text: String

    init(_ json: JSON) {
        let text = { (key: String) in json[key]?.stringValue ?? "" }
        (language, kind, subject, self.text) = (text("language"), text("kind"), text("subject"), text("text"))
    }
}

struct MailSettings {
    /// Of an address, and of the name before it.
    static let lineBytesMax = 254

    let interface, security, host, user, password, from, fromName, webhookSecret, baseUrl, webhookUrl: String
    /// Of one try.
    let timeoutSeconds: Int64
    /// From the first try to the second; each wait is twice the one before.
    let retrySeconds: Int64
    let addressPerDay, perHour: Int64
    let templates: [MailTemplate]

    /// Of what the settings leave out.
    private static let defaults: JSONObject = [
        "interface": "SMTP", "security": "STARTTLS", "port": 0, "timeoutSeconds": 30, "retrySeconds": 30, "addressPerDay": 10,
        "perHour": 1_000,
    ]

    /// With the values of what they leave out.
    static func whole(_ json: JSON) -> JSON {
        guard var object = json.objectValue else { return json }
        for (key, value) in defaults.members where object[key] == nil { object[key] = value }
        return .object(object)
    }

    init(_ given: JSON) {
        let json = Self.whole(given)
        let text = { (key: String) in json[key]?.stringValue ?? "" }
        let number = { (key: String) in json[key]?.int64Value ?? 0 }
        (interface, security) = (text("interface"), text("security"))
        (host, user, password) = (text("host"), text("user"), text("password"))
        (from, fromName, webhookSecret) = (text("from"), text("fromName"), text("webhookSecret"))
        (baseUrl, webhookUrl) = (text("baseUrl"), text("webhookUrl"))
        (timeoutSeconds, retrySeconds) = (number("timeoutSeconds"), number("retrySeconds"))
        (addressPerDay, perHour) = (number("addressPerDay"), number("perHour"))
        templates = (json["templates"]?.arrayValue ?? []).map { MailTemplate($0) }
    }

    /// Rules that only a server has, whose mails these are.
    func check() throws(SettingsError) {
        try checkLines()
        guard !baseUrl.isEmpty, !baseUrl.utf8.contains(UInt8(ascii: "?")), !baseUrl.utf8.contains(UInt8(ascii: "#")) else {
            throw SettingsError(
                "$.mail.baseUrl", "must be the address at which browsers reach gamebased, such as https://games.example.com")
        }
        if interface == "WEBHOOK" {
            if webhookUrl.isEmpty { throw SettingsError("$.mail.webhookUrl", "is missing") }
            if webhookSecret.isEmpty { throw SettingsError("$.mail.webhookSecret", "is missing; it signs each mail that is given on") }
        } else {
            if host.isEmpty { throw SettingsError("$.mail.host", "is missing: the name of the mail server") }
            if fromName.utf8.count > Self.lineBytesMax {
                throw SettingsError("$.mail.fromName", "must be at most \(Self.lineBytesMax) bytes of UTF-8")
            }
            guard Self.isAddress(from), from.utf8.count <= Self.lineBytesMax else {
                throw SettingsError("$.mail.from", "must be the mail address that mails come from, such as no-reply@example.com")
            }
            if user.isEmpty != password.isEmpty { throw SettingsError("$.mail.password", "and user go together: give both or neither") }
            if security == "NONE", !user.isEmpty {
                throw SettingsError(
                    "$.mail.security", "must be STARTTLS or TLS with a password, which is never sent in plain text")
            }
        }
        for (place, template) in templates.enumerated() {
            if templates.prefix(place).contains(where: { $0.language == template.language && $0.kind == template.kind }) {
                throw SettingsError("$.mail.templates[\(place)]", "there is one of this kind in \(template.language) already")
            }
            try MailText.check(template, at: "$.mail.templates[\(place)]")
        }
    }

    /// What stands in a line of a mail, or of what is said to its server, ends no line.
    private func checkLines() throws(SettingsError) {
        let lines = [host, user, password, from, fromName, webhookSecret]
        for (key, line) in zip(MailRows.textKeys, lines) where line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw SettingsError("$.mail.\(key)", "must be one line without control characters")
        }
    }

    /// One that a mail server takes between angle brackets without further ado.
    static func isAddress(_ text: String) -> Bool {
        StoredObject.isMailAddress(text) && text.utf8.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    }
}
#endif
