import Codecs

/// What an event handler hears. `data` is JSON text whose shape depends on the category.
public struct EventMessage: Sendable, Equatable {
    public var category: String
    public var data: String?
    public var rest = JSONObject()

    @export(interface) public init(category: String, data: String?) {
        self.category = category
        self.data = data
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        category = reader.requiredText("category")
        data = reader.text("data")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("category", category)
        object.set("data", data)
        object.keep(rest)
        return .object(object)
    }

    /// The categories, by the names of the SDKs' constants.
    public enum Category {
        public static let loggedOut = "loggedOut"
        public static let idPRevoked = "idPRevoked"
        public static let serverPushAppKickout = "serverPushAppKickout"
        public static let serverPushAppKickoutMessageReceived = "serverPushAppKickoutMessageReceived"
        public static let serverPushTransferKickout = "serverPushTransferKickout"
        public static let observerLaunching = "observerLaunching"
        public static let observerNetwork = "observerNetwork"
        public static let observerHeartbeat = "observerHeartbeat"
        public static let purchaseUpdated = "purchaseUpdated"
        public static let pushReceivedMessage = "pushReceivedMessage"
        public static let pushClickMessage = "pushClickMessage"
        public static let pushClickAction = "pushClickAction"
        /// Not the SDKs'.
        public static let signInDeviceCode = "signInDeviceCode"
    }
}
