import Codecs
import Linux
import Messages
import Storage

extension Schema {
    /// Mails of a server. `next_date`: when the next try is due, or of one that is being sent the end of its lease; none: it is over. The
    /// key is sealed for its mail, and goes when the mail is over. `over_date`: from when on it is kept for a while; of a bounce a year
    /// later than it was.
    static let mails = [
        """
        CREATE TABLE mails (mail_id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, mail_address TEXT NOT NULL, user_name TEXT NOT NULL,
            language TEXT NOT NULL, sealed_key TEXT NOT NULL, state TEXT NOT NULL, tries BIGINT NOT NULL, reason TEXT NOT NULL,
            made_date BIGINT NOT NULL, next_date BIGINT, over_date BIGINT)
        """,
        "CREATE INDEX mails_by_next ON mails (next_date)",
        "CREATE INDEX mails_by_address ON mails (mail_address, made_date)",
        "CREATE INDEX mails_by_end ON mails (over_date)",
        "CREATE INDEX mails_by_state ON mails (state, over_date)",
    ]
}

enum MailLimit {
    /// Who has not got one by then asks again; mail servers themselves keep what is sent for a week.
    static let keptDays: Int64 = 7
    #if !hasFeature(Embedded)
    /// Of an app. Above it every request for a mail is refused.
    static let waitingMax: Int64 = 10_000
    static let triesMax: Int64 = 12
    static let waitMillisecondsMax: Int64 = 3_600_000
    static let hourMilliseconds: Int64 = 3_600_000
    /// A try is over this much before its lease is.
    static let leaseMoreMilliseconds: Int64 = 5_000
    static let shownMax: Int64 = 1_000
    static let reasonBytesMax = 300
    static let idCharacters = 20
    /// A bounce is over so much later, and kept until then.
    static let bounceMilliseconds: Int64 = 365 * CalendarDay.dayMilliseconds
    /// From one look to the next when as many were sent as an hour may have.
    static let fullMilliseconds: Int64 = 10_000
    #endif
}

#if !hasFeature(Embedded)
/// How far a mail is, as the service keeps it and as its sender says it.
public enum MailState {
    /// The first try is to come, or the last one went wrong before the mail server had the mail.
    public static let queued = "QUEUED"
    static let sending = "SENDING"
    /// The mail server may have it: its answer was lost. It is sent again under the same name.
    public static let unknown = "UNKNOWN"
    public static let sent = "SENT"
    /// The mail server says that there is no such address.
    public static let bounced = "BOUNCED"
    public static let givenUp = "GIVEN_UP"
    /// Its key was used before it was known to be sent: it had come, or another one had.
    static let needless = "NEEDLESS"

    static let isBounced = "state = '\(bounced)'"

    static let shown = [queued, sending, unknown, givenUp, bounced]
}

extension ServiceCore {
    /// Mails are rows, which gamebased sends.
    var queuesMails: Bool { keepsEvents && !hasMailCarrier && !settings.mailJSON.isNull }
}

extension Users {
    /// Before anybody is looked for, so that the answer says nothing of who is there.
    func refuseFullQueue() throws(Failure) {
        guard core.queuesMails else { return }
        let last = try query(
            "SELECT mail_id FROM mails WHERE next_date IS NOT NULL ORDER BY next_date LIMIT 1 OFFSET \(MailLimit.waitingMax - 1)", [])
        if !last.isEmpty { throw Failure.refused(.unavailable) }
    }

    /// Whether one more goes to the address: it has not had too many today, and none came back.
    func mayMail(_ address: String) throws(Failure) -> Bool {
        guard let mail = settings.mail, core.queuesMails else { return true }
        let day = Value.integer(now &- CalendarDay.dayMilliseconds)
        let many = try query(
            "SELECT mail_id FROM mails WHERE mail_address = ? AND made_date > ? LIMIT 1 OFFSET \(mail.addressPerDay - 1)",
            [.text(address), day])
        guard many.isEmpty else { return false }
        return try query("SELECT mail_id FROM mails WHERE \(MailState.isBounced) AND mail_address = ? LIMIT 1", [.text(address)]).isEmpty
    }

    /// The same limit by mailbox: most mail servers ignore capitals and what follows a plus. Counts the mail.
    func mayMail(theBoxOf address: String) throws(Failure) -> Bool {
        guard let mail = settings.mail, core.queuesMails else { return true }
        return try core.takeOfDay(.mails, mail.addressPerDay, of: Self.owner(boxOf: address))
    }

