/// JSON that is kept in rows and files. One definition for all who write and all who read: what `text` lets through, `read` reads again,
/// and what stands around it on its way (`valuesAround`, `depthAround`) has room in every request, export and answer.
public enum KeptJSON {
    /// Bytes of compact text.
    public static let bytesMax = 16 << 20
    /// Values of all kinds, containers included: a map of 2,000 by 2,000 tiles.
    public static let valuesMax = 4 << 20
    public static let depthMax = 64
    /// Names, dates, a list of rights with all its entries.
    public static let valuesAround = 8_192
    /// Of a request, of a row of an export.
    public static let depthAround = 8

    public static let limits = JSONLimits(depthMax: depthMax, bytesMax: bytesMax, membersMax: valuesMax)

    /// What there is too much of.
    public enum Excess: Error { case bytes, values, depth }

    /// The text to keep.
    @export(interface) public static func text(_ json: JSON) throws(Excess) -> String {
        var left = valuesMax
        try count(json, &left, depth: 0)
        let text = json.text()
        guard text.utf8.count <= bytesMax else { throw .bytes }
        return text
    }

    /// - Returns: nil for what is no such text.
    @export(interface) public static func read(_ text: String) -> JSON? { try? JSON.parse(text, limits: limits) }
    @export(interface) public static func read(_ bytes: [UInt8]) -> JSON? { try? JSON.parse(bytes: bytes, limits: limits) }
    @export(interface) public static func read(_ row: PackedRow, _ column: Int) -> JSON? { row.json(column, limits: limits) }

    /// As the parser counts them.
    private static func count(_ json: JSON, _ left: inout Int, depth: Int) throws(Excess) {
        left -= 1
        guard left >= 0 else { throw .values }
        switch json {
        case .null, .bool, .integer, .decimal, .string: return
        case .array(let elements):
            guard depth < depthMax else { throw .depth }
            for element in elements { try count(element, &left, depth: depth + 1) }
        case .object(let object):
            guard depth < depthMax else { throw .depth }
            for member in object.members { try count(member.value, &left, depth: depth + 1) }
        }
    }
}
