import Codecs

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
