import Linux
import Messages
import Storage
import Wire

/// Push messages: sent by the console, kept for each registration until its game was told, in the order of sending.
extension Push {
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

    static let pushCountriesMax = 256
    static let pushButtonsMax = 3

    /// {title?, body?, messages?: {language: {title, body}}, extras?: {}, userIds?: [], countries?: [], advertisement?, timeToLiveSeconds?,
    /// category?, buttons?: [{name, identifier?, buttonType?, link?, hint?}], groupId?, media?, link?}
    func sendPush(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let content = try pushContent(parameters)
        var named: Set<String> = []
        let users = try parameters.texts("userIds", countMax: Self.pushUsersMax, bytesMax: 64)?.filter { named.insert($0).inserted }
        let countries = try parameters.texts("countries", countMax: Self.pushCountriesMax, bytesMax: 8)
        let isAdvertisement = try parameters.bool("advertisement", default: false)
        let seconds = try parameters.optionalInteger("timeToLiveSeconds", in: 1...Self.pushTimeToLiveSecondsMax)
        let seq = try core.nextPushStamp()
        let message: [Value] = [
            .integer(seq), .text(content.text()), .integer(now &+ (seconds ?? Self.pushTimeToLiveSecondsMax) * 1000),
        ]
        let begin = (registered: Int64(0), accepted: Int64(0), place: 0, last: (device: "", userId: ""))
        return SlicedWork(begin) { (state) throws(Failure) in
            var tokens: [Row] = []
            if let users {
                while state.place < users.count, tokens.count < SlicedWork.rows {
                    tokens += try query(
                        "SELECT \(Self.pushQueueColumns) FROM push_tokens WHERE user_id = ? ORDER BY registered_date",
                        [.text(users[state.place])])
                    state.place += 1
                }
            } else {
                tokens = try query(
                    """
                    SELECT \(Self.pushQueueColumns) FROM push_tokens WHERE (device_key, user_id) > (?, ?) ORDER BY device_key, user_id
                    LIMIT \(SlicedWork.rows)
                    """, [.text(state.last.device), .text(state.last.userId)])
                if let end = tokens.last { state.last = (end.text(0), end.text(1)) }
            }
            state.registered += Int64(tokens.count)
            let takers = tokens.filter { token in
                if let countries, !countries.contains(token.text(6)) { return false }
                return takes(token, isAdvertisement)
            }
            state.accepted += Int64(takers.count)
            try queuePush(seq, message, to: takers)
            if users != nil {
                var told: Set<String> = []
                for taker in takers where told.insert(taker.text(1)).inserted { raise(.pushWaiting, userId: taker.text(1)) }
            }
            if users.map({ state.place < $0.count }) ?? (tokens.count == SlicedWork.rows) { return nil }
            if users == nil, state.accepted > 0 { raise(.pushWaiting) }
            return .success([
                "messageId": .string("\(seq)"), "accepted": .integer(state.accepted),
                "withheld": .integer(state.registered - state.accepted),
            ])
        }
    }

    private static let pushQueueColumns = "device_key, user_id, push_enabled, ad_agreement, ad_agreement_night, offset_minutes, country"

    /// Whether a registration agreed to this, now where the player is.
    private func takes(_ token: Row, _ isAdvertisement: Bool) -> Bool {
        guard token.bool(2) else { return false }
        guard isAdvertisement else { return true }
        guard token.bool(3) else { return false }
        // A day more keeps the sum positive west of Greenwich.
        let minute = (now / 60_000 + 1440 + token.integer(5)) % 1440
        return token.bool(4) || (minute >= Self.nightEndMinute && minute < Self.nightBeginMinute)
    }

