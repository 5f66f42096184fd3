import Documents
import Linux
import Messages
import Storage
import Wire

/// The members of a relation are rows of their own: however many there are, a change writes one.
extension Objects {
    /// Pointers that one request over a network adds to relations and takes out of them: a change is made in one turn.
    static let relatedOverNetworkMax = 1_000

    /// Of all fields together.
    func checkRelations(_ fields: JSONObject) throws(Failure) {
        if core.believesAsker { return }
        var count = 0
        for (_, value) in fields.members {
            switch value["__op"]?.stringValue {
            case "AddRelation", "RemoveRelation": count += value["objects"]?.arrayValue?.count ?? 0
            default: break
            }
        }
        guard count <= Self.relatedOverNetworkMax else {
            throw Failure.refused(
                .lengthOutOfRange, "A request adds to relations and takes out of them at most \(Self.relatedOverNetworkMax) pointers.")
        }
    }

    func relate(_ object: StoredObject, _ field: String, _ pointers: [Pointer], isGone: Bool) throws(Failure) {
        let old = object.fields[field]?["className"]?.stringValue
        // What an earlier version left of one that was set to something else.
        if object.isKept, !object.hasMembers(in: field) { try dropMembers(of: object, field) }
        for pointer in pointers {
            guard old.map({ $0 == pointer.className }) ?? true else {
                throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(field))
            }
            let key: [Value] = [.text(object.className), .text(object.objectId), .text(field)]
            if isGone {
                try run(
                    "DELETE FROM relations WHERE class_name = ? AND object_id = ? AND field = ? AND target_id = ?",
                    key + [.text(pointer.objectId)])
            } else {
                try run(
                    """
                    INSERT INTO relations (class_name, object_id, field, target_class, target_id) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (class_name, object_id, field, target_id) DO NOTHING
                    """, key + [.text(pointer.className), .text(pointer.objectId)])
            }
        }
    }

    /// Of fields that are no relation any more, or one of another class: nothing is kept of what was in it.
    func dropMembers(of old: StoredObject, insteadOf new: StoredObject) throws(Failure) {
        for (name, value) in old.fields.members where value["__type"] == "Relation" && new.fields[name] != value {
            try dropMembers(of: old, name)
        }
    }

    private func dropMembers(of object: StoredObject, _ field: String) throws(Failure) {
        try run(
            "DELETE FROM relations WHERE class_name = ? AND object_id = ? AND field = ?",
            [.text(object.className), .text(object.objectId), .text(field)])
    }

    /// objectIds of the class in a relation, behind the given one.
    func members(of object: Pointer, _ field: String, _ className: String, after objectId: String, max: Int) throws(Failure) -> [String] {
        try query(
            """
            SELECT target_id FROM relations WHERE class_name = ? AND object_id = ? AND field = ? AND target_id > ? AND target_class = ?
            ORDER BY target_id LIMIT ?
            """,
            [
                .text(object.className), .text(object.objectId), .text(field), .text(objectId), .text(className), .integer(Int64(max)),
            ]
        ).map { $0.text(0) }
    }
}
