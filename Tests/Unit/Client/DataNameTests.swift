import Codecs
import Documents
import Testing

@testable import Client

@Suite struct `The id of an object` {
    @Test func `is what the row says, of every length and letter`() {
        for id in [
            "", "a", "0123456789abcde", "0123456789abcdef", "0123456789abcdefg", "caf\u{E9}", "\u{65E5}\u{672C}\u{8A9E}\u{65E5}\u{672C}x",
            "\u{65E5}\u{672C}\u{8A9E}\u{65E5}\u{672C}\u{8A9E}",
        ] {
            let rows = PackedRows(columns: 1)
            rows.append(text: id)
            var name = DataName(rows[0], 0)
            #expect(name.text == id && name.text == id)
            if case .bytes = DataName(rows[0], 0) { #expect(id.utf8.count <= 16) } else { #expect(id.utf8.count > 16) }
        }
        var (none, one) = (DataName(nil), DataName("x"))
        #expect(none.text == nil && one.text == "x")
    }

    @Test func `is another one after the game has set it, and none after nil`() {
        let rows = PackedRows(columns: ObjectRow.Column.fields + 1)
        for text in ["0123456789abcdef", "", "", "", "{}", "{}"] { rows.append(text: text) }
        let object = DataObject(className: "Horse", .unread(rows[0]))
        object.setObjectId("b")
        #expect(object.objectId == "b")
        let other = DataObject(className: "Horse", .unread(rows[0]))
        #expect(other.objectId == "0123456789abcdef")
        other.setObjectId(nil)
        #expect(other.objectId == nil)
    }
}
