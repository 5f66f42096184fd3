import Messages
import Wire

/// What a path means.
enum Route: Equatable {
    case requests(app: String, RequestOrigin)
    case events(app: String)
    /// Where a store tells what became of its orders.
    case storeEvents(app: String, store: String)
    /// Where a provider sends players back to.
    case signInCallback(app: String)
    /// The operator's: what a server does besides the requests of an app's service.
    case work(app: String, OperatorWork)
    case health, ready, metrics
    /// An interface that others have published.
    case wire(PublishedWire)

    /// - Returns: nil for a path that there is not. A path is taken as it is spelled: what has two spellings passes a proxy's rules in one
    ///   of them.
    static func find(_ path: String) -> Route? {
        switch path {
        case "/health": return .health
        case "/ready": return .ready
        case "/metrics": return .metrics
        default: break
        }
        if let wire = PublishedWire.find(path) { return .wire(wire) }
        let parts = path.split(separator: "/", maxSplits: 6, omittingEmptySubsequences: false)
        guard (5...7).contains(parts.count), parts[0].isEmpty, parts[1] == HTTPForm.version, parts[2] == "apps",
            let app = PercentEncoding.decode(String(parts[3])), App.isId(app)
        else { return nil }
        if parts.count == 7 {
            guard let store = PercentEncoding.decode(String(parts[5])), path == storeEventsPath(app, store) else { return nil }
            return .storeEvents(app: app, store: store)
        }
        if path == signInCallbackPath(app: app) { return .signInCallback(app: app) }
        if path == HTTPForm.eventsPath(app: app) { return .events(app: app) }
        for work in OperatorWork.allCases where path == workPath(app: app, work) { return .work(app: app, work) }
        for origin in [RequestOrigin.client, .console, .gameServer] where path == HTTPForm.path(app: app, origin) {
            return .requests(app: app, origin)
        }
        return nil
    }

    static func storeEventsPath(_ app: String, _ store: String) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/stores/\(PercentEncoding.encode(store))/events"
    }

    static func signInCallbackPath(app: String) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/sign-in/callback"
    }

    static func workPath(app: String, _ work: OperatorWork) -> String {
        "/\(HTTPForm.version)/apps/\(PercentEncoding.encode(app))/\(work.rawValue)"
    }

    var method: String {
        switch self {
        case .requests, .storeEvents, .work: "POST"
        default: "GET"
        }
    }
}

/// Work of a server that an operator asks for, by the last part of its path.
enum OperatorWork: String, CaseIterable {
    /// Copies of the app.
    case backup
    /// The app's stores are asked what became of its orders, now.
    case reconcile
    /// What the database server says of itself.
    case database
}
