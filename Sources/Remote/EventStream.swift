import Codecs
import Linux
import Messages

/// The events of one subscription: a stream that goes on where it broke, or long polls where no stream gets through. The net thread's own.
final class EventStream {
    let subscription: Int64
    private let clock: any Clock
    private let desk: RemoteDesk
    private let pace: RemotePace
    private var token: String?
    private var exchange: ServiceExchange?
    private var reader = EventReader()
    private var places = EventPlaces()
    /// The newest that is known; nil before.
    private var place: Int64?
    /// The exchange under way has said where it is.
    private var isReady = false
    /// It was, and broke: what failed meanwhile may be tried again.
    private var wasLost = false
    /// The service has said that the token is none, and whose it was was told to ask.
    private var isTokenRefused = false
    private var failures = 0
    private var pollsUntil: Int64 = 0
    private var isPolling = false
    private var began: Int64 = 0
    /// When it connects, unless an exchange is under way.
    private var due: Int64 = 0

    init(_ subscription: Int64, _ clock: any Clock, _ desk: RemoteDesk, _ pace: RemotePace) {
        self.subscription = subscription
        self.clock = clock
        self.desk = desk
        self.pace = pace
    }

    /// When something has to be done.
    var wakesAt: Int64 { exchange?.deadline ?? due }

    func listen(as token: String?, _ loop: NetLoop) {
        if token.map({ Array($0.utf8) }) == self.token.map({ Array($0.utf8) }) { return }
        self.token = token
        isTokenRefused = false
        end(loop)
        failures = 0
        due = clock.monotonicNanoseconds()
    }

    func end(_ loop: NetLoop) {
        if let exchange { loop.cancel(exchange) }
        exchange = nil
        isReady = false
    }

    /// Another app has another order of events.
    func forget(_ loop: NetLoop) {
        end(loop)
        place = nil
        places = EventPlaces()
        due = clock.monotonicNanoseconds()
    }

    // MARK: Connecting

    func look(_ now: Int64, _ loop: NetLoop) {
        if let exchange {
            guard now >= exchange.deadline else { return }
            // Nothing but silence: somebody between keeps the stream until it is whole.
            if !isReady, !isPolling { pollsUntil = now + pace.pollingMilliseconds * 1_000_000 }
            loop.cancel(exchange)
            return broke(now, loop, afterMilliseconds: nil)
        }
        if now >= due { connect(now, loop) }
    }

    private func connect(_ now: Int64, _ loop: NetLoop) {
        isPolling = now < pollsUntil
        isReady = false
        began = now
        reader = EventReader()
        var headers = ["Accept: " + (isPolling ? HTTPForm.mediaType : HTTPForm.eventStreamType)]
        var url = loop.eventsAddress
        var milliseconds = pace.readyMilliseconds
        if let token, let header = RequestForm.authorization(token) { headers.append(header) }
        if isPolling {
            // Without a place it asks where it is, and waits for nothing.
            let wait = place == nil ? 0 : min(pace.pollWaitSeconds, HTTPForm.pollSecondsMax)
            url += "?" + (place.map { "after=\($0)&" } ?? "") + "wait=\(wait)"
            milliseconds = wait * 1_000 + pace.attemptMilliseconds
        } else if let place {
            headers.append(HTTPForm.lastEventId + ": \(place)")
        }
        let made = ServiceExchange(
            .stream(self), "GET", url, headers, isStream: !isPolling, bytesMax: HTTPForm.bodyBytesMax * 16,
            deadline: now + milliseconds * 1_000_000)
        if loop.begin(made) { exchange = made } else { broke(now, loop, afterMilliseconds: nil) }
    }

    /// What was under way is over.
    func ended(_ ended: ServiceExchange, _ failure: ExchangeFailure?, _ now: Int64, _ loop: NetLoop) {
        guard ended === exchange else { return }
        let head = ended.head
        if failure == nil, head.status == 200 {
            if isPolling { return polled(ended, now, loop) }
            // Whole before it began: no stream gets through here.
            if !isReady { pollsUntil = now + pace.pollingMilliseconds * 1_000_000 }
        }
        if failure == nil, head.status == 401 { refused() }
        broke(now, loop, afterMilliseconds: head.status == 200 ? nil : head.retryAfterMilliseconds)
    }

