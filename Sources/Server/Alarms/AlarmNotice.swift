import Codecs
import Service

/// One message of an alarm, as a mail or as what a webhook gets.
struct AlarmNotice {
    let id: String
    let alarmId: String
    let event: AlarmEvent
    let receiver: String
    let facts: JSON
    let madeDate: Int64
    let app: String
    let appName: String

    init(_ json: JSON, app: String, appName: String) {
        let text = { (name: String) in json[name]?.stringValue ?? "" }
        (id, alarmId, receiver) = (text("id"), text("alarmId"), text("receiver"))
        event = AlarmEvent(rawValue: text("event")) ?? .test
        facts = json["facts"] ?? [:]
        madeDate = json["madeDate"]?.int64Value ?? 0
        (self.app, self.appName) = (app, appName)
    }

    /// nil: it goes to the webhook.
    var address: String? { AlarmReceiver.address(receiver) }
    var isReport: Bool { event == .report }

    private var rule: AlarmRule? { facts["rule"]?.stringValue.flatMap { AlarmRule(rawValue: $0) } }

    private func values(_ texts: AlarmTexts) -> [String: String] {
        var values: [String: String] = ["app": appName, "title": rule.flatMap { texts.titles[$0] } ?? ""]
        for member in facts.objectValue?.members ?? [] {
            values[member.key] = member.value.stringValue ?? member.value.int64Value.map { "\($0)" } ?? ""
        }
        for (name, key) in [("raised", "raisedDate"), ("date", "date")] {
            values[name] = facts[key]?.int64Value.map { ISO8601.text(epochMilliseconds: $0) } ?? ""
        }
        return values
    }

    func subject(_ language: String) -> String {
        let texts = AlarmTexts.of(language)
        let pattern: String
        switch event {
        case .raised: pattern = texts.raised
        case .reminded: pattern = texts.reminded
        case .ended: pattern = texts.ended
        case .test, .report: pattern = texts.test
        }
        return "[\(appName)] " + AlarmTexts.filled(pattern, values(texts))
    }

    func text(_ language: String) -> String {
        let texts = AlarmTexts.of(language)
        var lines: [String] = []
        if rule == .test {
            lines.append(texts.testText)
        } else if facts["because"] != nil {
            lines.append(texts.unset)
        } else if let sentence = rule.flatMap({ texts.sentences[$0] }) {
            lines.append(sentence)
        }
        if rule != .test { lines.append(texts.since) }
        if event == .ended { lines.append(texts.endedText) }
        let values = values(texts)
        return (lines + ["", texts.foot]).map { AlarmTexts.filled($0, values) }.joined(separator: "\n") + "\n"
    }

    /// The same at each try.
    var body: [UInt8] {
        var object: JSONObject = [
            "id": .string(id), "alarmId": .string(alarmId), "event": .string(event.rawValue), "app": .string(app),
            "appName": .string(appName),
        ]
        for member in facts.objectValue?.members ?? [] where object[member.key] == nil { object[member.key] = member.value }
        for key in ["raisedDate", "date"] {
            if let date = facts[key]?.int64Value { object[key] = .string(ISO8601.text(epochMilliseconds: date)) }
        }
        object["text"] = .string(text("en"))
        return JSON.object(object).bytes()
    }
}
