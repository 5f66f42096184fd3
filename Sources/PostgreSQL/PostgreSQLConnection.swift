import CPostgreSQL
import Linux
import Storage

/// One connection of libpq, in pipeline mode: commands go out together and come back in order.
final class PostgreSQLConnection {
    struct Command {
        enum Wants { case nothing, count, rows, commit }

        let statement: PostgreSQLStatement
        let values: [Value]
        var wants = Wants.nothing
    }

    enum Answer {
        case nothing
        case count(Int)
        case rows([Row])

        var rows: [Row] { if case .rows(let rows) = self { rows } else { [] } }
        var firstRow: Row? { rows.first }
    }

    /// Rows of one query, as everywhere in this project.
    static let rowsMax: Int32 = 100_000
    static let connectSeconds = 3

    private let handle: OpaquePointer
    private let statements: PostgreSQLStatements
    private var values = PostgreSQLValues()
    /// After this the server, or the way to it, counts as gone.
    var silenceMilliseconds = PostgreSQLWork.housekeeping.limits.silenceMilliseconds
    /// Looked at now and then while nothing comes. Longer work, of a schema or a move, is not cut short by it.
    var found: PostgreSQLFound? { didSet { opened = found?.now ?? Int64.min } }
    /// By the clock of `found`.
    private(set) var opened = Int64.min
    private static let ordinarySilence = PostgreSQLWork.housekeeping.limits.silenceMilliseconds
    private static let sliceMilliseconds: Int32 = 1_000

    private init(_ handle: OpaquePointer, _ statements: PostgreSQLStatements) {
        self.handle = handle
        self.statements = statements
        statements.forgetPreparations()
    }

    deinit {
        PQfinish(handle)
        values.free()
    }

    /// Of several hosts of the address, the first that takes writes.
    /// - Parameters:
    ///   - writes: false: any host that answers.
    ///   - host: that one alone.
    static func open(
        _ address: String, _ statements: PostgreSQLStatements, writes: Bool = true, host: PostgreSQLHosts.Host? = nil
    ) throws(PostgreSQLFault) -> PostgreSQLConnection {
        let handle = withOptions(address, writes: writes, host) { PQconnectdbParams($0, $1, 1) }
        guard let handle else { throw .lost("no memory for a connection") }
        guard PQstatus(handle) == CONNECTION_OK, PQenterPipelineMode(handle) == 1, PQsetnonblocking(handle, 1) == 0 else {
            defer { PQfinish(handle) }
            throw .lost(text(PQerrorMessage(handle)))
        }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        return PostgreSQLConnection(handle, statements)
    }

    /// Whether a server accepts connections, even if it refuses this user. Blocks.
    /// - Returns: nil: the address is none.
    static func isThere(_ address: String) -> Bool? {
        switch withOptions(address, writes: false, nil, { PQpingParams($0, $1, 1) }) {
        case PQPING_OK: true
        case PQPING_NO_ATTEMPT: nil
        default: false
        }
    }

    /// Whether a server that is there has no place left for a connection, of all or of this role: it may have one soon. Blocks.
    static func isFull(_ address: String) -> Bool {
        guard let handle = withOptions(address, writes: false, nil, { PQconnectdbParams($0, $1, 1) }) else { return false }
        defer { PQfinish(handle) }
        // libpq gives the code of a refusal in its text alone, and once it has been told so.
        PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
        PQreset(handle)
        return PQstatus(handle) == CONNECTION_OK || isOfResources(text(PQerrorMessage(handle)))
    }

    /// - Parameter text: of a verbosity that ends the line of each host with the code that it gave, if it gave one.
    static func isOfResources(_ text: String) -> Bool {
        text.split(separator: "\n").contains { $0.suffix(2 + PostgreSQLFault.stateBytes).hasPrefix("  " + PostgreSQLFault.resources) }
    }

