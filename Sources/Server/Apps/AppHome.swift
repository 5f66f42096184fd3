import Codecs
import Linux
import Messages
import Service
import Storage

/// Where one app's service lives: a file, or a database that others share.
public protocol AppHome: AnyObject, Sendable {
    var connection: any ServiceConnection { get }
    /// The work of the longest turn so far of what was asked for over a network, in units of `Work`.
    var longestTurn: Int { get }
    /// Says that there may be more in the outbox than before, whichever server told it.
    /// - Parameter body: comes on another thread.
    /// - Returns: the name to end it with.
    func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64
    func unwatchOutbox(_ watcher: Int64)
    /// - Returns: false when the system has no thread to give. Call once.
    func start() -> Bool
    /// Answers everything that waits: the database behind it hangs, or is gone. Files are always there.
    func giveUp()
    /// Opens the service where it is not open, and begins what is due in it.
    /// - Parameter then: says whether it is open, on another thread.
    func look(_ then: @escaping @Sendable (Bool) -> Void)
    /// Copies all that it has into a new file of SQLite, while it is used. Waits for the end of it, on a thread of the caller's.
    func backUp(to path: String) throws(StorageError)
    /// Begins what `stop` waits for.
    func beginStop()
    /// Ends, and closes what is open.
    /// - Parameter deadline: on the system's monotonic clock.
    /// - Returns: false when it still ran at the deadline.
    func stop(untilNanoseconds deadline: Int64) -> Bool
}

/// The homes of all apps of one server.
public protocol AppHomes: AnyObject, Sendable {
    /// Other servers may make apps in them.
    var isShared: Bool { get }
    /// The clock of the services of all apps, and of whatever the server seals with an end. Servers that share homes share it.
    var clock: any Clock { get }
    /// How far this machine's clock is ahead of it.
    var clockOffMilliseconds: Int64 { get }
    /// The apps that have one.
    func known() throws(HomeFailure) -> [String]
    /// Opens the home of an app, a new one if there is none. It is not started yet.
    func open(_ app: String) throws(HomeFailure) -> any AppHome
    /// By which an app's service seals what it must read again.
    func keeper(of app: String) -> (any SecretKeeper)?
    /// Looks at the database server behind them; of files nil.
    var watch: (any DatabaseWatch)? { get }
    /// Looks when something is due in the apps of the database; of files nil.
    var due: (any DueWatch)? { get }
    /// Opens the database of the people who sign in to the console, a new one if there is none. Waits.
    func openPeople() throws(StorageError) -> any Database
    /// By which the server seals what it must read again of them; nil: it was given no key for it.
    var secrets: Secrets? { get }
    /// What there is to know of a database server behind them; of files nothing. Waits.
    func health(of apps: [String]) throws(HomeFailure) -> JSON
    /// Lets go of what keeps others out, when every home has ended.
    func close()
}

public struct HomeFailure: Error {
    public let message: String
    /// Of an app that is being moved, or was begun to be: the others can be served.
    public let isOfMove: Bool

    public init(_ message: String, isOfMove: Bool = false) { (self.message, self.isOfMove) = (message, isOfMove) }
}
