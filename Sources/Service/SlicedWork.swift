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
    let slice: () throws(Failure) -> Reply?

    init(_ slice: @escaping () throws(Failure) -> Reply?) { self.slice = slice }
}
