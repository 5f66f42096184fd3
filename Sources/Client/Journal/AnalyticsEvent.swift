import Codecs
import Linux
import Messages

/// One thing that a game reports about a user, as it waits in the journal and as it is sent.
public struct AnalyticsEvent: Equatable, Sendable {
    /// UTF-8 bytes of any one text.
    public static let textBytesMax = Limit.metricTextBytes

    public enum Detail: Equatable, Sendable {
        case setUserMeta(userLevel: Int32, channelId: String?, characterId: String?, classId: String?)
        /// `levelUpTime` in milliseconds since 1970.
        case levelUp(userLevel: Int32, levelUpTime: Int64)
    }

    /// Milliseconds since 1970.
    public var time: Int64
    public var userId: String
    public var detail: Detail

    public init(time: Int64, userId: String, detail: Detail) {
        self.time = time
        self.userId = userId
        self.detail = detail
    }

    /// An element of `events` in `presence.sendEvents`.
    public func json(eventID: String) -> JSON {
        [
            "eventId": .string(eventID),
            "type": .string(type),
            "time": .integer(time),
            "userId": .string(userId),
            "data": .object(data),
        ]
    }

    private var type: String {
        switch detail {
        case .setUserMeta: "setUserMeta"
        case .levelUp: "levelUp"
        }
    }

    private var data: JSONObject {
        switch detail {
        case .setUserMeta(let userLevel, let channelId, let characterId, let classId):
            var data: JSONObject = ["userLevel": .integer(Int64(userLevel))]
            data["channelId"] = channelId.map { .string($0) }
            data["characterId"] = characterId.map { .string($0) }
            data["classId"] = classId.map { .string($0) }
            return data
        case .levelUp(let userLevel, let levelUpTime):
            return ["userLevel": .integer(Int64(userLevel)), "levelUpTime": .integer(levelUpTime)]
        }
    }
}

/// What an analytics event is called, so that the service counts it once however often it is sent.
public enum EventID {
    /// 64 random bits for one opening of a journal: sequences may begin again after a lost file, sessions do not.
    public static func session(_ random: any RandomSource) -> UInt64 {
        var value: UInt64 = 0
        for byte in random.bytes(8).prefix(8) { value = value << 8 | UInt64(byte) }
        return value
    }

    /// 16 hexadecimal digits of the session, "-", the sequence.
    public static func text(session: UInt64, sequence: UInt64) -> String {
        digits(session) + "-" + String(sequence)
    }

    /// 16 hexadecimal digits.
    static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        var text = ""
        for _ in 0..<max(0, 16 - digits.utf8.count) { text += "0" }
        return text + digits
    }
}
