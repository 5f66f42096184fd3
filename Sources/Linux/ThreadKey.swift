import CLinux
import Synchronization

/// A key of this process for values of its threads, made when it is first needed. The owner keeps the number beside it, plus one, so that
/// asking for a key that is there costs one load: `0` is a key of its own, perhaps the host's.
public enum ThreadKey {
    /// - Parameter end: called with a thread's value when the thread ends.
    /// - Returns: nil when the process has no key left (PTHREAD_KEYS_MAX, 1,024 on Linux).
    @export(interface) @inline(never)
    public static func make(
        _ plusOne: borrowing Atomic<UInt64>, _ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil
    ) -> pthread_key_t? {
        let known = plusOne.load(ordering: .acquiring)
        if known != 0 { return pthread_key_t(truncatingIfNeeded: known &- 1) }
        var made = pthread_key_t()
        guard pthread_key_create(&made, end) == 0 else { return nil }
        let (isFirst, found) = plusOne.compareExchange(expected: 0, desired: UInt64(made) &+ 1, ordering: .acquiringAndReleasing)
        if isFirst { return made }
        // Of two threads that come here together the second takes the first one's.
        _ = pthread_key_delete(made)
        return pthread_key_t(truncatingIfNeeded: found &- 1)
    }

    /// The system refuses this when it has no memory left, in a process that holds more than a few keys: what cannot be told apart by
    /// thread any more would be told to the wrong one.
    @export(interface) public static func set(_ key: pthread_key_t, _ value: UnsafeRawPointer?) {
        if pthread_setspecific(key, value) != 0 { fatalError("no memory for a value of a thread") }
    }
}
