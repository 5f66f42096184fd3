import Codecs
import Documents
import Linux

/// A field that has any number of objects of one class.
public final class DataRelation: Sendable {
    /// Nil for one that belongs to no object yet.
    public let parent: DataObject?
    public let key: String?
    private let namedClass: String?

    @export(interface) public init(parent: DataObject, key: String, targetClass: String? = nil) {
        self.parent = parent
        self.key = key
        namedClass = targetClass
    }

    @export(interface) public init(targetClass: String) {
        parent = nil
        key = nil
        namedClass = targetClass
    }

    /// Nil for a name that no field can have, and for a field that holds something else.
    @export(interface) public static func of(_ parent: DataObject, key: String, targetClass: String?) -> DataRelation? {
        guard FieldNames.isValid(key) else { return nil }
        if let value = parent.value(key), !value.isNull, value["__type"]?.stringValue != "Relation" { return nil }
        if Subclasses.refusal(of: ["__type": "Relation"], in: parent.className, key) != nil { return nil }
        return DataRelation(parent: parent, key: key, targetClass: targetClass)
    }

    /// As the field says, once there was a member.
    @export(interface) public var targetClass: String? {
        if let parent, let key, let named = parent.value(key)?["className"]?.stringValue { return named }
        return namedClass
    }

    /// Nil when the object is not saved or the class is not known.
    @export(interface) public var query: DataQuery? {
        guard let parent, let key, let objectId = parent.objectId, let targetClass else { return nil }
        let query = DataQuery(className: targetClass)
        do throws(GamebaseError) {
            try query.relate(className: parent.className, objectId: objectId, key: key)
        } catch {
            return nil
        }
        return query
    }
}
