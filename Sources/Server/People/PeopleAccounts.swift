import Codecs
import Messages
import Storage

/// Accounts at the studio's OpenID provider, each of one person. A person has one at most, besides a password or in place of it.
extension PeopleStore {
    /// - Returns: the secret of a new session. The console asks for its one-time codes only at log-ins by password; whether a second factor
    ///   is needed here is the provider's decision.
    func logIn(by account: PeopleAccount, _ place: SignInPlace) throws(PeopleRefusal) -> String {
        guard let person = try person(having: account) else { throw .accountUnknown }
        return try begin(person, place) { () throws(PeopleRefusal) in
            guard try self.person(having: account) == person else { throw .accountUnknown }
        }
    }

    private func person(having account: PeopleAccount) throws(PeopleRefusal) -> String? {
        try query(
            "SELECT person_id FROM person_accounts WHERE issuer = ? AND subject = ?", [.text(account.issuer), .text(account.subject)]
        ).first?.text(0)
    }

    /// In place of the one that the person had. Sessions that that one opened end with it.
    func connect(_ person: Person, to account: PeopleAccount) throws(PeopleRefusal) -> JSON {
        try whole { () throws(PeopleRefusal) in
            // The provider was asked for some seconds: a session that was ended meanwhile, or whose person was removed, changes nothing.
            guard try isOpen(sessionOf: person) else { throw .notSignedIn }
            if try self.person(having: account) == person.id { return }
            let count = try run("DELETE FROM person_accounts WHERE person_id = ?", [.text(person.id)])
            try enter(account, of: person.id)
            if count > 0 { try endOtherSessions(of: person) }
        }
        return [:]
    }

    func enter(_ account: PeopleAccount, of person: String) throws(PeopleRefusal) {
        if try self.person(having: account) != nil { throw .accountTaken }
        _ = try run(
            "INSERT INTO person_accounts (issuer, subject, person_id, made_date) VALUES (?, ?, ?, ?)",
            [.text(account.issuer), .text(account.subject), .text(person), .integer(now)])
    }

    /// Sessions that it opened end with it.
    func disconnect(_ person: Person) throws(PeopleRefusal) -> JSON {
        guard person.hasPassword else {
            throw PeopleRefusal(409, ResultCode.parameterInvalid, "the account is the only way in of a person without a password")
        }
        try whole { () throws(PeopleRefusal) in
            _ = try run("DELETE FROM person_accounts WHERE person_id = ?", [.text(person.id)])
            try endOtherSessions(of: person)
        }
        return [:]
    }
}

extension PeopleRefusal {
    static let accountUnknown = PeopleRefusal(
        403, ResultCode.personWrong,
        "nobody here has this account; sign in with your password and connect it, or accept an invitation with it")
    static let accountTaken = PeopleRefusal(409, ResultCode.parameterInvalid, "somebody has this account")
}
