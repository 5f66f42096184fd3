import Codecs
import Messages

/// Something that was granted for longer than one answer: a stream, a poll, an upload, a download. Belongs to the loop.
final class Grant {
    /// Whom it was granted to, as `RightsChange` names those whose rights change.
    enum Holder: Hashable {
        case member(String)
        case user(String)
        /// Without a session, by the keys of the mobile backend.
        case backend
    }

    /// What is asked of the service again: `carrier.session`.
    let question: Request
    fileprivate(set) var holder: Holder?
    /// When the session began, by the service's clock; nil: not known.
    private(set) var begunDate: Int64?
    /// Nothing more goes out by it until the service has answered.
    fileprivate(set) var isHeld = false
    fileprivate(set) var isGone = false
    fileprivate var isAsking = false
    fileprivate var mustAskAgain = false
    /// After so long it is asked for again without an event; nil: never.
    fileprivate var leftMilliseconds: Int64?
    /// It goes on.
    var onKept: () -> Void = {}
    /// The service has refused it.
    var onEnd: (Reply) -> Void = { _ in }

    init(_ question: Request) { self.question = question }

    /// The service has just answered the question.
    /// - Returns: whether it was granted.
    func take(_ reply: Reply) -> Bool {
        guard reply.isSuccess else { return false }
        let user = reply.body["userId"]?.stringValue
        let isBackend = question.parameters["access"] != nil
        holder = user.map { isBackend ? .user($0) : .member($0) } ?? .backend
        leftMilliseconds = reply.body["leftMilliseconds"]?.int64Value
        begunDate = reply.body["begunDate"]?.int64Value
        return true
    }

    fileprivate func isMet(by change: JSON) -> Bool {
        if let member = change["member"]?.stringValue { return holder == .member(member) || holder == nil }
        if let user = change["user"]?.stringValue { return holder == .user(user) || holder == nil }
        return change["backend"] == nil || question.parameters["access"] != nil
    }
}

/// What one app has granted on this server, and the asking again. Belongs to the loop.
final class Grants {
    private let home: any AppHome
    private let loop: Loop
    private var all: [ObjectIdentifier: Grant] = [:]
    private var waiting: [Grant] = []
    private var underWay = 0
    /// Changes that were read; who joins with an older answer is asked for again.
    private(set) var changes: UInt64 = 0

    /// Questions at a time, so that an event for everyone leaves the service to players.
    static let askedMax = 64
    static let retryMilliseconds: Int64 = 200
    /// What a clock of the service says is over may not be over yet.
    static let earlyMilliseconds: Int64 = 10
    /// Nothing that is granted lasts longer than a stream.
    static let timersMilliseconds: Int64 = Front.streamMilliseconds

    init(_ home: any AppHome, _ loop: Loop) {
        self.home = home
        self.loop = loop
    }

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    /// - Parameter isFresh: what the service answered is known to be so still; else it is asked again before anything goes out.
    func join(_ grant: Grant, isFresh: Bool) {
        all[ObjectIdentifier(grant)] = grant
        if isFresh { return wakeLater(grant) }
        askAgain(grant)
    }

    func leave(_ grant: Grant) {
        grant.isGone = true
        all[ObjectIdentifier(grant)] = nil
    }

    /// All who may be meant are held at once, however far behind they are: what comes behind the change does not reach them before the
    /// service has answered.
    func changed(_ change: JSON) {
        changes &+= 1
        for grant in all.values where grant.isMet(by: change) { askAgain(grant) }
    }

    private func askAgain(_ grant: Grant) {
        grant.isHeld = true
        if grant.isAsking {
            grant.mustAskAgain = true
        } else {
            grant.isAsking = true
            waiting.append(grant)
            askNext()
        }
    }

    private func askNext() {
        while underWay < Self.askedMax, let grant = waiting.popLast() {
            if grant.isGone { continue }
            underWay += 1
            grant.mustAskAgain = false
            loop.ask(home.connection, grant.question) { [self] reply in
                underWay -= 1
                grant.isAsking = false
                if !grant.isGone { take(reply, grant) }
                askNext()
            }
        }
    }

    private func take(_ reply: Reply, _ grant: Grant) {
        if grant.mustAskAgain { return askAgain(grant) }
        if ResultCode.meansNoAnswer(reply.resultCode) {
            return loop.after(milliseconds: Self.retryMilliseconds) { [self] in if !grant.isGone { askAgain(grant) } }
        }
        guard grant.take(reply) else {
            leave(grant)
            return grant.onEnd(reply)
        }
        grant.isHeld = false
        wakeLater(grant)
        grant.onKept()
    }

    private func wakeLater(_ grant: Grant) {
        guard let left = grant.leftMilliseconds, left < Self.timersMilliseconds else { return }
        loop.after(milliseconds: left + Self.earlyMilliseconds) { [weak self, weak grant] in
            if let self, let grant, !grant.isGone { askAgain(grant) }
        }
    }
}

extension Request {
    /// The question whether a transfer of a file may go on.
    static func asking(_ parameters: JSON, as token: String?, from peer: Peer) -> Request {
        var request = Request(.carrierSession, origin: .carrier, transactionId: "", accessToken: token, parameters: parameters)
        request.setCarried(from: peer.network)
        return request
    }
}
