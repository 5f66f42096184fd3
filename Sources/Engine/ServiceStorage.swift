import Linux
import Messages
import Service
import Storage

/// The database of an embedded service and the service on it: opened when first needed, on the service's thread, and again after a fault.
public final class ServiceStorage: @unchecked Sendable {
    static let fileName = "gamebase.db"
    private static let zoneFolder = "/usr/share/zoneinfo/"
    private static let zoneBytesMax = 64 << 10
    /// After a fault, where nobody asks. In a game somebody asks soon.
    #if hasFeature(Embedded)
    static let reopenMilliseconds = Int64.max
    #else
    static let reopenMilliseconds: Int64 = 5_000
    #endif

    private let directory: String?
    private let app: String?
    private let isIAPKey: Bool
    private let keepsEvents: Bool
    private let keeper: (any SecretKeeper)?
    private let clock: any Clock
    private let random: any RandomSource
    private let openDatabase: (() throws(StorageError) -> any Database)?
    private var storageLock: StorageLock?
    private var isClosed = false
    private var wasOpened = false
    private var current: (service: Service, database: any Database)?
    /// Of a shared database: hears what comes before it comes.
    let watcher: (any GroupWatcher)?

    init(
        directory: String?, app: String?, isIAPKey: Bool, keepsEvents: Bool, keeper: (any SecretKeeper)?, clock: any Clock,
        random: any RandomSource
    ) {
        self.keeper = keeper
        self.directory = directory
        self.app = app
        self.isIAPKey = isIAPKey
        self.keepsEvents = keepsEvents
        self.clock = clock
        self.random = random
        openDatabase = nil
        watcher = nil
    }

    /// For a database of the caller's own making.
    @export(interface) public init(
        clock: any Clock, random: any RandomSource, watcher: (any GroupWatcher)? = nil, keeper: (any SecretKeeper)? = nil,
        openDatabase: @escaping () throws(StorageError) -> any Database
    ) {
        self.watcher = watcher
        self.keeper = keeper
        directory = nil
        app = nil
        isIAPKey = false
        keepsEvents = false
        self.clock = clock
        self.random = random
        self.openDatabase = openDatabase
    }

    func opened() throws(StorageError) -> (Service, any Database) {
        if let current { return (current.service, current.database) }
        let database = try open()
        do throws(StorageError) {
            let service = try Service.open(
                database: database, clock: clock, random: random, number: database.instanceNumber, keepsEvents: keepsEvents,
                keeper: keeper, zoneFile: Self.zoneFile)
            current = (service, database)
            #if !hasFeature(Embedded)
            if wasOpened { service.noteReopened() }
            #endif
            wasOpened = true
            return (service, database)
        } catch {
            database.close()
            throw error
        }
    }

    #if !hasFeature(Embedded)
    /// That were begun; only tests ask.
    var transactions = 0
    var monotonicNanoseconds: Int64 { clock.monotonicNanoseconds() }
    /// The last transaction was undone because somebody else held a row for too long.
    var waitedForLock: Bool { current?.database.waitedForLock ?? false }
    #endif

    func dueSweep() -> SlicedWork? { current?.service.dueSweep() }

    /// How long an idle service may rest; nil when nothing is due by itself. What is due after a fault only the database knows.
    var restMilliseconds: Int64? {
        if let current { return current.service.restMilliseconds }
        return wasOpened && !isClosed ? Self.reopenMilliseconds : nil
    }

    /// After a fault, for what is due though nobody asks for anything.
    func openAgain() {
        guard wasOpened, !isClosed, current == nil else { return }
        // Why it cannot be opened is told to whoever asks for something.
        do throws(StorageError) { _ = try opened() } catch {}
    }

    #if !hasFeature(Embedded)
    func takeDue() -> DueWork? { current?.service.takeDue() }
    /// Another worker has forgotten it: the storage is opened for it.
    func note(_ due: DueWork) { openedForDue()?.note(due) }

    /// Opens it where it is not open, and finds out anew what is due.
    /// - Returns: whether it is open.
    func lookAgain() -> Bool {
        guard let service = openedForDue() else { return false }
        service.lookAgain()
        return true
    }

    private func openedForDue() -> Service? {
        if isClosed { return nil }
        do throws(StorageError) { return try opened().0 } catch { return nil }
    }
    #endif

    private static func zoneFile(_ name: String) -> [UInt8]? {
        do throws(FileError) { return try Files.read(zoneFolder + name, bytesMax: zoneBytesMax) } catch { return nil }
    }

    private func open() throws(StorageError) -> any Database {
        if let openDatabase { return try openDatabase() }
        guard let directory else { return try SQLiteDatabase.open(path: ":memory:") }
        // The lock is kept when the file is opened again after a fault.
        if storageLock == nil {
            try StorageDirectory.prepare(directory)
            storageLock = try StorageLock.take(directory: directory)
        }
        let path = StorageDirectory.file(Self.fileName, in: directory)
        if !Files.exists(path) {
            // An empty one in its place would have neither the app's settings nor its players.
            if wasOpened { throw .ioError("\(path) was removed while it was in use; put it and its log back, or start again without them") }
            try StorageDirectory.flushName(directory)
            try Service.create(path: path, app: app, isIAPKey: isIAPKey)
        }
        return try SQLiteDatabase.open(path: path)
    }

    /// After a fault of the storage only a fresh look at the file tells what was kept. Memory has no file: there the data is the object.
    func reopenNextTime() {
        guard directory != nil || openDatabase != nil else { return }
        current?.database.close()
        current = nil
    }

    /// A part of a copy of the file, on the service's thread.
    func backUp(to path: String, pages: Int32) throws(StorageError) -> Bool {
        if isClosed { throw .inUse("the service ends") }
        return try opened().1.backUp(to: path, pages: pages)
    }

    func close() {
        isClosed = true
        current?.database.close()
        current = nil
        storageLock?.release()
        storageLock = nil
    }
}

/// Who prepares a shared database for a group of requests.
public protocol GroupWatcher: AnyObject {
    /// A transaction is about to begin for these.
    func begins(_ requests: ArraySlice<Request>)
    /// The following statements belong to this request of the group; nil: to all of them.
    func turns(to request: Int?)
    /// Who asks: requests of one asker are answered in order, and no two of them share a transaction. nil: nobody knows.
    func asker(of request: Request) -> String?
}
