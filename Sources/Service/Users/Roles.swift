import Documents
import Linux
import Messages
import Storage
import Wire

/// Roles: a role's users, and those of the roles inside it, have its rights.
extension Users {
    /// Of one user, nested ones included.
    static let rolesMax = 1_000

    /// The names of the roles that a user has.
    func roles(of userId: String) throws(Failure) -> Set<String> {
        var names: Set<String> = []
        var seen: Set<String> = []
        var next = try rolesWith(userId, of: ObjectClass.user, in: ObjectClass.belongUser)
        while let role = next.popLast() {
            guard seen.count < Self.rolesMax, seen.insert(role).inserted else { continue }
            if let name = try objects.object(ObjectClass.role, role)?.fields[ObjectClass.roleName]?.stringValue { names.insert(name) }
            next += try rolesWith(role, of: ObjectClass.role, in: ObjectClass.belongRole)
        }
        return names
    }

    private func rolesWith(_ objectId: String, of className: String, in field: String) throws(Failure) -> [String] {
        try query(
            """
            SELECT object_id FROM relations WHERE target_class = ? AND target_id = ? AND class_name = '\(ObjectClass.role)' AND field = ?
            LIMIT \(Self.rolesMax)
            """, [.text(className), .text(objectId), .text(field)]
        ).map { $0.text(0) }
    }
}
