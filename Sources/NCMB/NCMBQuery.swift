import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

@_cdecl("NCMBQuery_queryWithClassName") @implementation
public func NCMBQuery_queryWithClassName(_ className: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("NCMBQuery")
    let className = arguments.className(className)
    return arguments.refusedIntoLog() ? nil : newHandle(QueryValue(query: DataQuery(className: className)))
}

@_cdecl("NCMBQuery_orQueryWithSubqueries") @implementation
public func NCMBQuery_orQueryWithSubqueries(_ queries: UnsafePointer<OpaquePointer?>?, _ count: Int) -> OpaquePointer? {
    var arguments = Arguments("NCMBQuery")
    let found = arguments.queries(queries, count)
    let made = found.isEmpty ? nil : DataQuery.any(of: found)
    if made == nil { arguments.refuse("queries", "must be of one class") }
    if arguments.refusedIntoLog() { return nil }
    return made.flatMap { newHandle(QueryValue(query: $0)) }
}

@_cdecl("NCMBQuery_setLimit") @implementation
public func NCMBQuery_setLimit(_ query: OpaquePointer?, _ limit: Int32) {
    if let query = value(query, QueryValue.self)?.query { query.setLimit(limit) }
}

@_cdecl("NCMBQuery_setSkip") @implementation
public func NCMBQuery_setSkip(_ query: OpaquePointer?, _ skip: Int32) {
    if let query = value(query, QueryValue.self)?.query { query.setSkip(skip) }
}

@_cdecl("NCMBQuery_whereKeyExists") @implementation
public func NCMBQuery_whereKeyExists(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    restrict(query, key) { _ in .test("$exists", .value(true)) }
}

@_cdecl("NCMBQuery_whereKeyDoesNotExist") @implementation
public func NCMBQuery_whereKeyDoesNotExist(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    restrict(query, key) { _ in .test("$exists", .value(false)) }
}

@_cdecl("NCMBQuery_whereKey_matchesQuery") @implementation
public func NCMBQuery_whereKey_matchesQuery(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ subquery: OpaquePointer?) -> Bool {
    restrict(query, key) { arguments in
        .test("$inQuery", .value(arguments.value(subquery, QueryValue.self, "subquery")?.query.asOperand ?? .null))
    }
}

@_cdecl("NCMBQuery_whereKey_matchesKey_inQuery") @implementation
public func NCMBQuery_whereKey_matchesKey_inQuery(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ otherKey: UnsafePointer<CChar>?, _ subquery: OpaquePointer?
) -> Bool {
    restrict(query, key) { arguments in
        let other = arguments.requiredText(otherKey, "otherKey", "the name of a field")
        let operand = arguments.value(subquery, QueryValue.self, "subquery")?.query.asOperand ?? .null
        return .test("$select", .value(["query": operand, "key": .string(other)]))
    }
}

@_cdecl("NCMBQuery_whereKey_nearGeoPoint") @implementation
public func NCMBQuery_whereKey_nearGeoPoint(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ geoPoint: OpaquePointer?) -> Bool {
    near(query, key, geoPoint, nil, 0)
}

@_cdecl("NCMBQuery_whereKey_nearGeoPoint_withinKilometers") @implementation
public func NCMBQuery_whereKey_nearGeoPoint_withinKilometers(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ geoPoint: OpaquePointer?, _ maxDistance: Double
) -> Bool {
    near(query, key, geoPoint, "$maxDistanceInKilometers", maxDistance)
}

@_cdecl("NCMBQuery_whereKey_nearGeoPoint_withinMiles") @implementation
public func NCMBQuery_whereKey_nearGeoPoint_withinMiles(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ geoPoint: OpaquePointer?, _ maxDistance: Double
) -> Bool {
    near(query, key, geoPoint, "$maxDistanceInMiles", maxDistance)
}

@_cdecl("NCMBQuery_whereKey_nearGeoPoint_withinRadians") @implementation
public func NCMBQuery_whereKey_nearGeoPoint_withinRadians(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ geoPoint: OpaquePointer?, _ maxDistance: Double
) -> Bool {
    near(query, key, geoPoint, "$maxDistanceInRadians", maxDistance)
}

@_cdecl("NCMBQuery_whereKey_withinGeoBoxFromSouthwest_toNortheast") @implementation
public func NCMBQuery_whereKey_withinGeoBoxFromSouthwest_toNortheast(
    _ query: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ southwest: OpaquePointer?, _ northeast: OpaquePointer?
) -> Bool {
    restrict(query, key) { arguments in
        let corners = [arguments.geoPoint(southwest, "southwest"), arguments.geoPoint(northeast, "northeast")]
        return .test("$within", .value(["$box": arguments.array(corners)]))
    }
}

@_cdecl("NCMBQuery_relatedTo_objectId_key") @implementation
public func NCMBQuery_relatedTo_objectId_key(
    _ query: OpaquePointer?, _ targetClassName: UnsafePointer<CChar>?, _ objectId: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?
) -> Bool {
    guard let query = value(query, QueryValue.self)?.query else { return false }
    var arguments = Arguments("NCMBQuery")
    let className = arguments.requiredText(targetClassName, "targetClassName", "the class of the object")
    let id = arguments.requiredText(objectId, "objectId", "the id of the object")
    let key = arguments.requiredText(key, "key", "the name of a field")
    if arguments.refusedIntoLog() { return false }
    return done { () throws(GamebaseError) in try query.relate(className: className, objectId: id, key: key) }
}

@_cdecl("NCMBQuery_includeKey") @implementation
public func NCMBQuery_includeKey(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) {
    guard let query = value(query, QueryValue.self)?.query else { return }
    var arguments = Arguments("NCMBQuery")
    let key = arguments.text(key, "key")
    if !arguments.refusedIntoLog() { query.setInclude(key) }
}

@_cdecl("NCMBQuery_orderByAscending") @implementation
public func NCMBQuery_orderByAscending(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    order(query, key, isDescending: false, alone: true)
}

@_cdecl("NCMBQuery_addAscendingOrder") @implementation
public func NCMBQuery_addAscendingOrder(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    order(query, key, isDescending: false, alone: false)
}

@_cdecl("NCMBQuery_orderByDescending") @implementation
public func NCMBQuery_orderByDescending(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    order(query, key, isDescending: true, alone: true)
}

@_cdecl("NCMBQuery_addDescendingOrder") @implementation
public func NCMBQuery_addDescendingOrder(_ query: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    order(query, key, isDescending: true, alone: false)
}
