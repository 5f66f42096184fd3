import Linux
import PostgreSQL
import Service
import Storage

/// The command `gamebased move`.
public enum Move {
    public struct Report: Sendable {
        public let app: String
        public let rows: Int64
        public let isLedgerSound: Bool
    }

    /// - Parameter tell: a line for whoever waits.
    public static func run(
        _ options: MoveOptions, clock: any Clock, random: any RandomSource, tell: (String) -> Void
    ) throws(HomeFailure) -> Report {
        let source = try MoveSide.source(options.from, app: options.app, accepted: options.unsafeDatabase, clock: clock)
        defer { source.close() }
        let old = try source.opened()
        let app = try app(of: old, source.app, clock, random)
        let target = try MoveSide.target(options.to, app: app, isGame: options.isGame, accepted: options.unsafeDatabase, clock: clock)
        defer { target.close() }
        var report: StoreMove.Report?
        try target.made { new, finish throws(StorageError) in
            report = try StoreMove.move(from: old, to: new, clock: clock, random: random, finish: finish) { table, rows in
                tell("\(table): \(rows) rows")
            }
        }
        guard let report else { throw HomeFailure("nothing was moved") }
        return Report(app: app, rows: report.rows, isLedgerSound: report.isLedgerSound)
    }

    /// What the store says whose it is; what was named must be the same.
    private static func app(
        of database: any Database, _ named: String?, _ clock: any Clock, _ random: any RandomSource
    ) throws(HomeFailure) -> String {
        let own: String?
        do throws(StorageError) {
            own = try Service.open(database: database, clock: clock, random: random, number: database.instanceNumber).appId
        } catch {
            throw HomeFailure("--from: \(error.message)")
        }
        if let own, let named, own != named { throw HomeFailure("--app: the store is of the app \(own), and not of \(named)") }
        guard let app = named ?? own, App.isId(app) else { throw HomeFailure("--app: is missing; the store does not name its app") }
        return app
    }
}
