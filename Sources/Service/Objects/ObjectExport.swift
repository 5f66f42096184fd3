import Codecs
import Documents
import Linux
import Messages
import Storage

/// Everything there is, page by page, in the order of the ids; what comes or goes meanwhile may be in it or not.
extension Objects {
    static let pageRows = 64
    static let pageBytes = 256 << 10

    /// {after?} -> {className?}: the next class that has objects.
    func giveClass(_ request: Request) throws(Failure) -> Reply {
        let after = try Parameters(request.parameters).optionalText("after") ?? ""
        let row = try query("SELECT class_name FROM objects WHERE class_name > ? ORDER BY class_name LIMIT 1", [.text(after)]).first
        return .success(row.map { ["className": .string($0.text(0))] } ?? [:])
    }

    /// {className, after?} -> {rows, damaged?, after?}: empty when there are no more. Damaged ones are named; `after` says then where to
    /// go on.
    func giveObjects(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let className = try className(parameters)
        var after = try parameters.optionalText("after") ?? ""
        var rows: [JSON] = []
        var damaged: [JSON] = []
        var bytes = 0
        while rows.count + damaged.count < Self.pageRows, bytes < Self.pageBytes {
            let found = try core.packed(
                "SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND o.object_id > ? ORDER BY o.object_id LIMIT 1",
                [.text(className), .text(after)])
            guard let row = found.last else { break }
            after = row.text(ObjectRow.Column.objectId)
            bytes += found.byteCount
            if let object = StoredObject(row, of: className, core.lists) {
                rows.append(.object(object.document(for: .console)))
            } else {
                damaged.append(.string(after))
            }
        }
        if damaged.isEmpty { return .success(["rows": .array(rows)]) }
        return .success(["rows": .array(rows), "damaged": .array(damaged), "after": .string(after)])
    }

    /// {className, objectId?, field?, targetId?} -> {rows: [{objectId, field, target}]}: behind that one.
    func giveMembers(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let rows = try query(
            """
            SELECT object_id, field, target_class, target_id FROM relations r
            WHERE class_name = ? AND (object_id, field, target_id) > (?, ?, ?)
            AND NOT EXISTS (SELECT 1 FROM relation_ends e WHERE e.class_name = r.class_name AND e.object_id = r.object_id)
            ORDER BY object_id, field, target_id LIMIT \(Self.pageRows)
            """,
            [
                .text(try className(parameters)), .text(try parameters.optionalText("objectId") ?? ""),
                .text(try parameters.optionalText("field") ?? ""), .text(try parameters.optionalText("targetId") ?? ""),
            ])
        return .success([
            "rows": .array(
                rows.map { row in
                    [
                        FieldNames.objectId: .string(row.text(0)), "field": .string(row.text(1)),
                        "target": Pointer(className: row.text(2), objectId: row.text(3)).json,
                    ]
                })
        ])
    }
}
