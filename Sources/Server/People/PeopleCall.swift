import Messages
import Wire

/// What the console's page asks for, by its path below `/console/api/`.
enum PeopleCall: Equatable {
    /// Who is signed in.
    case session
    /// By the link that a first start prints, and by an invitation.
    case first, accept
    case logIn, logOut, password
    case sessions, endSession
    case people, invite, change, remove
    case audit, metrics
    /// What an operator asks of an app's service, or of the server for an app.
    case ask(app: String)
    case work(app: String, OperatorWork)

    static let bodyBytesMax = 16 << 10
    private static let prefix = ConsolePage.path + "/api/"
    private static let fixed: [PeopleCall] = [
        .session, .first, .accept, .logIn, .logOut, .password, .sessions, .endSession, .people, .invite, .change, .remove,
        .audit, .metrics,
    ]
    private static let byPath = Dictionary(uniqueKeysWithValues: fixed.map { ($0.path, $0) })

    /// - Returns: nil for a path that there is not; as everywhere, a path has one spelling.
    static func find(_ path: String) -> PeopleCall? {
        if let call = byPath[path] { return call }
        guard path.hasPrefix(prefix) else { return nil }
        let parts = path.dropFirst(prefix.count).split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "apps", let app = PercentEncoding.decode(String(parts[1])), App.isId(app) else { return nil }
        let calls = [.ask(app: app)] + OperatorWork.allCases.map { PeopleCall.work(app: app, $0) }
        return calls.first { $0.path == path }
    }

    var path: String { Self.prefix + name }

    private var name: String {
        switch self {
        case .session: "session"
        case .first: "first"
        case .accept: "accept"
        case .logIn: "log-in"
        case .logOut: "log-out"
        case .password: "password"
        case .sessions: "sessions"
        case .endSession: "sessions/end"
        case .people: "people"
        case .invite: "people/invite"
        case .change: "people/change"
        case .remove: "people/remove"
        case .audit: "audit"
        case .metrics: "metrics"
        case .ask(let app): "apps/\(PercentEncoding.encode(app))/ask"
        case .work(let app, let work): "apps/\(PercentEncoding.encode(app))/\(work.rawValue)"
        }
    }

    var method: String {
        switch self {
        case .session, .sessions, .people, .audit, .metrics: "GET"
        default: "POST"
        }
    }

    /// It needs no session: it brings a password or a link.
    var isOpen: Bool {
        switch self {
        case .first, .accept, .logIn: true
        default: false
        }
    }

    var bodyBytesMax: Int {
        switch self {
        case .ask: HTTPForm.objectBodyBytesMax
        case .work: Backups.bodyBytesMax
        default: Self.bodyBytesMax
        }
    }

    /// It cannot be answered without the database of the apps.
    var asksService: Bool {
        switch self {
        case .ask: true
        case .work(_, let work): work != .database
        default: false
        }
    }

    /// For the audit log.
    var auditName: String { "people." + name }
}

extension Route {
    /// Heard where the operator is heard.
    var isOfConsole: Bool {
        switch self {
        case .page, .people: true
        default: false
        }
    }
}
