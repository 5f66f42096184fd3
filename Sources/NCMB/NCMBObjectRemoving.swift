import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBObject_removeObject_forKey_string") @implementation
public func NCMBObject_removeObject_forKey_string(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove([arguments.string(value, "value")]) }
}

@_cdecl("NCMBObject_removeObject_forKey_int64") @implementation
public func NCMBObject_removeObject_forKey_int64(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .remove([.value(.integer(value))]) }
}

@_cdecl("NCMBObject_removeObject_forKey_double") @implementation
public func NCMBObject_removeObject_forKey_double(_ object: OpaquePointer?, _ value: Double, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .remove([arguments.double(value, "value")]) }
}

@_cdecl("NCMBObject_removeObject_forKey_bool") @implementation
public func NCMBObject_removeObject_forKey_bool(_ object: OpaquePointer?, _ value: Bool, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .remove([.value(.bool(value))]) }
}

@_cdecl("NCMBObject_removeObject_forKey_date") @implementation
public func NCMBObject_removeObject_forKey_date(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .remove([arguments.date(value, "value")]) }
}

@_cdecl("NCMBObject_removeObject_forKey_object") @implementation
public func NCMBObject_removeObject_forKey_object(_ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .remove([arguments.object(value, "value")]) }
}

@_cdecl("NCMBObject_removeObject_forKey_geoPoint") @implementation
public func NCMBObject_removeObject_forKey_geoPoint(
    _ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove([arguments.geoPoint(value, "value")]) }
}

@_cdecl("NCMBObject_removeObject_forKey_json") @implementation
public func NCMBObject_removeObject_forKey_json(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove([arguments.json(value: value, "value")]) }
}

@_cdecl("NCMBObject_removeObjectsInArray_forKey_strings") @implementation
public func NCMBObject_removeObjectsInArray_forKey_strings(
    _ object: OpaquePointer?, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove(arguments.strings(values, count, "values")) }
}

@_cdecl("NCMBObject_removeObjectsInArray_forKey_int64s") @implementation
public func NCMBObject_removeObjectsInArray_forKey_int64s(
    _ object: OpaquePointer?, _ values: UnsafePointer<Int64>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove(arguments.integers(values, count, "values")) }
}

@_cdecl("NCMBObject_removeObjectsInArray_forKey_json") @implementation
public func NCMBObject_removeObjectsInArray_forKey_json(
    _ object: OpaquePointer?, _ values: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .remove(arguments.list(values, "values")) }
}
