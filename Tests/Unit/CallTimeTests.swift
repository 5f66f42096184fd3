@testable import Embedded
import Linux
@testable import Messages
import Service
import Synchronization
import Testing
import Wire

@testable import Client

/// Is moved by hand.
private final class HandClock: Clock {
    private let now = Atomic<Int64>(0)
    func monotonicNanoseconds() -> Int64 { now.load(ordering: .acquiring) }
    func epochMilliseconds() -> Int64 { now.load(ordering: .acquiring) / 1_000_000 }
    func move(toMilliseconds milliseconds: Int64) { now.store(milliseconds * 1_000_000, ordering: .releasing) }
}

/// A service that never says anything.
private final class Silence: ServiceConnection {
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {}
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }
}

private final class Ends: @unchecked Sendable { var of: [String] = [] }

@Suite struct `How long calls may take` {
    @Test func `a purchase ends after fifteen minutes, any other call after thirty seconds, and neither before`() throws {
        let clock = HandClock(), ends = Ends()
        var platform = Platform(clock: clock, random: SystemRandom(), services: EmbeddedServices())
        platform.service = Silence()
        let client = Client(identifier: 1, platform: platform)
        client.purchases.initializeIAP(appKey: "Shop")
        client.lock.locked { client.state.isIAPInitialized = true }
        #expect(client.purchases.setIAPUser("somebody"))
        client.purchases.purchase(PurchaseWish(.marketItemId("gem"), .nhnCloud)) {
            ends.of.append("purchase \($0 == nil && $1 != nil)")
        }
        let other: OpenCall<Bool>? = client.open(Purchases.purchaseDomain, needs: .iap) {
            ends.of.append("other \($1?.code ?? 0)")
        }
        #expect(other != nil)
        func ended(atMilliseconds now: Int64) -> [String] {
            clock.move(toMilliseconds: now)
            client.reactor?.turn()
            _ = client.runLoop.drain()
            return ends.of
        }
        let timedOut = "other \(GamebaseError.Code.socketResponseTimeout)"
        #expect(ended(atMilliseconds: 29_999) == [])
        #expect(ended(atMilliseconds: 30_000) == [timedOut])
        #expect(ended(atMilliseconds: 15 * 60_000 - 1) == [timedOut])
        #expect(ended(atMilliseconds: 15 * 60_000) == [timedOut, "purchase true"])
        _ = client.shutdown(timeoutMilliseconds: 0)
        #expect(ends.of.count == 2)
    }
}
