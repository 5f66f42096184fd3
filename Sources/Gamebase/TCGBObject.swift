import Boundary
import CGamebase
import Client

@_cdecl("TCGBRetain") @implementation
public func TCGBRetain(_ object: UnsafeRawPointer?) -> UnsafeRawPointer? {
    let handle = Handle(bits: UInt64(UInt(bitPattern: object)))
    // An instance is not counted: it lives until TCGBInstance_destroy.
    if handle.handleClass == BoundaryClass.TCGBInstance.rawValue, ProcessHandles.table.isAlive(handle) { return object }
    if ProcessHandles.table.retain(handle) { return object }
    reportObject(object)
    return nil
}

@_cdecl("TCGBRelease") @implementation
public func TCGBRelease(_ object: UnsafeRawPointer?) {
    // As with free(): nothing to release is nothing to report.
    guard let object else { return }
    let handle = Handle(bits: UInt64(UInt(bitPattern: object)))
    if handle.handleClass == BoundaryClass.TCGBInstance.rawValue, ProcessHandles.table.isAlive(handle) { return }
    if !ProcessHandles.table.release(handle) { reportObject(object) }
}

@_cdecl("TCGBObject_aliveCount") @implementation
public func TCGBObject_aliveCount() -> Int { ProcessHandles.table.live }

@_cdecl("TCGBObject_retainCount") @implementation
public func TCGBObject_retainCount(_ object: UnsafeRawPointer?) -> Int {
    ProcessHandles.table.references(Handle(bits: UInt64(UInt(bitPattern: object))))
}

private func reportObject(_ object: UnsafeRawPointer?, _ function: StaticString = #function) {
    BadHandles.report(object.map { OpaquePointer($0) }, nil, function)
}
