import Linux

/// The calls under way of one object, so that the game can end them.
struct OpenCalls {
    /// Of more only the newest are ended.
    static let countMax = 64

    private var calls: [(client: Client, call: CallIdentifier)] = []

    mutating func began(_ client: Client, _ call: CallIdentifier) {
        calls.removeAll { !$0.client.calls.isOpen($0.call) }
        if calls.count >= Self.countMax { calls.removeFirst() }
        calls.append((client, call))
    }

    mutating func take() -> OpenCalls {
        defer { calls = [] }
        return self
    }

    /// - Parameter function: what the game called.
    func cancel(_ function: StaticString) {
        for (client, call) in calls {
            client.calls.take(call)?(DataError.local(GamebaseError.Code.socketError, "the game cancelled it with \(function)"))
        }
    }
}
