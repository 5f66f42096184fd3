import Codecs
import Linux
import PushRules

/// Pushes that the game gives itself (iap_push.md 5.2). Each stays in the file until the game has been told, so that none is lost; a kill
/// between the handler and the note of it tells it again, with the same id.
extension ClientNotifications {
    @export(interface) public func register(_ push: LocalPush, completion: @escaping (LocalPush?, GamebaseError?) -> Void) {
        change(
            { completion($1 == nil ? push : nil, $1) },
            { [self] in own.content.pending.register(push, now: platform.clock.epochMilliseconds()) },
            then: { [self] (dropped: LocalPush?) in
                if let push = dropped {
                    client.log(.warn, "the local push \(push.noticeId) was dropped: \(PendingPushes.countMax) wait, and it was the oldest")
                }
                schedule()
            })
    }

    /// - Parameter noticeIds: nil for all.
    @export(interface) public func unregister(_ noticeIds: [Int64]?) {
        change({ [self] (_: Bool?, error) in
            if let error { client.log(.error, "local pushes were not unregistered: \(error.message)") }
        }) { [self] in
            if let noticeIds {
                for noticeId in noticeIds { _ = own.content.pending.unregister(noticeId) }
            } else {
                own.content.pending.unregisterAll()
            }
            return true
        }
    }

    /// Those that wait, in the order of registration.
    @export(interface) public func localPushes(completion: @escaping ([LocalPush]?, GamebaseError?) -> Void) {
        read(completion) { [self] in own.content.pending.waiting }
    }

    // MARK: Their time

    private func schedule(afterMilliseconds least: Int64 = 0) {
        let now = platform.clock.epochMilliseconds()
        let (reactor, before, due) = lock.locked { (state.reactor, own.timer, own.content.pending.nextDue()) }
        reactor?.cancel(before)
        guard let reactor, let due else { return }
        let (distance, overflow) = due.subtractingReportingOverflow(now)
        let wait = overflow ? Self.lookMilliseconds : min(max(distance, least), Self.lookMilliseconds)
        let timer = reactor.schedule(afterMilliseconds: wait) { [self] in look() }
        lock.locked { own.timer = timer }
    }

    /// Tells what is due.
    func look() {
        let now = platform.clock.epochMilliseconds()
        let (waitsAnew, due, life) = lock.locked {
            (
                own.content.pending.entries.contains { $0.registeredAt > now },
                own.content.pending.takeDue(now: now, startedAt: own.startedAt), state.life
            )
        }
        // Unsaved, the wait would begin again at each start, and short sessions would never show the push.
        if waitsAnew { save() }
        var hasRoom = true
        for fired in due where !runLoop.postEvent({ [self] in tell(fired, life) }) {
            hasRoom = false
            lock.locked { _ = own.content.pending.settle(fired, wasTold: false) }
        }
        if !hasRoom { client.log(.error, "a local push waits: \(RunLoop.eventsMax) events wait, drain the run loop") }
        schedule(afterMilliseconds: hasRoom ? 0 : Self.retryMilliseconds)
    }

    /// In the run loop.
    private func tell(_ fired: PendingPushes.Fired, _ life: UInt64) {
        guard let entry = Self.entry(fired) else { return }
        let isOwed = lock.locked {
            guard client.isRunning(life), own.content.pending.isOwed(fired) else { return false }
            own.telling.append(fired)
            return true
        }
        guard isOwed else { return }
        // What the handler does with it in the inbox counts.
        _ = keep(entry)
        tell(entry)
        let goesOn = lock.locked {
            guard state.life == life else { return false }
            _ = own.telling.popLast()
            // Unregistered by the handler: it was told all the same.
            _ = own.content.pending.settle(fired, wasTold: true)
            return true
        }
        // The handler may have begun another life.
        if !goesOn { return }
        save()
        show(entry, evenInFront: lock.locked { own.content.foreground.local })
    }

    private static func entry(_ fired: PendingPushes.Fired) -> InboxEntry? {
        let push = fired.push
        return InboxEntry(
            id: "local-\(push.noticeId)-\(fired.dueAt)", groupId: push.groupId, source: .local, title: push.title, body: push.msg,
            sentAt: fired.dueAt, rest: ["noticeId": .integer(push.noticeId), "isLate": .bool(fired.isLate)])
    }
}
