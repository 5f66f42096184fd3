import Accessors
import Boundary
import CGamebase
import Client
import Linux

/// A relation, with what C was given of it.
struct RelationValue: BoundaryValue {
    let relation: DataRelation
    let kept = KeptHandles()

    init(_ relation: DataRelation) { self.relation = relation }

    package static var boundaryClass: BoundaryClass { .NCMBRelation }

    package func field(_ field: NCMBRelationField) -> FieldValue {
        switch field {
        case .key: .text(relation.key)
        case .targetClass: .text(relation.targetClass)
        }
    }
}

private func relate(
    _ relation: OpaquePointer?, _ object: OpaquePointer?, _ function: StaticString = #function, _ change: (DataObject) -> DataChange
) -> Bool {
    guard let relation = value(relation, RelationValue.self, function)?.relation else { return false }
    var arguments = Arguments("NCMBRelation")
    let member = arguments.value(object, ObjectValue.self, "object")?.object
    guard !arguments.refusedIntoLog(function), let member else { return false }
    guard let parent = relation.parent, let key = relation.key else {
        Clients.current.log(.warn, "\(functionName(function)): the relation belongs to no object; take it from one")
        return false
    }
    return done(function) { () throws(GamebaseError) in try parent.change(key, change(member)) }
}

@_cdecl("NCMBRelation_initWithClassName_key") @implementation
public func NCMBRelation_initWithClassName_key(_ parent: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
    guard let parent = value(parent, ObjectValue.self)?.object else { return nil }
    let key = requiredKey(key)
    if key.isEmpty { return nil }
    return newHandle(RelationValue(DataRelation(parent: parent, key: key)))
}

@_cdecl("NCMBRelation_initWithClassName") @implementation
public func NCMBRelation_initWithClassName(_ className: UnsafePointer<CChar>?) -> OpaquePointer? {
    var arguments = Arguments("NCMBRelation")
    let className = arguments.requiredText(className, "className", "the class of the members")
    if arguments.refusedIntoLog() { return nil }
    return newHandle(RelationValue(DataRelation(targetClass: className)))
}

@_cdecl("NCMBRelation_parent") @implementation
public func NCMBRelation_parent(_ relation: OpaquePointer?) -> OpaquePointer? {
    guard let relation = value(relation, RelationValue.self) else { return nil }
    return relation.relation.parent.flatMap { relation.kept.keep("parent", $0) }
}

@_cdecl("NCMBRelation_query") @implementation
public func NCMBRelation_query(_ relation: OpaquePointer?) -> OpaquePointer? {
    guard let relation = value(relation, RelationValue.self)?.relation else { return nil }
    if let query = relation.query { return newHandle(QueryValue(query: query)) }
    Clients.current.log(
        .warn, "NCMBRelation_query: save the object first; the members need a class, which the first one that is added gives")
    return nil
}

@_cdecl("NCMBRelation_addObject") @implementation
public func NCMBRelation_addObject(_ relation: OpaquePointer?, _ object: OpaquePointer?) -> Bool {
    relate(relation, object) { .addRelation(.object($0)) }
}

@_cdecl("NCMBRelation_removeObject") @implementation
public func NCMBRelation_removeObject(_ relation: OpaquePointer?, _ object: OpaquePointer?) -> Bool {
    relate(relation, object) { .removeRelation(.object($0)) }
}
