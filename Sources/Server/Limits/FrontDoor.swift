import Codecs
import Messages

/// What the front brings to the door, and what it tells of it.
extension Front {
    /// - Parameter proof: nil for what is another text each time, such as a signature.
    func entry(_ kind: Door.Kind, _ name: String, _ proof: String?, _ admitted: Admitted) -> Door.Entry {
        door.admitted(Door.Claim(kind: kind, name: name, place: admitted.place, proof: proof))
    }

    /// The key that a request of a game server brings; nil for another request.
    func entry(_ request: Request, _ app: String, _ admitted: Admitted) -> Door.Entry? {
        guard request.origin == .gameServer else { return nil }
        return entry(.gameServer, app, request.parameters["access"]?["key"]?.stringValue ?? "", admitted)
    }

    /// What the service said of the key that it was asked with.
    /// - Returns: what is answered in place of the reply.
    func refusal(_ reply: Reply, _ entry: Door.Entry?) -> HTTPAnswer? {
        switch reply.proof {
        case .right: entry?.found(.right)
        case .wrong: entry?.found(.wrong)
        case nil: entry?.found(.nothing)
        }
    }

    /// The same of a call that is signed, and may have a session.
    func refusal(ofSigned reply: Reply, _ entry: Door.Entry?, _ admitted: Admitted) -> HTTPAnswer? {
        guard reply.body["clientKey"] != nil else { return refusal(reply, entry) }
        if let answer = entry?.found(.right) { return answer }
        return refusal(ofSession: reply, admitted.place)
    }

    /// A session, or a key that came by mail. They are as long as chance, so they are looked at however many were wrong before.
    func refusal(ofSession reply: Reply, _ place: Door.Place) -> HTTPAnswer? {
        guard reply.proof == .wrong else { return nil }
        return door.admitted(Door.Claim(kind: .session, name: "", place: place)).found(.wrong)
    }

    // MARK: The operator

    enum OperatorEntry {
        /// The path is not the operator's, or needs no key here.
        case none
        case right
        case refused(HTTPAnswer)
    }

    /// A person's token: it is looked at when the body is there, on another thread. Heard where the operator is heard alone.
    private func isOfPerson(_ given: String, _ route: Route, _ exchange: Exchange) -> Bool {
        guard PeopleSecret.isToken(given), key.name(of: given) == nil, !settings.hasAdminListener || exchange.isAdmin else { return false }
        // Who brings one is told no more than everybody.
        if route == .ready { return true }
        guard PeopleCall.ofToken(route) != nil else { return false }
        exchange.token = given
        return true
    }

    func operatorEntry(_ head: HTTPHead, _ route: Route, _ peer: Peer, _ exchange: Exchange) -> OperatorEntry {
        let place = Door.Place(head, peer)
        var app = ""
        switch route {
        case .requests(let id, .console): app = id
        case .work(let id, _): app = id
        case .people(.link): break
        case .metrics: if place.isHere, RequestBody.token(head).map(PeopleSecret.isToken) != true { return .none }
        // Who brings a key is told more.
        case .ready: if place.isHere || RequestBody.token(head) == nil { return .none }
        default: return .none
        }
        if route != .metrics, route != .ready, settings.hasAdminListener, !exchange.isAdmin { return .none }
        let given = RequestBody.token(head)
        if let given, isOfPerson(given, route, exchange) { return .none }
        let entry = door.admitted(Door.Claim(kind: .operatorKey, name: "", place: place, proof: given ?? ""))
        if let refusal = entry.refusal { return .refused(refusal) }
        if let name = given.flatMap({ key.name(of: $0) }) {
            _ = entry.found(.right)
            exchange.operatorName = name
            return .right
        }
        let answer =
            entry.found(.wrong) ?? HTTPAnswer(status: 401, ResultCode.notAuthenticated, "the operator's key is missing or wrong")
        audit.note(
            AuditLine(app: app, request: "", object: [:], key: nil), peer: peer, status: answer.status, resultCode: answer.resultCode)
        return .refused(answer)
    }
}
