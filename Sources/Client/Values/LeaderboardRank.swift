import Codecs

/// A player's place in a leaderboard, as the service says it.
public struct LeaderboardRank: Sendable, Equatable {
    public var userId: String
    public var rank: Int64
    public var preRank: Int64
    public var score: Double
    public var extra: String?
    public var date: String?
    public var totalUserCountInFactor: Int64
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        userId = reader.requiredText("userId")
        rank = reader.requiredInteger("rank")
        preRank = reader.integer("preRank") ?? 0
        _ = reader.number("score")
        score = json["score"]?.doubleValue ?? 0
        extra = reader.text("extra")
        date = reader.text("date")
        totalUserCountInFactor = reader.integer("totalUserCountInFactor") ?? 0
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["userId"] = .string(userId)
        object["score"] = .decimal("\(score)")
        object["rank"] = .integer(rank)
        object["preRank"] = .integer(preRank)
        object.set("extra", extra)
        object.set("date", date)
        object["totalUserCountInFactor"] = .integer(totalUserCountInFactor)
        object.keep(rest)
        return .object(object)
    }
}
