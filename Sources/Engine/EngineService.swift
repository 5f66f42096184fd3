// The Engine room: the service inside a process: its thread, its file, and as many requests to a commit as are waiting. What is decided is
// decided in the Service room; here is only when, and in which transaction.
import Codecs
import Linux
import Messages
import Service
import Storage

/// The service inside the process: one thread, one file, and as many requests to a commit as are waiting.
///
/// Nothing here blocks a caller but `stop`, and that has a limit. A service that is dropped without `stop` ends by itself.
public final class EngineService: LocalService {
    /// Requests that wait at most; what comes above is answered with `ResultCode.tooManyRequests`.
    public static let queueMax = 65_536
    /// Requests that share one commit at most.
    static let groupMax = 256
    /// Long requests that are answered slice by slice at the same time.
    static let unfinishedMax = 64

    /// What it keeps in its directory.
    public static var fileNames: [String] { ["", "-wal", "-journal", ".mark"].map { ServiceStorage.fileName + $0 } }

    let worker: ServiceWorker

    /// - Parameter directory: where the file and its lock live; it is made if missing. nil: in memory, gone with the object.
    /// - Parameter app: the first client's app, which a new file belongs to from its first commit on.
    /// - Parameter isIAPKey: the app is the key of NHN Cloud purchases that run without Gamebase.
    /// - Parameter keeper: of `Service.open`.
    /// - Parameter keepsEvents: players are elsewhere, and a carrier brings them their events (`Service.open`).
    @export(interface) public convenience init(
        directory: String?, app: String? = nil, isIAPKey: Bool = false, keepsEvents: Bool = false, keeper: (any SecretKeeper)? = nil,
        clock: any Clock, random: any RandomSource
    ) {
        self.init(
            storage: ServiceStorage(
                directory: directory, app: app, isIAPKey: isIAPKey, keepsEvents: keepsEvents, keeper: keeper, clock: clock, random: random))
    }

    init(storage: ServiceStorage) {
        worker = ServiceWorker(storage, groupMax: Self.groupMax)
    }

    deinit { worker.abandon() }

    #if !hasFeature(Embedded)
    /// The work of the longest turn so far of what was asked for over a network, in units of `Work`.
    public var longestTurn: Int { worker.longestTurn }

    /// Opens the storage where it is not open, and begins what is due.
    /// - Parameter then: says whether it is open, on the service's thread.
    public func look(_ then: @escaping @Sendable (Bool) -> Void) { worker.look(then) }

    /// Begins what `stop` waits for.
    public func beginStop() { worker.beginStop() }
    #endif

    /// Starts the thread; the storage is opened on it. When that fails every request is answered with the storage's code and
    /// message, and the next request tries again.
    /// - Returns: false when the system has no thread to give. Call once.
    @export(interface) public func start() -> Bool { worker.start() }

    /// Answers what is queued with `ResultCode.serviceStopped`, closes the storage and joins the thread.
    /// - Parameter deadline: on the system's monotonic clock.
    /// - Returns: false when the thread still ran at the deadline (or is the caller); it then ends alone.
    @export(interface) public func stop(untilNanoseconds deadline: Int64) -> Bool { worker.stop(untilNanoseconds: deadline) }

    /// Ends like `stop`, without waiting. `then` runs once, when the files are closed and another service may open them.
    @export(interface) public func stop(then: @escaping @Sendable () -> Void) { worker.abandon(then: then) }

    /// While suspended, requests are queued and nothing is answered; `stop` works as always.
    @export(interface) public func setSuspended(_ suspended: Bool) { worker.setSuspended(suspended) }

    @export(interface) public func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        worker.send(PendingRequest(request: request, completion: completion))
    }

    /// Runs work that may wait for a disk on the service's thread, between two groups, also while suspended and before the thread ends.
    @export(interface) public func perform(_ job: @escaping @Sendable () -> Void) { worker.perform(job) }

    @export(interface) public func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        worker.subscribers.add(handler)
    }

    @export(interface) public func listen(_ id: Int64, as accessToken: String?) {}

    @export(interface) public func setTakesMails(_ subscription: Int64, _ takes: Bool) {
        worker.subscribers.setTakesMails(subscription, takes)
    }

    @export(interface) public func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
        worker.subscribers.remove(id, isDeliveringThread: worker.isCurrentThread, untilNanoseconds: deadline)
    }
}

public struct PendingRequest: Sendable {
    let request: Request
    let completion: @Sendable (Reply) -> Void

    /// - Parameter completion: comes exactly once, on a thread of the service.
    @export(interface) public init(request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        self.request = request
        self.completion = completion
    }

    func answer(_ code: Int32, _ message: String) { completion(Reply.failure(code, message)) }

    func answerStopped() { answer(ResultCode.serviceStopped, "the service has stopped; initialize again") }
}

/// Makes embedded services, and keeps the directories of their files.
public final class EngineServices: LocalServices {
    @export(interface) public init() {}

    @export(interface) public func make(
        directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource
    ) -> any LocalService {
        EngineService(directory: directory, app: app, isIAPKey: isIAPKey, clock: clock, random: random)
    }

    @export(interface) public func prepare(_ directory: String) -> String? {
        do throws(StorageError) {
            try StorageDirectory.prepare(directory)
            return nil
        } catch {
            return error.message
        }
    }

    @export(interface) public func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside {
        do throws(StorageError) {
            let held = try StorageLock.take(directory: directory)
            defer { held.release() }
            let folder = try StorageDirectory.setAside(EngineService.fileNames + others, in: directory, epochSeconds: epochSeconds)
            return folder.map { .moved(folder: $0) } ?? .nothing
        } catch {
            return .failed(error.message)
        }
    }
}
