import Synchronization

/// Remembers across a fork whether threads were at work that may have held locks which nobody can open in the child: those of
/// libraries below us, such as SQLite, that make no fresh ones.
///
/// A count and a flag in plain memory, which the child inherits as they were at the moment of the fork.
public enum ThreadsAtFork {
    private static let working = Atomic<Int>(0)
    private static let leftBehind = Atomic<Bool>(false)

    /// Before a thread begins to use such a library.
    @export(interface) public static func begin() { working.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// When it will not use one any more.
    @export(interface) public static func end() { working.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// True in a child that was forked while such a thread ran, and in its children.
    @export(interface) public static var mayHaveLeftLocks: Bool {
        _ = ProcessEpoch.current
        return leftBehind.load(ordering: .acquiring)
    }

    static func enterChild() {
        if working.exchange(0, ordering: .acquiringAndReleasing) > 0 { leftBehind.store(true, ordering: .releasing) }
    }
}