    /// One service at a time counts the mails of an address: services that count at once would each see room for one more.
    func lock(theBoxOf address: String) throws(Failure) {
        guard core.isShared else { return }
        try core.lockShare(.mails, of: Self.owner(boxOf: address))
    }

    /// No address is kept longer than the mail: only its digest is.
    private static func owner(boxOf address: String) -> String {
        let (name, domain) = TextParts.cut(address, at: UInt8(ascii: "@"))
        let own = TextParts.cut(name, at: UInt8(ascii: "+")).0
        return "m" + ServiceCore.fingerprint("mail box \(own.isEmpty ? name : own)@\(domain)".lowercased())
    }

    /// - Parameter languages: as a browser says what is read.
    func queue(_ key: OneTimeKey, secret: String, userName: JSON, languages: String) throws(Failure) {
        guard let mail = settings.mail else { return }
        let id = core.newCode(characters: MailLimit.idCharacters, of: Objects.idCharacters)
        guard let sealed = core.keeper?.seal(secret, for: Self.place(ofMail: id)) else { throw Failure.refused(.serviceMissing) }
        let language = AcceptedLanguage.choose(
            languages, of: MailText.languages(key.kind, mail), else: settings.app.defaultLanguage)
        try run(
            """
            INSERT INTO mails (mail_id, kind, mail_address, user_name, language, sealed_key, state, tries, reason, made_date, next_date)
            VALUES (?, ?, ?, ?, ?, ?, '\(MailState.queued)', 0, '', ?, ?)
            """,
            [
                .text(id), .text(key.kind), .text(key.mailAddress), .text(userName.stringValue ?? ""), .text(language), .text(sealed),
                .integer(now), .integer(now),
            ])
    }

    private static func place(ofMail id: String) -> String { "mail \(id)" }

    // MARK: For the server that sends them

    /// {max?, ended?: [{id, lease, state, reason}]} -> {mail, appName, mails, nextMilliseconds?, counts}: how tries ended, and what is to
    /// be sent next, each for as long as its lease is. Of servers that share a database one has a mail at a time.
    func carriedMails(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        if parameters.value("ended") != nil {
            let all = try parameters.objects("ended", countMax: Limit.mailsAtOnce)
            for one in all { try end(one) }
        }
        let most = try parameters.optionalInteger("max", in: 0...Int64(Limit.mailsAtOnce)) ?? 0
        var answer: JSONObject = ["mail": MailSettings.whole(settings.mailJSON), "appName": .string(shownAppName)]
        var mails: [JSON] = []
        if most > 0 {
            let isFull = try isHourFull()
            for row in try due(most) {
                guard let mail = try taken(row, waits: isFull) else { continue }
                mails.append(mail)
            }
            if let next = try query("SELECT MIN(next_date) FROM mails WHERE next_date IS NOT NULL", []).first?.integerOrNil(0) {
                let wait = next.subtractingReportingOverflow(now)
                let least: Int64 = isFull ? MailLimit.fullMilliseconds : 0
                answer["nextMilliseconds"] = .integer(
                    wait.overflow ? least : min(max(wait.partialValue, least), MailLimit.waitMillisecondsMax))
            }
        }
        answer["mails"] = .array(mails)
        answer["counts"] = try mailCounts()
        return .success(.object(answer))
    }

    private var shownAppName: String { settings.app.name.isEmpty ? appId ?? "" : settings.app.name }

    /// {state: how many}: of what is not sent.
    private func mailCounts() throws(Failure) -> JSON {
        var counts = JSONObject()
        for state in MailState.shown { counts[state] = 0 }
        let states = MailState.shown.map { "'\($0)'" }.joined(separator: ", ")
        for row in try query("SELECT state, COUNT(*) FROM mails WHERE state IN (\(states)) GROUP BY state", []) {
            counts[row.text(0)] = .integer(row.integer(1))
        }
        return .object(counts)
    }

    /// Whatever became of them: a mail server counts what it refuses, too.
    private func isHourFull() throws(Failure) -> Bool {
        guard let mail = settings.mail else { return true }
        var count: Int64 = 0
        for state in [MailState.sent, MailState.givenUp, MailState.bounced] {
            let later = state == MailState.bounced ? MailLimit.bounceMilliseconds : 0
            let rows = try query(
                """
                SELECT COUNT(*) FROM (SELECT mail_id FROM mails WHERE state = ? AND over_date > ? AND over_date <= ? LIMIT ?) few
                """,
                [
                    .text(state), .integer(now &- MailLimit.hourMilliseconds &+ later), .integer(now &+ later), .integer(mail.perHour),
                ])
            count += rows.first?.integer(0) ?? 0
        }
        return count >= mail.perHour
    }

