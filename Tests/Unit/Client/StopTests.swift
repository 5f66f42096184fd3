import Linux
@testable import Remote
import Synchronization
import Testing

@testable import Client

/// A computer that runs, and stands still for a minute at a chosen place: when its time is read for the nth time.
private final class Computer: @unchecked Sendable {
    static let stopNanoseconds: Int64 = 60_000_000_000
    private let system = SystemClock()
    private let lock = Lock()
    private var reads = 0
    private var stopsAt = Int.max
    private var slept: Int64 = 0

    var clock: ComputerFace { ComputerFace(self) }

    /// - Parameter reading: from now on; 0 is the next.
    func stop(atReading reading: Int) { lock.locked { stopsAt = reads + reading } }
    var hasStopped: Bool { lock.locked { slept > 0 } }

    func read() -> Int64 {
        lock.locked {
            if reads == stopsAt { slept += Self.stopNanoseconds }
            reads += 1
            return system.monotonicNanoseconds() + slept
        }
    }
}

private final class ComputerFace: Clock {
    private let computer: Computer
    init(_ computer: Computer) { self.computer = computer }
    func monotonicNanoseconds() -> Int64 { computer.read() }
    func epochMilliseconds() -> Int64 { 0 }
}

private final class Seen: @unchecked Sendable {
    private let over = Atomic<Bool>(false)
    private let fired = Atomic<Bool>(false)
    var isOver: Bool { over.load(ordering: .acquiring) }
    var hasTimerRun: Bool { fired.load(ordering: .acquiring) }
    func end() { over.store(true, ordering: .releasing) }
    func fire() { fired.store(true, ordering: .releasing) }
    let deadline = Atomic<Int64>(.max)
    let ticks = Atomic<Int>(0)
}

@Suite struct `A process that is stopped` {
    @Test func `what waits for the host keeps its time, wherever in the thread's work the stop falls`() throws {
        for reading in 0..<120 {
            let computer = Computer(), seen = Seen()
            let waits = WaitClock(computer.clock, computer: { computer.read() })
            let reactor = try #require(Reactor.make(clock: computer.clock, waits: waits))
            reactor.onTick = {
                let deadline = seen.deadline.load(ordering: .acquiring)
                if deadline != .max, waits.monotonicNanoseconds() >= deadline { seen.end() }
                seen.ticks.wrappingAdd(1, ordering: .acquiringAndReleasing)
                return deadline != .max
            }
            #expect(reactor.start())
            while seen.ticks.load(ordering: .acquiring) == 0 { reactor.wake() }
            // The game asks while the thread sleeps, or turns; the stop falls into the asking or any later turn.
            computer.stop(atReading: reading)
            seen.deadline.store(deadlineNanoseconds(waits, afterMilliseconds: 20_000), ordering: .releasing)
            reactor.watchCalls()
            let timer = reactor.schedule(afterMilliseconds: 20_000, waitsForHost: true) {
                seen.fire()
            }
            #expect(timer != nil)
            while !computer.hasStopped { reactor.wake() }
            let after = seen.ticks.load(ordering: .acquiring) + 6
            while seen.ticks.load(ordering: .acquiring) < after { reactor.wake() }
            #expect(!seen.isOver, "a stop at reading \(reading)")
            #expect(!seen.hasTimerRun, "a stop at reading \(reading)")
            #expect(reactor.stop(untilNanoseconds: SystemClock().monotonicNanoseconds() + 5_000_000_000))
        }
    }

    @Test func `between two looks a turn and a second count, and what is longer counts as the turn`() {
        let computer = HandClock(), clock = TurnClock(computer, computer: { computer.monotonicNanoseconds() }, turnMilliseconds: 250)
        func time(_ milliseconds: Int64) -> Int64 {
            computer.move(toMilliseconds: milliseconds)
            return clock.monotonicNanoseconds() / 1_000_000
        }
        // Nobody looked yet: all counts.
        #expect(time(100_000) == 100_000)
        clock.look()
        #expect(time(101_249) == 101_249)
        #expect(time(101_250) == 100_250)
        #expect(time(160_000) == 100_250)
        clock.look()
        #expect(time(160_000) == 100_250)
        #expect(time(160_900) == 101_150)
    }

    @Test func `a host that is asked has its own time, less what it used`() {
        let computer = HandClock(), waits = WaitClock(computer, computer: { computer.monotonicNanoseconds() })
        func time(_ milliseconds: Int64) -> Int64 {
            computer.move(toMilliseconds: milliseconds)
            return waits.monotonicNanoseconds() / 1_000_000
        }
        waits.look()
        #expect(time(1_000) == 1_000)
        waits.look()
        waits.stand()
        #expect(time(2_000) == 1_000)
        waits.look()
        // A stop while it stands counts once.
        #expect(time(62_000) == 1_000)
        waits.look()
        waits.goOn()
        #expect(time(62_500) == 1_500)
    }
}
