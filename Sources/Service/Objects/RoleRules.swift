import Codecs
import Documents
import Linux
import Messages
import Storage

/// A role is not inside itself, however deep, and has its members in relations.
extension Objects {
    /// A list of users would be stored, and none of them be a member.
    func refuseNoMembers(_ value: JSON, _ field: String, of className: String) throws(Failure) {
        guard className == ObjectClass.role, field == ObjectClass.belongUser || field == ObjectClass.belongRole, !value.isNull else {
            return
        }
        let members = field == ObjectClass.belongUser ? ObjectClass.user : ObjectClass.role
        guard value["__type"] == "Relation", value["className"]?.stringValue == members else {
            throw Failure.refused(.typeWrong, "\(field) must be a relation to the class \(members), changed with AddRelation.")
        }
    }

    /// Roles inside one, at any depth: one more is refused, and of a tree that is larger all the same no more are looked at.
    static let nestedRolesMax = 10_000
    #if hasFeature(Embedded)
    var nestedRoles: Int { Self.nestedRolesMax }
    #else
    /// Over a network: they are looked at in one turn.
    static let nestedRolesOverNetworkMax = 1_000
    var nestedRoles: Int { core.believesAsker ? Self.nestedRolesMax : Self.nestedRolesOverNetworkMax }
    #endif

    /// Roles that are looked at for one list of rights: each of the longest list, or all that are inside of one, and some besides. One that
    /// is inside of several counts for each.
    var rolesOfList: Int { nestedRoles + AccessList.entriesMax / 2 }

    /// Before the roles become members of the role.
    func refuseCycle(_ role: String, _ inner: [Pointer]) throws(Failure) {
        #if !hasFeature(Embedded)
        try takeTurn()
        #endif
        var seen: Set<String> = []
        for added in inner {
            guard added.objectId != role else { throw Failure.refused(.operationProhibited) }
            seen.insert(added.objectId)
        }
        var next = Array(seen)
        for there in try innerRoles(of: role) where seen.insert(there).inserted { next.append(there) }
        var rows = 0
        while let id = next.popLast() {
            let inside = try innerRoles(of: id)
            rows += inside.count
            guard seen.count <= nestedRoles, rows <= 2 * nestedRoles else {
                throw Failure.refused(.lengthOutOfRange, "A role has at most \(nestedRoles) roles inside it, at any depth.")
            }
            for inner in inside {
                guard inner != role else { throw Failure.refused(.operationProhibited) }
                if seen.insert(inner).inserted { next.append(inner) }
            }
        }
    }

    #if !hasFeature(Embedded)
    /// Roles that are put into each other at two servers at once are rows of two objects, and neither change would see the other. So such
    /// changes follow one another, at all servers.
    private func takeTurn() throws(Failure) {
        guard core.isShared else { return }
        let name = Value.text(PersistedState.Name.innerRoles)
        try run("INSERT INTO service_state (name, value) VALUES (?, '') ON CONFLICT (name) DO NOTHING", [name])
        try core.lock("service_state", "name", name)
    }
    #endif

    /// At most one more than are looked at.
    func innerRoles(of role: String) throws(Failure) -> [String] {
        try query(
            """
            SELECT target_id FROM relations WHERE class_name = '\(ObjectClass.role)' AND object_id = ?
            AND field = '\(ObjectClass.belongRole)' LIMIT ?
            """, [.text(role), .integer(Int64(nestedRoles + 1))]
        ).map { $0.text(0) }
    }
}
