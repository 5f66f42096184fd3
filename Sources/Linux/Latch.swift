/// Opens once; whoever waits passes then.
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
