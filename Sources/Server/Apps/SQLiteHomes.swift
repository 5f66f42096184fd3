import Codecs
import Engine
import Linux
import Messages
import PostgreSQL
import Service
import Storage

/// A folder for each app in `apps` of the data directory, named as the library names it: the app's id, percent-encoded.
public final class SQLiteHomes: AppHomes {
    private let folder: String
    private let data: DataFolder
    public let clock: any Clock
    private let random: any RandomSource
    public let secrets: Secrets?

    /// - Parameter secrets: by which services keep what must be read again.
    public init(_ dataFolder: DataFolder, clock: any Clock, random: any RandomSource, secrets: Secrets? = nil) {
        self.secrets = secrets
        data = dataFolder
        folder = dataFolder.path("apps")
        self.clock = clock
        self.random = random
    }

    public var isShared: Bool { false }

    public func known() throws(HomeFailure) -> [String] {
        try Self.apps(in: folder) { Self.hasStore($0) || Files.exists(Self.unfinished($0)) }
    }

    /// - Parameters:
    ///   - folder: `apps` of a data directory.
    ///   - isKnown: says of the folder of one whether it is an app.
    static func apps(in folder: String, where isKnown: (String) -> Bool = { hasStore($0) }) throws(HomeFailure) -> [String] {
        do throws(FileError) {
            return try (Folders.names(folder, max: App.countMax) ?? []).compactMap { isKnown("\(folder)/\($0)") ? App.id(folder: $0) : nil }
        } catch {
            throw HomeFailure(error.message)
        }
    }

    /// Or something by which it is missed.
    private static func hasStore(_ directory: String) -> Bool { EngineService.fileNames.contains { Files.exists("\(directory)/\($0)") } }

    /// The file that says that a move into an app's folder was begun. Until its store has its name no server makes one in its place:
    /// players would begin anew in it, and the move could not be done again.
    static func unfinished(_ directory: String) -> String { directory + "/move-unfinished" }

    public func open(_ app: String) throws(HomeFailure) -> any AppHome {
        let directory = "\(folder)/\(App.folder(app))"
        if Files.exists(Self.unfinished(directory)), !Self.hasStore(directory) {
            throw HomeFailure("a move into this app was begun and not finished; do it again, or give it up by removing \(directory)")
        }
        return SQLiteHome(
            EngineService(
                directory: directory, app: app, keepsEvents: true, keeper: keeper(of: app), clock: clock, random: random), clock)
    }

    public var clockOffMilliseconds: Int64 { 0 }

    public func keeper(of app: String) -> (any SecretKeeper)? { secrets.map { AppSecrets($0, app: app) } }

    public var watch: (any DatabaseWatch)? { nil }
    public var due: (any DueWatch)? { nil }

    public func openPeople() throws(StorageError) -> any Database { try PeopleStore.database(in: data) }

    public func health(of apps: [String]) -> JSON { ["kind": "SQLITE"] }

    public func close() {}
}

final class SQLiteHome: AppHome {
    private let service: EngineService
    private let clock: any Clock

    init(_ service: EngineService, _ clock: any Clock) {
        self.service = service
        self.clock = clock
    }

    var connection: any ServiceConnection { service }
    var longestTurn: Int { service.longestTurn }

    func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64 { service.subscribe { _ in body() } }

    /// Its handler only rings a bell: it need not be waited for.
    func unwatchOutbox(_ watcher: Int64) { _ = service.unsubscribe(watcher, untilNanoseconds: 0) }

    func giveUp() {}

    func look(_ then: @escaping @Sendable (Bool) -> Void) { service.look(then) }

    func backUp(to path: String) throws(StorageError) { try service.backUp(to: path, clock: clock) }

    func start() -> Bool { service.start() }

    func beginStop() { service.beginStop() }

    func stop(untilNanoseconds deadline: Int64) -> Bool { service.stop(untilNanoseconds: deadline) }
}
