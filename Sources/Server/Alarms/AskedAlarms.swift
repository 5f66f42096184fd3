import Codecs
import Messages

/// The alarms of an app's settings, their secret opened: how their messages go out.
struct AskedAlarms {
    private let json: JSON
    private let webhook: (url: String, secret: String)?
    let language: String

    /// Of one try at the webhook.
    static let tryMilliseconds = 10_000
    static let signatureField = AskedMail.signatureField

    init(_ json: JSON, app: String, _ secrets: Secrets, _ reach: OutgoingReach) throws(AskedStore.Wrong) {
        self.json = json
        language = json["language"]?.stringValue ?? "en"
        let url = json["webhookUrl"]?.stringValue ?? ""
        guard !url.isEmpty else {
            webhook = nil
            return
        }
        if let wrong = reach.refusal(ofSettings: url) { throw .message("webhookUrl: \(wrong)") }
        let kept = json["webhookSecret"]?.stringValue ?? ""
        guard kept.hasPrefix(Secrets.prefix) else {
            webhook = (url, kept)
            return
        }
        guard let secret = secrets.open(kept, for: Secrets.place(ofAlarms: app, "webhookSecret")) else {
            throw .message("webhookSecret: cannot be opened with the secrets key that this server has")
        }
        webhook = (url, secret)
    }

    /// Before anything is kept: an address that is not asked is refused with the settings.
    static func refusal(of settings: JSON, _ reach: OutgoingReach) -> String? {
        guard let url = settings["alarms"]?["webhookUrl"]?.stringValue, !url.isEmpty else { return nil }
        return reach.refusal(ofSettings: url).map { "$.alarms.webhookUrl: \($0)" }
    }

    /// - Returns: nil when the settings have no webhook any more.
    func call(_ notice: AlarmNotice, nowSeconds: Int64) -> OutgoingCall? {
        guard let webhook else { return nil }
        let bytes = notice.body
        var call = OutgoingCall(url: webhook.url)
        call.json = bytes
        call.fields = [
            "Content-Type: \(HTTPForm.mediaType)", "\(HTTPForm.changeId): \(notice.id)",
            "\(Self.signatureField): \(WebhookSignature.field(bytes, secret: webhook.secret, nowSeconds: nowSeconds))",
        ]
        call.isRepeatable = false
        call.tryMilliseconds = Self.tryMilliseconds
        return call
    }

    /// Whatever is not a yes is tried again: it costs little, and an alarm that nobody hears is none.
    static func verdict(_ answer: OutgoingAnswer) -> MailVerdict {
        let reason = "the webhook \(answer.told)"
        return (200..<300).contains(answer.status) ? .sent(reason) : .later(reason)
    }
}
