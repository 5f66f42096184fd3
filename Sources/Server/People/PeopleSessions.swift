import Codecs
import Messages
import Storage

/// From where somebody signs in, for the list of sessions.
struct SignInPlace: Sendable {
    let address: String
    let agent: String
    static let agentBytesMax = 200
}

extension PeopleStore {
    /// - Returns: the secret of a new session.
    func logIn(_ form: JSON, _ place: SignInPlace) throws(PeopleRefusal) -> String {
        let (name, password) = try (text(form, "name"), text(form, "password"))
        let row = try query("SELECT person_id, salt, password_key FROM people WHERE name_key = ?", [.text(Self.nameKey(name))]).first
        let isRight = Password.isRight(password, salt: row?.text(1) ?? Password.nobody, key: row?.text(2) ?? "")
        guard let row, isRight else { throw .wrongLogIn }
        let (person, key) = (row.text(0), row.text(2))
        try checkCode(of: person, form)
        return try begin(person, place) { () throws(PeopleRefusal) in
            guard try passwordKey(of: person) == key else { throw .wrongLogIn }
        }
    }

    private func passwordKey(of person: String) throws(PeopleRefusal) -> String? {
        try query("SELECT password_key FROM people WHERE person_id = ?", [.text(person)]).first?.text(0)
    }

