import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBQuery_whereKey_lessThan_string") @implementation
public func NCMBQuery_whereKey_lessThan_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$lt", arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThan_int64") @implementation
public func NCMBQuery_whereKey_lessThan_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$lt", .value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_lessThan_double") @implementation
public func NCMBQuery_whereKey_lessThan_double(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double) -> Bool {
    restrict(query, key) { arguments in .test("$lt", arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThan_date") @implementation
public func NCMBQuery_whereKey_lessThan_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$lt", arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThan_json") @implementation
public func NCMBQuery_whereKey_lessThan_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$lt", arguments.json(value: object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThanOrEqualTo_string") @implementation
public func NCMBQuery_whereKey_lessThanOrEqualTo_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$lte", arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThanOrEqualTo_int64") @implementation
public func NCMBQuery_whereKey_lessThanOrEqualTo_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$lte", .value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_lessThanOrEqualTo_double") @implementation
public func NCMBQuery_whereKey_lessThanOrEqualTo_double(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double) -> Bool {
    restrict(query, key) { arguments in .test("$lte", arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThanOrEqualTo_date") @implementation
public func NCMBQuery_whereKey_lessThanOrEqualTo_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$lte", arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_lessThanOrEqualTo_json") @implementation
public func NCMBQuery_whereKey_lessThanOrEqualTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$lte", arguments.json(value: object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThan_string") @implementation
public func NCMBQuery_whereKey_greaterThan_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$gt", arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThan_int64") @implementation
public func NCMBQuery_whereKey_greaterThan_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$gt", .value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_greaterThan_double") @implementation
public func NCMBQuery_whereKey_greaterThan_double(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double) -> Bool {
    restrict(query, key) { arguments in .test("$gt", arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThan_date") @implementation
public func NCMBQuery_whereKey_greaterThan_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$gt", arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThan_json") @implementation
public func NCMBQuery_whereKey_greaterThan_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$gt", arguments.json(value: object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThanOrEqualTo_string") @implementation
public func NCMBQuery_whereKey_greaterThanOrEqualTo_string(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$gte", arguments.string(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThanOrEqualTo_int64") @implementation
public func NCMBQuery_whereKey_greaterThanOrEqualTo_int64(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$gte", .value(.integer(object))) }
}

@_cdecl("NCMBQuery_whereKey_greaterThanOrEqualTo_double") @implementation
public func NCMBQuery_whereKey_greaterThanOrEqualTo_double(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Double
) -> Bool {
    restrict(query, key) { arguments in .test("$gte", arguments.double(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThanOrEqualTo_date") @implementation
public func NCMBQuery_whereKey_greaterThanOrEqualTo_date(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: Int64) -> Bool {
    restrict(query, key) { arguments in .test("$gte", arguments.date(object, "object")) }
}

@_cdecl("NCMBQuery_whereKey_greaterThanOrEqualTo_json") @implementation
public func NCMBQuery_whereKey_greaterThanOrEqualTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ object: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$gte", arguments.json(value: object, "object")) }
}
