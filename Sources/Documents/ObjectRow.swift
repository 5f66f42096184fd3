import Wire

/// An object as it comes out of the service: what every reader needs of it, and its fields, which stay the text that they are kept as until
/// somebody asks for one.
public final class ObjectRow: Sendable {
    private enum Fields: Sendable {
        case unread(String)
        /// The whole document, with what may have been included in it.
        case document(JSONObject)
    }

    /// Bytes of an object's fields as JSON (section 2.7 of the reference).
    public static let fieldsBytesMax = 16 << 20

    public let objectId: String
    /// Milliseconds since 1970.
    public let createDate: Int64
    public let updateDate: Int64
    public let access: AccessList
    private let fields: Fields

    @export(interface) public init(objectId: String, createDate: Int64, updateDate: Int64, access: AccessList, fields: String) {
        self.objectId = objectId
        self.createDate = createDate
        self.updateDate = updateDate
        self.access = access
        self.fields = .unread(fields)
    }

    @export(interface) public init(
        objectId: String, createDate: Int64, updateDate: Int64, access: AccessList, document: JSONObject
    ) {
        self.objectId = objectId
        self.createDate = createDate
        self.updateDate = updateDate
        self.access = access
        fields = .document(document)
    }

    /// The same with a document that has more in it.
    @export(interface) public func with(_ document: JSONObject) -> ObjectRow {
        ObjectRow(objectId: objectId, createDate: createDate, updateDate: updateDate, access: access, document: document)
    }

    /// Its fields alone, in a text that was not parsed yet; nil when they were read on the way.
    @export(interface) public var unreadFields: String? {
        if case .unread(let text) = fields { text } else { nil }
    }

    /// As queries see it and callers get it; nil when the text is damaged.
    @export(interface) public var document: JSONObject? {
        switch fields {
        case .document(let document): return document
        case .unread(let text):
            guard let fields = Self.fields(text) else { return nil }
            return Self.document(objectId, createDate, updateDate, fields, access)
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

    /// Without the fields.
    @export(interface) public var head: JSONObject { Self.document(objectId, createDate, updateDate, [:], nil) }

    /// Of the text that is kept, which is as large as it was then.
    @export(interface) public static func fields(_ text: String) -> JSONObject? {
        try? JSON.parse(text, limits: JSONLimits(depthMax: 64, bytesMax: fieldsBytesMax, membersMax: 1 << 20)).objectValue
    }
}
