import Linux

/// How a client reaches its service, wherever that runs.
public protocol ServiceConnection: AnyObject, Sendable {
    /// Asks. `completion` comes exactly once, on a thread of the service, never inside this call.
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void)
    /// Hears events, on a thread of the service.
    /// - Returns: the name to unsubscribe with.
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64
    /// Says whose events the subscription hears besides those that are for everyone: at log-in and log-out, on any thread. A service inside
    /// the process tells every subscription everything, and has nothing to do. Waits for nothing.
    /// - Parameter accessToken: of the player's session; nil: nobody's.
    func listen(_ id: Int64, as accessToken: String?)
    /// The handler is not called again. Waits for one that runs, until the deadline on the system's monotonic clock. A handler may
    /// unsubscribe itself.
    /// - Returns: false when the handler still ran at the deadline; it may wait for a disk.
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool
}

/// A service that lives as long as its clients do, wherever its work is done: inside the process, or elsewhere and here is the way to it.
public protocol OwnedService: ServiceConnection {
    /// - Returns: false when the system has no thread to give. Call once.
    func start() -> Bool
    /// Ends, and closes the files.
    /// - Parameter deadline: on the system's monotonic clock.
    /// - Returns: false when it still ran at the deadline; it then ends alone.
    func stop(untilNanoseconds deadline: Int64) -> Bool
    /// Ends without waiting. `then` runs once, when the files are closed and another service may open them.
    func stop(then: @escaping @Sendable () -> Void)
    /// Runs work that may wait for a disk on the service's thread.
    func perform(_ job: @escaping @Sendable () -> Void)
}

/// A service inside the process, as its clients start and end it.
public protocol LocalService: OwnedService {
    /// While suspended, requests are queued and nothing is answered.
    func setSuspended(_ suspended: Bool)
    /// Whether mails to users (`ncmbMail`) go to this subscription: the last one that takes them gets each, alone. Without any nobody is
    /// sent one.
    func setTakesMails(_ subscription: Int64, _ takes: Bool)
}

/// Who makes services inside the process, and keeps their files.
public protocol LocalServices: AnyObject, Sendable {
    /// - Parameter directory: where the service keeps its files; nil: in memory.
    /// - Parameter app: the first client's app.
    /// - Parameter isIAPKey: the app is the key of NHN Cloud purchases that run without Gamebase.
    func make(directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource) -> any LocalService
    /// Makes a directory ready for files of the game, as a service does for its own.
    /// - Returns: what is in the way, for developers; nil: it is ready.
    func prepare(_ directory: String) -> String?
    /// Moves the service's files and `others` of the directory into a new folder in it, unchanged. No service may use it meanwhile.
    func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside
}

public enum SettingAside: Sendable {
    case nothing
    case moved(folder: String)
    case failed(String)
}
