import CLinux
import Linux
import Synchronization

/// Names an instance: 0 is the default one.
public typealias InstanceIdentifier = Int

/// Which instance the class functions speak for on this thread. No allocation: the thread's slot holds the number itself.
public enum CurrentInstance {
    /// The key plus one, and not a lazy global: this is asked on the way of every class function.
    @usableFromInline static let keyPlusOne = Atomic<UInt64>(0)

    /// nil: there is none, and no instance can begin (`ThreadValues.areThere`).
    @usableFromInline static var key: pthread_key_t? {
        @inline(__always) get {
            let known = keyPlusOne.load(ordering: .acquiring)
            return known == 0 ? ThreadKey.make(keyPlusOne) : pthread_key_t(truncatingIfNeeded: known &- 1)
        }
    }

    public static var identifier: InstanceIdentifier {
        @inline(__always) get { key.map { Int(bitPattern: pthread_getspecific($0)) } ?? 0 }
    }

    public static func set(_ identifier: InstanceIdentifier) {
        if let key { ThreadKey.set(key, UnsafeRawPointer(bitPattern: identifier)) }
    }

    /// - Returns: the instance to go back to.
    static func enter(_ identifier: InstanceIdentifier) -> InstanceIdentifier {
        let outer = self.identifier
        set(identifier)
        return outer
    }

    static func leave(_ outer: InstanceIdentifier) { set(outer) }
}

/// What the library keeps for each thread.
enum ThreadValues {
    /// Makes the keys that are missing. Without them callbacks would speak for no instance, and texts could not be handed out: the client
    /// does not begin then.
    static func areThere(_ platform: Platform) -> Bool {
        CurrentInstance.key != nil && LastCall.key != nil && DeliveringThread.key != nil && platform.hasThreadTexts()
    }
}

@inline(__always)
func currentThreadIdentifier() -> UInt { UInt(pthread_self()) }
