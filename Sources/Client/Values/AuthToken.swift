import Codecs

/// What a successful login hands over: the session token and the member it belongs to.
/// JSON keys are `token` and `member`, although the Objective-C properties are `tcgbToken` and `tcgbMember`.
public struct AuthToken: Sendable, Equatable {
    public var token: Token { parts.token }
    public var member: Member { parts.member }
    public var rest = JSONObject()
    private let parts: Parts

    /// An object: as values, each copy of a log-in is a kilobyte of code.
    private final class Parts: Sendable {
        let token: Token
        let member: Member

        init(_ token: Token, _ member: Member) {
            self.token = token
            self.member = member
        }
    }

    public static func == (left: AuthToken, right: AuthToken) -> Bool {
        left.token == right.token && left.member == right.member && left.rest == right.rest
    }

    @export(interface) public init(token: Token, member: Member) {
        parts = Parts(token, member)
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json),
            let token = reader.value("token", Token.init(json:)),
            let member = reader.value("member", Member.init(json:))
        else { return nil }
        parts = Parts(token, member)
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["member"] = member.json
        object["token"] = token.json
        object.keep(rest)
        return .object(object)
    }
}

/// The Gamebase session token.
public struct Token: Sendable, Equatable {
    public var sourceIdPCode: String?
    public var accessToken: String
    public var accessTokenSecret: String?
    public var subCode: String?
    public var thirdIdPCode: String?
    /// What the identity provider added, as it came.
    public var extraParams: JSONObject?
    /// Epoch milliseconds; 0 when the service does not say.
    public var expiresIn: Int64
    public var rest = JSONObject()

    @export(interface) public init(sourceIdPCode: String?, accessToken: String, expiresIn: Int64 = 0) {
        self.sourceIdPCode = sourceIdPCode
        self.accessToken = accessToken
        self.expiresIn = expiresIn
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        sourceIdPCode = reader.text("sourceIdPCode")
        accessToken = reader.requiredText("accessToken")
        accessTokenSecret = reader.text("accessTokenSecret")
        subCode = reader.text("subCode")
        thirdIdPCode = reader.text("thirdIdPCode")
        extraParams = reader.object("extraParams")
        expiresIn = reader.integer("expiresIn") ?? 0
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("sourceIdPCode", sourceIdPCode)
        object.set("accessToken", accessToken)
        object.set("accessTokenSecret", accessTokenSecret)
        object.set("subCode", subCode)
        if let extraParams { object["extraParams"] = .object(extraParams) }
        object.set("thirdIdPCode", thirdIdPCode)
        object["expiresIn"] = .integer(expiresIn)
        object.keep(rest)
        return .object(object)
    }
}
