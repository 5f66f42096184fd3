import Codecs
import Linux
import Messages
import Storage

/// Passwords are kept as keys that are expensive to make. The work is done in slices, beside the requests of others.
extension Users {
    static let passwordBytesMax = 128

    /// What the key of a password is for.
    enum Derived {
        case reply(Reply)
        /// The key is made once more, with this salt.
        case again(salt: String)
    }

    var passwordCost: Int64 { core.passwordCost ?? settings.ncmb.passwordCost }

    var freshSalt: String { PasswordMethod.salt(random: core.random.bytes(PasswordSalt.randomBytes), cost: passwordCost) }

    /// Makes the key of a new password, and then ends the request with it. Nil stays nil.
    func deriving(_ password: String?, _ end: @escaping ((salt: String, key: String)?) throws(Failure) -> Reply) -> SlicedWork {
        guard let password else { return SlicedWork(()) { (_) throws(Failure) in try end(nil) } }
        return deriving(password, salt: freshSalt) { (made) throws(Failure) in .reply(try end(made)) }
    }

    func deriving(
        _ password: String, salt: String, _ end: @escaping ((salt: String, key: String)) throws(Failure) -> Derived
    ) -> SlicedWork {
        let work = SlicedWork(Deriving(salt: salt)) { (state) throws(Failure) in
            if state.turn == nil {
                guard let turn = core.passwordTurns.take(PasswordMethod.kibibytes(ofSalt: state.salt)) else {
                    core.wait()
                    return nil
                }
                state.turn = turn
                state.work = PasswordMethod.work(of: password, salt: state.salt)
            }
            guard state.work != nil else { throw Failure.refused(.databaseError) }
            core.spend(Work.ofKeySlice)
            guard let key = state.work?.slice() else {
                core.computes()
                return nil
            }
            #if !hasFeature(Embedded)
            // What is done with it needs a transaction.
            if core.isAside { return nil }
            #endif
            switch try end((state.salt, Base64URL.encode(key))) {
            case .reply(let reply): return reply
            case .again(let salt):
                state = Deriving(salt: salt)
                return nil
            }
        }
        work.leavesNothing()
        return work
    }

    private struct Deriving {
        let salt: String
        /// Nil before its turn comes.
        var turn: PasswordTurns.Turn?
        var work: PasswordMethod.Work?
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
