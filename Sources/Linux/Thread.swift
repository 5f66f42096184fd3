import CLinux
import Synchronization

/// A named thread with every signal blocked, so that the host's handlers never run on it; but see `SignalMask`.
public final class Thread: @unchecked Sendable {
    /// At least, for a thread that calls the host: what a program's first thread has by default.
    private static let hostStackBytes = 8 << 20
    /// At least, for one that does not: the process may give new threads as little as 16 KiB, and SQLite, TLS and our readers need more.
    private static let ownStackBytes = 512 << 10

    private final class Body {
        let run: @Sendable () -> Void
        let end: Latch
        init(_ run: @escaping @Sendable () -> Void, _ end: Latch) {
            self.run = run
            self.end = end
        }
    }

    private let identifier: pthread_t
    /// Opens when the body has returned: what a bounded join waits for. (pthread_clockjoin_np would do, but the tools that watch
    /// threads do not know it.)
    private let end: Latch

    private init(_ identifier: pthread_t, _ end: Latch) {
        self.identifier = identifier
        self.end = end
    }

    /// Starts a thread. `name` is at most 15 bytes (the kernel's limit); longer names are cut.
    /// - Parameter callsHost: it runs code of the host, which may need more of the stack than ours.
    /// - Returns: nil when the system has no thread to give.
    @export(interface) public static func start(
        name: StaticString, callsHost: Bool = false, _ body: @escaping @Sendable () -> Void
    ) -> Thread? {
        var all = sigset_t()
        var before = sigset_t()
        guard sigfillset(&all) == 0, pthread_sigmask(SIG_BLOCK, &all, &before) == 0 else { return nil }
        // The mask was given by the same call: it is one that can be set.
        defer { _ = pthread_sigmask(SIG_SETMASK, &before, nil) }
        return create(name, callsHost ? hostStackBytes : ownStackBytes, body)
    }

    private static func create(_ name: StaticString, _ leastStackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Thread? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { _ = pthread_attr_destroy(&attributes) }
        var stackBytes = 0
        if pthread_attr_getstacksize(&attributes, &stackBytes) == 0, stackBytes < leastStackBytes,
            pthread_attr_setstacksize(&attributes, leastStackBytes) != 0
        {
            return nil
        }
        let end = Latch()
        let argument = Unmanaged.passRetained(Body(body, end)).toOpaque()
        var created = pthread_t()
        let result = pthread_create(
            &created, &attributes,
            { argument in
                guard let argument else { return nil }
                Thread.perform(Unmanaged<Body>.fromOpaque(argument).takeRetainedValue())
                return nil
            }, argument)
        guard result == 0 else {
            Unmanaged<Body>.fromOpaque(argument).release()
            return nil
        }
        name.withUTF8Buffer { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { text in
                let count = min(bytes.count, 15)
                for index in 0..<count { text[index] = CChar(bitPattern: bytes[index]) }
                text[count] = 0
                _ = pthread_setname_np(created, text.baseAddress!)
            }
        }
        return Thread(created, end)
    }

    @export(interface) public var isCurrent: Bool { pthread_equal(identifier, pthread_self()) != 0 }

    /// Waits for the end of the thread. Call once, and not on the thread itself.
    @export(interface) public func join() { _ = pthread_join(identifier, nil) }

    /// Waits for the end of the thread until the monotonic clock reads `deadlineNanoseconds`.
    /// - Returns: false when it still runs; it may be joined again or detached.
    @export(interface) public func join(untilNanoseconds deadlineNanoseconds: Int64) -> Bool {
        guard end.wait(untilNanoseconds: deadlineNanoseconds) else { return false }
        // All that is left of the thread is its return.
        _ = pthread_join(identifier, nil)
        return true
    }

    /// For a second caller, beside the one that joins the thread or lets it go.
    /// - Returns: false when its body still ran at the deadline.
    @export(interface) public func hasEnded(untilNanoseconds deadline: Int64) -> Bool { end.wait(untilNanoseconds: deadline) }

    private static func perform(_ body: Body) {
        body.run()
        body.end.open()
    }

    /// Lets the thread clean up after itself; it can no longer be joined.
    @export(interface) public func detach() { pthread_detach(identifier) }
}

/// The signals that a thread of the host blocks. A thread of the library takes them over before it calls the host: a garbage collector
/// stops the threads that it has seen by signals, and waits for ever for one that blocks them.
public struct SignalMask: @unchecked Sendable {
    private var signals = sigset_t()

    /// The calling thread's.
    @export(interface) public init?() {
        guard pthread_sigmask(SIG_BLOCK, nil, &signals) == 0 else { return nil }
    }

    /// The calling thread has it from now on.
    @export(interface) public func adopt() {
        var signals = signals
        // Fails for an unknown way alone.
        _ = pthread_sigmask(SIG_SETMASK, &signals, nil)
    }
}

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
