import Codecs
import Linux
import Messages

/// What the operator asked for.
struct AuditLine {
    var app: String
    var request: String
    /// Whose money or rights it was about: numbers of members and payments, and which of several things was done; no other word of the
    /// request.
    var object: JSONObject
    /// The beginning of the key's digest, by which it is told from another; nil: it was wrong or missing.
    var key: String?
    /// Who has signed in to the console; nil for a request with the operator's key.
    var person: String?
    /// The name of the token that the person's program brought.
    var token: String?

    init(app: String, request: String, object: JSONObject, key: String?, person: String? = nil, token: String? = nil) {
        (self.app, self.request, self.object, self.key, self.person, self.token) = (app, request, object, key, person, token)
    }

    init(app: String, _ request: Request?, key: String?, person: String? = nil, token: String? = nil) {
        let object = request.map { Self.object($0.parameters) } ?? [:]
        self.init(app: app, request: request?.name.text ?? "", object: object, key: key, person: person, token: token)
    }

    /// Parameters of operators' requests that name what they are about, or which of several things is done to it.
    private static let names = [
        "userId", "userIds", "paymentSeq", "storeCode", "storeTransactionId", "idPCode", "messageId", "className", "objectId", "fileName",
        // One request looks at a key, or makes one that opens the member; another one grants, or refuses; others open or close a game, or
        // give money back by the operator's will or the store's.
        "action", "verified", "status", "kind",
    ]
    /// Null takes away what is there.
    private static let takenAway = ["graceBan", "maintenance"]
    static let textBytesMax = 255
    /// More are counted.
    static let namedMax = 20

    static func object(_ parameters: JSON) -> JSONObject {
        var object = JSONObject()
        for name in names {
            if let number = parameters[name]?.int64Value { object[name] = .integer(number) }
            if let text = parameters[name]?.stringValue { object[name] = .string(short(text)) }
            if let flag = parameters[name]?.boolValue { object[name] = .bool(flag) }
            guard let list = parameters[name]?.arrayValue else { continue }
            object[name] = .array(list.prefix(namedMax).map { .string(short($0.stringValue ?? "")) })
            if list.count > namedMax { object["count"] = .integer(Int64(list.count)) }
        }
        for name in takenAway { if let value = parameters[name] { object[name] = .bool(!value.isNull) } }
        // One price that is changed, which is a request's only word about money.
        for name in ["gamebaseProductId", "price", "currency"] {
            if let text = parameters["product"]?[name]?.stringValue { object[name] = .string(short(text)) }
        }
        // An object that is written has its number in the row.
        if object["objectId"] == nil, let id = parameters["row"]?["objectId"]?.stringValue { object["objectId"] = .string(short(id)) }
        return object
    }

    /// Of a change of people: whom or what it is about, and which of several things is done. No password, code, link or token.
    static func object(ofPeople form: JSON) -> JSONObject {
        var object = JSONObject()
        for name in ["name", "role", "app", "id", "invitation"] {
            if let text = form[name]?.stringValue { object[name] = .string(short(text)) }
        }
        for name in ["others", "remove"] where form[name]?.boolValue == true { object[name] = true }
        if let roles = Roles.read(form["roles"]) { object["roles"] = Roles.form(roles) }
        return object
    }

    private static func short(_ text: String) -> String {
        text.utf8.count <= textBytesMax ? text : String(decoding: text.utf8.prefix(textBytesMax), as: UTF8.self)
    }
}

/// Who asked what as the operator, when, about whom, and what came of it: a line of JSON each. What else was asked cannot be found in it.
final class Audit {
    private let file: LineFile
    private let clock: any Clock
    private let log: ServerLog
    private var wrongKeys = LineAllowance()

    init(_ file: LineFile, _ clock: any Clock, _ log: ServerLog) {
        self.file = file
        self.clock = clock
        self.log = log
    }

    /// Lines that could not be written so far.
    var linesLost: Int { file.lostInAll }

    func note(_ line: AuditLine, peer: Peer, status: Int, resultCode: Int32) {
        let now = clock.epochMilliseconds()
        for (_, count) in wrongKeys.leftOut(now) { write(["wrongKeysLeftOut": .integer(Int64(count))], now) }
        // Who has the key is always noted; who has none must not fill the disk.
        guard line.key != nil || line.person != nil || wrongKeys.take("") else { return }
        var facts: JSONObject = [
            "app": .string(line.app), "request": .string(line.request), "address": .string(peer.text),
            "key": line.key.map { .string($0) } ?? .null, "status": .integer(Int64(status)), "resultCode": .integer(Int64(resultCode)),
        ]
        if let person = line.person { facts["person"] = .string(person) }
        if let token = line.token { facts["token"] = .string(token) }
        if !line.object.isEmpty { facts["object"] = .object(line.object) }
        write(facts, now)
    }

    private func write(_ facts: JSONObject, _ now: Int64) {
        let before = file.lost
        file.write(text(facts, now)) { text(["linesLost": .integer(Int64($0))], now) }
        // The server's log may have room where this file has none. Once: the first line behind the lost ones says how many they are.
        if before == 0, file.lost > 0 {
            log.write(.error, "auditNotWritten", ["reason": "the operator's requests are done and leave no line: make room on the disk"])
        }
    }

    private func text(_ facts: JSONObject, _ now: Int64) -> String {
        var line: JSONObject = ["time": .string(ISO8601.text(epochMilliseconds: now, hasMilliseconds: true))]
        for (key, value) in facts.members { line[key] = value }
        return line.text()
    }

    func reopen() throws(HomeFailure) { try file.reopen() }
}
