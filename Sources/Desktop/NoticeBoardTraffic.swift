/// What goes to the service, and what comes of it.
extension NoticeBoard {
    /// Gives the service what waits, in order; of one key only when it has answered the one before.
    func pump() {
        guard isReady, let destination = service.owner else { return }
        var unanswered = 0
        for entry in entries where entry.isUnanswered { unanswered += 1 }
        for entry in entries where entry.state == .waiting {
            guard unanswered < DesktopLimit.unansweredMax else { return }
            unanswered += 1
            send(entry, destination)
        }
    }

    private func send(_ entry: Entry, _ destination: String) {
        let current = generation
        let call = dialect.show(entry.notice, replaces: entry.id, server, destination)
        entry.state = .sending
        entry.attempts += 1
        entry.call &+= 1
        let number = entry.call
        bus.call(call, untilNanoseconds: answerDeadline, answersLate: true) { [self] reply in
            guard generation == current, entry.call == number, entry.isUnanswered, entries.contains(where: { $0 === entry }) else { return }
            answered(entry, reply)
            if !entries.contains(where: { $0.isUnanswered }) { early.removeAll() }
            pump()
        }
    }

    private func answered(_ entry: Entry, _ reply: BusReply) {
        switch reply {
        case .values(let values):
            guard let id = dialect.shown(values) else { return refuse(entry, .badAnswer) }
            shown(entry, id)
        case .failed(.timeLimit):
            entry.state = .late
            owner.unavailable(entry.key, .slow, true)
        // Who has it is gone, or the bus is: both are told by the bus, and it waits for the next.
        case .failed(.noService), .failed(.lost), .failed(.noBus), .failed(.noLibrary): entry.state = .late
        case .failed(.full), .failed(.refused), .failed(.unsupported): refuse(entry, .refused)
        }
    }

    /// After a refusal the notice before is still on the screen; after an answer that cannot be read nothing is known.
    private func refuse(_ entry: Entry, _ why: NoticeObstacle) {
        if why != .refused {
            entry.id = 0
            entry.onScreen = nil
        }
        if let next = entry.next {
            entry.next = nil
            entry.notice = next
            entry.state = .waiting
        } else if let onScreen = entry.onScreen {
            entry.notice = onScreen
            entry.state = .shown
            if entry.wantsClose { return beginClosing(entry) }
        } else {
            return drop(entry, why)
        }
        owner.unavailable(entry.key, why, true)
    }

    private func shown(_ entry: Entry, _ id: UInt32) {
        // A server that gives one number to two notices means the later one.
        if id != 0, let other = entries.first(where: { $0.id == id && $0 !== entry }) { remove(other, .forgotten) }
        entry.id = id
        entry.onScreen = entry.notice
        entry.state = .shown
        entry.attempts = 0
        entry.presses = 0
        owner.shown(entry.key, id)
        let waited = early.filter { $0.id == id }
        early.removeAll { $0.id == id }
        for event in waited where entry.state == .shown { apply(event, entry) }
        guard entry.state == .shown, entries.contains(where: { $0 === entry }) else { return }
        if entry.wantsClose { return beginClosing(entry) }
        if let next = entry.next {
            entry.next = nil
            entry.notice = next
            entry.state = .waiting
        }
    }

    func beginClosing(_ entry: Entry) {
        entry.state = .closing
        guard let destination = service.owner else { return closingEnded(entry) }
        let current = generation
        bus.call(dialect.close(entry.key, entry.id, destination), untilNanoseconds: answerDeadline) { [self] _ in
            // Some answer before they say that it is closed, some never say it.
            guard generation == current, entry.state == .closing, entries.contains(where: { $0 === entry }) else { return }
            closingEnded(entry)
            pump()
        }
    }

    // MARK: What the player did

    func take(_ event: NoticeEvent) {
        let known = entries.first { entry in event.key.map { entry.key == $0 } ?? (entry.id == event.id && entry.id != 0) }
        if let known { return apply(event, known) }
        guard event.key == nil, entries.contains(where: { $0.isUnanswered }) else { return }
        if early.count == DesktopLimit.earlyMax { early.removeFirst() }
        early.append(event)
    }

    private func apply(_ event: NoticeEvent, _ entry: Entry) {
        switch event.kind {
        case .token(let token): entry.token = token
        case .pressed(let action, let reply):
            // Where one is on the screen the player has not seen another.
            guard let pressed = [entry.onScreen, entry.notice].compactMap({ $0 }).first(where: { $0.offers(action) }) else { return }
            guard entry.presses < DesktopLimit.pressesMax else { return }
            entry.presses += 1
            let token = event.token ?? entry.token
            entry.token = nil
            owner.pressed(entry.key, pressed.mark, action, token, reply)
        case .closed(let why):
            entry.token = nil
            switch entry.state {
            case .shown: remove(entry, why)
            case .closing: closingEnded(entry)
            // What was on the screen is gone; what comes in its place is shown anew.
            case .waiting, .sending, .late:
                entry.id = 0
                entry.onScreen = nil
            }
        }
    }
}
