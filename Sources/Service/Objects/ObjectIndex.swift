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
    let making: Making

    /// How it came to be, as `is_declared` keeps it.
    enum Making: Int64 {
        /// Made because queries were long without it.
        case automatic = 0
        /// Named by the settings.
        case declared = 1
        /// Was automatic, until an object had too many lines in it. Its lines go, and it is not made again by itself.
        case givenUp = 2
        /// Was given up, and is named by the settings since: is built when the old lines are gone.
        case givenUpAndDeclared = 3
    }
}

extension Objects {
    /// Of one class, made because they are asked for; more make every save slower.
    static let automaticIndexesMax = 16
    /// Of one class, with those that are declared, and were.
    static let indexesOfClassMax = 128

    func indexes(of className: String) throws(Failure) -> [ObjectIndex] {
        if let known = core.knownIndexes[className] { return known }
        let rows = try query(
            """
            SELECT index_id, path, built_to, has_lists, is_declared FROM object_indexes
            WHERE class_name = ? AND is_declared < \(ObjectIndex.Making.givenUp.rawValue) ORDER BY index_id
            """, [.text(className)])
        let indexes = rows.compactMap { row in
            FieldPath(row.text(1)).map {
                ObjectIndex(
                    number: row.integer(0), className: className, path: $0, isComplete: row.isNull(2), hasLists: row.bool(3),
                    making: row.bool(4) ? .declared : .automatic)
            }
        }
        // Another service may make one at any time.
        if !core.isShared { core.knownIndexes.keep(indexes, of: className) }
        return indexes
    }

    /// An index that is filled from now on, unless there is one or there are too many.
    func makeIndex(of className: String, _ path: FieldPath, isDeclared: Bool) throws(Failure) {
        // Indexes that were given up count too, so that nobody fills the table with them.
        let there = try query("SELECT path, is_declared FROM object_indexes WHERE class_name = ?", [.text(className)])
        let most = isDeclared ? Self.indexesOfClassMax : Self.automaticIndexesMax
        if let old = there.first(where: { $0.text(0) == path.text }) {
            #if !hasFeature(Embedded)
            if isDeclared { try declare(className, path, old.integer(1)) }
            #endif
            return
        }
        guard there.count < most, !GuardedField.isGuarded(path, of: className) else { return }
        let newest = try query("SELECT COALESCE(MAX(index_id), 0) FROM object_indexes", []).first?.integer(0) ?? 0
        try change(
            "INSERT INTO object_indexes (index_id, class_name, path, is_declared, has_lists, built_to) VALUES (?, ?, ?, ?, 0, '')",
            [.integer(newest + 1), .text(className), .text(path.text), Value(isDeclared)])
        core.hasUnbuiltIndex = true
    }

    /// The filling of an index that is not complete: small bites, between players' requests.
    func dueIndex() -> SlicedWork? {
        #if hasFeature(Embedded)
        let isUnbuilt = core.hasUnbuiltIndex
        #else
        let isUnbuilt = core.hasUnbuiltIndex && core.millisecondsToIndex == nil
        #endif
        guard isUnbuilt || core.hasUndeclaredIndex || core.longScans.hasDue else { return nil }
        core.hasUnbuiltIndex = false
        // Part of the work's state: a slice that is undone, because another server was faster, makes them when it is done again.
        let first = Lines(wanted: core.longScans.takeDue(), declares: core.hasUndeclaredIndex)
        core.hasUndeclaredIndex = false
        return SlicedWork(first) { (begun) throws(Failure) in
            for wanted in begun.wanted { try makeIndex(of: wanted.className, wanted.path, isDeclared: false) }
            if begun.declares { try declareIndexes() }
            (begun.wanted, begun.declares) = ([], false)
            guard
                let row = try query(
                    """
                    SELECT index_id, class_name, path, built_to, is_declared FROM object_indexes
                    WHERE built_to IS NOT NULL ORDER BY index_id LIMIT 1
                    """, []
                ).first
            else {
                core.hasUnbuiltIndex = false
                return .success()
            }
            let making = ObjectIndex.Making(rawValue: row.integer(4)) ?? .automatic
            #if !hasFeature(Embedded)
            if core.waitsForSaves(before: (row.integer(0), row.integer(4)), isBegun: !row.text(3).isEmpty) {
                core.hasUnbuiltIndex = true
                return .success()
            }
            if making == .givenUp || making == .givenUpAndDeclared {
                try clear(row.integer(0), making)
                return nil
            }
            #endif
            try build(row, making, &begun)
            return nil
        }
    }

