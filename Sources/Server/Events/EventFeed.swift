import Codecs
import Linux
import Messages

/// Brings one app's events from its service's outbox to whoever listens, and has what was granted asked for again when a right may have
/// ended. While nobody listens and nothing is granted, nothing is read and no timer runs. Belongs to the loop.
final class EventFeed {
    private enum State {
        case idle
        /// Asks where the newest event is; who comes meanwhile waits.
        case starting
        case live
    }

    private let home: any AppHome
    private let loop: Loop
    private let clock: any Clock
    private let doorbell = Doorbell()
    private var watcher: Int64?
    private var state = State.idle
    private var ring = EventRing(from: 0)
    private var waiting: [(listener: EventListener, after: Int64?)] = []
    private let grants: Grants
    /// Grants without a listener that came before the feed was live.
    private var watching: [Grant] = []
    private var everyone: [ObjectIdentifier: EventListener] = [:]
    private var byUser: [String: [EventListener]] = [:]
    /// Those for whom the outbox is to be read: a page at a time for each asker, and for some askers at once. A place of yesterday, named
    /// again and again, has the outbox read to its end each time, and players' requests are answered between two pages.
    private var behind = AskersLine()
    private var behindTimes = AskerTimes()
    private var readingBehind: Set<UInt64> = []
    /// They share a transaction. Behind a restart everybody comes back with an older place.
    private static let readingBehindMax = 16
    private var isReading = false
    private var mustReadAgain = false
    /// How often it has begun: an answer to an earlier one says nothing.
    private var beginnings = 0
    private var isEnded = false
    /// Events that were handed to listeners.
    private(set) var delivered: UInt64 = 0

    /// After a read that failed.
    static let retryMilliseconds: Int64 = 500
    static let pageMax: Int64 = 200
    /// Pages of the outbox for one who comes back; whoever missed more reads its state anew.
    static let pagesMax = 50

    init(_ home: any AppHome, loop: Loop, clock: any Clock) {
        self.home = home
        self.loop = loop
        self.clock = clock
        grants = Grants(home, loop)
    }

    var listeners: Int { everyone.count + waiting.count }
    /// Each once, however many devices it has here.
    var players: Int { byUser.count }
    var userIds: Dictionary<String, [EventListener]>.Keys { byUser.keys }

    /// What was read of the outbox (`carrier.events`).
    private struct Page {
        let events: [JSON]
        /// Everything until here was read.
        let through: Int64
        let newest: Int64
        /// All behind it are kept.
        let floor: Int64

        init?(_ body: JSON) {
            guard let events = body["events"]?.arrayValue, let through = body["through"]?.int64Value,
                let newest = body["newest"]?.int64Value, let floor = body["floor"]?.int64Value
            else { return nil }
            (self.events, self.through, self.newest, self.floor) = (events, through, newest, floor)
        }
    }

    // MARK: Listeners

    /// What a service answers from here on is known to be so until `Moment` is another.
    struct Moment: Equatable {
        fileprivate let beginnings: Int
        fileprivate let changes: UInt64
    }

    /// nil: changes of rights are not read at this moment.
    var moment: Moment? { state == .live ? Moment(beginnings: beginnings, changes: grants.changes) : nil }

    /// - Parameters:
    ///   - after: the place behind which it goes on; nil: it hears what comes.
    ///   - granted: the moment before its session was asked about.
    func join(_ listener: EventListener, after: Int64?, granted: Moment? = nil) {
        if isEnded { return listener.ends() }
        switch state {
        case .live: admit(listener, after, isFresh: granted != nil && granted == moment)
        case .starting: waiting.append((listener, after))
        case .idle:
            waiting.append((listener, after))
            start()
        }
    }

    func leave(_ listener: EventListener) {
        listener.isGone = true
        if let grant = listener.grant { grants.leave(grant) }
        waiting.removeAll { $0.listener === listener }
        guard everyone.removeValue(forKey: ObjectIdentifier(listener)) != nil else { return }
        if let user = listener.userId {
            byUser[user]?.removeAll { $0 === listener }
            if byUser[user]?.isEmpty ?? false { byUser[user] = nil }
        }
        if isUnused { rest() }
    }

    /// Has it asked for again, at once and when its right may have ended.
    func watch(_ grant: Grant) {
        if isEnded { return }
        if case .live = state { return grants.join(grant, isFresh: false) }
        watching.append(grant)
        if case .idle = state { start() }
    }

