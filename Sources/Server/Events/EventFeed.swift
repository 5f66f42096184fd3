import Linux
import Messages
import Wire

/// Brings one app's events from its service's outbox to whoever listens. While nobody does, nothing is read and no timer runs.
/// Belongs to the loop.
final class EventFeed {
    private enum State {
        case idle
        /// Asks where the newest event is; who comes meanwhile waits.
        case starting
        case live
    }

    private let connection: any ServiceConnection
    private let isShared: Bool
    private let loop: Loop
    private let clock: any Clock
    private let doorbell = Doorbell()
    private var subscription: Int64?
    private var state = State.idle
    private var ring = EventRing(from: 0)
    private var waiting: [(listener: EventListener, after: Int64?)] = []
    private var everyone: [ObjectIdentifier: EventListener] = [:]
    private var byUser: [String: [EventListener]] = [:]
    private var isReading = false
    private var mustReadAgain = false
    private var isPollArmed = false
    private var isEnded = false
    /// Events that were handed to listeners.
    private(set) var delivered: UInt64 = 0

    /// How often a database is asked that other servers share.
    static let pollMilliseconds: Int64 = 25
    /// After a read that failed.
    static let retryMilliseconds: Int64 = 500
    static let pageMax: Int64 = 1_000
    /// Pages of the outbox for one who comes back; whoever missed more reads its state anew.
    static let pagesMax = 10
    /// Places are milliseconds since 1970, a thousand each.
    static let placesAMillisecond: Int64 = 1_000
    /// So long the outbox keeps an event at least (a day), but for the time that clocks of servers may differ.
    static let keptMilliseconds: Int64 = 86_400_000 - 60_000

    init(_ connection: any ServiceConnection, isShared: Bool, loop: Loop, clock: any Clock) {
        self.connection = connection
        self.isShared = isShared
        self.loop = loop
        self.clock = clock
    }

    var listeners: Int { everyone.count + waiting.count }

    /// So far events of other servers may come behind later ones.
    private var window: Int64 { isShared ? HTTPForm.eventOrderMilliseconds * Self.placesAMillisecond : 0 }

    // MARK: Listeners

    /// - Parameter after: the place behind which it goes on; nil: it hears what comes.
    func join(_ listener: EventListener, after: Int64?) {
        if isEnded { return listener.ends() }
        switch state {
        case .live: admit(listener, after)
        case .starting: waiting.append((listener, after))
        case .idle:
            waiting.append((listener, after))
            start()
        }
    }

    func leave(_ listener: EventListener) {
        listener.isGone = true
        waiting.removeAll { $0.listener === listener }
        guard everyone.removeValue(forKey: ObjectIdentifier(listener)) != nil else { return }
        if let user = listener.userId {
            byUser[user]?.removeAll { $0 === listener }
            if byUser[user]?.isEmpty ?? false { byUser[user] = nil }
        }
        if everyone.isEmpty, waiting.isEmpty { rest() }
    }

