import Messages
import Published

/// A call of the mobile backend on its way through its app's service: one request, or for uploads several. Belongs to the loop.
final class NCMBExchange {
    private let front: Front
    private var call: NCMBFront
    private let app: App
    private var entry: Door.Entry?
    private let admitted: Admitted
    private let exchange: Exchange
    /// Of its body, whose length no head says where it comes in chunks.
    private let bytes: Int
    private var hasAsked = false

    init(_ front: Front, _ call: NCMBFront, _ app: App, _ entry: Door.Entry, _ admitted: Admitted, _ exchange: Exchange, bytes: Int) {
        self.entry = entry
        self.bytes = bytes
        self.front = front
        self.call = call
        self.app = app
        self.admitted = admitted
        self.exchange = exchange
    }

    func begin() {
        guard let name = call.request else { return finish(NCMBFront.refusal(status: 500, path: admitted.head.path), nil) }
        var request = Request(name, origin: .client, transactionId: "", accessToken: call.sessionToken, parameters: call.parameters)
        request = request.withLanguages(admitted.head)
        request.setCarried(from: admitted.peer.network)
        if !hasAsked, let answer = front.refusal(of: request, app.id, admitted.peer) {
            front.chargeReading(bytes, by: front.asker(call.sessionToken, app.id, admitted.peer), admitted.peer)
            return front.refuse(answer, admitted, app.id, exchange)
        }
        hasAsked = true
        guard SignInDesk.names(request) else { return ask(request) }
        front.signIn.prove(request, app) { [self] in
            // What was not proven the service refuses, in the interface's own words.
            if case .request(let proven) = $0 { ask(proven) } else { ask(request) }
        }
    }

    private func ask(_ asked: Request) {
        let request = front.asking(asked, app.id, admitted, exchange, bytes: bytes)
        let took = OnLoop<(NCMBFront, NCMBAnswer?, Reply)> { [self] in self.took($0.0, $0.1, $0.2, request) }
        let (loop, call, asker) = (front.loop, call, request.asking?.asker ?? 0)
        let aside = Self.mayTakeLong(request.name) ? front.aside : nil
        app.home.connection.send(request) { reply in
            let step = {
                var next = call
                let answer = next.next(reply)
                loop.post { took.run((next, answer, reply)) }
            }
            if let aside { aside.run(by: asker, step) } else { step() }
        }
    }

    /// What is long to write or to read is not for the service's thread.
    private static func mayTakeLong(_ name: RequestName) -> Bool {
        switch name {
        case .objectsFind, .filesBegin, .filesAppend: true
        default: false
        }
    }

    private func took(_ next: NCMBFront, _ answer: NCMBAnswer?, _ reply: Reply, _ request: Request) {
        call = next
        front.note(reply, app.id, request, exchange)
        // Of several requests of a call the first one shows what it is signed with.
        let entry = entry
        self.entry = nil
        if let refusal = front.refusal(ofSigned: reply, entry, admitted) { return front.refuse(refusal, admitted, app.id, exchange) }
        guard let answer else { return begin() }
        // The key is not this app's any more.
        if reply.body["code"]?.stringValue == NCMBCode.applicationMissing.text { front.wireKeys.forget() }
        finish(answer, request, retryAfter: reply.retryAfterSeconds)
    }

    private func finish(_ answer: NCMBAnswer, _ request: Request?, retryAfter: Int64? = nil) {
        front.finish(HTTPAnswer(answer, retryAfter: retryAfter), app.id, request, admitted.peer, exchange)
    }
}