    func unwatch(_ grant: Grant) {
        grants.leave(grant)
        watching.removeAll { $0 === grant }
        if isUnused { rest() }
    }

    private var isUnused: Bool { everyone.isEmpty && waiting.isEmpty && watching.isEmpty && grants.isEmpty }

    private func start() {
        state = .starting
        beginnings += 1
        subscribe()
        ask(after: Int64.max) { [self] page in
            guard state == .starting, !isEnded else { return }
            guard let page else {
                if isUnused { return rest() }
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in if state == .starting { start() } }
            }
            state = .live
            ring = EventRing(from: page.newest)
            // One by one: who is admitted may find that its asker has gone, and leave; the feed does not rest while others wait.
            while !waiting.isEmpty {
                let (listener, after) = waiting.removeFirst()
                admit(listener, after, isFresh: false)
            }
            for grant in watching { grants.join(grant, isFresh: false) }
            watching = []
            if isUnused { rest() } else { read() }
        }
    }

    private func rest() {
        state = .idle
        unsubscribe()
        ring = EventRing(from: 0)
    }

    private func subscribe() {
        doorbell.setWanted(true)
        if watcher != nil { return }
        let look = OnLoop<Void> { [weak self] in self?.read() }
        watcher = home.watchOutbox { [doorbell, loop] in
            if doorbell.ring() { loop.post { look.run(()) } }
        }
    }

    /// Who tells nobody need not look for what to tell.
    private func unsubscribe() {
        doorbell.setWanted(false)
        if let watcher { home.unwatchOutbox(watcher) }
        watcher = nil
    }

    /// Nobody hears anything any more; the service may stop.
    func end() {
        isEnded = true
        for listener in waiting.map({ $0.listener }) + everyone.values { listener.ends() }
        unsubscribe()
    }

    private func admit(_ listener: EventListener, _ after: Int64?, isFresh: Bool) {
        if listener.isGone { return }
        everyone[ObjectIdentifier(listener)] = listener
        if let user = listener.userId { byUser[user, default: []].append(listener) }
        guard let grant = listener.grant else { return begin(listener, after) }
        grant.onKept = { [weak self, weak listener] in
            guard let self, let listener else { return }
            let next = listener.onKept
            listener.onKept = nil
            if let next { next() } else { goOn(listener) }
        }
        grants.join(grant, isFresh: isFresh)
        whenKept(listener) { [self] in begin(listener, after) }
    }

    private func whenKept(_ listener: EventListener, _ next: @escaping () -> Void) {
        if listener.isHeld { listener.onKept = next } else { next() }
    }

    private func begin(_ listener: EventListener, _ after: Int64?) {
        // Whether one behind the head is there the outbox knows: another server may have told it.
        guard let after, after < ring.floor || after > ring.head else {
            listener.begins(at: after ?? ring.head, isReset: false)
            return goOn(listener)
        }
        readOutbox(for: listener, behind: after, isNew: true)
    }

    /// Everything until here was handed to the listener, or was for others: it need not look at that again when it comes back.
    /// - Returns: nil before it has caught up, and of a stream without a session: behind its log-in it goes on from before what names it.
    func place(of listener: EventListener) -> Int64? {
        guard listener.wasLive, listener.userId != nil else { return nil }
        if listener.isLive, state == .live { listener.place = max(listener.place, ring.head) }
        return listener.place
    }

    // MARK: Catching up

    /// Brings a listener what it lacks, as far as it takes it.
    func goOn(_ listener: EventListener) {
        guard !listener.isGone, !listener.isHeld, !listener.isLive, !listener.isAsking, state == .live else { return }
        guard listener.place >= ring.floor else { return readOutbox(for: listener, behind: listener.place, isNew: false) }
        for frame in ring.frames(behind: listener.place) where frame.isFor(listener) {
            delivered &+= 1
            guard listener.hear(frame) else { return }
        }
        listener.place = max(listener.place, ring.head)
        listener.isLive = true
        listener.wasLive = true
        listener.pages = 0
        listener.hasCaughtUp()
    }

    /// For one who is farther behind than the ring reaches.
    /// - Parameter isNew: it has not begun to hear.
    private func readOutbox(for listener: EventListener, behind place: Int64, isNew: Bool) {
        listener.isAsking = true
        listener.isInLine = true
        behind.append({ [self] in readPage(for: listener, behind: place, isNew: isNew) }, of: listener.asker)
        readBehind()
    }

    private func readBehind() {
        while readingBehind.count < Self.readingBehindMax,
            let work = behind.take(behindTimes, clock.monotonicNanoseconds(), but: readingBehind)
        {
            work.body()
        }
    }

    private func readPage(for listener: EventListener, behind place: Int64, isNew: Bool) {
        listener.isInLine = false
        if listener.isGone || isEnded { return listener.isAsking = false }
        readingBehind.insert(listener.asker)
        let began = clock.monotonicNanoseconds()
        ask(after: place) { [self] page in
            listener.isAsking = false
            readingBehind.remove(listener.asker)
            let now = clock.monotonicNanoseconds()
            behindTimes.charge(listener.asker, now &- began, now)
            defer { readBehind() }
            guard !listener.isGone, !isEnded, state == .live else { return }
            guard let page else {
                listener.isAsking = true
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in
                    listener.isAsking = false
                    if !listener.isGone { readOutbox(for: listener, behind: place, isNew: isNew) }
                }
            }
            if listener.isHeld { return whenKept(listener) { [self] in readOutbox(for: listener, behind: place, isNew: isNew) } }
            // What it lacks is gone; or its place is of a past that this store does not have.
            if place < page.floor || place > page.newest { return beginAnew(listener) }
            if isNew { listener.begins(at: place, isReset: false) }
            take(page, for: listener)
        }
    }

    private func take(_ page: Page, for listener: EventListener) {
        listener.pages += 1
        for form in page.events {
            guard let placed = PlacedEvent(form: form), let frame = EventFrame(placed), frame.isFor(listener) else { continue }
            delivered &+= 1
            guard listener.hear(frame) else { return }
        }
        listener.place = max(listener.place, page.through)
        if listener.pages > Self.pagesMax { beginAnew(listener) } else { goOn(listener) }
    }

    private func beginAnew(_ listener: EventListener) {
        listener.begins(at: ring.head, isReset: true)
        goOn(listener)
    }

    // MARK: Reading

    /// Reads whatever was told behind the newest place.
    private func read() {
        guard state == .live, !isEnded else { return }
        if isReading {
            mustReadAgain = true
        } else {
            isReading = true
            doorbell.answered()
            readPage()
        }
    }

    private func readPage() {
        let beginning = beginnings
        ask(after: ring.head) { [self] page in
            guard state == .live, !isEnded, beginning == beginnings else {
                isReading = false
                return read()
            }
            guard let page else {
                isReading = false
                return loop.after(milliseconds: Self.retryMilliseconds) { [self] in read() }
            }
            if page.newest < ring.head { beginAnew(from: page.newest) }
            tell(page)
            if page.through < page.newest { return readPage() }
            isReading = false
            let isMore = mustReadAgain
            mustReadAgain = false
            if isMore { read() }
        }
    }

    /// The store has another past than it had: a standby that lacked some events took over.
    private func beginAnew(from place: Int64) {
        ring = EventRing(from: place)
        grants.changed([:])
        for listener in everyone.values {
            listener.isLive = false
            if !listener.isAsking { whenKept(listener) { [self] in beginAnew(listener) } }
        }
    }

    private func tell(_ page: Page) {
        for form in page.events {
            guard let placed = PlacedEvent(form: form), placed.seq > ring.head else { continue }
            if placed.event.kind == .rightsChanged { grants.changed(placed.event.body) }
            guard let frame = EventFrame(placed) else { continue }
            ring.append(frame)
            for listener in hearers(frame) where listener.isLive && frame.seq > listener.place { hand(frame, to: listener) }
        }
        ring.advance(to: page.through)
    }

    private func hand(_ frame: EventFrame, to listener: EventListener) {
        if listener.isHeld { return listener.isLive = false }
        delivered &+= 1
        if listener.hear(frame) { return }
        // It goes on when it has room again, from what is kept.
        listener.isLive = false
    }

    private func hearers(_ frame: EventFrame) -> [EventListener] {
        switch frame.audience {
        case .everyone: Array(everyone.values)
        case .users(let users): users.flatMap { byUser[$0] ?? [] }
        }
    }

    /// - Parameter answer: nil when the service did not answer.
    private func ask(after place: Int64, _ answer: @escaping (Page?) -> Void) {
        loop.carry(.carrierEvents, ["after": .integer(place), "max": .integer(Self.pageMax)], to: home) {
            answer($0.isSuccess ? Page($0.body) : nil)
        }
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
