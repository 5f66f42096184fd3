import Codecs

/// Lets a player whose provider account signs in as another member take the account over, or go over to that member. Once.
public struct ForcingMappingTicket: Sendable, Equatable {
    static let extrasKey = "forcingMappingTicket"

    /// The member who asked.
    public var userId: String
    /// The member whom the account signs in as.
    public var mappedUserId: String
    /// `Y`, `B`, `T` or `P`, as of a member.
    public var mappedUserValid: String?
    public var idPCode: String
    public var forcingMappingKey: String
    /// Epoch milliseconds.
    public var expirationDate: Int64
    public var accessToken: String
    public var subCode: String?
    public var extraParams: JSONObject?
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        userId = reader.requiredText("userId")
        mappedUserId = reader.requiredText("mappedUserId")
        mappedUserValid = reader.text("mappedUserValid")
        idPCode = reader.requiredText("idPCode")
        forcingMappingKey = reader.requiredText("forcingMappingKey")
        expirationDate = reader.integer("expirationDate") ?? 0
        accessToken = reader.requiredText("accessToken")
        subCode = reader.text("subCode")
        extraParams = reader.object("extraParams")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    /// The ticket that an error 3302 carries; nil for an error without one.
    @export(interface) public static func from(_ error: GamebaseError) -> ForcingMappingTicket? {
        guard let text = error.extras[extrasKey]?.stringValue else { return nil }
        do throws(JSONError) { return ForcingMappingTicket(json: try JSON.parse(text)) } catch { return nil }
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("mappedUserId", mappedUserId)
        object.set("mappedUserValid", mappedUserValid)
        object.set("idPCode", idPCode)
        object.set("forcingMappingKey", forcingMappingKey)
        object["expirationDate"] = .integer(expirationDate)
        object.set("accessToken", accessToken)
        object.set("subCode", subCode)
        if let extraParams { object["extraParams"] = .object(extraParams) }
        object.keep(rest)
        return .object(object)
    }
}
