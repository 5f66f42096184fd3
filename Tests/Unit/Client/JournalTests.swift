import CLinux
import Linux
import Testing

@testable import Client

private typealias Journal = AnalyticsJournal

/// Counts up, so that every opening has another session.
private final class CountingRandom: RandomSource, @unchecked Sendable {
    private var next: UInt8 = 0
    func bytes(_ count: Int) -> [UInt8] {
        next &+= 1
        return [UInt8](repeating: next, count: count)
    }
}

/// A folder of its own for one test.
private final class Folder {
    let path: String
    var analytics: String { path + "/analytics" }

    init() {
        path = "/tmp/gamebase-journal-" + Hex.text(SystemRandom().bytes(8))
        mkdir(path, 0o700)
    }

    deinit {
        remove(inside: analytics)
        remove(inside: path)
        rmdir(path)
    }

    func file(_ slot: Int) -> String { analytics + "/segment-0\(slot)" }
    func bytes(_ slot: Int = 0) throws -> [UInt8] { try #require(try Files.read(file(slot), bytesMax: 64 << 20)) }

    /// A folder with the same files, as they are while the journal is open.
    func copy() throws -> Folder {
        let other = Folder()
        mkdir(other.analytics, 0o700)
        for slot in 0..<8 {
            if let bytes = try Files.read(file(slot), bytesMax: 64 << 20) { try Files.replaceDurably(other.file(slot), bytes) }
        }
        return other
    }

    private func remove(inside folder: String) {
        guard let stream = opendir(folder) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != "..", unlink(folder + "/" + name) != 0 { rmdir(folder + "/" + name) }
        }
        closedir(stream)
    }
}

private enum Hex {
    static func text(_ bytes: [UInt8]) -> String { bytes.map { String($0, radix: 16) }.joined() }
}

private let small = Journal.Limits(segmentBytes: 8 << 10, segmentsMax: 4)

private func open(_ folder: Folder?, _ limits: Journal.Limits = .standard, _ random: any RandomSource = SystemRandom()) throws -> Journal {
    try Journal.open(storageDirectory: folder?.path, random: random, limits: limits, tail: JournalTail(clock: SystemClock()))
}

private func append(_ journal: Journal, _ text: String) -> Bool { [UInt8](text.utf8).withUnsafeBytes { journal.append($0) } }

private func texts(_ journal: Journal) -> [String] {
    journal.readBatch(max: .max, bytesMax: .max).map { String(decoding: $0.bytes, as: UTF8.self) }
}

@Test func `records come back in the order in which they were appended`() throws {
    for folder in [Folder(), nil] {
        let journal = try open(folder)
        for number in 1...100 { #expect(append(journal, "event \(number)")) }
        #expect(texts(journal) == (1...100).map { "event \($0)" })
        #expect(journal.readBatch(max: .max, bytesMax: .max).map(\.sequence) == Array(1...100))
    }
}

@Test func `an acknowledged record is not read again, also not after a new start`() throws {
    let folder = Folder()
    var journal = try open(folder)
    for number in 1...10 { _ = append(journal, "\(number)") }
    journal.acknowledge(upTo: 4)
    #expect(texts(journal) == (5...10).map { "\($0)" })
    journal.close()
    journal = try open(folder)
    #expect(texts(journal) == (5...10).map { "\($0)" })
    #expect(journal.currentCounters.pending == 6)
    journal.acknowledge(upTo: 10)
    _ = append(journal, "11")
    journal.close()
    journal = try open(folder)
    #expect(texts(journal) == ["11"])
    #expect(journal.readBatch(max: 1, bytesMax: 1).first?.sequence == 11)
}

@Test func `acknowledging again, in the past or in the future does no harm`() throws {
    let journal = try open(nil)
    journal.acknowledge(upTo: 0)
    journal.acknowledge(upTo: .max)
    for number in 1...3 { _ = append(journal, "\(number)") }
    journal.acknowledge(upTo: 2)
    journal.acknowledge(upTo: 1)
    #expect(texts(journal) == ["3"])
    journal.acknowledge(upTo: .max)
    #expect(texts(journal) == [])
    _ = append(journal, "4")
    #expect(texts(journal) == ["4"])
}

@Test func `a batch keeps to its limits but always gives one record`() throws {
    let journal = try open(nil)
    for number in 1...5 { _ = append(journal, "1234567\(number)") }
    #expect(journal.readBatch(max: 2, bytesMax: 1000).count == 2)
    #expect(journal.readBatch(max: 9, bytesMax: 24).count == 3)
    #expect(journal.readBatch(max: 9, bytesMax: 1).count == 1)
    #expect(journal.readBatch(max: 0, bytesMax: 1000).isEmpty)
    #expect(journal.readBatch(max: -1, bytesMax: -1).isEmpty)
}

@Test func `records of every size fit, and a record that is empty or too long is refused`() throws {
    let folder = Folder()
    var journal = try open(folder)
    func bytes(_ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) } }
    for size in 1...300 { #expect(bytes(size).withUnsafeBytes { journal.append($0) }) }
    #expect(bytes(4096).withUnsafeBytes { journal.append($0) })
    #expect(!bytes(4097).withUnsafeBytes { journal.append($0) })
    #expect(!journal.append(UnsafeRawBufferPointer(start: nil, count: 0)))
    journal.close()
    journal = try open(folder)
    #expect(journal.readBatch(max: .max, bytesMax: .max).map(\.bytes) == (1...300).map(bytes) + [bytes(4096)])
    #expect(journal.currentCounters.dropped == 0)
}

