// The Desktop room: the door to the player's desktop: notices on the screen, whether the network costs money, a keeper of secrets. All
// of it goes over D-Bus, on one thread of its own. Nothing of the game is decided here, and whoever asks here never waits.
import Linux
import Synchronization

/// The desktop of the player. A process that asks nothing of it has no thread for it, and libdbus is not loaded. Whoever makes one ends it
/// with `shutdown`: its thread keeps it otherwise.
public final class Desktop: @unchecked Sendable {
    typealias Job = @Sendable (DesktopLoop) -> Void

    private let facts: DesktopFacts
    private let owner: NoticeOwner
    private let clock: any Clock
    private let pace: DesktopPace
    private let value = MeteredValue()
    private let epoch = ProcessEpoch.current
    private let lock = Lock()
    private let abandoned: AbandonedMark
    // Guarded by the lock.
    private var jobs: [Job] = []
    private var thread: Thread?
    private var wake: EventDescriptor?
    private var isEnded = false

    @export(interface) public init(_ facts: DesktopFacts, notices: NoticeOwner, clock: any Clock, pace: DesktopPace = DesktopPace()) {
        let mark = AbandonedMark()
        self.facts = facts
        self.clock = clock
        self.pace = pace
        abandoned = mark
        owner = mark.guarding(notices)
    }

    // MARK: What the game asks. Each returns false when it cannot be taken: too much waits, the thread cannot be made, or it has ended.

    /// Shows the notice, or replaces the one of the same key. What comes of it the owner is told.
    @export(interface) public func show(_ notice: Notice) -> Bool { post { $0.show(notice) } }

    /// Takes the notice from the screen, or from what waits.
    @export(interface) public func close(_ key: String) -> Bool { post { $0.close(key) } }

    /// Begins to watch whether the network costs money. `changed` is called with each change from "unknown" on.
    @export(interface) public func watchMetered(_ changed: @escaping @Sendable (Metered) -> Void) -> Bool {
        let mark = abandoned
        return post { loop in loop.watchMetered { if !mark.isSet { changed($0) } } }
    }

    /// What is known now; unknown while nobody watches.
    @export(interface) public var metered: Metered { value.current }

    /// Looks up, stores or deletes one secret. `answer` comes once, in half a second at the latest.
    @export(interface) public func secret(
        _ task: SecretTask, _ attributes: [(name: String, value: String)], _ answer: @escaping @Sendable (SecretAnswer) -> Void
    ) -> Bool {
        guard !attributes.isEmpty, attributes.count <= DesktopLimit.attributesMax else { return false }
        for attribute in attributes where !Self.fits(attribute.name) || !Self.fits(attribute.value) { return false }
        if case .store(let label, let bytes) = task, !Self.fits(label) || bytes.count > DesktopLimit.secretBytesMax { return false }
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: DesktopLimit.secretMilliseconds)
        let mark = abandoned
        return post { loop in loop.secret(task, attributes, untilNanoseconds: deadline) { if !mark.isSet { answer($0) } } }
    }

    private static func fits(_ text: String) -> Bool { text.utf8.count <= DesktopLimit.hintBytesMax && !text.utf8.contains(0) }

    // MARK: The thread

    private func post(_ job: @escaping Job) -> Bool {
        // The thread is the parent's: in a forked child nobody would take the job.
        guard epoch == ProcessEpoch.current else { return false }
        let waker: EventDescriptor? = lock.locked {
            guard !isEnded, jobs.count < DesktopLimit.jobsMax, start() else { return nil }
            jobs.append(job)
            return wake
        }
        waker?.raise()
        return waker != nil
    }

    /// At the first use. The lock is held.
    private func start() -> Bool {
        if thread != nil { return true }
        guard let made = EventDescriptor.open() else { return false }
        wake = made
        ThreadsAtFork.begin()
        thread = Thread.start(name: "gamebase-desktop") { [self] in run(made) }
        if thread == nil {
            ThreadsAtFork.end()
            wake = nil
        }
        return thread != nil
    }

    private func run(_ wake: EventDescriptor) {
        let loop = DesktopLoop(facts, owner, clock, pace, value)
        var goesOn = true
        while goesOn {
            wake.clear()
            let (taken, isEnding) = lock.locked {
                defer { jobs.removeAll() }
                return (jobs, isEnded)
            }
            for job in taken { job(loop) }
            goesOn = !isEnding
            if goesOn { loop.turn(wake) }
        }
        loop.end()
        ThreadsAtFork.end()
    }

    /// Ends the thread. What was asked before is still sent, if the bus takes it; secrets are answered "not there", and notices stay
    /// on the screen.
    /// - Returns: false when the thread did not end until then, or this is that thread; it ends alone and tells nobody anything any more.
    @export(interface) public func shutdown(untilNanoseconds deadline: Int64) -> Bool {
        guard epoch == ProcessEpoch.current else { return false }
        let (thread, wake) = lock.locked {
            isEnded = true
            defer { self.thread = nil }
            return (self.thread, self.wake)
        }
        guard let thread else { return true }
        wake?.raise()
        if !thread.isCurrent, thread.join(untilNanoseconds: deadline) { return true }
        abandoned.set()
        thread.detach()
        return false
    }
}

/// Set when a shutdown ran out of time: from then on nobody is told anything.
final class AbandonedMark: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }

    func guarding(_ owner: NoticeOwner) -> NoticeOwner {
        var guarded = NoticeOwner()
        guarded.shown = { key, id in if !self.isSet { owner.shown(key, id) } }
        guarded.pressed = { key, mark, action, token, reply in if !self.isSet { owner.pressed(key, mark, action, token, reply) } }
        guarded.closed = { key, why in if !self.isSet { owner.closed(key, why) } }
        guarded.unavailable = { key, why, isKept in if !self.isSet { owner.unavailable(key, why, isKept) } }
        guarded.server = { server in if !self.isSet { owner.server(server) } }
        return guarded
    }
}
