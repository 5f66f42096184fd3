/// Opens once; whoever waits passes then.
public final class Latch: @unchecked Sendable {
    private let lock = Lock()
    private let condition = Condition()
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
}
