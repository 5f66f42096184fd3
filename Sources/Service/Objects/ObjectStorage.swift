import Documents
import Linux
import Messages
import Storage
import Wire

/// Objects in their tables, with their lines in the indexes. Who may see and change them is decided by the callers of these.
extension Objects {
    /// Lines in indexes of one object that is saved over a network.
    static let linesOverNetworkMax = 1_000
    static let byId = "SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND o.object_id = ?"

    func object(_ className: String, _ objectId: String) throws(Failure) -> StoredObject? {
        let rows = try core.packed(Self.byId, [.text(className), .text(objectId)])
        return try rows.last.map { (row) throws(Failure) in try StoredObject(row, of: className, core.lists) }
    }

    func insert(_ object: StoredObject) throws(Failure) {
        try enterNames(of: object, insteadOf: nil)
        try insertRow(object)
    }

    func insertRow(_ object: StoredObject) throws(Failure) {
        try run(
            """
            INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(object.className), .text(object.objectId), .integer(object.version), .integer(object.createDate),
                .integer(object.updateDate), .text(object.acl.json.text()), .text(try text(object.fields)),
            ])
        try enterLines(of: object, insteadOf: nil)
    }

    func update(_ object: StoredObject, insteadOf old: StoredObject) throws(Failure) {
        try enterNames(of: object, insteadOf: old)
        try updateRow(object, insteadOf: old)
        noteRights(object, isAnother: object.acl != old.acl)
    }

    /// Who may read a file, and who has a role, decides about transfers that are under way.
    private func noteRights(_ object: StoredObject, isAnother: Bool) {
        #if !hasFeature(Embedded)
        if object.className == ObjectClass.role || isAnother && object.className == ObjectClass.file { core.rightsChanged(.backend) }
        #endif
    }

    func updateRow(_ object: StoredObject, insteadOf old: StoredObject) throws(Failure) {
        try claim(
            """
            UPDATE objects SET version = version + 1, update_date = ?, acl = ?, fields = ?
            WHERE class_name = ? AND object_id = ? AND version = ?
            """,
            [
                .integer(object.updateDate), .text(object.acl.json.text()), .text(try text(object.fields)),
                .text(object.className), .text(object.objectId), .integer(old.version),
            ])
        try enterLines(of: object, insteadOf: old)
    }

    func delete(_ object: StoredObject) throws(Failure) {
        try claim(
            "DELETE FROM objects WHERE class_name = ? AND object_id = ? AND version = ?",
            [.text(object.className), .text(object.objectId), .integer(object.version)])
        noteRights(object, isAnother: true)
        for index in try indexes(of: object.className) {
            for line in index.path.indexLines(of: object.document) { try remove(line, of: object.objectId, from: index) }
        }
        try removeNames(of: object)
        try run(
            "DELETE FROM relations WHERE class_name = ? AND object_id = ?", [.text(object.className), .text(object.objectId)])
    }

    private func text(_ fields: JSONObject) throws(Failure) -> String {
        let text = JSON.object(fields).text()
        core.spend(text.utf8.count / Work.bytesOfUnit)
        guard text.utf8.count <= ObjectRow.fieldsBytesMax else { throw Failure.refused(.objectTooLarge) }
        return text
    }

    /// Its lines in the indexes of its class; those that stay are left alone.
    private func enterLines(of object: StoredObject, insteadOf old: StoredObject?) throws(Failure) {
        let indexes = try indexes(of: object.className)
        if indexes.isEmpty { return }
        let (document, before) = (object.document, old?.document)
        var count = 0
        for index in indexes {
            let lines = index.path.indexLines(of: document)
            count += lines.count
            guard core.believesAsker || count <= Self.linesOverNetworkMax else {
                throw Failure.refused(
                    .lengthOutOfRange, "\(index.path.text): lists in indexes have at most \(Self.linesOverNetworkMax) elements together.")
            }
            let oldLines = before.map { index.path.indexLines(of: $0) } ?? []
            try noteLists(lines, index)
            if lines == oldLines { continue }
            // Both in the order of their keys.
            var place = 0
            for old in oldLines {
                while place < lines.count, lines[place].key.lexicographicallyPrecedes(old.key) {
                    try add(lines[place], of: object.objectId, to: index)
                    place += 1
                }
                if place < lines.count, lines[place].key == old.key {
                    if lines[place] != old { try add(lines[place], of: object.objectId, to: index) }
                    place += 1
                } else {
                    try remove(old, of: object.objectId, from: index)
                }
            }
            for line in lines[place...] { try add(line, of: object.objectId, to: index) }
        }
    }

    func add(_ line: IndexLine, of objectId: String, to index: ObjectIndex) throws(Failure) {
        try run(
            """
            INSERT INTO object_keys (index_id, key, object_id, roles) VALUES (?, ?, ?, ?)
            ON CONFLICT (index_id, key, object_id) DO UPDATE SET roles = excluded.roles
            """, [.integer(index.number), .blob(line.key), .text(objectId), .integer(line.roles.rawValue)])
    }

    private func remove(_ line: IndexLine, of objectId: String, from index: ObjectIndex) throws(Failure) {
        try run(
            "DELETE FROM object_keys WHERE index_id = ? AND key = ? AND object_id = ?",
            [.integer(index.number), .blob(line.key), .text(objectId)])
    }
}
