import Codecs

/// Data of `idPRevoked`: an identity provider took its consent back.
public struct IdPRevokedData: Sendable, Equatable {
    static let withdraw: Int64 = 600
    static let overwriteLogin: Int64 = 601
    static let removeMapping: Int64 = 602

    /// 600 withdraw, 601 log in with another provider and remove the mapping, 602 remove the mapping.
    public var code: Int64
    public var idPType: String
    public var authMappingList: [String]
    public var extras: String?
    public var rest = JSONObject()

    @export(interface) public init(code: Int64, idPType: String, authMappingList: [String], extras: String? = nil) {
        self.code = code
        self.idPType = idPType
        self.authMappingList = authMappingList
        self.extras = extras
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        code = reader.requiredInteger("code")
        idPType = reader.requiredText("idPType")
        authMappingList = reader.texts("authMappingList")
        extras = reader.text("extras")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["code"] = .integer(code)
        object.set("idPType", idPType)
        object["authMappingList"] = .array(authMappingList.map { JSON.string($0) })
        object.set("extras", extras)
        object.keep(rest)
        return .object(object)
    }
}

/// Data of `loggedOut`: the session ended and a login is needed.
public struct LoggedOutData: Sendable, Equatable {
    public var message: String?
    /// The error that ended the session, as JSON text.
    public var extras: String?
    public var rest = JSONObject()

    @export(interface) public init(message: String?, extras: String? = nil) {
        self.message = message
        self.extras = extras
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        message = reader.text("message")
        extras = reader.text("extras")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        object.set("extras", extras)
        object.keep(rest)
        return .object(object)
    }
}

/// Data of the three server push categories.
public struct ServerPushData: Sendable, Equatable {
    public var extras: String?
    /// The texts of a kickout by language; no property in Objective-C, but a key of the JSON form.
    public var popup: JSONObject?
    public var rest = JSONObject()

    @export(interface) public init(extras: String?, popup: JSONObject? = nil) {
        self.extras = extras
        self.popup = popup
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        extras = reader.text("extras")
        popup = reader.object("popup")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("extras", extras)
        if let popup { object["popup"] = .object(popup) }
        object.keep(rest)
        return .object(object)
    }
}

/// Data of the observer categories: launching status, network, heartbeat.
public struct ObserverData: Sendable, Equatable {
    /// A launching status, a network status or an error code, as the category says.
    public var code: Int64
    public var message: String?
    public var extras: String?
    public var rest = JSONObject()

    @export(interface) public init(code: Int64, message: String?, extras: String? = nil) {
        self.code = code
        self.message = message
        self.extras = extras
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        code = reader.requiredInteger("code")
        message = reader.text("message")
        extras = reader.text("extras")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["code"] = .integer(code)
        object.set("message", message)
        object.set("extras", extras)
        object.keep(rest)
        return .object(object)
    }
}
