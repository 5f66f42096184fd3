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

    /// How often a database that other servers share is asked, though its service said nothing.
    static let pollMilliseconds: Int64 = 500
    /// After a read that failed.
    static let retryMilliseconds: Int64 = 500
    static let pageMax: Int64 = 200
    /// Pages of the outbox for one who comes back; whoever missed more reads its state anew.
    static let pagesMax = 50
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
            guard state == .starting, !isEnded else { return }
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
        unsubscribe()
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

    /// Who tells nobody need not look for what to tell.
    private func unsubscribe() {
        doorbell.setWanted(false)
        if let subscription { _ = connection.unsubscribe(subscription, untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: 100)) }
        subscription = nil
    }

    /// Nobody hears anything any more; the service may stop.
    func end() {
        isEnded = true
        for listener in waiting.map({ $0.listener }) + everyone.values { listener.ends() }
        unsubscribe()
    }

    private func admit(_ listener: EventListener, _ after: Int64?) {
        if listener.isGone { return }
        everyone[ObjectIdentifier(listener)] = listener
        if let user = listener.userId { byUser[user, default: []].append(listener) }
        let place = after ?? ring.head
        if place >= ring.floor || after == nil {
            listener.begins(at: place, isReset: false)
            lookBack(listener)
            goOn(listener)
        } else {
            readOutbox(for: listener, behind: max(0, place - window), asked: place)
        }
    }

    /// Of several servers' events one may come late: they are looked at once more.
    private func lookBack(_ listener: EventListener) { listener.place = max(0, listener.place - window) }

    // MARK: Catching up

    /// Brings a listener what it lacks, as far as it takes it.
    func goOn(_ listener: EventListener) {
        guard !listener.isGone, !listener.isLive, !listener.isAsking, state == .live else { return }
        guard listener.place >= ring.floor else { return readOutbox(for: listener, behind: listener.place, asked: nil) }
        for frame in ring.frames(behind: listener.place) where frame.audience.contains(listener.userId) {
            delivered &+= 1
            guard listener.hear(frame) else { return }
        }
        listener.place = max(listener.place, ring.head)
        listener.isLive = true
        listener.pages = 0
        listener.hasCaughtUp()
    }

    /// For one who is farther behind than the ring reaches.
    /// - Parameter asked: the place that it named when it came; nil later.
    private func readOutbox(for listener: EventListener, behind place: Int64, asked: Int64?) {
        listener.isAsking = true
        ask(after: place) { [self] reply in
            listener.isAsking = false
            guard !listener.isGone, !isEnded else { return }
            guard let reply, let oldest = reply["oldest"]?.int64Value else {
                listener.isAsking = true
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in
                    listener.isAsking = false
                    if !listener.isGone { readOutbox(for: listener, behind: place, asked: asked) }
                }
            }
            if let asked {
                if asked < oldest || oldest == 0, isOlderThanKept(asked) { return beginAnew(listener) }
                listener.begins(at: asked, isReset: false)
                listener.place = place
            }
            take(reply["events"]?.arrayValue ?? [], for: listener)
        }
    }

    private func take(_ events: [JSON], for listener: EventListener) {
        listener.pages += 1
        for form in events {
            guard let placed = PlacedEvent(form: form) else { continue }
            guard let frame = EventFrame(placed), frame.audience.contains(listener.userId) else {
                listener.place = max(listener.place, placed.seq)
                continue
            }
            delivered &+= 1
            guard listener.hear(frame) else { return }
        }
        if events.count < Int(Self.pageMax) { listener.place = max(listener.place, ring.floor) }
        if listener.pages > Self.pagesMax { beginAnew(listener) } else { goOn(listener) }
    }

    private func beginAnew(_ listener: EventListener) {
        listener.begins(at: ring.head, isReset: true)
        goOn(listener)
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

    private func hand(_ frame: EventFrame, to listener: EventListener) {
        delivered &+= 1
        if listener.hear(frame) { return }
        // It goes on when it has room again, from what is kept.
        listener.isLive = false
        lookBack(listener)
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
