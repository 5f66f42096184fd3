import Storage

extension PostgreSQLHome {
    /// Schemas that are looked through at most.
    static let appsMax = 10_000

    /// The ids of the apps that have tables in the database of an address. An app whose tables cannot be read is named by its schema, where
    /// that is possible: opening it gives the reason, and the other apps are served.
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
                do throws(PostgreSQLFault) {
                    let found = try app(in: schema, served: served) { (sql) throws(PostgreSQLFault) in try rows(connection, sql) }
                    if let found { apps.append(found) }
                } catch {
                    guard let state = error.state, !error.endsConnection else { throw error }
                    if !PostgreSQLFault.gone.contains(state), let named = app(ofSchema: schema) { apps.append(named) }
                }
            }
            return apps
        } catch {
            throw error.error
        }
    }

    private static func app(
        in schema: String, served: Bool, _ rows: (String) throws(PostgreSQLFault) -> [Row]
    ) throws(PostgreSQLFault) -> String? {
        let holder = try rows("SELECT holder FROM \(schema).\(leases) WHERE name = 'schema'").first?.text(0)
        guard let app = holder, self.schema(of: app) == schema else { return nil }
        guard served else { return app }
        let isFilling = try !rows("SELECT name FROM \(schema).\(leases) WHERE name = '\(filling)'").isEmpty
        let lock = "SELECT name FROM \(schema).\(leases) WHERE name = 'move'"
        let isThere = try !rows(lock).isEmpty
        let isFree = try !rows(lock + " FOR SHARE SKIP LOCKED").isEmpty
        return isFilling || (isThere && !isFree) ? nil : app
    }

    /// - Returns: nil for a name that is a digest, which tells of no id.
    static func app(ofSchema schema: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(schema.utf8.dropFirst(prefix.utf8.count))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let one = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(one)
        }
        let app = String(decoding: bytes, as: UTF8.self)
        return !app.isEmpty && self.schema(of: app) == schema ? app : nil
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
