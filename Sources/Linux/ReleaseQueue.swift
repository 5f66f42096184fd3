/// Lets go of objects one after the other. Objects that hold each other in a chain would be freed one inside the other: a long chain ends
/// the stack.
public final class ReleaseQueue<Element: AnyObject>: @unchecked Sendable {
    private let lock = WordLock()
    private var waiting: [Element] = []
    private var isReleasing = false
    private var epoch = ProcessEpoch.current

    public init() {}

    /// With the lock held. What a thread of the parent had in hand stays: in a forked child it may be half let go of.
    private func beginInChild() {
        if epoch == ProcessEpoch.current { return }
        UnsafeMutablePointer<[Element]>.allocate(capacity: 1).initialize(to: waiting)
        (waiting, isReleasing, epoch) = ([], false, ProcessEpoch.current)
    }

    /// Called when their holder is freed. What one of them holds comes through here in its turn, on the thread that came first.
    /// - Parameter elements: taken out, so that nothing else holds them.
    public func release(_ elements: inout [Element]) {
        if elements.isEmpty { return }
        let isFirst = lock.locked { () -> Bool in
            beginInChild()
            waiting += elements
            elements = []
            defer { isReleasing = true }
            return !isReleasing
        }
        if !isFirst { return }
        while let last = next() { withExtendedLifetime(last) {} }
    }

    private func next() -> Element? {
        lock.locked {
            guard let last = waiting.popLast() else {
                isReleasing = false
                waiting = []
                return nil
            }
            return last
        }
    }
}
