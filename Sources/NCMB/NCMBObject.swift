import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBObject_objectWithClassName") @implementation
public func NCMBObject_objectWithClassName(_ className: UnsafePointer<CChar>?) -> OpaquePointer? {
    made(className)
}

@_cdecl("NCMBObject_initWithClassName") @implementation
public func NCMBObject_initWithClassName(_ className: UnsafePointer<CChar>?) -> OpaquePointer? {
    made(className)
}

@_cdecl("NCMBObject_setObjectId") @implementation
public func NCMBObject_setObjectId(_ object: OpaquePointer?, _ objectId: UnsafePointer<CChar>?) {
    guard let object = value(object, ObjectValue.self)?.object else { return }
    var arguments = Arguments("NCMBObject")
    let objectId = arguments.text(objectId, "objectId")
    if let objectId { arguments.refuseNoId(objectId) }
    if !arguments.refusedIntoLog() { object.setObjectId(objectId) }
}

@_cdecl("NCMBObject_ACL") @implementation
public func NCMBObject_ACL(_ object: OpaquePointer?) -> OpaquePointer? {
    keptAccess(object)
}

@_cdecl("NCMBObject_setACL") @implementation
public func NCMBObject_setACL(_ object: OpaquePointer?, _ ACL: OpaquePointer?) {
    guard let object = value(object, ObjectValue.self)?.object else { return }
    var arguments = Arguments("NCMBObject")
    let access = ACL == nil ? nil : arguments.value(ACL, AccessValue.self, "ACL")?.access
    if !arguments.refusedIntoLog() { object.setAccess(access) }
}

@_cdecl("NCMBObject_removeObjectForKey") @implementation
public func NCMBObject_removeObjectForKey(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { _ in .delete }
}

@_cdecl("NCMBObject_allKeys_count") @implementation
public func NCMBObject_allKeys_count(_ object: OpaquePointer?) -> Int {
    value(object, ObjectValue.self)?.object.keys().count ?? 0
}

@_cdecl("NCMBObject_allKeys_at") @implementation
public func NCMBObject_allKeys_at(_ object: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    guard let keys = value(object, ObjectValue.self)?.object.keys(), keys.indices.contains(index) else { return nil }
    return read(object, ObjectValue.self, else: nil) { $0.kept(keys[index]) }
}

@_cdecl("NCMBObject_relationforKey") @implementation
public func NCMBObject_relationforKey(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
    relation(object, requiredKey(key), nil)
}

@_cdecl("NCMBObject_save") @implementation
public func NCMBObject_save(_ object: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    waited(object, error) { Clients.current.datastore.saveBlocking($0) }
}

@_cdecl("NCMBObject_saveInBackgroundWithBlock") @implementation
public func NCMBObject_saveInBackgroundWithBlock(
    _ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    background(object, block, context) { Clients.current.datastore.save($0, completion: $1) }
}

@_cdecl("NCMBObject_fetch") @implementation
public func NCMBObject_fetch(_ object: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    waited(object, error) { Clients.current.datastore.fetchBlocking($0, dropsChanges: false) }
}

@_cdecl("NCMBObject_fetchInBackgroundWithBlock") @implementation
public func NCMBObject_fetchInBackgroundWithBlock(
    _ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    background(object, block, context) { Clients.current.datastore.fetch($0, dropsChanges: false, completion: $1) }
}

@_cdecl("NCMBObject_refresh") @implementation
public func NCMBObject_refresh(_ object: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    waited(object, error) { Clients.current.datastore.fetchBlocking($0, dropsChanges: true) }
}

@_cdecl("NCMBObject_refreshInBackgroundWithBlock") @implementation
public func NCMBObject_refreshInBackgroundWithBlock(
    _ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    background(object, block, context) { Clients.current.datastore.fetch($0, dropsChanges: true, completion: $1) }
}

@_cdecl("NCMBObject_delete") @implementation
public func NCMBObject_delete(_ object: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    waited(object, error) { Clients.current.datastore.deleteBlocking($0) }
}

@_cdecl("NCMBObject_deleteInBackgroundWithBlock") @implementation
public func NCMBObject_deleteInBackgroundWithBlock(
    _ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    background(object, block, context) { Clients.current.datastore.delete($0, completion: $1) }
}

@_cdecl("NCMBObject_saveEventually") @implementation
public func NCMBObject_saveEventually(_ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?) {
    background(object, block, context) { Clients.current.datastore.saveEventually($0, completion: $1) }
}

@_cdecl("NCMBObject_deleteEventually") @implementation
public func NCMBObject_deleteEventually(_ object: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?) {
    background(object, block, context) { Clients.current.datastore.deleteEventually($0, completion: $1) }
}

@_cdecl("NCMBObject_setRequiresUnchanged") @implementation
public func NCMBObject_setRequiresUnchanged(_ object: OpaquePointer?, _ requires_unchanged: Bool) {
    value(object, ObjectValue.self)?.object.setRequiresUnchanged(requires_unchanged)
}

@_cdecl("NCMBObject_requiresUnchanged") @implementation
public func NCMBObject_requiresUnchanged(_ object: OpaquePointer?) -> Bool {
    value(object, ObjectValue.self)?.object.requiresUnchanged ?? false
}
