import Codecs

/// What a field may hold. A document that was checked can be read, compared and sorted without another look.
public enum FieldCheck {
    /// Of lists and dictionaries in each other.
    public static let depthMax = 32
    public static let fieldsMax = 1000

    /// The value as it is kept: an included object becomes the pointer that it stands for.
    @export(interface) public static func kept(_ json: JSON, field: String) throws(DocumentError) -> JSON {
        try kept(json, field, depth: 0)
    }

    private static func kept(_ json: JSON, _ field: String, depth: Int) throws(DocumentError) -> JSON {
        guard depth <= depthMax else { throw .length(field, depthMax) }
        switch json {
        case .null, .bool, .integer, .string: return json
        case .decimal:
            guard let real = json.doubleValue, real.isFinite else { throw .type(field, "a number of 64 bits") }
            return json
        case .array(let elements):
            guard elements.count <= FieldOperation.elementsMax else { throw .length(field, FieldOperation.elementsMax) }
            var kept: [JSON] = []
            kept.reserveCapacity(elements.count)
            for element in elements { kept.append(try self.kept(element, field, depth: depth + 1)) }
            return .array(kept)
        case .object(let object):
            if let type = object["__type"] { return try typed(type, object, field) }
            guard object.count <= fieldsMax else { throw .length(field, fieldsMax) }
            var kept = JSONObject()
            for (key, value) in object.members {
                guard FieldNames.isKey(key) else { throw .format(field) }
                kept[key] = try self.kept(value, field, depth: depth + 1)
            }
            return .object(kept)
        }
    }

    /// In the one form that each type has, whatever else stood beside it.
    private static func typed(_ type: JSON, _ object: JSONObject, _ field: String) throws(DocumentError) -> JSON {
        if type == "Object" {
            guard let pointer = Pointer(object) else { throw .format(field) }
            return try kept(pointer, field)
        }
        switch TypedValue(.object(object)) {
        case .date(let date): return DocumentDate.json(date)
        case .geoPoint: return ["__type": "GeoPoint", "latitude": object["latitude"] ?? 0, "longitude": object["longitude"] ?? 0]
        case .pointer(let pointer): return try kept(pointer, field)
        case .relation(let className):
            guard FieldNames.isValid(className) else { throw .format(field) }
            return ["__type": "Relation", "className": .string(className)]
        default:
            if type == "GeoPoint" { throw .geoPoint }
            throw .format(field)
        }
    }

    private static func kept(_ pointer: Pointer, _ field: String) throws(DocumentError) -> JSON {
        guard FieldNames.isValid(pointer.className), FieldNames.isWord(pointer.objectId) else { throw .format(field) }
        return pointer.json
    }
}
