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