    /// The message may be gone again when those who had it first have all been told: then it comes back for the rest.
    private func queuePush(_ seq: Int64, _ message: [Value], to takers: [Row]) throws(Failure) {
        if takers.isEmpty { return }
        try run("INSERT INTO push_messages (seq, content, expires_date) VALUES (?, ?, ?) ON CONFLICT (seq) DO NOTHING", message)
        for taker in takers {
            let (device, user) = (taker.values[0], taker.values[1])
            try run("INSERT INTO push_waiting (device_key, user_id, seq) VALUES (?, ?, ?)", [device, user, .integer(seq)])
            try run(
                """
                DELETE FROM push_waiting WHERE device_key = ? AND user_id = ? AND seq <= (SELECT w.seq FROM push_waiting w
                    WHERE w.device_key = ? AND w.user_id = ? ORDER BY w.seq DESC LIMIT 1 OFFSET \(Self.pushWaitingMax))
                """, [device, user, device, user])
        }
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
        var content: JSONObject = ["text": text, "messages": .object(messages), "extras": .string(extras)]
        try pushLook(parameters, &content)
        return .object(content)
    }

    /// How a push is shown beside its text (iap_push.md 5.4 to 5.6 and 5.8).
    private func pushLook(_ parameters: Parameters, _ content: inout JSONObject) throws(Failure) {
        content.set("category", try parameters.optionalText("category", bytesMax: 64))
        content.set("groupId", try parameters.optionalText("groupId", bytesMax: 128))
        content.set("link", try parameters.optionalText("link", bytesMax: 2_048))
        if let media = try parameters.optionalText("media", bytesMax: 2_048) {
            guard WebAddress.isWeb(media) else { throw parameters.wrong("media", "must be a web address, https://…") }
            content["media"] = .string(media)
        }
        if try parameters.bool("advertisement", default: false) { content["isAd"] = true }
        guard let buttons = parameters.value("buttons") else { return }
        guard let list = buttons.arrayValue, (1...Self.pushButtonsMax).contains(list.count) else {
            throw parameters.wrong("buttons", "must be a list of 1 to \(Self.pushButtonsMax) objects")
        }
        guard content["category"] == nil else {
            throw parameters.wrong("buttons", "cannot stand beside category, which has buttons of its own; leave one out")
        }
        var checked: [JSON] = []
        for button in list {
            let fields = Parameters(button)
            var object: JSONObject = ["name": .string(try fields.text("name", bytesMax: 128))]
            object.set("identifier", try fields.optionalText("identifier", bytesMax: 64))
            object.set("link", try fields.optionalText("link", bytesMax: 2_048))
            object.set("hint", try fields.optionalText("hint", bytesMax: 128))
            if let kind = try fields.optionalText("buttonType", bytesMax: 16) {
                guard ["OPEN_APP", "OPEN_URL", "DEEP_LINK", "REPLY", "DISMISS"].contains(kind) else {
                    throw fields.wrong("buttonType", "must be OPEN_APP, OPEN_URL, DEEP_LINK, REPLY or DISMISS")
                }
                object["buttonType"] = .string(kind)
            }
            checked.append(.object(object))
        }
        content["buttons"] = .array(checked)
    }

    private static let pushLookKeys = ["category", "groupId", "link", "media", "isAd", "buttons"]

    private func pushText(_ parameters: Parameters) throws(Failure) -> JSON {
        [
            "title": .string(try parameters.optionalText("title", bytesMax: Self.pushTitleBytesMax) ?? ""),
            "body": .string(try parameters.optionalText("body", bytesMax: Self.pushBodyBytesMax) ?? ""),
        ]
    }

    // MARK: The device's side

    /// What waits for this player on this device, oldest first, in the language of the registration.
    func receivePushes(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
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
            var message: JSONObject = [
                "seq": .integer(row.integer(0)), "id": .string("\(row.integer(0))"), "title": text["title"] ?? "",
                "body": text["body"] ?? "", "extras": content["extras"] ?? "{}",
            ]
            for key in Self.pushLookKeys { if let value = content[key] { message[key] = value } }
            messages.append(.object(message))
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
