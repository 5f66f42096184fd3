import Codecs
import Linux
import PushRules

/// When a push that comes while the game is in front is shown besides being told. Hive's `PushSetting`.
public struct ForegroundSetting: Equatable, Sendable {
    public var remote = false
    public var local = false

    @export(interface) public init() {}

    @export(interface) public var json: JSON { ["useForegroundRemotePush": .bool(remote), "useForegroundLocalPush": .bool(local)] }

    /// - Returns: nil when a member is no boolean; what is missing is off.
    @export(interface) public static func read(_ json: JSON) -> ForegroundSetting? {
        guard var reader = ValueReader(json) else { return nil }
        var setting = ForegroundSetting()
        setting.remote = reader.flag("useForegroundRemotePush") ?? false
        setting.local = reader.flag("useForegroundLocalPush") ?? false
        return reader.isWrong ? nil : setting
    }
}

/// What `notifications.json` holds.
struct NotificationContent: Sendable {
    static let fileName = "notifications.json"
    /// Above what the limits of its parts come to.
    static let bytesMax = 16 << 20

    var pending = PendingPushes()
    var inbox = Inbox()
    var foreground = ForegroundSetting()

    var json: JSONObject { ["local": pending.json, "inbox": inbox.json, "foreground": foreground.json] }

    /// - Parameter leftOut: counts what is wrong in it.
    static func read(_ json: JSON, _ leftOut: inout Int) -> NotificationContent? {
        guard let local = json["local"], let inbox = json["inbox"] else { return nil }
        var content = NotificationContent()
        let pending = PendingPushes.read(local)
        let messages = Inbox.read(inbox)
        content.pending = pending.pushes
        content.inbox = messages.inbox
        leftOut += pending.wrong + messages.wrong
        content.foreground = json["foreground"].flatMap { ForegroundSetting.read($0) } ?? ForegroundSetting()
        return content
    }
}
