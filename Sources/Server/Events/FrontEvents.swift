import Codecs
import Linux
import Messages

/// Streams and polls: who listens, from where on, and as whom.
extension Front {
    /// A stream ends after so long at the latest: proxies and games that have forgotten it keep none for ever.
    static let streamMilliseconds: Int64 = 3_600_000
    /// Of these, ends are spread over so many milliseconds: not all come back at once.
    static let streamSpreadMilliseconds: Int64 = 600_000
    static let listenersRetrySeconds: Int64 = 10

    func takeEvents(_ request: Admitted, _ id: String, _ exchange: Exchange) {
        guard let app = apps[id] else { return exchange.answer(.stopped()) }
        let token = RequestBody.token(request.head)
        let bucket = token.map { players.key(token: $0, app: id) } ?? request.peer.limitKey
        if token != nil || !request.peer.isLoopback, let answer = limits.take(.stream, bucket) {
            noteRefused(answer, request.peer)
            return exchange.answer(answer)
        }
        let isPoll = (request.head[.accept] ?? "").hasPrefix(HTTPForm.mediaType)
        let from: (place: Int64?, wait: Int64)
        do throws(HTTPRefusal) {
            from = try Self.place(request.head, isPoll: isPoll)
        } catch {
            return exchange.answer(HTTPAnswer(error))
        }
        let wait = isPoll ? from.wait : nil
        let address = request.peer.isLoopback ? nil : request.peer.limitKey
        guard let token else {
            if refusesMore([address], request.peer, exchange) { return }
            return listen(app, Hearing(asker: bucket, place: from.place), poll: wait, exchange)
        }
        var asked = Request(.carrierSession, origin: .carrier, transactionId: "", accessToken: token)
        asked.setCarried(from: request.peer.network)
        let (grant, moment) = (Grant(asked), app.feed.moment)
        loop.ask(app.home.connection, asked) { [self] reply in
            guard grant.take(reply), case .member(let userId)? = grant.holder else {
                if let answer = refusal(ofSession: reply, request.place) {
                    noteRefused(answer, request.peer)
                    return exchange.answer(answer)
                }
                let isRefused = !ResultCode.meansNoAnswer(reply.resultCode)
                return exchange.answer(isRefused ? HTTPAnswer(reply, status: 401) : HTTPAnswer(reply))
            }
            players.note(token: token, userId: userId, app: id)
            if refusesMore([address, players.key(token: token, app: id)], request.peer, exchange) { return }
            let hearing = Hearing(
                userId: userId, asker: players.key(token: token, app: id), grant: grant, granted: moment, place: from.place)
            listen(app, hearing, poll: wait, exchange)
        }
    }

    /// Who hears, by what right, and from where on.
    fileprivate struct Hearing {
        var userId: String?
        var asker: UInt64
        var grant: Grant?
        /// Before the right was asked about.
        var granted: EventFeed.Moment?
        var place: Int64?
    }

    /// Counts one more of these, until it is over.
    /// - Parameter keys: the address, unless that is not counted, and the player.
    private func refusesMore(_ keys: [UInt64?], _ peer: Peer, _ exchange: Exchange) -> Bool {
        // Whoever asked may have gone while the session was looked up.
        guard exchange.connection != nil else { return true }
        let counted = limits.isOn(.stream) ? keys : []
        guard listening.count < server?.listenersMax ?? 0, listening.hasRoom(counted) else {
            let answer = HTTPAnswer.tooMany("too many streams and polls are open; close some", retryAfter: Self.listenersRetrySeconds)
            noteRefused(answer, peer)
            exchange.answer(answer)
            return true
        }
        listening.add(counted)
        exchange.onOver = { [weak self] in self?.listening.remove(counted) }
        return false
    }

    private static func place(_ head: HTTPHead, isPoll: Bool) throws(HTTPRefusal) -> (place: Int64?, wait: Int64) {
        var wait: Int64 = 0
        if isPoll, let given = head.parameter("wait") { wait = min(try number(given, "wait"), HTTPForm.pollSecondsMax) }
        guard let text = isPoll ? head.parameter("after") : head[.lastEventId], !text.isEmpty else { return (nil, wait) }
        return (try number(text, isPoll ? "after" : HTTPHead.Name.lastEventId.rawValue), wait)
    }

    private static func number(_ text: String, _ name: String) throws(HTTPRefusal) -> Int64 {
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int64(text) else {
            throw HTTPRefusal(400, "\(name): is not a number")
        }
        return number
    }

    private func listen(_ app: App, _ hearing: Hearing, poll wait: Int64?, _ exchange: Exchange) {
        if isStopping { return exchange.answer(.stopped()) }
        if exchange.isOfHead { return exchange.answer(.headOfEvents(isPoll: wait != nil)) }
        if let wait {
            EventPoll(exchange, app.feed, loop).begin(hearing, waitSeconds: wait)
        } else {
            stream(app, hearing, exchange)
        }
    }

