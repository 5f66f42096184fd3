import Boundary
import CGamebase
import Client

/// Bytes, shared with what they came from.
struct BytesValue: BoundaryValue {
    let bytes: DataBytes

    package static var boundaryClass: BoundaryClass { .NCMBData }
    package typealias Field = NoField
}

@_cdecl("NCMBData_bytes") @implementation
public func NCMBData_bytes(_ data: OpaquePointer?) -> UnsafeRawPointer? {
    value(data, BytesValue.self).map { UnsafeRawPointer($0.bytes.start) }
}

@_cdecl("NCMBData_length") @implementation
public func NCMBData_length(_ data: OpaquePointer?) -> Int {
    value(data, BytesValue.self)?.bytes.count ?? 0
}
