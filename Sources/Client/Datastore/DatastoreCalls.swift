import Codecs
import Documents
import Linux
import Messages

/// The two ways of a call: with a callback, or waiting.
extension ClientDatastore {
    public typealias Answer<Value> = (Value?, GamebaseError?) -> Void

    /// In the background: `completion` comes through the run loop.
    /// - Returns: the call's number; nil when it was refused.
    @discardableResult
    @inline(never)
    func call<Value>(_ completion: @escaping Answer<Value>, _ work: (@escaping Answer<Value>) -> Void) -> CallIdentifier? {
        guard let call: OpenCall<Value> = client.open(DataError.localDomain, needs: .datastore, completion) else { return nil }
        work { call.finish($0, $1) }
        return call.identifier
    }

    /// Waits for the answer, which does not come through the run loop.
    @inline(never)
    func wait<Value>(_ begun: (CallIdentifier) -> Void = { _ in }, _ work: (@escaping Answer<Value>) -> Void) -> (Value?, GamebaseError?) {
        if let refusal = client.refusal(.datastore, DataError.localDomain) { return (nil, refusal) }
        if runLoop.isDeliveringHere { return (nil, ClientDatastore.blocksItself) }
        let waiting = BlockedCall<Value>()
        let deadline = deadlineNanoseconds(runLoop.waits, afterMilliseconds: ClientDatastore.blockingMilliseconds)
        let identifier = calls.open(deadlineNanoseconds: deadline) { waiting.end(nil, DataError.argument($0)) }
        guard let identifier else { return (nil, ClientDatastore.tooManyCalls) }
        if phase != .started, calls.close(identifier) { return (nil, keysMissing) }
        reactor?.watchCalls()
        begun(identifier)
        let calls = calls
        work { if calls.close(identifier) { waiting.end($0, $1) } }
        return waiting.answer(patienceMilliseconds: ClientDatastore.blockingMilliseconds, platform.clock)
            ?? { [self] in
                _ = self.calls.close(identifier)
                return (nil, ClientDatastore.late)
            }()
    }

    private static var blocksItself: GamebaseError {
        DataError.local(
            GamebaseError.Code.notCallableState,
            "a callback that waits holds up all others; call the form with InBackground here, or this one on another thread")
    }

    private static var tooManyCalls: GamebaseError {
        DataError.local(GamebaseError.Code.notCallableState, "\(Calls.outstandingMax) calls are outstanding")
    }

    private static var late: GamebaseError {
        DataError.local(GamebaseError.Code.socketResponseTimeout, "the service did not answer in time; the outcome is unknown, ask again")
    }
}

/// A thread that waits, and the answer that it waits for.
private final class BlockedCall<Value>: @unchecked Sendable {
    private let lock = Lock()
    private let ended = Latch()
    private var given: (Value?, GamebaseError?)?

    func end(_ value: Value?, _ error: GamebaseError?) {
        lock.locked { given = (value, error) }
        ended.open()
    }

    func answer(patienceMilliseconds: Int64, _ clock: any Clock) -> (Value?, GamebaseError?)? {
        _ = ended.wait(patienceMilliseconds: patienceMilliseconds, clock)
        return lock.locked { given }
    }
}

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
