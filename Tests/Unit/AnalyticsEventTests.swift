import Linux
import Testing
import Wire

@testable import Client

private let events = [
    AnalyticsEvent(time: 1_700_000_000_123, userId: "USER", detail: .setUserMeta(userLevel: 7, channelId: "チャンネル", characterId: nil, classId: "")),
    AnalyticsEvent(time: .min, userId: "", detail: .setUserMeta(userLevel: .min, channelId: nil, characterId: nil, classId: nil)),
    AnalyticsEvent(time: .max, userId: "U", detail: .levelUp(userLevel: .max, levelUpTime: 1_700_000_000_000)),
    AnalyticsEvent(time: 0, userId: "U", detail: .completePurchase(
        paymentSeq: "2026010112345678", gamebaseProductId: "gem", price: "0.99", currency: "USD", storeCode: "SANDBOX")),
]

private func record(_ event: AnalyticsEvent) -> [UInt8]? {
    withUnsafeTemporaryAllocation(byteCount: AnalyticsEvent.recordBytesMax, alignment: 1) { room in
        event.encode(into: room).map { [UInt8](room[0..<$0]) }
    }
}

@Test func `an event comes out of the journal as it went in`() throws {
    let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom())
    for event in events { #expect(event.append(to: journal)) }
    #expect(journal.readBatch(max: 10, bytesMax: .max).map { AnalyticsEvent(record: $0.bytes) } == events)
}

@Test func `an event is sent with the members that the service knows`() {
    #expect(events[0].json(eventID: "id-1") == [
        "eventId": "id-1", "type": "setUserMeta", "time": 1_700_000_000_123, "userId": "USER",
        "data": ["userLevel": 7, "channelId": "チャンネル", "classId": ""],
    ])
    #expect(events[2].json(eventID: "x")["data"] == ["userLevel": 2_147_483_647, "levelUpTime": 1_700_000_000_000])
    #expect(events[3].json(eventID: "x")["data"] == [
        "paymentSeq": "2026010112345678", "gamebaseProductId": "gem", "price": "0.99", "currency": "USD", "storeCode": "SANDBOX",
    ])
    #expect(events[2].json(eventID: "x")["type"] == "levelUp")
    #expect(events[3].json(eventID: "x")["type"] == "completePurchase")
}

@Test func `texts of 512 bytes are kept and longer ones refused`() throws {
    let journal = try AnalyticsJournal.open(storageDirectory: nil, random: SystemRandom())
    let longest = String(repeating: "x", count: 512)
    let event = AnalyticsEvent(time: 1, userId: longest, detail: .completePurchase(
        paymentSeq: longest, gamebaseProductId: longest, price: longest, currency: longest, storeCode: longest))
    #expect(event.append(to: journal))
    #expect(AnalyticsEvent(record: journal.readBatch(max: 1, bytesMax: 0)[0].bytes) == event)
    let tooLong = AnalyticsEvent(time: 1, userId: "U", detail: .setUserMeta(userLevel: 1, channelId: longest + "x", characterId: nil, classId: nil))
    #expect(!tooLong.append(to: journal))
    #expect(journal.currentCounters.pending == 1)
    #expect(journal.currentCounters.dropped == 0)
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
    #expect(AnalyticsEvent(record: [1, 2] + [UInt8](repeating: 0, count: 8) + [2, 0, 0xC3, 0x28] + [UInt8](repeating: 0, count: 12)) == nil)
}
