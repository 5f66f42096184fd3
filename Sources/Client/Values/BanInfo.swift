import Codecs

/// Why and how long a member may not play; part of an error with code 7.
public struct BanInfo: Sendable, Equatable {
    public static let permanent = "PERMANENT"

    public var userId: String
    /// `TEMPORARY` or `PERMANENT`.
    public var banType: String
    public var beginDate: Int64
    /// nil when it has no end.
    public var endDate: Int64?
    /// As the console's user wrote it; URL-encoded in the JSON form.
    public var message: String
    public var csInfo: String?
    public var csUrl: String?

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        userId = reader.requiredText("userId")
        banType = reader.requiredText("banType")
        beginDate = reader.integer("beginDate") ?? 0
        endDate = reader.integer("endDate")
        let encoded = reader.text("message") ?? ""
        message = PercentEncoding.decode(encoded) ?? encoded
        csInfo = reader.text("csInfo")
        csUrl = reader.text("csUrl")
        if reader.isWrong { return nil }
    }

    /// The ban that an error tells of; nil when it tells of none.
    @export(interface) public static func from(_ error: GamebaseError) -> BanInfo? {
        guard error.code == GamebaseError.Code.bannedMember, let text = error.extras["ban"]?.stringValue else { return nil }
        do throws(JSONError) {
            return BanInfo(json: try JSON.parse(text))
        } catch {
            return nil
        }
    }
}
