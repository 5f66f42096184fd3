import Codecs
import Linux
import Messages

/// The mail settings of an app, their secrets opened: what is said to a mail server, or to the webhook in its place.
struct AskedMail {
    private let json: JSON
    private let secret: String
    private let place: OutgoingPlace?
    private let authorities: String?
    let isWebhook: Bool
    private let port: Int64
    private let security: String
    let timeoutMilliseconds: Int

    /// The field of a webhook's request that proves that gamebased sent it.
    static let signatureField = "Gamebase-Signature"
    private static let ports: [String: Int64] = ["TLS": 465, "STARTTLS": 587, "NONE": 25]

    /// - Parameters:
    ///   - json: with the values of what the settings leave out.
    ///   - authorities: a file of certificates to believe in place of the machine's.
    init(_ json: JSON, app: String, _ secrets: Secrets, _ reach: OutgoingReach, authorities: String?) throws(AskedStore.Wrong) {
        self.json = json
        self.authorities = authorities
        isWebhook = json["interface"]?.stringValue == "WEBHOOK"
        let given = json["port"]?.int64Value ?? 0
        security = json["security"]?.stringValue ?? ""
        port = given > 0 ? given : Self.ports[security] ?? 0
        timeoutMilliseconds = Int(json["timeoutSeconds"]?.int64Value ?? 0) * 1000
        let member = isWebhook ? "webhookSecret" : "password"
        let sealed = json[member]?.stringValue ?? ""
        guard !sealed.hasPrefix(Secrets.prefix) else {
            let place = Secrets.place(ofMail: app, member)
            guard let text = secrets.open(sealed, of: member, for: place, in: json, Secrets.addressesOfMail) else {
                throw .message("\(member): cannot be opened with the secrets key that this server has")
            }
            secret = text
            self.place = try Self.place(json, isWebhook, port, security, reach)
            return
        }
        secret = sealed
        place = try Self.place(json, isWebhook, port, security, reach)
    }

    private static func place(
        _ json: JSON, _ isWebhook: Bool, _ port: Int64, _ security: String, _ reach: OutgoingReach
    ) throws(AskedStore.Wrong) -> OutgoingPlace? {
        if isWebhook {
            let url = json["webhookUrl"]?.stringValue ?? ""
            if let wrong = reach.refusal(ofSettings: url) { throw .message("webhookUrl: \(wrong)") }
            return OutgoingPlace(url)
        }
        let host = json["host"]?.stringValue ?? ""
        let url = "https://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
        guard let place = OutgoingPlace(url) else { throw .message("host: is no name of a machine") }
        if let wrong = reach.refusal(ofSettings: url) { throw .message("host: \(wrong)") }
        if security == "NONE", !place.isThisMachine { throw .message("security: NONE is for a mail server on this machine alone") }
        return place
    }

    private func text(_ key: String) -> String { json[key]?.stringValue ?? "" }

    func call(_ mail: MailMessage, _ row: JSON, nowSeconds: Int64) -> OutgoingCall {
        isWebhook ? webhook(mail, row, nowSeconds) : smtp(mail)
    }

    func message(id: String, to: String, subject: String, text: String, date: Int64) -> MailMessage {
        MailMessage(
            id: id, from: self.text("from"), fromName: self.text("fromName"), to: to, subject: subject, text: text, date: date)
    }

    private func smtp(_ mail: MailMessage) -> OutgoingCall {
        let isTLS = security == "TLS"
        let host = place.map { $0.host.contains(":") ? "[\($0.host)]" : $0.host } ?? ""
        var call = OutgoingCall(url: "\(isTLS ? "smtps" : "smtp")://\(host):\(port)/\(PercentEncoding.encode(mail.domain))")
        call.mail = OutgoingMail(
            isTLS: isTLS, isPlain: security == "NONE", user: text("user"), password: secret, authorities: authorities,
            from: mail.from, to: mail.to, message: mail.bytes)
        call.isRepeatable = false
        call.tryMilliseconds = timeoutMilliseconds
        return call
    }

    /// The same mail is the same body at each try; only the time of the signature is another.
    private func webhook(_ mail: MailMessage, _ row: JSON, _ nowSeconds: Int64) -> OutgoingCall {
        var body = row.objectValue ?? [:]
        for name in ["lease", "tries", "madeDate"] { body[name] = nil }
        body["messageId"] = .string(mail.messageId)
        body["from"] = .string(mail.from)
        body["fromName"] = .string(mail.fromName)
        body["date"] = .string(ISO8601.text(epochMilliseconds: mail.date))
        let bytes = JSON.object(body).bytes()
        var call = OutgoingCall(url: text("webhookUrl"))
        call.json = bytes
        call.fields = [
            "Content-Type: \(HTTPForm.mediaType)", "\(HTTPForm.changeId): \(mail.id)",
            "\(Self.signatureField): \(WebhookSignature.field(bytes, secret: secret, nowSeconds: nowSeconds))",
        ]
        call.isRepeatable = false
        call.tryMilliseconds = timeoutMilliseconds
        return call
    }

    /// With 2xx the mail service has the mail. With another status its answer `{"bounced": true}` means that there is no such address.
    func verdict(_ answer: OutgoingAnswer) -> MailVerdict {
        guard isWebhook else { return answer.mail ?? .later("its turn did not come within mail.timeoutSeconds") }
        let reason = "the webhook \(answer.told)"
        if answer.isOutOfReach { return .later(reason) }
        switch answer.status {
        case 0: return .unknown(reason)
        case 200..<300: return .sent(reason)
        case 400..<500 where answer.json?["bounced"]?.boolValue == true: return .bounced(reason)
        case 401, 403, 404, 408, 409, 425, 429, 500...: return .later(reason)
        default: return .refused(reason)
        }
    }
}
