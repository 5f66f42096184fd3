import CLinux
import Linux
import PushRules
import Synchronization
import Testing

@testable import Libcurl
@testable import Media

private func isRunning(_ name: String) -> Bool {
    for task in (try? Folders.names("/proc/self/task", max: 10_000)).flatMap({ $0 }) ?? [] {
        let text = (try? Files.read("/proc/self/task/" + task + "/comm", bytesMax: 64)).flatMap { $0 } ?? []
        if String(decoding: text, as: UTF8.self) == name + "\n" { return true }
    }
    return false
}

private var programPath: String? {
    var path = [CChar](repeating: 0, count: Paths.bytesMax + 1)
    let count = readlink("/proc/self/exe", &path, Paths.bytesMax)
    return count > 0 ? String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

/// KiB of memory that the process had at most.
private var mostKibibytes: Int {
    let text = (try? Files.read("/proc/self/status", bytesMax: 1 << 16)).flatMap { $0 } ?? []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where line.hasPrefix("VmHWM:") {
        return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
}

/// - Returns: the milliseconds that the end took.
private func endsWhileFourDrip() throws -> Int64 {
    let world = try #require(MediaWorld())
    let heard = Heard()
    for number in 0..<20 {
        #expect(world.fetcher.fetch(world.address("/drip/png?\(number)"), MediaWorld.open) { heard.add($0) })
    }
    for _ in 0..<MediaLimit.transfersMax { #expect(world.server.expect("asked") != nil) }
    #expect(isRunning("gamebase-media"))
    let begin = SystemClock().monotonicNanoseconds()
    #expect(world.end(world.fetcher))
    let took = (SystemClock().monotonicNanoseconds() - begin) / 1_000_000
    #expect(heard.all == [MediaAnswer](repeating: .failure(.stopped), count: 20))
    #expect(world.kept == [])
    #expect(!world.fetcher.fetch(world.address("/type/png"), MediaWorld.open) { heard.add($0) })
    #expect(world.end(world.fetcher))
    #expect(heard.all.count == 20)
    return took
}

@Test func `media: a stop ends what drips at once, and answers what is open`() throws {
    // The best of three: other tests take the processors, too.
    let best = try (0..<3).map { _ in try endsWhileFourDrip() }.min() ?? Int64.max
    #expect(best < 300, "\(best) ms")
}

@Test func `media: of a thousand that are asked for at once the oldest are refused, and each is answered once`() throws {
    let world = try #require(MediaWorld { $1.totalMilliseconds = 4000 })
    let heard = Heard()
    for number in 0..<1000 {
        #expect(world.fetcher.fetch(world.address("/silent?\(number)"), MediaWorld.open) { heard.add($0) })
    }
    let answers = heard.wait(1000)
    let refused = answers.filter { $0 == .failure(.queueFull) }.count
    #expect(refused >= 1000 - MediaLimit.waitingMax - 2 * MediaLimit.transfersMax && refused <= 1000 - MediaLimit.waitingMax)
    #expect(answers.filter { $0 == .failure(.timedOut) }.count == 1000 - refused)
    #expect(world.end(world.fetcher))
    #expect(heard.all.count == 1000)
}

@Test func `media: the queue holds no more than its limit, and the oldest goes`() {
    var queue = MediaQueue()
    let heard = Heard()
    for number in 0...MediaLimit.waitingMax {
        queue.add(MediaRequest("\(number)", MediaWorld.open, untilNanoseconds: Int64(number + 10)) { heard.add($0) })
    }
    #expect(queue.takeRefused(now: 0).map { $0.0.address } == ["0"])
    #expect(queue.takeRefused(now: 12).map { $0.0.address } == ["1", "2"])
    #expect(queue.due == 13)
    #expect(queue.takeNext { $0 == "3" }?.address == "4")
    #expect(queue.takeAll().count == MediaLimit.waitingMax - 2)
    #expect(queue.takeAll().isEmpty)
}

@Test func `media: a shutdown out of time answers in the thread's place, and nobody is answered twice`() throws {
    let world = try #require(MediaWorld())
    let held = Latch()
    let inside = Latch()
    let heard = Heard()
    #expect(
        world.fetcher.fetch(world.address("/type/png"), MediaWorld.open) { _ in
            inside.open()
            _ = held.wait(untilNanoseconds: Int64.max / 2)
        })
    #expect(inside.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 60_000)))
    #expect(world.fetcher.fetch(world.address("/type/gif"), MediaWorld.open) { heard.add($0) })
    #expect(!world.fetcher.shutdown(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 50)))
    #expect(heard.all == [.failure(.stopped)])
    held.open()
    usleep(100_000)
    #expect(heard.all.count == 1)
}

@Test func `media: without libcurl there is no media, and what is in the cache still is`() throws {
    let world = try #require(MediaWorld())
    let file = try #require(world.file("/type/png"))
    let other = MediaWorld.fetcher(world.cache) { facts, _ in facts.libraryNames = ["libcurl-of-nobody.so.4", "libm.so.6"] }
    #expect(MediaWorld.ask(other, world.address("/type/gif")) == .failure(.noLibrary))
    #expect(MediaWorld.ask(other, world.address("/type/png")) == .success(file))
    #expect(world.end(other))
}

@Test func `media: the functions of libcurl are found once in a process, whoever is first`() {
    let tables = Atomic<UInt>(0)
    let threads = (0..<8).compactMap { _ in
        Thread.start(name: "loader") {
            let table = Curl.load(Curl.libraryNames).map { UInt(bitPattern: $0.table) } ?? 0
            #expect(table != 0 && table == Curl.tableAddress)
            tables.wrappingAdd(1, ordering: .relaxed)
        }
    }
    for thread in threads { thread.join() }
    #expect(tables.load(ordering: .relaxed) == 8)
}

@Test func `media: one who fetches nothing has no thread`() throws {
    let idle = MediaWorld.fetcher("/nonexistent")
    #expect(idle.shutdown(untilNanoseconds: 0))
    #expect(!idle.fetch("http://127.0.0.1/", MediaWorld.open) { _ in })
}

/// In a process of its own: other tests take memory beside this one.
@Test func `media: memory stays as it is while 100 MB come`() throws {
    guard Environment.value("MEDIA_ALONE") == nil else { return try fetchHundred() }
    var environment = ["MEDIA_ALONE": "1"]
    environment["LD_LIBRARY_PATH"] = Environment.value("LD_LIBRARY_PATH")
    let this = try #require(programPath)
    let alone = try #require(
        Program.start([this, "--testing-library", "swift-testing", "--filter", "memory stays as it is while 100 MB"], environment))
    let told = try #require(alone.expect("media memory: ", seconds: 60))
    let grown = try #require(Int(told.dropFirst("media memory: ".count)))
    #expect(alone.wait() == 0)
    #expect(grown < 4 << 10, "\(grown) KiB")
}

private func fetchHundred() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/type/mp4") != nil)
    let before = mostKibibytes
    for number in 0..<2 { #expect(world.file("/size/mp4/52428800?\(number)") != nil) }
    print("media memory: \(mostKibibytes - before)")
    fflush(nil)
}
