import Codecs
import Linux
import Testing

@testable import Client
@testable import Desktop
@testable import PushRules

/// A push as a desktop is given it (iap_push.md 6.3).
@Suite struct `What a desktop is given` {
    private func entry(_ id: String, _ members: JSONObject) throws -> InboxEntry {
        try #require(ClientNotifications.entry(.object(members), id: id, userId: "", now: 5, isOurs: true))
    }

    private static func long(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }

    private func notice(_ members: JSONObject, desktopEntry: String = "", others: Int = 0) throws -> Notice {
        var inbox = Inbox()
        for number in 0..<others { _ = inbox.add(try entry("other-\(number)", ["title": "o", "groupId": members["groupId"] ?? ""])) }
        let newest = try entry("a", members)
        _ = inbox.add(newest)
        let note = PushNote(newest, (members["buttons"]?.arrayValue ?? []).compactMap { NoteButton($0) })
        return NoticeForm(gameName: "Game", desktopEntry: desktopEntry, icon: "icon", languages: ["ja"])
            .notice(GroupView.of(newest, in: inbox, for: ["en"]), note)
    }

    @Test(
        arguments: [
            ("t", "b", "t", "b", "b"), ("", "b", "b", "", ""), ("", "b\nc", "Game", "b\nc", "b\nc"), ("t", "", "t", "", ""),
            ("", long("a", 256), long("a", 256), "", ""), ("", long("a", 257), "Game", long("a", 257), long("a", 257)),
            ("<b>", "1 < 2 & <i>3</i>", "<b>", "1 < 2 & <i>3</i>", "1 &lt; 2 &amp; &lt;i&gt;3&lt;/i&gt;"),
        ])
    func `title and body, and no markup of a sender`(title: String, body: String, line: String, text: String, markup: String) throws {
        let notice = try notice(["title": .string(title), "body": .string(body)])
        #expect(notice.title == line && notice.body == text && notice.bodyMarkup == markup)
        #expect(notice.key == "push:a" && notice.icon == "icon" && notice.actions.map(\.key) == ["default"])
        #expect(notice.actions.map(\.label) == ["Game"] && notice.category == nil && notice.replyLabel == nil)
    }

    @Test(arguments: ["a", "&", "<"]) func `the longest text is shown, also as markup`(letter: String) throws {
        #expect(try notice(["title": "t", "body": .string(Self.long(letter, PushText.bodyBytesMax))]).isPresentable)
    }

    @Test func `the category says whose it is`() throws {
        #expect(try notice(["title": "t", "category": "SALE_CATEGORY"]).category == "x-Game.SALE_CATEGORY")
        #expect(try notice(["title": "t", "category": "C"], desktopEntry: "org.a.b").category == "x-org.a.b.C")
    }

    @Test func `buttons stand behind the click, and an answer in words has a field`() throws {
        let buttons: JSON = [
            ["name": "Open", "identifier": "O"], ["name": "Answer", "buttonType": "REPLY", "hint": "Say it"],
            ["name": "Away", "buttonType": "DISMISS"],
        ]
        let notice = try notice(["title": "t", "buttons": buttons])
        #expect(notice.actions.map(\.key) == ["default", "O", "Away"] && notice.actions.map(\.label) == ["Game", "Open", "Away"])
        #expect(notice.replyLabel == "Say it" && notice.replyTitle == "Answer")
        let bare: JSON = [["name": "Answer", "buttonType": "REPLY"]]
        #expect(try self.notice(["title": "t", "buttons": bare]).replyLabel == "Answer")
    }

    @Test(
        arguments: [
            ("/c/a.jpg", "/c/a.jpg", nil, nil), ("/c/a.png", "/c/a.png", nil, nil), ("/c/a.gif", "/c/a.gif", nil, nil),
            ("/c/a.wav", nil, "/c/a.wav", nil), ("/c/a.mp3", nil, "/c/a.mp3", nil), ("/c/a.m4a", nil, nil, "再生"),
            ("/c/a.mp4", nil, nil, "再生"), ("/c/a.avi", nil, nil, "再生"), ("/c/a.txt", nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func `pictures are shown, short sounds played, and films have a button`(
        path: String, image: String?, sound: String?, film: String?
    )
        throws
    {
        let notice = try notice(["title": "t", "mediaPath": .string(path)])
        #expect(notice.imagePath == image && notice.soundPath == sound)
        #expect(notice.actions.dropFirst().map(\.label) == (film.map { [$0] } ?? []))
    }

    @Test func `a group has the buttons and the picture of its newest, how many they are, and a button that shows each`() throws {
        let buttons: JSON = [["name": "Open"]]
        let members: JSONObject = [
            "title": "t", "body": "b", "groupId": "g", "category": "C", "mediaPath": "/c/a.png", "buttons": buttons,
        ]
        let alone = try notice(members)
        #expect(alone.key == "group:g" && alone.body == "b" && alone.imagePath != nil && alone.actions.count == 2)
        let folded = try notice(members, others: 2)
        #expect(folded.key == "group:g" && folded.title == "t" && folded.body == "b\n3 new notifications")
        #expect(folded.actions.map(\.key) == ["default", "Open", "show-each"] && folded.actions.last?.label == "1件ずつ表示")
        #expect(folded.category == "x-Game.C" && folded.imagePath == "/c/a.png" && folded.isPresentable)
        var longest = members
        longest["body"] = .string(Self.long("&", PushText.bodyBytesMax))
        #expect(try notice(longest, others: 2).isPresentable)
    }

    @Test func `a sender cannot say what only the library knows`() throws {
        let members: JSONObject = [
            "title": "t", "source": "local", "isLate": true, "noticeId": 7, "mediaPath": "/etc/passwd", "isRead": true, "isAd": true,
        ]
        let remote = try #require(ClientNotifications.entry(.object(members), id: "a", userId: "u", now: 5))
        let note = PushNote(remote, [])
        #expect(!note.isLocal && !note.isLate && note.noticeId == 0 && remote.mediaPath == nil && !remote.isRead)
        #expect(remote.rest["isAd"] == true && remote.sentAt == 5 && remote.userId == "u")
    }

    @Test func `a push comes back from its JSON as it was`() throws {
        let members: JSONObject = [
            "id": "a", "title": "t", "body": "b", "groupId": "g", "source": "local", "isLate": true, "noticeId": 7, "sentAt": 9,
            "mediaPath": "/c/a.png", "isRead": true, "media": "https://a/", "link": "https://b/", "extras": "{\"c\":1}", "category": "C",
            "buttons": [["name": "Open"]],
        ]
        let note = try #require(PushNote.read(.object(members)))
        let again = try #require(PushNote.read(note.json))
        #expect(again.json == note.json && again.isLate && again.isLocal && again.noticeId == 7 && again.entry.isRead)
        #expect(again.entry.mediaPath == "/c/a.png" && again.media == "https://a/" && again.buttons.map(\.id) == ["Open"])
    }
}
