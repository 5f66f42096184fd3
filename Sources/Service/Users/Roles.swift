import Documents
import Linux
import Messages
import Storage
import Wire

/// What was found out of a user's roles. It holds for one request, or one slice of its work.
struct KnownRoles {
    var userId = ""
    /// By the role's name.
    var held: [String: Bool] = [:]
    /// Roles in which the user is not, nor in any inside them.
    var without: Set<String> = []
    /// Roles with more inside them than are looked at: they grant nothing, and the asker is told.
    var tooLarge: Set<String> = []

    /// The names of those that are held.
    var granted: Set<String> { Set(held.filter { $0.value }.map { $0.key }) }

    mutating func forget() { if !userId.isEmpty { self = KnownRoles() } }
}

/// Roles: a role's users, and those of the roles inside it, have its rights. A role is asked for by the name that a list of rights has, and
/// looked through from there to the user; the roles into which others put a user are never listed.
extension Users {
    func mayRead(_ list: AccessList, _ caller: Caller) throws(Failure) -> Bool { try may(list.reading(caller), caller) }
    func mayWrite(_ list: AccessList, _ caller: Caller) throws(Failure) -> Bool { try may(list.writing(caller), caller) }

    private func may(_ access: Access, _ caller: Caller) throws(Failure) -> Bool {
        switch access {
        case .granted: return true
        case .refused: return false
        case .byRole(let names):
            guard case .user(let userId) = caller else { return false }
            for name in names where try has(userId, role: name) { return true }
            return false
        }
    }

    func has(_ userId: String, role name: String) throws(Failure) -> Bool {
        if core.knownRoles.userId != userId {
            core.knownRoles.forget()
            core.knownRoles.userId = userId
        }
        if let known = core.knownRoles.held[name] { return known }
        let role = try objects.named(ObjectClass.role, ObjectClass.roleName, name)
        let isHeld = try role.map { (role) throws(Failure) in try isWithin(role, userId, name) } ?? false
        core.knownRoles.held[name] = isHeld
        return isHeld
    }

    #if !hasFeature(Embedded)
    /// As it is by now.
    func still(_ caller: Caller, has roles: Set<String>) throws(Failure) -> Bool {
        guard case .user(let userId) = caller else { return true }
        core.knownRoles.forget()
        for role in roles where try !has(userId, role: role) { return false }
        return true
    }
    #endif

    private func isWithin(_ role: String, _ userId: String, _ name: String) throws(Failure) -> Bool {
        var seen: Set<String> = [role]
        var next = [role]
        while let id = next.popLast() {
            // One that is damaged, or gone, has nobody in it.
            guard !core.knownRoles.without.contains(id), let role = try objects.wholeObject(ObjectClass.role, id) else { continue }
            if role.hasMembers(in: ObjectClass.belongUser), try isMember(userId, of: id) { return true }
            guard role.hasMembers(in: ObjectClass.belongRole) else { continue }
            for inner in try objects.innerRoles(of: id) where seen.insert(inner).inserted { next.append(inner) }
            guard seen.count <= objects.nestedRoles + 1 else {
                core.knownRoles.tooLarge.insert(name)
                return false
            }
        }
        core.knownRoles.without.formUnion(seen)
        return false
    }

    private func isMember(_ userId: String, of role: String) throws(Failure) -> Bool {
        try !query(
            """
            SELECT 1 FROM relations WHERE class_name = '\(ObjectClass.role)' AND object_id = ? AND field = '\(ObjectClass.belongUser)'
            AND target_id = ? AND target_class = '\(ObjectClass.user)'
            """, [.text(role), .text(userId)]
        ).isEmpty
    }
}
