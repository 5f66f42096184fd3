/// Lets go of objects one after the other. Objects that hold each other in a chain would be freed one inside the other: a long chain ends
/// the stack.
public final class ReleaseQueue<Element: AnyObject>: @unchecked Sendable {
    private let lock = Lock()
    private var waiting: [Element] = []
    private var isReleasing = false

    public init() {}

    /// Called when their holder is freed. What one of them holds comes through here in its turn, on the thread that came first.
    /// - Parameter elements: taken out, so that nothing else holds them.
    public func release(_ elements: inout [Element]) {
        if elements.isEmpty { return }
        let isFirst = lock.locked { () -> Bool in
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
