import Linux

/// The notices of the game, and how each stands with the service that shows them. Belongs to the desktop's thread.
///
/// A notice is given to one service at most once: one that took too long to answer may have shown it.
final class NoticeBoard: BusListener {
    final class Entry {
        enum State {
            /// For the service to be there; with an id it replaces what is on the screen.
            case waiting
            /// Given to the service, which has not answered; late: longer than it may take.
            case sending, late
            case shown
            /// The service was asked to close it.
            case closing
        }

        let key: String
        var notice: Notice
        /// What is on the screen, whose buttons the player can press.
        var onScreen: Notice?
        var state = State.waiting
        var id: UInt32 = 0
        /// What is shown in its place when the service has answered.
        var next: Notice?
        var wantsClose = false
        var token: String?
        var keepUntil: Int64 = 0
        var wasTold = false
        /// Services that it was given to and that went before they answered, one after the other.
        var attempts = 0
        /// Of the call whose answer counts: one that was given up may answer later still.
        var call = 0
        var presses = 0

        init(_ notice: Notice) {
            key = notice.key
            self.notice = notice
        }

        var isUnanswered: Bool { state == .sending || state == .late }
    }

    let dialect: any NoticeDialect
    let bus: Bus
    let owner: NoticeOwner
    let clock: any Clock
    let pace: DesktopPace
    let service: ServiceName
    var entries: [Entry] = []
    var early: [NoticeEvent] = []
    /// Grows with each new service, or loss of one: answers of the one before mean nothing.
    var generation = 0
    var server = NoticeServer()
    var isReady = false
    private var obstacle: NoticeObstacle?
    private var questionsOpen = 0
    private var isWaking = false
    private var wakeAt: Int64 = 0
    private var readySince: Int64 = 0
    private var wakeDistance: Int64

    init(_ dialect: any NoticeDialect, _ bus: Bus, _ owner: NoticeOwner, _ clock: any Clock, _ pace: DesktopPace) {
        self.dialect = dialect
        self.bus = bus
        self.owner = owner
        self.clock = clock
        self.pace = pace
        service = ServiceName(dialect.service, bus, clock, pace)
        wakeDistance = pace.retryMilliseconds
    }

    // MARK: What the owner asks

    func show(_ notice: Notice) {
        guard notice.isPresentable else {
            return owner.unavailable(notice.key, .tooLarge, entries.contains { $0.key == notice.key })
        }
        let keep = min(max(notice.keepMilliseconds, 0), DesktopLimit.keepMillisecondsMax)
        let entry = entries.first { $0.key == notice.key } ?? Entry(notice)
        entry.keepUntil = deadlineNanoseconds(clock, afterMilliseconds: keep)
        entry.wasTold = false
        entry.attempts = 0
        entry.wantsClose = false
        switch entry.state {
        case .waiting, .shown:
            entry.notice = notice
            entry.state = .waiting
        case .sending, .late, .closing: entry.next = notice
        }
        if !entries.contains(where: { $0 === entry }) {
            makeRoom()
            entries.append(entry)
        }
        dropOldestWaiting()
        if let obstacle, entry.state == .waiting { hinder(entry, obstacle) }
        pump()
    }

    func close(_ key: String) {
        guard let entry = entries.first(where: { $0.key == key }) else { return }
        entry.next = nil
        switch entry.state {
        case .waiting where entry.onScreen == nil: remove(entry, .closedByCall)
        case .waiting, .shown: beginClosing(entry)
        case .sending, .late: entry.wantsClose = true
        case .closing: break
        }
    }

    // MARK: The bus and the service

    var matches: [String] { [service.match, service.match(dialect.interface, path: dialect.path)] }

    func busIsUp() { service.ask { [self] owner in serviceChanged(owner) } }

    func busIsDown(_ why: BusFailure) {
        service.forget()
        isWaking = false
        lose(why == .noLibrary ? .noLibrary : .noBus)
    }

    func take(_ signal: BusMessage) {
        if service.take(signal, { serviceChanged($0) }) { return }
        guard service.isOwner(signal), let event = dialect.event(signal) else { return }
        take(event)
    }

    private func serviceChanged(_ name: String?) {
        lose(name == nil ? .noService : nil)
        guard let name else { return }
        let current = generation
        let questions = dialect.questions(name)
        server = NoticeServer()
        questionsOpen = questions.count
        for (index, question) in questions.enumerated() {
            bus.call(question, untilNanoseconds: answerDeadline, answersLate: true) { [self] reply in
                guard generation == current else { return }
                learned(index, reply)
            }
        }
    }

