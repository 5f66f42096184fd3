import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBQuery_whereKey_equalTo_string") @implementation
public func NCMBQuery_whereKey_equalTo_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_int64") @implementation
public func NCMBQuery_whereKey_equalTo_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .equal(.value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_double") @implementation
public func NCMBQuery_whereKey_equalTo_double(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_bool") @implementation
public func NCMBQuery_whereKey_equalTo_bool(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Bool) -> Bool {
    restrict(query, key) { arguments in .equal(.value(.bool(object))) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_date") @implementation
public func NCMBQuery_whereKey_equalTo_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_object") @implementation
public func NCMBQuery_whereKey_equalTo_object(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: OpaquePointer?) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.object(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_geoPoint") @implementation
public func NCMBQuery_whereKey_equalTo_geoPoint(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: OpaquePointer?) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.geoPoint(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_equalTo_json") @implementation
public func NCMBQuery_whereKey_equalTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .equal(arguments.json(value: object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_string") @implementation
public func NCMBQuery_whereKey_notEqualTo_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_int64") @implementation
public func NCMBQuery_whereKey_notEqualTo_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$ne", .value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_double") @implementation
public func NCMBQuery_whereKey_notEqualTo_double(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_bool") @implementation
public func NCMBQuery_whereKey_notEqualTo_bool(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Bool) -> Bool {
    restrict(query, key) { arguments in .test("$ne", .value(.bool(object))) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_date") @implementation
public func NCMBQuery_whereKey_notEqualTo_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_object") @implementation
public func NCMBQuery_whereKey_notEqualTo_object(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: OpaquePointer?) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.object(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_geoPoint") @implementation
public func NCMBQuery_whereKey_notEqualTo_geoPoint(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: OpaquePointer?
) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.geoPoint(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_notEqualTo_json") @implementation
public func NCMBQuery_whereKey_notEqualTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$ne", arguments.json(value: object, "object")) }
}
