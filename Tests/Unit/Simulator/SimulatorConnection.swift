import Storage

/// What keeps services over one database from losing and doubling, left out on purpose: a simulator that does not find it proves nothing.
enum SimulatorOmission: String, CaseIterable {
    /// The answer to a change is a row in its transaction.
    case answers
    /// A write on condition that what was read is still so.
    case conditions
    /// A commit that nobody acknowledged counts as none.
    case lostCommits
}

/// A service's connection to the database that it shares with others, who may commit between two statements of its transaction, as at
/// PostgreSQL's READ COMMITTED. Whoever is overtaken in rows that it has written or locked is undone. A commit may fail, get lost, or be
/// made and never be acknowledged.
final class SimulatorConnection: SimulatorDatabase {
    private enum Step {
        case write(sql: String, values: [Value], count: Int)
        /// Of rows that it has written or locked: nobody else may have changed them.
        case read(sql: String, values: [Value], rows: [Row])
        case savepoint, release, rollbackToSavepoint
    }

    private static let lockingWord = " FOR UPDATE"
    /// How often others come between, of a hundred statements.
    private static let overtakingPercent = 25

    private let world: SimulatorWorld
    private let number: Int64
    /// What is left out on purpose.
    private let omission: SimulatorOmission?
    /// Of all that share the database.
    var siblings: () -> [SimulatorConnection] = { [] }
    /// Somebody may come between two statements.
    var hasOthers: () -> Bool = { false }
    var letOthersWork: () -> Void = {}
    /// It does not reach the database.
    var isCut = false

    private var steps: [Step] = []
    private var written: Set<String> = []
    private var locks: Set<String> = []
    private var isInTransaction = false
    private var broken: StorageError?
    private var isLost = false

    init(_ real: SQLiteDatabase, _ world: SimulatorWorld, number: Int64, without omission: SimulatorOmission?) {
        self.world = world
        self.number = number
        self.omission = omission
        super.init(real)
    }

    override var isShared: Bool { true }
    override var instanceNumber: Int64 { number }
    override var isUndone: Bool { broken != nil }
    override var isOver: Bool { isLost }

    /// Another connection in the place of one that was lost.
    func open() throws(StorageError) {
        if isCut { throw .ioError("the database cannot be reached") }
        endTransaction()
        isLost = false
    }

    private func endTransaction() {
        steps = []
        written = []
        locks = []
        broken = nil
        isInTransaction = false
    }

    // MARK: Statements

    override func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        try step()
        let count = try real.run(sql, values)
        if isInTransaction {
            steps.append(.write(sql: sql, values: values, count: count))
            written.formUnion(Self.tables(writtenBy: sql))
        }
        return count
    }

    override func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        if sql.contains("change_answers") {
            if omission != .answers { try super.claim(sql, values) }
        } else if omission == .conditions {
            _ = try run(sql, values)
        } else {
            try super.claim(sql, values)
        }
    }

    override func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        try step()
        let locks = sql.hasSuffix(Self.lockingWord)
        let plain = locks ? String(sql.dropLast(Self.lockingWord.count)) : sql
        if locks, isInTransaction { lock("\(sql) \(values)") }
        let rows = try real.query(plain, values)
        if isInTransaction, locks || written.contains(where: { plain.contains($0) }) {
            steps.append(.read(sql: plain, values: values, rows: rows))
        }
        return rows
    }

    /// Of two that want a row the one that has it gives way: nobody can wait in one thread.
    private func lock(_ name: String) {
        for other in siblings() where other !== self && other.locks.contains(name) { other.broken = .conflict("a deadlock") }
        locks.insert(name)
    }

    private static func tables(writtenBy sql: String) -> [String] {
        let words = sql.split { $0 == " " || $0 == "\n" || $0 == "(" }
        for word in ["INTO", "UPDATE", "FROM"] {
            guard let place = words.firstIndex(where: { $0 == word }), place + 1 < words.count else { continue }
            return [String(words[place + 1])]
        }
        return []
    }

    // MARK: Others

    private func step() throws(StorageError) {
        if let broken { throw broken }
        if isCut { throw lost() }
        guard isInTransaction, hasOthers(), world.chance(Self.overtakingPercent) else { return }
        real.rollback()
        letOthersWork()
        if let broken { throw broken }
        guard try isAsBefore() else {
            real.rollback()
            let overtaken = StorageError.conflict("another transaction changed the same rows")
            broken = overtaken
            throw overtaken
        }
    }

    /// Does once more what it had done, behind what others have committed. - Returns: whether its own rows are as it left them.
    private func isAsBefore() throws(StorageError) -> Bool {
        do throws(StorageError) {
            try real.begin()
            for step in steps {
                switch step {
                case .write(let sql, let values, let count): if try real.run(sql, values) != count { return false }
                case .read(let sql, let values, let rows): if try real.query(sql, values) != rows { return false }
                case .savepoint: try real.savepoint()
                case .release: try real.releaseSavepoint()
                case .rollbackToSavepoint: try real.rollbackToSavepoint()
                }
            }
            return true
        } catch {
            guard error.isRequestsOwn else { throw error }
            return false
        }
    }

    private func lost() -> StorageError {
        real.rollback()
        let error = StorageError.conflict("the connection to the database is lost")
        broken = error
        isLost = true
        return error
    }

    // MARK: Transactions

    override func begin() throws(StorageError) {
        if isCut { throw .ioError("the database cannot be reached") }
        endTransaction()
        try super.begin()
        isInTransaction = true
    }

    override func commit() throws(StorageError) {
        try step()
        let isCalm = world.weather == .calm
        let fate = isCalm ? 100 : world.below(100)
        if fate < 4 {
            real.rollback()
            world.count(.conflicts)
            throw .conflict("could not serialize access")
        }
        if fate < 7 {
            world.count(.commitsLost)
            let error = lost()
            if omission != .lostCommits { throw error }
            return
        }
        try super.commit()
        endTransaction()
        if fate < 10 {
            world.count(.commitsUnheard)
            throw lost()
        }
    }

    override func rollback() {
        real.rollback()
        endTransaction()
    }

    override func close() {
        real.rollback()
        endTransaction()
    }

    // MARK: Savepoints

    override func savepoint() throws(StorageError) {
        if let broken { throw broken }
        try real.savepoint()
        steps.append(.savepoint)
    }

    override func releaseSavepoint() throws(StorageError) {
        if let broken { throw broken }
        try real.releaseSavepoint()
        steps.append(.release)
    }

    override func rollbackToSavepoint() throws(StorageError) {
        if let broken { throw broken }
        try real.rollbackToSavepoint()
        steps.append(.rollbackToSavepoint)
    }
}
