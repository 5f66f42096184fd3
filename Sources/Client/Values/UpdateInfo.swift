import Codecs

/// Where a version that is not registered any more finds the current one; part of an error 2004.
public struct UpdateInfo: Sendable, Equatable {
    public var installUrl: String?
    public var message: String?
    public var detailUrl: String?
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        installUrl = reader.text("installUrl")
        message = reader.text("message")
        detailUrl = reader.text("detailUrl")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    /// nil for an error that tells of no update.
    @export(interface) public static func from(_ error: GamebaseError) -> UpdateInfo? {
        guard let text = error.extras["updateInfo"]?.stringValue else { return nil }
        do throws(JSONError) { return UpdateInfo(json: try JSON.parse(text)) } catch { return nil }
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("installUrl", installUrl)
        object.set("message", message)
        object.set("detailUrl", detailUrl)
        object.keep(rest)
        return .object(object)
    }
}
