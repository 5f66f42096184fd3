#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages

/// The way of Hive to send pushes: `POST /push/send` with a bearer key, and `POST /v2/push/send` with an access token and small letters.
/// What is sent becomes a push of the console. Code 0 says that it was accepted, not that it was delivered.
public struct HiveFront: Sendable {
    public static let identifiersMax = 100
    public static let languagesMax = 16

    /// The app that the call names.
    public let appId: String
    public let parameters: JSON
    /// Why nothing can be asked.
    public let refusal: String?

    private struct Wrong: Error {
        let message: String

        init(_ message: String) { self.message = message }
        init(_ name: String, _ reason: String) { self.init("\(name): \(reason)") }
    }

    /// - Parameters:
    ///   - key: what the caller says to be let in with: the app's secret key, in either version.
    ///   - body: of the call.
    public init(key: String?, body: String) {
        do throws(Wrong) {
            let (app, push) = try Self.read(body)
            var access: JSONObject = ["wire": "gamebase", "appId": .string(app)]
            access.set("key", key)
            appId = app
            parameters = ["access": .object(access), "body": .object(push)]
            refusal = nil
        } catch {
            appId = ""
            parameters = [:]
            refusal = error.message
        }
    }

    /// {code, message, messageId?}
    public static func answer(_ code: Int32, _ message: String, messageId: JSON? = nil) -> String {
        var answer: JSONObject = ["code": .integer(Int64(code)), "message": .string(message)]
        answer["messageId"] = messageId
        return JSON.object(answer).text()
    }

    private static func read(_ body: String) throws(Wrong) -> (app: String, push: JSONObject) {
        let json: JSON
        do throws(JSONError) { json = try JSON.parse(body) } catch {
            throw error.kind == .textRefused ? Wrong(error.reason) : Wrong("the body", "is not JSON: \(error.reason)")
        }
        guard json.objectValue != nil else { throw Wrong("the body", "must be a JSON object") }
        guard let identifiers = json["identifiers"]?.arrayValue, (1...identifiersMax).contains(identifiers.count) else {
            throw Wrong("identifiers", "must be a list of 1 to \(identifiersMax) player ids")
        }
        var users: [JSON] = []
        for identifier in identifiers { users.append(try user(identifier)) }
        guard let isNotice = json["notice"]?.boolValue else { throw Wrong("notice", "must be true or false") }
        // What is no notice is sent whatever the player agreed to; a notice is an advertisement, for agreement and night.
        var push: JSONObject = ["userIds": .array(users), "advertisement": .bool(isNotice)]
        try texts(json, &push)
        try look(json, &push)
        return (try app(json), push)
    }

    /// "One of four identifiers should be included": playerId, vid, uid and did, of which a member's number is the first ("Identifier
    /// Structure" of Hive's guide to single pushes).
    private static func user(_ json: JSON) throws(Wrong) -> JSON {
        guard json.objectValue != nil else { return json }
        let id = json["playerId"] ?? json["player_id"] ?? .null
        if let number = id.int64Value { return .string("\(number)") }
        guard id.stringValue != nil else { throw Wrong("identifiers", "must have playerId; vid, uid and did are not known here") }
        return id
    }

    private static func app(_ json: JSON) throws(Wrong) -> String {
        let game = json["game"] ?? nil
        let apps = (game["appids"] ?? game["app_ids"])?.arrayValue ?? []
        guard apps.count <= 1 else { throw Wrong("game.appids", "must name one app; ask once for each") }
        guard let app = (apps.first ?? game["gameid"] ?? game["game_id"])?.stringValue, !app.isEmpty else {
            throw Wrong("game.appids", "must name the app")
        }
        return app
    }

    private static func texts(_ json: JSON, _ push: inout JSONObject) throws(Wrong) {
        let payload = json["payload"] ?? nil
        guard (json["enableLocale"] ?? json["enable_locale"])?.boolValue == true else {
            guard let single = payload["single"], single.objectValue != nil else { throw Wrong("payload.single", "is missing") }
            for member in text(single).members { push[member.key] = member.value }
            return
        }
        guard let locale = payload["locale"]?.objectValue, (1...languagesMax).contains(locale.members.count) else {
            throw Wrong("payload.locale", "must have 1 to \(languagesMax) languages")
        }
        guard let language = (payload["defaultLanguage"] ?? payload["default_language"])?.stringValue, let standard = locale[language]
        else {
            throw Wrong("payload.defaultLanguage", "must be one of the languages of payload.locale")
        }
        for member in text(standard).members { push[member.key] = member.value }
        var messages = JSONObject()
        for member in locale.members { messages[tag(member.key)] = .object(text(member.value)) }
        push["messages"] = .object(messages)
    }

    /// Hive's codes are in capitals.
    private static func tag(_ language: String) -> String {
        String(decoding: language.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    private static func text(_ json: JSON) -> JSONObject {
        var text = JSONObject()
        text["title"] = json["title"]
        text["body"] = json["message"] ?? json["msg"] ?? json["body"]
        return text
    }

    /// Names within `option` are ours: of Hive's guide only the beginning could be read, and it names none.
    private static func look(_ json: JSON, _ push: inout JSONObject) throws(Wrong) {
        let option = json["option"] ?? nil
        push["groupId"] = option["groupId"] ?? option["group_id"]
        push["media"] = option["mediaUrl"] ?? option["media_url"]
        push["link"] = option["link"]
        push["extras"] = option["extras"]
        push["timeToLiveSeconds"] = option["timeToLive"] ?? option["time_to_live"]
        let action = json["actionInfo"] ?? json["action_info"] ?? nil
        push["category"] = action["android"]?["category"] ?? action["ios"]?["category"]
    }
}
#endif
