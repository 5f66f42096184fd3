import Codecs
import Messages

extension Commands {
    static let attemptCommands = [
        Command(
            words: "idp test", arguments: "CODE",
            help: "tests the settings of an identity provider, step by step; exits with 1 if a step fails"
        ) { (operate) throws(Stop) in try operate.attempt("idPCode", try operate.invocation.word(0, "CODE")) },
        Command(
            words: "stores test", arguments: "CODE", help: "tests the settings of a store, step by step; exits with 1 if a step fails"
        ) { (operate) throws(Stop) in try operate.attempt("storeCode", try operate.invocation.word(0, "CODE")) },
    ]
}

extension Operator {
    fileprivate func attempt(_ parameter: String, _ code: String) throws(Stop) {
        let body = try work("try", [parameter: .string(code)])
        let isSound = body["sound"]?.boolValue == true
        show(body) { body in
            var table = Table((title: "step", key: "step"), (title: "works", key: "ok"), (title: "what was found", key: "message"))
            for step in body["steps"]?.arrayValue ?? [] {
                let text = { (name: String) in Table.text(step[name] ?? nil) }
                table.add(text("step"), step["ok"]?.boolValue == true ? "yes" : "NO", text("message"))
            }
            return table.text
        }
        if !isSound { throw Stop(Stop.refused, "") }
    }
}
