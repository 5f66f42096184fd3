/// What the command line of `gamebased move` says.
public struct MoveOptions: Equatable, Sendable {
    public var from = ""
    public var to = ""
    /// nil: the only one that there is.
    public var app: String?
    /// The new directory is a game's own, and not a server's.
    public var isGame = false
    /// As for the server.
    public var unsafeDatabase: Set<String> = []

    public enum Outcome: Equatable, Sendable {
        case run(MoveOptions)
        case help
        case wrong(String)
    }

    public static let help = """
        usage: gamebased move --from DIR|postgresql://... --to DIR|postgresql://... [--app ID] [--game]
                              [--unsafe-database NAME]

        Copies the data of one app to a place where it has none yet, compares the copy value by value, and checks the ledger
        on both sides. No server may use either place meanwhile. The old place does not change. An interrupted move leaves
        nothing that a server would serve; repeat it from the beginning.

          --from   a game's own storage directory, a server's data directory, or the database of servers
          --to     a server's data directory, or the database of servers
          --app    the app; needed if there are several
          --unsafe-database NAME
                   accepts a database with fsync or full_page_writes off; repeat it for the other
          --game   the directory of --to is for a game's own process

        """

    public static func read(_ arguments: [String]) -> Outcome {
        var options = MoveOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help": return .help
            case "--game":
                options.isGame = true
                continue
            default: break
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if ["--help", "--game"].contains(name) { return .wrong("\(name): takes no value") }
            guard ["--from", "--to", "--app", "--unsafe-database"].contains(name) else {
                return .wrong("\(shown(name)): there is no such option; gamebased move --help lists them")
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                return .wrong("\(name): its value is missing")
            }
            switch name {
            case "--from": options.from = value
            case "--to": options.to = value
            case "--unsafe-database":
                if let wrong = Options.wrongOf(unsafe: value) { return .wrong("\(name): \(wrong)") }
                options.unsafeDatabase.insert(value)
            default:
                guard App.isId(value) else { return .wrong("--app: is no app's id") }
                options.app = value
            }
        }
        if options.from.isEmpty { return .wrong("--from is missing") }
        if options.to.isEmpty { return .wrong("--to is missing") }
        if options.from == options.to { return .wrong("--from and --to are one place") }
        if options.isGame, isAddress(options.to) { return .wrong("--game: is for a directory") }
        return .run(options)
    }

    static func isAddress(_ text: String) -> Bool { text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") }

    /// A place as it may be printed: of an address neither the password nor the options, which may hold one, too.
    public static func shown(_ place: String) -> String {
        guard isAddress(place), let colon = place.firstIndex(of: ":") else { return place }
        let start = place.index(colon, offsetBy: "://".count)
        let authority = place[start...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return String(place.prefix { $0 != "?" }) }
        let user = authority[..<at].prefix { $0 != ":" }
        return "\(place[..<start])\(user)\(place[at...].prefix { $0 != "?" })"
    }
}
