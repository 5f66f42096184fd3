import Linux
import PostgreSQL

/// What the command line says.
public struct Options: Equatable, Sendable {
    public enum Store: Equatable, Sendable {
        /// A SQLite file for each app, in the data folder.
        case folder
        /// One database for all; its address.
        case database(String)
    }

    public struct Place: Equatable, Sendable {
        public var host: String
        public var port: String
    }

    public var store = Store.folder
    /// nil: none; only with a database.
    public var data: String?
    public var consoleFiles: [String] = []
    /// An invented month of the game is written before the server starts.
    public var isDemo = false
    public var listen = Place(host: "127.0.0.1", port: "7878")
    public var adminListen: Place?
    public var keyFile: String?
    public var logFile: String?
    public var logsRequests = false
    public var proxies: [String] = []
    public var rates: [LimitName: Rate?] = [:]
    /// nil: `connectionsUsual`, or what the system lets it open.
    public var connectionsMax: Int?
    static let connectionsUsual = 20_000
    /// Threads and connections to PostgreSQL, of each app; nil: by the machine's processors.
    public var workers: Int?
    /// What the keys of stores are encrypted with; its first line.
    public var secretsKeyFile: String?
    /// One try of a question to a store.
    public var storeTimeoutSeconds: Int64 = 8
    /// Certificates that mail servers may have, in place of the machine's.
    public var mailAuthoritiesFile: String?
    /// From one look at what is open at stores to the next.
    public var storeReconcileSeconds: Int64 = 60

    static let clockOffMilliseconds: Int64 = 2_000
    private static let clockOffSecondsMax: Int64 = 86_400
    /// A server whose machine's clock is further from the database's is not ready; nil: it is, however far.
    public var clockOffMaxMilliseconds: Int64? = Options.clockOffMilliseconds

    /// The studio's OpenID provider, by which people sign in to the console.
    public var openIDFile: String?

    /// Hosts of the own network that apps' settings may have asked.
    public var reach: [String] = []

    /// What correctness needs of the database and the operator does without.
    public var unsafeDatabase: Set<String> = []

    static let workersMax = 64
    /// At least two: one works while the other waits for the database. At most eight: each app opens as many connections, and PostgreSQL
    /// admits 100 by default.
    private static let workersOfMachine = 2...8

    /// Servers on one machine share its processors with the database: more workers than processors make smaller groups (docs/capacity.md).
    static func workers(processors: Int) -> Int { min(max(processors, workersOfMachine.lowerBound), workersOfMachine.upperBound) }

    public enum Outcome: Equatable, Sendable {
        case run(Options)
        case help, version
        case wrong(String)
    }

    public static let help = """
        usage: gamebased --data DIR [OPTION...]
               gamebased --database postgresql://... [--data DIR] [OPTION...]
               gamebased move --help

        Serves the service of libgamebase to games over HTTP.

          --data DIR               the server's directory: apps (without a database), operator's key, audit log
          --database URL           stores the apps in PostgreSQL, which other servers may share
          --console FILE           the settings of an app; repeat it for each app. Read at the start and at SIGHUP, loaded if
                                   the file differs from the one that was loaded last
          --listen HOST:PORT       address for games (127.0.0.1:7878); port 0: any free port
          --admin-listen HOST:PORT separate address for the operator; without it --listen serves both
          --operator-key-file FILE the operator's key in its first line; else GAMEBASED_OPERATOR_KEY; else the first start makes
                                   one in DIR
          --proxy ADDRESS          a trusted proxy: its X-Forwarded-For or Forwarded is used; repeat it for each proxy
          --limit NAME=RATE/BURST  rate per second, and burst; NAME=off: no limit. Names:
                                   \(LimitName.allCases.map { $0.rawValue }.joined(separator: ", "))
          --unsafe-database NAME   accepts a database with fsync or full_page_writes off: for tests, and for disks that do not
                                   need it; repeat it for the other
          --connections N          maximum of open connections (20000)
          --workers N              threads and connections to PostgreSQL of each app; else one for each processor, from
                                   \(Self.workersOfMachine.lowerBound) to \(Self.workersOfMachine.upperBound)
          --secrets-key-file FILE  the key that encrypts keys of stores in its first line, older keys in the next ones; else
                                   GAMEBASED_SECRETS_KEY; without either, secrets.key of DIR encrypts no keys of stores,
                                   but NCMB's client key, keys of mails and one-time codes
          --store-timeout SECONDS  time limit for an answer of a store (8)
          --store-reconcile SECONDS interval at which stores are asked about open orders (60)
          --mail-ca-file FILE      CA certificates for mail servers, in place of the system's
          --openid FILE            the studio's OpenID provider for sign-in to the console (docs/console.md); read at the start
                                   and at SIGHUP
          --clock-off SECONDS      maximum difference between the machine's and the database's clock at which the server is
                                   ready (2); off: any difference
          --reach HOST             a host of your own network that settings of apps may name as provider or store; repeat it for
                                   each host. Without it only public addresses are allowed, and this machine if named literally
          --demo                   fills an empty DIR with a generated month of the game whose settings --console names, to try
                                   the console
          --log FILE               writes JSON lines there; else to standard error
          --log-requests           also writes a line for each request
          --help, --version

        SIGTERM, SIGINT: answers the requests it has and ends, within 10 seconds. SIGHUP: reads settings, key and provider again,
        reopens logs.

        """

    private static let valued: Set<String> = [
        "--data", "--database", "--console", "--listen", "--admin-listen", "--operator-key-file", "--proxy", "--limit", "--connections",
        "--log", "--workers", "--secrets-key-file", "--store-timeout", "--store-reconcile", "--reach",
        "--unsafe-database", "--clock-off", "--mail-ca-file", "--openid",
    ]

