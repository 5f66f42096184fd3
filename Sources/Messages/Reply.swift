import Documents
import Wire

/// The answer to a request; a failed request also has one.
public struct Reply: Sendable {
    /// 0 for success, else one of `ResultCode`.
    public var resultCode: Int32
    /// For developers, in English; empty on success.
    public var message: String
    public var body: JSON
    /// The objects that a query found, for who asked for them so.
    public var rows: ObjectRows?
    /// The request's own, set by who receives the reply; nil until then.
    public var transactionId: String?

    @export(interface) public init(resultCode: Int32, message: String, body: JSON, rows: ObjectRows? = nil) {
        self.resultCode = resultCode
        self.message = message
        self.body = body
        self.rows = rows
    }

    @export(interface) public var isSuccess: Bool { resultCode == ResultCode.success }

    @export(interface) public static func success(_ body: JSON = [:]) -> Reply {
        Reply(resultCode: ResultCode.success, message: "", body: body)
    }

    /// Nothing but rows, for who asked for them so.
    @export(interface) public static func found(_ rows: PackedRows) -> Reply {
        Reply(resultCode: ResultCode.success, message: "", body: .null, rows: .packed(rows))
    }

    @export(interface) public static func failure(_ code: Int32, _ message: String, body: JSON = [:]) -> Reply {
        Reply(resultCode: code, message: message, body: body)
    }
}
