/// Looks again and again at the database server that all homes of this server are in.
public protocol DatabaseWatch: AnyObject, Sendable {
    /// - Parameter tell: gets what was seen, each time that it is another, on another thread.
    /// - Returns: false when the system has no thread to give. Call once.
    func start(_ tell: @escaping @Sendable (DatabaseSight) -> Void) -> Bool
    /// - Parameter deadline: on the system's monotonic clock. What still waits for an answer then ends alone.
    func stop(untilNanoseconds deadline: Int64)
    /// How long the question under way has no answer.
    var silentMilliseconds: Int64 { get }
    /// One look. Waits.
    func look() -> DatabaseSight
}

public struct DatabaseSight: Sendable, Equatable {
    /// Something that correctness needs, and that the database server lacks.
    public struct Lack: Sendable, Equatable {
        /// How `gamebasectl doctor` names it.
        public var fault: String
        /// What is wrong, and what to do.
        public var sentence: String
        /// The operator has said that it is to be so.
        public var isAccepted: Bool
    }

    /// Why it cannot be asked; nil: it answers.
    public var outage: String?
    /// It is there and says no: to the user, the password, the name of the database. Connections that are open may go on.
    public var isRefusal = false
    /// And may say yes soon: it has no place left for a connection.
    public var isFull = false
    public var lacks: [Lack] = []
}

/// Looks again and again when something is due in the apps of a database that servers share.
public protocol DueWatch: AnyObject, Sendable {
    /// - Parameter tell: gets the next date of each app, each time that one is another, on another thread.
    /// - Returns: false when the system has no thread to give. Call once.
    func start(_ tell: @escaping @Sendable ([String: Int64]) -> Void) -> Bool
    /// - Parameter deadline: on the system's monotonic clock.
    func stop(untilNanoseconds deadline: Int64)
}
