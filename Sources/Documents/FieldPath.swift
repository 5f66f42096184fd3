import Codecs
import Linux

/// The way to a field: `name`, or `name.inner.2` into dictionaries and lists, as MongoDB goes it.
public struct FieldPath: Equatable, Sendable {
    public static let segmentsMax = 8

    public let segments: [String]

    /// Nil for a name that no field can have.
    @export(interface) public init?(_ text: String) {
        if FieldNames.isValid(text) {
            segments = [text]
            return
        }
        let segments = TextParts.split(text, at: UInt8(ascii: "."), cuts: Self.segmentsMax)
        guard let first = segments.first, segments.count <= Self.segmentsMax, FieldNames.isValid(first) else { return nil }
        // Behind the first a number may be a place in a list, and a key of a dictionary anything that keys may be.
        for segment in segments where !FieldNames.isWord(segment) || segment == "_id" { return nil }
        self.segments = segments
    }

    @export(interface) public var text: String { segments.count == 1 ? segments[0] : segments.joined(separator: ".") }

    /// One of the dates that the service keeps, which JSON has as plain text.
    var isOwnDate: Bool { segments.count == 1 && FieldNames.isDate(segments[0]) }

    /// A field that finds and sorts without an index of its own.
    @export(interface) public var needsNoIndex: Bool {
        segments.count == 1 && (segments[0] == FieldNames.createDate || segments[0] == FieldNames.objectId)
    }

    /// What a query that selects this field takes of a row.
    @export(interface) public func values(in row: JSONObject) -> [ValueKey] {
        ends(in: row).filter { !$0.isNull }.map { ValueKey($0) }
    }

    /// What an operand for this field means; refused where no field could hold it.
    func checked(operand json: JSON) throws(DocumentError) -> ValueKey { ValueKey(try FieldCheck.kept(operand(json), field: text)) }

    private func operand(_ json: JSON) -> JSON {
        guard isOwnDate, let text = json.stringValue, let date = ISO8601.parse(text) else { return json }
        return DocumentDate.json(date)
    }

    /// The values at the end of the path; null where it leads to nothing. Never empty.
    func ends(in row: JSONObject) -> [JSON] {
        if segments.count == 1 { return [operand(row[segments[0]] ?? .null)] }
        var found: [JSON] = []
        walk(.object(row), 0, &found)
        return found.isEmpty ? [.null] : found
    }

    private func walk(_ value: JSON, _ place: Int, _ found: inout [JSON]) {
        guard place < segments.count else {
            found.append(value)
            return
        }
        switch TypedValue(value) {
        case .dictionary(let object):
            guard let inner = object[segments[place]] else {
                found.append(.null)
                return
            }
            walk(inner, place + 1, &found)
        case .list(let elements):
            if let index = Self.index(segments[place]), index < elements.count { walk(elements[index], place + 1, &found) }
            for element in elements {
                guard case .dictionary = TypedValue(element) else { continue }
                let before = found.count
                walk(element, place, &found)
                // Where the rest leads to nothing inside an element, that one has nothing there.
                if found.count == before { found.append(.null) }
            }
        default: break
        }
    }

    /// A place in a list; nil for what is no number, and for one with a needless zero.
    static func index(_ segment: String) -> Int? {
        guard segment.utf8.count <= 9, segment == "0" || segment.utf8.first != UInt8(ascii: "0"),
            segment.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return nil }
        return Int(segment)
    }

    /// The ends, and of each list its elements too.
    func candidates(in row: JSONObject) -> [JSON] {
        var found: [JSON] = []
        for end in ends(in: row) {
            found.append(end)
            if case .array(let elements) = end { found += elements }
        }
        return found
    }

    /// By what a row is sorted: the elements of a list stand for it; the smallest counts, or the greatest.
    @export(interface) public func sortKey(in row: JSONObject, descending: Bool) -> [UInt8] {
        var chosen: [UInt8]?
        func offer(_ key: ValueKey) {
            let bytes = key.sortingBytes
            guard let kept = chosen else {
                chosen = bytes
                return
            }
            if descending ? kept.lexicographicallyPrecedes(bytes) : bytes.lexicographicallyPrecedes(kept) { chosen = bytes }
        }
        for end in ends(in: row) {
            guard case .array(let elements) = end else {
                offer(ValueKey(end))
                continue
            }
            if elements.isEmpty { offer(.emptyList) }
            for element in elements { offer(ValueKey(element)) }
        }
        return chosen ?? ValueKey.null.bytes
    }
}
