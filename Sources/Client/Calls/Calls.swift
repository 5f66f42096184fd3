import CLinux
import Linux
import Synchronization

/// Names an outstanding call. Never reused in a client's life.
typealias CallIdentifier = UInt64

/// The calls whose completion is still owed. Whoever closes a call first completes it, and nobody else can: that is
/// what makes completions exactly-once under answers, timeouts, cancels and shutdown.
final class Calls: @unchecked Sendable {
    /// Above this many, a new call is refused with 11002 before it does anything.
    static let outstandingMax = 65_536

    private struct Call {
        var deadlineNanoseconds: Int64
        let fail: (GamebaseError) -> Void
    }

    /// Identifiers are ours and come one after the other: they need no hash that nobody can guess.
    private struct Key: Hashable {
        let identifier: CallIdentifier

        init(_ identifier: CallIdentifier) { self.identifier = identifier }

        private static let spread: UInt64 = 0x9E37_79B9_7F4A_7C15

        func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
        func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: (identifier &* Self.spread) >> 16) ^ seed }
    }

    private let lock = Lock()
    private var calls: [Key: Call] = [:]
    private var next: CallIdentifier = 1

    /// - Returns: nil when `outstandingMax` calls are open; the caller then refuses.
    func open(deadlineNanoseconds: Int64, fail: @escaping (GamebaseError) -> Void) -> CallIdentifier? {
        lock.locked {
            guard calls.count < Calls.outstandingMax else { return nil }
            let identifier = next
            next &+= 1
            calls[Key(identifier)] = Call(deadlineNanoseconds: deadlineNanoseconds, fail: fail)
            return identifier
        }
    }

    /// - Returns: true for the first who closes the call: that one must complete it.
    func close(_ identifier: CallIdentifier) -> Bool {
        lock.locked { calls.removeValue(forKey: Key(identifier)) != nil }
    }

    /// Closes a call for the caller to fail it.
    func take(_ identifier: CallIdentifier) -> ((GamebaseError) -> Void)? {
        lock.locked { calls.removeValue(forKey: Key(identifier))?.fail }
    }

    /// Another deadline for a call that is open: what it waited for so far came, and something else begins.
    func rearm(_ identifier: CallIdentifier, deadlineNanoseconds: Int64) {
        lock.locked { calls[Key(identifier)]?.deadlineNanoseconds = deadlineNanoseconds }
    }

    func isOpen(_ identifier: CallIdentifier) -> Bool { lock.locked { calls[Key(identifier)] != nil } }

    var isEmpty: Bool { lock.locked { calls.isEmpty } }

    /// Fails the calls that waited too long, oldest first.
    func failOverdue(nowNanoseconds: Int64, _ error: GamebaseError) {
        fail(error) { $0.deadlineNanoseconds <= nowNanoseconds }
    }

    /// Fails every open call, oldest first.
    func failAll(_ error: GamebaseError) {
        let all = lock.locked {
            defer { calls = [:] }
            return calls
        }
        if !all.isEmpty { fail(Array(all), error) }
    }

    private func fail(_ error: GamebaseError, where matches: (Call) -> Bool) {
        let failed: [(key: Key, value: Call)] = lock.locked {
            var failed: [(key: Key, value: Call)] = []
            for (identifier, call) in calls where matches(call) { failed.append((key: identifier, value: call)) }
            for (identifier, _) in failed { calls[identifier] = nil }
            return failed
        }
        fail(failed, error)
    }

    private func fail(_ failed: [(key: Key, value: Call)], _ error: GamebaseError) {
        for place in ascending(failed.map { Int64(bitPattern: $0.key.identifier) }) { failed[place].value.fail(error) }
    }
}

/// Which call this thread began last; 0 when it was refused. The thread's slot holds the number itself.
enum LastCall {
    private static let keyPlusOne = Atomic<UInt64>(0)
    static var key: pthread_key_t? { ThreadKey.make(keyPlusOne) }

    static var identifier: CallIdentifier {
        get { key.map { CallIdentifier(UInt(bitPattern: pthread_getspecific($0))) } ?? 0 }
        set { if let key { ThreadKey.set(key, UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: newValue))) } }
    }
}

/// Cancelling a call is its deadline coming early: what the watchdog may do at any moment the game may do, too.
extension Client {
    @export(interface) public static var lastCall: UInt64 { LastCall.identifier }

    /// This thread calls something with a completion that has no number, and cannot be cancelled by one: the call before it is not the last.
    @export(interface) public static func callsWithoutNumber() { LastCall.identifier = 0 }

    /// - Returns: false when the call has ended.
    @export(interface) public func cancelCall(_ identifier: UInt64) -> Bool {
        // Closed under the lock, so that no sign-in is concluded whose cancellation has begun.
        let (isSignIn, fail) = lock.locked { (accounts.canCancel(identifier), calls.take(identifier)) }
        guard let fail else { return false }
        fail(
            GamebaseError(
                isSignIn ? GamebaseError.Code.authUserCanceled : GamebaseError.Code.socketError,
                "the game cancelled the call with TCGBRunLoop_cancelCall; the request may still take effect",
                domain: "\(Client.gamebaseDomain)"))
        return true
    }
}
