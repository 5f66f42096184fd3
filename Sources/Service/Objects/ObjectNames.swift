import Codecs
import Documents
import Linux
import Messages
import Storage

/// Names that are unique in their class are rows of their own: who finds an object by one reads one row.
extension Objects {
    func named(_ className: String, _ kind: String, _ name: String) throws(Failure) -> String? {
        try query(
            "SELECT object_id FROM object_names WHERE class_name = ? AND kind = ? AND name = ?",
            [.text(className), .text(kind), .text(name)]
        ).first?.text(0)
    }

    /// By a secret, which is kept as its digest.
    func named(_ className: String, _ kind: String, secret: String) throws(Failure) -> String? {
        try named(className, kind, GuardedField.digest(secret, of: kind))
    }

    /// Refuses an object of which a name is another's.
    func checkNames(_ object: StoredObject) throws(Failure) {
        for name in try object.names() {
            guard let owner = try named(object.className, name.kind, name.name), owner != object.objectId else { continue }
            throw Self.duplicated(object.className, name.kind)
        }
    }

    private static func duplicated(_ className: String, _ kind: String) -> Failure {
        if className == ObjectClass.installation { return Failure.refused(.duplicated, NCMBErrorText.installationDuplicated) }
        let field = TextParts.cut(kind, at: UInt8(ascii: ".")).0
        return Failure.refused(.duplicated, NCMBErrorText.duplicated(field))
    }

    func enterNames(of object: StoredObject, insteadOf old: StoredObject?) throws(Failure) {
        try checkNames(object)
        let names = try object.names()
        let before = try old?.names() ?? []
        for name in before where !names.contains(name) { try removeName(name, of: object.className) }
        for name in names where !before.contains(name) {
            try run(
                "INSERT INTO object_names (class_name, kind, name, object_id) VALUES (?, ?, ?, ?)",
                [.text(object.className), .text(name.kind), .text(name.name), .text(object.objectId)])
        }
    }

    func removeNames(of object: StoredObject) throws(Failure) {
        for name in try object.names() { try removeName(name, of: object.className) }
    }

    private func removeName(_ name: ObjectName, of className: String) throws(Failure) {
        try run(
            "DELETE FROM object_names WHERE class_name = ? AND kind = ? AND name = ?",
            [.text(className), .text(name.kind), .text(name.name)])
    }
}
