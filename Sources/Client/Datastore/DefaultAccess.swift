import Codecs
import Documents
import Linux

/// The rights that objects begin with.
extension ClientDatastore {
    @export(interface) public func setDefaultAccess(_ list: AccessList?, grantsCurrentUser: Bool) {
        lock.locked {
            own.defaultAccess = list.map { DataAccess($0) }
            own.grantsCurrentUser = grantsCurrentUser
        }
    }

    @export(interface) public var defaultAccess: DataAccess? {
        let (list, grants, user) = lock.locked { (own.defaultAccess?.current, own.grantsCurrentUser, own.user) }
        guard let list else { return nil }
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
