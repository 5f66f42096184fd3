import Codecs

/// A game user.
public struct Member: Sendable, Equatable {
    public var userId: String
    public var appId: String?
    /// `Y` normal, `D` withdrawn, `B` banned, `T` withdrawal pending, `P` ban suspended, `M` missing.
    public var valid: String?
    /// Epoch milliseconds, as every date here.
    public var regDate: Int64
    /// 0 at the first login: the SDKs leave the key out.
    public var lastLoginDate: Int64
    public var authList: [AuthMapping]
    public var temporaryWithdrawal: TemporaryWithdrawal?
    public var graceBan: GraceBan?
    public var rest = JSONObject()

    @export(interface) public init(
        userId: String, appId: String?, valid: String?, regDate: Int64, lastLoginDate: Int64 = 0, authList: [AuthMapping] = [],
        temporaryWithdrawal: TemporaryWithdrawal? = nil
    ) {
        self.userId = userId
        self.appId = appId
        self.valid = valid
        self.regDate = regDate
        self.lastLoginDate = lastLoginDate
        self.authList = authList
        self.temporaryWithdrawal = temporaryWithdrawal
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        userId = reader.requiredText("userId")
        appId = reader.text("appId")
        valid = reader.text("valid")
        regDate = reader.integer("regDate") ?? 0
        lastLoginDate = reader.integer("lastLoginDate") ?? 0
        authList = reader.values("authList", AuthMapping.init(json:))
        temporaryWithdrawal = reader.value("temporaryWithdrawal", TemporaryWithdrawal.init(json:))
        graceBan = reader.value("graceBan", GraceBan.init(json:))
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("appId", appId)
        object.set("valid", valid)
        object["regDate"] = .integer(regDate)
        if lastLoginDate != 0 { object["lastLoginDate"] = .integer(lastLoginDate) }
        object["authList"] = .array(authList.map { $0.json })
        if let temporaryWithdrawal { object["temporaryWithdrawal"] = temporaryWithdrawal.json }
        if let graceBan { object["graceBan"] = graceBan.json }
        object.keep(rest)
        return .object(object)
    }
}

/// An identity provider's account that signs in as a member.
public struct AuthMapping: Sendable, Equatable {
    public var userId: String?
    public var authSystem: String?
    public var idPCode: String
    public var authKey: String?
    public var regDate: Int64
    public var rest = JSONObject()

    @export(interface) public init(userId: String?, authSystem: String?, idPCode: String, authKey: String?, regDate: Int64) {
        self.userId = userId
        self.authSystem = authSystem
        self.idPCode = idPCode
        self.authKey = authKey
        self.regDate = regDate
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        userId = reader.text("userId")
        authSystem = reader.text("authSystem")
        idPCode = reader.requiredText("idPCode")
        authKey = reader.text("authKey")
        regDate = reader.integer("regDate") ?? 0
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("authSystem", authSystem)
        object.set("idPCode", idPCode)
        object.set("authKey", authKey)
        object["regDate"] = .integer(regDate)
        object.keep(rest)
        return .object(object)
    }
}

/// A withdrawal that waits out its grace period.
public struct TemporaryWithdrawal: Sendable, Equatable {
    /// Epoch milliseconds at which the member is withdrawn.
    public var gracePeriodDate: Int64
    public var rest = JSONObject()

    @export(interface) public init(gracePeriodDate: Int64) { self.gracePeriodDate = gracePeriodDate }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        gracePeriodDate = reader.requiredInteger("gracePeriodDate")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["gracePeriodDate"] = .integer(gracePeriodDate)
        object.keep(rest)
        return .object(object)
    }
}
