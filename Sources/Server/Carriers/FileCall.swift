import Messages
import Published

/// A file on its way out: the service gives a part when the one before is out. Belongs to the loop.
final class FileCall {
    private let front: Front
    private var sending: NCMBFileSending
    private let app: App
    private var entry: Door.Entry?
    private let admitted: Admitted
    private let exchange: Exchange
    private var hasAsked = false
    private var isDone = false
    private var missing = 0
    private var grant: Grant?

    /// - Parameter entry: nil for a file that everybody may read.
    init(_ front: Front, _ sending: NCMBFileSending, _ app: App, _ entry: Door.Entry?, _ admitted: Admitted, _ exchange: Exchange) {
        self.entry = entry
        self.front = front
        self.sending = sending
        self.app = app
        self.admitted = admitted
        self.exchange = exchange
    }

    func begin() {
        exchange.onVanish = { [self] in end() }
        ask()
    }

    private func end() {
        if isDone { return }
        isDone = true
        if let grant { app.feed.unwatch(grant) }
        grant = nil
        exchange.onRoom = nil
        front.ended()
    }

    /// A file that is taken slowly goes on only as long as the caller may read it: each part is asked for with the session, and between
    /// two parts the right may end.
    private func watch() {
        let grant = Grant(.asking(sending.question, as: sending.sessionToken, from: admitted.peer))
        self.grant = grant
        grant.onEnd = { [self] _ in if !isDone { exchange.cut() } }
        app.feed.watch(grant)
    }

    private func ask() {
        if isDone { return }
        var request = Request(
            .filesRead, origin: .client, transactionId: "", accessToken: sending.sessionToken, parameters: sending.parameters)
        request.setCarried(from: admitted.peer.network)
        if !hasAsked, let answer = front.refusal(of: request, app.id, admitted.peer) {
            isDone = true
            return front.refuse(answer, admitted, app.id, exchange)
        }
        hasAsked = true
        let asked = front.asking(request, app.id, admitted, exchange)
        let took = OnLoop<(NCMBFileSending, NCMBFileSending.Step, Reply)> { [self] in
            front.note($0.2, app.id, asked, exchange)
            self.sending = $0.0
            self.took($0.1, asked, $0.2)
        }
        let (loop, aside, sending) = (front.loop, front.aside, sending)
        app.home.connection.send(asked) { reply in
            aside.run(by: asked.asking?.asker ?? 0) {
                var next = sending
                let step = next.next(reply)
                loop.post { took.run((next, step, reply)) }
            }
        }
    }

    private func took(_ step: NCMBFileSending.Step, _ request: Request, _ reply: Reply) {
        let entry = entry
        self.entry = nil
        let refusal = front.refusal(ofSigned: reply, entry, admitted)
        if isDone { return }
        if let refusal, missing == 0 {
            isDone = true
            return front.refuse(refusal, admitted, app.id, exchange)
        }
        switch step {
        case .ask: ask()
        case .begin(let answer, let length, let part): begin(answer, length, part, request)
        case .part(let part): send(part)
        case .answer(let answer):
            isDone = true
            front.finish(HTTPAnswer(answer, retryAfter: reply.retryAfterSeconds), app.id, request, admitted.peer, exchange)
        case .broken: exchange.cut()
        }
    }

    private func begin(_ answer: NCMBAnswer, _ length: Int, _ part: [UInt8], _ request: Request) {
        var head = HTTPAnswer(answer, isFile: true)
        guard part.count < length, !exchange.isOfHead else {
            isDone = true
            head.body = part
            head.length = length
            return front.finish(head, app.id, request, admitted.peer, exchange)
        }
        head.length = length
        missing = length
        exchange.begin(head)
        // Nobody takes it any more, or there is no room for it.
        if isDone { return }
        exchange.onRoom = { [self] in ask() }
        watch()
        send(part)
    }

    private func send(_ part: [UInt8]) {
        missing -= part.count
        exchange.send(part, isLast: missing <= 0)
        if missing <= 0 { end() }
    }
}
