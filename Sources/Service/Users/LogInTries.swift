import Linux
import Messages
import Storage
import Wire

/// Wrong tries to log in. After some the name rests for a while, whoever asks; they are kept with the refusal, or guessing would be free.
extension Users {
    static let triesMax: Int64 = 10
    static let triesMilliseconds: Int64 = 15 * 60_000

    func refuseTries(at subject: String) throws(Failure) {
        if try tries(at: subject).count >= Self.triesMax { throw Failure.refused(.tooManyRequests) }
    }

    func wrongTry(at subject: String) throws(Failure) -> Failure {
        let known = try tries(at: subject)
        let old = now &- Self.triesMilliseconds
        let values: [Value] = [.text(subject), .integer(known.count + 1), .integer(known.first)]
        keepWhenRefused(.logInTry) { [self] () throws(Failure) in
            // Of two that tried at once, the second one counts on.
            try claim(
                """
                INSERT INTO user_tries (subject, tries, first_date) VALUES (?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET tries = excluded.tries, first_date = excluded.first_date
                WHERE user_tries.tries < excluded.tries OR user_tries.first_date <= ?
                """, values + [.integer(old)])
        }
        return Failure.refused(.passwordWrong)
    }

    func forgetTries(at subject: String) throws(Failure) {
        if try tries(at: subject).count > 0 { try run("DELETE FROM user_tries WHERE subject = ?", [.text(subject)]) }
    }

    private func tries(at subject: String) throws(Failure) -> (count: Int64, first: Int64) {
        let row = try query("SELECT tries, first_date FROM user_tries WHERE subject = ?", [.text(subject)]).first
        guard let row, row.integer(1) > now &- Self.triesMilliseconds else { return (0, now) }
        return (row.integer(0), row.integer(1))
    }
}
