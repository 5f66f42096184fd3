import Codecs
import Documents
import Linux
import Messages

/// Which objects of a class are looked for, as the game puts it together. Safe to call from any thread.
public final class DataQuery: @unchecked Sendable {
    /// Of one query; the service has a limit for all with their sub-queries.
    static let conditionsMax = 512
    public static let alternativesMax = 64

    public let className: String
    private let lock = WordLock()
    private var conditions = JSONObject()
    private var orders: [String] = []
    private var limitSet: Int32 = 0
    private var skipSet: Int32 = 0
    private var includeSet: String?
    /// As it was read last, while it is the same.
    private var ready: PreparedQuery?
    private var changes: UInt64 = 0
    private var open = OpenCalls()

    @export(interface) public init(className: String) { self.className = className }

    @export(interface) public var limit: Int32 { lock.locked { limitSet } }
    @export(interface) public var skip: Int32 { lock.locked { skipSet } }
    @export(interface) public var include: String? { lock.locked { includeSet } }
    @export(interface) public func setLimit(_ limit: Int32) { change { limitSet = max(0, limit) } }
    @export(interface) public func setSkip(_ skip: Int32) { change { skipSet = max(0, skip) } }
    @export(interface) public func setInclude(_ key: String?) { change { includeSet = key?.isEmpty == true ? nil : key } }

    private func change<Refusal: Error>(_ body: () throws(Refusal) -> Void) throws(Refusal) {
        try lock.locked { () throws(Refusal) in
            changes &+= 1
            ready = nil
            try body()
        }
    }

    // MARK: Conditions

    /// Takes the place of every other condition on the key.
    @export(interface) public func setEqual(_ key: String, _ value: DataValue) throws(GamebaseError) {
        let operand = try self.operand(value, key)
        try change { () throws(GamebaseError) in try put(operand, key) }
    }

    /// Joins the other conditions on the key.
    @export(interface) public func add(_ name: String, _ key: String, _ value: DataValue) throws(GamebaseError) {
        let operand = try self.operand(value, key)
        try change { () throws(GamebaseError) in
            var tests = JSONObject()
            if let known = conditions[key] {
                // A plain value cannot stand beside other conditions: it becomes one of them.
                if Self.isOfTests(known) { tests = known.objectValue ?? tests } else { tests["$in"] = [known] }
            }
            if name == "$nearSphere" { for unit in Self.distances { tests[unit] = nil } }
            tests[name] = operand
            try put(.object(tests), key)
        }
    }

    private static let distances = ["$maxDistanceInKilometers", "$maxDistanceInMiles", "$maxDistanceInRadians"]

    private static func isOfTests(_ json: JSON) -> Bool {
        json.objectValue?.members.first?.key.utf8.first == UInt8(ascii: "$")
    }

    @export(interface) public func relate(className: String, objectId: String, key: String) throws(GamebaseError) {
        let object = Pointer(className: className, objectId: objectId).json
        try change { () throws(GamebaseError) in try put(["object": object, "key": .string(key)], "$relatedTo") }
    }

    /// Called with the lock held.
    private func put(_ json: JSON, _ key: String) throws(GamebaseError) {
        guard conditions[key] != nil || conditions.count < Self.conditionsMax else {
            throw DataError.local(.lengthOutOfRange, "A query has conditions on at most \(Self.conditionsMax) keys.")
        }
        guard key == "$relatedTo" || key == "$or" || FieldPath(key) != nil else {
            throw DataError.local(.formatInvalid, NCMBErrorText.formatInvalid(key))
        }
        conditions[key] = json
    }

    private func operand(_ value: DataValue, _ key: String) throws(GamebaseError) -> JSON {
        switch value {
        case .value(let json): return json
        case .object(let object):
            guard object.objectId != nil else {
                throw DataError.local(.valueEmpty, "\(key): the object is not saved, so no other one can name it.")
            }
            return object.pointer.json
        }
    }

    // MARK: Order

