import CLinux
import Codecs
import Linux
import PushRules
import Testing

@testable import Client

@Suite struct `Local pushes over several lives` {
    private static let hour: Int64 = 3_600_000

    /// When the file says that the next one is due.
    private static func kept(_ path: String) throws -> Int64? {
        let bytes = try #require(try Files.read(path, bytesMax: 1 << 20))
        // Behind a checksum.
        let json = try JSON.parse(String(decoding: bytes.dropFirst(8), as: UTF8.self))
        return PendingPushes.read(try #require(json["local"])).pushes.nextDue()
    }

    /// What waits for the service before it reads the file goes on.
    private static func open(_ eventual: EventualBench) throws {
        while eventual.bench.isAsked(.openService) {
            try eventual.bench.take(.openService).answer(.success())
            eventual.bench.turn()
        }
        eventual.bench.turn()
    }

    @Test func `a push that was registered by a clock that was ahead waits its whole time once, and not in each life anew`() throws {
        let eventual = try EventualBench()
        let file = eventual.folder + "/" + NotificationContent.fileName
        defer { unlink(file) }
        eventual.bench.advance(24 * Self.hour)
        var ended: [Bool] = []
        let push = try LocalPush.make(noticeId: 7, title: "t", msg: "m", after: 3_600)
        eventual.client.notifications.register(push) { ended.append($0 != nil && $1 == nil) }
        try Self.open(eventual)
        #expect(ended == [true])
        #expect(try Self.kept(file) == eventual.bench.clock.epochMilliseconds() + Self.hour)
        // The clock of the next life is right.
        try eventual.killAndStart()
        try Self.open(eventual)
        let begun = eventual.bench.clock.epochMilliseconds()
        #expect(try Self.kept(file) == begun + Self.hour)
        // The life behind it goes on with that.
        try eventual.killAndStart()
        try Self.open(eventual)
        eventual.bench.advance(Self.hour / 2)
        #expect(try Self.kept(file) == begun + Self.hour)
        #expect(eventual.client.lock.locked { eventual.client.state.notifications.content.pending.nextDue() } == begun + Self.hour)
    }
}
