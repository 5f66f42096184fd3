import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBQuery_whereKey_containedInArray_strings") @implementation
public func NCMBQuery_whereKey_containedInArray_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedInArray_int64s") @implementation
public func NCMBQuery_whereKey_containedInArray_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedInArray_json") @implementation
public func NCMBQuery_whereKey_containedInArray_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedInArrayTo_strings") @implementation
public func NCMBQuery_whereKey_containedInArrayTo_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedInArrayTo_int64s") @implementation
public func NCMBQuery_whereKey_containedInArrayTo_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containedInArrayTo_json") @implementation
public func NCMBQuery_whereKey_containedInArrayTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$inArray", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArray_strings") @implementation
public func NCMBQuery_whereKey_notContainedInArray_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArray_int64s") @implementation
public func NCMBQuery_whereKey_notContainedInArray_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArray_json") @implementation
public func NCMBQuery_whereKey_notContainedInArray_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArrayTo_strings") @implementation
public func NCMBQuery_whereKey_notContainedInArrayTo_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArrayTo_int64s") @implementation
public func NCMBQuery_whereKey_notContainedInArrayTo_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_notContainedInArrayTo_json") @implementation
public func NCMBQuery_whereKey_notContainedInArrayTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$ninArray", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArray_strings") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArray_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArray_int64s") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArray_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArray_json") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArray_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.list(array, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArrayTo_strings") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArrayTo_strings(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.strings(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArrayTo_int64s") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArrayTo_int64s(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<Int64>?, _ count: Int
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.integers(array, count, "array")))) }
}

@_cdecl("NCMBQuery_whereKey_containsAllObjectsInArrayTo_json") @implementation
public func NCMBQuery_whereKey_containsAllObjectsInArrayTo_json(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ array: UnsafePointer<CChar>?
) -> Bool {
    restrict(query, key) { arguments in .test("$all", .value(arguments.array(arguments.list(array, "array")))) }
}
