import Codecs
import Documents
import Linux
import Messages
import Storage

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
            var left = objects.rolesOfList
            for name in names where try has(userId, role: name, &left) { return true }
            return false
        }
    }

    /// - Parameter left: roles that may still be looked at for it, and for others of the same list of rights.
    private func has(_ userId: String, role name: String, _ left: inout Int) throws(Failure) -> Bool {
        if core.knownRoles.userId != userId {
            core.knownRoles.forget()
            core.knownRoles.userId = userId
        }
        if let known = core.knownRoles.held[name] { return known }
        let role = try objects.named(ObjectClass.role, ObjectClass.roleName, name)
        left -= 1
        guard let role else {
            core.knownRoles.held[name] = false
            return false
        }
        let before = left
        guard let isHeld = try isWithin(role, userId, &left) else {
            core.knownRoles.tooLarge.insert(name)
            // By itself it is too large, whatever else the list has.
            if before - left > objects.nestedRoles { core.knownRoles.held[name] = false }
            return false
        }
        core.knownRoles.held[name] = isHeld
        return isHeld
    }

    #if !hasFeature(Embedded)
    /// As it is by now.
    func still(_ caller: Caller, has roles: Set<String>) throws(Failure) -> Bool {
        guard case .user(let userId) = caller else { return true }
        core.knownRoles.forget()
        for role in roles {
            var left = objects.rolesOfList
            if try !has(userId, role: role, &left) { return false }
        }
        return true
    }
    #endif

    /// - Returns: nil when there is more inside it than is looked at.
    private func isWithin(_ role: String, _ userId: String, _ left: inout Int) throws(Failure) -> Bool? {
        var seen: Set<String> = [role]
        var next = [role]
        while let id = next.popLast() {
            // One that is damaged, or gone, has nobody in it.
            guard !core.knownRoles.without.contains(id), let role = try objects.wholeObject(ObjectClass.role, id) else { continue }
            if role.hasMembers(in: ObjectClass.belongUser), try isMember(userId, of: id) { return true }
            guard role.hasMembers(in: ObjectClass.belongRole) else { continue }
            guard left >= 0 else { return nil }
            let inside = try objects.innerRoles(of: id)
            for inner in inside where seen.insert(inner).inserted { next.append(inner) }
            // Roles may be inside of several: their number alone says little of the rows.
            left -= inside.count
            guard seen.count <= objects.nestedRoles + 1, left >= 0 else { return nil }
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