    private static let flags: Set<String> = ["--help", "--version", "--log-requests", "--demo"]

    public static func read(_ arguments: [String]) -> Outcome {
        var options = Options()
        var hasDatabase = false
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help": return .help
            case "--version": return .version
            case "--log-requests":
                options.logsRequests = true
                continue
            case "--demo":
                options.isDemo = true
                continue
            default: break
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if flags.contains(name) { return .wrong("\(name): takes no value") }
            guard valued.contains(name) else { return .wrong("\(MoveOptions.shown(name)): there is no such option; --help lists them") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                return .wrong("\(name): its value is missing")
            }
            if name == "--database" { hasDatabase = true }
            if let wrong = options.set(name, value) { return .wrong("\(name): \(wrong)") }
        }
        guard hasDatabase || options.data != nil else { return .wrong("--data DIR or --database URL is missing") }
        if options.isDemo {
            guard !hasDatabase else { return .wrong("--demo: only --data keeps a demo, because a database has its own clock") }
            guard options.consoleFiles.count == 1 else { return .wrong("--demo: needs one --console FILE, whose game it fills") }
        }
        return .run(options)
    }

    /// - Returns: what is wrong with the value.
    private mutating func set(_ name: String, _ value: String) -> String? {
        switch name {
        case "--data": data = value
        case "--console": consoleFiles.append(value)
        case "--operator-key-file": keyFile = value
        case "--log": logFile = value
        case "--database":
            guard value.hasPrefix("postgresql://") || value.hasPrefix("postgres://") else { return "must begin with postgresql://" }
            store = .database(value)
        case "--listen":
            guard let place = Self.place(value) else { return "must be HOST:PORT, is \(value)" }
            listen = place
        case "--admin-listen":
            guard let place = Self.place(value) else { return "must be HOST:PORT, is \(value)" }
            adminListen = place
        case "--proxy":
            guard Peer(text: value) != nil else { return "must be an address in numbers, is \(value)" }
            proxies.append(value)
        case "--secrets-key-file": secretsKeyFile = value
        case "--mail-ca-file": mailAuthoritiesFile = value
        case "--openid": openIDFile = value
        case "--store-timeout":
            guard let seconds = Int64(value), (1...60).contains(seconds) else { return "must be a number from 1 to 60, is \(value)" }
            storeTimeoutSeconds = seconds
        case "--store-reconcile":
            guard let seconds = Int64(value), (1...86_400).contains(seconds) else { return "must be a number from 1 to 86400, is \(value)" }
            storeReconcileSeconds = seconds
        case "--reach":
            guard OutgoingPlace("https://\(value)/")?.port == nil, OutgoingPlace("https://\(value)/") != nil else {
                return "must be the name of a host, without port, is \(value)"
            }
            guard reach.count < OutgoingReach.hostsMax else { return "may be given \(OutgoingReach.hostsMax) times" }
            reach.append(value)
        case "--clock-off": return setClockOff(value)
        case "--unsafe-database":
            if let wrong = Self.wrongOf(unsafe: value) { return wrong }
            unsafeDatabase.insert(value)
        case "--workers":
            guard let count = Int(value), count > 0, count <= Self.workersMax else {
                return "must be a number from 1 to \(Self.workersMax), is \(value)"
            }
            workers = count
        case "--connections":
            guard let count = Int(value), count > 0, count <= 1_000_000 else { return "must be a number from 1 to 1000000, is \(value)" }
            connectionsMax = count
        default: return setLimit(value)
        }
        return nil
    }

    private mutating func setClockOff(_ value: String) -> String? {
        let seconds = value == "off" ? nil : Int64(value) ?? 0
        if let seconds, !(1...Self.clockOffSecondsMax).contains(seconds) {
            return "must be a number from 1 to \(Self.clockOffSecondsMax), or off, is \(value)"
        }
        clockOffMaxMilliseconds = seconds.map { $0 * 1000 }
        return nil
    }

    static func wrongOf(unsafe name: String) -> String? {
        let names = PostgreSQLHome.acceptable
        return names.contains(name) ? nil : "must be \(names.joined(separator: " or ")), is \(name)"
    }

    private mutating func setLimit(_ value: String) -> String? {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = LimitName.allCases.map { $0.rawValue }.joined(separator: ", ")
        guard parts.count == 2, let name = LimitName(rawValue: String(parts[0])) else { return "must be NAME=RATE/BURST, of \(names)" }
        if parts[1] == "off" {
            rates[name] = .some(nil)
            return nil
        }
        let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false).map { NumberText.double(String($0)) }
        guard let first = numbers[0], first > 0, first <= 1e9, numbers.count <= 2 else { return "must be NAME=RATE/BURST, is \(value)" }
        guard let atOnce = numbers.count == 2 ? numbers[1] : max(1, first), atOnce >= 1, atOnce <= 1e9 else {
            return "must be NAME=RATE/BURST with a burst of 1 or more, is \(value)"
        }
        rates[name] = Rate(aSecond: first, atOnce: atOnce)
        return nil
    }

    /// "[::1]:80" or "127.0.0.1:80".
    private static func place(_ text: String) -> Place? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        var host = text[..<colon]
        let port = text[text.index(after: colon)...]
        guard let number = Int(port), (0...65_535).contains(number), port.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() } else if host.contains(":") { return nil }
        return host.isEmpty ? nil : Place(host: String(host), port: String(port))
    }
}
