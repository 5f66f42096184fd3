import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBObject_objectForKey_string") @implementation
public func NCMBObject_objectForKey_string(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let text = shown(object, key)?.stringValue else { return nil }
    return read(object, ObjectValue.self, else: nil) { $0.kept(text) }
}

@_cdecl("NCMBObject_objectForKey_int64") @implementation
public func NCMBObject_objectForKey_int64(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Int64 {
    guard let value = shown(object, key) else { return 0 }
    return value.int64Value ?? value.doubleValue.flatMap { abs($0) < 0x1p63 ? Int64($0) : nil } ?? 0
}

@_cdecl("NCMBObject_objectForKey_double") @implementation
public func NCMBObject_objectForKey_double(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Double {
    shown(object, key)?.doubleValue ?? 0
}

@_cdecl("NCMBObject_objectForKey_bool") @implementation
public func NCMBObject_objectForKey_bool(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    guard let value = shown(object, key) else { return false }
    return value.boolValue ?? ((value.doubleValue ?? 0) != 0)
}

@_cdecl("NCMBObject_objectForKey_date") @implementation
public func NCMBObject_objectForKey_date(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Int64 {
    guard let value = shown(object, key), value["__type"] == "Date" else { return Int64.min }
    return DocumentDate.milliseconds(value) ?? Int64.min
}

@_cdecl("NCMBObject_objectForKey_object") @implementation
public func NCMBObject_objectForKey_object(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
    keptObject(object, requiredKey(key)) { $0.child($1) }
}

@_cdecl("NCMBObject_objectForKey_geoPoint") @implementation
public func NCMBObject_objectForKey_geoPoint(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
    shown(object, key)?.objectValue.flatMap { GeoPoint($0) }.flatMap { newHandle(GeoPointValue(point: $0)) }
}

@_cdecl("NCMBObject_objectForKey_json") @implementation
public func NCMBObject_objectForKey_json(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let text = shown(object, key)?.text() else { return nil }
    return read(object, ObjectValue.self, else: nil) { $0.kept(text) }
}
