import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBObject_setObject_forKey_string") @implementation
public func NCMBObject_setObject_forKey_string(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .set(arguments.string(value, "value")) }
}

@_cdecl("NCMBObject_setObject_forKey_int64") @implementation
public func NCMBObject_setObject_forKey_int64(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(.value(.integer(value))) }
}

@_cdecl("NCMBObject_setObject_forKey_double") @implementation
public func NCMBObject_setObject_forKey_double(_ object: OpaquePointer?, _ value: Double, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(arguments.double(value, "value")) }
}

@_cdecl("NCMBObject_setObject_forKey_bool") @implementation
public func NCMBObject_setObject_forKey_bool(_ object: OpaquePointer?, _ value: Bool, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(.value(.bool(value))) }
}

@_cdecl("NCMBObject_setObject_forKey_date") @implementation
public func NCMBObject_setObject_forKey_date(_ object: OpaquePointer?, _ value: Int64, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(arguments.date(value, "value")) }
}

@_cdecl("NCMBObject_setObject_forKey_object") @implementation
public func NCMBObject_setObject_forKey_object(_ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(arguments.object(value, "value")) }
}

@_cdecl("NCMBObject_setObject_forKey_geoPoint") @implementation
public func NCMBObject_setObject_forKey_geoPoint(_ object: OpaquePointer?, _ value: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { arguments in .set(arguments.geoPoint(value, "value")) }
}

@_cdecl("NCMBObject_setObject_forKey_json") @implementation
public func NCMBObject_setObject_forKey_json(
    _ object: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    changed(object, key) { arguments in .set(arguments.json(value: value, "value")) }
}

@_cdecl("NCMBObject_incrementKey") @implementation
public func NCMBObject_incrementKey(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    changed(object, key) { _ in .increment(1) }
}

@_cdecl("NCMBObject_incrementKey_byAmount_int64") @implementation
public func NCMBObject_incrementKey_byAmount_int64(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ amount: Int64) -> Bool {
    changed(object, key) { _ in .increment(.integer(amount)) }
}

@_cdecl("NCMBObject_incrementKey_byAmount_double") @implementation
public func NCMBObject_incrementKey_byAmount_double(_ object: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ amount: Double) -> Bool {
    changed(object, key) { arguments in
        guard case .value(let number) = arguments.double(amount, "amount") else { return .increment(0) }
        return .increment(number)
    }
}
