import Codecs

/// What a query found, in order: rows that are kept in one piece, all of them, or objects one by one.
public enum ObjectRows: Sendable {
    case packed(PackedRows)
    case each([ObjectRow])

    public var count: Int {
        switch self {
        case .packed(let rows): rows.count
        case .each(let rows): rows.count
        }
    }

    @export(interface) public subscript(place: Int) -> ObjectRow {
        switch self {
        case .packed(let rows): .unread(rows[place])
        case .each(let rows): rows[place]
        }
    }
}

/// An object as it comes out of the service: as the row that it is kept as, which stays as it is until somebody asks for a field, or as the
/// document that was read from it, with what may have been included in it.
public enum ObjectRow: Sendable {
    case unread(PackedRow)
    case read(JSONObject)

    /// The columns of a row.
    public enum Column {
        public static let objectId = 0
        public static let version = 1
        /// Milliseconds since 1970.
        public static let createDate = 2
        public static let updateDate = 3
        public static let acl = 4
        public static let fields = 5
    }

    /// Bytes of an object's fields as JSON (section 2.7 of the reference).
    public static let fieldsBytesMax = KeptJSON.bytesMax

    @export(interface) public var objectId: String {
        switch self {
        case .unread(let row): row.text(Column.objectId)
        case .read(let document): document[FieldNames.objectId]?.stringValue ?? ""
        }
    }

    /// What the service keeps of every object, and its fields between.
    /// - Parameter access: nil leaves it out.
    @export(interface) public static func document(
        _ objectId: String, _ createDate: Int64, _ updateDate: Int64, _ fields: JSONObject, _ access: AccessList?
    ) -> JSONObject {
        let own = 4
        let created = JSON.string(DocumentDate.text(createDate))
        var document = JSONObject(reserving: own + fields.count)
        document.append(FieldNames.objectId, .string(objectId))
        document.append(FieldNames.createDate, created)
        document.append(FieldNames.updateDate, updateDate == createDate ? created : .string(DocumentDate.text(updateDate)))
        for (name, value) in fields.members { document.append(name, value) }
        if let access { document.append(FieldNames.acl, access.json) }
        return document
    }

    /// What every object has by itself.
    @export(interface) public static func head(of row: PackedRow) -> JSONObject {
        document(row.text(Column.objectId), row.integer(Column.createDate), row.integer(Column.updateDate), [:], nil)
    }

    /// Its fields alone; nil when the text is damaged.
    @export(interface) public static func fields(of row: PackedRow) -> JSONObject? {
        KeptJSON.read(row, Column.fields)?.objectValue
    }

    /// Nil for a text that is no list.
    @export(interface) public static func access(of row: PackedRow) -> AccessList? { access(KeptJSON.read(row, Column.acl)) }
    @export(interface) public static func access(_ text: [UInt8]) -> AccessList? { access(KeptJSON.read(text)) }

    private static func access(_ json: JSON?) -> AccessList? {
        guard let json, json.objectValue != nil else { return nil }
        return try? AccessList.read(json)
    }
}
