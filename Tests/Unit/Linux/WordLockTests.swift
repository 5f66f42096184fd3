import CLinux
import Synchronization
import Testing

@testable import Linux

private final class Counted: @unchecked Sendable {
    let lock = WordLock()
    var count = 0
    let inside = Atomic<Int>(0)
    let mostInside = Atomic<Int>(0)
}

@Suite struct `A lock of one word` {
    @Test func `lets one thread in at a time`() {
        let counted = Counted()
        let (threads, rounds) = (4, 50_000)
        let running = (0..<threads).compactMap { _ in
            Thread.start(name: "count") {
                for _ in 0..<rounds {
                    counted.lock.locked {
                        let inside = counted.inside.wrappingAdd(1, ordering: .relaxed).newValue
                        if inside > 1 { counted.mostInside.store(inside, ordering: .relaxed) }
                        counted.count += 1
                        counted.inside.wrappingSubtract(1, ordering: .relaxed)
                    }
                }
            }
        }
        for thread in running { thread.join() }
        #expect(running.count == threads && counted.count == threads * rounds)
        #expect(counted.mostInside.load(ordering: .relaxed) == 0)
    }

    @Test func `wakes all that sleep for it, one after the other, and burns no time of theirs`() {
        let counted = Counted()
        let spent = Atomic<Int64>(0)
        counted.lock.lock()
        let running = (0..<3).compactMap { _ in
            Thread.start(name: "sleep") {
                counted.lock.locked { counted.count += 1 }
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                spent.wrappingAdd(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000, ordering: .relaxed)
            }
        }
        usleep(300_000)
        #expect(counted.count == 0)
        counted.lock.unlock()
        for thread in running { thread.join() }
        #expect(running.count == 3 && counted.count == 3)
        #expect(spent.load(ordering: .relaxed) < 150)
    }

    @Test func `gives what the body gives, and is free after a body that throws`() {
        struct Refused: Error {}
        let counted = Counted()
        #expect(throws: Refused.self) { try counted.lock.locked { throw Refused() } }
        #expect(counted.lock.locked { 7 } == 7)
    }
}
