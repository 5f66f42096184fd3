import Codecs

/// What the service knows of a player's registration on this device.
public struct PushTokenInfo: Sendable, Equatable {
    public var pushType: String
    public var token: String
    public var userId: String
    public var deviceCountryCode: String?
    public var timezone: String?
    /// ISO 8601.
    public var registeredDateTime: String?
    public var languageCode: String?
    public var sandbox: Bool
    public var agreement: PushAgreement?
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        pushType = reader.requiredText("pushType")
        token = reader.requiredText("token")
        userId = reader.requiredText("userId")
        deviceCountryCode = reader.text("deviceCountryCode")
        timezone = reader.text("timezone")
        registeredDateTime = reader.text("registeredDateTime")
        languageCode = reader.text("languageCode")
        sandbox = reader.flag("sandbox") ?? false
        agreement = reader.value("agreement", PushAgreement.init(json:))
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = ["pushType": .string(pushType), "token": .string(token), "userId": .string(userId)]
        object.set("deviceCountryCode", deviceCountryCode)
        object.set("timezone", timezone)
        object.set("registeredDateTime", registeredDateTime)
        object.set("languageCode", languageCode)
        object["sandbox"] = .bool(sandbox)
        if let agreement { object["agreement"] = .object(agreement.object) }
        object.keep(rest)
        return .object(object)
    }

    /// What was agreed, in the form in which it was registered.
    @export(interface) public var configuration: PushConfiguration {
        var configuration = PushConfiguration(
            pushEnabled: agreement?.pushEnabled ?? false, adAgreement: agreement?.adAgreement ?? false,
            adAgreementNight: agreement?.adAgreementNight ?? false)
        configuration.displayLanguageCode = languageCode
        return configuration
    }
}
