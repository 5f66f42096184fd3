import Linux
import Testing
import Wire

@testable import PushRules

@Suite struct `How pushes look` {
    // Text of a sender: what a title becomes, and what a body.
    @Test(
        arguments: [
            ("plain", "plain", "plain"), ("", "", ""), ("a\nb\tc", "a b c", "a\nb c"), ("a\r\nb", "a b", "a\nb"),
            ("a\u{0}b\u{7F}\u{85}c\u{1B}[0m", "abc[0m", "abc[0m"),
            ("a\u{2028}b\u{2029}", "a b ", "a\nb\n"), ("a\u{202E}b\u{FEFF}", "ab", "ab"),
            ("مرحبا\u{200F}", "مرحبا\u{200F}", "مرحبا\u{200F}"),
            ("👨‍👩‍👧 é 한", "👨‍👩‍👧 é 한", "👨‍👩‍👧 é 한"),
        ])
    func `control characters are cut`(text: String, line: String, body: String) {
        #expect(Array(PushText.line(text).utf8) == Array(line.utf8) && Array(PushText.body(text).utf8) == Array(body.utf8))
    }

    @Test(
        arguments: [
            ("abcd", 4, "abcd"), ("abcde", 4, "abcd"), ("aé", 3, "aé"), ("aé", 2, "a"), ("漢字", 5, "漢"), ("漢字", 2, ""), ("😀😀", 7, "😀"),
            // A letter stays with its accent, a family with its members, a hand with its color, a sign with its form.
            ("ae\u{301}", 3, "a"), ("ae\u{301}", 4, "ae\u{301}"), ("x👨‍👩", 8, "x"),
            ("x👨‍👩", 11, "x"), ("x👨‍👩", 12, "x👨‍👩"), ("x👍🏽", 5, "x"),
            ("☀\u{FE0F}a", 5, ""),
            ("abc", 0, ""),
        ] as [(String, Int, String)])
    func `a text is cut between characters`(text: String, max: Int, cut: String) {
        #expect(Array(PushText.line(text, bytesMax: max).utf8) == Array(cut.utf8))
    }

    static let button = PushButton(id: "B", title: "Go\n", options: [])
    static let app = DesktopApp(name: "Game", entry: "org.example.game", icon: "game")

    private func notify(_ push: PushAppearance, _ capabilities: [String]) -> NotifyCall {
        NotifyCall(push, app: Self.app, capabilities: capabilities)
    }

