import Codecs

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
