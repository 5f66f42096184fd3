import Codecs
import Messages

/// Requests in which a provider has to be asked, and the page to which providers send players back.
extension Front {
    static let callbackBytesMax = 16 << 10

    func isOfSignIn(_ request: Request) -> Bool {
        request.name == .beginSignIn || request.name == .continueSignIn || SignInDesk.names(request)
    }

    /// - Parameters:
    ///   - end: takes the answer of a request that the service does not hear of.
    ///   - go: takes the request with what was proven of it.
    func signIn(_ request: Request, _ app: App, _ end: @escaping (HTTPAnswer) -> Void, _ go: @escaping (Request) -> Void) {
        let answer: (Reply) -> Void = { end(HTTPAnswer($0)) }
        switch request.name {
        case .beginSignIn: signIn.begin(request, app, answer)
        case .continueSignIn: signIn.goOn(request, app, answer)
        default:
            signIn.prove(request, app) { proven in
                switch proven {
                case .refusal(let reply): answer(reply)
                case .request(var request):
                    if request.proven.isNull { request.proven = [:] }
                    go(request)
                }
            }
        }
    }

    // MARK: The page

    /// A GET with a query, or Apple's form.
    func judged(callback head: HTTPHead, _ app: String, _ peer: Peer) -> Verdict {
        judged(page: head, .signInCallback(app: app), app, peer, bodyBytesMax: Self.callbackBytesMax)
    }

    /// A page of an app that a player's browser asks for, or sends a form to.
    func judged(page head: HTTPHead, _ route: Route, _ app: String, _ peer: Peer, bodyBytesMax: Int) -> Verdict {
        guard head.method == "GET" || head.method == "POST" else {
            var answer = HTTPAnswer(status: 405, ResultCode.parameterInvalid, "the methods of this path are GET and POST")
            answer.allow = "GET, POST"
            return .refuse(answer)
        }
        if apps[app] == nil { return .refuse(missing(app)) }
        if !peer.isLoopback, let answer = limits.take(.login, peer.limitKey) { return .refuse(answer) }
        let most = head.method == "POST" ? bodyBytesMax : 0
        guard (head.contentLength ?? 0) <= most else {
            return .refuse(HTTPAnswer(status: 413, ResultCode.parameterInvalid, "the body is too long"))
        }
        return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: most))
    }

    /// Sends the player's browser on to the game that waits on the player's own device. Nothing is redeemed here: the code is good only
    /// with the ticket that the game has.
    func takeCallback(_ id: String, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        underWay += 1
        let text = request.head.method == "POST" ? String(decoding: body, as: UTF8.self) : request.head.query ?? ""
        let fields = Self.formFields(text)
        let entry = entry(.signature, "\(id)\nsign-in", nil, request)
        if let refusal = entry.refusal { return finish(refusal, id, nil, request.peer, exchange) }
        var answer = Self.page(400, "This sign-in is unknown or over. Go back to the game and begin again.")
        if let app = apps[id], let state = fields["state"], let json = signIn.tickets(app).open(.state, state, now: signIn.now),
            let port = json["port"]?.int64Value, (SignInDesk.portMin...SignInDesk.portMax).contains(port)
        {
            _ = entry.found(.right)
            let passed = ["state", "code", "error"].compactMap { name in fields[name].map { (name: name, value: $0) } }
            answer = Self.page(302, "Going back to the game.")
            answer.fields.append((name: "Location", value: WebAddress.appending(passed, to: "http://127.0.0.1:\(port)/")))
        } else if let refusal = entry.found(.wrong) {
            answer = refusal
        }
        finish(answer, id, nil, request.peer, exchange)
    }

    private static func page(_ status: Int, _ text: String) -> HTTPAnswer {
        var answer = HTTPAnswer(
            text: "<!doctype html><meta charset=\"utf-8\"><title>Sign-in</title><p>\(text)</p>\n", type: "text/html; charset=utf-8",
            status: status)
        answer.fields = [
            (name: "Content-Security-Policy", value: "default-src 'none'"), (name: "Referrer-Policy", value: "no-referrer"),
            (name: "X-Content-Type-Options", value: "nosniff"),
        ]
        return answer
    }

    static let formFieldsMax = 32

    /// The first of each name.
    static func formFields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for item in text.split(separator: "&", maxSplits: formFieldsMax, omittingEmptySubsequences: true).prefix(formFieldsMax) {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = { (part: Substring) in PercentEncoding.decode(String(part.map { $0 == "+" ? " " : $0 })) }
            guard pair.count == 2, let name = plain(pair[0]), let value = plain(pair[1]), fields[name] == nil else { continue }
            fields[name] = value
        }
        return fields
    }
}