    /// - Parameter isStillProven: throws when what was proven before is no proof any more. A password takes a while to look at, and at
    ///   another server a new one may have ended all sessions meanwhile: this one would stay.
    func begin(
        _ person: String, _ place: SignInPlace, _ isStillProven: () throws(PeopleRefusal) -> Void
    ) throws(PeopleRefusal) -> String {
        let secret = try secret()
        try whole { () throws(PeopleRefusal) in
            try isStillProven()
            _ = try run(
                "DELETE FROM console_sessions WHERE started_date < ? OR last_date < ? OR started_date > ? OR last_date > ?",
                [
                    .integer(now - Self.wholeMilliseconds), .integer(now - Self.idleMilliseconds), .integer(now + Self.apartMilliseconds),
                    .integer(now + Self.apartMilliseconds),
                ])
            let known = try query(
                "SELECT digest FROM console_sessions WHERE person_id = ? ORDER BY last_date DESC, digest", [.text(person)])
            for row in known.dropFirst(Self.sessionsMax - 1) {
                _ = try run("DELETE FROM console_sessions WHERE digest = ?", [.text(row.text(0))])
            }
            _ = try run(
                "INSERT INTO console_sessions (digest, session_id, person_id, started_date, last_date, address, agent) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(PeopleSecret.digest(secret)), .text(try id()), .text(person), .integer(now), .integer(now), .text(place.address),
                    .text(place.agent),
                ])
            _ = try run("UPDATE people SET last_date = ? WHERE person_id = ?", [.integer(now), .text(person)])
        }
        return secret
    }

    /// Who has this session, if it is still good.
    /// - Parameter isUse: somebody does something; a page that is only open ends like one that is closed.
    func person(_ secret: String, isUse: Bool = true) throws(PeopleRefusal) -> Person? {
        let digest = PeopleSecret.digest(secret)
        let rows = try query(
            "SELECT p.person_id, p.name, p.roles, s.session_id, s.started_date, s.last_date, c.is_confirmed, p.password_key, a.subject "
                + "FROM console_sessions s JOIN people p ON p.person_id = s.person_id "
                + "LEFT JOIN person_codes c ON c.person_id = p.person_id "
                + "LEFT JOIN person_accounts a ON a.person_id = p.person_id WHERE s.digest = ?",
            [.text(digest)])
        guard let row = rows.first, isOpen(started: row.integer(4), last: row.integer(5)) else { return nil }
        if isUse, now - row.integer(5) >= Self.noteMilliseconds {
            try note("UPDATE console_sessions SET last_date = ? WHERE digest = ?", digest)
        }
        return Person(
            id: row.text(0), name: row.text(1), roles: Roles.read(text: row.text(2)), sessionId: row.text(3),
            hasCode: (row.integerOrNil(6) ?? 0) != 0, hasPassword: !row.text(7).isEmpty, hasAccount: row.textOrNil(8) != nil)
    }

    func isOpen(sessionOf person: Person) throws(PeopleRefusal) -> Bool {
        try query(
            "SELECT started_date, last_date FROM console_sessions WHERE person_id = ? AND session_id = ?",
            [.text(person.id), .text(person.sessionId)]
        ).contains { isOpen(started: $0.integer(0), last: $0.integer(1)) }
    }

    private func isOpen(started: Int64, last: Int64) -> Bool {
        goesOn(Self.wholeMilliseconds, since: started) && goesOn(Self.idleMilliseconds, since: last)
    }

    func signedIn(_ secret: String, isUse: Bool = true) throws(PeopleRefusal) -> Person {
        guard let person = try person(secret, isUse: isUse) else { throw .notSignedIn }
        return person
    }

    func logOut(_ secret: String) throws(PeopleRefusal) {
        _ = try run("DELETE FROM console_sessions WHERE digest = ?", [.text(PeopleSecret.digest(secret))])
    }

    func changePassword(_ person: Person, _ form: JSON) throws(PeopleRefusal) {
        let (old, new) = try (text(form, "password"), newPassword(form, "newPassword"))
        let known = try checkPassword(of: person, old)
        guard let salt = Password.salt(random), let key = Password.key(new, salt: salt) else { throw .noRandomness }
        try whole { () throws(PeopleRefusal) in
            let count = try run(
                "UPDATE people SET salt = ?, password_key = ? WHERE person_id = ? AND password_key = ?",
                [.text(salt), .text(key), .text(person.id), .text(known)])
            if count == 0 { throw Self.wrongPassword }
            // Sessions that the old password opened end.
            try endOtherSessions(of: person)
        }
    }

    private static let wrongPassword = PeopleRefusal(403, ResultCode.personWrong, "the password is wrong")

    /// - Returns: the key that is kept of it.
    @discardableResult
    func checkPassword(of person: Person, _ password: String) throws(PeopleRefusal) -> String {
        let rows = try query("SELECT salt, password_key FROM people WHERE person_id = ?", [.text(person.id)])
        guard let row = rows.first, Password.isRight(password, salt: row.text(0), key: row.text(1)) else { throw Self.wrongPassword }
        return row.text(1)
    }

    func sessions(_ person: Person) throws(PeopleRefusal) -> JSON {
        let rows = try query(
            "SELECT session_id, started_date, last_date, address, agent FROM console_sessions WHERE person_id = ? "
                + "ORDER BY last_date DESC, session_id", [.text(person.id)])
        let list = rows.filter { isOpen(started: $0.integer(1), last: $0.integer(2)) }.map { row -> JSON in
            [
                "id": .string(row.text(0)), "isThis": .bool(row.text(0) == person.sessionId), "startedDate": .integer(row.integer(1)),
                "lastDate": .integer(row.integer(2)), "address": .string(row.text(3)), "agent": .string(row.text(4)),
            ]
        }
        return ["sessions": .array(list)]
    }

    func endSessions(_ person: Person, _ form: JSON) throws(PeopleRefusal) {
        if form["others"]?.boolValue == true {
            try endOtherSessions(of: person)
        } else {
            _ = try run(
                "DELETE FROM console_sessions WHERE person_id = ? AND session_id = ?", [.text(person.id), .text(try text(form, "id"))])
        }
    }

    func endOtherSessions(of person: Person) throws(PeopleRefusal) {
        _ = try run("DELETE FROM console_sessions WHERE person_id = ? AND session_id <> ?", [.text(person.id), .text(person.sessionId)])
    }

    // MARK: Others

    func list() throws(PeopleRefusal) -> JSON {
        let people = try query(
            "SELECT p.name, p.roles, p.last_date, c.is_confirmed, a.subject FROM people p "
                + "LEFT JOIN person_codes c ON c.person_id = p.person_id "
                + "LEFT JOIN person_accounts a ON a.person_id = p.person_id ORDER BY p.name_key"
        ).map { row -> JSON in
            [
                "name": .string(row.text(0)), "roles": Roles.form(Roles.read(text: row.text(1))),
                "hasCode": .bool((row.integerOrNil(3) ?? 0) != 0), "hasAccount": .bool(row.textOrNil(4) != nil),
                "lastDate": row.integerOrNil(2).map { .integer($0) } ?? .null,
            ]
        }
        let invitations = try query(
            "SELECT invitation_id, roles, expires_date FROM invitations WHERE expires_date > ? ORDER BY expires_date, invitation_id",
            [.integer(now)]
        ).map { row -> JSON in
            ["id": .string(row.text(0)), "roles": Roles.form(Roles.read(text: row.text(1))), "expiresDate": .integer(row.integer(2))]
        }
        return ["people": .array(people), "invitations": .array(invitations)]
    }

    func invite(_ form: JSON) throws(PeopleRefusal) -> JSON {
        guard let roles = Roles.read(form["roles"]) else { throw .invalid("roles: must be {app or *: role}") }
        let secret = try secret()
        try whole { () throws(PeopleRefusal) in
            _ = try run("DELETE FROM invitations WHERE expires_date <= ?", [.integer(now)])
            guard try query("SELECT COUNT(*) FROM invitations").first?.integer(0) ?? 0 < Self.invitationsMax else {
                throw PeopleRefusal(409, ResultCode.parameterInvalid, "there may be \(Self.invitationsMax) invitations")
            }
            _ = try run(
                "INSERT INTO invitations (digest, invitation_id, roles, expires_date) VALUES (?, ?, ?, ?)",
                [
                    .text(PeopleSecret.digest(secret)), .text(try id()), .text(Roles.text(roles)),
                    .integer(now + Self.invitationMilliseconds),
                ])
        }
        return ["secret": .string(secret), "link": .string("#/invitation/" + secret)]
    }

    /// - Parameter issuer: of the provider by which people sign in now; nil: there is none.
    func change(_ form: JSON, _ issuer: String? = nil) throws(PeopleRefusal) {
        let name = try text(form, "name")
        guard let roles = Roles.read(form["roles"]) else { throw .invalid("roles: must be {app or *: role}") }
        try whole { () throws(PeopleRefusal) in
            if roles[ConsoleRole.everyApp] != .administrator { try keepLast(but: name, issuer) }
            let count = try run("UPDATE people SET roles = ? WHERE name_key = ?", [.text(Roles.text(roles)), .text(Self.nameKey(name))])
            if count == 0 { throw PeopleRefusal(404, ResultCode.parameterInvalid, "nobody has this name") }
        }
    }

    func remove(_ form: JSON, _ issuer: String? = nil) throws(PeopleRefusal) {
        if let invitation = form["invitation"]?.stringValue {
            // Nobody takes for kept out who has come in by it meanwhile.
            guard try run("DELETE FROM invitations WHERE invitation_id = ?", [.text(invitation)]) > 0 else {
                throw PeopleRefusal(
                    404, ResultCode.parameterInvalid, "there is no such invitation: it was used, was taken back, or is too old")
            }
            return
        }
        let name = try text(form, "name")
        try whole { () throws(PeopleRefusal) in
            try keepLast(but: name, issuer)
            let rows = try query("SELECT person_id FROM people WHERE name_key = ?", [.text(Self.nameKey(name))])
            guard let person = rows.first?.text(0) else { throw PeopleRefusal(404, ResultCode.parameterInvalid, "nobody has this name") }
            for table in ["console_sessions", "tokens", "person_codes", "recovery_codes", "person_accounts", "people"] {
                _ = try run("DELETE FROM \(table) WHERE person_id = ?", [.text(person)])
            }
        }
    }

    /// Nobody could let anybody in any more. A person who is no administrator goes all the same.
    private func keepLast(but name: String, _ issuer: String?) throws(PeopleRefusal) {
        let key = Self.nameKey(name)
        let administrators = try administrators(issuer)
        guard administrators.contains(where: { $0.key == key }) else { return }
        let isLeft = administrators.contains { $0.key != key && $0.canSignIn }
        if !isLeft { throw PeopleRefusal(409, ResultCode.parameterInvalid, "the last administrator of every app stays") }
    }
}