    private static let columns = "mail_id, kind, mail_address, user_name, language, sealed_key, state, tries, made_date, next_date"

    /// What would wait longer than any wait lasts was dated by a clock that was wrong, and is due.
    private func due(_ most: Int64) throws(Failure) -> [Row] {
        let far = Value.integer(now &+ MailLimit.waitMillisecondsMax &+ MailLimit.leaseMoreMilliseconds)
        var rows: [Row] = []
        for (condition, date) in [("next_date <= ?", Value.integer(now)), ("next_date > ?", far)] {
            rows += try query(
                "SELECT \(Self.columns) FROM mails WHERE \(condition) ORDER BY next_date LIMIT \(most)", [date])
        }
        return Array(rows.prefix(Int(most)))
    }

    /// - Parameter waits: as many were sent as an hour may have.
    /// - Returns: what is to be sent; nil: it waits, or is over.
    private func taken(_ row: Row, waits: Bool) throws(Failure) -> JSON? {
        let (id, kind, address) = (row.text(0), row.text(1), row.text(2))
        guard let key = core.keeper?.open(row.text(5), for: Self.place(ofMail: id)) else {
            try over(row, MailState.givenUp, "its key cannot be opened with the secrets key that this server has")
            return nil
        }
        let known = try query("SELECT expires_date FROM one_time_keys WHERE key_hash = ?", [.text(ServiceCore.fingerprint(key))]).first
        guard let known, known.integer(0) > now else {
            try over(row, known == nil ? MailState.needless : MailState.givenUp, known == nil ? "its key was used" : "its key is over")
            return nil
        }
        guard let mail = settings.mail, !waits else { return nil }
        let tries = row.integer(7) + 1
        // The last try has no known end: the mail server may have it.
        let wasLost = row.text(6) == MailState.sending || row.text(6) == MailState.unknown
        if tries > MailLimit.triesMax {
            try over(row, MailState.givenUp, wasLost ? "it was sent \(MailLimit.triesMax) times, and no answer is known" : nil)
            return nil
        }
        let lease = now &+ mail.timeoutSeconds &* 1_000 &+ MailLimit.leaseMoreMilliseconds
        try claim(
            "UPDATE mails SET state = '\(MailState.sending)', tries = ?, next_date = ? WHERE mail_id = ? AND next_date = ? AND tries = ?",
            [.integer(tries), .integer(lease), .text(id), .integer(row.integer(9)), .integer(tries - 1)])
        let words = MailText.words(kind, row.text(4), mail)
        let link = Self.link(key, kind, appId ?? "", mail)
        let values = [
            "link": link, "key": key, "appName": shownAppName, "userName": row.text(3), "mailAddress": address,
            "hours": "\(OneTimeKey.milliseconds / MailLimit.hourMilliseconds)",
        ]
        return [
            "id": .string(id), "lease": .integer(lease), "kind": .string(kind), "mailAddress": .string(address),
            "userName": .string(row.text(3)), "language": .string(row.text(4)), "key": .string(key), "link": .string(link),
            "subject": .string(MailText.filled(words.subject, values)), "text": .string(MailText.filled(words.text, values)),
            "madeDate": .integer(row.integer(8)), "tries": .integer(tries),
        ]
    }

    /// Where the key is used.
    private static func link(_ key: String, _ kind: String, _ app: String, _ mail: MailSettings) -> String {
        let base = mail.baseUrl.utf8.last == UInt8(ascii: "/") ? String(mail.baseUrl.dropLast()) : mail.baseUrl
        return base + HTTPForm.mailPagePath(app: app, isPasswordReset: kind == OneTimeKey.passwordReset) + "?key=" + key
    }

    /// - Parameter reason: nil: that of the last try.
    private func over(_ row: Row, _ state: String, _ reason: String?) throws(Failure) {
        try claim(
            """
            UPDATE mails SET state = ?, reason = \(reason == nil ? "reason" : "?"), sealed_key = '', next_date = NULL, over_date = ?
            WHERE mail_id = ? AND next_date = ?
            """,
            [.text(state)] + (reason.map { [.text($0)] } ?? [])
                + [
                    .integer(now &+ (state == MailState.bounced ? MailLimit.bounceMilliseconds : 0)), .text(row.text(0)),
                    .integer(row.integer(9)),
                ])
    }

