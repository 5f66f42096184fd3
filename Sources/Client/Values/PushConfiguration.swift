import Codecs

/// What a player agreed to, for the registration for push.
public struct PushConfiguration: Sendable, Equatable {
    public var pushEnabled: Bool
    public var adAgreement: Bool
    public var adAgreementNight: Bool
    /// The language in which messages are wanted; nil and "" mean the display language.
    public var displayLanguageCode: String?
    /// Registers also when the host shows no notifications.
    public var alwaysAllowTokenRegistration = false
    public var rest = JSONObject()

    @export(interface) public init(pushEnabled: Bool, adAgreement: Bool, adAgreementNight: Bool) {
        self.pushEnabled = pushEnabled
        self.adAgreement = adAgreement
        self.adAgreementNight = adAgreementNight
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        let agreement = PushAgreement(&reader)
        pushEnabled = agreement.pushEnabled
        adAgreement = agreement.adAgreement
        adAgreementNight = agreement.adAgreementNight
        displayLanguageCode = reader.text("displayLanguageCode")
        alwaysAllowTokenRegistration = reader.flag("alwaysAllowTokenRegistration") ?? false
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = PushAgreement(pushEnabled: pushEnabled, adAgreement: adAgreement, adAgreementNight: adAgreementNight).object
        object.set("displayLanguageCode", displayLanguageCode)
        object["alwaysAllowTokenRegistration"] = .bool(alwaysAllowTokenRegistration)
        object.keep(rest)
        return .object(object)
    }
}

/// The three agreements by themselves, as a token has them.
public struct PushAgreement: Sendable, Equatable {
    public var pushEnabled: Bool
    public var adAgreement: Bool
    public var adAgreementNight: Bool

    init(pushEnabled: Bool, adAgreement: Bool, adAgreementNight: Bool) {
        self.pushEnabled = pushEnabled
        self.adAgreement = adAgreement
        self.adAgreementNight = adAgreementNight
    }

    /// The JSON keys begin with a small letter, the properties of Objective-C with a capital one; both are read.
    init(_ reader: inout ValueReader) {
        pushEnabled = reader.flag("pushEnabled") ?? false
        adAgreement = reader.flag("adAgreement") ?? reader.flag("ADAgreement") ?? false
        adAgreementNight = reader.flag("adAgreementNight") ?? reader.flag("ADAgreementNight") ?? false
    }

    init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        self.init(&reader)
        if reader.isWrong { return nil }
    }

    var object: JSONObject {
        ["pushEnabled": .bool(pushEnabled), "adAgreement": .bool(adAgreement), "adAgreementNight": .bool(adAgreementNight)]
    }
}

/// How push messages are shown.
public struct NotificationOptions: Sendable, Equatable {
    /// Shows a message although the game is running.
    public var foregroundEnabled = false
    public var badgeEnabled = true
    public var soundEnabled = true
    public var rest = JSONObject()

    @export(interface) public init(foregroundEnabled: Bool = false, badgeEnabled: Bool = true, soundEnabled: Bool = true) {
        self.foregroundEnabled = foregroundEnabled
        self.badgeEnabled = badgeEnabled
        self.soundEnabled = soundEnabled
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        foregroundEnabled = reader.flag("foregroundEnabled") ?? false
        badgeEnabled = reader.flag("badgeEnabled") ?? true
        soundEnabled = reader.flag("soundEnabled") ?? true
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = [
            "foregroundEnabled": .bool(foregroundEnabled), "badgeEnabled": .bool(badgeEnabled), "soundEnabled": .bool(soundEnabled),
        ]
        object.keep(rest)
        return .object(object)
    }
}
