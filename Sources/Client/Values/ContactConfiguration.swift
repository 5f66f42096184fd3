import Codecs

/// What the customer service is told besides who the player is.
public struct ContactConfiguration: Sendable {
    public static let entriesMax = 64

    public var userName: String?
    /// Appended to the address; for the developer's own customer service only.
    public var additionalURL: String?
    public var additionalParameters = JSONObject()
    public var extraData = JSONObject()

    @export(interface) public init() {}
}
