import Codecs

/// Who plays, for the metrics: sent after login, and with it every later metric knows the level.
public struct GameUserData: Sendable, Equatable {
    public var userLevel: Int32
    public var channelId: String?
    public var characterId: String?
    public var classId: String?
    public var rest = JSONObject()

    @export(interface) public init(userLevel: Int32, channelId: String? = nil, characterId: String? = nil, classId: String? = nil) {
        self.userLevel = userLevel
        self.channelId = channelId
        self.characterId = characterId
        self.classId = classId
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let level = Int32(exactly: reader.requiredInteger("userLevel")) else { return nil }
        userLevel = level
        channelId = reader.text("channelId")
        characterId = reader.text("characterId")
        classId = reader.text("classId")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["userLevel"] = .integer(Int64(userLevel))
        object.set("channelId", channelId)
        object.set("characterId", characterId)
        object.set("classId", classId)
        object.keep(rest)
        return .object(object)
    }
}

/// A level-up. Channel, character and class come from the last `GameUserData`.
public struct LevelUpData: Sendable, Equatable {
    public var userLevel: Int32
    /// Epoch milliseconds, more than 0.
    public var levelUpTime: Int64
    public var rest = JSONObject()

    @export(interface) public init(userLevel: Int32, levelUpTime: Int64) {
        self.userLevel = userLevel
        self.levelUpTime = levelUpTime
    }

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json), let level = Int32(exactly: reader.requiredInteger("userLevel")) else { return nil }
        userLevel = level
        levelUpTime = reader.requiredInteger("levelUpTime")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["userLevel"] = .integer(Int64(userLevel))
        object["levelUpTime"] = .integer(levelUpTime)
        object.keep(rest)
        return .object(object)
    }
}
