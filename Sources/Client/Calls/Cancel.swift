import CLinux
import Linux
import Synchronization

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
                "the game cancelled the call with TCGBRunLoop_cancelCall; what it had begun may still have its effect",
                domain: "\(Client.gamebaseDomain)"))
        return true
    }
}
