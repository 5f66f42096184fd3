import Storage

/// One SQL text, and what the connection under way knows of it.
final class PostgreSQLStatement {
    struct Key: Hashable {
        let sql: String
        let claims: Bool
        /// It does for a set what the statement of this text does for one.
        var isSet = false
    }

    let key: Key
    /// Smaller than that of every statement made later.
    let number: Int
    let parameters: Int
    /// What is sent, with a zero at the end.
    let text: [CChar]
    private(set) var name: [CChar] = []
    /// The server knows it by its name.
    var isPrepared = false
    var lastUse: UInt64 = 0
    let footprint: Footprint
    /// Rows that it reads are kept from others until the transaction ends.
    let locks: Bool
    /// Of its parameters, as the server has described them; nil before that.
    var types: [UInt32]? {
        didSet { setText = types.flatMap { SetText.text(key, footprint, types: $0) } }
    }
    private var setText: String?

    private var uses = 0
    private var usesOfPlan = PostgreSQLStatement.firstPlanUses
    private var plans = 0

    /// How often a set's plan is used at first, and at most.
    static let firstPlanUses = 64, planUsesMax = 8_192

    init(_ key: Key, number: Int, text setText: String? = nil) {
        self.key = key
        self.number = number
        let (numbered, parameters) = PostgreSQLText.numbered(key.sql)
        self.parameters = parameters
        text = Array((setText ?? (key.claims ? PostgreSQLText.claiming(numbered) : numbered)).utf8CString)
        footprint = Footprint(key.sql)
        locks = key.sql.hasSuffix(" FOR UPDATE")
        rename()
    }

    /// What a set of it is sent with; nil: it has to be sent once for each set of values.
    var setTypes: [UInt32]? { setText == nil ? nil : types }

    fileprivate func makeSet(number: Int) -> PostgreSQLStatement? {
        setText.map { PostgreSQLStatement(Key(sql: key.sql, claims: key.claims, isSet: true), number: number, text: $0) }
    }

    /// A plan is as good as the tables were large when it was made: a join of a small table reads all of it. So the first plans are used
    /// for a short time.
    /// - Returns: the name of the old one.
    fileprivate func renewPlan() -> String? {
        uses += 1
        guard uses >= usesOfPlan else { return nil }
        uses = 0
        usesOfPlan = min(usesOfPlan * 2, Self.planUsesMax)
        guard isPrepared else { return nil }
        defer { rename() }
        isPrepared = false
        return sentName
    }

    fileprivate var sentName: String { plans == 1 ? "s\(number)" : "s\(number)_\(plans)" }

    private func rename() {
        plans += 1
        name = Array(sentName.utf8CString)
    }
}

/// Statements by their SQL text; the least recently used makes room.
final class PostgreSQLStatements {
    static let statementsMax = 512

    private var known: [PostgreSQLStatement.Key: PostgreSQLStatement] = [:]
    private var uses: UInt64 = 0
    private var made = 0
    /// Names of what the server is to forget before the next transaction.
    private(set) var unwanted: [String] = []

    func statement(_ sql: String, claims: Bool = false) -> PostgreSQLStatement {
        uses &+= 1
        let key = PostgreSQLStatement.Key(sql: sql, claims: claims)
        if let statement = known[key] {
            statement.lastUse = uses
            return statement
        }
        return add(PostgreSQLStatement(key, number: made + 1))
    }

    /// Does for a set of values what the other does for one.
    func set(of statement: PostgreSQLStatement) -> PostgreSQLStatement? {
        uses &+= 1
        let key = PostgreSQLStatement.Key(sql: statement.key.sql, claims: statement.key.claims, isSet: true)
        if let known = known[key] {
            known.lastUse = uses
            if let old = known.renewPlan() { unwanted.append(old) }
            return known
        }
        return statement.makeSet(number: made + 1).map { add($0) }
    }

    private func add(_ statement: PostgreSQLStatement) -> PostgreSQLStatement {
        if known.count >= Self.statementsMax, let oldest = known.values.min(by: { $0.lastUse < $1.lastUse }) {
            known[oldest.key] = nil
            if oldest.isPrepared { unwanted.append(oldest.sentName) }
        }
        made += 1
        statement.lastUse = uses
        known[statement.key] = statement
        return statement
    }

    func takeUnwanted() -> [String] {
        defer { unwanted = [] }
        return unwanted
    }

    /// - Returns: one command that does what the statement does for each of these rows; nil where the rows go out one by one.
    func together(
        _ statement: PostgreSQLStatement, _ rows: [[Value]], wants: PostgreSQLConnection.Command.Wants = .nothing
    ) -> PostgreSQLConnection.Command? {
        guard rows.count >= StatementRows.setMin, let types = statement.setTypes, let set = set(of: statement) else { return nil }
        return .init(
            statement: set, values: types.indices.map { PostgreSQLArrays.array($0, of: rows, type: types[$0]) }, wants: wants)
    }

    /// Another connection knows none of them.
    func forgetPreparations() {
        unwanted = []
        for statement in known.values { statement.isPrepared = false }
    }
}
