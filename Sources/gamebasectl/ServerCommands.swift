import Codecs
import Messages

extension Commands {
    static let serverCommands = [
        Command(words: "status", help: "whether the server runs and is ready, its apps and maintenances") { (operate) throws(Stop) in
            try operate.status()
        },
        Command(
            words: "console link", help: "a link that makes an administrator of the console, once", isPrivate: true
        ) {
            (operate) throws(Stop) in
            let body = try operate.post("/console/api/link", Array("{}".utf8))
            let link = "\(operate.address.text)/console/#/first/\(body["secret"]?.stringValue ?? "")"
            operate.show(["link": .string(link)]) { _ in "works once, for 24 hours: \(link)" }
        },
        Command(words: "apps", help: "the ids of the server's apps") { (operate) throws(Stop) in
            let apps = try operate.apps()
            operate.show(["apps": .array(apps.map { .string($0) })]) { _ in apps.joined(separator: "\n") }
        },
        Command(words: "metrics", help: "its metrics, in Prometheus' format") { (operate) throws(Stop) in
            say(try operate.metrics())
        },
        Command(words: "report", help: "figures of players, sales and pushes") { (operate) throws(Stop) in
            operate.show(try operate.ask(.consoleReport)) { ReportText.text($0) }
        },
        Command(words: "ledger check", help: "whether the ledger is sound; exits with 1 if it is not") { (operate) throws(Stop) in
            let body = try operate.ask(.consoleCheckLedger)
            let isSound = body["sound"]?.boolValue == true
            operate.show(body) { body in
                let count = body["payments"]?.int64Value ?? 0
                return isSound ? "the ledger is sound: \(count) payments" : "the ledger is not sound\n" + body.prettyText()
            }
            if !isSound { throw Stop(Stop.refused, "") }
        },
        Command(
            words: "ask", arguments: "REQUEST [JSON]", help: "any request of docs/openapi.json, with its parameters", isPrivate: true
        ) { (operate) throws(Stop) in
            let text = try operate.invocation.word(0, "REQUEST")
            guard let name = RequestName(text: text), name.facts.asker == .console else {
                throw Stop(Stop.usage, "REQUEST: \(text) is not an operator's request; docs/openapi.json lists them")
            }
            var parameters: JSON = [:]
            if operate.invocation.words.count > 1 {
                do throws(JSONError) { parameters = try JSON.parse(operate.invocation.words[1]) } catch {
                    throw Stop(Stop.usage, "JSON: \(error.message)")
                }
            }
            say(try operate.ask(name, parameters).prettyText())
        },
    ]
}

extension Operator {
    fileprivate func status() throws(Stop) {
        let isThere = try get("/health").status == 200
        let isReady = try get("/ready").status == 200
        let apps = try apps()
        let maintenances = try maintenances(try appsServed())
        let body: JSON = [
            "address": .string(address.text), "alive": .bool(isThere), "ready": .bool(isReady), "apps": .array(apps.map { .string($0) }),
            "maintenance": .object(maintenances.known),
        ]
        show(body) { _ in
            var table = Table((title: "what", key: ""), (title: "is", key: ""))
            table.add("server", address.text)
            table.add("alive", isThere ? "yes" : "no")
            table.add("ready", isReady ? "yes" : "no: a store does not answer or a clock is off, see the server's log")
            table.add("apps", apps.isEmpty ? "none: load settings" : apps.joined(separator: ", "))
            for member in maintenances.known.members {
                let message = Table.text(member.value["message"] ?? nil)
                table.add("maintenance", "\(member.key): \(Self.span(member.value))" + (message.isEmpty ? "" : " (\(message))"))
            }
            if let lack = maintenances.lack { table.add("maintenance", "not known: \(lack)") }
            return table.text
        }
        if !isThere || !isReady { throw Stop(Stop.refused, "") }
    }

    /// Those that are set, of the app that was named or of all; the settings have them, which are shown to who has the key.
    private func maintenances(_ apps: [String]) throws(Stop) -> (known: JSONObject, lack: String?) {
        var known = JSONObject()
        guard hasKey else { return (known, "shown only with the operator's key") }
        for app in invocation["--app"].map({ [$0] }) ?? apps {
            do throws(Stop) {
                let maintenance = try ask(.consoleSaveSettings, of: app)["settings"]?["maintenance"] ?? nil
                if maintenance.objectValue != nil { known[app] = maintenance }
            } catch {
                return (known, "\(app): \(error.message)")
            }
        }
        return (known, nil)
    }
}
