import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("NCMBQuery_findObjects") @implementation
public func NCMBQuery_findObjects(_ query: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    found(query, error) { Clients.current.datastore.findBlocking($0) }.flatMap { arrayHandle($0) }
}

@_cdecl("NCMBQuery_findObjectsInBackgroundWithBlock") @implementation
public func NCMBQuery_findObjectsInBackgroundWithBlock(
    _ query: OpaquePointer?, _ block: NCMBArrayResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    search(query, block != nil, deliver(objects: block, context)) { Clients.current.datastore.find($0, completion: $1) }
}

@_cdecl("NCMBQuery_getFirstObject") @implementation
public func NCMBQuery_getFirstObject(_ query: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer? {
    found(query, error) { Clients.current.datastore.firstBlocking($0) }.flatMap { $0.first }.flatMap { ownedHandle($0) }
}

@_cdecl("NCMBQuery_getFirstObjectInBackgroundWithBlock") @implementation
public func NCMBQuery_getFirstObjectInBackgroundWithBlock(
    _ query: OpaquePointer?, _ block: NCMBObjectResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    search(query, block != nil, deliver(object: block, context)) { Clients.current.datastore.first($0, completion: $1) }
}

@_cdecl("NCMBQuery_countObjects") @implementation
public func NCMBQuery_countObjects(_ query: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Int64 {
    found(query, error) { Clients.current.datastore.countBlocking($0) } ?? -1
}

@_cdecl("NCMBQuery_countObjectsInBackgroundWithBlock") @implementation
public func NCMBQuery_countObjectsInBackgroundWithBlock(
    _ query: OpaquePointer?, _ block: NCMBIntegerResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    search(query, block != nil, deliver(number: block, context)) { Clients.current.datastore.count($0, completion: $1) }
}

@_cdecl("NCMBQuery_getObjectWithId_error") @implementation
public func NCMBQuery_getObjectWithId_error(
    _ query: OpaquePointer?, _ objectId: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    object(withId: objectId, value(query, QueryValue.self)?.query, error)
}

@_cdecl("NCMBQuery_getObjectInBackgroundWithId_block") @implementation
public func NCMBQuery_getObjectInBackgroundWithId_block(
    _ query: OpaquePointer?, _ objectId: UnsafePointer<CChar>?, _ block: NCMBObjectResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBQuery")
    let id = arguments.requiredText(objectId, "objectId", "the id of an object")
    let deliver = deliver(object: block, context)
    if let error = arguments.error { return refuse(DataError.argument(error), block != nil) { deliver(nil, $0) } }
    search(query, block != nil, deliver) { Clients.current.datastore.object($0, id: id, completion: $1) }
}

@_cdecl("NCMBQuery_getObjectOfClass_objectId_error") @implementation
public func NCMBQuery_getObjectOfClass_objectId_error(
    _ objectClass: UnsafePointer<CChar>?, _ objectId: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    var arguments = Arguments("NCMBQuery")
    let className = arguments.className(objectClass)
    if let refusal = arguments.error {
        _ = give(DataError.argument(refusal), to: error)
        return nil
    }
    return object(withId: objectId, DataQuery(className: className), error)
}

@_cdecl("NCMBQuery_getUserObjectWithId_error") @implementation
public func NCMBQuery_getUserObjectWithId_error(
    _ objectId: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    object(withId: objectId, DataQuery(className: ClientDatastore.userClass), error)
}

@_cdecl("NCMBQuery_cancel") @implementation
public func NCMBQuery_cancel(_ query: OpaquePointer?) {
    if let query = value(query, QueryValue.self)?.query { Clients.current.datastore.cancel(query) }
}
