/// One SQL text, and what the connection under way knows of it.
final class PostgreSQLStatement {
    struct Key: Hashable {
        let sql: String
        let claims: Bool
    }

    let key: Key
    /// Smaller than that of every statement made later.
    let number: Int
    let parameters: Int
    /// What is sent, with a zero at the end.
    let text: [CChar]
    let name: [CChar]
    /// The server knows it by its name.
    var isPrepared = false
    var lastUse: UInt64 = 0
    let footprint: Footprint
    /// Rows that it reads are kept from others until the transaction ends.
    let locks: Bool

    init(_ key: Key, number: Int) {
        self.key = key
        self.number = number
        let (numbered, parameters) = PostgreSQLText.numbered(key.sql)
        self.parameters = parameters
        text = Array((key.claims ? PostgreSQLText.claiming(numbered) : numbered).utf8CString)
        name = Array("s\(number)".utf8CString)
        footprint = Footprint(key.sql)
        locks = key.sql.hasSuffix(" FOR UPDATE")
    }
}

/// Statements by their SQL text; the least recently used makes room.
final class PostgreSQLStatements {
    static let statementsMax = 512

    private var known: [PostgreSQLStatement.Key: PostgreSQLStatement] = [:]
    private var uses: UInt64 = 0
    private var made = 0
    /// Made room while the server knew them: it is to forget them with the next exchange.
    private(set) var unwanted: [PostgreSQLStatement] = []

    func statement(_ sql: String, claims: Bool = false) -> PostgreSQLStatement {
        uses &+= 1
        let key = PostgreSQLStatement.Key(sql: sql, claims: claims)
        if let statement = known[key] {
            statement.lastUse = uses
            return statement
        }
        if known.count >= Self.statementsMax, let oldest = known.values.min(by: { $0.lastUse < $1.lastUse }) {
            known[oldest.key] = nil
            if oldest.isPrepared { unwanted.append(oldest) }
        }
        made += 1
        let statement = PostgreSQLStatement(key, number: made)
        statement.lastUse = uses
        known[key] = statement
        return statement
    }

    func takeUnwanted() -> [PostgreSQLStatement] {
        defer { unwanted = [] }
        return unwanted
    }

    /// Another connection knows none of them.
    func forgetPreparations() {
        unwanted = []
        for statement in known.values { statement.isPrepared = false }
    }
}
