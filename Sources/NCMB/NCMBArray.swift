import Boundary
import CGamebase
import Linux

/// Objects that are kept together.
struct ArrayValue: BoundaryValue {
    let handles: [KeptHandle]

    package static var boundaryClass: BoundaryClass { .NCMBArray }
    package typealias Field = NoField
}

@_cdecl("NCMBArray_count") @implementation
public func NCMBArray_count(_ array: OpaquePointer?) -> Int {
    value(array, ArrayValue.self)?.handles.count ?? 0
}

@_cdecl("NCMBArray_objectAtIndex") @implementation
public func NCMBArray_objectAtIndex(_ array: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    guard let handles = value(array, ArrayValue.self)?.handles, handles.indices.contains(index) else { return nil }
    return handles[index].pointer
}
