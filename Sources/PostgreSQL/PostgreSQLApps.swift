import Storage

extension PostgreSQLHome {
    /// Schemas that are looked through at most.
    static let appsMax = 10_000

    /// The ids of the apps that have tables in the database of an address.
    /// - Parameters:
    ///   - served: without those that are being moved, or were begun to be filled and are not full.
    ///   - accepted: what the database need not have, of `acceptable`.
    public static func apps(in address: String, served: Bool = false, accepted: Set<String> = []) throws(StorageError) -> [String] {
        let statements = PostgreSQLStatements()
        func rows(_ connection: PostgreSQLConnection, _ sql: String) throws(PostgreSQLFault) -> [Row] {
            let command = PostgreSQLConnection.Command(statement: statements.statement(sql), values: [], wants: .rows)
            guard case .rows(let rows)? = try connection.exchange([command]).last else { return [] }
            return rows
        }
        do throws(PostgreSQLFault) {
            let connection = try PostgreSQLConnection.open(address, statements)
            try PostgreSQLNeeds.check(rows(connection, PostgreSQLNeeds.asking).first, accepted: accepted)
            var apps: [String] = []
            let schemas = "SELECT table_schema FROM information_schema.tables WHERE table_name = '\(leases)' ORDER BY table_schema"
            for row in try rows(connection, "\(schemas) LIMIT \(appsMax)") {
                let schema = row.text(0)
                // Only what this room could have made is written into a statement.
                guard isSchema(schema) else { continue }
                let holder = try rows(connection, "SELECT holder FROM \(schema).\(leases) WHERE name = 'schema'").first?.text(0)
                guard let app = holder, self.schema(of: app) == schema else { continue }
                if served {
                    let isFilling = try !rows(connection, "SELECT name FROM \(schema).\(leases) WHERE name = '\(filling)'").isEmpty
                    let lock = "SELECT name FROM \(schema).\(leases) WHERE name = 'move'"
                    let isThere = try !rows(connection, lock).isEmpty
                    let isFree = try !rows(connection, lock + " FOR SHARE SKIP LOCKED").isEmpty
                    if isFilling || (isThere && !isFree) { continue }
                }
                apps.append(app)
            }
            return apps
        } catch {
            throw error.error
        }
    }

    /// A name that `schema(of:)` could have made.
    static func isSchema(_ name: String) -> Bool { name.utf8.starts(with: prefix.utf8) && name.utf8.allSatisfy { isOwn($0) } }

    private static func isOwn(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
