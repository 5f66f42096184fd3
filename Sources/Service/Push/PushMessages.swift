import Linux
import Storage
import Wire

/// Push messages: sent by the console, kept for each registration until its game was told, in the order of sending.
extension Service {
    static let pushUsersMax = 1000
    static let pushLanguagesMax = 64
    static let pushTitleBytesMax = 1024
    static let pushBodyBytesMax = 8192
    static let pushExtrasBytesMax = 8192
    /// Messages that wait for one registration; the oldest goes when there is one more.
    static let pushWaitingMax = 100
    static let pushTimeToLiveSecondsMax: Int64 = 28 * 86_400
    /// Advertisements by night need an agreement of their own: from 21:00 to 8:00 where the player is.
    static let nightBeginMinute = 21 * 60
    static let nightEndMinute = 8 * 60

    /// {title?, body?, messages?: {language: {title, body}}, extras?: {}, userIds?: [], advertisement?, timeToLiveSeconds?}
    func sendPush(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let content = try pushContent(parameters)
        let users = try parameters.texts("userIds", countMax: Self.pushUsersMax, bytesMax: 64)
        let isAdvertisement = try parameters.bool("advertisement", default: false)
        let seconds = try parameters.optionalInteger("timeToLiveSeconds", in: 1...Self.pushTimeToLiveSecondsMax)
        try dropExpiredPushes()
        let seq = try nextPushStamp()
        try run(
            "INSERT INTO push_messages (seq, content, expires_date) VALUES (?, ?, ?)",
            [.integer(seq), .text(content.text()), .integer(now &+ (seconds ?? Self.pushTimeToLiveSecondsMax) * 1000)])
        var registered: Int64 = 0
        var accepted: Int64 = 0
        for user in users.map({ users in users.map { Optional($0) } }) ?? [nil] {
            let (known, taken) = try queuePush(seq, to: user, isAdvertisement)
            registered += known
            accepted += taken
            if taken > 0 { raise("pushWaiting", userId: user) }
        }
        if accepted == 0 { try run("DELETE FROM push_messages WHERE seq = ?", [.integer(seq)]) }
        return .success([
            "messageId": .string("\(seq)"), "accepted": .integer(accepted), "withheld": .integer(registered - accepted),
        ])
    }

    /// - Parameter user: nil for everybody.
    /// - Returns: how many registrations there are, and how many of them take the message.
    private func queuePush(_ seq: Int64, to user: String?, _ isAdvertisement: Bool) throws(Failure) -> (Int64, Int64) {
        let whose = user == nil ? "1 = 1" : "user_id = ?"
        let who: [Value] = user.map { [.text($0)] } ?? []
        let registered = try query("SELECT COUNT(*) FROM push_tokens WHERE \(whose)", who).first?.integer(0) ?? 0
        if registered == 0 { return (0, 0) }
        var condition = "push_enabled = 1"
        var values: [Value] = [.integer(seq)]
        if isAdvertisement {
            condition += """
                 AND ad_agreement = 1 AND (ad_agreement_night = 1
                OR ((? + offset_minutes) % 1440 >= \(Self.nightEndMinute) AND (? + offset_minutes) % 1440 < \(Self.nightBeginMinute)))
                """
            // A day more keeps the sum positive west of Greenwich.
            let minutes = Value.integer(now / 60_000 + 1440)
            values += [minutes, minutes]
        }
        let accepted = try run(
            "INSERT INTO push_waiting (device_key, user_id, seq) SELECT device_key, user_id, ? FROM push_tokens WHERE \(condition) AND \(whose)",
            values + who)
        try run(
            """
            DELETE FROM push_waiting WHERE seq <= (SELECT w.seq FROM push_waiting w WHERE w.device_key = push_waiting.device_key
                AND w.user_id = push_waiting.user_id ORDER BY w.seq DESC LIMIT 1 OFFSET \(Self.pushWaitingMax)) AND \(whose)
            """, who)
        return (registered, Int64(accepted))
    }