    /// How one try ended. Of a lease that is over only what is final counts: somebody else may be at it.
    private func end(_ ended: Parameters) throws(Failure) {
        let id = try ended.text("id", bytesMax: 64)
        let lease = try ended.integer("lease", in: 0...Int64.max)
        let state = try ended.oneOf(
            "state", [MailState.sent, MailState.queued, MailState.unknown, MailState.bounced, MailState.givenUp])
        let reason = Self.short(try ended.optionalText("reason", bytesMax: 4_096) ?? "", MailLimit.reasonBytesMax)
        let rows = try query("SELECT \(Self.columns) FROM mails WHERE mail_id = ? AND next_date IS NOT NULL", [.text(id)])
        guard let row = rows.first else { return }
        switch state {
        case MailState.queued, MailState.unknown:
            guard row.integer(9) == lease else { return }
            if row.integer(7) >= MailLimit.triesMax { return try over(row, MailState.givenUp, reason) }
            try claim(
                "UPDATE mails SET state = ?, reason = ?, next_date = ? WHERE mail_id = ? AND next_date = ?",
                [.text(state), .text(reason), .integer(now &+ wait(row.integer(7))), .text(id), .integer(lease)])
        default: try over(row, state, reason)
        }
    }

    /// Behind so many tries.
    private func wait(_ tries: Int64) -> Int64 {
        let first = (settings.mail?.retrySeconds ?? 1) * 1_000
        return min(first << min(max(0, tries - 1), 20), MailLimit.waitMillisecondsMax)
    }

    private static func short(_ text: String, _ bytesMax: Int) -> String {
        text.utf8.count <= bytesMax ? text : String(decoding: text.utf8.prefix(bytesMax), as: UTF8.self)
    }

    // MARK: For the page behind the link

    /// {kind, key} -> {isUser, appName}: whether the key is good, which uses nothing of it up.
    func mailKey(_ request: Request) throws(Failure) -> Reply {
        let kind = try Parameters(request.parameters).oneOf("kind", [OneTimeKey.passwordReset, OneTimeKey.mailEntry])
        let key = try key(request, kind)
        return .success(["isUser": .bool(key.userId != nil), "appName": .string(shownAppName)])
    }

    // MARK: For operators

    /// {} -> {mails, bounces, counts}: what waits, failed or came back, oldest first.
    func shownMails(_ request: Request) throws(Failure) -> Reply {
        var mails: [JSON] = []
        for state in MailState.shown {
            let rows = try query(
                """
                SELECT mail_id, kind, mail_address, state, tries, reason, made_date, next_date FROM mails WHERE state = ?
                ORDER BY over_date LIMIT \(MailLimit.shownMax)
                """, [.text(state)])
            mails += rows.map { row in
                [
                    "id": .string(row.text(0)), "kind": .string(row.text(1)), "mailAddress": .string(row.text(2)),
                    "state": .string(row.text(3)), "tries": .integer(row.integer(4)), "reason": .string(row.text(5)),
                    "madeDate": .string(ISO8601.text(epochMilliseconds: row.integer(6))),
                    "nextDate": row.integerOrNil(7).map { .string(ISO8601.text(epochMilliseconds: $0)) } ?? .null,
                ]
            }
        }
        let bounces = try query(
            """
            SELECT mail_address, reason, made_date FROM mails WHERE \(MailState.isBounced) ORDER BY over_date LIMIT \(MailLimit.shownMax)
            """, [])
        let oldest = try query("SELECT MIN(made_date) FROM mails WHERE next_date IS NOT NULL", []).first?.integerOrNil(0)
        return .success([
            "isSet": .bool(!settings.mailJSON.isNull), "mails": .array(mails),
            "bounces": .array(
                bounces.map { row in
                    [
                        "mailAddress": .string(row.text(0)), "reason": .string(row.text(1)),
                        "date": .string(ISO8601.text(epochMilliseconds: row.integer(2))),
                    ]
                }), "counts": try mailCounts(),
            "oldestMilliseconds": oldest.map { .integer(max(0, now &- $0)) } ?? .null,
        ])
    }

    /// {mailAddress} -> {cleared}: mails go to the address again.
    func clearBounce(_ request: Request) throws(Failure) -> Reply {
        let address = try Parameters(request.parameters).text("mailAddress", bytesMax: ObjectClass.nameBytesMax)
        let count = try runCounted("DELETE FROM mails WHERE \(MailState.isBounced) AND mail_address = ?", [.text(address)])
        return .success(["cleared": .integer(Int64(count))])
    }
}
#endif
