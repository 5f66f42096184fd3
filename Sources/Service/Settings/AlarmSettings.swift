#if !hasFeature(Embedded)
import Codecs
import Linux

extension ConsoleSettings {
    /// nil: nothing is watched.
    var alarms: AlarmSettings? {
        guard !alarmsJSON.isNull else { return nil }
        do throws(SettingsError) { return try AlarmSettings(alarmsJSON, at: "$.alarms") } catch { return nil }
    }

    /// Rules between alarms and the rest, that only a server has.
    func checkAlarms() throws(SettingsError) {
        guard let alarms else { return }
        if SettingsSecrets.isMark(alarms.webhookSecret) {
            throw SettingsError("$.alarms.webhookSecret", "stands for a key that is not stored here; give the key itself")
        }
        if !alarms.mails.isEmpty, mailJSON.isNull {
            throw SettingsError("$.alarms.mails", "needs $.mail, by which the server sends mails")
        }
    }
}

/// Receivers and rules of an app's alarms, and the day of its weekly report.
struct AlarmSettings: Equatable, SettingsTable {
    static let mailsMax = 10
    static let secretBytesMax = 2_048
    static let languages = ["en", "ja", "ko"]
    static let repeatHoursMax: Int64 = 168

    var mails: [String] = []
    var language = "en"
    var webhookUrl = ""
    var webhookSecret = ""
    /// Hours between reminders of an active alarm; 0: none.
    var repeatHours: Int64 = 24
    var rules = AlarmRules()
    var report: WeeklyReportSettings?

    mutating func fields(_ fields: inout SettingsFields) {
        fields.texts("mails", &mails, max: Self.mailsMax) { text in
            guard MailSettings.isAddress(text), text.utf8.count <= MailSettings.lineBytesMax else {
                return "must be a mail address such as ann@example.com"
            }
            return nil
        }
        fields.oneOf("language", &language, Self.languages)
        fields.url("webhookUrl", &webhookUrl)
        fields.text("webhookSecret", &webhookSecret, max: Self.secretBytesMax)
        fields.integer("repeatHours", &repeatHours, in: 0...Self.repeatHoursMax)
        fields.part("rules", &rules)
        fields.part("report", &report)
        if Set(mails).count != mails.count { fields.refuse("mails", "must name each address once") }
        if webhookUrl.isEmpty != webhookSecret.isEmpty {
            fields.refuse("webhookSecret", "and webhookUrl belong together: the secret signs the requests")
        }
        if webhookSecret.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            fields.refuse("webhookSecret", "must be one line without control characters")
        }
        if report != nil, mails.isEmpty { fields.refuse("report", "comes by mail: mails names nobody") }
    }

    var receivers: [String] { AlarmReceiver.names(mails: mails, hasWebhook: !webhookUrl.isEmpty) }
}

/// The day and the hour, in the zone of the app's figures, at which the report of the seven days before is sent.
struct WeeklyReportSettings: Equatable, SettingsTable {
    /// 1 is Monday.
    var weekday: Int64 = 1
    var hour: Int64 = 9

    mutating func fields(_ fields: inout SettingsFields) {
        fields.integer("weekday", &weekday, in: 1...7)
        fields.integer("hour", &hour, in: 0...23)
    }
}
#endif
