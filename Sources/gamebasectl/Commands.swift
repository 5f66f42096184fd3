import CLinux
import Codecs
import Messages

/// One command: its words, what follows them, and what it does.
struct Command: Sendable {
    let words: String
    /// What follows, as the help shows it.
    var arguments = ""
    let help: String
    var valued: Set<String> = []
    var flags: Set<String> = []
    /// It speaks to no server.
    var isLocal = false
    /// What it prints is about players, or holds keys.
    var isPrivate = false
    let run: @Sendable (Operator) throws(Stop) -> Void

    var wordCount: Int { words.split(separator: " ").count }

    /// How many words may follow, by the help: `USER [--until DATE]` is one. nil: any number.
    var wordsMax: Int? {
        var count = 0
        var rest = arguments.split(separator: " ").map { $0.filter { $0 != "[" && $0 != "]" } }[...]
        while let argument = rest.popFirst() {
            if valued.contains(argument) || Invocation.valued.contains(argument) {
                _ = rest.popFirst()
            } else if argument.hasSuffix("...") {
                return nil
            } else if !argument.hasPrefix("--"), argument != "|" {
                count += 1
            }
        }
        return count
    }
}

/// The one list of commands: help, completion and the program itself are read from it.
enum Commands {
    static let version = "1.0.0"

    static let all =
        serverCommands + memberCommands + paymentCommands + gameCommands + backendCommands + mailCommands + alarmCommands + storeCommands
        + attemptCommands + figureCommands

    static func run(_ arguments: [String]) throws(Stop) {
        var valued: Set<String> = []
        var flags: Set<String> = []
        for command in all {
            valued.formUnion(command.valued)
            flags.formUnion(command.flags)
        }
        var invocation = try Invocation.read(arguments, valued: valued, flags: flags)
        invocation.read("players", as: "members")
        if invocation.has("--version") { return say("gamebasectl " + version) }
        if invocation.has("--commands") { return say(all.map { $0.words }.joined(separator: "\n")) }
        let command = all.filter { invocation.words.starts(with: $0.words.split(separator: " ").map { String($0) }) }
            .max { $0.wordCount < $1.wordCount }
        guard let command else {
            if invocation.has("--help") || invocation.words == ["help"] { return say(help) }
            let text =
                invocation.words.isEmpty
                ? "the command is missing" : "\(invocation.words.joined(separator: " ")): there is no such command"
            throw Stop(Stop.usage, "\(text); gamebasectl --help lists them")
        }
        if invocation.has("--help") { return say("usage: gamebasectl \(command.words) \(command.arguments)\n\(command.help)") }
        if let foreign = invocation.own.subtracting(command.valued).subtracting(command.flags).sorted().first {
            throw Stop(Stop.usage, "\(foreign): is not an option of \(command.words)")
        }
        invocation.dropWords(command.wordCount)
        // Of `ban ANN BOB` nobody would be told that Bob may go on.
        if let most = command.wordsMax, invocation.words.count > most {
            let usage = "gamebasectl \(command.words) \(command.arguments)"
            throw Stop(Stop.usage, "\(invocation.words[most]): is not expected; usage: \(usage)")
        }
        if command.isPrivate, invocation["--to"] == nil { try refuseOpenFile() }
        try command.run(Operator.named(invocation, isLocal: command.isLocal))
    }

    /// A file into which the shell leads what is printed has the mode that the shell gave it.
    private static func refuseOpenFile() throws(Stop) {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG), status.st_mode & 0o077 != 0 else {
            return
        }
        throw Stop(
            Stop.usage,
            "standard output is a file that others may read, and this is about players or holds keys: "
                + "begin with umask 077, or chmod 600 the file and append to it with >>")
    }

    static var help: String {
        let width = all.map { $0.words.count + $0.arguments.count + 1 }.filter { $0 <= 44 }.max() ?? 0
        let lines = all.map { command -> String in
            let usage = command.words + " " + command.arguments
            if usage.count > 44 { return "  \(usage)\n  \(String(repeating: " ", count: width))  \(command.help)" }
            return "  \(usage)\(String(repeating: " ", count: width - usage.count))  \(command.help)"
        }
        return """
            usage: gamebasectl [OPTION...] COMMAND

            The operator of a gamebased.

              --url URL        where the server is (GAMEBASE_SERVICE_URL; http://127.0.0.1:7878)
              --key-file FILE  the operator's key in its first line (GAMEBASED_OPERATOR_KEY)
              --app ID         which app; needed where the server has several
              --cacert FILE    certificates to believe in place of the system's
              --json           answers for programs
              --yes            does not ask before it destroys
              --help, --version

            \(lines.joined(separator: "\n"))

            `players` is another word for `members`. A DATE is 2030-01-31T12:00:00+09:00, milliseconds since 1970, or 2030-01-31 and
            2030-01-31T12:00 in UTC.

            Ends with 0; 1: refused, or something is not as it should be; 2: the command line is wrong; 3: nobody answers;
            4: nobody said yes.
            """
    }
}

extension Operator {
    /// The answer for programs, or what is made of it for people.
    func show(_ body: JSON, _ text: (JSON) -> String) {
        say(invocation.has("--json") ? body.prettyText() : text(body))
    }

    func done(_ body: JSON, _ text: String) { show(body) { _ in text } }

    /// Rows of a part of the answer; a sentence when there are none.
    func show(_ body: JSON, rows key: String, none: String, _ table: Table) {
        show(body) { body in
            let rows = body[key]?.arrayValue ?? []
            if rows.isEmpty { return none }
            var table = table
            for row in rows { table.add(row) }
            return table.text
        }
    }
}