@Test func `a full journal refuses and counts, keeps what it has, and goes on after an acknowledgement`() throws {
    for folder in [Folder(), nil] {
        var journal = try open(folder, small)
        var kept = 0
        while append(journal, "event \(kept)") { kept += 1 }
        #expect(kept > 4 * 200)
        #expect(!append(journal, "one more"))
        #expect(journal.currentCounters.dropped == 2)
        #expect(texts(journal) == (0..<kept).map { "event \($0)" })
        if folder != nil {
            journal.close()
            journal = try open(folder, small)
            #expect(journal.currentCounters.dropped == 2)
            #expect(!append(journal, "one more"))
            #expect(texts(journal).count == kept)
        }
        journal.acknowledge(upTo: UInt64(kept / 2))
        #expect(append(journal, "after"))
        #expect(texts(journal) == (kept / 2..<kept).map { "event \($0)" } + ["after"])
    }
}

@Test func `a count of drops survives a file without records, and a stop at any moment`() throws {
    let folder = Folder()
    var journal = try open(folder, small)
    var kept: UInt64 = 0
    while append(journal, "event \(kept)") { kept += 1 }
    #expect(journal.currentCounters.dropped == 1)
    // All is acknowledged and one more file is begun: with another record, and then without it.
    journal.acknowledge(upTo: kept)
    #expect(append(journal, "another"))
    journal.acknowledge(upTo: kept + 1)
    for slot in 0..<8 where Files.exists(folder.file(slot)) {
        var bytes = try folder.bytes(slot)
        for index in 128..<bytes.count { bytes[index] = 0 }
        let other = Folder()
        mkdir(other.analytics, 0o700)
        try Files.replaceDurably(other.file(slot), bytes)
        let name = journal.name
        let begun = bytes[0] != 0
        let empty = try open(other, small)
        #expect(empty.currentCounters.dropped == (begun ? 1 : 0))
        if begun { #expect(empty.name == name) }
    }
    journal.close()
    journal = try open(folder, small)
    #expect(journal.currentCounters.dropped == 1)
}

@Test func `without room for a second file the first begins again when all of it is acknowledged`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    // With the folder under another name no file can be made, as on a full disk.
    try Files.move(folder.analytics, to: folder.path + "/elsewhere")
    for round in 1...3 {
        var kept: UInt64 = 0
        while append(journal, "event \(kept)") { kept += 1 }
        #expect(kept > 200)
        #expect(journal.currentCounters.dropped == UInt64(round))
        let records = journal.readBatch(max: .max, bytesMax: .max)
        #expect(records.count == Int(kept))
        journal.acknowledge(upTo: try #require(records.last).sequence)
    }
    _ = append(journal, "last")
    try Files.move(folder.path + "/elsewhere", to: folder.analytics)
    #expect(texts(try open(try folder.copy(), small)) == ["last"])
}

@Test func `files are used again without end`() throws {
    for folder in [Folder(), nil] {
        let journal = try open(folder, small)
        var read: UInt64 = 0
        for number in 1...20_000 {
            #expect(append(journal, "event \(number)"))
            if number % 300 == 0 {
                journal.maintain()
                for record in journal.readBatch(max: read == 0 ? 290 : 300, bytesMax: .max) {
                    read += 1
                    #expect(record.sequence == read)
                    #expect(String(decoding: record.bytes, as: UTF8.self) == "event \(read)")
                }
                journal.acknowledge(upTo: read)
            }
        }
        #expect(read > 19_000)
        #expect(journal.currentCounters.pending == 20_000 - read)
        #expect(journal.currentCounters.dropped == 0)
    }
}

@Test func `a million records are read back in batches, in order and whole`() throws {
    let folder = Folder()
    var journal = try open(folder)
    for number in UInt64(1)...1_000_000 {
        let kept = withUnsafeBytes(of: (number, number &* 0x9E37_79B9, number ^ 0xFFFF)) { journal.append($0) }
        if !kept { Issue.record("record \(number) was refused") }
    }
    journal.close()
    journal = try open(folder)
    #expect(journal.currentCounters.pending == 1_000_000)
    var next: UInt64 = 1
    var wrong = 0
    while true {
        let batch = journal.readBatch(max: 10_000, bytesMax: 1 << 20)
        guard let last = batch.last else { break }
        for record in batch {
            let number = record.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            if record.sequence != next || number != next || record.bytes.count != 24 { wrong += 1 }
            next += 1
        }
        journal.acknowledge(upTo: last.sequence)
    }
    #expect(next == 1_000_001)
    #expect(wrong == 0)
    #expect(journal.currentCounters == .init())
}

@Test func `records appended by many threads are all there, each thread's in its order`() throws {
    let journal = try open(Folder())
    let threads = (0..<4).compactMap { thread in
        Thread.start(name: "append") {
            for number in 0..<5_000 { _ = append(journal, "\(thread) \(number)") }
        }
    }
    var seen = [Int](repeating: 0, count: 4)
    var total = 0
    while total < 20_000 {
        let batch = journal.readBatch(max: 1_000, bytesMax: .max)
        for record in batch {
            let parts = String(decoding: record.bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
            try #require(parts.count == 2)
            #expect(seen[parts[0]] == parts[1])
            seen[parts[0]] += 1
        }
        total += batch.count
        if let last = batch.last { journal.acknowledge(upTo: last.sequence) }
    }
    for thread in threads { thread.join() }
    #expect(threads.count == 4)
}

@Test func `what was appended is in the file although the process never closed it`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    for number in 1...700 { _ = append(journal, "event \(number)") }
    journal.acknowledge(upTo: 20)
    let copy = try open(try folder.copy(), small)
    #expect(texts(copy) == (21...700).map { "event \($0)" })
    #expect(copy.currentCounters.quarantined == 0)
}

/// Appends the number that `count` holds, and when it is kept adds one to `count`.
private func appendNumber(_ journal: Journal, _ count: UnsafeMutablePointer<UInt64>) -> Bool {
    let number = count.pointee
    guard withUnsafeBytes(of: (number, ~number, number, number, number), { journal.append($0) }) else { return false }
    gb_store_release_u32(count, UInt32(truncatingIfNeeded: number + 1))
    return true
}

@Test func `a process killed while it appends loses nothing that was appended`() throws {
    // Swift hides fork, because little may be done after it; append is among that little: it neither allocates nor looks anything up.
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    for round in 0..<5 {
        let folder = Folder()
        let journal = try open(folder)
        let shared = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
        let count = shared.assumingMemoryBound(to: UInt64.self)
        #expect(appendNumber(journal, count))
        let child = fork()
        if child == 0 {
            while appendNumber(journal, count) {}
            _exit(1)
        }
        #expect(child > 0)
        for _ in 0..<100_000 where count.pointee < 1_000 { usleep(100) }
        usleep(UInt32(round) * 700)
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        #expect(count.pointee >= 1_000)
        journal.close()

        let recovered = try open(folder)
        let records = recovered.readBatch(max: .max, bytesMax: .max)
        #expect(records.count == Int(count.pointee) || records.count == Int(count.pointee) + 1)
        #expect(recovered.currentCounters.quarantined == 0)
        var next: UInt64 = 0
        for record in records {
            if record.bytes.withUnsafeBytes({ $0.loadUnaligned(as: UInt64.self) }) != next { Issue.record("record \(next) differs") }
            next += 1
        }
        #expect(append(recovered, "goes on"))
        munmap(shared, 4096)
    }
}

@Test func `a tail torn at any byte costs the torn record only`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    let written = ["first", "the second record", "the third, which will be torn: " + String(repeating: "x", count: 300)]
    for text in written { #expect(append(journal, text)) }
    let whole = try folder.bytes()
    journal.close()
    let start = JournalSegment.headerBytes + 24 + 40
    let end = start + JournalSegment.recordBytes(payload: written[2].utf8.count)
    for cut in start..<end {
        for isShorter in [false, true] {
            // Either the file ends there, or what was not written is still zeros.
            let torn = Array(whole[..<cut]) + (isShorter ? [] : [UInt8](repeating: 0, count: whole.count - cut))
            try Files.replaceDurably(folder.file(0), torn)
            let recovered = try open(folder, small)
            // The zeros that fill the last record up are not missed.
            let expected = cut >= end - 7 && whole[cut..<end].allSatisfy { $0 == 0 } ? written : Array(written[..<2])
            #expect(texts(recovered) == expected, "cut at \(cut)")
            #expect(recovered.currentCounters.quarantined == 0)
            #expect(append(recovered, "next"))
            #expect(texts(recovered) == expected + ["next"], "cut at \(cut)")
            recovered.close()
            let again = try open(folder, small)
            #expect(texts(again) == expected + ["next"], "cut at \(cut)")
            again.close()
        }
    }
}

@Test func `a writer stopped before it stored the length leaves nothing behind for the next record`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    _ = append(journal, "first")
    _ = append(journal, String(repeating: "y", count: 500))
    var bytes = try folder.bytes()
    journal.close()
    for index in 0..<4 { bytes[JournalSegment.headerBytes + 24 + index] = 0 }
    try Files.replaceDurably(folder.file(0), bytes)
    let recovered = try open(folder, small)
    #expect(recovered.currentCounters.tornTail)
    _ = append(recovered, "s")
    recovered.close()
    #expect(texts(try open(folder, small)) == ["first", "s"])
}

