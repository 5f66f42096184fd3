import Codecs
import Messages

/// Who has signed in, as the store knows it now.
struct Person: Sendable {
    let id: String
    let name: String
    let roles: [String: ConsoleRole]
    /// Of the session, for lists of them; empty for who brings a token.
    let sessionId: String
    var hasCode = false
    /// Else the account at the studio's provider is the only way in.
    var hasPassword = true
    var hasAccount = false
    /// Of the token that was brought in place of a session.
    var tokenName: String?

    func has(_ role: ConsoleRole, in app: String) -> Bool {
        [ConsoleRole.everyApp, app].contains { name in roles[name].map { $0 >= role } ?? false }
    }

    /// The refusal of who may do less.
    func lacks(_ role: ConsoleRole, in app: String) -> PeopleRefusal? { has(role, in: app) ? nil : .needed(role, app) }

    func must(_ role: ConsoleRole, in app: String) throws(PeopleRefusal) {
        guard has(role, in: app) else { throw .needed(role, app) }
    }

    var form: JSON {
        [
            "name": .string(name), "roles": Roles.form(roles), "hasCode": .bool(hasCode), "hasPassword": .bool(hasPassword),
            "hasAccount": .bool(hasAccount),
        ]
    }
}
