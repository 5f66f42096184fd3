import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBQuery_whereKey_containedIn_strings") @implementation
public func NCMBQuery_whereKey_containedIn_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$in", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedIn_int64s") @implementation
public func NCMBQuery_whereKey_containedIn_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$in", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedIn_json") @implementation
public func NCMBQuery_whereKey_containedIn_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$in", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedIn_strings") @implementation
public func NCMBQuery_whereKey_notContainedIn_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$nin", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedIn_int64s") @implementation
public func NCMBQuery_whereKey_notContainedIn_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$nin", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedIn_json") @implementation
public func NCMBQuery_whereKey_notContainedIn_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$nin", .value(arguments.array(arguments.list(array, "array")))) }
}