@Test func `a flipped bit anywhere in the records never gives a wrong record or stops the journal`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    let written = (1...40).map { "event number \($0)" }
    for text in written { _ = append(journal, text) }
    let whole = try folder.bytes()
    journal.close()
    for offset in stride(from: JournalSegment.headerBytes, to: JournalSegment.headerBytes + 40 * 32, by: 3) {
        var bytes = whole
        bytes[offset] ^= 1 << UInt8(offset % 8)
        try Files.replaceDurably(folder.file(0), bytes)
        for slot in 1..<4 { unlink(folder.file(slot)) }
        var recovered = try open(folder, small)
        let read = texts(recovered)
        #expect(read == Array(written.prefix(read.count)))
        #expect(read.count >= (offset - JournalSegment.headerBytes) / 32)
        #expect(append(recovered, "next"))
        #expect(texts(recovered) == read + ["next"])
        let counted = recovered.currentCounters.quarantined
        // A length that grew over all the rest looks like a record cut short; that is told too.
        if read.count < 39 { #expect(counted == 1 || recovered.currentCounters.tornTail) }
        recovered.close()
        recovered = try open(folder, small)
        #expect(texts(recovered) == read + ["next"])
        #expect(recovered.currentCounters.quarantined == counted)
        recovered.close()
    }
}