    /// What ended the session nobody can tell here any more: the client finds it out when it asks.
    private func refused() {
        guard token != nil, !isTokenRefused else { return }
        isTokenRefused = true
        deliver(ServerEvent(kind: .reconnected, body: ["isBehind": true]))
    }

    private func broke(_ now: Int64, _ loop: NetLoop, afterMilliseconds milliseconds: Int64?) {
        if isReady {
            failures = 0
        } else {
            failures += 1
        }
        wasLost = true
        exchange = nil
        isReady = false
        let delay = RetryBudget.delay(pace.streamRetryMilliseconds, max: pace.streamRetryMillisecondsMax, tries: failures, loop.random)
        due = now + max(delay, milliseconds ?? 0) * 1_000_000
    }

    // MARK: What comes

    /// - Returns: false for what is no stream of events.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let exchange, exchange.head.contentType == HTTPForm.eventStreamType else { return false }
        if isReady { exchange.deadline = clock.monotonicNanoseconds() + pace.silenceMilliseconds * 1_000_000 }
        return reader.take(bytes) { event in
            let place = Self.number(event.id)
            if event.name.elementsEqual("ready".utf8) {
                ready(place, isReset: false)
            } else if event.name.elementsEqual("reset".utf8) {
                ready(place, isReset: true)
            } else if event.name.elementsEqual("ended".utf8) {
                refused()
            } else if event.data.isEmpty {
                // A beat: until there nothing is left for this client.
                if let place { self.place = max(self.place ?? place, place) }
            } else if let form = try? JSON.parse(bytes: event.data, limits: HTTPForm.eventLimits) {
                tell(form)
            }
            return true
        }
    }

    private func ready(_ newest: Int64?, isReset: Bool) {
        isReady = true
        exchange?.deadline = clock.monotonicNanoseconds() + pace.silenceMilliseconds * 1_000_000
        returned(isReset: isReset)
        // One that goes on has more to come up to that place.
        if isReset || place == nil { place = newest }
    }

    /// One that begins was nowhere before: what its client has read until now may have changed since, and nobody told it.
    private func returned(isReset: Bool) {
        if isReset { places = EventPlaces() }
        let isBehind = isReset || place == nil
        if isBehind || wasLost { deliver(ServerEvent(kind: .reconnected, body: ["isBehind": .bool(isBehind)])) }
        wasLost = false
    }

    private func polled(_ answer: ServiceExchange, _ now: Int64, _ loop: NetLoop) {
        guard let form = try? JSON.parse(bytes: answer.bytes, limits: HTTPForm.answerLimits), let next = form["next"]?.int64Value,
            let events = form["events"]?.arrayValue, events.count <= RemoteLimit.polledEventsMax
        else { return broke(now, loop, afterMilliseconds: nil) }
        exchange = nil
        failures = 0
        let isReset = form["reset"]?.boolValue == true
        returned(isReset: isReset)
        for event in events { tell(event) }
        if isReset { place = next } else { place = max(place ?? next, next) }
        // A server that has nothing to say and says so at once is not asked all the time.
        due = events.isEmpty ? max(now, began + 1_000_000_000) : now
    }

    private func tell(_ form: JSON) {
        // Of a kind that is not known here only the place counts.
        guard let seq = form["seq"]?.int64Value, seq >= 0 else { return }
        place = max(place ?? seq, seq)
        guard places.take(seq), let placed = PlacedEvent(form: form) else { return }
        switch placed.event.kind {
        // Who has a mail's key has the account, rights are the service's to know, and a connection's word is its own.
        case .ncmbMail, .rightsChanged, .reconnected: break
        default: deliver(placed.event)
        }
    }

    private func deliver(_ event: ServerEvent) {
        desk.perform { [desk, subscription] in desk.subscribers.deliver(event, to: subscription) }
    }

    private static func number(_ text: [UInt8]) -> Int64? {
        guard !text.isEmpty, text.count <= 19 else { return nil }
        var value: Int64 = 0
        for byte in text {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let (tenfold, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, over) = tenfold.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            if tooLarge || over { return nil }
            value = sum
        }
        return value
    }
}
