import Wire

/// What the service tells without being asked.
public struct ServerEvent: Sendable {
    public var kind: String
    /// nil: everyone.
    public var userId: String?
    public var body: JSON

    @export(interface) public init(kind: String, userId: String? = nil, body: JSON = [:]) {
        self.kind = kind
        self.userId = userId
        self.body = body
    }
}
