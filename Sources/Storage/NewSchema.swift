import Linux

/// What makes a new database: the same tables and indexes as all steps one after the other, without what a later step takes back. A column
/// that is added to a table costs SQLite more than the table does, because it reads the whole schema again each time.
struct NewSchema {
    private(set) var statements: [String] = []
    /// Of each statement what it makes, "TABLE name" or "INDEX name"; empty when no later one may change it.
    private var made: [String] = []

    init(_ migrations: [Migration]) {
        for migration in migrations {
            for statement in migration.statements { add(statement) }
        }
        statements.removeAll { $0.isEmpty }
    }

    private mutating func add(_ statement: String) {
        var words = Words(statement)
        let verb = words.next()
        var kind = words.next()
        if kind == "UNIQUE" { kind = words.next() }
        let name = kind + " " + words.next()
        let place = made.lastIndex(of: name)
        switch verb {
        case "DROP":
            guard let place else { break }
            made[place] = ""
            if kind != "INDEX" { break }
            statements[place] = ""
            return
        case "ALTER":
            guard words.next() == "ADD", words.next() == "COLUMN" else {
                // Of what has another name now nothing is known.
                made = [String](repeating: "", count: made.count)
                break
            }
            guard let place, let whole = Self.adding(words.rest, to: statements[place]) else { break }
            statements[place] = whole
            return
        default: break
        }
        statements.append(statement)
        made.append(verb == "CREATE" ? name : "")
    }

    /// The column stands where SQLite puts it: behind the last one, before what is said of the whole table.
    private static func adding(_ column: String, to table: String) -> String? {
        let bytes = Array(table.utf8)
        var depth = 0
        var isText = false
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "'"): isText.toggle()
            case _ where isText: break
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return inserted(", " + column, bytes, place) }
            case UInt8(ascii: ",") where depth == 1:
                var words = Words(String(decoding: bytes[(place + 1)...], as: UTF8.self))
                if isOfTable(words.next()) { return inserted(", " + column, bytes, place) }
            default: break
            }
        }
        return nil
    }

    private static func isOfTable(_ word: String) -> Bool {
        word == "PRIMARY" || word == "UNIQUE" || word == "CHECK" || word == "FOREIGN" || word == "CONSTRAINT"
    }

    private static func inserted(_ text: String, _ bytes: [UInt8], _ place: Int) -> String {
        String(decoding: bytes[..<place] + Array(text.utf8) + bytes[place...], as: UTF8.self)
    }

    /// Words of SQL, as far as a statement's head has them: letters, digits and underscores.
    private struct Words {
        private let bytes: [UInt8]
        private var at = 0

        init(_ text: String) { bytes = Array(text.utf8) }

        mutating func next() -> String {
            skipSpace()
            let start = at
            while at < bytes.count, Self.isOfWord(bytes[at]) { at += 1 }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }

        var rest: String {
            var words = self
            words.skipSpace()
            return String(decoding: bytes[words.at...], as: UTF8.self)
        }

        private mutating func skipSpace() {
            while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\n") { at += 1 }
        }

        private static func isOfWord(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        }
    }
}
