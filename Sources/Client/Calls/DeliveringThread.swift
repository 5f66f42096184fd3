import CLinux
import Linux
import Synchronization

/// The run loops that this thread delivers for, innermost first. A thread that ends inside a callback (`pthread_exit`) gives them back: with
/// it a loop would be lost for ever.
///
/// The thread's slot holds the innermost loop, and each loop the one around it.
enum DeliveringThread {
    private static let keyPlusOne = Atomic<UInt64>(0)
    static var key: pthread_key_t? { ThreadKey.make(keyPlusOne) { innermost in DeliveringThread.ended(innermost) } }

    /// - Returns: the loop around, for `leave`.
    static func enter(_ loop: RunLoop) -> UnsafeMutableRawPointer? {
        guard let key else { return nil }
        let around = pthread_getspecific(key)
        ThreadKey.set(key, Unmanaged.passRetained(loop).toOpaque())
        return around
    }

    static func leave(_ loop: RunLoop, around: UnsafeMutableRawPointer?) {
        guard let key else { return }
        ThreadKey.set(key, around)
        Unmanaged.passUnretained(loop).release()
    }

    private static func ended(_ innermost: UnsafeMutableRawPointer?) {
        var next = innermost
        while let loop = next.map({ Unmanaged<RunLoop>.fromOpaque($0).takeRetainedValue() }) { next = loop.deliveringThreadEnded() }
    }
}
