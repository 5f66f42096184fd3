import Codecs
import Documents
import Linux
import Messages
import Storage

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

    func relate(_ object: inout StoredObject, _ field: String, _ pointers: [Pointer], isGone: Bool) throws(Failure) {
        // What an earlier version left of one that was set to something else.
        if object.isKept, !object.hasMembers(in: field) { _ = try dropMembers(of: object, field) }
        #if !hasFeature(Embedded)
        let ids = KeyOrder.texts(Set(pointers.map { $0.objectId }))
        let known = object.isKept ? try known(ids, [.text(object.className), .text(object.objectId), .text(field)]) : 0
        object.newMembers += isGone ? -known : ids.count - known
        #endif
        for pointer in pointers {
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

    #if !hasFeature(Embedded)
    /// How many of them are members.
    private func known(_ ids: [String], _ key: [Value]) throws(Failure) -> Int {
        var count: Int64 = 0
        for few in IdList.parts(ids) {
            count +=
                try query(
                    """
                    SELECT COUNT(*) FROM relations WHERE class_name = ? AND object_id = ? AND field = ? AND target_id IN \(IdList.places)
                    """, key + few
                ).first?.integer(0) ?? 0
        }
        return Int(count)
    }
    #endif

    /// Of fields that are no relation any more, or one of another class: nothing is kept of what was in it.
    /// - Returns: how many members went.
    func dropMembers(of old: StoredObject, insteadOf new: StoredObject) throws(Failure) -> Int {
        var count = 0
        for (name, value) in old.fields.members where value["__type"] == "Relation" && new.fields[name] != value {
            count += try dropMembers(of: old, name)
        }
        return count
    }

    private func dropMembers(of object: StoredObject, _ field: String) throws(Failure) -> Int {
        #if !hasFeature(Embedded)
        // Others come to the field at once, so none of them may be left for later.
        let key: [Value] = [.text(object.className), .text(object.objectId), .text(field)]
        if !core.believesAsker, try !isOneTurn(Self.relatedOverNetworkMax, " AND field = ?", key) {
            throw Failure.refused(
                .lengthOutOfRange,
                "\(field): the relation has more than \(Self.relatedOverNetworkMax) members; take them out before, with RemoveRelation.")
        }
        #endif
        return try runCounted(
            "DELETE FROM relations WHERE class_name = ? AND object_id = ? AND field = ?",
            [.text(object.className), .text(object.objectId), .text(field)])
    }

    /// Of an object that is gone. What is too much for one turn nobody finds any more, and the next sweep takes it away.
    func endMembers(_ className: String, _ objectId: String) throws(Failure) {
        let key: [Value] = [.text(className), .text(objectId)]
        #if !hasFeature(Embedded)
        if !core.believesAsker, try !isOneTurn(SlicedWork.rows, "", key) {
            return try run(
                "INSERT INTO relation_ends (class_name, object_id) VALUES (?, ?) ON CONFLICT (class_name, object_id) DO NOTHING", key)
        }
        #endif
        try run("DELETE FROM relations WHERE class_name = ? AND object_id = ?", key)
    }

    #if !hasFeature(Embedded)
    /// Whether there are no more than so many members.
    private func isOneTurn(_ most: Int, _ andField: String, _ key: [Value]) throws(Failure) -> Bool {
        let counted = try query(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM relations WHERE class_name = ? AND object_id = ?\(andField) LIMIT \(most + 1)) AS few
            """, key)
        let count = Int(counted.first?.integer(0) ?? 0)
        // Those that are counted go with one statement.
        core.spend(count <= most ? count * (Work.ofRow + Work.ofWrite) : most * Work.ofRow)
        return count <= most
    }

    /// Before an object of that name comes back from an export: nothing of the one that is gone is in it.
    func forgetEnded(_ className: String, _ objectId: String) throws(Failure) {
        let key: [Value] = [.text(className), .text(objectId)]
        guard try !query("SELECT 1 FROM relation_ends WHERE class_name = ? AND object_id = ?", key).isEmpty else { return }
        try run("DELETE FROM relations WHERE class_name = ? AND object_id = ?", key)
        try run("DELETE FROM relation_ends WHERE class_name = ? AND object_id = ?", key)
    }
    #endif

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
