import CLinux
import Linux
import PushRules
import Synchronization
import Testing

@testable import Media

/// A file of the cache that takes no room on the disk.
private func plant(_ world: MediaWorld, _ number: Int, bytes: Int, age: Int) -> String {
    let digits = Array(String(number, radix: 16).utf8)
    let name = String(repeating: "0", count: 64 - digits.count) + String(decoding: digits, as: UTF8.self) + ".png"
    let path = world.cache + "/" + name
    let file = gb_open(path, O_WRONLY | O_CREAT, 0o600)
    ftruncate(file, bytes)
    close(file)
    grow(path, seconds: age)
    return path
}

/// Makes it older.
private func grow(_ path: String, seconds age: Int) {
    var times = [timespec(), timespec()]
    let now = Int(SystemClock().epochMilliseconds() / 1000)
    times[0].tv_sec = now - age
    times[1].tv_sec = now - age
    utimensat(AT_FDCWD, path, &times, 0)
}

@Test func `media: what is in the cache is not asked for again, also by another fetcher`() throws {
    let world = try #require(MediaWorld())
    let first = try #require(world.file("/type/png"))
    #expect(world.file("/type/png") == first)
    let other = MediaWorld.fetcher(world.cache)
    #expect(MediaWorld.ask(other, world.address("/type/png")) == .success(first))
    #expect(world.end(other))
    #expect(world.file("/type/gif") != nil)
    #expect(world.server.expect("asked")?.hasPrefix("asked /type/png ") == true)
    #expect(world.server.expect("asked")?.hasPrefix("asked /type/gif ") == true)
}

@Test func `media: two that want the same at one time ask once`() throws {
    let world = try #require(MediaWorld())
    let heard = Heard()
    for _ in 0..<10 { #expect(world.fetcher.fetch(world.address("/slow/png"), MediaWorld.open) { heard.add($0) }) }
    let answers = heard.wait(10)
    #expect(answers.count == 10 && answers.allSatisfy { $0 == answers[0] && (try? $0.get()) != nil })
    #expect(world.file("/type/gif") != nil)
    #expect(world.server.expect("asked")?.hasPrefix("asked /slow/png ") == true)
    #expect(world.server.expect("asked")?.hasPrefix("asked /type/gif ") == true)
}

@Test func `media: what is in the cache is judged again, and fetched when it is not what it was`() throws {
    let world = try #require(MediaWorld())
    let file = try #require(world.file("/type/png"))
    try Files.replaceDurably(file.path, Array("#!/bin/sh".utf8))
    #expect(world.file("/type/png") == file)
    #expect(try Files.read(file.path, bytesMax: 1000)?.first == 0x89)
    // Neither a link nor a pipe is followed.
    unlink(file.path)
    symlink("/etc/passwd", file.path)
    #expect(world.file("/type/png") == file)
    unlink(file.path)
    mkfifo(file.path, 0o600)
    #expect(world.file("/type/png") == file)
    #expect(Files.size(file.path) == 1000)
}

@Test func `media: the cache keeps to its bytes, and what was used longest ago goes first`() throws {
    let world = try #require(MediaWorld())
    let used = try #require(world.file("/type/png"))
    grow(used.path, seconds: 1000)
    #expect(world.file("/type/png") == used)
    let old = plant(world, 1, bytes: 30 << 20, age: 300)
    let newer = plant(world, 2, bytes: 20 << 20, age: 200)
    let newest = plant(world, 3, bytes: 8 << 20, age: 100)
    #expect(world.file("/size/jpg/5000000") != nil)
    #expect(!Files.exists(old))
    #expect(Files.exists(newer) && Files.exists(newest) && Files.exists(used.path))
    _ = plant(world, 4, bytes: 100 << 20, age: 1)
    #expect(world.file("/type/gif") != nil)
    #expect(world.kept.reduce(0) { $0 + (Files.size(world.cache + "/" + $1) ?? 0) } <= MediaLimit.cacheBytesMax)
}

@Test func `media: a film as large as may be finds room, and the others go`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/type/png") != nil)
    let old = plant(world, 1, bytes: 30 << 20, age: 300)
    #expect(world.file("/size/mp4/52428800") != nil)
    #expect(!Files.exists(old))
    #expect(world.kept.reduce(0) { $0 + (Files.size(world.cache + "/" + $1) ?? 0) } <= MediaLimit.cacheBytesMax)
}

