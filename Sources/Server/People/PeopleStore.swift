import Codecs
import Linux
import Messages
import Service
import Storage

/// People, their sessions and invitations, in a database of the server's own. Used by one thread.
final class PeopleStore {
    let database: any Database
    let clock: any Clock
    let random: any RandomSource
    /// By which the secrets of one-time codes are sealed; nil, or without a key: nobody can have codes.
    let secrets: Secrets?
    private var isWhole = false

    /// So often what others overtook is begun anew.
    private static let triesMax = 8
    static let peopleMax = 1_000
    static let invitationsMax = 200
    static let sessionsMax = 20
    static let nameCharactersMax = 64
    static let idleMilliseconds: Int64 = 30 * 60_000
    static let wholeMilliseconds: Int64 = 12 * 3_600_000
    /// The date of the last use is written no more often.
    static let noteMilliseconds: Int64 = 30_000
    static let firstLinkMilliseconds: Int64 = 24 * 3_600_000
    static let invitationMilliseconds: Int64 = 7 * 24 * 3_600_000

    init(_ database: any Database, _ clock: any Clock, _ random: any RandomSource, _ secrets: Secrets?) {
        (self.database, self.clock, self.random, self.secrets) = (database, clock, random, secrets)
    }

    func close() { database.close() }

    var now: Int64 { clock.epochMilliseconds() }

    /// Clocks of servers may be so far apart, and one may be set back by so much.
    static let apartMilliseconds: Int64 = 60_000

    /// Whether what began at a date goes on still. A date that is to come was written by a clock that was wrong: nobody knows how long ago
    /// that was, so it is over.
    func goesOn(_ milliseconds: Int64, since date: Int64) -> Bool { (-Self.apartMilliseconds..<milliseconds).contains(now &- date) }

    // MARK: Statements

    func query(_ sql: String, _ values: [Value] = []) throws(PeopleRefusal) -> [Row] {
        try within { () throws(StorageError) in try database.query(sql, values) }
    }

    func run(_ sql: String, _ values: [Value] = []) throws(PeopleRefusal) -> Int {
        try within { () throws(StorageError) in try database.run(sql, values) }
    }

    /// The date of the last use. On a full disk it stays as it was: who only looks is answered all the same.
    func note(_ use: String, _ digest: String) throws(PeopleRefusal) {
        do throws(PeopleRefusal) { _ = try run(use, [.integer(now), .text(digest)]) } catch {
            guard error.isForRoom else { throw error }
        }
    }

    /// A shared database opens its connection anew where a transaction begins, so each statement is in one.
    private func within<Result>(_ statement: () throws(StorageError) -> Result) throws(PeopleRefusal) -> Result {
        guard database.isShared, !isWhole else {
            do throws(StorageError) { return try statement() } catch { throw PeopleRefusal(error) }
        }
        return try whole(locks: false) { () throws(PeopleRefusal) in try within(statement) }
    }

    /// All of it is kept, or nothing. In a shared database it may run more than once.
    /// - Parameter locks: no other server does the like at the same time. Without it what is read first is read before the transaction
    ///   begins (`PostgreSQLDatabase`): two could take each other's role away, and nobody would be left.
    func whole<Result>(locks: Bool = true, _ body: () throws(PeopleRefusal) -> Result) throws(PeopleRefusal) -> Result {
        if isWhole { return try body() }
        var left = database.isShared ? Self.triesMax : 1
        while true {
            left -= 1
            do throws(PeopleRefusal) { return try once(locks, body) } catch {
                guard error.isOfOthers, left > 0 else { throw error }
            }
        }
    }

    private func once<Result>(_ locks: Bool, _ body: () throws(PeopleRefusal) -> Result) throws(PeopleRefusal) -> Result {
        do throws(StorageError) {
            try database.begin()
            // This row is a lock: transactions of other servers wait here, and then read what this one has committed.
            if locks, database.isShared { _ = try database.run("UPDATE people_turns SET turns = turns + 1 WHERE name = 'people'", []) }
        } catch {
            database.rollback()
            throw PeopleRefusal(error)
        }
        isWhole = true
        defer { isWhole = false }
        do throws(PeopleRefusal) {
            let result = try body()
            do throws(StorageError) { try database.commit() } catch { throw PeopleRefusal(error) }
            return result
        } catch {
            database.rollback()
            throw error
        }
    }

    func secret() throws(PeopleRefusal) -> String {
        let bytes = random.bytes(PeopleSecret.bytes)
        guard bytes.count == PeopleSecret.bytes else { throw .noRandomness }
        return Base64URL.encode(bytes)
    }

    /// For lists: opens nothing.
    func id() throws(PeopleRefusal) -> String { String(try secret().prefix(16)) }

    // MARK: The first one

    /// The administrators of every app, by the keys of their names. An account at a provider that is not asked now is no way in.
    /// - Parameter issuer: of the provider by which people sign in now; nil: there is none.
    func administrators(_ issuer: String?) throws(PeopleRefusal) -> [(key: String, canSignIn: Bool)] {
        try query(
            "SELECT p.roles, p.name_key, p.password_key, a.issuer FROM people p "
                + "LEFT JOIN person_accounts a ON a.person_id = p.person_id"
        ).filter { Roles.read(text: $0.text(0))[ConsoleRole.everyApp] == .administrator }
            .map { row in (row.text(1), !row.text(2).isEmpty || (issuer != nil && row.textOrNil(3) == issuer)) }
    }

