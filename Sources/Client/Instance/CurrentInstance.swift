import CLinux

/// Names an instance: 0 is the default one.
public typealias InstanceIdentifier = Int

/// Which instance the class functions speak for on this thread. No allocation: the thread's slot holds the number itself.
enum CurrentInstance {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var identifier: InstanceIdentifier {
        @inline(__always) get { Int(bitPattern: pthread_getspecific(key)) }
    }

    static func set(_ identifier: InstanceIdentifier) {
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
