import Codecs
import Messages

/// What the console's page asks for, by its path below `/console/api/`.
enum PeopleCall: Equatable {
    /// Who is signed in.
    case session
    /// By the link that a first start prints, and by an invitation.
    case first, accept
    case logIn, logOut, password, code
    /// By the studio's OpenID provider: to its page, and back from it in one of three wishes.
    case openID, openIDLogIn, openIDAccept, openIDConnect
    case sessions, endSession
    /// The two have one path.
    case tokens, makeToken
    case endToken
    case people, invite, change, remove
    case audit, metrics
    /// A new link as the first start prints it, for whoever has the operator's key.
    case link
    /// Numbers of an app, every two seconds.
    case live(app: String)
    /// What an operator asks of an app's service, or of the server for an app.
    case ask(app: String)
    case work(app: String, OperatorWork)

    static let bodyBytesMax = 16 << 10
    private static let prefix = ConsolePage.path + "/api/"
    private static let fixed: [PeopleCall] = [
        .session, .first, .accept, .logIn, .logOut, .password, .code, .sessions, .endSession, .tokens, .endToken, .people, .invite,
        .change, .remove, .audit, .metrics, .link, .openID, .openIDLogIn, .openIDAccept, .openIDConnect,
    ]
    private static let byPath = Dictionary(uniqueKeysWithValues: fixed.map { ($0.path, $0) })

    /// - Returns: nil for a path that there is not; as everywhere, a path has one spelling.
    static func find(_ path: String) -> PeopleCall? {
        if let call = byPath[path] { return call }
        guard path.hasPrefix(prefix) else { return nil }
        let parts = path.dropFirst(prefix.count).split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "apps", let app = PercentEncoding.decode(String(parts[1])), App.isId(app) else { return nil }
        let calls = [.ask(app: app), .live(app: app)] + OperatorWork.allCases.map { PeopleCall.work(app: app, $0) }
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
        case .code: "code"
        case .openID: "openid"
        case .openIDLogIn: "openid/log-in"
        case .openIDAccept: "openid/accept"
        case .openIDConnect: "openid/connect"
        case .sessions: "sessions"
        case .endSession: "sessions/end"
        case .tokens, .makeToken: "tokens"
        case .endToken: "tokens/end"
        case .people: "people"
        case .invite: "people/invite"
        case .change: "people/change"
        case .remove: "people/remove"
        case .audit: "audit"
        case .metrics: "metrics"
        case .link: "link"
        case .live(let app): "apps/\(PercentEncoding.encode(app))/live"
        case .ask(let app): "apps/\(PercentEncoding.encode(app))/ask"
        case .work(let app, let work): "apps/\(PercentEncoding.encode(app))/\(work.rawValue)"
        }
    }

    var method: String {
        switch self {
        case .session, .sessions, .tokens, .people, .audit, .metrics, .live: "GET"
        default: "POST"
        }
    }

    /// It needs no session: it brings a password, a link or a provider's word, or asks for the way there.
    var isOpen: Bool {
        switch self {
        case .first, .accept, .logIn, .openID, .openIDLogIn, .openIDAccept: true
        default: false
        }
    }

    /// A password, or a code in place of it, is looked at: whoever found an open browser must not guess.
    var isProof: Bool { self == .password || self == .code }

    /// The fields that its body may have; nil: others say.
    var known: [String]? {
        switch self {
        case .first, .accept: ["secret", "name", "password"]
        case .logIn: ["name", "password", "code"]
        case .password: ["password", "newPassword"]
        case .code: ["code", "remove", "password"]
        case .openIDLogIn: ["ticket", "code", "state"]
        case .openIDAccept: ["ticket", "code", "state", "secret", "name"]
        case .openIDConnect: ["ticket", "code", "state", "remove"]
        case .endSession: ["id", "others"]
        case .makeToken: ["name", "role", "app"]
        case .endToken: ["id"]
        case .invite: ["roles"]
        case .change: ["name", "roles"]
        case .remove: ["name", "invitation"]
        case .session, .logOut, .openID, .sessions, .tokens, .people, .audit, .metrics, .link, .live: []
        case .ask, .work: nil
        }
    }

    /// What is wrong with the names of a body's fields.
    func refusal(of form: JSON) -> PeopleRefusal? {
        guard let known, let foreign = form.objectValue?.members.first(where: { !known.contains($0.key) })?.key else { return nil }
        let names = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
        return .invalid("\(foreign.prefix(PeopleStore.nameCharactersMax)): is not a field of this; \(names)")
    }

    /// What a token asks for where the operator's key is asked for.
    static func ofToken(_ route: Route) -> PeopleCall? {
        switch route {
        case .requests(let app, .console): .ask(app: app)
        case .work(let app, let work): .work(app: app, work)
        case .metrics: .metrics
        default: nil
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
    /// Of two calls with one path the one that the method means.
    func asked(by method: String) -> Route {
        if case .people(.tokens) = self, method == "POST" { return .people(.makeToken) }
        return self
    }

    /// Heard where the operator is heard.
    var isOfConsole: Bool {
        switch self {
        case .page, .people: true
        default: false
        }
    }
}