    /// - Parameter issuer: as in `administrators`.
    /// - Returns: nil when somebody is there who can invite others. Links from before are of no more use.
    func firstLink(_ issuer: String? = nil) throws(PeopleRefusal) -> String? {
        try whole { () throws(PeopleRefusal) in
            _ = try run("DELETE FROM first_links")
            return try administrators(issuer).contains { $0.canSignIn } ? nil : try makeFirstLink()
        }
    }

    /// Also where there are administrators: whoever has the operator's key lets another one in.
    func link() throws(PeopleRefusal) -> JSON {
        try whole { () throws(PeopleRefusal) in
            _ = try run("DELETE FROM first_links")
            return ["secret": .string(try makeFirstLink())]
        }
    }

    private func makeFirstLink() throws(PeopleRefusal) -> String {
        let secret = try secret()
        _ = try run(
            "INSERT INTO first_links (digest, expires_date) VALUES (?, ?)",
            [.text(PeopleSecret.digest(secret)), .integer(now + Self.firstLinkMilliseconds)])
        return secret
    }

    // MARK: New people

    enum Way { case first, invitation }

    /// Makes a person by a link that is good once.
    /// - Parameter account: by which the person will sign in; nil: by the form's password.
    func make(by way: Way, _ form: JSON, _ account: PeopleAccount? = nil) throws(PeopleRefusal) {
        let (secret, name) = try (text(form, "secret"), personName(form))
        let password = try account == nil ? newPassword(form, "password") : nil
        let digest = PeopleSecret.digest(secret)
        // Before the password is made a key: who has no link costs nothing.
        _ = try roles(of: way, digest)
        var (salt, key) = (Password.nobody, "")
        if let password {
            guard let ownSalt = Password.salt(random), let ownKey = Password.key(password, salt: ownSalt) else { throw .noRandomness }
            (salt, key) = (ownSalt, ownKey)
        }
        try whole { () throws(PeopleRefusal) in
            let roles = try roles(of: way, digest)
            guard try query("SELECT person_id FROM people WHERE name_key = ?", [.text(Self.nameKey(name))]).isEmpty else {
                throw PeopleRefusal(409, ResultCode.parameterInvalid, "somebody has this name")
            }
            guard try query("SELECT COUNT(*) FROM people").first?.integer(0) ?? 0 < Self.peopleMax else {
                throw PeopleRefusal(409, ResultCode.parameterInvalid, "there may be \(Self.peopleMax) people")
            }
            let table = way == .first ? "first_links" : "invitations"
            _ = try run("DELETE FROM \(table) WHERE digest = ?", [.text(digest)])
            let person = try id()
            if let account { try enter(account, of: person) }
            _ = try run(
                "INSERT INTO people (person_id, name, name_key, salt, password_key, roles, made_date) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(person), .text(name), .text(Self.nameKey(name)), .text(salt), .text(key), .text(Roles.text(roles)),
                    .integer(now),
                ])
        }
    }

    private func roles(of way: Way, _ digest: String) throws(PeopleRefusal) -> [String: ConsoleRole] {
        let rows: [Row], milliseconds: Int64
        switch way {
        case .first:
            milliseconds = Self.firstLinkMilliseconds
            rows = try query("SELECT expires_date FROM first_links WHERE digest = ?", [.text(digest)])
        case .invitation:
            milliseconds = Self.invitationMilliseconds
            rows = try query("SELECT expires_date, roles FROM invitations WHERE digest = ?", [.text(digest)])
        }
        guard let row = rows.first, goesOn(milliseconds, since: row.integer(0) - milliseconds) else {
            throw PeopleRefusal(403, ResultCode.roleTooLow, "the link is wrong, was used, or is too old")
        }
        return way == .first ? [ConsoleRole.everyApp: .administrator] : Roles.read(text: row.text(1))
    }

    // MARK: Parameters

    func text(_ form: JSON, _ name: String) throws(PeopleRefusal) -> String {
        guard let text = form[name]?.stringValue, !text.isEmpty, text.utf8.count <= 4 * Password.characters.upperBound else {
            throw .invalid("\(name): must be a text")
        }
        return text
    }

    func newPassword(_ form: JSON, _ name: String) throws(PeopleRefusal) -> String {
        guard let text = form[name]?.stringValue, Password.isUsable(text) else {
            throw .invalid("\(name): must have \(Password.characters.lowerBound) to \(Password.characters.upperBound) characters")
        }
        return text
    }

    func personName(_ form: JSON) throws(PeopleRefusal) -> String {
        guard let name = form["name"]?.stringValue, (1...Self.nameCharactersMax).contains(name.count), name.utf8.count <= 255,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f && !(0x80...0x9f).contains($0.value) }),
            name.first != " ", name.last != " "
        else { throw .invalid("name: must have 1 to \(Self.nameCharactersMax) characters, without a space at its ends") }
        // The audit log says by it who did what: nobody passes there for somebody else.
        if let reason = UserName.unclear(name) { throw .invalid("name: must not look like another name. \(reason)") }
        return name
    }

    /// Names that differ in capitals alone are one.
    static func nameKey(_ name: String) -> String { name.lowercased() }
}
