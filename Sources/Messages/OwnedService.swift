import Linux

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
