import Linux

/// The calls under way of one object, so that the game can end them.
struct OpenCalls {
    /// Of more only the newest are ended.
    static let countMax = 64

    private var calls: [(client: Client, call: CallIdentifier)] = []
    /// How often the game has cancelled them. A search or download that began before the last time fails, even if its answer has arrived.
    private(set) var cancelCount: UInt64 = 0

    mutating func began(_ client: Client, _ call: CallIdentifier) {
        calls.removeAll { !$0.client.calls.isOpen($0.call) }
        if calls.count >= Self.countMax { calls.removeFirst() }
        calls.append((client, call))
    }

    /// For the game, which cancels them.
    mutating func take() -> OpenCalls {
        cancelCount &+= 1
        defer { calls = [] }
        return self
    }

    func end(with error: GamebaseError) {
        for (client, call) in calls { client.calls.take(call)?(error) }
    }

    /// - Parameter function: what the game called.
    static func cancelled(_ function: StaticString) -> GamebaseError {
        DataError.local(GamebaseError.Code.socketError, "the game cancelled it with \(function)")
    }
}
