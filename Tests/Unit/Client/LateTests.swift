@testable import Messages
import Codecs
import Testing

@testable import Client

private final class Ends: @unchecked Sendable { var of: [String] = [] }

/// A push message as the service hands it over.
private func waiting(_ seq: Int64) -> Reply {
    .success(["token": "push", "messages": [["seq": .integer(seq), "id": .string("\(seq)"), "title": "Hello"]]])
}

private func launching(_ status: Int64) -> Reply { .success(["launching": ["status": ["code": .integer(status)]]]) }

@Suite struct `What comes too late` {
    @Test func `an answer that comes when the client is shut down is dropped`() throws {
        let bench = try ClientBench(playing: nil), ends = Ends()
        for _ in 0..<2 { bench.client.send(.getServerTime, [:]) { _ in ends.of.append("heard") } }
        try bench.take(.getServerTime).answer(.success())
        #expect(ends.of == ["heard"])
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        try bench.take(.getServerTime).answer(.success())
        #expect(ends.of == ["heard"])
    }

    @Test func `a launching status that was held up on its way does not undo a later one`() throws {
        let bench = try ClientBench(playing: nil)
        for _ in 0..<2 { bench.client.receive(ServerEvent(kind: .launchingChanged)) }
        let first = try bench.take(.getLaunching)
        try bench.take(.getLaunching).answer(launching(303))
        first.answer(launching(200))
        #expect(bench.client.launching.launchingStatus == 303)
    }

    @Test func `launching information that was read for an earlier life does not reach the next one`() throws {
        let bench = try ClientBench(playing: nil)
        let read = bench.client.launching.beginRead()
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        bench.client.initialize(Configuration(appID: "Bench", appVersion: "1.0")) { _, _ in }
        #expect(!bench.client.launching.adopt(launching: ["launching": ["status": ["code": 303]]], of: read, first: true))
        #expect(!bench.client.isInitialized)
        #expect(bench.client.launching.launchingStatus != 303)
    }

    @Test func `a device that was opened for an earlier life is not the next one's`() throws {
        let begins: [(ClientBench) -> Void] = [
            { $0.client.initialize(Configuration(appID: "Bench", appVersion: "1.0")) { _, _ in } },
            { $0.client.datastore.setKeys(application: "a", client: "c") },
        ]
        for begin in begins {
            let bench = ClientBench()
            begin(bench)
            let question = try bench.take(.openService)
            bench.random.meanwhile = {
                #expect(bench.client.shutdown(timeoutMilliseconds: 0))
                begin(bench)
            }
            question.answer(.success())
            #expect(bench.random.meanwhile == nil)
            #expect(bench.client.phase == .started)
            #expect(bench.client.uuid == nil)
            // The next life asks for itself.
            #expect(bench.subscribers == 0)
            try bench.take(.openService).answer(.success())
            #expect(bench.client.uuid != nil)
            #expect(bench.subscribers == 1)
        }
    }

    @Test func `what changes while the launching status is read for the first time is read again behind that`() throws {
        let bench = ClientBench()
        bench.client.initialize(Configuration(appID: "Bench", appVersion: "1.0")) { _, _ in }
        try bench.take(.openService).answer(.success())
        bench.client.receive(ServerEvent(kind: .reconnected, body: ["isBehind": true]))
        try bench.take(.getLaunching).answer(launching(200))
        try bench.take(.getLaunching).answer(launching(303))
        #expect(bench.client.launching.launchingStatus == 303)
        #expect(!bench.isAsked(.getLaunching))
    }

    @Test func `push messages that were fetched for a player are not told to the next one`() throws {
        let bench = try ClientBench(playing: "first")
        let forFirst = try bench.take(.pushReceive)
        bench.client.accounts.logout { _ in }
        try bench.take(.logout).answer(.success())
        try bench.logIn(as: "second")
        forFirst.answer(waiting(1))
        bench.turn()
        #expect(!bench.heard.contains(EventMessage.Category.pushReceivedMessage))
        try bench.take(.pushReceive).answer(waiting(2))
        bench.turn()
        #expect(bench.heard.filter { $0 == EventMessage.Category.pushReceivedMessage }.count == 1)
        try bench.take(.pushAcknowledge).answer(.success())
    }

