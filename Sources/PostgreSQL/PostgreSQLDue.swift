import Linux
import Service
import Storage

/// Looks, again and again, when something is due in the apps of a database, on a thread and a connection of its own: for apps of which
/// nobody has asked this server anything, and for what a server has left that is gone.
public final class PostgreSQLDue: @unchecked Sendable {
    /// By the app's id: when something is due next, by the database's clock. `Int64.max`: nothing is.
    public typealias Sight = [String: Int64]

    static let lookMilliseconds: Int64 = 2_000
    /// Apps that are looked at; a server serves fewer.
    static let appsMax = 400
    /// Schemas that cannot be asked, such as damaged ones and those that are being made, are left out of so many looks.
    static let leftOutLooks = 5

    private let looks: PostgreSQLLooks
    // The thread's own.
    private var leftOut: Set<String> = []
    private var count = 0

    public init(_ address: String, clock: any Clock) { looks = PostgreSQLLooks(address, clock: clock) }

    /// - Parameter tell: gets what each look has seen, on the thread of the looks.
    /// - Returns: false when the system has no thread to give. Call once.
    public func start(_ tell: @escaping @Sendable (Sight) -> Void) -> Bool {
        looks.start(name: "gamebase-due") { [self] in
            // The watch says why it cannot be asked.
            do throws(PostgreSQLFault) { tell(try look()) } catch { looks.close() }
            return Self.lookMilliseconds
        }
    }

    /// - Parameter deadline: on the system's monotonic clock. What still waits for an answer then ends alone.
    public func stop(untilNanoseconds deadline: Int64) { looks.stop(untilNanoseconds: deadline) }

    /// One look. Waits.
    func look() throws(PostgreSQLFault) -> Sight {
        count += 1
        if count % Self.leftOutLooks == 0 { leftOut = [] }
        let connection = try looks.opened()
        let found = try connection.exchange([looks.command(Self.schemas)]).last?.rows ?? []
        // Only what this room could have made is written into a statement.
        var schemas = found.map { $0.text(0) }.filter { PostgreSQLHome.isSchema($0) && !leftOut.contains($0) }
        while true {
            do throws(PostgreSQLFault) {
                return sight(schemas, try connection.exchange(schemas.map { looks.command(Self.asking($0)) }))
            } catch {
                // One that is damaged, newer, or being made keeps no other from being looked at.
                guard error.state != nil, !error.endsConnection, schemas.indices.contains(error.command) else { throw error }
                leftOut.insert(schemas.remove(at: error.command))
            }
        }
    }

    private func sight(_ schemas: [String], _ answers: [PostgreSQLConnection.Answer]) -> Sight {
        var sight = Sight()
        for (schema, answer) in zip(schemas, answers) {
            guard let row = answer.firstRow, let app = row.textOrNil(0), PostgreSQLHome.schema(of: app) == schema else { continue }
            sight[app] = DueDates.next(Array(row.values.dropFirst())) ?? Int64.max
        }
        return sight
    }

    private static let schemas = """
        SELECT CAST(n.nspname AS TEXT) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = '\(PostgreSQLHome.leases)' ORDER BY n.nspname LIMIT \(appsMax)
        """

    private static func asking(_ schema: String) -> String {
        "SELECT (SELECT holder FROM \(schema).\(PostgreSQLHome.leases) WHERE name = 'schema'), \(DueDates.values(in: schema + "."))"
    }
}
