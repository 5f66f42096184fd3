import Codecs

/// A push message. The JSON key of `identifier` is `id`.
public struct PushMessage: Sendable, Equatable {
    public var identifier: String
    public var title: String?
    public var body: String?
    /// JSON text; "{}" when the sender added nothing.
    public var extras: String
    public var rest = JSONObject()

    @export(interface) public init(identifier: String, title: String?, body: String?, extras: String = "{}") {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.extras = extras
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        identifier = reader.requiredText("id")
        title = reader.text("title")
        body = reader.text("body")
        extras = reader.text("extras") ?? "{}"
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("id", identifier)
        object.set("title", title)
        object.set("body", body)
        object.set("extras", extras)
        object.keep(rest)
        return .object(object)
    }
}

/// A button of a push message that the player pressed.
public struct PushAction: Sendable, Equatable {
    /// `OPEN_APP`, `OPEN_URL`, `REPLY` or `DISMISS`.
    public var actionType: String
    public var message: PushMessage?
    /// What the player typed for `REPLY`.
    public var userText: String?
    public var rest = JSONObject()

    @export(interface) public init(actionType: String, message: PushMessage?, userText: String? = nil) {
        self.actionType = actionType
        self.message = message
        self.userText = userText
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        actionType = reader.requiredText("actionType")
        message = reader.value("message", PushMessage.init(json:))
        userText = reader.text("userText")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("actionType", actionType)
        if let message { object["message"] = message.json }
        object.set("userText", userText)
        object.keep(rest)
        return .object(object)
    }
}