@Test func `a flipped bit anywhere in a header loses at most that file`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    for number in 1...700 { _ = append(journal, "event \(number)") }
    journal.acknowledge(upTo: 3)
    let whole = try folder.bytes()
    let second = try folder.bytes(1)
    let third = try folder.bytes(2)
    journal.close()
    for bit in 0..<(JournalSegment.headerBytes * 8) {
        var bytes = whole
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        for (slot, bytes) in [bytes, second, third].enumerated() { try Files.replaceDurably(folder.file(slot), bytes) }
        unlink(folder.file(3))
        let recovered = try open(folder, small)
        let read = texts(recovered)
        #expect(read.last == "event 700")
        #expect(read.count >= 400)
        #expect(read.suffix(400) == (301...700).map { "event \($0)" }[...])
        #expect(append(recovered, "next"))
        recovered.close()
    }
}

@Test func `a damaged file in the middle is skipped and counted, and its neighbours are read`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    for number in 1...700 { _ = append(journal, "event \(number)") }
    journal.close()
    var bytes = try folder.bytes(1)
    bytes[4000] ^= 0x10
    try Files.replaceDurably(folder.file(1), bytes)
    let recovered = try open(folder, small)
    let records = recovered.readBatch(max: .max, bytesMax: .max)
    #expect(recovered.currentCounters.quarantined == 1)
    #expect(records.first?.sequence == 1)
    #expect(records.last?.sequence == 700)
    #expect(records.allSatisfy { String(decoding: $0.bytes, as: UTF8.self) == "event \($0.sequence)" })
    recovered.acknowledge(upTo: 700)
    #expect(recovered.currentCounters.pending == 0)
}

