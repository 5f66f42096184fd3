import CSQLite
import Linux

/// Prepared statements by their SQL text, the least recently used making room; and the memory that holds bound values.
final class SQLiteStatements {
    static let statementsMax = 128
    /// Memory for values kept between statements; a statement with more gets its own for the time it runs.
    static let keptBytesMax = 1 << 20

    enum Outcome {
        case ready(SQLiteStatement)
        case failed(Int32)
        case misused(String)
    }

    private let database: OpaquePointer
    /// A few of its bytes say which statement it may be; only one is then compared whole.
    private struct Text: Hashable {
        let sql: String

        func hash(into hasher: inout Hasher) {
            let bytes = sql.utf8.count
            hasher.combine(bytes)
            _ = sql.utf8.withContiguousStorageIfAvailable { text in
                guard bytes >= 16 else { return }
                let text = UnsafeRawBufferPointer(text)
                hasher.combine(text.loadUnaligned(fromByteOffset: bytes / 2, as: UInt64.self))
                hasher.combine(text.loadUnaligned(fromByteOffset: bytes - 8, as: UInt64.self))
            }
        }
    }

    private var cached: [Text: SQLiteStatement] = [:]
    /// Who asks much asks the same again.
    private var last: (sql: String, statement: SQLiteStatement)?
    private var uses: UInt64 = 0

    init(_ database: OpaquePointer) { self.database = database }

    /// A statement ready to step. It must be finished before the same text is prepared again.
    func prepare(_ sql: String, _ values: [Value]) -> Outcome {
        let statement: SQLiteStatement
        if let last, last.sql == sql {
            statement = last.statement
        } else if let known = cached[Text(sql: sql)] {
            statement = known
            last = (sql, known)
        } else {
            switch compile(sql) {
            case .ready(let new): statement = new
            case let other: return other
            }
            if cached.count >= Self.statementsMax { evict() }
            cached[Text(sql: sql)] = statement
            last = (sql, statement)
        }
        uses &+= 1
        statement.lastUse = uses
        guard statement.parameters == values.count else {
            return .misused("the statement takes \(statement.parameters) values and was given \(values.count)")
        }
        let code = statement.bind(values)
        guard code == SQLITE_OK else {
            statement.finish()
            return .failed(code)
        }
        return .ready(statement)
    }

    /// The virtual machine's steps of every statement since this was asked last: what the work cost, whatever the machine. Only tests ask,
    /// and only those of statements that made room meanwhile are missing; SQLite counts them anyway.
    func takeSteps() -> Int64 {
        var steps: Int64 = 0
        for statement in cached.values { steps += Int64(sqlite3_stmt_status(statement.handle, SQLITE_STMTSTATUS_VM_STEP, 1)) }
        return steps
    }

    func finalizeAll() {
        for statement in cached.values { statement.finalize() }
        cached.removeAll()
        last = nil
    }

    private func compile(_ sql: String) -> Outcome {
        var text = sql
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, let count = Int32(exactly: bytes.count) else {
                return .misused("the SQL text is empty or too long")
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { characters in
                var handle: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(database, characters, count, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
                guard code == SQLITE_OK else { return .failed(code) }
                guard let handle else { return .misused("the SQL text holds no statement") }
                if let tail, tail - characters < bytes.count {
                    for index in (tail - characters)..<bytes.count where bytes[index] > 0x20 {
                        sqlite3_finalize(handle)
                        return .misused("the SQL text holds more than one statement")
                    }
                }
                return .ready(SQLiteStatement(handle))
            }
        }
    }

    private func evict() {
        var oldest: (text: Text, lastUse: UInt64)?
        for (text, statement) in cached where statement.lastUse < oldest?.lastUse ?? UInt64.max {
            oldest = (text, statement.lastUse)
        }
        if let oldest { cached.removeValue(forKey: oldest.text)?.finalize() }
    }
}
