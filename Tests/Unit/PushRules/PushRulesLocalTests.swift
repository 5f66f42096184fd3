import Codecs
import Linux
import Testing

@testable import PushRules

@Suite struct `Local pushes` {
    static let now: Int64 = 1_700_000_000_000

    static func push(_ noticeId: Int64, after: Int64 = 60, title: String = "t") -> LocalPush {
        guard let push = try? LocalPush.make(noticeId: noticeId, title: title, msg: "m", after: after) else {
            fatalError("a push of a test")
        }
        return push
    }

    private func pending(_ pushes: [LocalPush]) -> PendingPushes {
        var pending = PendingPushes()
        for push in pushes { _ = pending.register(push, now: Self.now) }
        return pending
    }

    // 5.2: the fields and their limits.
    @Test(
        arguments: [
            ("t", "", 0, "", "", nil), ("", "m", 0, "", "", nil), ("", "", 0, "", "", .noText), ("t", "m", -1, "", "", .wrongAfter),
            ("t", "m", 316_224_000, "", "", nil), ("t", "m", 316_224_001, "", "", .wrongAfter), ("t", "m", .max, "", "", .wrongAfter),
            (String(repeating: "é", count: 128), "", 0, "", "", nil),
            (String(repeating: "é", count: 128) + "a", "", 0, "", "", .titleTooLong),
            ("", String(repeating: "a", count: 4_096), 0, "", "", nil), ("", String(repeating: "a", count: 4_097), 0, "", "", .bodyTooLong),
            ("t", "", 0, String(repeating: "g", count: 128), "", nil), ("t", "", 0, String(repeating: "g", count: 129), "", .groupTooLong),
            ("t", "", 0, "", String(repeating: "x", count: 4_088), nil),
            ("t", "", 0, "", String(repeating: "x", count: 4_089), .restTooLong),
        ] as [(String, String, Int64, String, String, LocalPush.Fault?)])
    func `a push has a text, a time to come and members within their limits`(
        title: String, msg: String, after: Int64, group: String, more: String, fault: LocalPush.Fault?
    ) {
        var rest = JSONObject()
        if !more.isEmpty { rest["k"] = .string(more) }
        do throws(LocalPush.Fault) {
            let push = try LocalPush.make(noticeId: 1, title: title, msg: msg, after: after, groupId: group, rest: rest)
            #expect(fault == nil && LocalPush.read(push.json) == push)
        } catch {
            #expect(error == fault && !error.reason.isEmpty)
        }
    }

    static func nested(_ depth: Int) -> JSON { (1..<depth).reduce(["k": 1]) { inner, _ in ["k": inner] } }

    @Test(arguments: [("local", 48, true), ("local", 49, false), ("inbox", 48, true), ("inbox", 49, false)])
    func `members that only other systems know are nested no deeper than the file is read`(kind: String, depth: Int, fits: Bool) throws {
        // The object of the members is the outermost.
        let rest = try #require(Self.nested(depth).objectValue)
        if kind == "inbox" {
            let entry = InboxEntry(id: "1", groupId: "", source: .remote, title: "t", body: "b", sentAt: 1, rest: rest)
            #expect((entry != nil) == fits && InboxEntry.mayBeKept(rest) == fits)
        } else {
            #expect(((try? LocalPush.make(noticeId: 1, title: "t", msg: "m", rest: rest)) != nil) == fits)
        }
    }

    @Test func `members that only other systems know are kept, and cannot pass for its own`() throws {
        let push = try LocalPush.make(noticeId: 7, title: "t", msg: "m", rest: ["bigText": "b", "noticeId": 8])
        #expect(push.json["noticeId"] == 7 && push.json["bigText"] == "b")
        #expect(LocalPush.read(push.json)?.rest == ["bigText": "b"])
    }

    @Test func `what is left out has no text, no wait and no group`() throws {
        let push = try #require(LocalPush.read(["noticeId": 1, "title": "t"]))
        #expect(push.msg == "" && push.after == 0 && push.groupId == "" && push.rest.isEmpty)
    }

