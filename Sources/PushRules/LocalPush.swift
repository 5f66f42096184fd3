import Codecs
import Linux

/// A push that the game gives itself (section 5.2), `LocalPush` of the SDK.
public struct LocalPush: Equatable, Sendable {
    public static let groupBytesMax = 128
    /// Ten years: later than that is a mistake of units.
    public static let afterSecondsMax: Int64 = 10 * 366 * 86_400
    /// Of what is kept beside the members, as JSON.
    public static let restBytesMax = 4_096
    /// Of its lists and objects in each other: the file that a push is kept in is read to a depth of 64.
    public static let restDepthMax = 48

    public enum Fault: Error, Equatable, Sendable {
        case noText, titleTooLong, bodyTooLong, groupTooLong, wrongAfter, restTooLong, restTooDeep

        @export(interface) public var reason: String {
            switch self {
            case .noText: "title and msg are both empty"
            case .titleTooLong: "title has more than \(PushText.titleBytesMax) bytes"
            case .bodyTooLong: "msg has more than \(PushText.bodyBytesMax) bytes"
            case .groupTooLong: "groupId has more than \(LocalPush.groupBytesMax) bytes"
            case .wrongAfter: "after must be 0 to \(LocalPush.afterSecondsMax) seconds"
            case .restTooLong: "the other members have more than \(LocalPush.restBytesMax) bytes"
            case .restTooDeep: "the other members are nested deeper than \(LocalPush.restDepthMax)"
            }
        }
    }

    /// By which it is replaced and unregistered.
    public let noticeId: Int64
    public let title: String
    public let msg: String
    /// Seconds from when it is registered.
    public let after: Int64
    /// Empty: the group of the app.
    public let groupId: String
    /// Members that only other systems know. They are kept and mean nothing.
    public let rest: JSONObject

    @export(interface) public static func make(
        noticeId: Int64, title: String, msg: String, after: Int64 = 0, groupId: String = "", rest: JSONObject = JSONObject()
    ) throws(Fault) -> LocalPush {
        guard !title.utf8.isEmpty || !msg.utf8.isEmpty else { throw .noText }
        guard title.utf8.count <= PushText.titleBytesMax else { throw .titleTooLong }
        guard msg.utf8.count <= PushText.bodyBytesMax else { throw .bodyTooLong }
        guard groupId.utf8.count <= groupBytesMax else { throw .groupTooLong }
        guard 0...afterSecondsMax ~= after else { throw .wrongAfter }
        if !rest.isEmpty {
            let text = Array(rest.text().utf8)
            guard text.count <= restBytesMax else { throw .restTooLong }
            guard JSONNesting.isAtMost(restDepthMax, text[...]) else { throw .restTooDeep }
        }
        return LocalPush(noticeId: noticeId, title: title, msg: msg, after: after, groupId: groupId, rest: rest)
    }

    private static let keys = ["noticeId", "title", "msg", "after", "groupId"]

    @export(interface) public var json: JSONObject {
        var object = rest
        object["noticeId"] = .integer(noticeId)
        object["title"] = .string(title)
        object["msg"] = .string(msg)
        object["after"] = .integer(after)
        object["groupId"] = .string(groupId)
        return object
    }

    /// - Returns: nil for a member of a wrong type, a missing noticeId, and what `make` refuses.
    @export(interface) public static func read(_ object: JSONObject) -> LocalPush? {
        guard let push = Members(object) else { return nil }
        return try? make(push)
    }

    @export(interface) public static func make(_ push: Members) throws(Fault) -> LocalPush {
        try make(noticeId: push.noticeId, title: push.title, msg: push.msg, after: push.after, groupId: push.groupId, rest: push.rest)
    }

    /// What somebody says a push is, before `make` has looked at it.
    public struct Members {
        public var noticeId: Int64 = 0
        public var title = ""
        public var msg = ""
        public var after: Int64 = 0
        public var groupId = ""
        public var rest = JSONObject()

        @export(interface) public init() {}

        @export(interface) public init(_ push: LocalPush) {
            noticeId = push.noticeId
            title = push.title
            msg = push.msg
            after = push.after
            groupId = push.groupId
            rest = push.rest
        }

        /// - Returns: nil for a member of a wrong type, and a missing noticeId.
        @export(interface) public init?(_ object: JSONObject) {
            guard let noticeId = object["noticeId"]?.int64Value, let title = LocalPush.text(object, "title"),
                let msg = LocalPush.text(object, "msg"),
                let groupId = LocalPush.text(object, "groupId")
            else { return nil }
            if let value = object["after"] {
                guard let seconds = value.int64Value else { return nil }
                after = seconds
            }
            self.noticeId = noticeId
            self.title = title
            self.msg = msg
            self.groupId = groupId
            for (key, value) in object.members where !LocalPush.keys.contains(key) { rest.append(key, value) }
        }
    }

    /// Empty when it is not there.
    static func text(_ object: JSONObject, _ key: String) -> String? {
        guard let value = object[key] else { return "" }
        return value.stringValue
    }
}
