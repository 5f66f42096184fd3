import Codecs
import Linux
import Messages
import Service
import Storage

/// Moves an app's store from SQLite to PostgreSQL or back: every table whole, as it was at one moment, in one transaction on the other
/// side. What arrived is read again and compared value by value before it is kept, and the ledger is checked on both sides.
public enum StoreMove {
    public struct Report: Sendable {
        public let tables: Int
        public let rows: Int64
        /// The ledger is sound on both sides, and says the same.
        public let isLedgerSound: Bool
    }

    static let pageRows = 500
    /// Of the texts and bytes of one question, but for a single row. A row may have 16 MiB, and a copy is made where players are answered.
    static let pageCharacters: Int64 = 8 << 20
    static let progressRows: Int64 = 100_000
    /// More than any table has of what its schema was made with.
    private static let ownRowsMax = 20
    /// Not the app's own.
    private static let leftOut: Set<String> = ["schema_version", "service_leases"]

    /// - Parameters:
    ///   - source: no service should use it meanwhile: what it wrote after this began would stay behind. Nothing is changed in it but that
    ///     it gets this build's schema, which the caller may undo.
    ///   - isUsed: services go on using the source: what they write after the first look at it is not in the copy. Its ledger is not looked
    ///     at, and its schema must be this build's.
    ///   - target: one that no service has used yet; else `misuse`, and nothing is changed.
    ///   - finish: what the transaction on the target does last.
    ///   - progress: how many rows of a table have gone over: when they are all, and every 100,000.
    public static func move(
        from source: any Database, isUsed: Bool = false, to target: any Database, clock: any Clock, random: any RandomSource,
        finish: (any Database) throws(StorageError) -> Void = { _ in }, progress: (String, Int64) -> Void = { _, _ in }
    ) throws(StorageError) -> Report {
        for database in [source, target] where database !== source || !isUsed {
            try Service.prepare(database, app: nil, isIAPKey: false)
        }
        let fresh = try SQLiteDatabase.open(path: ":memory:")
        defer { fresh.close() }
        try Service.prepare(fresh, app: nil, isIAPKey: false)
        var tables = try tables(fresh)
        let soundness = isUsed ? nil : try ledger(of: source, clock, random)

        try source.begin()
        defer { source.rollback() }
        if source.isShared {
            _ = try source.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", [])
            // Against one that slept through its lease and does not know it.
            if isUsed { try refuseOther(than: fresh, source) }
            if !isUsed { _ = try source.run("LOCK TABLE \(tables.map { $0.name }.joined(separator: ", ")) IN SHARE MODE", []) }
        }
        try target.begin()
        var rows: Int64 = 0
        do throws(StorageError) {
            try empty(target, tables, fresh)
            var unfit = UnfitRows()
            for place in tables.indices {
                tables[place].isWide = try isWide(tables[place], source)
                rows += try copy(tables[place], source, target, &unfit, progress)
            }
            if let refusal = unfit.refusal { throw .corrupt(refusal) }
            try target.settle()
            for table in tables {
                guard try sum(of: table, in: source) == sum(of: table, in: target) else {
                    throw .corrupt("the table \(table.name) was not copied correctly; nothing was stored")
                }
            }
            try finish(target)
            try target.commit()
        } catch {
            target.rollback()
            throw error
        }
        source.rollback()
        // Where it arrived a game's own process may be next, which reads only what is in `figures`.
        let arrived = try ledger(of: target, clock, random, addsUp: true)
        return Report(
            tables: tables.count, rows: rows,
            isLedgerSound: (soundness == nil || arrived == soundness) && arrived["sound"]?.boolValue == true)
    }

    /// A server goes on when one of a newer version has raised the schema: what it does not know would be left out without a word.
    private static func refuseOther(than fresh: any Database, _ source: any Database) throws(StorageError) {
        let version = { (database: any Database) throws(StorageError) in
            try database.query("SELECT MAX(version) FROM schema_version", []).first?.integerOrNil(0) ?? 0
        }
        let (own, found) = (try version(fresh), try version(source))
        if own == found { return }
        throw .misuse("the database has schema version \(found), and this gamebased knows \(own): have one that knows it make the copy")
    }

    private struct Table {
        let name: String
        let columns: [String]
        /// As the schema has them.
        let types: [String]
        /// What its rows are sorted by, and told apart.
        let key: [String]

