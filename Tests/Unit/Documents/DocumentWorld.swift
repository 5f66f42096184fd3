import Codecs

@testable import Documents

/// Classes of rows, roles and relations in memory, asked as a service asks its tables: what is tried on it is what the library says of
/// conditions, orders and rights.
struct DocumentWorld {
    let classes: JSON
    let roles: JSON
    let relations: [JSON]

    init(_ json: JSON) {
        classes = json["classes"] ?? [:]
        roles = json["roles"] ?? [:]
        relations = json["relations"]?.arrayValue ?? []
    }

    func caller(_ user: String?) -> Caller { user.map { .user($0) } ?? .nobody }

    func mayRead(_ list: AccessList, _ caller: Caller) -> Bool {
        switch list.reading(caller) {
        case .granted: return true
        case .refused: return false
        case .byRole(let names):
            guard case .user(let user) = caller else { return false }
            let held = held(by: user)
            return names.contains { held.contains($0) }
        }
    }

    private func held(by user: String) -> Set<String> {
        var held: Set<String> = []
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (name, role) in roles.objectValue?.members ?? [] where !held.contains(name) {
                let users = role["belongUser"]?.arrayValue ?? []
                let children = role["belongRole"]?.arrayValue ?? []
                if users.contains(.string(user)) || children.contains(where: { held.contains($0.stringValue ?? "") }) {
                    held.insert(name)
                    isGrowing = true
                }
            }
        }
        return held
    }

    func readable(_ className: String, _ caller: Caller) throws(DocumentError) -> [JSONObject] {
        var rows: [JSONObject] = []
        for json in classes[className]?.arrayValue ?? [] {
            guard let row = json.objectValue, mayRead(try AccessList.read(row[FieldNames.acl] ?? .null), caller) else { continue }
            rows.append(row)
        }
        return rows
    }

    func found(_ condition: Condition, _ sorting: Sorting, in className: String, _ caller: Caller) throws(DocumentError) -> [JSONObject] {
        let condition = try resolved(condition, in: className, caller)
        let rows = try readable(className, caller).filter { condition.matches($0) }.map { (row: $0, key: sorting.key(of: $0)) }
        return rows.sorted { sorting.precedes($0.key, $1.key) }.map { $0.row }
    }

    private func resolved(_ condition: Condition, in className: String, _ caller: Caller) throws(DocumentError) -> Condition {
        try condition.resolved(
            { (test) throws(DocumentError) in
                switch test {
                case .pointsInto(let query):
                    return .isIn(
                        Set(
                            try rows(of: query, caller).map { row in
                                ValueKey(Pointer(className: query.className, objectId: row[FieldNames.objectId]?.stringValue ?? "").json)
                            }))
                case .selects(let query, let key):
                    return .isIn(Set(try rows(of: query, caller).flatMap { key.ends(in: $0) }.filter { !$0.isNull }.map { ValueKey($0) }))
                default: return test
                }
            },
            related: { (object, key) throws(DocumentError) in
                let isThere = try readable(object.className, caller).contains { $0[FieldNames.objectId]?.stringValue == object.objectId }
                let relation = relations.first {
                    $0["of"]?["className"]?.stringValue == object.className
                        && $0["of"]?["objectId"]?.stringValue == object.objectId && $0["key"]?.stringValue == key
                }
                guard isThere, relation?["className"]?.stringValue == className, let path = FieldPath(FieldNames.objectId)
                else { return .any([]) }
                return .test(path, .isIn(Set((relation?["objects"]?.arrayValue ?? []).map { ValueKey($0) })))
            })
    }

    private func rows(of query: SubQuery, _ caller: Caller) throws(DocumentError) -> ArraySlice<JSONObject> {
        try found(query.condition, Sorting(query), in: query.className, caller).dropFirst(query.skip).prefix(query.limit ?? Int.max)
    }

    /// In the form of what is expected: `"refused"`, or the objectIds and, where it is wanted, their number without skip and limit.
    func answer(_ query: JSON, in className: String, _ user: String?) -> JSON {
        do throws(DocumentError) {
            let query = try Query.read(query)
            let rows = try found(query.condition, query.sorting, in: className, caller(user))
            var answer: JSONObject = [
                "results": .array(rows.dropFirst(query.skip).prefix(query.limit).map { $0[FieldNames.objectId] ?? .null })
            ]
            if query.isCounted { answer["count"] = .integer(Int64(rows.count)) }
            return .object(answer)
        } catch {
            return "refused"
        }
    }
}