@Test func `records damaged in memory after they were appended are skipped, not trusted`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    for number in 1...10 { _ = append(journal, "event \(number)") }
    // What a stray store of the game would do, through a second mapping of the same file.
    let other = try #require(try MappedFile.open(path: folder.file(0), count: 8 << 10))
    other.bytes.storeBytes(of: 0xFFFF_FFFF, toByteOffset: JournalSegment.headerBytes + 5 * 24, as: UInt32.self)
    #expect(texts(journal) == (1...5).map { "event \($0)" })
    #expect(journal.currentCounters.quarantined == 1)
    #expect(append(journal, "after"))
    #expect(texts(journal) == (1...5).map { "event \($0)" } + ["after"])
    journal.acknowledge(upTo: .max)
    #expect(texts(journal) == [])
}

@Test func `a file that claims events of the one before it is kept aside, and each event is read once`() throws {
    let folder = Folder()
    let journal = try open(folder, small)
    for number in 1...3 { _ = append(journal, "event \(number)") }
    journal.close()
    let bytes = try folder.bytes()
    try Files.replaceDurably(folder.file(1), bytes)
    let recovered = try open(folder, small)
    #expect(texts(recovered) == ["event 1", "event 2", "event 3"])
    #expect(recovered.currentCounters.quarantined == 1)
    #expect(try Files.read(folder.analytics + "/damaged", bytesMax: 1 << 20) == bytes)
}

@Test func `a foreign file in the folder is kept aside and counted`() throws {
    let folder = Folder()
    mkdir(folder.analytics, 0o700)
    let foreign = [UInt8](repeating: 0x41, count: 9000)
    try Files.replaceDurably(folder.file(0), foreign)
    try Files.replaceDurably(folder.file(1), [])
    let journal = try open(folder, small)
    #expect(journal.currentCounters.quarantined == 1)
    #expect(append(journal, "works"))
    #expect(try Files.read(folder.analytics + "/damaged", bytesMax: 1 << 20)?.prefix(9000) == foreign[...])
}

@Test func `a second journal on the same folder is refused until the first is closed`() throws {
    let folder = Folder()
    let journal = try open(folder)
    #expect(throws: JournalError.self) { try open(folder) }
    journal.close()
    let second = try open(folder)
    #expect(append(second, "works"))
    #expect(!append(journal, "closed"))
    #expect(journal.readBatch(max: 10, bytesMax: 10).isEmpty)
    journal.acknowledge(upTo: 1)
    journal.maintain()
    #expect(texts(second) == ["works"])
}

@Test func `a folder that cannot be used is refused with its name`() throws {
    do {
        _ = try Journal.open(storageDirectory: "/proc/self/none", random: SystemRandom(), tail: JournalTail(clock: SystemClock()))
        Issue.record("opened")
    } catch {
        #expect(error.message.contains("/proc/self/none"))
    }
}

@Test func `event ids differ between records and openings and stay with their record`() throws {
    let folder = Folder()
    let random = CountingRandom()
    var journal = try open(folder, .standard, random)
    _ = append(journal, "1")
    _ = append(journal, "2")
    journal.close()
    journal = try open(folder, .standard, random)
    _ = append(journal, "3")
    let ids = journal.readBatch(max: 9, bytesMax: 99).map(\.eventID)
    #expect(ids == ["0101010101010101-1", "0101010101010101-2", "0202020202020202-3"])
    #expect(EventID.text(session: 0xAB, sequence: .max) == "00000000000000ab-18446744073709551615")
}

@Test func `the checksum is CRC-32C, by instruction and by tables`() {
    for crc in [CRC32C.shared, CRC32C(usesInstruction: false)] {
        func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { crc.checksum($0) } }
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([]) == 0)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum((0..<32).map { UInt8($0) }) == 0x46DD_794E)
        #expect(checksum(Array("123456789abcdef123456789".utf8)) == CRC32C.shared.checksumOfWhole("123456789abcdef123456789"))
    }
}

extension CRC32C {
    fileprivate func checksumOfWhole(_ text: String) -> UInt32 { Array(text.utf8).withUnsafeBytes { checksum($0) } }
}