    // 6.1: a sender's text is plain text, whatever the desktop reads.
    @Test(
        arguments: [
            ("<b>&amp;", "a <i>b</i> & \"c\"", ["body", "body-markup"], "<b>&amp;", "a &lt;i&gt;b&lt;/i&gt; &amp; \"c\""),
            ("<b>&amp;", "a <i>b</i>", ["body"], "<b>&amp;", "a <i>b</i>"), ("t", "b", [], "t", "b"),
            ("", "b\nc", ["body-markup"], "b c", ""),
            ("\u{0}", "b", [], "b", ""), ("t\u{7}", "b\u{7}", [], "t", "b"),
        ] as [(String, String, [String], String, String)])
    func `a title and a body are shown as they were written`(
        title: String, body: String, capabilities: [String], summary: String, shown: String
    ) {
        let call = notify(PushAppearance(title: title, body: body), capabilities)
        #expect(
            call.summary == summary && call.body == shown && call.appName == "Game" && call.appIcon == "game"
                && call.expireMilliseconds == -1)
    }

    @Test func `a title and a body have their limits before they are escaped`() {
        let long = String(repeating: "<", count: 5_000)
        let call = notify(PushAppearance(title: long, body: long), ["body-markup"])
        #expect(call.summary.utf8.count == PushText.titleBytesMax && call.body.utf8.count == PushText.bodyBytesMax * 4)
    }

    // 6.3: up to three pairs beside the click, none where the desktop has no actions.
    @Test(
        arguments: [
            (0, ["actions"], ["default", "Game"]), (1, ["actions"], ["default", "Game", "B", "Go "]),
            (4, ["actions"], ["default", "Game", "B", "Go ", "B", "Go ", "B", "Go "]), (2, ["body"], []), (0, [], []),
        ] as [(Int, [String], [String])])
    func `buttons are pairs of a key and a title`(count: Int, capabilities: [String], actions: [String]) {
        let push = PushAppearance(title: "t", body: "b", buttons: (0..<count).map { _ in Self.button })
        #expect(notify(push, capabilities).actions == actions)
    }

    @Test func `the buttons of a category are shown in the player's language`() {
        let push = PushAppearance(title: "t", body: "b", buttons: ActionBook().buttons(of: "EXECUTE_CATEGORY", for: ["ar"]))
        #expect(notify(push, ["actions"]).actions == ["default", "Game", "EXECUTE_ID", "تنفيذ", "CANCEL_ID", "إلغاء"])
    }

    // 6.3: the table of media.
    @Test(
        arguments: [
            (.png, [], "image-path", .text("file:///a%20b/%C3%A9.x")), (.jpeg, [], "image-path", .text("file:///a%20b/%C3%A9.x")),
            (.gif, ["icon-static"], "image-path", .text("file:///a%20b/%C3%A9.x")), (.wav, ["sound"], "sound-file", .text("/a b/é.x")),
            (.mp3, ["sound"], "sound-file", .text("/a b/é.x")), (.wav, [], "sound-file", nil), (.wav, ["sound"], "image-path", nil),
            (.mp4, ["sound"], "image-path", nil), (.mp4, ["sound"], "sound-file", nil), (.avi, [], "image-path", nil),
            (.png, ["sound"], "sound-file", nil),
        ] as [(MediaType, [String], String, NotifyCall.Hint?)])
    func `media are a hint where the desktop has one for them`(
        type: MediaType, capabilities: [String], name: String, hint: NotifyCall.Hint?
    ) {
        let push = PushAppearance(title: "t", body: "b", media: PushMedia(path: "/a b/é.x", type: type))
        #expect(notify(push, capabilities).hint(name) == hint)
    }

    @Test func `the other hints say whose it is and what it is`() {
        var push = PushAppearance(title: "t", body: "b", category: "INFO_CATEGORY")
        #expect(notify(push, []).hintNames == ["urgency", "desktop-entry", "category"])
        #expect(notify(push, []).hint("category") == .text("x-org.example.game.INFO_CATEGORY"))
        #expect(notify(push, []).hint("desktop-entry") == .text("org.example.game") && notify(push, []).hint("urgency") == .byte(1))
        push.urgency = .critical
        push.isTransient = true
        push.category = nil
        #expect(notify(push, []).hintNames == ["urgency", "desktop-entry", "transient"])
        #expect(notify(push, []).hint("urgency") == .byte(2) && notify(push, []).hint("transient") == .flag(true))
        let bare = NotifyCall(PushAppearance(title: "t", body: "b", category: "C"), app: DesktopApp(name: "Game"), capabilities: [])
        #expect(bare.hintNames == ["urgency", "category"] && bare.hint("category") == .text("x-game.C") && bare.appIcon == "")
    }

    @Test func `names that a long id makes are cut`() {
        let push = PushAppearance(title: "t", body: "b", category: String(repeating: "c", count: 300))
        #expect(notify(push, []).hint("category") == .text("x-org.example.game." + String(repeating: "c", count: 236)))
        #expect(PortalNotification(push, key: String(repeating: "k", count: 300), target: "", version: 1).id.utf8.count == 255)
    }

    // 6.2: the keys of the portal.
    @Test func `the portal has a table of its own`() {
        var push = PushAppearance(title: "t", body: "<b>", category: "C", buttons: [Self.button, Self.button, Self.button, Self.button])
        push.media = PushMedia(path: "/m.png", type: .png)
        push.isTransient = true
        let first = PortalNotification(push, key: "group:g", target: "id", version: 1)
        #expect(first.id == "group:g" && first.target == "id")
        #expect(first.names == ["title", "body", "priority", "default-action", "default-action-target", "buttons"])
        #expect(
            first.value("body") == .text("<b>") && first.value("priority") == .text("normal")
                && first.value("default-action-target") == .text("id"))
        let button = PushButton(id: "B", title: "Go ", options: [])
        #expect(first.value("buttons") == .buttons([button, button, button]))
        let second = PortalNotification(push, key: "group:g", target: "id", version: 2)
        #expect(second.names == first.names + ["display-hint", "icon"] && second.value("icon") == .icon(file: "/m.png"))
        #expect(second.value("display-hint") == .texts(["transient"]))
        #expect(
            PortalNotification(PushAppearance(title: "", body: "b"), key: "k", target: "", version: 2).names.prefix(2) == [
                "title", "priority",
            ])
    }

    @Test(
        arguments: [
            (.png, "icon", true), (.jpeg, "icon", true), (.gif, "icon", false), (.wav, "sound", true), (.mp3, "sound", false),
            (.mp4, "icon", false),
            (.mp4, "sound", false),
        ] as [(MediaType, String, Bool)])
    func `the portal is given the media that it takes`(type: MediaType, name: String, isThere: Bool) {
        let push = PushAppearance(title: "t", body: "b", media: PushMedia(path: "/m", type: type))
        #expect((PortalNotification(push, key: "k", target: "", version: 2).value(name) != nil) == isThere)
        #expect(PortalNotification(push, key: "k", target: "", version: 1).value(name) == nil)
    }

    @Test(arguments: [(.low, "low"), (.normal, "normal"), (.critical, "urgent")] as [(PushAppearance.Urgency, String)])
    func `urgency has a word at the portal`(urgency: PushAppearance.Urgency, word: String) {
        var push = PushAppearance(title: "t", body: "b")
        push.urgency = urgency
        #expect(PortalNotification(push, key: "k", target: "", version: 2).value("priority") == .text(word))
    }
}
