import Codecs
import Documents
import Linux
import Messages
import Synchronization

/// The classes whose fields have types, as the game registered them. They belong to the process, like the classes of a program: no
/// shutdown forgets them.
public final class Subclasses: @unchecked Sendable {
    @export(interface) public static var classesMax: Int { 256 }
    /// With those that it inherits.
    @export(interface) public static var fieldsMax: Int { FieldCheck.fieldsMax }

    private static let ofProcess = Subclasses()

    private let lock = WordLock()
    /// Class -> {parent, fields: {name: the number of its type}}, with the fields that it inherits.
    private var known = JSONObject()
    /// Most games register none: a change then asks no lock for it.
    private let isEmpty = Atomic<Bool>(true)

    /// Whole, or not at all.
    @export(interface) public static func register(
        _ className: String, parent: String?, _ fields: [(name: String, type: SubclassFieldType)]
    ) throws(GamebaseError) {
        try ofProcess.register(className, parent: parent, fields)
    }

    /// - Returns: the type of a field that does not take the value; nil when it does, or is not registered.
    static func refusal(of value: JSON, in className: String, _ field: String) -> SubclassFieldType? {
        if ofProcess.isEmpty.load(ordering: .acquiring) { return nil }
        let type = ofProcess.lock.locked { Subclasses.type(ofProcess.known[className]?["fields"]?[field]) }
        guard let type, !type.holds(value) else { return nil }
        return type
    }

    private static func type(_ number: JSON?) -> SubclassFieldType? {
        number?.int64Value.flatMap { SubclassFieldType(rawValue: Int32(truncatingIfNeeded: $0)) }
    }

    private func register(
        _ className: String, parent: String?, _ fields: [(name: String, type: SubclassFieldType)]
    ) throws(GamebaseError) {
        try lock.locked { () throws(GamebaseError) in
            var all = JSONObject()
            if let parent {
                guard let inherited = known[parent]?["fields"]?.objectValue else {
                    throw Self.refused(parent, "is not registered; register the parent first")
                }
                all = inherited
            }
            for (name, type) in fields {
                guard DataObject.isFieldName(name) else { throw Self.refused(name, "is no name of a field that a class can have") }
                if let before = Self.type(all[name]), before != type { throw Self.refused(name, "is there already as \(before.name)") }
                all[name] = .integer(Int64(type.rawValue))
            }
            guard all.count <= Self.fieldsMax else { throw Self.refused(className, "has more than \(Self.fieldsMax) fields") }
            let fresh: JSON = ["parent": parent.map { .string($0) } ?? .null, "fields": .object(all)]
            if let before = known[className] {
                if before == fresh { return }
                throw Self.refused(className, "is registered already, with other fields or another parent")
            }
            guard known.count < Self.classesMax else { throw Self.refused(className, "would be more than \(Self.classesMax) classes") }
            known[className] = fresh
            isEmpty.store(false, ordering: .releasing)
        }
    }

    private static func refused(_ name: String, _ why: String) -> GamebaseError { DataError.local(.valueNotAllowed, name + " " + why) }
}
