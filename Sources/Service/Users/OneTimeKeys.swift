import Codecs
import Linux
import Messages
import Storage

extension Schema {
    /// What was sent by mail, kept as its digest. Without a user: somebody who wants to become one.
    static let oneTimeKeys = [
        """
        CREATE TABLE one_time_keys (key_hash TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, mail_address TEXT NOT NULL, user_id TEXT,
            expires_date BIGINT NOT NULL)
        """,
        "CREATE INDEX one_time_keys_by_address ON one_time_keys (mail_address, kind, expires_date)",
        "CREATE INDEX one_time_keys_by_expiry ON one_time_keys (expires_date)",
    ]
}

/// A key that proves whose a mail address is, once.
struct OneTimeKey {
    static let passwordReset = "passwordReset"
    static let mailEntry = "mailEntry"
    static let milliseconds = CalendarDay.dayMilliseconds
    /// That an address can have at a time; so it gets no more mails, however often they are asked for.
    static let ofAddressMax = 5

    let kind: String
    let mailAddress: String
    let userId: String?
}

extension Users {
    /// Has a mail with a new key sent: by the host, or by gamebased.
    func mail(_ key: OneTimeKey, userName: JSON, _ request: Request) throws(Failure) {
        #if !hasFeature(Embedded)
        try lock(theBoxOf: key.mailAddress)
        guard try mayMail(key.mailAddress) else { return }
        #endif
        let living = try query(
            """
            SELECT key_hash FROM one_time_keys WHERE mail_address = ? AND kind = ? AND expires_date > ?
            LIMIT \(OneTimeKey.ofAddressMax)
            """, [.text(key.mailAddress), .text(key.kind), .integer(now)])
        if living.count >= OneTimeKey.ofAddressMax { return }
        #if !hasFeature(Embedded)
        guard try mayMail(theBoxOf: key.mailAddress) else { return }
        #endif
        let secret = newSecret()
        try core.noteFirstSweep()
        try run(
            "INSERT INTO one_time_keys (key_hash, kind, mail_address, user_id, expires_date) VALUES (?, ?, ?, ?, ?)",
            [
                .text(ServiceCore.fingerprint(secret)), .text(key.kind), .text(key.mailAddress), Value(key.userId),
                .integer(now &+ OneTimeKey.milliseconds),
            ])
        #if !hasFeature(Embedded)
        if core.queuesMails {
            let languages = try Parameters(request.parameters).optionalText("languages", bytesMax: AcceptedLanguage.bytesMax) ?? ""
            return try queue(key, secret: secret, userName: userName, languages: languages)
        }
        #endif
        raise(
            .ncmbMail,
            ["mailAddress": .string(key.mailAddress), "userName": userName, "kind": .string(key.kind), "key": .string(secret)])
    }

    /// Refuses a key that is none, was used, or is of another kind; and one that is late.
    func key(_ request: Request, _ kind: String) throws(Failure) -> OneTimeKey {
        let secret = try Parameters(request.parameters).documentText("key") ?? ""
        let row = try query(
            "SELECT mail_address, user_id, expires_date FROM one_time_keys WHERE key_hash = ? AND kind = ?",
            [.text(ServiceCore.fingerprint(secret)), .text(kind)]
        ).first
        guard let row else { throw Failure.refused(.rowMissing).ofWrongProof }
        guard row.integer(2) > now else { throw Failure.refused(.oneTimeKeyExpired) }
        return OneTimeKey(kind: kind, mailAddress: row.text(0), userId: row.textOrNil(1))
    }

    /// What was sent to whoever had lost the password before it was changed opens nothing any more.
    func forgetPasswordResets(of userId: String) throws(Failure) {
        try run("DELETE FROM one_time_keys WHERE user_id = ? AND kind = ?", [.text(userId), .text(OneTimeKey.passwordReset)])
    }

    /// It was used: no other that the address has of its kind is of use any more. Of two that use it at once one finds none.
    func spend(_ key: OneTimeKey) throws(Failure) {
        try claim("DELETE FROM one_time_keys WHERE mail_address = ? AND kind = ?", [.text(key.mailAddress), .text(key.kind)])
    }
}
