import CLinux
import Linux
import Testing

@testable import Client

private typealias Journal = AnalyticsJournal

/// Stands still, so that a wait for the disk is over at once.
private final class StoppedClock: Clock {
    func monotonicNanoseconds() -> Int64 { 0 }
    func epochMilliseconds() -> Int64 { 0 }
}

/// The least that a journal may have: two files of 8 KiB.
private let two = Journal.Limits(segmentBytes: 8 << 10, segmentsMax: 2)

private func open(
    _ folder: TestFolder?, _ limits: Journal.Limits = .standard, _ tail: JournalTail = JournalTail(clock: SystemClock())
) throws -> Journal {
    try Journal.open(storageDirectory: folder?.path, random: SystemRandom(), limits: limits, tail: tail)
}

private func append(_ journal: Journal, _ text: String) -> Bool { [UInt8](text.utf8).withUnsafeBytes { journal.append($0) } }

private func texts(_ journal: Journal) -> [String] {
    journal.readBatch(max: .max, bytesMax: .max).map { String(decoding: $0.bytes, as: UTF8.self) }
}

/// Until nothing more fits. Each of these records takes 32 bytes.
private func fill(_ journal: Journal) -> [String] {
    var kept: [String] = []
    while append(journal, "event number \(kept.count)") { kept.append("event number \(kept.count)") }
    return kept
}

private func hasNews(_ tail: JournalTail) -> Bool { tail.hasNews.load(ordering: .acquiring) }
private func wantsFile(_ tail: JournalTail) -> Bool { tail.wantsFile.load(ordering: .acquiring) }

/// What a stray store of the game would do: through a second mapping of the same file.
private func damage(_ folder: TestFolder, _ slot: Int, record: Int) throws {
    let file = try #require(try MappedFile.open(path: folder.file("analytics/segment-0\(slot)"), count: 8 << 10))
    file.bytes.storeBytes(of: 0xFFFF_FFFF, toByteOffset: JournalSegment.headerBytes + record * 32, as: UInt32.self)
}

@Suite(.serialized) struct `The ends of a journal` {
    @Test func `nothing is taken, and no loss counted, once the user has left`() throws {
        let tail = JournalTail(clock: SystemClock())
        let journal = try open(nil, .standard, tail)
        let event = AnalyticsEvent(time: 1, userId: "U", detail: .levelUp(userLevel: 1, levelUpTime: 1))
        tail.begin(user: "U")
        tail.endUser()
        #expect(tail.appendLevelUp(1, levelUpTime: 2, time: 3) == .noUser)
        #expect(event.append(to: tail) == .noUser)
        _ = tail.refuse()
        #expect(texts(journal) == [])
        #expect(journal.currentCounters == .init())
    }