    private func start() {
        state = .starting
        subscribe()
        ask(after: Int64.max) { [self] reply in
            guard let newest = reply?["newest"]?.int64Value else {
                if waiting.isEmpty { return rest() }
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in if state == .starting { start() } }
            }
            state = .live
            ring = EventRing(from: max(newest, floorNow))
            let arrived = waiting
            waiting = []
            for (listener, after) in arrived { admit(listener, after) }
            if everyone.isEmpty { rest() } else { read() }
        }
    }

    /// Nothing that is told from now on has a smaller place, on whichever server.
    private var floorNow: Int64 {
        max(0, clock.epochMilliseconds() - HTTPForm.eventOrderMilliseconds) &* Self.placesAMillisecond
    }

    private func rest() {
        state = .idle
        doorbell.setWanted(false)
        ring = EventRing(from: 0)
    }

    private func subscribe() {
        doorbell.setWanted(true)
        if subscription != nil { return }
        let look = OnLoop<Void> { [weak self] in self?.read() }
        subscription = connection.subscribe { [doorbell, loop] _ in
            if doorbell.ring() { loop.post { look.run(()) } }
        }
    }

    /// Nobody hears anything any more; the service may stop.
    func end() {
        isEnded = true
        for listener in waiting.map({ $0.listener }) + everyone.values { listener.ends() }
        doorbell.setWanted(false)
        if let subscription { _ = connection.unsubscribe(subscription, untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: 1_000)) }
        subscription = nil
    }

    private func admit(_ listener: EventListener, _ after: Int64?) {
        if listener.isGone { return }
        everyone[ObjectIdentifier(listener)] = listener
        if let user = listener.userId { byUser[user, default: []].append(listener) }
        guard let after else {
            listener.begins(at: ring.head, isReset: false)
            return goLive(listener, behind: ring.head)
        }
        if after >= ring.floor + window {
            listener.begins(at: after, isReset: false)
            return goLive(listener, behind: after - window)
        }
        CatchingUp(listener, after: after, from: max(0, after - window)).go(on: self)
    }

    private func goLive(_ listener: EventListener, behind place: Int64) {
        for frame in ring.frames(behind: place) { hand(frame, to: listener) }
        listener.isLive = true
        listener.hasCaughtUp(ring.head)
    }

    private func hand(_ frame: EventFrame, to listener: EventListener) {
        guard frame.audience.contains(listener.userId) else { return }
        delivered &+= 1
        listener.hear(frame)
    }

    // MARK: Coming back

    /// Reads the outbox page by page for one who was away longer than the ring reaches.
    private final class CatchingUp {
        private let listener: EventListener
        private let after: Int64
        private var place: Int64
        private var pages = 0

        init(_ listener: EventListener, after: Int64, from place: Int64) {
            self.listener = listener
            self.after = after
            self.place = place
        }

        func go(on feed: EventFeed) {
            feed.ask(after: place) { [self] reply in
                guard !listener.isGone else { return }
                guard let reply, let oldest = reply["oldest"]?.int64Value else {
                    return feed.loop.after(milliseconds: EventFeed.retryMilliseconds) { if !self.listener.isGone { self.go(on: feed) } }
                }
                let isLost = after < oldest || oldest == 0
                if pages == 0, isLost, feed.isOlderThanKept(after) { return reset(feed) }
                if pages == 0 { listener.begins(at: after, isReset: false) }
                take(reply["events"]?.arrayValue ?? [], feed)
            }
        }

        private func take(_ events: [JSON], _ feed: EventFeed) {
            pages += 1
            for form in events {
                guard let placed = PlacedEvent(form: form) else { continue }
                place = placed.seq
                if let frame = EventFrame(placed) { feed.hand(frame, to: listener) }
            }
            if events.count < Int(EventFeed.pageMax) { place = max(place, feed.ring.floor) }
            if place >= feed.ring.floor { return feed.goLive(listener, behind: place - feed.window) }
            if pages >= EventFeed.pagesMax { reset(feed) } else { go(on: feed) }
        }

        private func reset(_ feed: EventFeed) {
            listener.begins(at: feed.ring.head, isReset: true)
            feed.goLive(listener, behind: feed.ring.head)
        }
    }

    private func isOlderThanKept(_ place: Int64) -> Bool {
        place / Self.placesAMillisecond < clock.epochMilliseconds() - Self.keptMilliseconds
    }

    // MARK: Reading

    /// Reads whatever was told behind the newest place, and of several servers once more what came a little before it.
    private func read() {
        guard state == .live, !isEnded else { return }
        if isReading {
            mustReadAgain = true
        } else {
            isReading = true
            doorbell.answered()
            readPage(behind: max(0, ring.head - window))
        }
    }

    private func readPage(behind place: Int64) {
        ask(after: place) { [self] reply in
            guard state == .live, !isEnded else {
                isReading = false
                return
            }
            guard let events = reply?["events"]?.arrayValue else {
                isReading = false
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in read() }
            }
            let last = tell(events)
            if events.count == Int(Self.pageMax), last > place { return readPage(behind: last) }
            isReading = false
            let isMore = mustReadAgain
            mustReadAgain = false
            if isMore { read() } else { pollLater() }
        }
    }

    private func pollLater() {
        guard isShared, !isPollArmed else { return }
        isPollArmed = true
        loop.after(milliseconds: Self.pollMilliseconds) { [self] in
            isPollArmed = false
            read()
        }
    }

    private func tell(_ events: [JSON]) -> Int64 {
        var last: Int64 = 0
        for form in events {
            guard let placed = PlacedEvent(form: form) else { continue }
            last = max(last, placed.seq)
            guard placed.seq > ring.floor, !ring.contains(placed.seq), let frame = EventFrame(placed) else { continue }
            guard ring.insert(frame) else { continue }
            for listener in hearers(frame) where listener.isLive { hand(frame, to: listener) }
        }
        ring.advance(to: last)
        return last
    }

    private func hearers(_ frame: EventFrame) -> [EventListener] {
        switch frame.audience {
        case .everyone: Array(everyone.values)
        case .users(let users): users.flatMap { byUser[$0] ?? [] }
        }
    }

    /// - Parameter answer: nil when the service did not answer.
    private func ask(after place: Int64, _ answer: @escaping (JSON?) -> Void) {
        var request = Request(
            .carrierEvents, origin: .carrier, transactionId: "", parameters: ["after": .integer(place), "max": .integer(Self.pageMax)])
        request.isOwnProcess = false
        loop.ask(connection, request) { answer($0.isSuccess ? $0.body : nil) }
    }
}

/// Tells the loop once that something is there to be read, however often the service says so meanwhile.
private final class Doorbell: @unchecked Sendable {
    private let lock = Lock()
    private var isWanted = false
    private var hasRung = false

    func setWanted(_ wanted: Bool) {
        lock.locked {
            isWanted = wanted
            hasRung = false
        }
    }

    /// - Returns: true when the loop must be told.
    func ring() -> Bool {
        lock.locked {
            guard isWanted, !hasRung else { return false }
            hasRung = true
            return true
        }
    }

    func answered() { lock.locked { hasRung = false } }
}
