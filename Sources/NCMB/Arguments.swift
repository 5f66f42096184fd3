import Boundary
import CGamebase
import Client
import Codecs
import Documents
import Linux

/// Values of fields, checked.
extension Arguments {
    /// Of the years 1 to 9999, which are those that the text of a date can have.
    private static let dates: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    mutating func string(_ pointer: CText?, _ name: StaticString) -> DataValue {
        if pointer == nil { refuse(name, "is NULL; pass a text") }
        return .value(.string(text(pointer, name) ?? ""))
    }

    mutating func double(_ number: Double, _ name: StaticString) -> DataValue {
        guard number.isFinite else {
            refuse(name, "is no finite number")
            return .value(.null)
        }
        return .value(FieldNumber.json(number))
    }

    mutating func date(_ milliseconds: Int64, _ name: StaticString) -> DataValue {
        guard Self.dates.contains(milliseconds) else {
            refuse(name, "is no date of the years 1 to 9999; pass milliseconds since 1970")
            return .value(.null)
        }
        return .value(DocumentDate.json(milliseconds))
    }

    mutating func object(_ pointer: OpaquePointer?, _ name: StaticString) -> DataValue {
        value(pointer, ObjectValue.self, name).map { .object($0.object) } ?? .value(.null)
    }

    mutating func geoPoint(_ pointer: OpaquePointer?, _ name: StaticString) -> DataValue {
        .value(value(pointer, GeoPointValue.self, name)?.point.json ?? .null)
    }

    mutating func json(value pointer: CText?, _ name: StaticString) -> DataValue { .value(requiredJSON(pointer, name, "JSON text")) }

    // MARK: Lists

    mutating func strings(_ items: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ name: StaticString) -> [DataValue] {
        guard isCount(count, items != nil, name), let items else { return [] }
        var values: [DataValue] = []
        values.reserveCapacity(count)
        for place in 0..<count {
            values.append(string(items[place], name))
            if error != nil { return [] }
        }
        return values
    }

    mutating func integers(_ items: UnsafePointer<Int64>?, _ count: Int, _ name: StaticString) -> [DataValue] {
        guard isCount(count, items != nil, name), let items else { return [] }
        return (0..<count).map { .value(.integer(items[$0])) }
    }

    mutating func list(_ pointer: CText?, _ name: StaticString) -> [DataValue] {
        guard let elements = requiredJSON(pointer, name, "JSON text of a list").arrayValue else {
            refuse(name, "must be a JSON list, […]")
            return []
        }
        return elements.map { .value($0) }
    }

    private mutating func isCount(_ count: Int, _ isThere: Bool, _ name: StaticString) -> Bool {
        if count == 0 { return false }
        guard isThere, count > 0, count <= FieldOperation.elementsMax else {
            refuse(name, isThere ? "has \(count) elements; pass at most \(FieldOperation.elementsMax)" : "is NULL; pass an array")
            return false
        }
        return true
    }

    /// As an operand of a query. Objects do not come into lists.
    func array(_ values: [DataValue]) -> JSON {
        .array(
            values.map { value in
                if case .value(let json) = value { json } else { .null }
            })
    }

    // MARK: Names and objects

    /// Of a user. An empty one is for the service to refuse, which has the SDK's code for it.
    mutating func credential(_ pointer: CText?, _ name: StaticString, _ hint: StaticString) -> String {
        if pointer == nil { refuse(name, "is NULL; pass \(hint)") }
        return text(pointer, name) ?? ""
    }

    mutating func className(_ pointer: CText?) -> String {
        let name = requiredText(pointer, "className", "the name of a class")
        if error == nil, !DataObject.isClassName(name) {
            refuse("className", "must be 1 to 128 ASCII letters, digits and _, no digit first")
        }
        return name
    }

    mutating func refuseNoId(_ objectId: String) {
        if !DataObject.isObjectId(objectId) { refuse("objectId", "must be 1 to 128 ASCII letters, digits and _") }
    }

    mutating func user(_ pointer: OpaquePointer?, _ name: StaticString) -> DataObject? {
        object(pointer, of: ClientDatastore.userClass, name)
    }
    mutating func role(_ pointer: OpaquePointer?, _ name: StaticString) -> DataObject? {
        object(pointer, of: ClientDatastore.roleClass, name)
    }

    mutating func object(_ pointer: OpaquePointer?, of className: String, _ name: StaticString) -> DataObject? {
        guard let object = value(pointer, ObjectValue.self, name)?.object else { return nil }
        guard object.className == className else {
            refuse(name, "is an object of another class; pass one of the class \(className)")
            return nil
        }
        return object
    }

    /// As whom an ACL names the user.
    mutating func who(user pointer: OpaquePointer?) -> String {
        guard let user = user(pointer, "user") else { return "" }
        if let id = user.objectId { return id }
        refuse("user", "is not saved; sign up or log in first")
        return ""
    }

    mutating func who(role pointer: OpaquePointer?) -> String {
        guard let role = role(pointer, "role") else { return "" }
        if let name = role.value("roleName")?.stringValue { return AccessList.role(name) }
        refuse("role", "has no name; fetch it first")
        return ""
    }
}

// MARK: Rights

func grant(
    _ pointer: OpaquePointer?, _ function: StaticString = #function,
    _ what: (inout Arguments) -> (who: String, set: (DataAccess, String) -> Bool)
) {
    guard let access = value(pointer, AccessValue.self, function)?.access else { return }
    var arguments = Arguments("NCMBACL")
    let (who, set) = what(&arguments)
    if arguments.refusedIntoLog(function) { return }
    if set(access, who) { return }
    Clients.current.log(.warn, "\(functionName(function)): the name is too long, or the list has \(AccessList.entriesMax) entries")
}

func grants(
    _ pointer: OpaquePointer?, _ function: StaticString = #function,
    _ what: (inout Arguments) -> (who: String, has: (AccessList, String) -> Bool)
) -> Bool {
    guard let access = value(pointer, AccessValue.self, function)?.access else { return false }
    var arguments = Arguments("NCMBACL")
    let (who, has) = what(&arguments)
    return !arguments.refusedIntoLog(function) && has(access.current, who)
}
