// The Linux room: threads, clock, files, random, environment, network state. It knows the system and nothing of the game.
// Nothing here may import a higher room, log, or hold state that outlives its owner.
import CLinux

/// A mutual exclusion lock. Not recursive. No callback of the host may run while one is held.
public final class Lock: @unchecked Sendable {
    let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @export(interface) public init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(__always)
    public func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}

/// A condition to wait for under a `Lock`. Waits use the monotonic clock, so a moved wall clock cannot stretch them.
public final class ConditionVariable: @unchecked Sendable {
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    @export(interface) public init() {
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        // These take no memory and know the clock: none of them fails on Linux.
        _ = pthread_condattr_init(&attributes)
        _ = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        _ = pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Waits with `lock` held. May wake without a signal: test the condition again.
    @export(interface) public func wait(_ lock: Lock) {
        pthread_cond_wait(condition, lock.mutex)
    }

    /// Waits with `lock` held until signalled or until the monotonic clock reads `deadlineNanoseconds`. With 0 it does not wait: so a
    /// frame may look whether something has ended.
    /// - Returns: false when the deadline passed.
    @export(interface) public func wait(_ lock: Lock, untilNanoseconds deadlineNanoseconds: Int64) -> Bool {
        guard deadlineNanoseconds > 0 else { return false }
        var time = timespec()
        time.tv_sec = Int(deadlineNanoseconds / 1_000_000_000)
        time.tv_nsec = Int(deadlineNanoseconds % 1_000_000_000)
        return pthread_cond_timedwait(condition, lock.mutex, &time) != ETIMEDOUT
    }

    /// The same for so long from now.
    @export(interface) public func wait(_ lock: Lock, atMostMilliseconds milliseconds: Int64) -> Bool {
        wait(lock, untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: milliseconds))
    }

    @export(interface) public func signal() { pthread_cond_signal(condition) }
    public func broadcast() { pthread_cond_broadcast(condition) }
}

/// Opens once, and releases every thread that waits.
public final class Latch: @unchecked Sendable {
    private let lock = Lock()
    private let condition = ConditionVariable()
    private var isOpen = false

    @export(interface) public init() {}

    @export(interface) public func open() {
        lock.locked {
            isOpen = true
            condition.broadcast()
        }
    }

    /// - Returns: false when it was still closed at the deadline.
    @export(interface) public func wait(untilNanoseconds deadline: Int64) -> Bool {
        lock.locked {
            while !isOpen {
                if !condition.wait(lock, untilNanoseconds: deadline) { return isOpen }
            }
            return true
        }
    }

    /// Waits as long as this thread can: time in which the process was stopped counts as one look.
    /// - Returns: false when it was still closed after `milliseconds` of waiting.
    @export(interface) public func wait(patienceMilliseconds milliseconds: Int64, _ clock: any Clock) -> Bool {
        var left = milliseconds
        while left > 0 {
            let look = min(left, Self.lookMilliseconds)
            if wait(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: look)) { return true }
            left -= look
        }
        return false
    }

    private static let lookMilliseconds: Int64 = 500
}
