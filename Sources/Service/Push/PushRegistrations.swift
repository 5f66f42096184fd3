import Codecs
import Linux
import Messages
import Storage

/// Registrations as game servers see them ("Tokens" of the NHN Cloud Push API v2.4 guide). A game makes its own; a server finds and removes
/// them.
extension Push {
    /// What tokens are called where the guide speaks of phones, and here.
    static let pushTypes = ["LINUX", "FCM", "APNS", "APNS_SANDBOX", "TENCENT", "APNS_VOIP", "APNS_SANDBOXVOIP", "ADM"]
    static let tokensListedMax: Int64 = 1_000
    private static let tokenBytesMax = 1_600

    private static let registrationColumns = """
        SELECT token, push_enabled, ad_agreement, ad_agreement_night, language, country, timezone, registered_date, device_key, user_id
        FROM push_tokens
        """

    /// {uid} or {token, pushType} or {cursorUid?, cursorToken?, limit?} -> {tokens}
    func registrations(_ parameters: Parameters) throws(Failure) -> Reply {
        if let user = try parameters.optionalText("uid", bytesMax: Self.memberIdBytesMax) {
            return try listed("WHERE user_id = ? ORDER BY registered_date", [.text(user)])
        }
        if parameters.value("token") != nil {
            let reply = try listed("WHERE token = ?", [.text(try token(parameters))])
            guard try pushType(parameters), reply.body["tokens"]?.arrayValue?.isEmpty == false else { throw Self.noToken }
            return reply
        }
        let user = try parameters.optionalText("cursorUid", bytesMax: Self.memberIdBytesMax)
        let token = try parameters.optionalText("cursorToken", bytesMax: Self.tokenBytesMax)
        guard (user == nil) == (token == nil) else { throw parameters.wrong("cursorToken", "goes with cursorUid") }
        let limit = try parameters.optionalInteger("limit", in: 1...Self.tokensListedMax) ?? Self.tokensListedMax
        return try listed(
            "WHERE (user_id, token) > (?, ?) ORDER BY user_id, token LIMIT ?", [.text(user ?? ""), .text(token ?? ""), .integer(limit)])
    }

    /// {token, pushType?}: its game is reached again when it registers again.
    func removeRegistration(_ parameters: Parameters) throws(Failure) -> Reply {
        let token = Value.text(try token(parameters))
        let isAnother = parameters.value("pushType") == nil ? false : try !pushType(parameters)
        guard !isAnother, let owner = try query("SELECT device_key, user_id FROM push_tokens WHERE token = ?", [token]).first else {
            throw Self.noToken
        }
        try run("DELETE FROM push_waiting WHERE device_key = ? AND user_id = ?", owner.values)
        try run("DELETE FROM push_tokens WHERE token = ?", [token])
        return .success()
    }

    private static let noToken = Failure.refused(ResultCode.pushMissing, "there is no token of this name and type")

    private func token(_ parameters: Parameters) throws(Failure) -> String { try parameters.text("token", bytesMax: Self.tokenBytesMax) }

    /// - Returns: whether tokens of this type are here.
    private func pushType(_ parameters: Parameters) throws(Failure) -> Bool {
        try parameters.oneOf("pushType", Self.pushTypes) == Self.pushType
    }

    private func listed(_ rows: String, _ values: [Value]) throws(Failure) -> Reply {
        let tokens = try query("\(Self.registrationColumns) \(rows)", values).map { row -> JSON in
            [
                "token": .string(row.text(0)), "agreement": Self.agreement(row), "language": .string(row.text(4)),
                "country": .string(row.text(5)), "timezone": .string(row.text(6)), "registeredDate": .integer(row.integer(7)),
                "deviceId": .string(row.text(8)), "userId": .string(row.text(9)),
            ]
        }
        return .success(["tokens": .array(tokens)])
    }
}
