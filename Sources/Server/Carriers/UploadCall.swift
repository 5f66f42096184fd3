import Codecs
import Messages
import Published

/// A file on its way in: the next piece of the body is read when the service has taken the one before. Belongs to the loop.
final class UploadCall: BodyTaker {
    private let front: Front
    private var upload: NCMBUploading
    private let applicationKey: String?
    private let admitted: Admitted
    private let exchange: Exchange
    private var app: App?
    private var entry: Door.Entry?
    private var isAsking = true
    private var isDone = false
    private var hasAsked = false
    private var isAtService = false
    private var grant: Grant?

    init(_ front: Front, _ upload: NCMBUploading, _ applicationKey: String?, _ admitted: Admitted, _ exchange: Exchange) {
        self.front = front
        self.upload = upload
        self.applicationKey = applicationKey
        self.admitted = admitted
        self.exchange = exchange
    }

    /// Nothing more is read while somebody is asked.
    var isFull: Bool { isAsking }

    func begin() {
        front.underWay += 1
        exchange.onVanish = { [self] in vanish() }
        front.withApp(.ncmb, applicationKey, admitted, exchange, refused: { [self] in isDone = true }) { [self] app, entry in
            // Its sender went while the app was looked for.
            if isDone { return front.ended() }
            self.app = app
            self.entry = entry
            isAsking = false
            exchange.readOn()
        }
    }

    func take(_ piece: [UInt8], isLast: Bool) {
        if isDone { return }
        upload.take(piece, isLast: isLast)
        goOn()
    }

    private func goOn() {
        isAsking = true
        let took = OnLoop<(NCMBUploading, NCMBUploading.Step)> { [self] in
            if isDone { return }
            upload = $0.0
            switch $0.1 {
            case .more:
                watch()
                isAsking = false
                exchange.readOn()
            case .ask: ask()
            case .answer(let answer): finish(answer, nil)
            }
        }
        // A part becomes text where nobody waits for it.
        let (loop, current) = (front.loop, upload)
        front.aside.run(by: app.map { front.asker(upload.sessionToken, $0.id, admitted.peer) } ?? admitted.peer.limitKey) {
            var next = current
            let step = next.next()
            loop.post { took.run((next, step)) }
        }
    }

    /// What was begun goes on only as long as the caller may write the file, also while nothing comes.
    private func watch() {
        guard grant == nil, let app, let question = upload.question else { return }
        let grant = Grant(.asking(question, as: upload.sessionToken, from: admitted.peer))
        self.grant = grant
        grant.onEnd = { [self] in if !isDone { finish(upload.refused($0), nil) } }
        app.feed.watch(grant)
    }

    private func unwatch() {
        if let grant { app?.feed.unwatch(grant) }
        grant = nil
    }

    private func ask() {
        guard let app else { return }
        let request = front.asking(
            asked(upload.request, upload.parameters), app.id, admitted, exchange, bytes: FileDownload.partBytes)
        if !hasAsked, let answer = front.refusal(of: request, app.id, admitted.peer) {
            isDone = true
            return front.refuse(answer, admitted, app.id, exchange)
        }
        hasAsked = true
        isAtService = true
        front.loop.ask(app.home.connection, request) { [self] reply in
            isAtService = false
            let entry = entry
            self.entry = nil
            // The work is charged even when the sender is gone.
            front.note(reply, app.id, request, exchange)
            let refusal = front.refusal(ofSigned: reply, entry, admitted)
            if isDone { return abandonLate(reply) }
            if let refusal {
                isDone = true
                return front.refuse(refusal, admitted, app.id, exchange)
            }
            if let answer = upload.took(reply) { return finish(answer, request, retryAfter: reply.retryAfterSeconds) }
            goOn()
        }
    }

    private func asked(_ name: RequestName, _ parameters: JSON) -> Request {
        var request = Request(name, origin: .client, transactionId: "", accessToken: upload.sessionToken, parameters: parameters)
        request.setCarried(from: admitted.peer.network)
        return request
    }

    private func finish(_ answer: NCMBAnswer, _ request: Request?, retryAfter: Int64? = nil) {
        isDone = true
        unwatch()
        if answer.status >= 400 { abandon() }
        front.finish(HTTPAnswer(answer, retryAfter: retryAfter), app?.id ?? "", request, admitted.peer, exchange)
    }

    // MARK: An upload that is cut

    private func vanish() {
        if isDone { return }
        isDone = true
        unwatch()
        // While the app is looked for, what comes of that is its end: a call ends once.
        if app == nil { return }
        front.ended()
        // What is asked now is taken back when it has been answered.
        if !isAtService { abandon() }
    }

    private func abandonLate(_ reply: Reply) {
        _ = upload.took(reply)
        abandon()
    }

    private func abandon() {
        guard let app, let parameters = upload.abandoning else { return }
        front.loop.ask(app.home.connection, asked(.filesFinish, parameters)) { _ in }
    }
}
