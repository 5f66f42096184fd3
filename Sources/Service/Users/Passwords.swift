import Linux
import Messages
import Storage
import Wire

/// Passwords are kept as keys that are expensive to make. The work is done in slices, beside the requests of others.
extension Users {
    static let passwordBytesMax = 128
    /// Iterations that a slice does, so that it takes about a millisecond.
    static let iterationsOfSlice = 2_000

    /// Makes the key of a password, and then ends the request with it. Nil stays nil.
    /// - Parameter salt: nil: a new one.
    func deriving(
        _ password: String?, salt: String? = nil, _ end: @escaping ((salt: String, key: String)?) throws(Failure) -> Reply
    ) -> SlicedWork {
        guard let password else { return SlicedWork(()) { (_) throws(Failure) in try end(nil) } }
        let salt =
            salt
            ?? PasswordSalt.text(
                random: core.random.bytes(PasswordSalt.randomBytes), iterations: core.passwordIterations)
        return SlicedWork(PasswordSalt.derivation(of: password, salt: salt)) { (derivation) throws(Failure) in
            derivation?.advance(by: Self.iterationsOfSlice)
            guard let made = derivation else { throw Failure.refused(.databaseError) }
            guard let key = made.key else { return nil }
            return try end((salt, Base64URL.encode(key)))
        }
    }

    func keep(_ password: (salt: String, key: String), of userId: String) throws(Failure) {
        try run(
            """
            INSERT INTO users (user_id, password_salt, password_key) VALUES (?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET password_salt = excluded.password_salt, password_key = excluded.password_key
            """, [.text(userId), .text(password.salt), .text(password.key)])
    }

    /// Empty is none.
    static func password(_ json: JSON?) throws(Failure) -> String? {
        guard let json, !json.isNull else { return nil }
        guard let text = json.stringValue else { throw Failure.refused(.typeWrong) }
        guard text.utf8.count <= passwordBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        return text.isEmpty ? nil : text
    }
}
