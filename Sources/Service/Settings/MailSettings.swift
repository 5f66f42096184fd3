import Linux
import Wire

/// How gamebased sends mails to users of the mobile backend. A service in the process of a game keeps it, and sends by the host's function.
struct MailSettings: Equatable, SettingsTable {
    static let interfaces = ["SMTP", "WEBHOOK"]
    static let securities = ["STARTTLS", "TLS", "NONE"]
    static let textKeys = ["host", "user", "password", "from", "fromName", "webhookSecret"]
    static let urlKeys = ["baseUrl", "webhookUrl"]
    static let textBytesMax = 2_048
    static let templatesMax = 64
    /// Of an address, and of the name before it.
    static let lineBytesMax = 254
    static let portMax: Int64 = 65_535
    static let timeoutSecondsMax: Int64 = 120
    static let retrySecondsMax: Int64 = 3_600
    static let addressPerDayMax: Int64 = 1_000
    static let perHourMax: Int64 = 1_000_000

    var interface = "SMTP"
    var security = "STARTTLS"
    /// In the order of `textKeys`. gamebased gives the secrets among them here sealed, and alone can open them.
    var texts = [String](repeating: "", count: textKeys.count)
    /// In the order of `urlKeys`.
    var urls = [String](repeating: "", count: urlKeys.count)
    /// 0: the usual one of the security.
    var port: Int64 = 0
    /// Of one try.
    var timeoutSeconds: Int64 = 30
    /// From the first try to the second; each wait is twice the one before.
    var retrySeconds: Int64 = 30
    var addressPerDay: Int64 = 10
    var perHour: Int64 = 1_000
    var templates: [MailTemplateSettings] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("interface", &interface, Self.interfaces)
        fields.oneOf("security", &security, Self.securities)
        for (place, key) in Self.textKeys.enumerated() { fields.text(key, &texts[place], max: Self.textBytesMax) }
        for (place, key) in Self.urlKeys.enumerated() { fields.url(key, &urls[place]) }
        fields.integer("port", &port, in: 0...Self.portMax)
        fields.integer("timeoutSeconds", &timeoutSeconds, in: 1...Self.timeoutSecondsMax)
        fields.integer("retrySeconds", &retrySeconds, in: 1...Self.retrySecondsMax)
        fields.integer("addressPerDay", &addressPerDay, in: 1...Self.addressPerDayMax)
        fields.integer("perHour", &perHour, in: 1...Self.perHourMax)
        fields.list("templates", &templates, max: Self.templatesMax)
    }
}

/// The words of one kind of mail in one language.
struct MailTemplateSettings: Equatable, SettingsTable {
    static let subjectBytesMax = 200
    static let textBytesMax = 8_192

    var language = ""
    var kind = OneTimeKey.passwordReset
    var subject = ""
    var text = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("language", &language, AppSettings.languages, isRequired: true)
        fields.oneOf("kind", &kind, [OneTimeKey.passwordReset, OneTimeKey.mailEntry], isRequired: true)
        fields.requiredText("subject", &subject, max: Self.subjectBytesMax)
        fields.requiredText("text", &text, max: Self.textBytesMax)
    }
}

#if !hasFeature(Embedded)
extension MailSettings {
    var host: String { texts[0] }
    var user: String { texts[1] }
    var from: String { texts[3] }
    var baseUrl: String { urls[0] }

    /// Rules that only a server has, whose mails these are.
    func check() throws(SettingsError) {
        try checkLines()
        guard !baseUrl.isEmpty, !baseUrl.utf8.contains(UInt8(ascii: "?")), !baseUrl.utf8.contains(UInt8(ascii: "#")) else {
            throw SettingsError(
                "$.mail.baseUrl", "must be the address at which browsers reach gamebased, such as https://games.example.com")
        }
        if interface == "WEBHOOK" {
            if urls[1].isEmpty { throw SettingsError("$.mail.webhookUrl", "is missing") }
            if texts[5].isEmpty { throw SettingsError("$.mail.webhookSecret", "is missing; it signs each mail that is given on") }
        } else {
            if host.isEmpty { throw SettingsError("$.mail.host", "is missing: the name of the mail server") }
            if texts[4].utf8.count > Self.lineBytesMax {
                throw SettingsError("$.mail.fromName", "must be at most \(Self.lineBytesMax) bytes of UTF-8")
            }
            guard Self.isAddress(from), from.utf8.count <= Self.lineBytesMax else {
                throw SettingsError("$.mail.from", "must be the mail address that mails come from, such as no-reply@example.com")
            }
            if user.isEmpty != texts[2].isEmpty { throw SettingsError("$.mail.password", "and user go together: give both or neither") }
            if security == "NONE", !user.isEmpty {
                throw SettingsError(
                    "$.mail.security", "must be STARTTLS or TLS where there is a password, which never goes over plain text")
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
        for (place, text) in texts.enumerated() where text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw SettingsError("$.mail.\(Self.textKeys[place])", "must be one line without control characters")
        }
    }

    /// One that a mail server takes between angle brackets without further ado.
    static func isAddress(_ text: String) -> Bool {
        StoredObject.isMailAddress(text) && text.utf8.allSatisfy { $0 < 0x7F && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    }
}
#endif
