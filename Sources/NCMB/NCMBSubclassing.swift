import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("NCMBObject_registerSubclass") @implementation
public func NCMBObject_registerSubclass(_ subclass: UnsafePointer<NCMBSubclass>?) -> Bool {
    var arguments = Arguments("NCMBObject")
    var copy = NCMBSubclass()
    if let subclass {
        if !copySized(subclass, into: &copy) { arguments.refuse("structSize", "must be sizeof(NCMBSubclass)") }
    } else {
        arguments.refuse("subclass", "is NULL; pass an NCMBSubclass")
    }
    let className = arguments.error == nil ? arguments.className(copy.ncmbClassName) : ""
    let parent = arguments.error == nil ? arguments.text(copy.parentClassName, "parentClassName") : nil
    let fields = arguments.error == nil ? arguments.fields(copy.fields, copy.fieldCount) : []
    if arguments.refusedIntoLog() { return false }
    return done { () throws(GamebaseError) in try Subclasses.register(className, parent: parent, fields) }
}

extension Arguments {
    fileprivate mutating func fields(_ items: UnsafePointer<NCMBField>?, _ count: Int) -> [(name: String, type: SubclassFieldType)] {
        guard count != 0 else { return [] }
        guard let items, count > 0, count <= Subclasses.fieldsMax else {
            refuse("fields", items == nil ? "is NULL; pass an array" : "has \(count) elements; pass at most \(Subclasses.fieldsMax)")
            return []
        }
        var fields: [(name: String, type: SubclassFieldType)] = []
        for place in 0..<count {
            let name = requiredText(items[place].name, "name", "the name of a field")
            guard let type = SubclassFieldType(rawValue: Int32(truncatingIfNeeded: items[place].type.rawValue)) else {
                refuse("type", "is no NCMBFieldType")
                return []
            }
            if error != nil { return [] }
            fields.append((name, type))
        }
        return fields
    }
}

@_cdecl("NCMBObject_objectWithoutDataWithClassName_objectId") @implementation
public func NCMBObject_objectWithoutDataWithClassName_objectId(
    _ className: UnsafePointer<CChar>?, _ objectId: UnsafePointer<CChar>?
) -> OpaquePointer? {
    var arguments = Arguments("NCMBObject")
    let className = arguments.className(className)
    let objectId = arguments.requiredText(objectId, "objectId", "the id of an object")
    arguments.refuseNoId(objectId)
    if arguments.refusedIntoLog() { return nil }
    return ownedHandle(DataObject(className: className, objectId: objectId))
}
