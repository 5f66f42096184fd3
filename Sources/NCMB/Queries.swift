import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

/// A condition that a function of the header asks for.
enum Restriction {
    case equal(DataValue)
    case test(String, DataValue)
}

func restrict(
    _ pointer: OpaquePointer?, _ key: CText?, _ function: StaticString = #function, _ make: (inout Arguments) -> Restriction
) -> Bool {
    guard let query = value(pointer, QueryValue.self, function)?.query else { return false }
    var arguments = Arguments("NCMBQuery")
    let key = arguments.requiredText(key, "key", "the name of a field")
    let restriction = make(&arguments)
    if arguments.refusedIntoLog(function) { return false }
    return done(function) { () throws(GamebaseError) in
        switch restriction {
        case .equal(let value): try query.setEqual(key, value)
        case .test(let name, let value): try query.add(name, key, value)
        }
    }
}

func near(
    _ pointer: OpaquePointer?, _ key: CText?, _ place: OpaquePointer?, _ unit: String?, _ distance: Double,
    _ function: StaticString = #function
) -> Bool {
    guard let query = value(pointer, QueryValue.self, function)?.query else { return false }
    var arguments = Arguments("NCMBQuery")
    let key = arguments.requiredText(key, "key", "the name of a field")
    let point = arguments.value(place, GeoPointValue.self, "geoPoint")?.point
    if !(distance >= 0 && distance.isFinite) { arguments.refuse("maxDistance", "must be 0 or more") }
    guard !arguments.refusedIntoLog(function), let point else { return false }
    return done(function) { () throws(GamebaseError) in
        try query.add("$nearSphere", key, .value(point.json))
        if let unit { try query.add(unit, key, .value(FieldNumber.json(distance))) }
    }
}

func order(
    _ pointer: OpaquePointer?, _ key: CText?, isDescending: Bool, alone: Bool, _ function: StaticString = #function
) -> Bool {
    guard let query = value(pointer, QueryValue.self, function)?.query else { return false }
    var arguments = Arguments("NCMBQuery")
    let key = arguments.requiredText(key, "key", "the name of a field")
    if arguments.refusedIntoLog(function) { return false }
    return done(function) { () throws(GamebaseError) in try query.order(key, isDescending: isDescending, alone: alone) }
}

/// Waits for what a query finds.
func found<Found>(
    _ pointer: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ function: StaticString = #function,
    _ work: (DataQuery) -> (Found?, GamebaseError?)
) -> Found? {
    var arguments = Arguments("NCMBQuery")
    let query = arguments.value(pointer, QueryValue.self, "query")?.query
    if let refusal = arguments.error {
        _ = arguments.refusedIntoLog(function)
        _ = give(DataError.argument(refusal), to: error)
        return nil
    }
    guard let query else { return nil }
    let (found, failure) = work(query)
    return give(failure, to: error) ? found : nil
}

func search<Found>(
    _ pointer: OpaquePointer?, _ isHeard: Bool, _ deliver: @escaping (Found?, GamebaseError?) -> Void,
    _ function: StaticString = #function, _ work: (DataQuery, @escaping (Found?, GamebaseError?) -> Void) -> Void
) {
    var arguments = Arguments("NCMBQuery")
    let query = arguments.value(pointer, QueryValue.self, "query")?.query
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), isHeard, function) { deliver(nil, $0) } }
    if let query { work(query, deliver) }
}

/// Waits for the object with an id among those that a query finds.
func object(
    withId objectId: CText?, _ query: DataQuery?, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ function: StaticString = #function
) -> OpaquePointer? {
    var arguments = Arguments("NCMBQuery")
    let id = arguments.requiredText(objectId, "objectId", "the id of an object")
    if query == nil { arguments.refuse("query", "is not a living NCMBQuery") }
    if let refusal = arguments.error {
        _ = arguments.refusedIntoLog(function)
        _ = give(DataError.argument(refusal), to: error)
        return nil
    }
    guard let query else { return nil }
    let (object, failure) = Clients.current.datastore.objectBlocking(query, id: id)
    return give(failure, to: error) ? object.flatMap { ownedHandle($0) } : nil
}

extension Arguments {
    mutating func queries(_ items: UnsafePointer<OpaquePointer?>?, _ count: Int) -> [DataQuery] {
        guard let items, 1...DataQuery.alternativesMax ~= count else {
            refuse("queries", "pass 1 to \(DataQuery.alternativesMax)")
            return []
        }
        var queries: [DataQuery] = []
        for place in 0..<count {
            if let query = value(items[place], QueryValue.self, "queries")?.query { queries.append(query) }
        }
        return error == nil ? queries : []
    }
}
