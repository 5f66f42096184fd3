import Messages
import Wire

/// Who has signed in, as the store knows it now.
struct Person: Sendable {
    let id: String
    let name: String
    let roles: [String: ConsoleRole]
    /// Of the session, for lists of them.
    let sessionId: String

    func has(_ role: ConsoleRole, in app: String) -> Bool {
        [ConsoleRole.everyApp, app].contains { name in roles[name].map { $0 >= role } ?? false }
    }

    /// The refusal of who may do less.
    func lacks(_ role: ConsoleRole, in app: String) -> PeopleRefusal? { has(role, in: app) ? nil : .needed(role, app) }

    func must(_ role: ConsoleRole, in app: String) throws(PeopleRefusal) {
        guard has(role, in: app) else { throw .needed(role, app) }
    }

    var form: JSON { ["name": .string(name), "roles": Roles.form(roles), "hasCode": false] }
}

/// Roles by app, as they are written.
enum Roles {
    static let countMax = 200

    static func form(_ roles: [String: ConsoleRole]) -> JSON {
        var object = JSONObject()
        for (app, role) in roles.sorted(by: { $0.key < $1.key }) { object[app] = .string(role.rawValue) }
        return .object(object)
    }

    /// - Returns: nil for what are no roles.
    static func read(_ value: JSON?) -> [String: ConsoleRole]? {
        guard let members = value?.objectValue?.members, members.count <= countMax else { return nil }
        var roles: [String: ConsoleRole] = [:]
        for (app, role) in members {
            guard app == ConsoleRole.everyApp || App.isId(app), let role = ConsoleRole(rawValue: role.stringValue ?? "") else { return nil }
            roles[app] = role
        }
        return roles
    }

    static func text(_ roles: [String: ConsoleRole]) -> String { form(roles).objectValue?.text() ?? "{}" }

    static func read(text: String) -> [String: ConsoleRole] { (try? JSON.parse(bytes: Array(text.utf8))).flatMap { read($0) } ?? [:] }
}

/// A secret that this server makes: 256 random bits. Kept as its digest.
enum PeopleSecret {
    static let bytes = 32
    static let textBytesMax = 64

    static func digest(_ secret: String) -> String { Hex.encode(SHA256.hash(Array(secret.utf8))) }

    /// Whoever has the session's secret can make it, and whoever only makes a browser send the cookie cannot.
    static func csrf(_ secret: String) -> String {
        Base64URL.encode(HMACSHA256.authenticate(Array("gamebase-console-csrf".utf8), key: Array(secret.utf8)))
    }
}
