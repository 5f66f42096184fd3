/// The text of a statement that does at once for many sets of values what another statement does for one: its values come as one array a
/// parameter, and each set has a place in them, counted from 1.
struct SetText {
    /// What the rows of the arrays are called, and their places. No table of a service has such names.
    static let rows = "gb_given", place = "gb_place"

    /// As the server names the types whose arrays are sent.
    static let typeNames: [UInt32: String] = [PostgreSQLType.text: "text", PostgreSQLType.int8: "bigint", PostgreSQLType.bytea: "bytea"]

    private let bytes: [UInt8]
    private let tokens: [SQLTokens.Token]
    private let footprint: Footprint
    private let source: String
    private var edits: [(bytes: Range<Int>, text: String)] = []

    /// - Parameter types: of the statement's parameters, as the server has described them.
    /// - Returns: nil for a statement that has to be sent once for each set of values.
    static func text(_ key: PostgreSQLStatement.Key, _ footprint: Footprint, types: [UInt32]) -> String? {
        guard !types.isEmpty, types.allSatisfy({ typeNames[$0] != nil }) else { return nil }
        var text = SetText(key.sql, footprint, types)
        switch footprint.act {
        case .select: return text.selecting()
        case .insert: return text.inserting().map { key.claims ? claiming($0, place: "1", counted: "*") : $0 }
        case .update, .delete:
            return text.changing().map { key.claims ? claiming($0, place: "\(rows).\(place)", counted: "DISTINCT one") : $0 }
        case .other: return nil
        }
    }

    private init(_ sql: String, _ footprint: Footprint, _ types: [UInt32]) {
        bytes = Array(sql.utf8)
        tokens = SQLTokens(sql).all
        self.footprint = footprint
        let arrays = types.enumerated().map { "$\($0 + 1)::\(Self.typeNames[$1] ?? "")[]" }
        let columns = types.indices.map { "gb_\($0)" }
        source =
            "unnest(\(arrays.joined(separator: ", "))) WITH ORDINALITY AS \(Self.rows) (\(columns.joined(separator: ", ")), \(Self.place))"
        for token in tokens {
            if case .parameter(let number)? = token.source { edits.append((token.bytes, "\(Self.rows).gb_\(number)")) }
        }
    }

    /// A subquery with an OFFSET is planned by itself, for the values of one set, as the statement alone is: never as a join of all rows.
    private func selecting() -> String {
        let fence = tokens.contains { $0.word == "OFFSET" } ? "" : " OFFSET 0"
        return "SELECT \(Self.rows).\(Self.place), found.* FROM \(source) CROSS JOIN LATERAL (\(edited())\(fence)) AS found"
    }

    /// VALUES become a SELECT of them. What follows them may name no parameter.
    private mutating func inserting() -> String? {
        guard footprint.isSimple, let values = tokens.firstIndex(where: { $0.word == "VALUES" }), values + 1 < tokens.count,
            tokens[values + 1].word == "("
        else { return nil }
        var depth = 0
        guard
            let end = tokens.indices[(values + 1)...].first(where: { place in
                if tokens[place].word == "(" { depth += 1 }
                if tokens[place].word == ")" { depth -= 1 }
                return depth == 0
            })
        else { return nil }
        let rest = tokens[(end + 1)...]
        guard rest.first.map({ $0.word == "ON" }) ?? true, !rest.contains(where: { $0.word == "?" }) else { return nil }
        edits.append((tokens[values].bytes.lowerBound..<tokens[values + 1].bytes.upperBound, "SELECT "))
        edits.append((tokens[end].bytes, " FROM \(source)"))
        return edited()
    }

    private mutating func changing() -> String? {
        let isUpdate = footprint.act == .update
        guard footprint.isSimple, !footprint.equals.isEmpty, tokens.count > 3,
            isUpdate ? tokens[2].word == "SET" : tokens[3].word == "WHERE",
            let condition = tokens.first(where: { $0.word == "WHERE" })
        else { return nil }
        let start = condition.bytes.lowerBound
        edits.append((start..<start, "\(isUpdate ? "FROM" : "USING") \(source) "))
        return edited()
    }

    /// Fails unless each set of values changed something (`PostgreSQLText.claiming`).
    private static func claiming(_ text: String, place: String, counted: String) -> String {
        """
        WITH changed AS (\(text) RETURNING \(place) AS one) \
        SELECT 1 / CASE WHEN COUNT(\(counted)) = cardinality($1) THEN 1 ELSE 0 END FROM changed
        """
    }

    private func edited() -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 256)
        var done = 0
        for edit in edits.sorted(by: { ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound) }) {
            result += bytes[done..<edit.bytes.lowerBound]
            result += edit.text.utf8
            done = edit.bytes.upperBound
        }
        result += bytes[done...]
        return String(decoding: result, as: UTF8.self)
    }
}
