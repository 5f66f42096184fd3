import CLinux
import Linux
import Synchronization

/// The client's own thread: timers, the watchdog's tick, the network monitor, and callbacks when the host chose this thread for them.
final class Reactor: @unchecked Sendable {
    static let timersMax = 4_096

    struct TimerIdentifier: Equatable { fileprivate let number: UInt64 }

    private struct Timer {
        let number: UInt64
        /// The client's, or the one that stands still while the host is not called.
        let clock: any Clock
        var dueNanoseconds: Int64
        let repeatMilliseconds: Int64
        let run: () -> Void

        init(number: UInt64, clock: any Clock, afterMilliseconds: Int64, repeatMilliseconds: Int64, run: @escaping () -> Void) {
            self.number = number
            self.clock = clock
            dueNanoseconds = deadlineNanoseconds(clock, afterMilliseconds: afterMilliseconds)
            self.repeatMilliseconds = repeatMilliseconds
            self.run = run
        }

        var leftNanoseconds: Int64 { dueNanoseconds - clock.monotonicNanoseconds() }
    }

    private let clock: any Clock
    private let waits: WaitClock
    let wakeUp: EventDescriptor
    private let lock = Lock()
    private var timers: [Timer] = []
    private var nextNumber: UInt64 = 1
    private var thread: Thread?
    private var stopping = false
    private var network: NetworkMonitor?
    /// Of the thread that initialized. Guarded by the lock.
    private var hostSignals: SignalMask?
    private let asleep = Atomic<Bool>(false)

    /// Called on the thread, under no lock.
    var onWake: () -> Void = {}
    var onTick: () -> Bool = { false }
    var onNetwork: (NetworkMonitor) -> Void = { _ in }
    var onStart: () -> Void = {}
    /// Whether callbacks run on the thread.
    var callsHost: () -> Bool = { false }

    private init(clock: any Clock, waits: WaitClock, wakeUp: EventDescriptor) {
        self.clock = clock
        self.waits = waits
        self.wakeUp = wakeUp
    }

    /// - Returns: nil when the system gives no descriptor.
    static func make(clock: any Clock, waits: WaitClock) -> Reactor? {
        guard let wakeUp = EventDescriptor.open() else { return nil }
        return Reactor(clock: clock, waits: waits, wakeUp: wakeUp)
    }

    func start() -> Bool {
        lock.locked {
            hostSignals = SignalMask()
            startThread()
            return thread != nil
        }
    }

    /// With the lock held.
    private func startThread() {
        thread = Thread.start(name: "gamebase-client", callsHost: true) { [self] in loop() }
    }

    /// Makes the thread look around: a callback waits for it, or a timer changed.
    func wake() { wakeUp.raise() }

    /// A call went out: makes sure that the watchdog ticks. One atomic load when it already does.
    func watchCalls() {
        if asleep.load(ordering: .acquiring), asleep.exchange(false, ordering: .acquiringAndReleasing) { wakeUp.raise() }
    }

    /// Runs `body` on the thread, once after the delay, or again and again when `repeating`.
    /// - Parameter waitsForHost: the delay limits an answer of the host, and is measured by `WaitClock`.
    func schedule(
        afterMilliseconds: Int64, repeating: Bool = false, waitsForHost: Bool = false, _ body: @escaping () -> Void
    ) -> TimerIdentifier? {
        let timer: TimerIdentifier? = lock.locked {
            guard !stopping, timers.count < Reactor.timersMax else { return nil }
            let number = nextNumber
            nextNumber &+= 1
            timers.append(
                Timer(
                    number: number, clock: waitsForHost ? waits : clock, afterMilliseconds: afterMilliseconds,
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
            startThread()
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
        var hasHostSignals = false
        while !lock.locked({ stopping }) {
            waits.look()
            let ticking = onTick()
            asleep.store(!ticking, ordering: .releasing)
            // A call may have gone out between the tick and the store: look once more before a long sleep.
            let reallyTicking = ticking || onTick()
            waitForSomething(upToMilliseconds: reallyTicking ? WaitClock.turnMilliseconds : nil)
            asleep.store(false, ordering: .releasing)
            if lock.locked({ stopping }) { break }
            if !hasHostSignals, callsHost() {
                lock.locked { hostSignals }?.adopt()
                hasHostSignals = true
            }
            runDueTimers()
            onWake()
        }
        network = nil
    }

    private func waitForSomething(upToMilliseconds limit: Int64?) {
        var descriptors = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
        if let network { descriptors.append(pollfd(fd: network.descriptor, events: Int16(POLLIN), revents: 0)) }
        let (ready, stopped) = PollWait.wait(&descriptors, milliseconds: pollTimeoutMilliseconds(limit))
        allowForStop(stopped)
        guard ready > 0 else { return }
        if descriptors[0].revents != 0 { wakeUp.clear() }
        if descriptors.count > 1, descriptors[1].revents != 0, let network, network.receive() { onNetwork(network) }
    }

    /// A timer has as much time left as it had when the process was stopped: nobody it waits for could act meanwhile.
    private func allowForStop(_ nanoseconds: Int64) {
        guard nanoseconds > 0 else { return }
        lock.locked {
            for place in timers.indices where timers[place].clock !== waits { timers[place].dueNanoseconds += nanoseconds }
        }
    }

    private func pollTimeoutMilliseconds(_ limit: Int64?) -> Int32 {
        var wait: Int64 = limit ?? -1
        let (left, isHostAwaited) = lock.locked { (leastLeft(), timers.contains { $0.clock === waits }) }
        if let left {
            let untilDue = min(max(0, (left + 999_999) / 1_000_000), isHostAwaited ? WaitClock.turnMilliseconds : .max)
            wait = wait < 0 ? untilDue : min(wait, untilDue)
        }
        return Int32(clamping: wait)
    }

    private func leastLeft() -> Int64? {
        var least: Int64?
        for timer in timers {
            let left = timer.leftNanoseconds
            if left < least ?? Int64.max { least = left }
        }
        return least
    }

    private func runDueTimers() {
        let (due, lefts): ([Timer], [Int64]) = lock.locked {
            guard let least = leastLeft(), least <= 0 else { return ([], []) }
            var due: [Timer] = []
            var lefts: [Int64] = []
            var kept: [Timer] = []
            for var timer in timers {
                let left = timer.leftNanoseconds
                if left <= 0 {
                    due.append(timer)
                    lefts.append(left)
                    if timer.repeatMilliseconds == 0 { continue }
                    timer.dueNanoseconds = deadlineNanoseconds(timer.clock, afterMilliseconds: timer.repeatMilliseconds)
                }
                kept.append(timer)
            }
            timers = kept
            return (due, lefts)
        }
        for place in ascending(lefts) { due[place].run() }
    }
}
