import CDBus
import CLinux
import Linux

/// Everything that the desktop's thread owns, made on it and gone with it.
final class DesktopLoop {
    private let facts: DesktopFacts
    private let owner: NoticeOwner
    private let clock: any Clock
    private let pace: DesktopPace
    private let metered: MeteredValue
    private let session: Bus
    private let system: Bus
    private var board: NoticeBoard?
    private var meteredWatch: MeteredWatch?
    private var secretsOpen = 0

    init(_ facts: DesktopFacts, _ owner: NoticeOwner, _ clock: any Clock, _ pace: DesktopPace, _ metered: MeteredValue) {
        var known = facts
        if let file = facts.sandboxFile, access(file, F_OK) == 0 { known.isSandboxed = true }
        self.facts = known
        self.owner = owner
        self.clock = clock
        self.pace = pace
        self.metered = metered
        // A child that was forked while such a thread ran may find libdbus locked for ever.
        let opened = ThreadsAtFork.mayHaveLeftLocks ? nil : DesktopLibrary.open(facts.libraryName)
        let dbus = opened.flatMap { gb_dbus_load($0) }
        session = Bus(dbus, facts.sessionAddress, clock, pace)
        system = Bus(dbus, facts.systemAddress, clock, pace)
    }

    // MARK: What the game asks

    func show(_ notice: Notice) { notices().show(notice) }
    func close(_ key: String) { notices().close(key) }

    private func notices() -> NoticeBoard {
        if let board { return board }
        let made = NoticeBoard(facts.isSandboxed ? PortalDialect() : FreedesktopDialect(facts), session, owner, clock, pace)
        board = made
        session.add(made)
        return made
    }

    func watchMetered(_ changed: @escaping (Metered) -> Void) {
        if meteredWatch != nil { return }
        let bus = facts.isSandboxed ? session : system
        let made = MeteredWatch(isSandboxed: facts.isSandboxed, bus, metered, clock, pace, changed)
        meteredWatch = made
        bus.add(made)
    }

    func secret(
        _ task: SecretTask, _ attributes: [(name: String, value: String)], untilNanoseconds deadline: Int64,
        _ answer: @escaping (SecretAnswer) -> Void
    ) {
        guard secretsOpen < DesktopLimit.secretsMax else { return answer(.notThere) }
        secretsOpen += 1
        let exchange = SecretExchange(session, task, attributes, untilNanoseconds: deadline) { [self] result in
            secretsOpen -= 1
            answer(result)
        }
        exchange.begin()
    }

    // MARK: Turns

    /// Does what is there to do, and waits until something comes, somebody wakes it, or something is due.
    func turn(_ wake: EventDescriptor) {
        session.turn()
        system.turn()
        board?.turn()
        let due = min(session.deadline(), system.deadline(), board?.deadline() ?? Int64.max)
        wait(wake, until: due)
    }

    private func wait(_ wake: EventDescriptor?, until due: Int64) {
        var entries: [pollfd] = []
        if let wake { entries.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)) }
        session.wait(&entries)
        system.wait(&entries)
        let distance = due == Int64.max ? Int64.max : due - clock.monotonicNanoseconds()
        // Rounded up: a turn that comes too early would only wait again.
        let milliseconds = distance <= 0 ? 0 : Int32(clamping: distance / 1_000_000 + 1)
        let count = poll(&entries, nfds_t(entries.count), due == Int64.max ? -1 : milliseconds)
        guard count > 0 else { return }
        session.handle(entries)
        system.handle(entries)
    }

    /// What was asked leaves, if the bus takes it in time; then everything that waits has failed.
    func end() {
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: pace.farewellMilliseconds)
        while session.hasUnsent, session.isUp, clock.monotonicNanoseconds() < deadline {
            session.turn()
            wait(nil, until: deadline)
        }
        board = nil
        meteredWatch = nil
        session.end()
        system.end()
    }
}

/// libdbus, opened unless the game answers for it.
public enum DesktopLibrary {
    private static let obstacle = FirstObstacle()

    /// What `NoticeObstacle.noLibrary` means here.
    @export(interface) public static var lack: String { obstacle.text ?? "libdbus-1.so.3 is not installed" }

    static func open(_ name: String) -> UnsafeMutableRawPointer? { obstacle.opened(name) { gb_open_dbus($0, $1) } }
}
