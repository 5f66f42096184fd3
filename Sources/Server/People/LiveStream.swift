import Codecs
import Messages

/// A page that watches an app's numbers. Belongs to the loop.
final class LiveStream {
    let exchange: Exchange
    let app: App
    let person: Person
    fileprivate let peer: Peer
    fileprivate let secret: String
    fileprivate var sums: Metrics.Sums
    fileprivate var nanoseconds: Int64
    fileprivate var isFirst = true
    fileprivate var payments: [UInt8] = []
    fileprivate var isNoted = false

    static let countMax = 64
    static let ofPersonMax = 8
    static let milliseconds: Int64 = 2_000
    static let paymentsShown: Int64 = 8

    fileprivate init(
        _ exchange: Exchange, _ app: App, _ person: Person, _ peer: Peer, _ secret: String, _ sums: Metrics.Sums, _ nanoseconds: Int64
    ) {
        (self.exchange, self.app, self.person, self.peer, self.secret) = (exchange, app, person, peer, secret)
        (self.sums, self.nanoseconds) = (sums, nanoseconds)
    }
}

extension Front {
    func takeLive(_ id: String, _ request: Admitted, _ exchange: Exchange) {
        // A browser opens a stream anew by itself, as often as the way to here breaks.
        person(request, exchange, isUse: false, { $0.lacks(.viewer, in: id) }) { [self] person in
            guard let secret = secret(request.head) else { return end(.notSignedIn, nil, request, exchange) }
            guard let app = apps[id] else { return over(missing(id, isForOperator: true), exchange) }
            if exchange.isOfHead { return over(.headOfEvents(isPoll: false), exchange) }
            let ofPerson = lives.values.count { $0.person.id == person.id }
            guard lives.count < LiveStream.countMax, ofPerson < LiveStream.ofPersonMax else {
                return over(.tooMany("too many pages watch these numbers; close some", retryAfter: Self.listenersRetrySeconds), exchange)
            }
            // A stream is no request that is waited for.
            ended()
            guard exchange.connection != nil else { return }
            let stream = LiveStream(exchange, app, person, request.peer, secret, metrics.sums(of: id), clock.monotonicNanoseconds())
            lives[ObjectIdentifier(stream)] = stream
            exchange.onOver = { [weak self, unowned stream] in self?.lives[ObjectIdentifier(stream)] = nil }
            exchange.beginStream()
            turn(stream)
        }
    }

    /// Whether its person may still see it is asked before each piece: who was removed sees nothing more.
    private func turn(_ stream: LiveStream) {
        guard lives[ObjectIdentifier(stream)] != nil else { return }
        if isStopping { return stream.exchange.end() }
        people.ask { [secret = stream.secret] (store) throws(PeopleRefusal) in
            try store.person(secret, isUse: false)
        } _: { [weak self] result in
            guard let self, lives[ObjectIdentifier(stream)] != nil else { return }
            if case .success(let person) = result {
                guard person?.has(.viewer, in: stream.app.id) == true else { return stream.exchange.end() }
                if case .gone = stream.exchange.write(frame(stream)) { return }
                if person?.has(.support, in: stream.app.id) == true { tellPayments(stream) }
            }
            loop.after(milliseconds: LiveStream.milliseconds) { [weak self] in self?.turn(stream) }
        }
    }

    /// The newest payments, when they are others than those before.
    private func tellPayments(_ stream: LiveStream) {
        noteOnce(stream)
        let app = stream.app
        app.livePayments.tell(ObjectIdentifier(stream), clock.monotonicNanoseconds()) { [weak self, weak stream] payments in
            guard let self, let stream, lives[ObjectIdentifier(stream)] != nil, payments != stream.payments else { return }
            stream.payments = payments
            _ = stream.exchange.write(Array("event: payments\ndata: ".utf8) + payments + Array("\n\n".utf8))
        } asking: { answer in
            loop.carry(.consolePayments, ["count": .integer(LiveStream.paymentsShown)], origin: .console, to: app.home, answer)
        }
    }

    /// Writes one line into the audit log for each page, because payments name players.
    private func noteOnce(_ stream: LiveStream) {
        if stream.isNoted { return }
        stream.isNoted = true
        audit.note(
            AuditLine(app: stream.app.id, request: "live", object: [:], key: nil, person: stream.person.name), peer: stream.peer,
            status: 200, resultCode: ResultCode.success)
    }

    private func frame(_ stream: LiveStream) -> [UInt8] {
        let (sums, now) = (metrics.sums(of: stream.app.id), clock.monotonicNanoseconds())
        let seconds = Double(max(1, now - stream.nanoseconds)) / 1e9
        let rate = { (new: UInt64, old: UInt64) in Self.tenths(Double(new - min(new, old)) / seconds) }
        let state: JSON = [
            "date": .integer(clock.epochMilliseconds()), "players": .integer(Int64(stream.app.feed.listeners)),
            "requestsPerSecond": stream.isFirst ? .null : rate(sums.requests, stream.sums.requests),
            "errorsPerSecond": stream.isFirst ? .null : rate(sums.failed, stream.sums.failed),
            "p50Milliseconds": Metrics.milliseconds(0.5, from: stream.sums, to: sums).map { Self.tenths($0) } ?? .null,
            "p99Milliseconds": Metrics.milliseconds(0.99, from: stream.sums, to: sums).map { Self.tenths($0) } ?? .null,
        ]
        (stream.sums, stream.nanoseconds, stream.isFirst) = (sums, now, false)
        return Array("event: state\ndata: ".utf8) + state.bytes() + Array("\n\n".utf8)
    }

    private static func tenths(_ value: Double) -> JSON {
        let tenths = Int64(min(1e15, max(0, value * 10)).rounded())
        return .decimal("\(tenths / 10).\(tenths % 10)")
    }
}

/// The newest payments of an app, shared by all pages that watch it: one question to the service serves every page for
/// `sharedNanoseconds`. Belongs to the loop.
final class LivePayments {
    /// As they were written last; nil: the service did not answer.
    private var written: [UInt8]?
    private var askedNanoseconds: Int64?
    private var isAsking = false
    /// Each page once, however long the service takes.
    private var waiting: [ObjectIdentifier: ([UInt8]) -> Void] = [:]

    /// Shorter than the time between two turns of a page, so that a single page gets a new answer at each turn, even when its timer fires
    /// early.
    static let sharedNanoseconds = LiveStream.milliseconds * 1_000_000 * 3 / 4

    /// - Parameters:
    ///   - then: is not called when the service does not answer.
    ///   - ask: asks the service; called when nothing is known that is new enough.
    func tell(
        _ page: ObjectIdentifier, _ now: Int64, _ then: @escaping ([UInt8]) -> Void, asking ask: (@escaping (Reply) -> Void) -> Void
    ) {
        if !isAsking, let asked = askedNanoseconds, now - asked < Self.sharedNanoseconds {
            if let written { then(written) }
            return
        }
        waiting[page] = then
        if isAsking { return }
        (askedNanoseconds, isAsking) = (now, true)
        ask { [self] reply in
            isAsking = false
            written = reply.isSuccess ? (reply.body["payments"] ?? []).bytes() : nil
            let pages = waiting.values
            waiting = [:]
            if let written { for then in pages { then(written) } }
        }
    }
}
