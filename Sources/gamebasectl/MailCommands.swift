import Codecs
import Messages

extension Commands {
    static let mailCommands = [
        Command(words: "mail test", arguments: "ADDRESS", help: "sends a mail at once, and prints the mail server's answer") {
            (operate) throws(Stop) in
            let body = try operate.work("mail", ["mailAddress": .string(try operate.invocation.word(0, "ADDRESS"))])
            let isSent = body["sent"]?.boolValue == true
            operate.show(body) { body in "\(isSent ? "sent" : "NOT sent"): \(Table.text(body["answer"] ?? nil))" }
            if !isSent { throw Stop(Stop.refused, "") }
        },
        Command(words: "mail list", help: "mails that wait, failed or bounced, and why", isPrivate: true) { (operate) throws(Stop) in
            let table = Table(
                (title: "mail", key: "id"), (title: "kind", key: "kind"), (title: "to", key: "mailAddress"), (title: "state", key: "state"),
                (title: "tries", key: "tries"), (title: "next", key: "nextDate"), (title: "the last answer", key: "reason"))
            operate.show(try operate.ask(.consoleMails), rows: "mails", none: "no mail waits, and none failed", table)
        },
        Command(words: "mail bounces", help: "addresses whose mails bounced, which get none", isPrivate: true) {
            (operate) throws(Stop) in
            let table = Table((title: "address", key: "mailAddress"), (title: "since", key: "date"), (title: "the answer", key: "reason"))
            operate.show(try operate.ask(.consoleMails), rows: "bounces", none: "no address has bounced", table)
        },
        Command(words: "mail clear", arguments: "ADDRESS", help: "allows mails to an address again after a bounce") {
            (operate) throws(Stop) in
            let address = try operate.invocation.word(0, "ADDRESS")
            let body = try operate.ask(.consoleClearBounce, ["mailAddress": .string(address)])
            guard body["cleared"]?.int64Value ?? 0 > 0 else {
                throw Stop(Stop.refused, "\(address): has not bounced; mail bounces lists them")
            }
            operate.done(body, "mails go to \(address) again")
        },
    ]
}

extension Doctor {
    /// Mails that wait for so long are those of a mail server that is away, or of settings that are wrong.
    private static let mailMilliseconds: Int64 = 15 * 60_000

    /// - Parameter isNeeded: the app's users log in by passwords.
    func lookAtMails(_ app: String, isNeeded: Bool) throws(Stop) {
        let body = try operate.ask(.consoleMails, of: app)
        guard body["isSet"]?.boolValue == true else {
            if isNeeded {
                found(
                    "noMail", app,
                    "users who forgot a password, or were imported, cannot get in: set mail (docs/server.md), then gamebasectl mail test"
                )
            }
            return
        }
        let count = { (state: String) in body["counts"]?[state]?.int64Value ?? 0 }
        if let oldest = body["oldestMilliseconds"]?.int64Value, oldest > Self.mailMilliseconds {
            let waiting = count("QUEUED") + count("UNKNOWN") + count("SENDING")
            found("mailsWaiting", app, "\(waiting) wait, the oldest for \(oldest / 60_000) minutes: gamebasectl mail list says why")
        }
        if count("GIVEN_UP") > 0 {
            found("mailsGivenUp", app, "\(count("GIVEN_UP")) of the last days were not sent: gamebasectl mail list says why")
        }
        if count("BOUNCED") > 0 {
            found(
                "mailsBounced", app,
                "\(count("BOUNCED")) addresses get no mail: gamebasectl mail bounces; mail clear ADDRESS lets one have them")
        }
    }
}