    private func pushContent(_ parameters: Parameters) throws(Failure) -> JSON {
        var messages = JSONObject()
        if let languages = parameters.value("messages") {
            let texts = try parameters.object("messages")
            let members = languages.objectValue?.members ?? []
            guard members.count <= Self.pushLanguagesMax else {
                throw parameters.wrong("messages", "must hold at most \(Self.pushLanguagesMax) languages")
            }
            for member in members { messages[member.key] = try pushText(try texts.object(member.key)) }
        }
        let text = try pushText(parameters)
        guard !messages.isEmpty || text["title"] != "" || text["body"] != "" else {
            throw Failure.refused(ResultCode.parameterInvalid, "title: is missing, and so are body and messages; a message needs a text")
        }
        var extras = "{}"
        if parameters.value("extras") != nil {
            _ = try parameters.object("extras")
            extras = parameters.value("extras")?.text() ?? extras
            guard extras.utf8.count <= Self.pushExtrasBytesMax else {
                throw parameters.wrong("extras", "must be at most \(Self.pushExtrasBytesMax) bytes of JSON, is \(extras.utf8.count)")
            }
        }
        return ["text": text, "messages": .object(messages), "extras": .string(extras)]
    }

    private func pushText(_ parameters: Parameters) throws(Failure) -> JSON {
        [
            "title": .string(try parameters.optionalText("title", bytesMax: Self.pushTitleBytesMax) ?? ""),
            "body": .string(try parameters.optionalText("body", bytesMax: Self.pushBodyBytesMax) ?? ""),
        ]
    }

    private func dropExpiredPushes() throws(Failure) {
        let date = Value.integer(now)
        try run("DELETE FROM push_waiting WHERE seq IN (SELECT seq FROM push_messages WHERE expires_date <= ?)", [date])
        try run("DELETE FROM push_messages WHERE expires_date <= ?", [date])
    }

    // MARK: The device's side

    /// What waits for this player on this device, oldest first, in the language of the registration.
    func receivePushes(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let parameters = Parameters(request.parameters)
        let device = try parameters.text("deviceKey", bytesMax: 64)
        guard let registration = try pushToken(device, session.userId) else { return .success() }
        let rows = try query(
            """
            SELECT m.seq, m.content FROM push_waiting w JOIN push_messages m ON m.seq = w.seq
            WHERE w.device_key = ? AND w.user_id = ? AND w.seq > ? AND m.expires_date > ? ORDER BY w.seq LIMIT \(Self.pushWaitingMax)
            """,
            [
                .text(device), .text(session.userId), .integer(try parameters.optionalInteger("after", in: 0...Int64.max) ?? 0),
                .integer(now),
            ])
        var messages: [JSON] = []
        for row in rows {
            guard let content = Self.stored(row.text(1)) else { continue }
            let text = content["messages"]?[registration.text(4)] ?? content["text"] ?? [:]
            messages.append([
                "seq": .integer(row.integer(0)), "id": .string("\(row.integer(0))"), "title": text["title"] ?? "",
                "body": text["body"] ?? "", "extras": content["extras"] ?? "{}",
            ])
        }
        return .success([
            "token": .string(registration.text(0)), "messages": .array(messages), "options": Self.stored(registration.text(9)) ?? [:],
        ])
    }

    /// The game was told of a message: it is not told again. The registration's token is proof enough, so that it may come after the logout.
    func acknowledgePush(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let seq = Value.integer(try parameters.integer("seq", in: 0...Int64.max))
        try run(
            """
            DELETE FROM push_waiting WHERE seq = ? AND EXISTS (SELECT 1 FROM push_tokens t WHERE t.token = ?
                AND t.device_key = push_waiting.device_key AND t.user_id = push_waiting.user_id)
            """, [seq, .text(try parameters.text("token", bytesMax: 128))])
        try run(
            "DELETE FROM push_messages WHERE seq = ? AND NOT EXISTS (SELECT 1 FROM push_waiting w WHERE w.seq = push_messages.seq)", [seq])
        return .success()
    }

    private static func stored(_ text: String) -> JSON? {
        do throws(JSONError) { return try JSON.parse(text) } catch { return nil }
    }
}
