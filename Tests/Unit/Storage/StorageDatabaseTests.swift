import CLinux
import Codecs
import Linux
import Testing
@testable import Storage

private func storageError<Result>(_ body: () throws(StorageError) -> Result) -> StorageError? {
    do throws(StorageError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

private func count(_ database: any Database, _ table: String = "t") throws(StorageError) -> Int64 {
    try database.query("SELECT COUNT(*) FROM \(table)", []).first?.integer(0) ?? -1
}

/// The open descriptor of a file whose path ends so, to put something broken in its place.
private func descriptor(ofFileEnding end: String) -> Int32? {
    for number: Int32 in 3..<1024 {
        var target = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/fd/\(number)", &target, target.count - 1)
        if length > 0, String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self).hasSuffix(end) { return number }
    }
    return nil
}

func replaceDescriptor(ofFileEnding end: String, with path: String) throws {
    let victim = try #require(descriptor(ofFileEnding: end))
    let broken = gb_open(path, O_RDWR | O_CLOEXEC, 0)
    #expect(dup2(broken, victim) == victim)
    close(broken)
}

@Suite struct `SQLite database` {
    let folder = TestFolder()
    var path: String { folder.file("db") }

    func opened() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase.open(path: path)
        _ = try database.run("CREATE TABLE IF NOT EXISTS t (id BIGINT PRIMARY KEY, name TEXT NOT NULL, data BYTEA, UNIQUE (name))", [])
        return database
    }

    @Test func `a row has room for the longest text that is kept, and for what stands around it`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        _ = try database.run("CREATE TABLE v (a TEXT, b TEXT)", [])
        let longest = String(repeating: "x", count: KeptJSON.bytesMax)
        #expect(try database.run("INSERT INTO v VALUES (?, ?)", [.text(longest), .text("acl")]) == 1)
        #expect(try database.query("SELECT a FROM v", []).first?.text(0).utf8.count == KeptJSON.bytesMax)
        #expect(throws: StorageError.self) {
            try database.run("INSERT INTO v VALUES (?, ?)", [.text(longest), .text(longest)])
        }
    }

    @Test func `values of every kind come back`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        _ = try database.run("CREATE TABLE v (a BIGINT, b TEXT, c BYTEA, d TEXT, e TEXT, f BYTEA)", [])
        let blob: [UInt8] = [0, 1, 255]
        let long = String(repeating: "é漢😀", count: 5_000)
        #expect(
            try database.run(
                "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)", [.integer(.min), .text(long), .blob(blob), .null, .text(""), .blob([])]) == 1)
        let row = try #require(try database.query("SELECT * FROM v", []).first)
        #expect(row == Row([.integer(.min), .text(long), .blob(blob), .null, .text(""), .blob([])]))
        #expect(row.integer(0) == .min && row.text(1) == long && row.blob(2) == blob && row.textOrNil(3) == nil && row.textOrNil(4) == "")
        #expect(
            row.text(99) == "" && row.integer(-1) == 0 && row.blob(0) == [] && row.integerOrNil(1) == nil && row.isNull(3) && row.isNull(6))
    }

    @Test func `a text with a NUL inside is kept whole`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        #expect(try database.query("SELECT ?", [.text("a\u{0}b")]).first?.text(0) == "a\u{0}b")
    }

    @Test func `an empty text or blob alone is not NULL`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        #expect(try database.query("SELECT ?", [""]) == [Row([.text("")])])
        #expect(try database.query("SELECT ? || ''", [.blob([])]) == [Row([.text("")])])
    }

    @Test func `each run of a statement has its own values, whatever it was given before`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        let sizes = [3, 0, 63, 64, 65, 200, 1, 4_096, 4_097, 70_000, 2]
        for size in sizes + sizes.reversed() {
            let (text, blob) = (String(repeating: "t", count: size), [UInt8](repeating: 7, count: size))
            for values: [Value] in [[.text(text), .blob(blob)], [.blob(blob), .text("")], [.null, .text(text)], [.integer(9), .null]] {
                #expect(try database.query("SELECT ?, ?", values) == [Row(values)], "\(size)")
            }
        }
    }

    @Test func `what was committed is there after reopening, what was not is not`() throws {
        let first = try opened()
        try first.begin()
        _ = try first.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        try first.commit()
        try first.begin()
        _ = try first.run("INSERT INTO t (id, name) VALUES (?, ?)", [2, "b"])
        first.close()
        first.close()
        #expect(storageError { () throws(StorageError) in try first.query("SELECT 1", []) } == .misuse("the database is closed"))
        let second = try opened()
        #expect(try second.query("SELECT id, name FROM t", []) == [Row([1, "a"])])
    }

    @Test func `changed rows are counted, and only those of the statement`() throws {
        let database = try opened()
        #expect(try database.run("INSERT INTO t (id, name) VALUES (1, 'a'), (2, 'b')", []) == 2)
        #expect(try database.run("CREATE TABLE other (a BIGINT)", []) == 0)
        #expect(try database.run("UPDATE t SET name = name || 'x'", []) == 2)
        #expect(try database.run("DELETE FROM t WHERE id = ?", [9]) == 0)
        #expect(try database.run("INSERT INTO t (id, name) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", [1, "c"]) == 0)
    }

    @Test func `a broken rule is a constraint error and the transaction goes on`() throws {
        let database = try opened()
        _ = try database.run("CREATE TABLE child (parent BIGINT REFERENCES t (id))", [])
        try database.begin()
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        for (sql, values) in [
            ("INSERT INTO t (id, name) VALUES (?, ?)", [1, "b"]), ("INSERT INTO t (id, name) VALUES (?, ?)", [2, "a"]),
            ("INSERT INTO t (id, name) VALUES (?, ?)", [3, nil]), ("INSERT INTO child VALUES (?)", [7]),
        ] as [(String, [Value])] {
            guard case .constraint? = storageError({ () throws(StorageError) in try database.run(sql, values) }) else {
                Issue.record("\(sql) was taken")
                continue
            }
        }
        try database.commit()
        #expect(try count(database) == 1)
    }

    @Test func `one request of a group is undone alone`() throws {
        let database = try opened()
        try database.begin()
        for (id, isKept) in [(1, true), (2, false), (3, true)] as [(Int64, Bool)] {
            try database.savepoint()
            _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [.integer(id), .text("n\(id)")])
            if isKept { try database.releaseSavepoint() } else { try database.rollbackToSavepoint() }
        }
        try database.commit()
        #expect(try database.query("SELECT id FROM t ORDER BY id", []) == [Row([1]), Row([3])])
    }

    @Test func `undoing a savepoint undoes all behind it, what was undone within it and what came after that`() throws {
        let database = try opened()
        try database.begin()
        try database.savepoint()
        _ = try database.run("INSERT INTO t (id, name) VALUES (1, 'before')", [])
        try database.savepoint()
        _ = try database.run("INSERT INTO t (id, name) VALUES (2, 'within')", [])
        try database.rollbackToSavepoint()
        _ = try database.run("INSERT INTO t (id, name) VALUES (3, 'after')", [])
        #expect(try database.query("SELECT id FROM t ORDER BY id", []) == [Row([1]), Row([3])])
        try database.rollbackToSavepoint()
        try database.commit()
        #expect(try count(database) == 0)
    }

    @Test func `calls out of order are misuse and harm nothing`() throws {
        let database = try opened()
        let isMisuse = { (error: StorageError?) in if case .misuse? = error { true } else { false } }
        #expect(isMisuse(storageError { () throws(StorageError) in try database.commit() }))
        #expect(isMisuse(storageError { () throws(StorageError) in try database.savepoint() }))
        #expect(isMisuse(storageError { () throws(StorageError) in try database.releaseSavepoint() }))
        #expect(isMisuse(storageError { () throws(StorageError) in try database.rollbackToSavepoint() }))
        database.rollback()
        try database.begin()
        #expect(isMisuse(storageError { () throws(StorageError) in try database.begin() }))
        try database.savepoint()
        try database.savepoint()
        #expect(isMisuse(storageError { () throws(StorageError) in try database.savepoint() }))
        #expect(isMisuse(storageError { () throws(StorageError) in try database.commit() }))
        try database.releaseSavepoint()
        #expect(isMisuse(storageError { () throws(StorageError) in try database.commit() }))
        try database.releaseSavepoint()
        for sql in ["", "  ", "SELEC 1", "SELECT 1; DROP TABLE t", "SELECT * FROM nothing", "ATTACH DATABASE ':memory:' AS x"] {
            #expect(isMisuse(storageError { () throws(StorageError) in try database.query(sql, []) }), "\(sql)")
        }
        #expect(isMisuse(storageError { () throws(StorageError) in try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1]) }))
        #expect(isMisuse(storageError { () throws(StorageError) in try database.run("SELECT 1", [1]) }))
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        try database.commit()
        #expect(try database.query("SELECT 1 ; ", []).count == 1)
    }

    @Test func `more different statements than are kept still run`() throws {
        let database = try opened()
        for round in 0..<2 {
            for number in 0..<300 {
                #expect(try database.query("SELECT \(number) + ?", [.integer(Int64(round))]).first?.integer(0) == Int64(number + round))
            }
        }
    }

    @Test func `no room undoes the transaction, nothing slips out of it, and the database goes on`() throws {
        let database = try opened()
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        _ = try database.query("PRAGMA max_page_count=8", [])
        try database.begin()
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [2, "b"])
        let fill = { () throws(StorageError) in
            try database.run("INSERT INTO t (id, name, data) VALUES (?, ?, ?)", [3, "c", .blob([UInt8](repeating: 7, count: 200_000))])
        }
        guard case .full? = storageError(fill) else { Issue.record("the file grew"); return }
        // Whether SQLite undid the statement or all of it, the caller undoes all of it.
        database.rollback()
        #expect(try count(database) == 1)
        _ = try database.query("PRAGMA max_page_count=100000", [])
        #expect(try fill() == 1)
    }

    @Test func `after SQLite undid a transaction by itself nothing runs outside it until rollback`() throws {
        let database = try opened()
        try database.begin()
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        let broken = storageError { () throws(StorageError) in
            try database.run("INSERT OR ROLLBACK INTO t (id, name) VALUES (?, ?)", [1, "b"])
        }
        #expect(broken != nil)
        #expect(storageError { () throws(StorageError) in try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [2, "b"]) } == broken)
        #expect(storageError { () throws(StorageError) in try database.commit() } == broken)
        database.rollback()
        #expect(try count(database) == 0)
        #expect(try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [2, "b"]) == 1)
    }

    @Test func `savepoints of a transaction that SQLite undid by itself end with the cause`() throws {
        let database = try opened()
        try database.begin()
        try database.savepoint()
        _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [1, "a"])
        let cause = storageError { () throws(StorageError) in
            try database.run("INSERT OR ROLLBACK INTO t (id, name) VALUES (?, ?)", [1, "b"])
        }
        guard case .constraint? = cause else { Issue.record("the row was taken"); return }
        #expect(storageError { () throws(StorageError) in try database.savepoint() } == cause)
        #expect(storageError { () throws(StorageError) in try database.releaseSavepoint() } == cause)
        #expect(storageError { () throws(StorageError) in try database.rollbackToSavepoint() } == cause)
        database.rollback()
        #expect(try count(database) == 0)
    }

    @Test func `what statements cost is told once`() throws {
        let database = try opened()
        _ = try count(database)
        #expect(database.takeSteps() > 0)
        #expect(database.takeSteps() == 0)
    }

    @Test func `a device without room is full and not broken`() throws {
        let database = try opened()
        try replaceDescriptor(ofFileEnding: folder.path + "/db-wal", with: "/dev/full")
        guard case .full? = storageError({ () throws(StorageError) in try database.run("INSERT INTO t (id, name) VALUES (1, 'a')", []) })
        else {
            Issue.record("the write was taken")
            return
        }
        #expect(try database.query("SELECT 1", []).count == 1)
    }

    @Test func `a failed flush poisons the database until it is opened again`() throws {
        let database = try opened()
        _ = try database.run("INSERT INTO t (id, name) VALUES (1, 'a')", [])
        try database.begin()
        _ = try database.run("INSERT INTO t (id, name) VALUES (2, 'b')", [])
        // Writing there succeeds, flushing does not.
        try replaceDescriptor(ofFileEnding: folder.path + "/db-wal", with: "/dev/null")
        guard case .ioError? = storageError({ () throws(StorageError) in try database.commit() }) else {
            Issue.record("the commit was taken")
            return
        }
        for _ in 0..<2 {
            guard case .ioError? = storageError({ () throws(StorageError) in try database.query("SELECT 1", []) }) else {
                Issue.record("the database went on")
                return
            }
            database.rollback()
        }
        database.close()
        let again = try opened()
        #expect(try count(again) == 1)
    }

    @Test func `a second opening of the same file is refused`() throws {
        let first = try opened()
        guard case .inUse(let message)? = storageError({ () throws(StorageError) in try SQLiteDatabase.open(path: path) }) else {
            Issue.record("it was opened twice")
            return
        }
        #expect(message.hasPrefix(path))
        #expect(try count(first) == 0)
        first.close()
        try SQLiteDatabase.open(path: path).close()
    }

    @Test func `there is no shared memory file, and the log is there while open`() throws {
        let database = try opened()
        #expect(folder.names == ["db", "db-wal", "db.mark"])
        #expect(try database.query("PRAGMA journal_mode", []).first?.text(0) == "wal")
        #expect(try database.query("PRAGMA synchronous", []).first?.integer(0) == 2)
        #expect(try database.query("PRAGMA foreign_keys", []).first?.integer(0) == 1)
        #expect(try database.query("PRAGMA locking_mode", []).first?.text(0) == "exclusive")
        #expect(try database.query("PRAGMA trusted_schema", []).first?.integer(0) == 0)
        #expect(try database.query("PRAGMA journal_size_limit", []).first?.integer(0) == 64 << 20)
        database.close()
        #expect(folder.names == ["db", "db.mark"])
    }

    @Test func `a new file is made whole or not at all, and none where a database was lost`() throws {
        var existed = true
        let refused = storageError { () throws(StorageError) in
            try SQLiteDatabase.create(path: path) { draft throws(StorageError) in
                _ = try draft.run("CREATE TABLE t (id BIGINT)", [])
                existed = Files.exists(path)
                throw .misuse("enough")
            }
        }
        #expect(refused == .misuse("enough"))
        #expect(!existed)
        #expect(folder.names == [])
        let stale = try opened()
        _ = try stale.run("INSERT INTO t (id, name) VALUES (7, '')", [])
        try Files.move(path + "-wal", to: path + "-kept")
        stale.close()
        Files.remove(path)
        try Files.move(path + "-kept", to: path + "-wal")
        func create() throws(StorageError) {
            try SQLiteDatabase.create(path: path) { draft throws(StorageError) in _ = try draft.run("CREATE TABLE u (id BIGINT)", []) }
        }
        // First its note says that there was one, then its log does.
        for rest in ["db.mark", "db-wal"] {
            guard case .corrupt? = storageError(create) else { Issue.record("a new database was made beside \(rest)"); return }
            #expect(folder.names.contains(rest))
            Files.remove(folder.file(rest))
        }
        try create()
        #expect(folder.names == ["db"])
        let database = try SQLiteDatabase.open(path: path)
        #expect(try count(database, "u") == 0)
        #expect(storageError { () throws(StorageError) in try database.query("SELECT * FROM t", []) } != nil)
        database.close()
    }

    @Test func `a database with fewer commits than were acknowledged is refused, with a log and without, and stays as it is`() throws {
        let names = ["db", "db-wal", "db.mark"]
        // A log without anything in it is none.
        func files() throws -> [[UInt8]] { try names.map { try Files.read(folder.file($0), bytesMax: 1 << 20) ?? [] } }
        func commit(_ database: SQLiteDatabase, _ id: Int64) throws {
            try database.begin()
            _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [.integer(id), .text("\(id)")])
            try database.commit()
        }
        var older: [[[UInt8]]] = []
        for round: Int64 in 0..<2 {
            let database = try opened()
            try commit(database, 10 * round)
            older.append(try files())
            try commit(database, 10 * round + 1)
            database.close()
            older.append(try files())
        }
        let newest = try files()
        func put(_ all: [[UInt8]]) throws {
            for (name, bytes) in zip(names, all) {
                Files.remove(folder.file(name))
                if !bytes.isEmpty { try Files.replaceDurably(folder.file(name), bytes) }
            }
        }
        for (number, old) in older.dropLast().enumerated() {
            let copy = [old[0], old[1], newest[2]]
            try put(copy)
            let lost = 3 - number
            guard case .corrupt(let message)? = storageError({ () throws(StorageError) in try SQLiteDatabase.open(path: path) }) else {
                Issue.record("\(lost) commits are missing, and nobody said so")
                continue
            }
            #expect(message.contains("\(lost) commits that were acknowledged are missing"))
            #expect(try files() == copy)
        }
        try put(newest)
        #expect(try count(try SQLiteDatabase.open(path: path)) == 4)
    }

    @Test func `a statement that is a transaction of its own is counted, and two kills behind it are no damage`() throws {
        let names = ["db", "db-wal", "db.mark"]
        func files() throws -> [[UInt8]] { try names.map { try Files.read(folder.file($0), bytesMax: 1 << 20) ?? [] } }
        func put(_ all: [[UInt8]]) throws {
            for (name, bytes) in zip(names, all) {
                Files.remove(folder.file(name))
                if !bytes.isEmpty { try Files.replaceDurably(folder.file(name), bytes) }
            }
        }
        func insert(_ database: SQLiteDatabase, _ id: Int64) throws {
            _ = try database.run("INSERT INTO t (id, name) VALUES (?, ?)", [.integer(id), .text("\(id)")])
        }
        let first = try opened()
        try first.begin()
        try insert(first, 1)
        try first.commit()
        first.close()
        let known = try #require(try StorageMark.open(database: path).last)
        #expect(known.bytes > 0)
        let second = try SQLiteDatabase.open(path: path)
        try insert(second, 2)
        #expect(try StorageMark.open(database: path).last == StorageMark.Note(commits: known.commits + 1))
        let killed = try files()
        second.close()
        try put(killed)
        // It copies the log into the file, and is killed before it writes anything.
        let third = try SQLiteDatabase.open(path: path)
        let killedAgain = try files()
        third.close()
        try put(killedAgain)
        #expect(try count(try SQLiteDatabase.open(path: path)) == 2)
    }

    @Test func `a file whose index lost an entry is refused after a crash, and stays as it is`() throws {
        let names = ["db", "db-wal", "db.mark"]
        func files() throws -> [[UInt8]] { try names.map { try Files.read(folder.file($0), bytesMax: 1 << 20) ?? [] } }
        func put(_ all: [[UInt8]]) throws {
            for (name, bytes) in zip(names, all) { try Files.replaceDurably(folder.file(name), bytes) }
        }
        let first = try opened()
        _ = try first.run("INSERT INTO t (id, name) VALUES (1, 'needle')", [])
        _ = try first.run("CREATE TABLE other (id BIGINT)", [])
        first.close()
        let second = try opened()
        _ = try second.run("INSERT INTO other (id) VALUES (1)", [])
        let crashed = try files()
        second.close()
        let needle = Array("needle".utf8)
        let place = try #require(crashed[0].indices.first { crashed[0][$0...].starts(with: needle) })
        var damaged = crashed
        damaged[0][place] = UInt8(ascii: "m")
        try put(damaged)
        guard case .corrupt(let message)? = storageError({ () throws(StorageError) in try SQLiteDatabase.open(path: path) }) else {
            Issue.record("nobody saw the damage")
            return
        }
        #expect(message.contains("it is damaged: "))
        #expect(try files() == damaged)
        try put(crashed)
        #expect(try count(try SQLiteDatabase.open(path: path), "other") == 1)
    }

    @Test func `the log is written over and does not grow with the commits`() throws {
        let database = try opened()
        let statement = "INSERT INTO t (id, name) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        for number in 0..<3_000 { _ = try database.run(statement, [.text("n\(number)")]) }
        var status = stat()
        #expect(stat(path + "-wal", &status) == 0)
        #expect(status.st_size < 1200 * 4200)
    }

    @Test func `what is no database, a link and another's file are refused`() throws {
        let text = gb_open(path, O_CREAT | O_WRONLY, 0o644)
        let bytes = [UInt8](repeating: 0x41, count: 5000)
        write(text, bytes, bytes.count)
        close(text)
        guard case .corrupt? = storageError({ () throws(StorageError) in try SQLiteDatabase.open(path: path) }) else {
            Issue.record("text was opened"); return
        }
        symlink(path, folder.file("link"))
        #expect(
            storageError { () throws(StorageError) in try SQLiteDatabase.open(path: folder.file("link")) }?.message.contains(
                "not a regular file") == true)
        #expect(storageError { () throws(StorageError) in try SQLiteDatabase.open(path: folder.file("missing/db")) } != nil)
        #expect(storageError { () throws(StorageError) in try SQLiteDatabase.open(path: "") } != nil)
        #expect(!Files.exists(".mark"))
    }

    @Test func `a result with too many rows is refused`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        let rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n"
        #expect(try database.query(rows, [.integer(Int64(SQLiteDatabase.rowsMax))]).count == SQLiteDatabase.rowsMax)
        guard
            case .misuse? = storageError({ () throws(StorageError) in
                try database.query(rows, [.integer(Int64(SQLiteDatabase.rowsMax + 1))])
            })
        else {
            Issue.record("the rows were taken")
            return
        }
    }
}