    private func stream(_ app: App, _ hearing: Hearing, _ exchange: Exchange) {
        let feed = app.feed
        let listener = EventListener(
            userId: hearing.userId, hearing.grant, asker: hearing.asker,
            .init(
                begin: { place, isReset in _ = exchange.write(isReset ? EventFrame.reset(place) : EventFrame.ready(place)) },
                take: { exchange.write($0.bytes) }, end: { exchange.end() }))
        hearing.grant?.onEnd = { [weak listener] reply in
            guard let listener else { return }
            feed.leave(listener)
            exchange.endAtOnce(EventFrame.ended(listener.place, reply.forStrangers))
        }
        exchange.onVanish = { feed.leave(listener) }
        exchange.onRoom = { feed.goOn(listener) }
        exchange.onBeat = { EventFrame.beat(at: feed.place(of: listener)) }
        exchange.beginStream()
        guard exchange.connection != nil else { return }
        feed.join(listener, after: hearing.place, granted: hearing.granted)
        let spread = Int64(exchange.beganNanoseconds / 1000 % Self.streamSpreadMilliseconds)
        // One that ended before is not kept until then.
        loop.after(milliseconds: Self.streamMilliseconds - spread) { [weak exchange, weak listener] in
            guard let exchange, let listener, exchange.connection != nil else { return }
            feed.leave(listener)
            exchange.end()
        }
    }
}

/// One long poll.
private final class EventPoll {
    private let exchange: Exchange
    private let feed: EventFeed
    private let loop: Loop
    private var listener: EventListener?
    private var frames: [EventFrame] = []
    private var bytes = 0
    private var isReset = false
    private var hasBegun = false
    /// The place that was asked from.
    private var after: Int64 = 0
    private var isDone = false
    /// It is time to answer, and the service has to say first whether the session is one still.
    private var isDue = false

    static let countMax = 1_000
    static let bytesMax = 4 << 20
    static let storeMilliseconds: Int64 = 5_000

    init(_ exchange: Exchange, _ feed: EventFeed, _ loop: Loop) {
        self.exchange = exchange
        self.feed = feed
        self.loop = loop
    }

    func begin(_ hearing: Front.Hearing, waitSeconds: Int64) {
        let after = hearing.place
        self.after = after ?? 0
        hearing.grant?.onEnd = { [self] reply in
            if isDone { return }
            end()
            exchange.answer(HTTPAnswer(reply.forStrangers, status: 401))
        }
        let listener = EventListener(
            userId: hearing.userId, hearing.grant, asker: hearing.asker,
            .init(
                begin: { [self] _, isReset in
                    self.isReset = isReset
                    if isReset { (frames, bytes) = ([], 0) }
                    hasBegun = true
                },
                take: { [self] in take($0) },
                caughtUp: { [self] in
                    if isDue { return answer() }
                    // One that was never here learns where it is.
                    if !frames.isEmpty || isReset || after == nil || waitSeconds == 0 { answer() }
                }, end: { [self] in answer() }))
        self.listener = listener
        exchange.onVanish = { [self] in end() }
        feed.join(listener, after: after, granted: hearing.granted)
        // One that does not wait is answered when it has got what is there, unless the store says nothing.
        if !isDone {
            loop.after(milliseconds: waitSeconds > 0 ? waitSeconds * 1000 : Self.storeMilliseconds) { [weak self] in self?.answer() }
        }
    }

    private func take(_ frame: EventFrame) -> EventListener.Taken {
        if isDone { return .gone }
        frames.append(frame)
        bytes += frame.form.count
        let isFull = frames.count >= Self.countMax || bytes >= Self.bytesMax
        // What comes in the same moment goes along.
        if isFull || (listener?.isLive ?? false && frames.count == 1) { loop.post { [self] in answer() } }
        return isFull ? .full : .more
    }

    private func end() {
        isDone = true
        if let listener { feed.leave(listener) }
        listener = nil
        frames = []
    }

    private func answer() {
        if isDone { return }
        if let listener, listener.isHeld {
            isDue = true
            if listener.onKept == nil { listener.onKept = { [self] in self.answer() } }
            return
        }
        let frames = frames
        // Of a place in the future nothing can be told yet.
        let next = max(frames.last?.seq ?? 0, listener?.place ?? 0, hasBegun ? 0 : after)
        // Others have their turn before it: it goes on from where it was.
        let isInLine = listener?.isInLine ?? false
        end()
        guard hasBegun || isInLine else {
            return exchange.answer(HTTPAnswer(.failure(ResultCode.storageFailed, "the store does not answer")))
        }
        var body = Array("{\"events\":[".utf8)
        for (index, frame) in frames.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += frame.form
        }
        body += Array("],\"next\":\(next),\"reset\":\(isReset ? "true" : "false")}".utf8)
        var answer = HTTPAnswer(text: "", type: HTTPForm.mediaType)
        answer.body = body
        exchange.answer(answer)
    }
}