    @Test func `the same noticeId takes the place of the one before`() {
        var pending = pending([Self.push(1), Self.push(2)])
        #expect(pending.register(Self.push(1, after: 5, title: "new"), now: Self.now) == nil)
        #expect(pending.entries.map(\.push.noticeId) == [2, 1] && pending.entries.last?.push.title == "new")
        #expect(pending.nextDue() == Self.now + 5_000)
    }

    @Test func `of more than 64 the oldest is dropped, and told`() {
        var pending = pending((1...64).map { Self.push($0) })
        // Registered anew it is the youngest, and makes no room.
        #expect(pending.register(Self.push(1), now: Self.now) == nil && pending.entries.count == 64)
        #expect(pending.register(Self.push(65), now: Self.now)?.noticeId == 2)
        #expect(pending.entries.count == 64 && pending.entries.map(\.push.noticeId).suffix(2) == [1, 65])
    }

    @Test func `one is unregistered, or all`() {
        var pending = pending([Self.push(1), Self.push(2)])
        let gone = (pending.unregister(1), pending.unregister(1), pending.entries.map(\.push.noticeId))
        #expect(gone.0 && !gone.1 && gone.2 == [2])
        pending.unregisterAll()
        #expect(pending.entries.isEmpty && pending.nextDue() == nil)
    }

    @Test func `each fires once, at its millisecond, the earliest first`() {
        var pending = pending([Self.push(1, after: 60), Self.push(2, after: 10), Self.push(3, after: 60)])
        let times: [(Int64, [Int64])] = [(9_999, []), (10_000, [2]), (10_000, []), (59_999, []), (60_000, [1, 3]), (99_000, [])]
        for (milliseconds, ids) in times {
            #expect(pending.takeDue(now: Self.now + milliseconds, startedAt: Self.now).map(\.push.noticeId) == ids)
        }
    }

    @Test func `what is due stays until it is settled, and is due again when it could not be told`() {
        var pending = pending([Self.push(1), Self.push(2), Self.push(3)])
        let due = pending.takeDue(now: Self.now + 60_000, startedAt: Self.now)
        #expect(due.count == 3 && pending.entries.count == 3 && pending.waiting.isEmpty && pending.nextDue() == nil)
        // A life that ends here leaves all three to the next.
        #expect(PendingPushes.read(pending.json).pushes.nextDue() == Self.now + 60_000)
        #expect(pending.settle(due[0], wasTold: true) && !pending.isOwed(due[0]) && !pending.settle(due[0], wasTold: true))
        #expect(pending.settle(due[1], wasTold: false) && pending.nextDue() == due[1].dueAt)
        // Registered anew, it is another one.
        _ = pending.register(Self.push(3), now: Self.now + 60_000)
        #expect(!pending.isOwed(due[2]) && !pending.settle(due[2], wasTold: true) && pending.waiting.count == 2)
    }

