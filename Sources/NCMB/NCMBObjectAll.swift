import Boundary
import CGamebase
import Client
import Linux

@_cdecl("NCMBObject_saveAll_error") @implementation
public func NCMBObject_saveAll_error(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool { all(.save, objects, count, error) }

@_cdecl("NCMBObject_saveAllInBackground_withBlock") @implementation
public func NCMBObject_saveAllInBackground_withBlock(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ block: NCMBAllResultBlock?, _ context: UnsafeMutableRawPointer?
) { all(.save, objects, count, block, context) }

@_cdecl("NCMBObject_fetchAll_error") @implementation
public func NCMBObject_fetchAll_error(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool { all(.fetch, objects, count, error) }

@_cdecl("NCMBObject_fetchAllInBackground_withBlock") @implementation
public func NCMBObject_fetchAllInBackground_withBlock(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ block: NCMBAllResultBlock?, _ context: UnsafeMutableRawPointer?
) { all(.fetch, objects, count, block, context) }

@_cdecl("NCMBObject_deleteAll_error") @implementation
public func NCMBObject_deleteAll_error(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool { all(.delete, objects, count, error) }

@_cdecl("NCMBObject_deleteAllInBackground_withBlock") @implementation
public func NCMBObject_deleteAllInBackground_withBlock(
    _ objects: UnsafePointer<OpaquePointer?>?, _ count: Int, _ block: NCMBAllResultBlock?, _ context: UnsafeMutableRawPointer?
) { all(.delete, objects, count, block, context) }

private func all(
    _ action: ClientDatastore.ActionOnAll, _ items: UnsafePointer<OpaquePointer?>?, _ count: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ function: StaticString = #function
) -> Bool {
    var arguments = Arguments("NCMBObject")
    let objects = arguments.objects(items, count)
    if let refusal = arguments.error {
        _ = arguments.refusedIntoLog(function)
        return give(DataError.argument(refusal), to: error)
    }
    let (outcomes, failure) = Clients.current.datastore.allBlocking(action, objects)
    return give(failure ?? firstError(outcomes), to: error)
}

private func all(
    _ action: ClientDatastore.ActionOnAll, _ items: UnsafePointer<OpaquePointer?>?, _ count: Int, _ block: NCMBAllResultBlock?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("NCMBObject")
    let objects = arguments.objects(items, count)
    LastResort.prepare()
    let deliver: (ClientDatastore.Outcomes, GamebaseError?) -> Void = { outcomes, failure in
        guard let block else { return }
        var errors: [OpaquePointer?] = []
        errors.reserveCapacity(outcomes.count)
        for outcome in outcomes { errors.append(outcome.flatMap { newHandle($0) ?? LastResort.error }) }
        withBorrowed(error: failure ?? firstError(outcomes)) { error in
            errors.withUnsafeBufferPointer { block($0.isEmpty ? nil : $0.baseAddress, $0.count, error, context) }
        }
        for case let handle? in errors where handle != LastResort.error { releaseHandle(handle) }
    }
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver([], $0) } }
    Clients.current.datastore.all(action, objects, completion: deliver)
}

private func firstError(_ outcomes: ClientDatastore.Outcomes) -> GamebaseError? {
    for case let error? in outcomes { return error }
    return nil
}

extension Arguments {
    fileprivate mutating func objects(_ items: UnsafePointer<OpaquePointer?>?, _ count: Int) -> [DataObject] {
        guard 0...ClientDatastore.objectsAtOnceMax ~= count, items != nil || count == 0 else {
            refuse("objects", "pass at most \(ClientDatastore.objectsAtOnceMax)")
            return []
        }
        var objects: [DataObject] = []
        objects.reserveCapacity(count)
        for place in 0..<count {
            if let object = value(items?[place], ObjectValue.self, "objects")?.object { objects.append(object) }
        }
        return objects
    }
}