    @Test func `a session does not end by the answer to a call that was cancelled before`() throws {
        let bench = try ClientBench(playing: "U"), ends = Ends()
        for isCancelled in [true, false] {
            bench.client.accounts.issueTransferAccount { _, error in ends.of.append("\(error?.code ?? 0)") }
            let call = Client.lastCall
            try bench.take(.offerTransferAccount).answer(.success(["id": "id"]))
            let kept = try bench.take(.keepTransferAccount)
            if isCancelled { #expect(bench.client.cancelCall(call)) }
            kept.answer(.failure(ResultCode.accessTokenInvalid, "the session is over"))
            bench.turn()
            #expect(bench.client.userID == (isCancelled ? "U" : nil))
            #expect(bench.heard.contains(EventMessage.Category.loggedOut) != isCancelled)
        }
        #expect(ends.of == ["\(GamebaseError.Code.socketError)", "\(GamebaseError.Code.authInvalidGamebaseToken)"])
    }

    @Test func `a kickout that is told again, behind 63 others too, is heard once`() throws {
        let bench = try ClientBench(playing: "U")
        func kick(_ stamp: Int) -> Int {
            bench.client.presence.receivePush(["type": "appKickout", "stamp": .string("\(stamp)")])
            bench.turn()
            return bench.heard.filter { $0 == EventMessage.Category.serverPushAppKickout }.count
        }
        #expect(kick(1) == 1)
        #expect(kick(1) == 1)
        for stamp in 2...64 { #expect(kick(stamp) == stamp) }
        #expect(kick(1) == 64)
    }

    @Test func `a game server's request without an answer is an error, and a refusal is an answer`() throws {
        let bench = try ClientBench(playing: nil), ends = Ends()
        for code in [ResultCode.storageFull, ResultCode.serviceStopped, ResultCode.secretKeyInvalid] {
            bench.client.console.serve(.serverPayment, [:]) { reply, error in
                ends.of.append("\(reply?.resultCode ?? 0) \(error == nil)")
            }
            try bench.take(.serverPayment).answer(.failure(code, "no"))
            bench.turn()
        }
        #expect(ends.of == ["0 false", "0 false", "\(ResultCode.secretKeyInvalid) true"])
    }

    @Test func `queried terms say nothing that the SDK's terms do not have`() throws {
        let bench = try ClientBench(playing: nil), ends = Ends()
        bench.client.screens.queryTerms { terms, _ in ends.of.append(terms?.json.text() ?? "") }
        try bench.take(.queryTerms).answer(.success(["termsSeq": 1, "termsVersion": "1.0", "isAgreed": true, "contents": []]))
        bench.turn()
        #expect(ends.of == [#"{"termsSeq":1,"termsVersion":"1.0","contents":[]}"#])
    }

    @Test func `a sign-in by a code is asked about again in a minute, however long the service says`() throws {
        let bench = try ClientBench(playing: nil), ends = Ends()
        let call = try #require(bench.client.calls.open(deadlineNanoseconds: .max) { _ in })
        let missing = GamebaseError(GamebaseError.Code.authNotSupportedProvider, "none", domain: "\(Client.gamebaseDomain)")
        let waiter = SignInWaiter(
            provider: "oidc", call: call, api: .idPLogin, missing: missing, fail: { ends.of.append("\($0.code)") },
            proven: { token, _ in ends.of.append(token) })
        bench.client.accounts.beginSignIn(waiter, onDevice: true)
        try bench.take(.beginSignIn).answer(.success(["ticket": "t", "intervalMilliseconds": .integer(.max)]))
        for more in [Int64.max, .max] {
            bench.advance(60_000)
            try bench.take(.continueSignIn).answer(.success(["status": "PENDING", "moreMilliseconds": .integer(more)]))
        }
        bench.advance(60_000)
        try bench.take(.continueSignIn).answer(.success(["status": "PROVEN", "accessToken": "proof"]))
        #expect(ends.of == ["proof"])
    }
}