        /// So many rows as a page has may be more than is read at once.
        var isWide = false

        var select: String { "SELECT \(columns.joined(separator: ", ")) FROM \(name)" }
        /// Of what is no number.
        var length: String {
            let wide = zip(columns, types).filter { $0.1 != "BIGINT" }.map { "COALESCE(LENGTH(\($0.0)), 0)" }
            return wide.isEmpty ? "0" : wide.joined(separator: " + ")
        }

        func order(_ rows: Int) -> String { "ORDER BY \(key.joined(separator: ", ")) LIMIT \(rows)" }

        func behind(_ last: [Value]) -> String {
            if last.isEmpty { return "" }
            return " WHERE (\(key.joined(separator: ", "))) > (\(Array(repeating: "?", count: key.count).joined(separator: ", ")))"
        }
    }

    /// In the order in which they were made: a row's parent comes before it.
    private static func tables(_ fresh: SQLiteDatabase) throws(StorageError) -> [Table] {
        var tables: [Table] = []
        for row in try fresh.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid", []) {
            let name = row.text(0)
            if leftOut.contains(name) { continue }
            let columns = try fresh.query("SELECT name, pk, type FROM pragma_table_info('\(name)') ORDER BY cid", [])
            let key = columns.filter { $0.integer(1) > 0 }.sorted { $0.integer(1) < $1.integer(1) }.map { $0.text(0) }
            guard !key.isEmpty else { throw .misuse("the table \(name) has no primary key to move it by") }
            tables.append(Table(name: name, columns: columns.map { $0.text(0) }, types: columns.map { $0.text(2) }, key: key))
        }
        return tables
    }

    /// A store that no service has used has but the rows that its schema was made with. They make room.
    private static func empty(_ target: any Database, _ tables: [Table], _ fresh: SQLiteDatabase) throws(StorageError) {
        for table in tables.reversed() {
            let rows = try target.query("\(table.select) \(table.order(ownRowsMax))", [])
            if rows.isEmpty { continue }
            guard rows.count < ownRowsMax, rows == (try fresh.query("\(table.select) \(table.order(ownRowsMax))", [])) else {
                throw .misuse("the target has data in the table \(table.name) already; move into a store that was never used")
            }
            _ = try target.run("DELETE FROM \(table.name)", [])
        }
    }

    /// Rows that no database keeps that holds columns to their types; all are looked for in one try, so that one look mends them.
    private struct UnfitRows {
        static let namedMax = 20

        private var count = 0
        private var named: [String] = []

        /// - Returns: whether it is one.
        mutating func take(_ row: Row, of table: Table) -> Bool {
            guard let reason = Self.reason(row, table) else { return false }
            count += 1
            if named.count < Self.namedMax {
                let keyPlaces = table.key.compactMap { table.columns.firstIndex(of: $0) }
                named.append("\(table.name) (\(keyPlaces.map { Self.text(row.values[$0]) }.joined(separator: ", "))): \(reason)")
            }
            return true
        }

        var refusal: String? {
            if count == 0 { return nil }
            let more = count > named.count ? "; and \(count - named.count) more" : ""
            return "\(count) rows cannot be kept there, and nothing was: \(named.joined(separator: "; "))\(more). Mend or delete them, and "
                + "move again"
        }

        private static func reason(_ row: Row, _ table: Table) -> String? {
            for (place, value) in row.values.enumerated() {
                switch (value, table.types[place]) {
                case (.text(let text), "TEXT"):
                    if text.utf8.contains(0) { return "\(table.columns[place]) has the character U+0000 in it" }
                case (.null, _), (.integer, "BIGINT"), (.blob, "BLOB"): continue
                case (_, let type): return "\(table.columns[place]) is no \(type)"
                }
            }
            return nil
        }

        private static func text(_ value: Value) -> String {
            switch value {
            case .null: "NULL"
            case .integer(let number): "\(number)"
            case .text(let text): text
            case .blob(let bytes): "x'\(Hex.encode(bytes))'"
            }
        }
    }

    private static func copy(
        _ table: Table, _ source: any Database, _ target: any Database, _ unfit: inout UnfitRows, _ progress: (String, Int64) -> Void
    ) throws(StorageError) -> Int64 {
        let places = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
        let insert = "INSERT INTO \(table.name) (\(table.columns.joined(separator: ", "))) VALUES (\(places))"
        var count: Int64 = 0
        let rows = try eachRow(of: table, in: source) { (row) throws(StorageError) in
            if unfit.take(row, of: table) { return }
            try target.write(insert, row.values)
            count += 1
            if count % progressRows == 0 { progress(table.name, count) }
        }
        if rows > 0 { progress(table.name, rows) }
        return rows
    }

    private static func isWide(_ table: Table, _ source: any Database) throws(StorageError) -> Bool {
        let widest = try source.query("SELECT CAST(COALESCE(MAX(\(table.length)), 0) AS BIGINT) FROM \(table.name)", []).first
        return (widest?.integer(0) ?? 0) > pageCharacters / Int64(pageRows)
    }

    private static func eachRow(
        of table: Table, in database: any Database, _ body: (Row) throws(StorageError) -> Void
    ) throws(StorageError) -> Int64 {
        let keyPlaces = table.key.compactMap { table.columns.firstIndex(of: $0) }
        var last: [Value] = []
        var count: Int64 = 0
        while true {
            var found = 0
            for portion in table.isWide ? try portions(of: table, behind: last, in: database) : [pageRows] {
                let rows = try database.query("\(table.select)\(table.behind(last)) \(table.order(portion))", last)
                for row in rows { try body(row) }
                found += rows.count
                if let end = rows.last { last = keyPlaces.map { end.values[$0] } }
            }
            count += Int64(found)
            if found < pageRows { return count }
        }
    }

    /// - Returns: how many of the next rows are read at once, one after the other: as many as a page has together.
    private static func portions(of table: Table, behind last: [Value], in database: any Database) throws(StorageError) -> [Int] {
        let next = "SELECT CAST(\(table.length) AS BIGINT) FROM \(table.name)\(table.behind(last)) \(table.order(pageRows))"
        var portions: [Int] = []
        var characters: Int64 = 0
        for row in try database.query(next, last) {
            characters += row.integer(0)
            if portions.isEmpty || characters > pageCharacters {
                portions.append(0)
                characters = row.integer(0)
            }
            portions[portions.count - 1] += 1
        }
        return portions
    }

    private static func sum(of table: Table, in database: any Database) throws(StorageError) -> Contents {
        var contents = Contents()
        contents.rows = try eachRow(of: table, in: database) { (row) throws(StorageError) in
            for value in row.values { contents.add(value) }
        }
        return contents
    }

    /// A sum over values in their order. Against mistakes, not against malice.
    private struct Contents: Equatable {
        var rows: Int64 = 0
        private var sum: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ value: Value) {
            switch value {
            case .null: add([0])
            case .integer(let number):
                add([1])
                withUnsafeBytes(of: number) { add($0) }
            case .text(let text):
                add([2])
                add(text.utf8)
                add([0])
            case .blob(let bytes):
                add([3])
                withUnsafeBytes(of: bytes.count) { add($0) }
                add(bytes)
            }
        }

        private mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// The answer of the operator's check.
    /// - Parameter addsUp: sums that wait are added to `figures` first.
    static func ledger(
        of database: any Database, _ clock: any Clock, _ random: any RandomSource, addsUp: Bool = false
    ) throws(StorageError) -> JSON {
        let service = try Service.open(database: database, clock: clock, random: random, number: database.instanceNumber)
        if addsUp { _ = try answer(.consoleReport, ["activeInLastDay": false], service, database) }
        return try answer(.consoleCheckLedger, [:], service, database)
    }

    private static func answer(
        _ name: RequestName, _ parameters: JSON, _ service: Service, _ database: any Database
    ) throws(StorageError) -> JSON {
        do throws(StorageError) {
            try service.begin()
            var outcome: Outcome? = try service.handle(
                Request(name, origin: .console, transactionId: "move", parameters: parameters))
            var work = service.takeUnfinished()
            if work != nil { outcome = nil }
            while outcome == nil, let slice = work {
                try database.commit()
                try service.begin()
                outcome = try service.proceed(slice)
                if outcome != nil { work = nil }
            }
            try database.commit()
            guard case .commit(let reply)? = outcome, reply.isSuccess else { throw .misuse("the store does not answer \(name.text)") }
            return reply.body
        } catch {
            database.rollback()
            throw error
        }
    }
}
