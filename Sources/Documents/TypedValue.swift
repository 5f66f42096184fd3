import Codecs

/// What a JSON value stands for: `__type` objects are dates, points, pointers and relations (section 2.3 of the reference).
enum TypedValue {
    case null
    case number(JSON)
    case text(String)
    case bool(Bool)
    /// Milliseconds since 1970 UTC.
    case date(Int64)
    case geoPoint(GeoPoint)
    case pointer(Pointer)
    case relation(className: String)
    case list([JSON])
    case dictionary(JSONObject)

    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .integer, .decimal: self = .number(json)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements)
        case .object(let object): self = Self.typed(object)
        }
    }

    /// An object whose type is unknown, or whose members are not those of its type, is a dictionary.
    private static func typed(_ object: JSONObject) -> TypedValue {
        guard let type = object["__type"]?.stringValue else { return .dictionary(object) }
        switch type {
        case "Date": return date(object).map { .date($0) } ?? .dictionary(object)
        case "GeoPoint": return GeoPoint(object).map { .geoPoint($0) } ?? .dictionary(object)
        // An object that was included stands for the pointer to it.
        case "Pointer", "Object": return Pointer(object).map { .pointer($0) } ?? .dictionary(object)
        case "Relation": return object["className"]?.stringValue.map { .relation(className: $0) } ?? .dictionary(object)
        default: return .dictionary(object)
        }
    }

    private static func date(_ object: JSONObject) -> Int64? { object["iso"]?.stringValue.flatMap { ISO8601.parse($0) } }

}

public enum DocumentDate {
    /// A date in the form that fields have.
    @export(interface) public static func json(_ milliseconds: Int64) -> JSON {
        ["__type": "Date", "iso": .string(text(milliseconds))]
    }

    /// Of a field that holds a date, and of the plain text that the service's own dates are.
    @export(interface) public static func milliseconds(_ json: JSON) -> Int64? {
        (json["__type"]?.stringValue == "Date" ? json["iso"] : json)?.stringValue.flatMap { ISO8601.parse($0) }
    }

    /// Always with milliseconds, as the service writes dates.
    @export(interface) public static func text(_ milliseconds: Int64) -> String {
        ISO8601.text(epochMilliseconds: milliseconds, hasMilliseconds: true)
    }
}

/// A reference to an object of a class.
public struct Pointer: Equatable, Sendable {
    public let className: String
    public let objectId: String

    @export(interface) public init(className: String, objectId: String) {
        self.className = className
        self.objectId = objectId
    }

    /// Of a pointer, and of an object that was included.
    @export(interface) public init?(_ object: JSONObject) {
        guard let className = object["className"]?.stringValue, let objectId = object["objectId"]?.stringValue else { return nil }
        self.init(className: className, objectId: objectId)
    }

    @export(interface) public var json: JSON {
        ["__type": "Pointer", "className": .string(className), "objectId": .string(objectId)]
    }
}