    @Test func `a record of which one byte was written is cleared, wherever in the file`() throws {
        for records in [0, 1, 2, 3] {
            let folder = TestFolder()
            let first = try open(folder, two)
            for number in 0..<records { #expect(append(first, "event number \(number)")) }
            first.close()
            let file = try #require(try MappedFile.open(path: folder.file("analytics/segment-00"), count: 8 << 10))
            let torn = JournalSegment.headerBytes + records * 32
            file.bytes.storeBytes(of: 40, toByteOffset: torn, as: UInt8.self)
            let again = try open(folder, two)
            #expect(file.bytes.load(fromByteOffset: torn, as: UInt8.self) == 0)
            #expect(texts(again).count == records)
            again.close()
        }
    }

    @Test func `where there is no room for the head of a record nothing is read, and nothing is damaged`() throws {
        let file = try MappedFile.memory(count: 8 << 10)
        let segment = JournalSegment.blank(file, slot: 0)
        segment.begin(firstSequence: 1)
        let first = JournalSegment.headerBytes
        memset(file.bytes + first, 0xFF, file.count - first)
        #expect(segment.record(at: first, sequence: 1, limit: first) == .end)
        #expect(segment.record(at: first, sequence: 1, limit: first + 8) == .end)
        #expect(segment.record(at: first, sequence: 1, limit: first + 16) == .damaged)
        #expect(segment.record(at: file.count, sequence: 1, limit: file.count) == .end)
    }

    @Test func `an event that fits no record is news, so that its loss is told`() throws {
        let tail = JournalTail(clock: SystemClock())
        let journal = try open(nil, .standard, tail)
        tail.begin(user: "U")
        let long = String(repeating: "x", count: 513)
        let event = AnalyticsEvent(
            time: 1, userId: "U",
            detail: .setUserMeta(
                userLevel: 1, channelId: long, characterId: nil, classId: nil))
        #expect(!hasNews(tail))
        #expect(event.append(to: tail) == .refused)
        #expect(hasNews(tail))
        #expect(journal.currentCounters.dropped == 1)
    }

    @Test func `who makes files is woken at half a file, and again when it is full and there is no other`() throws {
        let tail = JournalTail(clock: StoppedClock(), isServed: true), waker = try #require(EventDescriptor.open())
        let journal = try open(nil, two, tail)
        tail.wakes(waker)
        while !wantsFile(tail) { #expect(append(journal, "half")) }
        #expect(isReadable(waker.descriptor))
        tail.wantsFile.store(false, ordering: .releasing)
        waker.clear()
        _ = fill(journal)
        #expect(wantsFile(tail))
        #expect(isReadable(waker.descriptor))
    }

    @Test func `a closed journal holds none of its files, however long somebody holds the journal`() throws {
        func isMapped(_ folder: TestFolder) throws -> Bool {
            let maps = try #require(try Files.read("/proc/self/maps", bytesMax: 16 << 20))
            return String(decoding: maps, as: UTF8.self).contains(folder.path)
        }
        let folder = TestFolder()
        let first = try open(folder)
        #expect(append(first, "kept"))
        #expect(try isMapped(folder))
        first.close()
        #expect(try !isMapped(folder))
        // One that found its file instead of making it.
        let second = try open(folder)
        #expect(texts(second) == ["kept"])
        second.close()
        #expect(try !isMapped(folder))
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a journal that takes no more still gives what it has, and takes its acknowledgement`() throws {
        let folder = TestFolder()
        let journal = try open(folder)
        for text in ["1", "2", "3"] { #expect(append(journal, text)) }
        journal.detach()
        #expect(!append(journal, "4"))
        #expect(texts(journal) == ["1", "2", "3"])
        #expect(journal.currentCounters.pending == 3)
        journal.acknowledge(upTo: 2)
        #expect(texts(journal) == ["3"])
        #expect(journal.currentCounters.pending == 1)
        journal.close()
        #expect(texts(try open(folder)) == ["3"])
    }

    @Test func `damage that was counted when it was read is not counted again by the next start`() throws {
        let folder = TestFolder()
        var journal = try open(folder, two)
        for number in 0..<9 { #expect(append(journal, "event number \(number)")) }
        try damage(folder, 0, record: 5)
        #expect(texts(journal).count == 5)
        #expect(journal.currentCounters.quarantined == 1)
        for _ in 0..<2 {
            journal.close()
            journal = try open(folder, two)
            #expect(texts(journal).count == 5)
            #expect(journal.currentCounters.quarantined == 1)
        }
    }

    @Test func `what stands before damage in the newest file is read, also when there is no room for another file`() throws {
        let folder = TestFolder()
        var journal = try open(folder, two)
        let kept = fill(journal)
        journal.close()
        let ofOneFile = ((8 << 10) - JournalSegment.headerBytes) / 32
        #expect(kept.count == 2 * ofOneFile)
        try damage(folder, 1, record: 7)
        journal = try open(folder, two)
        #expect(texts(journal) == Array(kept[..<(ofOneFile + 7)]))
        #expect(!append(journal, "no room"))
        journal.acknowledge(upTo: UInt64(ofOneFile))
        #expect(texts(journal) == Array(kept[ofOneFile..<(ofOneFile + 7)]))
        #expect(append(journal, "room"))
        #expect(texts(journal) == Array(kept[ofOneFile..<(ofOneFile + 7)]) + ["room"])
    }
}
