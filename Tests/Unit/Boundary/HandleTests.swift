import Boundary
import CLinux
import Linux
import Synchronization
import Testing

private final class Counted: BoundaryObject {
    let value: Int
    let onEnd: @Sendable () -> Void
    init(_ value: Int, onEnd: @escaping @Sendable () -> Void = {}) {
        self.value = value
        self.onEnd = onEnd
        super.init()
    }
    deinit { onEnd() }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

private func read(_ table: HandleTable, _ handle: Handle, class handleClass: UInt8 = 1) -> Int? {
    table.with(handle, class: handleClass, as: Counted.self) { $0.value }
}

@Test func `a handle reads its object until the last reference is given back`() throws {
    let table = HandleTable(firstGeneration: 9)
    let ended = Counter()
    let handle = try #require(table.insert(Counted(5) { ended.add() }, class: 1))
    #expect(read(table, handle) == 5)
    #expect(table.retain(handle))
    #expect(table.release(handle))
    #expect(read(table, handle) == 5)
    #expect(ended.value == 0)
    #expect(table.release(handle))
    #expect(ended.value == 1)
    #expect(read(table, handle) == nil)
    #expect(!table.release(handle))
    #expect(!table.retain(handle))
    #expect(table.live == 0)
}

@Test func `a handle is of its class only, and never an address`() throws {
    let table = HandleTable(firstGeneration: 1)
    let handle = try #require(table.insert(Counted(5), class: 1))
    #expect(read(table, handle, class: 2) == nil)
    #expect(handle.bits >> 56 == 0x5A)
}

@Test func `invented handles name nothing`() throws {
    let table = HandleTable(firstGeneration: 3)
    let handle = try #require(table.insert(Counted(5), class: 1))
    for bits: UInt64 in [
        0, 1, 0xFFFF_FFFF_FFFF_FFFF, 0x5A << 56, 0x5A01 << 48, handle.bits ^ 1, handle.bits ^ 1 << 30, handle.bits ^ 1 << 60,
        handle.bits ^ 1 << 50,
    ] {
        let invented = Handle(bits: bits)
        #expect(read(table, invented, class: invented.handleClass) == nil)
        #expect(!table.retain(invented))
        #expect(!table.release(invented))
        #expect(!table.isAlive(invented))
    }
    #expect(read(table, handle) == 5)
}

@Test func `a reused slot does not answer to an old handle`() throws {
    let table = HandleTable(firstGeneration: 0xFFF_FFFE)
    var old: [Handle] = []
    for round in 0..<10 {
        let handle = try #require(table.insert(Counted(round), class: 1))
        #expect(handle.bits & 0xF_FFFF == 0)
        for stale in old { #expect(read(table, stale) == nil) }
        #expect(read(table, handle) == round)
        #expect(table.release(handle))
        old.append(handle)
    }
}

@Test func `slots that are free are all used again, the one that rested longest first, before a new one is`() throws {
    let table = HandleTable(firstGeneration: 1)
    func slots(_ count: Int) throws -> [Handle] { try (0..<count).map { _ in try #require(table.insert(Counted(1), class: 1)) } }
    func numbers(_ handles: [Handle]) -> [UInt64] { handles.map { $0.bits & 0xF_FFFF } }
    var handles = try slots(4)
    #expect(numbers(handles) == [0, 1, 2, 3])
    for order in [[0, 1, 2, 3], [3, 0, 2, 1], [2, 1, 0, 3]] {
        let freed = order.map { handles[$0] }
        for handle in freed { #expect(table.release(handle)) }
        handles = try slots(4)
        #expect(numbers(handles) == numbers(freed))
    }
    #expect(numbers(try slots(1)) == [4])
}

@Test(arguments: [1, 7, 0xFFF_FFFA] as [UInt64])
func `a table counts its handles from where it was told to, so that no other table's are taken for its own`(first: UInt64) throws {
    let (one, other) = (HandleTable(firstGeneration: first), HandleTable(firstGeneration: first + 1))
    let handle = try #require(one.insert(Counted(1), class: 1)), foreign = try #require(other.insert(Counted(1), class: 1))
    #expect(handle != foreign && !other.isAlive(handle) && !one.isAlive(foreign))
}

@Test func `a slot whose numbers are used up is never given out again`() throws {
    let table = HandleTable(firstGeneration: 0xFFF_FFFA, generations: 16)
    var old: [Handle] = []
    for round in 0..<100 {
        let handle = try #require(table.insert(Counted(round), class: 1))
        #expect(!old.contains(handle))
        #expect(handle.bits & 0xF_FFFF == UInt64(round / 16))
        #expect(table.release(handle))
        old.append(handle)
    }
    for stale in old { #expect(!table.isAlive(stale)) }
    #expect(table.live == 0)
}

@Test func `whoever waits for a handle that another thread holds sleeps`() throws {
    let table = HandleTable(firstGeneration: 1), clock = SystemClock()
    let handle = try #require(table.insert(Counted(5), class: 1))
    let inside = Atomic<Bool>(false)
    let holder = Thread.start(name: "holder") {
        _ = table.with(handle, class: 1, as: Counted.self) { _ in
            inside.store(true, ordering: .releasing)
            usleep(300_000)
        }
    }
    while !inside.load(ordering: .acquiring) {}
    let before = threadNanoseconds(), began = clock.monotonicNanoseconds()
    #expect(read(table, handle) == 5)
    let spent = threadNanoseconds() - before
    #expect(clock.monotonicNanoseconds() - began > 100_000_000)
    // Who spins burns all of the time, and under SCHED_FIFO keeps the holder from its processor.
    #expect(spent < 50_000_000)
    holder?.join()
}

private func threadNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

@Test func `a crowd of handles is told once at 65,536 and at each doubling`() throws {
    let table = HandleTable(firstGeneration: 1)
    var told: [Int] = [], handles: [Handle] = []
    let object = Counted(1)
    for _ in 0..<140_000 {
        handles.append(try #require(table.insert(object, class: 1)))
        if table.isCrowdToTell, let crowd = table.takeCrowd() { told.append(crowd) }
    }
    #expect(told == [65_536, 131_072])
    for handle in handles { _ = table.release(handle) }
    for _ in 0..<140_000 { _ = table.insert(object, class: 1) }
    #expect(!table.isCrowdToTell)
}

@Test func `removing ends a handle however many references are out`() throws {
    let table = HandleTable(firstGeneration: 1)
    let handle = try #require(table.insert(Counted(5), class: 1))
    #expect(table.retain(handle))
    #expect(table.remove(handle))
    #expect(!table.isAlive(handle))
    #expect(!table.remove(handle))
}

@Test func `class 0 is no class`() {
    #expect(HandleTable(firstGeneration: 1).insert(Counted(5), class: 0) == nil)
}

@Test func `many handles across chunks all find their own object`() throws {
    let table = HandleTable(firstGeneration: 1)
    var handles: [Handle] = []
    for value in 0..<10_000 { handles.append(try #require(table.insert(Counted(value), class: 1))) }
    #expect(handles.enumerated().allSatisfy { read(table, $0.element) == $0.offset })
    #expect(table.live == 10_000)
    for handle in handles { #expect(table.release(handle)) }
    #expect(table.live == 0)
}

@Test func `threads that retain, read and release one handle lose nothing and end it once`() throws {
    let table = HandleTable(firstGeneration: 1)
    let ended = Counter()
    let wrong = Counter()
    let handle = try #require(table.insert(Counted(5) { ended.add() }, class: 1))
    let threads = (0..<4).compactMap { _ in
        Thread.start(name: "handles") {
            for _ in 0..<20_000 {
                if !table.retain(handle) || read(table, handle) != 5 || !table.release(handle) { wrong.add() }
            }
        }
    }
    for thread in threads { thread.join() }
    #expect(wrong.value == 0)
    #expect(ended.value == 0)
    #expect(table.release(handle))
    #expect(ended.value == 1)
}

@Test func `of threads that release the last reference together one wins`() throws {
    let table = HandleTable(firstGeneration: 1)
    let ended = Counter()
    let released = Counter()
    for _ in 0..<500 {
        let handle = try #require(table.insert(Counted(5) { ended.add() }, class: 1))
        let threads = (0..<2).compactMap { _ in Thread.start(name: "release") { if table.release(handle) { released.add() } } }
        for thread in threads { thread.join() }
    }
    #expect(released.value == 500)
    #expect(ended.value == 500)
}