    /// Those of the settings that are not there yet; one that they do not name any more stays.
    private func declareIndexes() throws(Failure) {
        for text in settings.ncmb.indexes {
            if let wanted = NCMBSettings.index(text) { try makeIndex(of: wanted.className, wanted.path, isDeclared: true) }
        }
    }

    /// What is to be made first, and how many lines of which version of an object the turns before have made in an index.
    private struct Lines {
        var wanted: [LongScans.Wanted] = []
        var declares = false
        var index: Int64 = 0
        var objectId = ""
        var version: Int64 = 0
        var count = 0
    }

    private func build(_ row: Row, _ making: ObjectIndex.Making, _ begun: inout Lines) throws(Failure) {
        let (number, className) = (row.integer(0), row.text(1))
        guard let path = FieldPath(row.text(2)) else { return try remove(index: number) }
        let index = ObjectIndex(number: number, className: className, path: path, isComplete: false, hasLists: false, making: making)
        #if hasFeature(Embedded)
        let most = SlicedWork.rows
        #else
        let most = core.isShared ? try rowsOfPiece(of: className, behind: row.text(3)) : SlicedWork.rows
        #endif
        let rows = try core.packed(
            """
            SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND o.object_id > ?
            ORDER BY o.object_id LIMIT ?\(core.isShared ? " FOR UPDATE" : "")
            """, [.text(className), .text(row.text(3)), .integer(Int64(most))])
        var made = 0
        for place in 0..<rows.count {
            guard let object = StoredObject(rows[place], of: className, core.lists) else { continue }
            let lines = path.indexLines(of: object.whole)
            #if !hasFeature(Embedded)
            if making == .automatic, lines.count > Self.linesOverNetworkMax { return try giveUp(index) }
            #endif
            try noteLists(lines, index)
            if begun.index != number || begun.objectId != object.objectId || begun.version != object.version {
                begun = Lines(index: number, objectId: object.objectId, version: object.version)
            }
            for line in lines.dropFirst(begun.count) {
                if made == Self.linesOfTurn { return try keepPlace(rows, before: place, of: index) }
                try add(line, of: object.objectId, to: index)
                begun.count += 1
                made += 1
            }
        }
        let isThrough = Self.isLast(rows, most)
        try keep(isThrough ? .null : Value(rows.last?.text(0)), of: index)
    }

    private static let linesOfTurn = 400

    #if !hasFeature(Embedded)
    /// A shared database sends the whole answer before anybody can cut it: of long objects it is asked for no more than are taken.
    private func rowsOfPiece(of className: String, behind objectId: String) throws(Failure) -> Int {
        let lengths = try query(
            "SELECT LENGTH(fields) FROM objects WHERE class_name = ? AND object_id > ? ORDER BY object_id LIMIT \(SlicedWork.rows)",
            [.text(className), .text(objectId)])
        var characters: Int64 = 0
        for (place, row) in lengths.enumerated() {
            characters += row.integer(0)
            if characters >= Int64(PackedRows.pieceBytes) { return place + 1 }
        }
        return SlicedWork.rows
    }
    #endif

    /// The turn is over before the object at a place has all of its lines.
    private func keepPlace(_ rows: PackedRows, before place: Int, of index: ObjectIndex) throws(Failure) {
        if place > 0 { try keep(.text(rows[place - 1].text(0)), of: index) }
    }

