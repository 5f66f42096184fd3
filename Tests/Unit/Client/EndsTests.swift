@testable import Engine
import Codecs
import Linux
import Messages
import Testing

@testable import Client

/// A service that does not end when it is told to.
private final class StuckService: LocalService {
    func start() -> Bool { true }
    func stop(untilNanoseconds deadline: Int64) -> Bool { false }
    func stop(then: @escaping @Sendable () -> Void) { then() }
    func setSuspended(_ suspended: Bool) {}
    func setTakesMails(_ subscription: Int64, _ takes: Bool) {}
    func perform(_ job: @escaping @Sendable () -> Void) { job() }
    func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {}
    func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 { 1 }
    func listen(_ id: Int64, as accessToken: String?) {}
    func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool { true }
}

private final class StuckServices: LocalServices {
    func make(directory: String?, app: String?, isIAPKey: Bool, clock: any Clock, random: any RandomSource) -> any LocalService {
        StuckService()
    }
    func prepare(_ directory: String) -> String? { nil }
    func setAside(_ others: [String], in directory: String, epochSeconds: Int64) -> SettingAside { .nothing }
}

@Suite struct `How a client ends` {
    @Test func `a shutdown says whether the service ended in time`() {
        let client = Client(identifier: 1, platform: Platform(clock: SystemClock(), random: SystemRandom(), services: StuckServices()))
        #expect(client.setStorageDirectory(Client.memoryStorageName))
        client.purchases.initializeIAP(appKey: "Shop")
        #expect(client.phase == .started)
        #expect(!client.shutdown(timeoutMilliseconds: 1_000))
        #expect(client.phase == .stopped)
    }

    @Test func `a service that is somebody else's is no reason for a shutdown to be late`() throws {
        let bench = try ClientBench(playing: "U")
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
    }

    /// The stream of a session that ended elsewhere makes the client ask by itself, while the game asks too.
    @Test(arguments: [false, true])
    func `a session that two answers at once say is over is told as logged out once`(isHeartbeatFirst: Bool) throws {
        let bench = try ClientBench(playing: "U")
        bench.client.accounts.requestTemporaryWithdrawal { _, _ in }
        bench.client.receive(ServerEvent(kind: .reconnected, body: ["isBehind": true]))
        let asked = [try bench.take(.requestTemporaryWithdrawal), try bench.take(.heartbeat)]
        for question in isHeartbeatFirst ? asked.reversed() : asked { question.answer(.failure(ResultCode.accessTokenInvalid, "over")) }
        bench.turn()
        #expect(bench.client.userID == nil)
        #expect(bench.heard.filter { $0 == EventMessage.Category.loggedOut }.count == 1)
    }

    /// The event and the refusal of the session that it ended have two ways to the client.
    @Test(arguments: [false, true])
    func `a session that ended by its provider's word is told so once, whichever way is faster`(isEventFirst: Bool) throws {
        let bench = try ClientBench(playing: "U")
        let reason: JSON = ["idPType": "appleid", "authMappingList": ["appleid"]]
        let event = ServerEvent(kind: .idPRevoked, userId: "U", body: reason)
        if isEventFirst { bench.client.receive(event) }
        bench.client.receive(ServerEvent(kind: .memberChanged, userId: "U"))
        try bench.take(.heartbeat).answer(.failure(ResultCode.accessTokenInvalid, "over", body: ["idPRevoked": reason]))
        if !isEventFirst { bench.client.receive(event) }
        bench.turn()
        #expect(bench.client.userID == nil)
        #expect(
            bench.heard.filter { $0 == EventMessage.Category.loggedOut || $0 == EventMessage.Category.idPRevoked } == [
                EventMessage.Category.idPRevoked, EventMessage.Category.loggedOut,
            ])
    }

    @Test func `who is stopping does not begin to hear the service, which would hold it for ever`() throws {
        let bench = ClientBench()
        bench.client.purchases.initializeIAP(appKey: "Shop")
        #expect(bench.subscribers == 1)
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        #expect(bench.subscribers == 0)
        bench.client.initialize(Configuration(appID: "Bench", appVersion: "1.0")) { _, _ in }
        // What a service's thread does while another one shuts down.
        _ = bench.client.calls.open(deadlineNanoseconds: .max) { _ in _ = bench.client.subscribeToService() }
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        #expect(bench.subscribers == 0)
    }

    @Test func `nothing begins anew while the client runs, in memory neither`() throws {
        let bench = ClientBench()
        #expect(bench.client.setStorageDirectory(Client.memoryStorageName))
        #expect(bench.client.startAnew(appID: nil))
        try bench.start()
        #expect(!bench.client.startAnew(appID: nil))
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        #expect(bench.client.startAnew(appID: nil))
    }

    @Test func `a store is told of the end once, also by a client that never started`() throws {
        for isStarted in [false, true] {
            let bench = ClientBench()
            var ends = 0
            let adapter = HostStoreAdapter(capabilities: 0, kinds: [], ask: { _ in }, close: { ends += 1 })
            #expect(bench.client.purchases.setStore(adapter, for: "STEAM"))
            if isStarted { try bench.start() }
            for _ in 0..<2 {
                #expect(bench.client.shutdown(timeoutMilliseconds: 0))
                #expect(ends == 1)
            }
        }
    }
}
