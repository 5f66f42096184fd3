import CSQLite
import Linux

/// Finds what a disk, a copy or somebody's hand did to a database while nobody held it. Whatever is found is left as it is.
enum StorageDamage {
    /// A file above this is neither read whole at an end in order nor at the next start.
    static let wholeBytesMax = 64 << 20
    /// After an end that was not in order a file up to this size is checked row by row, indexes too: some 10 ms a megabyte.
    static let rowsCheckedBytesMax = 4 << 20
    /// Above this nothing but what is read is checked.
    static let pagesCheckedBytesMax = 32 << 20
    private static let pieceBytes = 64 << 10
    /// Where the header of an SQLite file has the user version, in big-endian order.
    private static let userVersionOffset = 60

    static let advice =
        "Nothing was changed: restore the missing files, or accept the files as they are by removing the .mark file, or let "
        + "TCGBConsole_startAnew set them aside and begin with a new player"

    /// What the file looks like; nil when it is too large or cannot be read.
    static func note(_ path: String, commits: UInt32) -> StorageMark.Note? {
        guard let bytes = Files.size(path), bytes <= wholeBytesMax else { return nil }
        var sum = Fingerprint()
        guard Files.scan(path, pieceBytes: pieceBytes, { sum.add($0) }) else { return nil }
        return StorageMark.Note(commits: commits, bytes: UInt64(bytes), fingerprint: sum.value)
    }

    /// Before the file is opened: is it there, and is it what an end in order left?
    static func checkFile(_ path: String, _ mark: StorageMark) throws(StorageError) {
        guard let known = mark.last, known.hasSomethingToLose else { return }
        guard Files.size(path) != nil else { throw missing(path, known) }
        // With a log the file is only a part of the truth.
        guard known.bytes > 0, (Files.size(path + "-wal") ?? 0) == 0 else { return }
        guard userVersion(path) == known.commits, let found = note(path, commits: known.commits), found != known else { return }
        throw .corrupt("\(path) is not as it was left: it was damaged or changed. \(advice)")
    }

    static func missing(_ path: String, _ known: StorageMark.Note) -> StorageError {
        .corrupt("\(path) is missing, and \(known.commits) commits with it. \(advice)")
    }

    /// When the file is open and its log recovered: does it have what was acknowledged?
    static func checkCommits(_ mark: StorageMark, found: UInt32) throws(StorageError) {
        guard let known = mark.last else { return }
        let lost = Int32(bitPattern: known.commits &- found)
        guard lost > 0 else { return }
        throw .corrupt("the database or its log was damaged, cut or exchanged: \(lost) commits that were acknowledged are missing")
    }

    private static func userVersion(_ path: String) -> UInt32? {
        guard let file = try? RecordFile.open(path) else { return nil }
        let header = file.read(count: userVersionOffset + 4)
        guard header.count == userVersionOffset + 4 else { return nil }
        var version: UInt32 = 0
        for byte in header[userVersionOffset...] { version = version << 8 | UInt32(byte) }
        return version
    }

    /// What SQLite finds wrong, at most ten lines; none when the file is sound. Nothing is mended: a row whose key was changed and an
    /// index that lost an entry look alike, and an index made anew from the wrong one of the two would hide a payment for good.
    /// - Parameter rows: rows are compared with their indexes too.
    static func find(_ handle: OpaquePointer, rows: Bool) -> [String] {
        lines(handle, rows ? "PRAGMA integrity_check(10)" : "PRAGMA quick_check(10)")
    }

    #if !hasFeature(Embedded)
    /// Of one table, by its name in the schema.
    static func find(_ handle: OpaquePointer, in table: String) -> [String] {
        Array(lines(handle, "PRAGMA integrity_check(\(table))").prefix(linesMax))
    }

    private static let linesMax = 10
    #endif

    private static func lines(_ handle: OpaquePointer, _ sql: String) -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return ["the database cannot be checked"] }
        defer { sqlite3_finalize(statement) }
        var found: [String] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return found }
            guard code == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else { return found + ["the database cannot be read"] }
            let line = String(cString: text)
            if line != "ok" { found.append(line) }
        }
    }

    /// A log that was left says that the last holder did not end in order.
    static func findAfterCrash(_ handle: OpaquePointer) -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, "PRAGMA page_count", -1, &statement, nil) == SQLITE_OK else {
            return ["the database cannot be checked"]
        }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW else { return ["the database cannot be read"] }
        // Pages have 4,096 bytes, as SQLite makes them.
        let bytes = Int(clamping: sqlite3_column_int64(statement, 0)) &* 4096
        return bytes > pagesCheckedBytesMax ? [] : find(handle, rows: bytes <= rowsCheckedBytesMax)
    }
}
