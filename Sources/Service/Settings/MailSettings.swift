import Linux
import Wire

/// How gamebased sends mails to users of the mobile backend. A service in the process of a game keeps it, and sends by the host's function:
/// so it is a few lists, and kept as it is saved.
struct MailSettings: SettingsTable {
    static let interfaces = ["SMTP", "WEBHOOK"]
    static let securities = ["STARTTLS", "TLS", "NONE"]
    static let textKeys = ["host", "user", "password", "from", "fromName", "webhookSecret"]
    static let urlKeys = ["baseUrl", "webhookUrl"]
    static let numberKeys = ["port", "timeoutSeconds", "retrySeconds", "addressPerDay", "perHour"]
    /// In the order of `numberKeys`.
    static let numberDefaults: [Int64] = [0, 30, 30, 10, 1_000]
    static let numbersMin: [Int64] = [0, 1, 1, 1, 1]
    static let numbersMax: [Int64] = [65_535, 120, 3_600, 1_000, 1_000_000]
    static let textBytesMax = 2_048
    static let templatesMax = 64

    /// The interface and the security.
    var kinds = ["SMTP", "STARTTLS"]
    /// In the order of `textKeys`. gamebased gives the secrets among them here sealed, and alone can open them.
    var texts = [String](repeating: "", count: textKeys.count)
    /// In the order of `urlKeys`.
    var urls = [String](repeating: "", count: urlKeys.count)
    var numbers = numberDefaults
    var templates: [MailTemplateSettings] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("interface", &kinds[0], Self.interfaces)
        fields.oneOf("security", &kinds[1], Self.securities)
        for (place, key) in Self.textKeys.enumerated() { fields.text(key, &texts[place], max: Self.textBytesMax) }
        for (place, key) in Self.urlKeys.enumerated() { fields.url(key, &urls[place]) }
        for (place, key) in Self.numberKeys.enumerated() {
            fields.integer(key, &numbers[place], in: Self.numbersMin[place]...Self.numbersMax[place])
        }
        fields.list("templates", &templates, max: Self.templatesMax)
    }
}

/// The words of one kind of mail in one language.
struct MailTemplateSettings: SettingsTable {
    static let subjectBytesMax = 200
    static let textBytesMax = 8_192

    /// The language, the kind, the subject and the text.
    var texts = ["", "", "", ""]

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("language", &texts[0], AppSettings.languages, isRequired: true)
        fields.oneOf("kind", &texts[1], [OneTimeKey.passwordReset, OneTimeKey.mailEntry], isRequired: true)
        fields.requiredText("subject", &texts[2], max: Self.subjectBytesMax)
        fields.requiredText("text", &texts[3], max: Self.textBytesMax)
    }
}

extension SettingsFields {
    /// Read, and kept as it would be saved.
    mutating func mail(_ key: String, _ value: inout JSON) {
        guard let part = object(for: key, value)?.part(key) else { return }
        read { () throws(SettingsError) in value = try MailSettings(part.json, at: part.path).json }
    }
}

#if !hasFeature(Embedded)
extension ConsoleSettings {
    /// nil: no mails are sent.
    var mail: MailSettings? {
        if mailJSON.isNull { return nil }
        return try? MailSettings(mailJSON, at: "$.mail")
    }
}

extension MailTemplateSettings {
    var language: String { texts[0] }
    var kind: String { texts[1] }
    var subject: String { texts[2] }
    var text: String { texts[3] }
}

extension MailSettings {
    /// Of an address, and of the name before it.
    static let lineBytesMax = 254

    var interface: String { kinds[0] }
    var security: String { kinds[1] }
    /// Of one try.
    var timeoutSeconds: Int64 { numbers[1] }
    /// From the first try to the second; each wait is twice the one before.
    var retrySeconds: Int64 { numbers[2] }
    var addressPerDay: Int64 { numbers[3] }
    var perHour: Int64 { numbers[4] }
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
