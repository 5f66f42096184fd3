import Messages

/// How the service answers a request. The facts that clients and carriers need as well are in `RequestName.facts`.
struct RequestRow {
    typealias Answer = (ServiceCore, Request) throws(Failure) -> Reply

    /// The names of all its parameters, in the form of `KnownNames`; for a game server's request those of its body.
    let parameters: StaticString
    let answer: Answer
}

/// The requests that this service answers. Each capability has its rows in a function `requests`, beside what answers them.
struct RequestTable {
    private var rows = [RequestRow?](repeating: nil, count: RequestName.allCases.count)

    mutating func row<Asked: Capability>(
        _ name: RequestName, _ parameters: StaticString, _ answer: @escaping (Asked) -> (Request) throws(Failure) -> Reply
    ) {
        add(name, parameters) { (core, request) throws(Failure) in try answer(Asked(core: core))(request) }
    }

    /// For a request that may take longer than one turn.
    mutating func row<Asked: Capability>(
        _ name: RequestName, _ parameters: StaticString, _ work: @escaping (Asked) -> (Request) throws(Failure) -> SlicedWork
    ) {
        add(name, parameters) { (core, request) throws(Failure) in try core.begin(work(Asked(core: core))(request)) }
    }

    private mutating func add(_ name: RequestName, _ parameters: StaticString, _ answer: @escaping RequestRow.Answer) {
        rows[Int(name.rawValue)] = RequestRow(parameters: parameters, answer: answer)
    }

    /// - Returns: nil for one that only a server answers, in a service that is within a game.
    subscript(name: RequestName) -> RequestRow? { rows[Int(name.rawValue)] }

    /// Immutable, as is everything that it refers to.
    nonisolated(unsafe) static let all: RequestTable = {
        var table = RequestTable()
        Members.requests(&table)
        Users.requests(&table)
        Objects.requests(&table)
        StoredFiles.requests(&table)
        Notifications.requests(&table)
        Payments.requests(&table)
        Subscriptions.requests(&table)
        SandboxStore.requests(&table)
        Launching.requests(&table)
        Screens.requests(&table)
        Push.requests(&table)
        Analytics.requests(&table)
        Figures.requests(&table)
        GameServers.requests(&table)
        Operations.requests(&table)
        Dispatch.requests(&table)
        Leaderboards.requests(&table)
        Coupons.requests(&table)
        #if !hasFeature(Embedded)
        Rights.requests(&table)
        Alarms.requests(&table)
        #endif
        return table
    }()
}
