import Codecs
import Messages

/// What a path means.
enum Route: Equatable {
    case requests(app: String, RequestOrigin)
    case events(app: String)
    /// Where a store tells what became of its orders.
    case storeEvents(app: String, store: String)
    /// Where a provider sends players back to.
    case signInCallback(app: String)
    /// What the link of a mail leads to.
    case mailPage(app: String, MailPage)
    /// The operator's: what a server does besides the requests of an app's service.
    case work(app: String, OperatorWork)
    case health, ready, metrics
    /// An interface that others have published.
    case wire(PublishedWire)
    /// A file of the console's page; nil: where the page is.
    case page(String?)
    /// What the console's page asks for.
    case people(PeopleCall)

    /// - Returns: nil for a path that there is not. A path is taken as it is spelled: what has two spellings passes a proxy's rules in one
    ///   of them.
    static func find(_ path: String) -> Route? {
        for route in ofServer where route.path == path { return route }
        if path.hasPrefix(ConsolePage.path) { return ofConsole(path) }
        if let wire = PublishedWire.find(path) { return .wire(wire) }
        let parts = path.split(separator: "/", maxSplits: 6, omittingEmptySubsequences: false)
        guard (5...7).contains(parts.count), parts[0].isEmpty, parts[1] == HTTPForm.version, parts[2] == "apps",
            let app = PercentEncoding.decode(String(parts[3])), App.isId(app)
        else { return nil }
        if parts.count == 7 {
            guard let store = PercentEncoding.decode(String(parts[5])), path == storeEventsPath(app, store) else { return nil }
            return .storeEvents(app: app, store: store)
        }
        for make in ofApps {
            let route = make(app)
            if route.path == path { return route }
        }
        return nil
    }

    private static func ofConsole(_ path: String) -> Route? {
        if path == ConsolePage.path { return .page(nil) }
        if path == ConsolePage.path + "/" { return .page("index.html") }
        if let call = PeopleCall.find(path) { return .people(call) }
        guard path.hasPrefix(ConsolePage.path + "/") else { return nil }
        let name = String(path.dropFirst(ConsolePage.path.count + 1))
        return ConsolePage.has(name) ? .page(name) : nil
    }

    private static let ofServer: [Route] = [.health, .ready, .metrics]
    /// Those that are asked for most come first.
    private static let ofApps: [@Sendable (String) -> Route] =
        [
            { .requests(app: $0, .client) }, { .requests(app: $0, .gameServer) }, { .requests(app: $0, .console) }, { .events(app: $0) },
            { .signInCallback(app: $0) }, { .mailPage(app: $0, .passwordReset) }, { .mailPage(app: $0, .mailEntry) },
        ] + OperatorWork.allCases.map(ofWork)

    private static func ofWork(_ work: OperatorWork) -> @Sendable (String) -> Route {
        { .work(app: $0, work) }
    }

    /// nil: there is more than one.
    var path: String? {
        switch self {
        case .requests(let app, let origin): HTTPForm.path(app: app, origin)
        case .events(let app): HTTPForm.eventsPath(app: app)
        case .storeEvents(let app, let store): Self.storeEventsPath(app, store)
        case .signInCallback(let app): Self.signInCallbackPath(app: app)
        case .mailPage(let app, let page): page.path(app: app)
        case .work(let app, let work): Self.workPath(app: app, work)
        case .health: "/health"
        case .ready: "/ready"
        case .metrics: "/metrics"
        case .page(let name): ConsolePage.path + (name.map { "/" + $0 } ?? "")
        case .people(let call): call.path
        case .wire: nil
        }
    }

    /// What is proven there, which goes through the door.
    var proofs: [Door.Kind] {
        switch self {
        case .requests(_, .client), .events, .mailPage: [.session]
        case .requests(_, .console), .work, .metrics, .ready: [.operatorKey]
        case .requests(_, .gameServer): [.gameServer]
        case .storeEvents, .signInCallback: [.signature]
        case .wire(let wire): wire.proofs
        case .people(let call): call.isOpen || call == .link ? [.operatorKey] : [.session]
        case .requests(_, .carrier), .health, .page: []
        }
    }

    /// A line for each path and for each request: what a test of all of them goes by.
    static var list: String {
        let paths = (ofServer + ofApps.map { $0("APP") } + [.storeEvents(app: "APP", store: "STORE")]).map { route in
            "route \(route.methods.joined(separator: ",")) \(route.path ?? "") \(words(route.proofs))"
        }
        let wires = PublishedWire.beginnings.map { "wire \($0.wire) \($0.text) \(words($0.wire.proofs))" }
        let requests = RequestName.allCases.map { "request \($0.text) \($0.facts.asker) \($0.facts.door)" }
        return (paths + wires + requests).joined(separator: "\n")
    }

    private static func words(_ kinds: [Door.Kind]) -> String { kinds.isEmpty ? "-" : kinds.map { "\($0)" }.joined(separator: ",") }

    static func storeEventsPath(_ app: String, _ store: String) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/stores/\(PercentEncoding.encode(store))/events"
    }

    static func signInCallbackPath(app: String) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/sign-in/callback"
    }

    static func workPath(app: String, _ work: OperatorWork) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/\(work.rawValue)"
    }

    var method: String { methods[0] }

    var methods: [String] {
        switch self {
        case .requests, .storeEvents, .work: ["POST"]
        case .signInCallback, .mailPage: ["GET", "POST"]
        case .people(.tokens): ["GET", "POST"]
        case .people(let call): [call.method]
        default: ["GET"]
        }
    }
}

/// Work of a server that an operator asks for, by the last part of its path.
enum OperatorWork: String, CaseIterable {
    /// Copies of the app.
    case backup
    /// The app's stores are asked what became of its orders, now.
    case reconcile
    /// A mail to the operator, to see that mails are sent.
    case mail
    /// What the database server says of itself.
    case database
    /// Tests the settings of a provider or a store by asking it; changes nothing.
    case attempt = "try"

    /// The fields that its body may have.
    private var known: [String] {
        switch self {
        case .backup: ["start"]
        case .mail: ["mailAddress"]
        case .attempt: AttemptDesk.parameters
        case .reconcile, .database: []
        }
    }

    /// What is wrong with the names of a body's fields: a `start` that is misspelt would begin nothing, and say that all is well.
    func refusal(of form: JSON) -> String? {
        guard let foreign = form.objectValue?.members.first(where: { !known.contains($0.key) })?.key else { return nil }
        let names = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
        return "\(foreign.prefix(AttemptDesk.textBytesMax)): is not a parameter of this; \(names)"
    }
}