    /// Whether a host is there and refuses everybody, as it is not whole yet. Blocks.
    static func isStarting(_ address: String, _ host: PostgreSQLHosts.Host) -> Bool {
        withOptions(address, writes: false, host) { PQpingParams($0, $1, 1) } == PQPING_REJECT
    }

    private static func withOptions<Result>(
        _ address: String, writes: Bool, _ host: PostgreSQLHosts.Host? = nil,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        // What stands before the address may be said otherwise in it, what stands behind it may not.
        var options: [(String, String)] = [
            ("connect_timeout", "\(connectSeconds)"), ("application_name", "gamebased"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"), ("dbname", address),
            ("target_session_attrs", writes ? "read-write" : "any"), ("client_encoding", "UTF8"),
        ]
        if let host { options += [("host", host.name), ("port", host.port), ("hostaddr", host.number ?? "")] }
        let texts = options.flatMap { [Array($0.0.utf8CString), Array($0.1.utf8CString)] }
        return withPointers(texts) { all in
            var names: [UnsafePointer<CChar>?] = [], given: [UnsafePointer<CChar>?] = []
            for place in stride(from: 0, to: all.count, by: 2) {
                names.append(all[place])
                given.append(all[place + 1])
            }
            names.append(nil)
            given.append(nil)
            return body(names, given)
        }
    }

    private static func withPointers<Result>(_ texts: [[CChar]], _ body: ([UnsafePointer<CChar>]) -> Result) -> Result {
        func next(_ place: Int, _ pointers: [UnsafePointer<CChar>]) -> Result {
            if place == texts.count { return body(pointers) }
            return texts[place].withUnsafeBufferPointer { next(place + 1, pointers + [$0.baseAddress!]) }
        }
        return next(0, [])
    }

    /// Sends all and waits for all answers. The first that fails ends the exchange: those behind it are not done.
    func exchange(_ commands: [Command]) throws(PostgreSQLFault) -> [Answer] {
        var expected: [Expected] = []
        expected.reserveCapacity(commands.count + 8)
        // A transaction that has failed takes nothing but its end.
        let unwanted = PQtransactionStatus(handle) == PQTRANS_IDLE ? statements.takeUnwanted() : []
        for name in unwanted {
            let text = Array("DEALLOCATE \(name)".utf8CString)
            guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 0) == 1 else { throw lost() }
            expected.append(.forgotten)
        }
        for (index, command) in commands.enumerated() {
            let statement = command.statement
            if !statement.isPrepared {
                guard PQsendPrepare(handle, statement.name, statement.text, 0, nil) == 1 else { throw lost() }
                expected.append(.prepared(index, statement))
                // For the commands behind it; taken back below if it fails.
                statement.isPrepared = true
                if statement.types == nil, statement.parameters > 0, !statement.key.isSet {
                    guard PQsendDescribePrepared(handle, statement.name) == 1 else { throw lost() }
                    expected.append(.described(index, statement))
                }
            }
            let isSent = values.with(command.values) { PQsendQueryPrepared(handle, statement.name, $0, $1, $2, $3, 1) == 1 }
            guard isSent else { throw lost() }
            expected.append(.answered(index))
        }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        return try answers(to: commands, expected)
    }

    /// What the server sends back, one behind the other.
    private enum Expected {
        case forgotten
        case prepared(Int, PostgreSQLStatement)
        case described(Int, PostgreSQLStatement)
        case answered(Int)

        var command: Int {
            switch self {
            case .forgotten: -1
            case .prepared(let command, _), .described(let command, _), .answered(let command): command
            }
        }
    }