@Suite struct `Migrations of the schema` {
    let steps = [
        Migration(version: 1, statements: ["CREATE TABLE a (x BIGINT)", "INSERT INTO a (x) VALUES (1)"]),
        Migration(version: 2, statements: ["ALTER TABLE a ADD COLUMN y TEXT"]),
    ]

    @Test func `each step runs once`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply([steps[0]], to: database)
        try Migrations.apply(steps, to: database)
        try Migrations.apply(steps, to: database)
        #expect(try count(database, "a") == 1)
        #expect(try database.query("SELECT version FROM schema_version ORDER BY version", []) == [Row([1]), Row([2])])
    }

    @Test func `a step that fails leaves nothing of itself, nor of the others of that start`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply([steps[0]], to: database)
        let broken = Migration(version: 3, statements: ["CREATE TABLE b (x BIGINT)", "NONSENSE"])
        #expect(storageError { () throws(StorageError) in try Migrations.apply(steps + [broken], to: database) } != nil)
        #expect(storageError { () throws(StorageError) in try database.query("SELECT * FROM b", []) } != nil)
        #expect(storageError { () throws(StorageError) in try database.query("SELECT y FROM a", []) } != nil)
        #expect(try count(database, "schema_version") == 1)
    }

    @Test func `a step below the last that was run is still run, once`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        let between = Migration(version: 2, statements: ["CREATE TABLE c (x BIGINT)"])
        let last = Migration(version: 3, statements: ["CREATE TABLE d (x BIGINT)"])
        try Migrations.apply([steps[0], last], to: database)
        try Migrations.apply([steps[0], between, last], to: database)
        #expect(try count(database, "c") == 0)
        #expect(try count(database, "schema_version") == 3)
    }

    @Test func `a database of a newer build is refused and not touched`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(steps, to: database)
        let error = storageError { () throws(StorageError) in try Migrations.apply([steps[0]], to: database) }
        #expect(error?.message.contains("newer version") == true)
    }

    @Test func `versions that do not grow are refused`() throws {
        let database = try SQLiteDatabase.open(path: ":memory:")
        #expect(storageError { () throws(StorageError) in try Migrations.apply([steps[1], steps[0]], to: database) } != nil)
        #expect(
            storageError { () throws(StorageError) in try Migrations.apply([Migration(version: 0, statements: [])], to: database) } != nil)
    }
}
