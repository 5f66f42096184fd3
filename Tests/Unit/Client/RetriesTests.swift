import Messages
import Testing

@testable import Client

@Suite struct `A request that the service could not take` {
    @Test func `is asked again when nothing of it was begun, and behind a disk that failed where twice is as good as once`() throws {
        let bench = try ClientBench(playing: "U")
        bench.client.setRetries(3, firstDelayMilliseconds: 10)
        let cases: [(name: RequestName, code: Int32, times: Int)] = [
            (.getServerTime, ResultCode.storageFull, 4), (.purchaseConsume, ResultCode.storageFailed, 4),
            (.addMapping, ResultCode.storageFull, 1), (.withdraw, ResultCode.storageFailed, 1),
            (.addMapping, ResultCode.tooManyRequests, 4), (.withdraw, ResultCode.storageLocked, 4),
            (.getServerTime, ResultCode.timeout, 1), (.getServerTime, ResultCode.internalError, 1),
        ]
        for (name, code, times) in cases {
            var (asked, replies) = (0, 0)
            bench.client.send(name, [:]) { _ in replies += 1 }
            while bench.isAsked(name) {
                asked += 1
                #expect(replies == 0)
                try bench.take(name).answer(.failure(code, "not now"))
                // 10, 20 and 40, of each at least half.
                bench.advance(40)
            }
            #expect(asked == times && replies == 1, "\(name) \(code)")
        }
    }

    @Test func `waits for a minute at most, and for half of that at least`() throws {
        let bench = try ClientBench(playing: "U")
        bench.client.setRetries(4, firstDelayMilliseconds: 60_000)
        bench.client.send(.getServerTime, [:]) { _ in }
        for _ in 0..<4 {
            try bench.take(.getServerTime).answer(.failure(ResultCode.tooManyRequests, "not now"))
            bench.advance(29_999)
            #expect(!bench.isAsked(.getServerTime))
            bench.advance(30_001)
            #expect(bench.isAsked(.getServerTime))
        }
    }
}
