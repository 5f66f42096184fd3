import CLinux
import Linux
import Synchronization

/// The client's own thread: timers, the watchdog's tick, the network monitor, and callbacks when the host chose this thread for them.
final class Reactor: @unchecked Sendable {
    /// How often the watchdog looks while calls are outstanding.
    static let tickMilliseconds: Int64 = 250
    static let timersMax = 4_096

    struct TimerIdentifier: Equatable { fileprivate let number: UInt64 }

    private struct Timer {
        let number: UInt64
        var dueNanoseconds: Int64
        let repeatMilliseconds: Int64
        let run: () -> Void
    }

    private let clock: any Clock
    let wakeUp: EventDescriptor
    private let lock = Lock()
    private var timers: [Timer] = []
    private var nextNumber: UInt64 = 1
    private var thread: Thread?
    private var stopping = false
    private var network: NetworkMonitor?
    private let asleep = Atomic<Bool>(false)

    /// Called on the thread, under no lock.
    var onWake: () -> Void = {}
    var onTick: () -> Bool = { false }
    var onNetwork: (NetworkMonitor) -> Void = { _ in }
    var onStart: () -> Void = {}

    private init(clock: any Clock, wakeUp: EventDescriptor) {
        self.clock = clock
        self.wakeUp = wakeUp
    }

    /// - Returns: nil when the system gives no descriptor.
    static func make(clock: any Clock) -> Reactor? {
        guard let wakeUp = EventDescriptor.open() else { return nil }
        return Reactor(clock: clock, wakeUp: wakeUp)
    }

    func start() -> Bool {
        lock.locked {
            thread = Thread.start(name: "gamebase-client") { [self] in loop() }
            return thread != nil
        }
    }

    /// Makes the thread look around: a callback waits for it, or a timer changed.
    func wake() { wakeUp.raise() }

    /// A call went out: makes sure that the watchdog ticks. One atomic load when it already does.
    func watchCalls() {
        if asleep.load(ordering: .acquiring), asleep.exchange(false, ordering: .acquiringAndReleasing) { wakeUp.raise() }
    }

    /// Runs `body` on the thread, once after the delay, or again and again when `repeating`.
    func schedule(afterMilliseconds: Int64, repeating: Bool = false, _ body: @escaping () -> Void) -> TimerIdentifier? {
        let timer: TimerIdentifier? = lock.locked {
            guard !stopping, timers.count < Reactor.timersMax else { return nil }
            let number = nextNumber
            nextNumber &+= 1
            timers.append(
                Timer(
                    number: number, dueNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: afterMilliseconds),
                    repeatMilliseconds: repeating ? max(1, afterMilliseconds) : 0, run: body))
            return TimerIdentifier(number: number)
        }
        wakeUp.raise()
        return timer
    }

    func cancel(_ timer: TimerIdentifier?) {
        guard let timer else { return }
        lock.locked { timers.removeAll { $0.number == timer.number } }
    }

    /// Ends the thread. Called on the thread itself (from a callback that shuts down) it only asks: the thread ends when the callback returns.
    /// - Returns: false when the thread still ran at the deadline; it then ends on its own.
    func stop(untilNanoseconds deadline: Int64) -> Bool {
        let thread: Thread? = lock.locked {
            stopping = true
            timers.removeAll()
            defer { self.thread = nil }
            return self.thread
        }
        wakeUp.raise()
        guard let thread else { return true }
        if thread.isCurrent {
            thread.detach()
            return true
        }
        if thread.join(untilNanoseconds: deadline) { return true }
        thread.detach()
        return false
    }

    /// The calling thread ends inside a callback. If it is the client's own, another one carries on.
    func threadEnded() {
        lock.locked {
            guard !stopping, let ended = thread, ended.isCurrent else { return }
            ended.detach()
            thread = Thread.start(name: "gamebase-client") { [self] in loop() }
        }
    }

    var isCurrentThread: Bool { lock.locked { thread?.isCurrent ?? false } }

    /// What the thread does between two sleeps, for an owner that has time of its own.
    func turn() {
        _ = onTick()
        runDueTimers()
        onWake()
    }

    // MARK: The thread

    private func loop() {
        network = NetworkMonitor.open()
        onStart()
        if let network { onNetwork(network) }
        while !lock.locked({ stopping }) {
            let ticking = onTick()
            asleep.store(!ticking, ordering: .releasing)
            // A call may have gone out between the tick and the store: look once more before a long sleep.
            let reallyTicking = ticking || onTick()
            waitForSomething(upToMilliseconds: reallyTicking ? Reactor.tickMilliseconds : nil)
            asleep.store(false, ordering: .releasing)
            if lock.locked({ stopping }) { break }
            runDueTimers()
            onWake()
        }
        network = nil
    }

    private func waitForSomething(upToMilliseconds limit: Int64?) {
        var descriptors = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        if let network { descriptors.append(pollfd(fd: network.descriptor, events: Int16(POLLIN), revents: 0)) }
        let timeout = pollTimeoutMilliseconds(limit)
        let ready = poll(&descriptors, nfds_t(descriptors.count), timeout)
        guard ready > 0 else { return }
        if descriptors[0].revents != 0 { wakeUp.clear() }
        if descriptors.count > 1, descriptors[1].revents != 0, let network, network.receive() { onNetwork(network) }
    }

    private func pollTimeoutMilliseconds(_ limit: Int64?) -> Int32 {
        let now = clock.monotonicNanoseconds()
        let due: Int64? = lock.locked { earliestDue() }
        var wait: Int64 = limit ?? -1
        if let due {
            let untilDue = max(0, (due - now + 999_999) / 1_000_000)
            wait = wait < 0 ? untilDue : min(wait, untilDue)
        }
        return Int32(clamping: wait)
    }

    private func earliestDue() -> Int64? {
        var earliest: Int64?
        for timer in timers where timer.dueNanoseconds < earliest ?? Int64.max { earliest = timer.dueNanoseconds }
        return earliest
    }

    private func runDueTimers() {
        let now = clock.monotonicNanoseconds()
        let due: [Timer] = lock.locked {
            var due: [Timer] = []
            for index in timers.indices where timers[index].dueNanoseconds <= now {
                due.append(timers[index])
                if timers[index].repeatMilliseconds > 0 {
                    timers[index].dueNanoseconds = deadlineNanoseconds(clock, afterMilliseconds: timers[index].repeatMilliseconds)
                }
            }
            timers.removeAll { $0.dueNanoseconds <= now }
            return due
        }
        for place in ascending(due.map { $0.dueNanoseconds }) { due[place].run() }
    }
}
