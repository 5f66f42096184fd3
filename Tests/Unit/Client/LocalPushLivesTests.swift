import CLinux
import Codecs
import Linux
import Messages
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

    /// - Returns: the ids of what the inbox in the file has.
    private static func inbox(_ path: String) throws -> [String] {
        let bytes = try #require(try Files.read(path, bytesMax: 1 << 20))
        let json = try JSON.parse(String(decoding: bytes.dropFirst(8), as: UTF8.self))
        return Inbox.read(try #require(json["inbox"])).inbox.entries.map { $0.id }
    }

    @Test func `a push whose handler shuts the game down was told, and is in the inbox`() throws {
        let eventual = try EventualBench()
        let file = eventual.folder + "/" + NotificationContent.fileName
        defer { unlink(file) }
        var told = 0
        var delegate = NotificationDelegate()
        delegate.received = { [weak eventual] _ in
            told += 1
            _ = eventual?.client.shutdown(timeoutMilliseconds: 0)
        }
        eventual.client.notifications.setDelegate(delegate)
        eventual.client.notifications.register(try LocalPush.make(noticeId: 7, title: "t", msg: "m", after: 1)) { _, _ in }
        try Self.open(eventual)
        #expect(try Self.kept(file) != nil)
        eventual.bench.advance(1_000)
        #expect(told == 1 && eventual.client.phase == .stopped)
        #expect(try Self.kept(file) == nil)
        #expect(try Self.inbox(file).count == 1)
    }

    @Test func `a push of the mobile backend whose handler shuts the game down is in the inbox`() throws {
        let eventual = try EventualBench()
        let file = eventual.folder + "/" + NotificationContent.fileName
        defer { unlink(file) }
        eventual.client.notifications.use()
        try Self.open(eventual)
        let installation = try #require(eventual.datastore.currentInstallation)
        try installation.change(InstallationFields.token, .set(.value("t")))
        eventual.saveNow(installation)
        eventual.answer(try eventual.request(.objectsCreate), ["objectId": "i", "createDate": "2020-01-01T00:00:00.000Z"])
        eventual.datastore.setPushHandler { [weak eventual] _ in _ = eventual?.client.shutdown(timeoutMilliseconds: 0) }
        try eventual.request(.installationsReceive).answer(.success(["messages": [["seq": 7, "id": "p", "message": "hello"]]]))
        eventual.bench.turn()
        #expect(eventual.client.phase == .stopped)
        #expect(try Self.inbox(file) == ["ncmb-p"])
    }
}