@Test func `media: the cache keeps to its number of files, and leaves others' files alone`() throws {
    let world = try #require(MediaWorld())
    let used = try #require(world.file("/type/png"))
    for number in 0..<400 { _ = plant(world, number, bytes: 100, age: 1000 - number) }
    for name in ["notes.txt", "notes.part"] {
        try Files.replaceDurably(world.cache + "/" + name, [1])
        grow(world.cache + "/" + name, seconds: 5000)
    }
    #expect(world.file("/type/gif") != nil)
    #expect(world.kept.count - 2 <= MediaLimit.cacheFilesMax)
    #expect(Files.exists(used.path) && Files.exists(world.cache + "/notes.txt") && Files.exists(world.cache + "/notes.part"))
    #expect(Files.exists(plant(world, 399, bytes: 100, age: 0)))
}

@Test func `media: a half file that a kill left goes at the next opening, one that is being fetched stays`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/type/png") != nil)
    let left = world.cache + "/" + String(repeating: "a", count: 64) + ".0123456789abcdef.part"
    try Files.replaceDurably(left, [1, 2, 3])
    let heard = Heard()
    #expect(world.fetcher.fetch(world.address("/drip/gif"), MediaWorld.open) { heard.add($0) })
    // With its first bytes a part has its lock; before, it may look left, go, and be created anew.
    var parts: [String] { world.kept.filter { $0.hasSuffix(".part") } }
    while parts.count < 2 || parts.contains(where: { Files.size(world.cache + "/" + $0) == 0 }) { usleep(1000) }
    let other = MediaWorld.fetcher(world.cache)
    guard case .success = MediaWorld.ask(other, world.address("/type/png")) else {
        Issue.record("nothing came of the cache")
        return
    }
    #expect(world.end(other))
    #expect(!Files.exists(left))
    #expect(parts.count == 1)
    #expect(world.end(world.fetcher))
    #expect(heard.all == [.failure(.stopped)])
    #expect(parts.isEmpty)
}

@Test func `media: a part that was created stays, whenever another process looks for half files`() throws {
    let folder = TestFolder()
    let start = folder.file("part")
    @Sendable func path(_ number: Int) -> String { start + "\(number)" + PartFile.ending }
    let count = 2000
    let newest = Atomic<Int>(0)
    let looker = try #require(
        Thread.start(name: "look") {
            while newest.load(ordering: .acquiring) < count { PartFile.removeIfLeft(path(newest.load(ordering: .relaxed))) }
        })
    var stay = 0
    for number in 0..<count {
        newest.store(number, ordering: .releasing)
        guard let part = PartFile.create(path(number)) else { continue }
        #expect(part.append(UnsafeRawBufferPointer(start: nil, count: 0)) && Files.exists(part.path))
        stay += 1
    }
    newest.store(count, ordering: .releasing)
    looker.join()
    #expect(stay > 0)
}

@Test func `media: the cache may go at any time`() throws {
    let world = try #require(MediaWorld())
    #expect(world.file("/type/png") != nil)
    world.clear()
    #expect(world.file("/type/png") != nil)
    let heard = Heard()
    #expect(world.fetcher.fetch(world.address("/slow/gif"), MediaWorld.open) { heard.add($0) })
    #expect(world.server.expect("asked /slow") != nil)
    world.clear()
    #expect(heard.wait(1) == [.failure(.cache)])
    #expect(world.file("/type/gif") != nil)
}

@Test func `media: a folder that cannot be used, and a disk that is full, mean no media`() throws {
    let world = try #require(MediaWorld())
    try Files.replaceDurably(world.folder.file("file"), [1])
    for folder in [world.folder.file("file"), "", "/proc/nothing", "/dev/full"] {
        let other = MediaWorld.fetcher(folder)
        #expect(MediaWorld.ask(other, world.address("/type/png")) == .failure(.cache))
        #expect(world.end(other))
    }
    // Nobody was asked in vain.
    #expect(world.file("/type/gif") != nil)
    #expect(world.server.expect("")?.hasPrefix("asked /type/gif ") == true)
    let full = PartFile.create(world.folder.file("part"))
    #expect(full?.append(UnsafeRawBufferPointer(start: nil, count: 0)) == true)
    #expect(PartFile.create(world.folder.file("part")) == nil)
}
