import Codecs

/// An id, and a password perhaps, that move a guest to another device.
public struct TransferAccountInfo: Sendable, Equatable {
    public struct Account: Sendable, Equatable {
        public var id: String
        /// nil for an account without one, and whenever it was not just made: nobody keeps it.
        public var password: String?
        public var rest = JSONObject()

        @export(interface) public init?(json: JSON) {
            guard var reader = ValueReader(json) else { return nil }
            id = reader.requiredText("id")
            password = reader.text("password")
            if reader.isWrong { return nil }
            rest = reader.rest
        }

        @export(interface) public var json: JSON {
            var object: JSONObject = ["id": .string(id), "password": .null]
            object.set("password", password)
            object.keep(rest)
            return .object(object)
        }
    }

    public struct Condition: Sendable, Equatable {
        /// `ID` or `ID_PASSWORD`.
        public var transferAccountType: String
        /// `UNLIMITED` or `PERIOD`.
        public var expirationType: String
        /// Epoch milliseconds; 0 without a period.
        public var expirationDate: Int64
        public var rest = JSONObject()

        @export(interface) public init?(json: JSON) {
            guard var reader = ValueReader(json) else { return nil }
            transferAccountType = reader.requiredText("transferAccountType")
            expirationType = reader.requiredText("expirationType")
            expirationDate = reader.integer("expirationDate") ?? 0
            if reader.isWrong { return nil }
            rest = reader.rest
        }

        @export(interface) public var json: JSON {
            var object: JSONObject = ["transferAccountType": .string(transferAccountType), "expirationType": .string(expirationType)]
            if expirationDate != 0 { object["expirationDate"] = .integer(expirationDate) }
            object.keep(rest)
            return .object(object)
        }
    }

    /// `AUTO` or `MANUAL`.
    public var issuedType: String
    public var account: Account
    public var condition: Condition
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let account = reader.value("account", Account.init(json:)),
            let condition = reader.value("condition", Condition.init(json:))
        else { return nil }
        issuedType = reader.requiredText("issuedType")
        self.account = account
        self.condition = condition
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = ["issuedType": .string(issuedType), "account": account.json, "condition": condition.json]
        object.keep(rest)
        return .object(object)
    }
}

/// Why a transfer account takes no more tries; part of an error 3042.
public struct TransferAccountFailInfo: Sendable, Equatable {
    static let extrasKey = "failTransferAccount"

    public var appId: String?
    public var id: String
    public var status: String?
    public var failCount: Int64
    /// Epoch milliseconds; 0 when the block has no end.
    public var blockEndDate: Int64
    /// When the block began.
    public var regDate: Int64

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        appId = reader.text("appId")
        id = reader.requiredText("id")
        status = reader.text("status")
        failCount = reader.integer("failCount") ?? 0
        blockEndDate = reader.integer("blockEndDate") ?? 0
        regDate = reader.integer("regDate") ?? 0
        if reader.isWrong { return nil }
    }

    /// What an error 3042 carries; nil for an error without it.
    @export(interface) public static func from(_ error: GamebaseError) -> TransferAccountFailInfo? {
        guard let text = error.extras[extrasKey]?.stringValue else { return nil }
        do throws(JSONError) { return TransferAccountFailInfo(json: try JSON.parse(text)) } catch { return nil }
    }
}

/// How a transfer account is made anew.
public struct TransferAccountRenewConfiguration: Sendable, Equatable {
    public static let passwordTarget: Int64 = 0
    public static let idPasswordTarget: Int64 = 1

    public var isManual: Bool
    /// `passwordTarget` or `idPasswordTarget`.
    public var target: Int64
    public var accountId: String?
    public var accountPassword: String?

    @export(interface) public init(isManual: Bool, target: Int64, accountId: String? = nil, accountPassword: String? = nil) {
        self.isManual = isManual
        self.target = target
        self.accountId = accountId
        self.accountPassword = accountPassword
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        let mode = reader.requiredText("renewalModeType")
        isManual = mode == "MANUAL"
        target = reader.requiredInteger("renewalTargetType")
        accountId = reader.text("accountId")
        accountPassword = reader.text("accountPassword")
        if reader.isWrong || (mode != "AUTO" && !isManual) || !(0...1).contains(target) { return nil }
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = ["renewalModeType": isManual ? "MANUAL" : "AUTO", "renewalTargetType": .integer(target)]
        object.set("accountId", accountId)
        object.set("accountPassword", accountPassword)
        return .object(object)
    }
}
