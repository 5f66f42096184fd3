import Linux
import Synchronization
import Testing

@testable import Client

private final class Trace: @unchecked Sendable {
    private let lock = Lock()
    private var entries: [Int] = []
    func add(_ entry: Int) { lock.locked { entries.append(entry) } }
    var all: [Int] { lock.locked { entries } }
}

/// Held by a callback; at its end it needs both loops, as an object of the host may.
private final class Held: @unchecked Sendable {
    private let loop: RunLoop, heir: RunLoop, trace: Trace

    init(_ loop: RunLoop, _ heir: RunLoop, _ trace: Trace) { (self.loop, self.heir, self.trace) = (loop, heir, trace) }

    deinit {
        let used = Latch()
        let thread = Thread.start(name: "user") { [loop, heir] in
            _ = loop.fileDescriptor
            heir.post {}
            used.open()
        }
        if used.wait(untilNanoseconds: SystemClock().monotonicNanoseconds() + 2_000_000_000) { trace.add(1) }
        thread?.detach()
    }
}

private func makeLoop() -> RunLoop { RunLoop(clock: SystemClock(), instance: 0) }

@Suite struct RunLoopTests {
    @Test func `callbacks run in the order in which they were posted, and only inside drain`() {
        let loop = makeLoop(), trace = Trace()
        for number in 0..<5_000 { loop.post { trace.add(number) } }
        #expect(trace.all.isEmpty)
        #expect(loop.drain() == 5_000)
        #expect(trace.all == Array(0..<5_000))
        #expect(loop.drain() == 0)
    }

    @Test func `what a callback posts waits for the next drain`() {
        let loop = makeLoop(), trace = Trace()
        loop.post {
            trace.add(1); loop.post { trace.add(2) }
        }
        #expect(loop.drain() == 1)
        #expect(trace.all == [1])
        #expect(loop.drain() == 1)
        #expect(trace.all == [1, 2])
    }

    // R6
    @Test func `a drain inside a callback delivers the next one`() {
        let loop = makeLoop(), trace = Trace()
        loop.post {
            trace.add(1); _ = loop.drain(); trace.add(3)
        }
        loop.post { trace.add(2) }
        #expect(loop.drain() == 1)
        #expect(trace.all == [1, 2, 3])
    }

    // R7
    @Test func `a second thread does not deliver while the first does`() {
        let loop = makeLoop(), trace = Trace()
        let inside = Atomic<Bool>(false), leave = Atomic<Bool>(false)
        loop.post {
            inside.store(true, ordering: .releasing)
            while !leave.load(ordering: .acquiring) {}
        }
        loop.post { trace.add(1) }
        let first = Thread.start(name: "first") { _ = loop.drain() }
        while !inside.load(ordering: .acquiring) {}
        #expect(loop.drain() == 0)
        #expect(trace.all.isEmpty)
        leave.store(true, ordering: .releasing)
        first?.join()
        #expect(trace.all == [1])
    }

    @Test func `waiting ends when something arrives from another thread`() {
        let loop = makeLoop(), trace = Trace()
        let poster = Thread.start(name: "poster") { loop.post { trace.add(1) } }
        #expect(loop.runUntil(timeoutMilliseconds: 10_000) == 1)
        poster?.join()
        #expect(trace.all == [1])
    }

    @Test func `waiting ends at its limit when nothing arrives`() {
        let clock = SystemClock(), loop = makeLoop()
        let start = clock.monotonicNanoseconds()
        #expect(loop.runUntil(timeoutMilliseconds: 30) == 0)
        #expect(clock.monotonicNanoseconds() - start >= 29_000_000)
    }

    @Test func `the descriptor is readable exactly while something waits`() {
        let loop = makeLoop()
        #expect(loop.fileDescriptor == -1)
        loop.open {}
        let descriptor = loop.fileDescriptor
        #expect(descriptor >= 0)
        #expect(!isReadable(descriptor))
        loop.post {}
        loop.post {}
        #expect(isReadable(descriptor))
        _ = loop.drain()
        #expect(!isReadable(descriptor))
        loop.close()
        #expect(loop.fileDescriptor == -1)
    }

    @Test func `what ends with a client is let go of while its run loop and its heir's may be used`() {
        let loop = makeLoop(), heir = makeLoop(), trace = Trace()
        let isTaken = loop.postEvent { [held = Held(loop, heir, trace)] in withExtendedLifetime(held) {} }
        #expect(isTaken)
        loop.post { trace.add(2) }
        loop.retire(to: heir)
        #expect(trace.all == [1])
        #expect(loop.drain() == 0)
        #expect(heir.drain() == 2)
        #expect(trace.all == [1, 2])
    }

    // defect 18
    // R10
    @Test func `events and log lines have limits, completions do not`() {
        let loop = makeLoop()
        for _ in 0..<RunLoop.logLinesMax { #expect(loop.postLogLine {}) }
        #expect(!loop.postLogLine {})
        for _ in 0..<RunLoop.eventsMax { #expect(loop.postEvent {}) }
        #expect(!loop.postEvent {})
        loop.post {}
        #expect(loop.drain() == Int32(RunLoop.logLinesMax + RunLoop.eventsMax + 1))
        #expect(loop.postLogLine {} && loop.postEvent {})
    }
}

@Suite struct ReactorTests {
    @Test func `a client's thread that never began, or has ended, is stopped at once`() throws {
        let clock = SystemClock(), reactor = try #require(Reactor.make(clock: clock, waits: WaitClock(clock)))
        #expect(reactor.stop(untilNanoseconds: 0))
        let started = try #require(Reactor.make(clock: clock, waits: WaitClock(clock)))
        #expect(started.start())
        #expect(started.stop(untilNanoseconds: clock.monotonicNanoseconds() + 2_000_000_000))
        #expect(started.stop(untilNanoseconds: 0))
    }
}

@Suite struct CallsTests {
    private func error(_ code: Int64) -> GamebaseError { GamebaseError(code) }

    @Test func `whoever closes a call first completes it, and nobody else can`() throws {
        let calls = Calls(), failures = Trace()
        let call = try #require(calls.open(deadlineNanoseconds: 10) { failures.add(Int($0.code)) })
        #expect(calls.close(call))
        #expect(!calls.close(call))
        calls.failAll(error(110))
        #expect(failures.all.isEmpty)
    }

    @Test func `the watchdog fails only what is overdue, oldest first`() {
        let calls = Calls(), failures = Trace()
        for (number, deadline) in [(1, 30), (2, 10), (3, 20)] as [(Int, Int64)] {
            _ = calls.open(deadlineNanoseconds: deadline) { _ in failures.add(number) }
        }
        calls.failOverdue(nowNanoseconds: 20, error(101))
        #expect(failures.all == [2, 3])
        calls.failAll(error(110))
        #expect(failures.all == [2, 3, 1])
        #expect(calls.isEmpty)
    }

    @Test func `above the limit a call is refused instead of kept`() {
        let calls = Calls()
        for _ in 0..<Calls.outstandingMax { _ = calls.open(deadlineNanoseconds: 0) { _ in } }
        #expect(calls.open(deadlineNanoseconds: 0) { _ in } == nil)
    }
}
