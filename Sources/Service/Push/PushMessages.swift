import Codecs
import Linux
import Messages
import PushRules
import Storage

/// Push messages: sent by the console, kept for each registration until its game was told, in the order of sending.
extension Push {
    static let pushUsersMax = 1000
    static let pushLanguagesMax = 64
    /// Messages that wait for one registration; the oldest goes when there is one more.
    static let pushWaitingMax = 100
    static let pushTimeToLiveSecondsMax: Int64 = 28 * 86_400
    static let pushCountriesMax = 256

    /// {title?, body?, messages?: {language: {title, body}}, extras?: {}, userIds?: [], countries?: [], languages?: [], sendDate?, localTime?,
    /// advertisement?, timeToLiveSeconds?, category?, buttons?: [{name, identifier?, buttonType?, link?, hint?}], groupId?, media?, link?}
    /// - Parameter tags: the words of a condition that was checked.
    func sendPush(_ parameters: Parameters, tags: [String]? = nil) throws(Failure) -> SlicedWork {
        let start = try startOfPush(parameters, tags)
        return SlicedWork(core.begun.flatMap { Int64($0) }, begun: { $0.map { "\($0)" } }) { (sent) throws(Failure) in
            if sent == nil {
                let campaign = try insertCampaign(start)
                if !campaign.isNow { return try report(of: campaign.id) }
                sent = campaign.id
            }
            guard let id = sent else { return nil }
            return try proceedOnRequest(id)
        }
    }

    func startOfPush(_ parameters: Parameters, _ tags: [String]?) throws(Failure) -> PushStart {
        try startOfCampaign(parameters, try audience(parameters, tags, content: try pushContent(parameters)))
    }

    /// Whom it is for, beside what it says.
    func audience(_ parameters: Parameters, _ tags: [String]?, content: JSON) throws(Failure) -> JSONObject {
        var push: JSONObject = ["content": content]
        var named: Set<String> = []
        let users = try parameters.texts("userIds", countMax: Self.pushUsersMax, bytesMax: 64)?.filter { named.insert($0).inserted }
        push["userIds"] = Self.list(users)
        push["countries"] = Self.list(try parameters.texts("countries", countMax: Self.pushCountriesMax, bytesMax: 8))
        push["languages"] = Self.list(try parameters.texts("languages", countMax: Self.pushLanguagesMax, bytesMax: 32))
        push["tags"] = Self.list(tags)
        return push
    }

    private static func list(_ texts: [String]?) -> JSON? { texts.map { .array($0.map { .string($0) }) } }

    // MARK: The device's side

    private static let pushLookKeys = ["category", "groupId", "link", "media", "isAd", "buttons"]

    /// What waits for this player on this device, oldest first, in the language of the registration.
    func receivePushes(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let parameters = Parameters(request.parameters)
        let device = try parameters.text("deviceKey", bytesMax: 64)
        guard let registration = try pushToken(device, session.userId) else { return .success() }
        let rows = try query(
            """
            SELECT m.seq, m.content, COALESCE(m.campaign, m.seq) FROM push_waiting w JOIN push_messages m ON m.seq = w.seq
            WHERE w.device_key = ? AND w.user_id = ? AND w.seq > ? AND COALESCE(w.expires_date, m.expires_date) > ?
            ORDER BY w.seq LIMIT \(Self.pushWaitingMax)
            """,
            [
                .text(device), .text(session.userId), .integer(try parameters.optionalInteger("after", in: 0...Int64.max) ?? 0),
                .integer(now),
            ])
        var messages: [JSON] = []
        for row in rows {
            guard let content = Self.stored(row.text(1)) else { continue }
            let text = Self.text(of: content, in: registration.text(4))
            var message: JSONObject = [
                "seq": .integer(row.integer(0)), "id": .string("\(row.integer(2))"), "title": text["title"] ?? "",
                "body": text["body"] ?? "", "extras": content["extras"] ?? "{}",
            ]
            for key in Self.pushLookKeys { if let value = content[key] { message[key] = value } }
            messages.append(.object(message))
        }
        return .success([
            "token": .string(registration.text(0)), "messages": .array(messages), "options": Self.stored(registration.text(9)) ?? [:],
            "agreement": Self.agreement(registration),
        ])
    }

    /// The text in the language of the registration, else one of the same language, else the one that has none; a push without that has
    /// English, or the first that there is.
    private static func text(of content: JSON, in language: String) -> JSON {
        let texts = content["messages"]?.objectValue?.members ?? []
        let languages = texts.map { $0.key }
        if let place = place(of: language, in: languages) { return texts[place].value }
        let text = content["text"] ?? [:]
        if texts.isEmpty || text["title"] != "" || text["body"] != "" { return text }
        return texts[LanguageChoice.choose(languages, for: []) ?? 0].value
    }

    static func place(of language: String, in offered: [String]) -> Int? {
        offered.firstIndex(of: language) ?? LanguageChoice.closest(offered, to: language)
    }

    static func stored(_ text: String) -> JSON? { KeptJSON.read(text) }
}
