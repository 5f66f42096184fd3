import Codecs
import Documents
import Linux
import Messages
import Storage

/// Objects in their tables, with their lines in the indexes. Who may see and change them is decided by the callers of these.
extension Objects {
    /// Lines in indexes of one object that is saved over a network.
    static let linesOverNetworkMax = 1_000
    static let byId = "SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND o.object_id = ?"
    #if hasFeature(Embedded)
    private static let wholeById = byId
    #else
    private static let wholeById = """
        SELECT \(StoredObject.columns), o.owner, o.network, o.bytes FROM objects o WHERE o.class_name = ? AND o.object_id = ?
        """
    #endif

    /// Refuses one that is damaged.
    func object(_ className: String, _ objectId: String) throws(Failure) -> StoredObject? {
        switch try row(className, objectId) {
        case .whole(let object): object
        case .damaged(let damaged): throw damaged.failure
        case nil: nil
        }
    }

    /// Nobody else changes the object until the transaction ends: a later read of it stays true.
    func lock(_ className: String, _ objectId: String) throws(Failure) {
        guard core.isShared else { return }
        _ = try query(
            "SELECT object_id FROM objects WHERE class_name = ? AND object_id = ? FOR UPDATE", [.text(className), .text(objectId)])
    }

    /// For who looks at an object on the way to others: one that is damaged is as good as gone.
    func wholeObject(_ className: String, _ objectId: String) throws(Failure) -> StoredObject? {
        if case .whole(let object) = try row(className, objectId) { object } else { nil }
    }

    func row(_ className: String, _ objectId: String) throws(Failure) -> StoredRow? {
        try core.packed(Self.wholeById, [.text(className), .text(objectId)]).last.map { StoredRow($0, of: className, core.lists) }
    }

    func insert(_ object: StoredObject) throws(Failure) {
        try enterNames(of: object, insteadOf: nil)
        try insertRow(object)
    }