    private func learned(_ question: Int, _ reply: BusReply) {
        switch reply {
        case .values(let values): dialect.learn(question, values, &server)
        case .failed(.timeLimit): return hinder(.slow)
        // The bus tells who came in its place.
        case .failed(.noService): return hinder(.noService)
        case .failed(.lost), .failed(.noBus): return
        // It shows notices, and says nothing about itself.
        case .failed: break
        }
        questionsOpen -= 1
        guard questionsOpen == 0 else { return }
        isReady = true
        obstacle = nil
        readySince = clock.monotonicNanoseconds()
        owner.server(server)
        pump()
    }

    /// What the service knew is unknown now.
    private func lose(_ why: NoticeObstacle?) {
        if isReady {
            // One that ends as soon as it was started is started less and less often.
            let now = clock.monotonicNanoseconds()
            if now - readySince > pace.retryMillisecondsMax * 1_000_000 { wakeDistance = pace.retryMilliseconds }
            delayWake()
            owner.server(nil)
        }
        generation += 1
        isReady = false
        early.removeAll()
        for entry in entries {
            entry.id = 0
            entry.onScreen = nil
            switch entry.state {
            case .shown: remove(entry, .serverGone)
            case .closing: closingEnded(entry)
            case .sending, .late:
                entry.state = .waiting
                if let next = entry.next { entry.notice = next }
                entry.next = nil
                if entry.wantsClose {
                    remove(entry, .closedByCall)
                } else if entry.attempts >= DesktopLimit.attemptsMax {
                    drop(entry, .refused)
                }
            case .waiting: break
            }
        }
        if let why { hinder(why) }
    }

    private func hinder(_ why: NoticeObstacle) {
        obstacle = why
        for entry in entries where entry.state == .waiting { hinder(entry, why) }
    }

    private func hinder(_ entry: Entry, _ why: NoticeObstacle) {
        if bus.isAbsent { return drop(entry, why) }
        if entry.wasTold { return }
        entry.wasTold = true
        owner.unavailable(entry.key, why, true)
    }

    private func delayWake() {
        wakeAt = deadlineNanoseconds(clock, afterMilliseconds: wakeDistance)
        wakeDistance = min(wakeDistance * 2, pace.retryMillisecondsMax)
    }

    private var wantsWake: Bool {
        bus.isUp && service.isKnown && service.owner == nil && !isWaking && entries.contains { $0.state == .waiting }
    }

    /// Nobody has the name, and something waits: the bus may know whom to start for it.
    private func wake() {
        isWaking = true
        bus.call(dialect.questions(dialect.service.description)[0], untilNanoseconds: answerDeadline) { [self] reply in
            isWaking = false
            delayWake()
        }
    }

    // MARK: Time

    func turn() {
        let now = clock.monotonicNanoseconds()
        for entry in entries where now >= entry.keepUntil && (entry.state == .waiting || entry.state == .late) { drop(entry, .expired) }
        if wantsWake, now >= wakeAt { wake() }
        pump()
    }

    func deadline() -> Int64 {
        var first = wantsWake ? wakeAt : Int64.max
        for entry in entries where entry.state == .waiting || entry.state == .late { first = min(first, entry.keepUntil) }
        return first
    }

    var answerDeadline: Int64 { deadlineNanoseconds(clock, afterMilliseconds: pace.answerMilliseconds) }

    // MARK: Entries

    func remove(_ entry: Entry, _ why: NoticeEnd) {
        entries.removeAll { $0 === entry }
        owner.closed(entry.key, why)
    }

    /// It is not shown, and not tried again. What is on the screen under its key stays there.
    func drop(_ entry: Entry, _ why: NoticeObstacle) {
        if let onScreen = entry.onScreen, entry.state == .waiting || entry.state == .late {
            entry.notice = onScreen
            entry.next = nil
            entry.state = .shown
            if entry.wantsClose { return beginClosing(entry) }
            return owner.unavailable(entry.key, why, true)
        }
        entries.removeAll { $0 === entry }
        entry.wantsClose ? owner.closed(entry.key, .closedByCall) : owner.unavailable(entry.key, why, false)
    }

    private func makeRoom() {
        guard entries.count >= DesktopLimit.noticesMax else { return }
        if let oldest = entries.first(where: { $0.state == .shown }) ?? entries.first { remove(oldest, .forgotten) }
    }

    private func dropOldestWaiting() {
        let waiting = entries.filter { $0.state == .waiting }
        if waiting.count > DesktopLimit.waitingMax { drop(waiting[0], .tooMany) }
    }

    func closingEnded(_ entry: Entry) {
        guard let next = entry.next else { return remove(entry, .closedByCall) }
        // The owner gets no end: the next notice has the same key.
        entry.notice = next
        entry.next = nil
        entry.onScreen = nil
        entry.id = 0
        entry.state = .waiting
    }
}
