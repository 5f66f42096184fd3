import Linux
import Messages
import Storage
import Wire

/// A console request that is too long for one turn: it is done in slices, each in a transaction of its own, and players' requests are
/// answered between them. What it has found so far it keeps itself; whatever it looks at twice may have changed meanwhile.
public final class SlicedWork {
    /// What a slice looks at or changes, so that a player who comes just behind it waits for about a millisecond.
    static let rows = 200

    /// - Returns: the answer; nil while there is more to do.
    let slice: (Service) throws(Failure) -> Reply?

    init(_ slice: @escaping (Service) throws(Failure) -> Reply?) { self.slice = slice }
}

extension Service {
    /// Does the first slice inside the request; short work is then answered like every other. The rest waits for `proceed`.
    func begin(_ work: SlicedWork) throws(Failure) -> Reply {
        if let reply = try work.slice(self) { return reply }
        unfinished = work
        return .success()
    }

    /// The work that the last request began and did not finish: its reply is to come, and the one that `handle` gave means nothing.
    @export(interface) public func takeUnfinished() -> SlicedWork? {
        defer { unfinished = nil }
        return unfinished
    }

    /// Does one slice in the transaction that the caller opened, and has to itself. One that is refused ends the work and leaves nothing
    /// behind but what it means to keep; what the slices before it did stays. Throws as `handle` does.
    /// - Returns: the answer; nil while there is more to do.
    @export(interface) public func proceed(_ work: SlicedWork) throws(StorageError) -> Reply? {
        try undoingRefusal(sharesTransaction: false) { () throws(Failure) in try work.slice(self) }
    }
}