    func insertRow(_ object: StoredObject) throws(Failure) {
        let text = try text(object.fields), acl = object.acl.json.text()
        try refuseLarge(Int64(text.utf8.count), of: nil)
        let bytes = Self.bytes(text, acl, members: object.newMembers)
        let owner = try charge(object, bytes)
        try run(
            """
            INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields, owner, network, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(object.className), .text(object.objectId), .integer(object.version), .integer(object.createDate),
                .integer(object.updateDate), .text(acl), .text(text), .named(owner.user), .named(owner.network), .integer(bytes),
            ])
        try enterLines(of: object, insteadOf: nil)
    }

    func update(_ object: StoredObject, insteadOf old: StoredObject) throws(Failure) {
        try enterNames(of: object, insteadOf: old)
        let dropped = try dropMembers(of: old, insteadOf: object)
        try updateRow(object, insteadOf: old, newMembers: object.newMembers - dropped)
        noteRights(object.className, isAnother: object.acl != old.acl)
    }

    /// Who may read a file, and who has a role, decides about transfers that are under way.
    private func noteRights(_ className: String, isAnother: Bool) {
        #if !hasFeature(Embedded)
        core.hasSavedObject = true
        if className == ObjectClass.role || isAnother && className == ObjectClass.file { core.rightsChanged(.backend) }
        #endif
    }

    func updateRow(_ object: StoredObject, insteadOf old: StoredObject, newMembers: Int = 0) throws(Failure) {
        let text = try text(object.fields), acl = object.acl.json.text()
        try refuseLarge(Int64(text.utf8.count), of: old)
        let bytes = Self.bytes(text, acl, members: try members(of: old) + newMembers)
        let owner = try charge(old, insteadOf: bytes)
        try claim(
            """
            UPDATE objects SET version = version + 1, update_date = ?, acl = ?, fields = ?, owner = ?, network = ?, bytes = ?
            WHERE class_name = ? AND object_id = ? AND version = ?
            """,
            [
                .integer(object.updateDate), .text(acl), .text(text), .named(owner.user), .named(owner.network),
                .integer(bytes), .text(object.className), .text(object.objectId), .integer(old.version),
            ])
        try enterLines(of: object, insteadOf: old)
    }

    func delete(_ object: StoredObject) throws(Failure) {
        try claim(
            "DELETE FROM objects WHERE class_name = ? AND object_id = ? AND version = ?",
            [.text(object.className), .text(object.objectId), .integer(object.version)])
        noteRights(object.className, isAnother: true)
        try release(object.className, object.owner, object.bytes)
        for index in try indexes(of: object.className) {
            for line in index.path.indexLines(of: object.whole) { try remove(line.key, of: object.objectId, from: index.number) }
        }
        try removeNames(of: object)
        try endMembers(object.className, object.objectId)
    }

    /// Of one that is damaged: by its id alone, because its fields, which name its lines and names, cannot be read.
    func delete(_ damaged: DamagedObject) throws(Failure) {
        let key: [Value] = [.text(damaged.className), .text(damaged.objectId)]
        try claim(
            "DELETE FROM objects WHERE class_name = ? AND object_id = ? AND version = ?", key + [.integer(damaged.version)])
        noteRights(damaged.className, isAnother: true)
        try release(damaged.className, damaged.owner, damaged.bytes)
        for index in try indexes(of: damaged.className) {
            try run("DELETE FROM object_keys WHERE index_id = ? AND object_id = ?", [.integer(index.number), .text(damaged.objectId)])
        }
        try run("DELETE FROM object_names WHERE class_name = ? AND object_id = ?", key)
        try endMembers(damaged.className, damaged.objectId)
    }

    /// What a member of a relation takes, which is a row, and a line of its table's index.
    static let memberBytes: Int64 = 128

    /// What an object is counted with in somebody's share: whatever of it others have to keep.
    private static func bytes(_ text: String, _ acl: String, members: Int) -> Int64 {
        Int64(text.utf8.count + acl.utf8.count) + memberBytes * Int64(max(0, members))
    }

    /// With how many members it was counted; those that an earlier version wrote are none.
    private func members(of old: StoredObject) throws(Failure) -> Int {
        guard old.hasRelations else { return 0 }
        let bare = Self.bytes(try text(old.fields), old.acl.json.text(), members: 0)
        return Int(max(0, (old.bytes - bare) / Self.memberBytes))
    }

    /// Whatever is written can be read again.
    private func text(_ fields: JSONObject) throws(Failure) -> String {
        do throws(KeptJSON.Excess) {
            let text = try KeptJSON.text(.object(fields))
            core.spend(text.utf8.count / Work.bytesOfUnit)
            return text
        } catch {
            throw Failure.refused(.objectTooLarge, Self.text(of: error))
        }
    }

    /// Of one that others wait for.
    private func refuseLarge(_ bytes: Int64, of old: StoredObject?) throws(Failure) {
        #if !hasFeature(Embedded)
        if core.believesAsker || bytes <= settings.ncmb.objectBytes { return }
        if let old, try Int64(text(old.fields).utf8.count) >= bytes { return }
        throw Failure.refused(
            .objectTooLarge,
            "The object has \(bytes) bytes, of at most \(settings.ncmb.objectBytes) over a network (ncmb.objectBytes of the settings).")
        #endif
    }

    private static func text(of excess: KeptJSON.Excess) -> String? {
        switch excess {
        case .bytes: nil
        case .values: "The object has more than \(KeptJSON.valuesMax) values; store it as several objects, or the values as text."
        case .depth: "The object is nested deeper than \(KeptJSON.depthMax)."
        }
    }

    /// Its lines in the indexes of its class; those that stay are left alone.
    private func enterLines(of object: StoredObject, insteadOf old: StoredObject?) throws(Failure) {
        #if !hasFeature(Embedded)
        core.hasSavedObject = true
        #endif
        let indexes = try indexes(of: object.className)
        if indexes.isEmpty { return }
        let (document, before) = (object.whole, old?.whole)
        var count = 0
        for index in indexes {
            let lines = index.path.indexLines(of: document)
            // One line is no list: it costs what any index costs.
            if lines.count > 1 {
                #if !hasFeature(Embedded)
                if !core.believesAsker, index.making == .automatic, count + lines.count > Self.linesOverNetworkMax {
                    try giveUp(index)
                    continue
                }
                #endif
                count += lines.count
            }
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
                    try remove(old.key, of: object.objectId, from: index.number)
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

    func remove(_ key: [UInt8], of objectId: String, from index: Int64) throws(Failure) {
        try run(
            "DELETE FROM object_keys WHERE index_id = ? AND key = ? AND object_id = ?",
            [.integer(index), .blob(key), .text(objectId)])
    }
}
