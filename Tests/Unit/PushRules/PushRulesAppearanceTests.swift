import Codecs
import Linux
import Testing

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

    @Test func `the buttons of a category are shown in the player's language`() {
        let buttons = ActionBook().buttons(of: "EXECUTE_CATEGORY", for: ["ar"])
        #expect(buttons.map(\.id) == ["EXECUTE_ID", "CANCEL_ID"] && buttons.map(\.title) == ["تنفيذ", "إلغاء"])
    }

    @Test(arguments: [MediaType.jpeg, .png, .gif, .wav, .mp3, .mp4Audio, .mp4, .avi]) func `a file's name says its type`(type: MediaType) {
        #expect(MediaType.named(byFile: "/a.b/c." + type.fileExtension) == type && MediaType.named(byFile: "/a.png/c") == nil)
    }
}
