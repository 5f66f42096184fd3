import Boundary
import CGamebase
import Client
import Codecs
import Linux

// The ways in which calls of this surface end.

/// Hands an error to a caller who waited.
/// - Returns: true without one.
func give(_ error: GamebaseError?, to place: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    guard let error else {
        place?.pointee = nil
        return true
    }
    guard let place else { return false }
    LastResort.prepare()
    if let handle = newHandle(error) {
        place.pointee = handle
    } else if let last = LastResort.error, ProcessHandles.table.retain(Handle(last)) {
        place.pointee = last
    }
    return false
}

/// Makes a change that is refused whole or made whole.
/// - Returns: false after a refusal, which the log tells.
func done(_ function: StaticString = #function, _ change: () throws(GamebaseError) -> Void) -> Bool {
    do throws(GamebaseError) {
        try change()
        return true
    } catch {
        Clients.current.log(.warn, "\(functionName(function)): \(error.message)")
        return false
    }
}

// MARK: Objects

func made(_ className: CText?, _ function: StaticString = #function) -> OpaquePointer? {
    var arguments = Arguments("NCMBObject")
    let className = arguments.className(className)
    if arguments.refusedIntoLog(function) { return nil }
    return ownedHandle(Clients.current.datastore.newObject(className: className))
}

func changed(
    _ pointer: OpaquePointer?, _ key: CText?, _ function: StaticString = #function, _ make: (inout Arguments) -> DataChange
) -> Bool {
    guard let object = value(pointer, ObjectValue.self, function)?.object else { return false }
    var arguments = Arguments("NCMBObject")
    let key = arguments.requiredText(key, "key", "the name of a field")
    let change = make(&arguments)
    if arguments.refusedIntoLog(function) { return false }
    return done(function) { () throws(GamebaseError) in try object.change(key, change) }
}

func requiredKey(_ key: CText?, _ function: StaticString = #function) -> String {
    var arguments = Arguments("NCMBObject")
    let key = arguments.requiredText(key, "key", "the name of a field")
    return arguments.refusedIntoLog(function) ? "" : key
}

/// What a field shows.
func shown(_ pointer: OpaquePointer?, _ key: CText?, _ function: StaticString = #function) -> JSON? {
    guard let object = value(pointer, ObjectValue.self, function)?.object else { return nil }
    let key = requiredKey(key, function)
    return key.isEmpty ? nil : object.value(key)
}

func waited(
    _ pointer: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ function: StaticString = #function,
    _ work: (DataObject) -> GamebaseError?
) -> Bool {
    var arguments = Arguments("NCMBObject")
    let object = arguments.value(pointer, ObjectValue.self, "object")?.object
    if let refusal = arguments.error {
        _ = arguments.refusedIntoLog(function)
        return give(DataError.argument(refusal), to: error)
    }
    guard let object else { return false }
    return give(work(object), to: error)
}

func background(
    _ pointer: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function,
    _ work: (DataObject, @escaping (GamebaseError?) -> Void) -> Void
) {
    let deliver = deliver(error: block, context)
    var arguments = Arguments("NCMBObject")
    let object = arguments.value(pointer, ObjectValue.self, "object")?.object
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver($0) } }
    if let object { work(object, deliver) }
}

// MARK: What callbacks are handed

/// A value that cannot be handed over is an error, never a success without a value.
func deliver(
    object block: NCMBObjectResultBlock?, _ context: UnsafeMutableRawPointer?
) -> (DataObject?, GamebaseError?) -> Void {
    guard let block else { return { _, _ in } }
    LastResort.prepare()
    return { object, error in
        guard let object else { return withBorrowed(error: error) { block(nil, $0, context) } }
        guard let handle = ownedHandle(object) else { return block(nil, LastResort.error, context) }
        withBorrowed(error: error) { block(handle, $0, context) }
        releaseHandle(handle)
    }
}

func deliver(objects block: NCMBArrayResultBlock?, _ context: UnsafeMutableRawPointer?) -> ([DataObject]?, GamebaseError?) -> Void {
    guard let block else { return { _, _ in } }
    LastResort.prepare()
    return { objects, error in
        let objects = objects ?? []
        if objects.isEmpty { return withBorrowed(error: error) { block(nil, 0, $0, context) } }
        var handles: [OpaquePointer?] = []
        handles.reserveCapacity(objects.count)
        for object in objects {
            guard let handle = ownedHandle(object) else { break }
            handles.append(handle)
        }
        if handles.count == objects.count {
            handles.withUnsafeBufferPointer { handles in
                withBorrowed(error: error) { block(handles.baseAddress, handles.count, $0, context) }
            }
        } else {
            block(nil, 0, LastResort.error, context)
        }
        for handle in handles { releaseHandle(handle) }
    }
}

func deliver(number block: NCMBIntegerResultBlock?, _ context: UnsafeMutableRawPointer?) -> (Int64?, GamebaseError?) -> Void {
    guard let block else { return { _, _ in } }
    LastResort.prepare()
    return { number, error in withBorrowed(error: error) { block(number.map { Int32(clamping: $0) } ?? -1, $0, context) } }
}

func deliver(bytes block: NCMBDataResultBlock?, _ context: UnsafeMutableRawPointer?) -> (DataBytes?, GamebaseError?) -> Void {
    guard let block else { return { _, _ in } }
    LastResort.prepare()
    return { bytes, error in
        withBorrowed(error: error) { error in
            withExtendedLifetime(bytes) { block(bytes.map { UnsafeRawPointer($0.start) }, bytes?.count ?? 0, error, context) }
        }
    }
}
