import Engine
import Linux
import PostgreSQL
import Storage

/// One side of a move: the store of one app, with whatever keeps servers and games away from it.
final class MoveSide {
    let app: String?
    private let place: Place
    private let data: DataFolder?
    private var lock: StorageLock?
    private var database: (any Database)?

    private enum Place {
        /// The directory of one store.
        case directory(String)
        case database(PostgreSQLStoreOfMove)
    }

    private init(_ app: String?, _ place: Place, _ data: DataFolder?) {
        self.app = app
        self.place = place
        self.data = data
    }

    // MARK: Finding it

    /// - Parameter accepted: what a database need not have.
    static func source(_ text: String, app: String?, accepted: Set<String>, clock: any Clock) throws(HomeFailure) -> MoveSide {
        if MoveOptions.isAddress(text) {
            if let app { return try shared(text, app, accepted, clock) }
            return try shared(text, try onlyApp(try apps(in: text, accepted), text), accepted, clock)
        }
        let folder = Paths.withoutTrailingSlashes(text)
        if Files.exists(file(folder)) { return MoveSide(app, .directory(folder), nil) }
        guard Files.exists(folder + "/apps") else {
            throw HomeFailure("--from: \(text) has no store: neither \(fileName) of a game nor apps/ of a server")
        }
        let data = try DataFolder.take(folder)
        let found: String
        if let app { found = app } else { found = try onlyApp(try SQLiteHomes.apps(in: folder + "/apps"), text) }
        let directory = "\(folder)/apps/\(App.folder(found))"
        guard Files.exists(file(directory)) else { throw HomeFailure("--from: \(text) has no app \(found)") }
        return MoveSide(found, .directory(directory), data)
    }

    static func target(_ text: String, app: String, isGame: Bool, accepted: Set<String>, clock: any Clock) throws(HomeFailure) -> MoveSide {
        if MoveOptions.isAddress(text) { return try shared(text, app, accepted, clock) }
        let folder = Paths.withoutTrailingSlashes(text)
        if isGame { return try free(MoveSide(app, .directory(folder), nil)) }
        if Files.exists(file(folder)) { throw HomeFailure("--to: \(text) is a game's own directory; --game moves into one") }
        let data = try DataFolder.take(folder)
        return try free(MoveSide(app, .directory("\(folder)/apps/\(App.folder(app))"), data))
    }

    private static func free(_ side: MoveSide) throws(HomeFailure) -> MoveSide {
        guard case .directory(let directory) = side.place, Files.exists(file(directory)) else { return side }
        side.close()
        throw HomeFailure("--to: \(directory) has a store already; move into a place that was never used")
    }

    private static func shared(
        _ address: String, _ app: String, _ accepted: Set<String>, _ clock: any Clock
    ) throws(HomeFailure) -> MoveSide {
        guard var home = PostgreSQLHome(address: address, app: app) else { throw HomeFailure("--app: is no app's id") }
        home.accepted = accepted
        return MoveSide(app, .database(PostgreSQLStoreOfMove(home, clock: clock)), nil)
    }

    private static func apps(in address: String, _ accepted: Set<String>) throws(HomeFailure) -> [String] {
        do throws(StorageError) { return try PostgreSQLHome.apps(in: address, accepted: accepted) } catch {
            throw HomeFailure("--from: \(error.message)")
        }
    }

    private static func onlyApp(_ apps: [String], _ text: String) throws(HomeFailure) -> String {
        if apps.count == 1 { return apps[0] }
        if apps.isEmpty { throw HomeFailure("--from: \(MoveOptions.shown(text)) has no app") }
        throw HomeFailure("--app: is missing; there are \(apps.sorted().joined(separator: ", "))")
    }

    private static let fileName = EngineService.fileNames[0]

    private static func file(_ directory: String) -> String { directory + "/" + fileName }

    // MARK: Using it

    /// Of a store that is there.
    func opened() throws(HomeFailure) -> any Database {
        do throws(StorageError) {
            switch place {
            case .directory(let directory):
                lock = try StorageLock.take(directory: directory)
                database = try UnchangedDatabase.over(SQLiteDatabase.open(path: Self.file(directory)))
            case .database(let store): database = try store.openSource()
            }
        } catch {
            close()
            throw HomeFailure("--from: \(error.message)")
        }
        guard let database else { throw HomeFailure("--from: has no store") }
        return database
    }

    /// Makes a store that is whole from the moment on at which a server or a game would take it.
    /// - Parameter fill: what it is given to do last goes into the same commit as all that it wrote.
    func made(
        _ fill: (any Database, (any Database) throws(StorageError) -> Void) throws(StorageError) -> Void
    ) throws(HomeFailure) {
        do throws(StorageError) {
            switch place {
            case .directory(let directory):
                try StorageDirectory.prepare(directory)
                lock = try StorageLock.take(directory: directory)
                try StorageDirectory.flushName(directory)
                let unfinished = SQLiteHomes.unfinished(directory)
                // A game's own directory is no server's.
                if data != nil {
                    do throws(FileError) { try Files.replaceDurably(unfinished, []) } catch { throw StorageError.ioError(error.message) }
                }
                try SQLiteDatabase.create(path: Self.file(directory)) { draft throws(StorageError) in try fill(draft) { _ in } }
                try StorageDirectory.flushName(Self.file(directory))
                Files.remove(unfinished)
            case .database(let store):
                let database = try store.openTarget()
                self.database = database
                try fill(database, store.finish)
            }
        } catch {
            close()
            throw HomeFailure("--to: \(error.message)")
        }
    }

    func close() {
        database?.close()
        database = nil
        if case .database(let store) = place { store.close() }
        lock?.release()
        lock = nil
        data?.release()
    }
}
