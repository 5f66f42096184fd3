import Codecs
import Messages
import Storage

/// Tokens by which programs of a person ask in place of the operator's key, each with a role of its own.
extension PeopleStore {
    static let tokensMax = 50

    func tokens(_ person: Person) throws(PeopleRefusal) -> JSON {
        let rows = try query(
            "SELECT token_id, name, role, app, made_date, last_date FROM tokens WHERE person_id = ? ORDER BY made_date DESC, token_id",
            [.text(person.id)])
        let list = rows.map { row -> JSON in
            [
                "id": .string(row.text(0)), "name": .string(row.text(1)), "role": .string(row.text(2)), "app": .string(row.text(3)),
                "madeDate": .integer(row.integer(4)), "lastDate": row.integerOrNil(5).map { .integer($0) } ?? .null,
            ]
        }
        return ["tokens": .array(list)]
    }

    /// - Returns: the token, which is shown this once.
    func makeToken(_ person: Person, _ form: JSON) throws(PeopleRefusal) -> JSON {
        let name = try personName(form)
        guard let role = form["role"]?.stringValue.flatMap({ ConsoleRole(rawValue: $0) }) else {
            throw .invalid("role: must be \(ConsoleRole.allCases.map { $0.rawValue }.joined(separator: ", "))")
        }
        guard let app = form["app"]?.stringValue, app == ConsoleRole.everyApp || App.isId(app) else {
            throw .invalid("app: must be an app's id, or * for every app")
        }
        try person.must(role, in: app)
        let secret = PeopleSecret.tokenPrefix + (try secret())
        try whole { () throws(PeopleRefusal) in
            guard try query("SELECT COUNT(*) FROM tokens WHERE person_id = ?", [.text(person.id)]).first?.integer(0) ?? 0 < Self.tokensMax
            else { throw PeopleRefusal(409, ResultCode.parameterInvalid, "a person may have \(Self.tokensMax) tokens") }
            _ = try run(
                "INSERT INTO tokens (digest, token_id, person_id, name, app, role, made_date) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(PeopleSecret.digest(secret)), .text(try id()), .text(person.id), .text(name), .text(app), .text(role.rawValue),
                    .integer(now),
                ])
        }
        return ["token": .string(secret)]
    }

    func endToken(_ person: Person, _ form: JSON) throws(PeopleRefusal) {
        let count = try run("DELETE FROM tokens WHERE person_id = ? AND token_id = ?", [.text(person.id), .text(try text(form, "id"))])
        if count == 0 { throw PeopleRefusal(404, ResultCode.parameterInvalid, "there is no such token") }
    }

    /// Whose token it is, with what it may do: no more than its person may do now.
    func bearer(_ token: String) throws(PeopleRefusal) -> Person {
        let digest = PeopleSecret.digest(token)
        let rows = try query(
            "SELECT p.person_id, p.name, p.roles, t.name, t.app, t.role, t.last_date FROM tokens t "
                + "JOIN people p ON p.person_id = t.person_id WHERE t.digest = ?", [.text(digest)])
        guard let row = rows.first, let role = ConsoleRole(rawValue: row.text(5)) else { throw .noToken }
        if now - (row.integerOrNil(6) ?? 0) >= Self.noteMilliseconds {
            try note("UPDATE tokens SET last_date = ? WHERE digest = ?", digest)
        }
        let app = row.text(4)
        let roles = Roles.read(text: row.text(2))
        let its = [roles[ConsoleRole.everyApp], roles[app]].compactMap { $0 }.max().map { min($0, role) }
        return Person(
            id: row.text(0), name: row.text(1), roles: its.map { [app: $0] } ?? [:], sessionId: "", tokenName: row.text(3))
    }
}
