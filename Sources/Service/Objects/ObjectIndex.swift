import Codecs
import Documents
import Linux
import Messages
import Storage

/// An index of a class: of one path, kept with every change of an object. One that was made over objects that are there is filled in
/// slices; until then no query uses it.
struct ObjectIndex {
    let number: Int64
    let className: String
    let path: FieldPath
    let isComplete: Bool
    /// Some object has, or had, several values at the path.
    let hasLists: Bool
}

extension Objects {
    /// Of one class, made because they are asked for; more make every save slower.
    static let automaticIndexesMax = 16
    /// Of one class, with those that are declared, and were.
    static let indexesOfClassMax = 128

    func indexes(of className: String) throws(Failure) -> [ObjectIndex] {
        if let known = core.knownIndexes[className] { return known }
        let rows = try query(
            "SELECT index_id, path, built_to, has_lists FROM object_indexes WHERE class_name = ? ORDER BY index_id", [.text(className)])
        let indexes = rows.compactMap { row in
            FieldPath(row.text(1)).map {
                ObjectIndex(
                    number: row.integer(0), className: className, path: $0, isComplete: row.isNull(2), hasLists: row.bool(3))
            }
        }
        // Another service may make one at any time.
        if !core.isShared { core.knownIndexes.keep(indexes, of: className) }
        return indexes
    }

    /// An index that is filled from now on, unless there is one or there are too many.
    func makeIndex(of className: String, _ path: FieldPath, isDeclared: Bool) throws(Failure) {
        let there = try indexes(of: className)
        let most = isDeclared ? Self.indexesOfClassMax : Self.automaticIndexesMax
        guard !there.contains(where: { $0.path == path }), there.count < most, !GuardedField.isGuarded(path, of: className) else { return }
        let newest = try query("SELECT COALESCE(MAX(index_id), 0) FROM object_indexes", []).first?.integer(0) ?? 0
        try change(
            "INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists, built_to) VALUES (?, ?, ?, ?, 0, '')",
            [.integer(newest + 1), .text(className), .text(path.text), Value(isDeclared)])
        core.hasUnbuiltIndex = true
    }

    /// The filling of an index that is not complete: small bites, between players' requests.
    func dueIndex() -> SlicedWork? {
        guard core.hasUnbuiltIndex || core.hasUndeclaredIndex || core.longScans.hasDue else { return nil }
        core.hasUnbuiltIndex = false
        return SlicedWork(Lines()) { (begun) throws(Failure) in
            for wanted in core.longScans.takeDue() { try makeIndex(of: wanted.className, wanted.path, isDeclared: false) }
            try declareIndexes()
            guard
                let row = try query(
                    "SELECT index_id, class_name, path, built_to FROM object_indexes WHERE built_to IS NOT NULL ORDER BY index_id LIMIT 1",
                    []
                ).first
            else {
                core.hasUnbuiltIndex = false
                return .success()
            }
            try build(row, &begun)
            return nil
        }
    }

    /// Those of the settings that are not there yet; one that they do not name any more stays.
    private func declareIndexes() throws(Failure) {
        guard core.hasUndeclaredIndex else { return }
        for text in settings.ncmb.indexes {
            if let wanted = NCMBSettings.index(text) { try makeIndex(of: wanted.className, wanted.path, isDeclared: true) }
        }
        core.hasUndeclaredIndex = false
    }

    /// Of an object's lines those that were made in the turns before; another version of it begins anew.
    private struct Lines {
        var objectId = ""
        var version: Int64 = 0
        var count = 0
    }

    private func build(_ row: Row, _ begun: inout Lines) throws(Failure) {
        let (number, className) = (row.integer(0), row.text(1))
        guard let path = FieldPath(row.text(2)) else { return try remove(index: number) }
        let index = ObjectIndex(number: number, className: className, path: path, isComplete: false, hasLists: false)
        let rows = try core.packed(
            """
            SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND o.object_id > ?
            ORDER BY o.object_id LIMIT \(SlicedWork.rows)\(core.isShared ? " FOR UPDATE" : "")
            """, [.text(className), .text(row.text(3))])
        var made = 0
        for place in 0..<rows.count {
            guard let object = StoredObject(rows[place], of: className, core.lists) else { continue }
            let lines = path.indexLines(of: object.whole)
            try noteLists(lines, index)
            if begun.objectId != object.objectId || begun.version != object.version {
                begun = Lines(objectId: object.objectId, version: object.version)
            }
            for line in lines.dropFirst(begun.count) {
                if made == Self.linesOfTurn { return try keepPlace(rows, before: place, number) }
                try add(line, of: object.objectId, to: index)
                begun.count += 1
                made += 1
            }
        }
        let isThrough = Self.isLast(rows, SlicedWork.rows)
        try change(
            "UPDATE object_indexes SET built_to = ? WHERE index_id = ?",
            [isThrough ? .null : Value(rows.last?.text(0)), .integer(number)])
    }

    private static let linesOfTurn = 400

    /// The turn is over before the object at a place has all of its lines.
    private func keepPlace(_ rows: PackedRows, before place: Int, _ number: Int64) throws(Failure) {
        guard place > 0 else { return }
        try change("UPDATE object_indexes SET built_to = ? WHERE index_id = ?", [.text(rows[place - 1].text(0)), .integer(number)])
    }

    /// From then on the bounds of a range are not looked for together.
    func noteLists(_ lines: [IndexLine], _ index: ObjectIndex) throws(Failure) {
        guard !index.hasLists, lines.count(where: { $0.roles.contains(.found) }) > 1 else { return }
        try change("UPDATE object_indexes SET has_lists = 1 WHERE index_id = ? AND has_lists = 0", [.integer(index.number)])
    }

    private func change(_ sql: String, _ values: [Value]) throws(Failure) {
        core.knownIndexes.forget()
        try run(sql, values)
    }

    private func remove(index number: Int64) throws(Failure) {
        try change("DELETE FROM object_indexes WHERE index_id = ?", [.integer(number)])
    }
}

/// The indexes of the classes that were asked for last. They are read with every query and every save and hardly ever change. Who changes
/// one, or undoes what was written, forgets them all.
struct KnownIndexes {
    /// Classes; of more, all are read anew.
    private static let classesMax = 256

    private var indexes: [String: [ObjectIndex]] = [:]
    /// Of the class that was asked for last.
    private var last: (className: String, indexes: [ObjectIndex])?

    subscript(className: String) -> [ObjectIndex]? {
        mutating get {
            if let last, last.className == className { return last.indexes }
            last = indexes[className].map { (className, $0) }
            return last?.indexes
        }
    }

    mutating func keep(_ found: [ObjectIndex], of className: String) {
        if indexes.count >= Self.classesMax { forget() }
        indexes[className] = found
        last = (className, found)
    }

    mutating func forget() {
        if !indexes.isEmpty { indexes = [:] }
        last = nil
    }
}
