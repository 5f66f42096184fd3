import Documents
import Linux
import Messages
import Storage
import Wire

/// A role is not inside itself, however deep.
extension Objects {
    /// Roles that are looked at before a new one is refused for the size of the tree.
    static let nestedRolesMax = 10_000

    /// Before the roles become members of the role.
    func refuseCycle(_ role: String, _ inner: [Pointer]) throws(Failure) {
        var seen: Set<String> = []
        var next = inner.map { $0.objectId }
        while let id = next.popLast() {
            guard id != role else { throw Failure.refused(.operationProhibited) }
            guard seen.insert(id).inserted else { continue }
            guard seen.count <= Self.nestedRolesMax else { throw Failure.refused(.lengthOutOfRange) }
            next += try query(
                """
                SELECT target_id FROM relations WHERE class_name = '\(ObjectClass.role)' AND object_id = ?
                AND field = '\(ObjectClass.belongRole)'
                """, [.text(id)]
            ).map { $0.text(0) }
        }
    }
}
