import Codecs
import Linux
import Testing

@testable import PushRules

@Suite struct `The inbox of pushes` {
    static func entry(
        _ id: String, group: String = "", title: String? = nil, isRead: Bool = false, category: String? = nil, media: String? = nil
    ) -> InboxEntry {
        let entry = InboxEntry(
            id: id, groupId: group, source: .remote, title: title ?? "title of \(id)", body: "body of \(id)", sentAt: 5, mediaPath: media,
            category: category, isRead: isRead)
        guard let entry else { fatalError("an entry of a test") }
        return entry
    }

    static func inbox(_ entries: [InboxEntry]) -> Inbox {
        var inbox = Inbox()
        for entry in entries { _ = inbox.add(entry) }
        return inbox
    }

    static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test(
        arguments: [
            ("a", "", nil, nil, true), ("", "", nil, nil, false), (long(128), long(128), long(4_096), long(64), true),
            (long(129), "", nil, nil, false),
            ("a", long(129), nil, nil, false), ("a", "", "", nil, false), ("a", "", long(4_097), nil, false), ("a", "", nil, "", false),
            ("a", "", nil, long(65), false),
        ] as [(String, String, String?, String?, Bool)])
    func `an entry has an id, and nothing longer than the limits`(id: String, group: String, path: String?, category: String?, isGood: Bool)
    {
        let entry = InboxEntry(
            id: id, groupId: group, source: .local, title: "t", body: "b", sentAt: 0, mediaPath: path, category: category)
        #expect((entry != nil) == isGood)
    }

    @Test func `a push that comes twice is kept once`() {
        var inbox = Self.inbox([Self.entry("a")])
        _ = inbox.markRead("a")
        let again = inbox.add(Self.entry("a", title: "other"))
        #expect(!again.isNew && inbox.entries.count == 1 && inbox.entry("a")?.isRead == true && inbox.entry("a")?.title == "title of a")
    }

    @Test func `a push to two players of one device is an entry of each, read and removed by each alone`() throws {
        func entry(_ userId: String) throws -> InboxEntry {
            try #require(InboxEntry(id: "a", groupId: "", source: .remote, title: "for \(userId)", body: "", sentAt: 0, userId: userId))
        }
        var inbox = Self.inbox([try entry("ann"), try entry("bob"), try entry("bob")])
        #expect(inbox.entries.map(\.userId) == ["ann", "bob"] && inbox.visible(to: "bob").entry("a")?.title == "for bob")
        let marked = (inbox.markRead("a", of: "bob"), inbox.setMedia("/m", of: "a", "bob"))
        #expect(marked == (true, true) && inbox.entry("a", of: "bob")?.isRead == true)
        #expect(inbox.entry("a", of: "ann")?.isRead == false && inbox.entry("a", of: "ann")?.mediaPath == nil)
        let read = Inbox.read(inbox.json)
        #expect(read.inbox == inbox && read.wrong == 0)
        #expect(inbox.remove("a", of: "bob")?.userId == "bob" && inbox.entries.map(\.userId) == ["ann"])
    }

    @Test func `groups are listed by themselves, the newest first, and counted`() {
        var inbox = Self.inbox([Self.entry("a", group: "g"), Self.entry("b"), Self.entry("c", group: "h"), Self.entry("d", group: "g")])
        #expect(inbox.list(group: "g").map(\.id) == ["d", "a"] && inbox.list(group: nil).map(\.id) == ["d", "c", "b", "a"])
        #expect(inbox.list(group: "").map(\.id) == ["b"] && inbox.list(group: "none").isEmpty)
        #expect(inbox.groups() == ["g", "h", ""])
        #expect(InboxEntry(id: "a", groupId: "", source: .local, title: "", body: "", sentAt: 0)?.isRead == false)
        let marks = (inbox.markRead("a"), inbox.markRead("a"), inbox.markRead("none"))
        #expect(marks == (true, false, false))
        #expect(inbox.unreadCount(group: "g") == 1 && inbox.unreadCount(group: nil) == 3)
        let counts = (inbox.markAllRead(group: "g"), inbox.markAllRead(group: nil), inbox.unreadCount(group: nil))
        #expect(counts == (1, 2, 0))
    }

    @Test func `one is removed, a group, or all, and the removed are told for their media`() {
        var inbox = Self.inbox([Self.entry("a", group: "g", media: "/m"), Self.entry("b"), Self.entry("c", group: "g")])
        let first = (inbox.remove("b")?.id, inbox.remove("b")?.id)
        #expect(first.0 == "b" && first.1 == nil)
        #expect(inbox.removeAll(group: "g").map(\.mediaPath) == [nil, "/m"] && inbox.entries.isEmpty)
        inbox = Self.inbox([Self.entry("a", group: "g"), Self.entry("b")])
        #expect(inbox.removeAll(group: nil).count == 2 && inbox.entries.isEmpty)
    }

