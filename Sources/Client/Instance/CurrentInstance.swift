import CLinux
import Synchronization

/// Names an instance: 0 is the default one.
public typealias InstanceIdentifier = Int

/// Which instance the class functions speak for on this thread. No allocation: the thread's slot holds the number itself.
public enum CurrentInstance {
    /// The key plus one, and not a lazy global: this is asked on the way of every class function.
    @usableFromInline static let keyPlusOne = Atomic<UInt64>(0)

    @usableFromInline static var key: pthread_key_t {
        @inline(__always) get {
            let known = keyPlusOne.load(ordering: .acquiring)
            return known == 0 ? makeKey() : pthread_key_t(truncatingIfNeeded: known &- 1)
        }
    }

    @inline(never) @usableFromInline
    static func makeKey() -> pthread_key_t {
        var made = pthread_key_t()
        pthread_key_create(&made, nil)
        // Of two threads that come here together the second takes the first one's.
        if !keyPlusOne.compareExchange(expected: 0, desired: UInt64(made) &+ 1, ordering: .acquiringAndReleasing).exchanged {
            pthread_key_delete(made)
        }
        return key
    }

    public static var identifier: InstanceIdentifier {
        @inline(__always) get { Int(bitPattern: pthread_getspecific(key)) }
    }

    public static func set(_ identifier: InstanceIdentifier) {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: identifier))
    }

    /// - Returns: the instance to go back to.
    static func enter(_ identifier: InstanceIdentifier) -> InstanceIdentifier {
        let outer = self.identifier
        set(identifier)
        return outer
    }

    static func leave(_ outer: InstanceIdentifier) { set(outer) }
}

@inline(__always)
func currentThreadIdentifier() -> UInt { UInt(pthread_self()) }