    private func answers(to commands: [Command], _ expected: [Expected]) throws(PostgreSQLFault) -> [Answer] {
        var answers = [Answer](repeating: .nothing, count: commands.count)
        var fault: PostgreSQLFault?
        var place = 0
        try flush()
        while true {
            try awaitAnswer()
            guard let result = PQgetResult(handle) else {
                place += 1
                // The end of one answer. More ends than commands are the end of the connection.
                guard place <= expected.count else { throw lost() }
                continue
            }
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            if status == PGRES_PIPELINE_SYNC { break }
            guard place < expected.count else { throw lost() }
            let command = expected[place].command
            switch status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
                if case .described(_, let statement) = expected[place] {
                    statement.types = (0..<PQnparams(result)).map { PQparamtype(result, $0) }
                }
                guard case .answered = expected[place], fault == nil else { break }
                do throws(PostgreSQLFault) {
                    answers[command] = try Self.answer(result, to: commands[command], command)
                } catch {
                    fault = error
                }
            default:
                if case .prepared(_, let statement) = expected[place] { statement.isPrepared = false }
                guard fault == nil, status != PGRES_PIPELINE_ABORTED else { break }
                fault = Self.fault(result, command)
                if PQstatus(handle) != CONNECTION_OK { throw .lost(fault?.message ?? "") }
            }
        }
        if let fault { throw fault }
        return answers
    }

    private static func answer(_ result: OpaquePointer, to command: Command, _ place: Int) throws(PostgreSQLFault) -> Answer {
        switch command.wants {
        case .nothing: return .nothing
        case .count: return .count(count(result))
        case .commit:
            // A transaction that cannot be kept is undone without an error.
            guard PQcmdStatus(result).map({ String(cString: $0) }) == "COMMIT" else {
                throw PostgreSQLFault(state: "40000", message: "the transaction was undone", command: place)
            }
            return .nothing
        case .rows:
            guard PQntuples(result) <= rowsMax else {
                throw PostgreSQLFault(state: "54000", message: "a query gives more than \(rowsMax) rows", command: place)
            }
            return .rows(PostgreSQLRows.rows(result))
        }
    }

    private func flush() throws(PostgreSQLFault) {
        while true {
            let left = PQflush(handle)
            if left == 0 { return }
            guard left == 1 else { throw lost() }
            guard hasCome(writing: 1) else { throw .silent("the server takes nothing any more") }
            // The server may wait for us to read before it reads on.
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
    }

    private func awaitAnswer() throws(PostgreSQLFault) {
        while PQisBusy(handle) == 1 {
            guard hasCome(writing: 0) else { throw .silent("the server does not answer") }
            guard PQconsumeInput(handle) == 1 else { throw lost() }
        }
    }

    /// - Parameter writing: 1: also when there is room to write.
    /// - Returns: false after a silence.
    private func hasCome(writing: Int32) -> Bool {
        guard let found, silenceMilliseconds <= Self.ordinarySilence else {
            return gb_pg_wait(PQsocket(handle), writing, silenceMilliseconds) != 0
        }
        var left = silenceMilliseconds
        var began: Int64?
        while left > 0 {
            let slice = min(left, Self.sliceMilliseconds)
            if gb_pg_wait(PQsocket(handle), writing, slice) != 0 { return true }
            left -= slice
            let now = found.now
            let since = began ?? now - Int64(slice) * 1_000_000
            began = since
            if found.isElsewhere(since: since, now) { return false }
        }
        return false
    }

    private func lost() -> PostgreSQLFault { .lost(Self.text(PQerrorMessage(handle))) }

    private static func fault(_ result: OpaquePointer, _ command: Int) -> PostgreSQLFault {
        let state = PQresultErrorField(result, gb_pg_diag_sqlstate).map { String(cString: $0) }
        // The primary message alone: details have stored values in them.
        let message = PQresultErrorField(result, gb_pg_diag_message).map { String(cString: $0) } ?? text(PQresultErrorMessage(result))
        return PostgreSQLFault(state: state, message: message, command: command)
    }

    private static func count(_ result: OpaquePointer) -> Int {
        guard let text = PQcmdTuples(result) else { return 0 }
        return Int(String(cString: text)) ?? 0
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "unknown" }
        var text = String(cString: pointer)
        while text.last == "\n" { text.removeLast() }
        return text
    }
}
