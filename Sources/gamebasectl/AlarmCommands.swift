import Codecs
import Messages

extension Commands {
    static let alarmCommands = [
        Command(words: "alarms list", help: "active alarms and those of 30 days, and the result of each message") {
            (operate) throws(Stop) in
            let body = try operate.ask(.consoleAlarms)
            operate.show(body) { body in
                let alarms = body["alarms"]?.arrayValue ?? []
                if alarms.isEmpty {
                    let isSet = body["isSet"]?.boolValue == true
                    return isSet ? "there was no alarm" : "the settings have no alarms; docs/server.md, \"Alarms\" has an example"
                }
                return alarms.map { text(of: $0) }.joined(separator: "\n")
            }
        },
        Command(words: "alarms test", help: "sends a test message to all receivers of alarms") { (operate) throws(Stop) in
            let body = try operate.ask(.consoleTestAlarm)
            operate.show(body) { "\(Table.text($0["messages"] ?? nil)) messages are sent; alarms list shows their results" }
        },
    ]

    /// A line of the alarm, and one of each message.
    private static func text(of alarm: JSON) -> String {
        let subject = alarm["subject"]?.stringValue ?? ""
        let name = Table.text(alarm["rule"] ?? nil) + (subject.isEmpty ? "" : " " + subject)
        let ended = alarm["endedDate"]?.stringValue.map { "over \($0)" } ?? "LASTS"
        let numbers = (alarm["facts"]?.objectValue?.members ?? []).map { "\($0.key) \(Table.text($0.value))" }.joined(separator: ", ")
        var lines = ["\(Table.text(alarm["raisedDate"] ?? nil))  \(name)  \(ended)  \(numbers)"]
        for message in alarm["messages"]?.arrayValue ?? [] {
            let words = ["date", "event", "receiver", "state", "reason"].map { Table.text(message[$0] ?? nil) }
            lines.append("    " + words.filter { !$0.isEmpty }.joined(separator: "  "))
        }
        return lines.joined(separator: "\n")
    }
}