    @Test func `what is on its way to the game is not dropped for others`() {
        var pending = pending([Self.push(0, after: 0)])
        #expect(pending.takeDue(now: Self.now, startedAt: Self.now).count == 1)
        for id in 1...64 { #expect(pending.register(Self.push(Int64(id)), now: Self.now) == nil) }
        #expect(pending.register(Self.push(65), now: Self.now)?.noticeId == 1 && pending.entries.first?.push.noticeId == 0)
        // Nor by a life that ends before it was told.
        let read = PendingPushes.read(pending.json)
        #expect(read.wrong == 0 && read.pushes.entries.map(\.push) == pending.entries.map(\.push))
    }

    @Test(arguments: [(-1 as Int64, false), (0, false), (1, true), (5_000, true)])
    func `what was due before the start is late`(startedAfterDue: Int64, isLate: Bool) {
        var pending = pending([Self.push(1, after: 60)])
        let due = Self.now + 60_000
        let fired = pending.takeDue(now: due + 5_000, startedAt: due + startedAfterDue)
        #expect(fired.map(\.isLate) == [isLate] && fired.first?.dueAt == due)
    }

    // A push of an hour, registered at 0: the clock says the first, then the second minute; how long after that it fires.
    @Test(
        arguments: [
            (10, 60, 0), (10, 10_000, 0), (10, 5, 55), (10, 0, 60), (10, -1, 60), (50, -1, 60), (10, -10_000, 60), (10, -20_000_000, 60),
        ] as [(Int64, Int64, Int64)])
    func `a clock that is set makes a push wait no longer than its whole time`(before: Int64, after: Int64, waits: Int64) {
        let minute: Int64 = 60_000
        var pending = pending([Self.push(1, after: 3_600)])
        #expect(pending.takeDue(now: Self.now + before * minute, startedAt: Self.now).isEmpty)
        let set = Self.now + after * minute
        if waits > 0 {
            #expect(pending.takeDue(now: set, startedAt: Self.now).isEmpty)
            #expect(pending.nextDue() == set + waits * minute)
            #expect(pending.takeDue(now: set + waits * minute - 1, startedAt: Self.now).isEmpty)
        }
        #expect(pending.takeDue(now: set + waits * minute, startedAt: Self.now).count == 1)
    }

    @Test(arguments: [Int64.min, .max, 0, -1]) func `no time makes the list trap`(time: Int64) {
        var pending = PendingPushes()
        _ = pending.register(Self.push(1, after: LocalPush.afterSecondsMax), now: time)
        _ = pending.register(Self.push(2, after: 0), now: .max)
        for fired in pending.takeDue(now: time, startedAt: .min) { _ = pending.settle(fired, wasTold: false) }
        let again = PendingPushes.read(pending.json)
        #expect(again.wrong == 0 && again.pushes == pending)
    }

    private static func entry(_ id: Int64, _ registered: String = "5000", _ due: String = "65000", push: String? = nil) -> String {
        let push = push ?? #"{"noticeId":\#(id),"title":"t","after":60}"#
        return #"{"registeredAt":\#(registered),"dueAt":\#(due),"push":\#(push)}"#
    }

    // What a file holds, the ids that are read, and how much of it is wrong.
    @Test(
        arguments: [
            (entry(1), [1], 0), (entry(1) + "," + entry(2), [1, 2], 0), (entry(1) + "," + entry(1), [1], 1), ("", [], 0),
            ("1,null," + entry(3), [3], 2), (entry(1, "null"), [], 1), (entry(1, "5000", "\"x\""), [], 1),
            (entry(1, "5000", "65001"), [], 1),
            (entry(1, "5000.5"), [], 1), (entry(1, push: "null"), [], 1), (entry(1, push: #"{"title":"t","after":60}"#), [], 1),
            (entry(1, push: #"{"noticeId":"1","title":"t","after":60}"#), [], 1),
            (entry(1, push: #"{"noticeId":1,"title":2,"after":60}"#), [], 1),
            (entry(1, push: #"{"noticeId":1,"after":60}"#), [], 1), (entry(1, push: #"{"noticeId":1,"title":"t","after":"60"}"#), [], 1),
            ((1...70).map { entry($0) }.joined(separator: ","), (1...70).map { $0 }, 0),
        ] as [(String, [Int64], Int)])
    func `a file is read without what is wrong in it`(list: String, ids: [Int64], wrong: Int) throws {
        let read = PendingPushes.read(try JSON.parse(#"{"version":1,"pending":[\#(list)]}"#))
        #expect(read.pushes.entries.map(\.push.noticeId) == ids && read.wrong == wrong)
        let again = PendingPushes.read(read.pushes.json)
        #expect(again.pushes == read.pushes && again.wrong == 0)
    }

    @Test func `of more than can have been on their way the oldest are left out`() throws {
        let list = (1...4_161).map { Self.entry($0) }.joined(separator: ",")
        let read = PendingPushes.read(try JSON.parse(#"{"version":1,"pending":[\#(list)]}"#))
        #expect(read.pushes.entries.count == 4_160 && read.pushes.entries.first?.push.noticeId == 2 && read.wrong == 1)
    }

    @Test(arguments: ["[]", "{}", "1", #"{"pending":1}"#]) func `a file that is something else is empty, and wrong`(text: String) throws {
        let read = PendingPushes.read(try JSON.parse(text))
        #expect(read.pushes.entries.isEmpty && read.wrong == 1)
    }
}