    @Test func `media are put beside a push when they came`() {
        var inbox = Self.inbox([Self.entry("a")])
        let done = (inbox.setMedia("/m", of: "a"), inbox.setMedia("/m", of: "b"), inbox.setMedia(Self.long(4_097), of: "a"))
        #expect(done == (true, false, false) && inbox.entry("a")?.mediaPath == "/m")
        let gone = inbox.setMedia(nil, of: "a")
        #expect(gone && inbox.entry("a")?.mediaPath == nil)
    }

    @Test func `beyond the limit the oldest that was read goes, else the oldest`() {
        var inbox = Self.inbox((0..<256).map { Self.entry("\($0)", isRead: $0 == 9 || $0 == 200) })
        let dropped = ["a", "b", "c", "d"].map { inbox.add(Self.entry($0)).dropped?.id }
        #expect(dropped == ["9", "200", "0", "1"] && inbox.entries.count == Inbox.countMax)
        #expect(inbox.add(Self.entry("a")) == Inbox.Added(isNew: false, dropped: nil))
    }

    private static func json(_ id: String, _ more: String = "") -> String { #"{"id":\#(id),"source":"local","sentAt":5\#(more)}"# }

    // What a file holds, the ids that are read, and how much of it is wrong.
    @Test(
        arguments: [
            (json("\"a\""), ["a"], 0), (json("\"a\"") + "," + json("\"b\""), ["a", "b"], 0),
            (json("\"a\"") + "," + json("\"a\""), ["a"], 1),
            ("1,[]," + json("\"a\""), ["a"], 2), (json("1"), [], 1), (json("\"\""), [], 1), (#"{"id":"a","sentAt":5}"#, [], 1),
            (#"{"id":"a","source":"other","sentAt":5}"#, [], 1), (#"{"id":"a","source":"local"}"#, [], 1),
            (json("\"a\"", #","isRead":1"#), [], 1), (json("\"a\"", #","title":1"#), [], 1), (json("\"a\"", #","body":null"#), [], 1),
            (json("\"a\"", #","groupId":[]"#), [], 1), (json("\"a\"", #","category":1"#), [], 1),
            (json("\"a\"", #","mediaPath":1"#), [], 1),
            ((0..<258).map { json("\"\($0)\"") }.joined(separator: ","), (2..<258).map { "\($0)" }, 2),
        ] as [(String, [String], Int)])
    func `a file is read without what is wrong in it`(list: String, ids: [String], wrong: Int) throws {
        let read = Inbox.read(try JSON.parse(#"{"version":1,"entries":[\#(list)]}"#))
        #expect(read.inbox.entries.map(\.id) == ids && read.wrong == wrong && read.inbox.unreadCount(group: nil) == ids.count)
    }

    @Test(arguments: ["[]", "{}", #"{"entries":{}}"#]) func `a file that is something else is empty, and wrong`(text: String) throws {
        let read = Inbox.read(try JSON.parse(text))
        #expect(read.inbox.entries.isEmpty && read.wrong == 1)
    }

    @Test func `what is written is read again`() throws {
        let inbox = Self.inbox([Self.entry("a", group: "g", isRead: true, category: "C", media: "/m"), Self.entry("é\n")])
        let read = Inbox.read(try JSON.parse(inbox.json.text()))
        #expect(read.inbox == inbox && read.wrong == 0)
    }
}

@Suite struct `Groups of pushes` {
    private typealias Entries = `The inbox of pushes`

    @Test func `pushes without a group are each shown by themselves`() {
        let inbox = Entries.inbox([Entries.entry("a"), Entries.entry("b")])
        let view = GroupView.of(Entries.entry("b"), in: inbox, for: ["en"])
        #expect(view.key == "push:b" && view.body == "body of b" && view.count == 1)
        #expect(GroupView.of(group: "", in: inbox, for: ["en"]) == nil)
    }

    @Test func `other groups do not count`() {
        let inbox = Entries.inbox([Entries.entry("a", group: "g"), Entries.entry("b", group: "h"), Entries.entry("c", group: "g")])
        #expect(GroupView.of(Entries.entry("b", group: "h"), in: inbox, for: []).count == 1)
        #expect(GroupView.of(Entries.entry("a", group: "g"), in: inbox, for: []).title == "title of c")
    }

    @Test(
        arguments: [
            ("en", "4 new notifications"), ("de", "4 neue Mitteilungen"), ("ru", "Новых уведомлений: 4"), ("ko", "새 알림 4개"),
            ("zh-TW", "4則新通知"), ("zh-CN", "4条新通知"), ("xx", "4 new notifications"),
        ])
    func `the number is told in the player's language`(language: String, text: String) {
        #expect(PushTexts.newOnes(4, for: [language]) == text)
    }
}
