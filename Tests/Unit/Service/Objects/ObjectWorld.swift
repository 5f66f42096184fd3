import Codecs
import Linux
import Messages
import Storage
import Testing

@testable import Documents
@testable import Service

/// A world of documents in the service's tables, with an index of every path that its queries name or with none.
struct ObjectWorld {
    let objects: Objects
    let world: JSON
    let documents: DocumentWorld

    init(_ world: JSON, indexed paths: [String], sliceRows: Int) throws {
        let bench = try ServiceBench(settings: [:])
        objects = Objects(core: bench.service.core)
        objects.core.sliceRows = sliceRows
        self.world = world
        documents = DocumentWorld(world)
        try bench.database.begin()
        for (className, _) in documents.classes.objectValue?.members ?? [] {
            for path in paths { try objects.makeIndex(of: className, try #require(FieldPath(path)), isDeclared: true) }
        }
        // Half of the objects are there when the indexes are filled, half come later.
        try insertRows { $0 % 2 == 0 }
        while let index = objects.dueIndex() {
            while try index.slice(false) == nil {}
        }
        try insertRows { $0 % 2 == 1 }
        for relation in documents.relations { try insert(relation) }
        try insertRoles()
        try bench.database.commit()
    }

    private func insertRows(_ isMeant: (Int) -> Bool) throws {
        for (className, rows) in documents.classes.objectValue?.members ?? [] {
            for (place, row) in (rows.arrayValue ?? []).enumerated() where isMeant(place) {
                // What it is at first is another row's; then it changes.
                let object = try stored(className, row)
                var first = object
                first.fields = try stored(className, rows.arrayValue?.first ?? nil).fields
                try objects.insertRow(first)
                try objects.updateRow(object, insteadOf: first)
            }
        }
    }

    private func stored(_ className: String, _ row: JSON) throws -> StoredObject {
        let packed = PackedRows(columns: ObjectRow.Column.fields + 1)
        packed.append(text: row["objectId"]?.stringValue ?? "")
        packed.append(1)
        packed.append(ISO8601.parse(row["createDate"]?.stringValue ?? "") ?? 0)
        packed.append(ISO8601.parse(row["updateDate"]?.stringValue ?? "") ?? 0)
        packed.append(text: "{}")
        packed.append(text: "{}")
        var object = try #require(StoredObject(packed[0], of: className, KnownAccessList()))
        object.acl = try AccessList.read(row[FieldNames.acl] ?? .null)
        for (name, value) in row.objectValue?.members ?? []
        where ![FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate, FieldNames.acl].contains(name) {
            object.fields[name] = value
        }
        return object
    }

    private func insertRoles() throws {
        let roles = documents.roles.objectValue?.members ?? []
        for (name, _) in roles {
            var role = StoredObject(className: ObjectClass.role, objectId: name, date: 0, acl: AccessList())
            role.fields[ObjectClass.roleName] = .string(name)
            try objects.insert(role)
        }
        for (name, inside) in roles {
            let old = try #require(try objects.object(ObjectClass.role, name))
            var role = old
            for (field, className) in [(ObjectClass.belongUser, ObjectClass.user), (ObjectClass.belongRole, ObjectClass.role)] {
                let inner = (inside[field]?.arrayValue ?? []).compactMap { $0.stringValue }
                if inner.isEmpty { continue }
                try objects.relate(&role, field, inner.map { Pointer(className: className, objectId: $0) }, isGone: false)
                role.fields[field] = ["__type": "Relation", "className": .string(className)]
            }
            try objects.update(role, insteadOf: old)
        }
    }

    private func insert(_ relation: JSON) throws {
        let of = relation["of"]
        let className = of?["className"]?.stringValue ?? ""
        let field = relation["key"]?.stringValue ?? ""
        // The field of its owner says that there is one.
        if let owner = try objects.wholeObject(className, of?["objectId"]?.stringValue ?? "") {
            var changed = owner
            changed.fields[field] = ["__type": "Relation", "className": relation["className"] ?? .null]
            try objects.updateRow(changed, insteadOf: owner)
        }
        for target in relation["objects"]?.arrayValue ?? [] {
            try objects.run(
                "INSERT INTO relations (class_name, object_id, field, target_class, target_id) VALUES (?, ?, ?, ?, ?)",
                [
                    of?["className"], of?["objectId"], relation["key"], relation["className"], target,
                ].map { .text($0?.stringValue ?? "") })
        }
    }

    /// In the form of what is expected, as `DocumentWorld.answer`.
    func answer(_ json: JSON, in className: String, _ user: String?) throws -> JSON {
        guard let query = try? Query.read(json) else { return "refused" }
        let caller = documents.caller(user)
        let found = try answer(.work(objects.finding(Scan(query, of: className), includes: [], asRows: true, caller)), className)
        // Read where it is asked, it may be answered by one look.
        let prepared = try answer(objects.search(try PreparedQuery.read(className: className) { json[$0] }, caller), className)
        let isSame = prepared.answer == found.answer && prepared.documents == found.documents
        return isSame ? found.answer : ["otherwise when it is prepared": prepared.answer]
    }

    private func answer(_ search: Search, _ className: String) throws -> (answer: JSON, documents: [JSONObject]) {
        var reply: Reply?
        switch search {
        case .rows(let rows): reply = .found(rows)
        case .work(let work): while reply == nil { reply = try work.slice(false) }
        }
        let rows = try #require(reply?.rows)
        let documents = try (0..<rows.count).map { try #require(rows[$0].document(of: className, objects.core.lists, for: .console)) }
        var answer: JSONObject = ["results": .array(documents.map { $0[FieldNames.objectId] ?? .null })]
        if let count = reply?.body["answer"]?["count"] { answer["count"] = count }
        return (.object(answer), documents)
    }

    /// Every path that a condition, an order or an inner query of the JSON may ask by.
    static func paths(_ json: JSON) -> Set<String> {
        var paths: Set<String> = []
        collect(json, &paths)
        return paths
    }

    private static func collect(_ json: JSON, _ paths: inout Set<String>) {
        for element in json.arrayValue ?? [] { collect(element, &paths) }
        for (key, value) in json.objectValue?.members ?? [] {
            if key == "order", let text = value.stringValue {
                for part in text.split(separator: ",") { paths.insert(String(part.first == "-" ? part.dropFirst() : part)) }
            } else if FieldPath(key) != nil, !["where", "limit", "skip", "count", "className", "query", "iso"].contains(key) {
                paths.insert(key)
            }
            collect(value, &paths)
        }
    }
}
