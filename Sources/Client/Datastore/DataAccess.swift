import Codecs
import Documents
import Linux

/// Who may read and write an object, as the game holds it: changed in place, by any thread, also when objects have it already.
public final class DataAccess: @unchecked Sendable {
    private let lock = WordLock()
    private var list: AccessList
    private var changes: UInt64 = 0
    /// Who gets both rights as soon as it is known.
    private var awaited: AwaitedUser?

    @export(interface) public init(_ list: AccessList = AccessList()) { self.list = list }

    init(_ list: AccessList, for awaited: AwaitedUser) {
        self.list = list
        self.awaited = awaited
    }

    @export(interface) public var current: AccessList {
        lock.locked {
            settle()
            return list
        }
    }

    var isAwaiting: Bool {
        lock.locked {
            settle()
            return awaited != nil
        }
    }

    /// No change of the game's: the version stays. Called with the lock held.
    private func settle() {
        guard let who = awaited?.objectId else { return }
        awaited = nil
        if who.isEmpty { return }
        _ = list.setRead(true, for: who)
        _ = list.setWrite(true, for: who)
    }

    /// Grows with every change, so that a save sees whether there is something to send.
    var version: UInt64 { lock.locked { changes } }

    /// As the SDK does it, a right of somebody in particular ends that of everybody.
    /// - Returns: false, and nothing changes, for a name that nobody can have.
    @export(interface) public func setRead(_ isGranted: Bool, for who: String) -> Bool {
        lock.locked {
            settle()
            guard list.setRead(isGranted, for: who) else { return false }
            if isGranted, who != AccessList.everyone { _ = list.setRead(false, for: AccessList.everyone) }
            changes &+= 1
            return true
        }
    }

    /// Both rights, besides those of everybody.
    func grant(_ who: String) {
        lock.locked {
            _ = list.setRead(true, for: who)
            _ = list.setWrite(true, for: who)
            changes &+= 1
        }
    }

    @export(interface) public func setWrite(_ isGranted: Bool, for who: String) -> Bool {
        lock.locked {
            settle()
            guard list.setWrite(isGranted, for: who) else { return false }
            if isGranted, who != AccessList.everyone { _ = list.setWrite(false, for: AccessList.everyone) }
            changes &+= 1
            return true
        }
    }
}

/// Who the current user is, while the file that remembers it is read.
final class AwaitedUser: @unchecked Sendable {
    private let lock = WordLock()
    private var known: String?

    /// Nil until it is known; empty: nobody.
    var objectId: String? { lock.locked { known } }

    func tell(_ objectId: String?) { lock.locked { known = objectId ?? "" } }
}

/// The rights that objects begin with.
extension ClientDatastore {
    @export(interface) public func setDefaultAccess(_ list: AccessList?, grantsCurrentUser: Bool) {
        lock.locked {
            own.defaultAccess = list.map { DataAccess($0) }
            own.grantsCurrentUser = grantsCurrentUser
        }
    }

    @export(interface) public var defaultAccess: DataAccess? {
        let (list, grants, user, awaited) = lock.locked {
            (own.defaultAccess?.current, own.grantsCurrentUser, own.user, own.opening == .done ? nil : own.awaited)
        }
        guard let list else { return nil }
        if grants, let awaited { return DataAccess(list, for: awaited) }
        let access = DataAccess(list)
        if grants, let id = user?.objectId { access.grant(id) }
        return access
    }

    /// An object that is not saved. Users begin with rights of their own.
    @export(interface) public func newObject(className: String) -> DataObject {
        let object = DataObject(className: className)
        if className != ClientDatastore.userClass, let access = defaultAccess { object.setAccess(access) }
        return object
    }
}
