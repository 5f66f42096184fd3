@testable import Engine
import Linux
@testable import Messages
import Codecs
import Service
import Synchronization
import Testing

@testable import Client

/// Is moved by hand.
final class HandClock: Clock {
    private let now = Atomic<Int64>(0)
    func monotonicNanoseconds() -> Int64 { now.load(ordering: .acquiring) }
    func epochMilliseconds() -> Int64 { now.load(ordering: .acquiring) / 1_000_000 }
    func move(toMilliseconds milliseconds: Int64) { now.store(milliseconds * 1_000_000, ordering: .releasing) }
}

/// A service that never says anything.
private final class Silence: ServiceConnection {
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {}
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }
}

private final class Ends: @unchecked Sendable { var of: [String] = [] }

@Suite struct `How long calls may take` {
    @Test func `a purchase ends after fifteen minutes, any other call after thirty seconds, and neither before`() throws {
        let clock = HandClock(), ends = Ends()
        var platform = Platform(clock: clock, random: SystemRandom(), services: EngineServices())
        platform.service = Silence()
        let client = Client(identifier: 1, platform: platform)
        client.purchases.initializeIAP(appKey: "Shop")
        client.lock.locked { client.state.isIAPInitialized = true }
        #expect(client.purchases.setIAPUser("somebody"))
        client.purchases.purchase(PurchaseWish(.marketItemId("gem"), .nhnCloud)) {
            ends.of.append("purchase \($0 == nil && $1 != nil)")
        }
        let other: OpenCall<Bool>? = client.open(ClientPurchases.purchaseDomain, needs: .iap) {
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

    @Test func `lists of one store and of all stores run beside each other, and one of a kind at a time`() throws {
        let ends = Ends()
        var platform = Platform(clock: HandClock(), random: SystemRandom(), services: EngineServices())
        platform.service = Silence()
        let client = Client(identifier: 1, platform: platform)
        client.purchases.initializeIAP(appKey: "Shop")
        client.lock.locked { client.state.isIAPInitialized = true }
        #expect(client.purchases.setIAPUser("somebody"))
        for list in [ClientPurchases.PurchaseList.activated, .notConsumed] {
            for allStores in [false, true] {
                client.purchases.requestPurchases(list, allStores: allStores, .nhnCloud) { _, error in
                    ends.of.append("refused \(error?.code ?? 0)")
                }
            }
        }
        _ = client.runLoop.drain()
        #expect(ends.of == [])
        client.purchases.requestPurchases(.activated, allStores: true, .nhnCloud) { _, error in ends.of.append("second") }
        _ = client.runLoop.drain()
        #expect(ends.of == ["second"])
        _ = client.shutdown(timeoutMilliseconds: 0)
    }

    @Test func `a key that no thread can make ends its call`() throws {
        let ends = Ends()
        var platform = Platform(clock: HandClock(), random: SystemRandom(), services: EngineServices())
        platform.service = Silence()
        let client = Client(identifier: 1, platform: platform)
        client.purchases.initializeIAP(appKey: "Shop")
        client.lock.locked { client.state.isIAPInitialized = true }
        let call: OpenCall<AuthToken> = try #require(
            client.open(Client.gamebaseDomain, needs: .iap) { _, error in ends.of.append("\(error?.code ?? 0)") })
        let reactor = client.lock.locked { () -> Reactor? in
            defer { client.state.reactor = nil }
            return client.state.reactor
        }
        client.accounts.makeKey(
            "password", salt: PasswordSalt.text(random: [UInt8](repeating: 7, count: PasswordSalt.randomBytes)), for: call
        ) {
            _ in ends.of.append("made")
        }
        _ = client.runLoop.drain()
        #expect(ends.of == ["\(GamebaseError.Code.notCallableState)"])
        client.lock.locked { client.state.reactor = reactor }
        _ = client.shutdown(timeoutMilliseconds: 0)
    }

    @Test func `of timers that are due together each runs, in the order of their times`() throws {
        let clock = HandClock(), ends = Ends(), reactor = try #require(Reactor.make(clock: clock, waits: WaitClock(clock)))
        for after in [30, 10, 20, 90] as [Int64] {
            #expect(reactor.schedule(afterMilliseconds: after) { ends.of.append("\(after)") } != nil)
        }
        clock.move(toMilliseconds: 50)
        reactor.turn()
        #expect(ends.of == ["10", "20", "30"])
        clock.move(toMilliseconds: 90)
        reactor.turn()
        #expect(ends.of == ["10", "20", "30", "90"])
        #expect(reactor.stop(untilNanoseconds: 0))
    }

    @Test func `a store is asked again when it says, after 5 seconds when it does not, and never sooner than after 10 ms`() throws {
        func delay(_ said: Int64?) -> Int64? {
            var json: JSONObject = ["status": "INIT"]
            if let said { json["pollAfterMilliseconds"] = .integer(said) }
            guard case .pending(let delay) = StoreTransaction.read(.object(json))?.outcome else { return nil }
            return delay
        }
        #expect(delay(nil) == 5_000)
        for said: Int64 in [.min, -1, 0, 9, 10] { #expect(delay(said) == 10) }
        for said: Int64 in [11, 4_999, 60_000, 3_600_000] { #expect(delay(said) == said) }
        for said: Int64 in [3_600_001, .max] { #expect(delay(said) == 3_600_000) }
    }

    @Test func `an adapter hears of a cancellation only when it was asked`() {
        let heard = Ends()
        let adapter = SignInAdapter(
            requestCredential: { _ in heard.of.append("asked") }, cancel: { _ in heard.of.append("cancelled") }, logout: nil)
        for isAsked in [false, true] {
            heard.of = []
            let request = SignInRequest(
                provider: "google", additionalInfo: nil, settings: "{}", window: 0, call: CallIdentifier(1)
            ) { _ in }
            if isAsked { request.ask(adapter) }
            request.cancel()?.cancel?(request)
            #expect(heard.of == (isAsked ? ["asked", "cancelled"] : []))
        }
    }
}
