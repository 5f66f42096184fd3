import CLinux
import Linux
@testable import Messages
import Codecs
import Testing

@testable import Client

extension ClientBench {
    fileprivate func levelUp(_ level: Int32) {
        client.analytics.traceLevelUp(level, levelUpTime: 1)
        turn()
    }

    /// - Returns: the levels that are sent then; nil when nothing is. The service takes none of them.
    fileprivate func refused(after milliseconds: Int64) throws -> [Int64]? {
        advance(milliseconds)
        guard isAsked(.sendEvents) else { return nil }
        let question = try take(.sendEvents)
        question.answer(.failure(ResultCode.storageFull, "full"))
        return levels(question)
    }

    fileprivate func levels(_ question: Question) -> [Int64] {
        (question.request.parameters["events"]?.arrayValue ?? []).compactMap { $0["data"]?["userLevel"]?.int64Value }
    }
}

@Suite struct `Metrics on their way` {
    @Test func `what is not taken is sent again after 1, 2, 4 seconds and so on, and at last every five minutes`() throws {
        let bench = try ClientBench(playing: "U")
        bench.levelUp(7)
        #expect(try bench.refused(after: 999) == nil)
        #expect(try bench.refused(after: 1) == [7])
        for seconds: Int64 in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
            #expect(try bench.refused(after: seconds * 1_000 - 1) == nil)
            #expect(try bench.refused(after: 1) == [7])
        }
    }

    @Test func `what is taken begins the row of tries anew, though more waits behind it`() throws {
        let bench = try ClientBench(playing: "U")
        for level: Int32 in 1...3_000 { bench.client.analytics.traceLevelUp(level, levelUpTime: 1) }
        bench.turn()
        for milliseconds: Int64 in [1_000, 1_000, 2_000] { #expect(try bench.refused(after: milliseconds)?.first == 1) }
        bench.advance(4_000)
        let question = try bench.take(.sendEvents)
        let count = Int64(bench.levels(question).count)
        #expect(count < 3_000)
        question.answer(.success())
        bench.turn()
        #expect(try bench.refused(after: 0)?.first == count + 1)
        #expect(try bench.refused(after: 999) == nil)
        #expect(try bench.refused(after: 1)?.first == count + 1)
    }

    @Test func `an event that comes while others wait to be sent again begins no second row of tries`() throws {
        let bench = try ClientBench(playing: "U")
        bench.levelUp(1)
        #expect(try bench.refused(after: 1_000) == [1])
        #expect(try bench.refused(after: 1_000) == [1])
        // The next try of the row comes after two seconds.
        #expect(try bench.refused(after: 500) == nil)
        bench.levelUp(2)
        #expect(try bench.refused(after: 1_000) == [1, 2])
        #expect(try bench.refused(after: 500) == [1, 2])
        #expect(try bench.refused(after: 3_999) == nil)
        #expect(try bench.refused(after: 1) == [1, 2])
    }

    @Test func `an event that the service refuses is set aside alone, counted, and does not hold up the others`() throws {
        let bench = try ClientBench(playing: "U")
        for level: Int32 in 1...4 { bench.levelUp(level) }
        bench.advance(1_000)
        var taken: [Int64] = []
        var damaged: Int64?
        while bench.isAsked(.sendEvents) {
            let question = try bench.take(.sendEvents)
            let levels = bench.levels(question)
            damaged = question.request.parameters["journal"]?["damaged"]?.int64Value
            if levels.contains(3) {
                question.answer(.failure(ResultCode.parameterInvalid, "a body of this request may have 1048576 bytes"))
            } else {
                taken += levels
                question.answer(.success())
            }
            bench.turn()
        }
        #expect(taken == [1, 2, 4] && damaged == 1)
    }

    @Test func `what the service leaves out of a batch is counted as lost`() throws {
        let bench = try ClientBench(playing: "U")
        bench.levelUp(1)
        bench.levelUp(2)
        bench.advance(1_000)
        try bench.take(.sendEvents).answer(.success(["rejected": 1, "reasons": ["userId: is another member's"]]))
        bench.turn()
        #expect(try bench.take(.sendEvents).request.parameters["journal"]?["damaged"] == 1)
    }

    @Test func `a journal that could not be opened at the login is opened when nothing is in the way any more`() throws {
        let folder = TestFolder()
        let journal = folder.file(AnalyticsJournal.folderName)
        try Files.writeNew(journal, [1])
        let bench = ClientBench()
        defer { withExtendedLifetime(folder) { _ = bench.client.shutdown(timeoutMilliseconds: 0) } }
        #expect(bench.client.setStorageDirectory(folder.path))
        try bench.start()
        try bench.logIn(as: "U")
        bench.levelUp(1)
        bench.advance(ClientAnalytics.journalOpenMilliseconds)
        bench.levelUp(2)
        #expect(!bench.isAsked(.sendEvents))
        unlink(journal)
        bench.advance(ClientAnalytics.journalOpenMilliseconds)
        bench.levelUp(3)
        bench.advance(1_000)
        #expect(bench.levels(try bench.take(.sendEvents)) == [3])
    }

    /// The stream of a service elsewhere begins with the start, and a player logs in when the title screen has been seen.
    @Test func `a service that is reached long before the login gets what is reported after it`() throws {
        let bench = try ClientBench(playing: nil)
        bench.client.receive(ServerEvent(kind: .reconnected, body: ["isBehind": true]))
        bench.turn()
        bench.advance(60_000)
        // The launching status is too old for a login.
        while bench.isAsked(.getLaunching) { _ = try bench.take(.getLaunching) }
        bench.client.accounts.login(type: "guest", additionalInfo: nil) { _, _ in }
        try bench.take(.getLaunching).answer(.success(["launching": ["status": ["code": 200]]]))
        try bench.take(.idPLogin).answer(.success(["member": ["userId": "U"], "token": ["accessToken": "of U"]]))
        bench.turn()
        #expect(bench.client.userID == "U")
        bench.levelUp(7)
        bench.advance(1_000)
        #expect(bench.levels(try bench.take(.sendEvents)) == [7])
    }

    @Test func `a batch without an answer holds up nothing after the next start`() throws {
        let bench = try ClientBench(playing: "U")
        bench.levelUp(1)
        bench.advance(1_000)
        #expect(bench.levels(try bench.take(.sendEvents)) == [1])
        #expect(bench.client.shutdown(timeoutMilliseconds: 0))
        try bench.start()
        try bench.logIn(as: "U")
        bench.levelUp(2)
        bench.advance(1_000)
        #expect(bench.levels(try bench.take(.sendEvents)) == [2])
    }

    @Test func `behind damage in memory the next file is there before an event needs it`() throws {
        let bench = try ClientBench(playing: "U")
        for level: Int32 in 1...3 { bench.levelUp(level) }
        let tail = bench.client.journalTail
        let size = (tail.place.pointee.end - JournalSegment.headerBytes) / 3
        // What a stray store of the game would do to the second event.
        try #require(tail.place.pointee.base)
            .storeBytes(of: 0xFFFF_FFFF, toByteOffset: JournalSegment.headerBytes + size, as: UInt32.self)
        bench.advance(1_000)
        let first = try bench.take(.sendEvents)
        #expect(bench.levels(first) == [1])
        first.answer(.success())
        bench.levelUp(4)
        #expect(bench.client.lock.locked { bench.client.state.analytics.journal }?.currentCounters.dropped == 0)
        bench.advance(1_000)
        #expect(bench.levels(try bench.take(.sendEvents)) == [4])
    }
}
