import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBObject_addObject_forKey_string") @implementation
public func NCMBObject_addObject_forKey_string(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .add([arguments.string(value, "value")]) }
}

@_cdecl("NCMBObject_addObject_forKey_int64") @implementation
public func NCMBObject_addObject_forKey_int64(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([.value(.integer(value))]) }
}

@_cdecl("NCMBObject_addObject_forKey_double") @implementation
public func NCMBObject_addObject_forKey_double(_ object: OpaquePointer?, _ value: Double, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([arguments.double(value, "value")]) }
}

@_cdecl("NCMBObject_addObject_forKey_bool") @implementation
public func NCMBObject_addObject_forKey_bool(_ object: OpaquePointer?, _ value: Bool, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([.value(.bool(value))]) }
}

@_cdecl("NCMBObject_addObject_forKey_date") @implementation
public func NCMBObject_addObject_forKey_date(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([arguments.date(value, "value")]) }
}

@_cdecl("NCMBObject_addObject_forKey_object") @implementation
public func NCMBObject_addObject_forKey_object(_ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([arguments.object(value, "value")]) }
}

@_cdecl("NCMBObject_addObject_forKey_geoPoint") @implementation
public func NCMBObject_addObject_forKey_geoPoint(_ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .add([arguments.geoPoint(value, "value")]) }
}

@_cdecl("NCMBObject_addObject_forKey_json") @implementation
public func NCMBObject_addObject_forKey_json(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .add([arguments.json(value: value, "value")]) }
}

@_cdecl("NCMBObject_addObjectsFromArray_forKey_strings") @implementation
public func NCMBObject_addObjectsFromArray_forKey_strings(
    _ object: OpaquePointer?, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .add(arguments.strings(values, count, "values")) }
}

@_cdecl("NCMBObject_addObjectsFromArray_forKey_int64s") @implementation
public func NCMBObject_addObjectsFromArray_forKey_int64s(
    _ object: OpaquePointer?, _ values: UnsafePointer<Int64>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .add(arguments.integers(values, count, "values")) }
}

@_cdecl("NCMBObject_addObjectsFromArray_forKey_json") @implementation
public func NCMBObject_addObjectsFromArray_forKey_json(
    _ object: OpaquePointer?, _ values: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .add(arguments.list(values, "values")) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_string") @implementation
public func NCMBObject_addUniqueObject_forKey_string(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.string(value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_int64") @implementation
public func NCMBObject_addUniqueObject_forKey_int64(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .addUnique([.value(.integer(value))]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_double") @implementation
public func NCMBObject_addUniqueObject_forKey_double(_ object: OpaquePointer?, _ value: Double, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.double(value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_bool") @implementation
public func NCMBObject_addUniqueObject_forKey_bool(_ object: OpaquePointer?, _ value: Bool, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .addUnique([.value(.bool(value))]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_date") @implementation
public func NCMBObject_addUniqueObject_forKey_date(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.date(value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_object") @implementation
public func NCMBObject_addUniqueObject_forKey_object(
    _ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.object(value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_geoPoint") @implementation
public func NCMBObject_addUniqueObject_forKey_geoPoint(
    _ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.geoPoint(value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObject_forKey_json") @implementation
public func NCMBObject_addUniqueObject_forKey_json(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique([arguments.json(value: value, "value")]) }
}

@_cdecl("NCMBObject_addUniqueObjectsFromArray_forKey_strings") @implementation
public func NCMBObject_addUniqueObjectsFromArray_forKey_strings(
    _ object: OpaquePointer?, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique(arguments.strings(values, count, "values")) }
}

@_cdecl("NCMBObject_addUniqueObjectsFromArray_forKey_int64s") @implementation
public func NCMBObject_addUniqueObjectsFromArray_forKey_int64s(
    _ object: OpaquePointer?, _ values: UnsafePointer<Int64>?, _ count: Int, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique(arguments.integers(values, count, "values")) }
}

@_cdecl("NCMBObject_addUniqueObjectsFromArray_forKey_json") @implementation
public func NCMBObject_addUniqueObjectsFromArray_forKey_json(
    _ object: OpaquePointer?, _ values: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .addUnique(arguments.list(values, "values")) }
}
