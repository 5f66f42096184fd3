import Codecs
import Linux

/// What a field of a registered class holds.
public enum SubclassFieldType: Int32, Sendable {
    case any = 0
    case bool, short, int, long, longLong, float, double, string, date, array, dictionary, object, relation, geoPoint

    /// For developers.
    var name: StaticString {
        switch self {
        case .any: "any value"
        case .bool: "true or false"
        case .short: "an integer of 16 bits"
        case .int: "an integer of 32 bits"
        case .long, .longLong: "an integer of 64 bits"
        case .float, .double: "a number"
        case .string: "text"
        case .date: "a date"
        case .array: "a list"
        case .dictionary: "a dictionary"
        case .object: "an object"
        case .relation: "a relation"
        case .geoPoint: "a place"
        }
    }

    /// As it stands among checked fields. Null is nil, which each may be.
    func holds(_ value: JSON) -> Bool {
        if value.isNull { return true }
        let type = value["__type"]?.stringValue
        return switch self {
        case .any: true
        case .bool: value.boolValue != nil
        case .short: value.int64Value.map { Int16(exactly: $0) != nil } ?? false
        case .int: value.int64Value.map { Int32(exactly: $0) != nil } ?? false
        case .long, .longLong: value.int64Value != nil
        case .float, .double: value.doubleValue != nil
        case .string: value.stringValue != nil
        case .array: value.arrayValue != nil
        case .dictionary: value.objectValue != nil && type == nil
        case .date: type == "Date"
        case .object: type == "Pointer"
        case .relation: type == "Relation"
        case .geoPoint: type == "GeoPoint"
        }
    }
}