    /// Stores how far the index is filled, unless another server has given it up meanwhile.
    private func keep(_ place: Value, of index: ObjectIndex) throws(Failure) {
        try change(
            "UPDATE object_indexes SET built_to = ? WHERE index_id = ? AND is_declared = ?",
            [place, .integer(index.number), .integer(index.making.rawValue)])
    }

    #if !hasFeature(Embedded)
    /// An index that was made by itself closes nobody's saves: one in which an object has too many lines is given up.
    func giveUp(_ index: ObjectIndex) throws(Failure) {
        try change(
            "UPDATE object_indexes SET is_declared = ?, built_to = '' WHERE index_id = ? AND is_declared = ?",
            [.integer(ObjectIndex.Making.givenUp.rawValue), .integer(index.number), .integer(ObjectIndex.Making.automatic.rawValue)])
        core.hasUnbuiltIndex = true
    }

    /// The settings name an index that exists.
    private func declare(_ className: String, _ path: FieldPath, _ making: Int64) throws(Failure) {
        let isGivenUp = making == ObjectIndex.Making.givenUp.rawValue
        guard isGivenUp || making == ObjectIndex.Making.automatic.rawValue else { return }
        let declared: ObjectIndex.Making = isGivenUp ? .givenUpAndDeclared : .declared
        try change(
            """
            UPDATE object_indexes SET is_declared = ?, built_to = CASE WHEN is_declared = ? THEN '' ELSE built_to END
            WHERE class_name = ? AND path = ? AND is_declared = ?
            """,
            [
                .integer(declared.rawValue), .integer(ObjectIndex.Making.givenUp.rawValue), .text(className), .text(path.text),
                .integer(making),
            ])
        core.hasUnbuiltIndex = true
    }

    /// Deletes a turn's lines of an index that was given up: objects have changed since.
    private func clear(_ number: Int64, _ making: ObjectIndex.Making) throws(Failure) {
        let lines = try query(
            "SELECT key, object_id FROM object_keys WHERE index_id = ? ORDER BY key, object_id LIMIT \(Self.linesOfTurn)",
            [.integer(number)])
        for line in lines { try remove(line.blob(0), of: line.text(1), from: number) }
        if lines.count == Self.linesOfTurn { return }
        let isDeclared = making == .givenUpAndDeclared
        try change(
            "UPDATE object_indexes SET is_declared = ?, has_lists = 0, built_to = ? WHERE index_id = ? AND is_declared = ?",
            [
                .integer((isDeclared ? ObjectIndex.Making.declared : .givenUp).rawValue), isDeclared ? "" : .null, .integer(number),
                .integer(making.rawValue),
            ])
    }

    #endif

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

#if !hasFeature(Embedded)
/// A transaction that began before an index was made enters no lines in it, and the filling does not see what that transaction saves. So a
/// transaction that saves objects is refused, and begun anew, after `saveMilliseconds`, and the filling begins after twice that time.
extension ServiceCore {
    static let saveMilliseconds: Int64 = 10_000

    func refuseLateSaves() throws(StorageError) {
        guard isShared, hasSavedObject else { return }
        guard clock.monotonicNanoseconds() &- begunNanoseconds > Self.saveMilliseconds * 1_000_000 else { return }
        throw .conflict("an index may have been made since the objects were saved")
    }

    /// - Parameters:
    ///   - index: its number, and how it came to be: it is filled, and may be given up and filled again, once as each.
    ///   - isBegun: some of it is filled.
    func waitsForSaves(before index: (number: Int64, making: Int64), isBegun: Bool) -> Bool {
        guard isShared, !isBegun else { return false }
        if indexWait?.number != index.number || indexWait?.making != index.making {
            indexWait = (index.number, index.making, clock.monotonicNanoseconds() &+ 2 * Self.saveMilliseconds * 1_000_000)
        }
        return millisecondsToIndex != nil
    }

    /// nil: nothing waits.
    var millisecondsToIndex: Int64? {
        guard let wait = indexWait else { return nil }
        let left = wait.untilNanoseconds &- clock.monotonicNanoseconds()
        return left > 0 ? left / 1_000_000 + 1 : nil
    }
}
#endif
