import Codecs
import Linux
import Testing

@testable import Client

private let events = [
    AnalyticsEvent(
        time: 1_700_000_000_123, userId: "USER", detail: .setUserMeta(userLevel: 7, channelId: "チャンネル", characterId: nil, classId: "")),
    AnalyticsEvent(time: .min, userId: "", detail: .setUserMeta(userLevel: .min, channelId: nil, characterId: nil, classId: nil)),
    AnalyticsEvent(time: .max, userId: "U", detail: .levelUp(userLevel: .max, levelUpTime: 1_700_000_000_000)),
]

private func record(_ event: AnalyticsEvent) -> [UInt8]? {
    withUnsafeTemporaryAllocation(byteCount: AnalyticsEvent.recordBytesMax, alignment: 1) { room in
        event.encode(into: room).map { [UInt8](room[0..<$0]) }
    }
}

@Test func `an event comes out of the journal as it went in`() throws {
    let tail = JournalTail(clock: SystemClock())
    let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
    for event in events { #expect(event.append(to: tail) == .noUser) }
    let named = events.filter { !$0.userId.isEmpty }
    for event in named {
        tail.begin(user: event.userId)
        #expect(event.append(to: tail) == .kept)
    }
    #expect(journal.readBatch(max: 10, bytesMax: .max).map { AnalyticsEvent(record: $0.bytes) } == named)
}

@Test func `an event of a user who has left is not kept for the next`() throws {
    let tail = JournalTail(clock: SystemClock())
    let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
    for other in ["USER2", "USE", "U", ""] {
        tail.begin(user: other)
        #expect(events[0].append(to: tail) == .noUser)
    }
    #expect(journal.readBatch(max: 10, bytesMax: .max).isEmpty)
}

@Test func `a journal that is let go of late takes nothing from the one that follows it`() throws {
    let tail = JournalTail(clock: SystemClock())
    let first = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
    let second = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
    first.close()
    tail.begin(user: "USER")
    #expect(events[0].append(to: tail) == .kept)
    #expect(second.readBatch(max: 10, bytesMax: .max).count == 1)
    #expect(first.readBatch(max: 10, bytesMax: .max).isEmpty)
}

@Test func `an event is sent with the members that the service knows`() {
    #expect(
        events[0].json(eventID: "id-1") == [
            "eventId": "id-1", "type": "setUserMeta", "time": 1_700_000_000_123, "userId": "USER",
            "data": ["userLevel": 7, "channelId": "チャンネル", "classId": ""],
        ])
    #expect(events[2].json(eventID: "x")["data"] == ["userLevel": 2_147_483_647, "levelUpTime": 1_700_000_000_000])
    #expect(events[2].json(eventID: "x")["type"] == "levelUp")
}

@Test func `texts of 512 bytes are kept and longer ones refused`() throws {
    let tail = JournalTail(clock: SystemClock())
    let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
    let longest = String(repeating: "x", count: 512)
    tail.begin(user: longest)
    let event = AnalyticsEvent(
        time: 1, userId: longest,
        detail: .setUserMeta(
            userLevel: 1, channelId: longest, characterId: longest, classId: longest))
    #expect(event.append(to: tail) == .kept)
    #expect(AnalyticsEvent(record: journal.readBatch(max: 1, bytesMax: 0)[0].bytes) == event)
    let tooLong = AnalyticsEvent(
        time: 1, userId: "U", detail: .setUserMeta(userLevel: 1, channelId: longest + "x", characterId: nil, classId: nil))
    #expect(tooLong.append(to: tail) == .refused)
    #expect(journal.currentCounters.pending == 1)
    #expect(journal.currentCounters.dropped == 1)
}

@Test func `a level-up written in place is the same record`() throws {
    for user in ["U", "ユーザー", String(repeating: "x", count: 512)] {
        let tail = JournalTail(clock: SystemClock())
        let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom(), tail: tail)
        #expect(tail.appendLevelUp(1, levelUpTime: 2, time: 3) == .noUser)
        tail.begin(user: user)
        #expect(tail.appendLevelUp(.min, levelUpTime: .max, time: -7) == .kept)
        #expect(tail.level == .min)
        let event = AnalyticsEvent(time: -7, userId: user, detail: .levelUp(userLevel: .min, levelUpTime: .max))
        #expect(event.append(to: tail) == .kept)
        let records = journal.readBatch(max: 9, bytesMax: .max)
        #expect(records.map(\.bytes) == [records[0].bytes, records[0].bytes])
        #expect(AnalyticsEvent(record: records[0].bytes) == event)
        tail.begin(user: user + String(repeating: "y", count: 512))
        #expect(tail.appendLevelUp(1, levelUpTime: 2, time: 3) == .noUser)
        #expect(tail.level == nil)
        tail.begin(user: user)
        journal.close()
        #expect(tail.appendLevelUp(1, levelUpTime: 2, time: 3) == .refused)
    }
}

@Test func `bytes that are no event give none, whatever they are`() throws {
    for event in events {
        let whole = try #require(record(event))
        for length in 0..<whole.count { #expect(AnalyticsEvent(record: Array(whole[..<length])) == nil) }
        #expect(AnalyticsEvent(record: whole + [0]) == nil)
        for offset in 0..<whole.count {
            for bit in 0..<8 {
                var changed = whole
                changed[offset] ^= 1 << UInt8(bit)
                if let other = AnalyticsEvent(record: changed) { #expect(other != event) }
            }
        }
    }
    #expect(
        AnalyticsEvent(record: [1, 2] + [UInt8](repeating: 0, count: 8) + [2, 0, 0xC3, 0x28] + [UInt8](repeating: 0, count: 12)) == nil)
}