    @export(interface) public func order(_ key: String, isDescending: Bool, alone: Bool) throws(GamebaseError) {
        guard FieldPath(key) != nil else { throw DataError.local(.formatInvalid, NCMBErrorText.formatInvalid("order")) }
        try change { () throws(GamebaseError) in
            if alone { orders = [] }
            guard orders.count < SortOrder.countMax else {
                throw DataError.local(.lengthOutOfRange, "A query has at most \(SortOrder.countMax) orders.")
            }
            orders.append(isDescending ? "-" + key : key)
        }
    }

    // MARK: Other queries made of it

    /// What one of them finds; nil when their classes differ.
    @export(interface) public static func any(of queries: [DataQuery]) -> DataQuery? {
        guard let first = queries.first, queries.allSatisfy({ $0.className == first.className }) else { return nil }
        let made = DataQuery(className: first.className)
        var alternatives: [JSON] = []
        for query in queries { alternatives.append(query.lock.locked { .object(query.conditions) }) }
        made.conditions["$or"] = .array(alternatives)
        return made
    }

    /// Among what it finds, the object with an id.
    func narrowed(toId objectId: String) -> DataQuery {
        let made = DataQuery(className: className)
        lock.locked {
            made.conditions = conditions
            made.includeSet = includeSet
        }
        // What the query asks of the id stands beside it, as the only one of alternatives.
        if let asked = made.conditions[FieldNames.objectId] {
            var alternative: JSONObject = [FieldNames.objectId: asked]
            if let others = made.conditions["$or"] { alternative["$or"] = others }
            made.conditions["$or"] = .array([.object(alternative)])
        }
        made.conditions[FieldNames.objectId] = .string(objectId)
        return made
    }

    /// As part of another query.
    @export(interface) public var asOperand: JSON {
        lock.locked {
            var operand: JSONObject = ["className": .string(className), "where": .object(conditions)]
            if !orders.isEmpty { operand["order"] = .string(orders.joined(separator: ",")) }
            if skipSet > 0 { operand["skip"] = .integer(Int64(skipSet)) }
            if limitSet > 0 { operand["limit"] = .integer(Int64(limitSet)) }
            return .object(operand)
        }
    }

    /// As the service in this process is asked; nil for what it does not read so. What is wrong with it is the service's to say. It is read
    /// once, until the query changes.
    /// - Parameter limit: in place of the query's own.
    func prepared(limit: Int64?) -> PreparedQuery? {
        let (known, conditions, order, window, version) = lock.locked {
            () -> (PreparedQuery?, JSONObject?, String?, (limit: Int64, skip: Int64), UInt64) in
            if limit == nil, let ready { return (ready, nil, nil, (0, 0), 0) }
            guard includeSet == nil else { return (nil, nil, nil, (0, 0), 0) }
            let text = orders.isEmpty ? nil : orders.count == 1 ? orders[0] : orders.joined(separator: ",")
            return (nil, self.conditions, text, (limit ?? Int64(limitSet), Int64(skipSet)), changes)
        }
        if let known { return known }
        guard let conditions else { return nil }
        let made = try? PreparedQuery.read(className: className) { key in
            switch key {
            case "where": .object(conditions)
            case "order": order.map { .string($0) }
            case "limit": window.limit > 0 ? .integer(window.limit) : nil
            case "skip": window.skip > 0 ? .integer(window.skip) : nil
            default: nil
            }
        }
        if limit == nil { lock.locked { if changes == version { ready = made } } }
        return made
    }

    /// As it is sent.
    var parameters: JSONObject {
        var parameters = asOperand.objectValue ?? [:]
        if let include { parameters["include"] = .string(include) }
        return parameters
    }

    // MARK: Searches under way

    func began(_ client: Client, _ call: CallIdentifier) {
        lock.locked { open.began(client, call) }
    }

    var cancelCount: UInt64 { lock.locked { open.cancelCount } }
    func takeOpen() -> OpenCalls { lock.locked { open.take() } }
}
