import Wire

/// How a client reaches its service, wherever that runs.
public protocol ServiceConnection: AnyObject, Sendable {
    /// Asks. `completion` comes exactly once, on a thread of the service, never inside this call.
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void)
    /// Hears events, on a thread of the service.
    /// - Returns: the name to unsubscribe with.
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64
    /// After return the handler is not called again. A handler may unsubscribe itself.
    func unsubscribe(_ id: Int64)
}
