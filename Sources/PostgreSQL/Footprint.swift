import Storage

/// Which rows a statement may read or change, as far as its text says. Where it is silent or its text is not simple, all of its tables.
struct Footprint {
    enum Source {
        case parameter(Int)
        case text(String)
    }

    enum Act { case select, insert, update, delete, other }

    private(set) var act = Act.other
    /// All that it names.
    private(set) var tables: [String] = []
    enum OnConflict { case fail, ignore, update }

    /// What an INSERT does about a row that is there already.
    private(set) var onConflict = OnConflict.fail
    /// One table, conditions that must all hold, nothing inside another.
    private(set) var isSimple = false
    /// For a statement of one table: each row that it reads, inserts, changes or deletes has these values, before and after.
    private(set) var equals: [(column: String, source: Source)] = []

    init(_ sql: String) {
        let tokens = SQLTokens(sql)
        let all = tokens.all
        for place in all.indices.dropLast() where ["FROM", "JOIN", "INTO", "UPDATE"].contains(all[place].word) {
            let next = all[place + 1]
            if next.isName, !tables.contains(next.word) { tables.append(next.word) }
        }
        act = Self.acts[all.first?.word ?? ""] ?? .other
        if all.contains(where: { $0.word == "CONFLICT" }) {
            onConflict = all.contains { $0.word == "NOTHING" } ? .ignore : .update
        }
        isSimple = tables.count == 1 && tokens.isSimple
        guard isSimple else { return }
        switch act {
        case .insert: equals = Self.inserted(all)
        case .update:
            let set = Self.assigned(all)
            equals = Self.compared(all).filter { !set.contains($0.column) }
        case .select, .delete: equals = Self.compared(all)
        case .other: break
        }
    }

    private static let acts: [String: Act] = ["SELECT": .select, "INSERT": .insert, "UPDATE": .update, "DELETE": .delete]

    /// `column = ?` of the conditions that must all hold.
    private static func compared(_ all: [SQLTokens.Token]) -> [(column: String, source: Source)] {
        guard let start = all.firstIndex(where: { $0.word == "WHERE" }) else { return [] }
        var found: [(column: String, source: Source)] = []
        var place = start + 1
        while place + 2 < all.count {
            // An alias before the name says nothing in a statement of one table.
            if all[place].isName, all[place + 1].word == "." { place += 2 }
            guard place + 2 < all.count else { break }
            let end = place + 3 < all.count ? all[place + 3].word : "AND"
            if all[place].isName, all[place + 1].word == "=", let source = all[place + 2].source, ends.contains(end) {
                found.append((all[place].word, source))
            }
            guard let next = all[place...].firstIndex(where: { ends.contains($0.word) }), all[next].word == "AND" else { break }
            place = next + 1
        }
        return found
    }

    private static let ends: Set<String> = ["AND", "ORDER", "LIMIT", "FOR", "GROUP", "OFFSET"]

    private static func assigned(_ all: [SQLTokens.Token]) -> Set<String> {
        var names: Set<String> = []
        for place in all.indices.dropLast() where all[place].isName && all[place + 1].word == "=" {
            if all[..<place].contains(where: { $0.word == "WHERE" }) { break }
            names.insert(all[place].word)
        }
        return names
    }

    private static func inserted(_ all: [SQLTokens.Token]) -> [(column: String, source: Source)] {
        guard let values = all.firstIndex(where: { $0.word == "VALUES" }), all.count > 3, all[3].word == "(" else { return [] }
        let columns = all[4..<values].filter { $0.isName }.map { $0.word }
        var sources: [Source?] = []
        var place = values + 2
        var depth = 0
        var length = 0
        while place < all.count {
            let token = all[place]
            if token.word == ")", depth == 0 { break }
            if token.word == "(" { depth += 1 }
            if token.word == ")" { depth -= 1 }
            if token.word == ",", depth == 0 {
                length = 0
            } else {
                length += 1
                if length == 1 { sources.append(token.source) } else { sources[sources.count - 1] = nil }
            }
            place += 1
        }
        guard sources.count == columns.count else { return [] }
        var found: [(column: String, source: Source)] = []
        for (column, source) in zip(columns, sources) { if let source { found.append((column, source)) } }
        // The row that was there may differ in all but what it is found by.
        guard all.contains(where: { $0.word == "DO" }), !all.contains(where: { $0.word == "NOTHING" }) else { return found }
        guard let conflict = all.firstIndex(where: { $0.word == "CONFLICT" }) else { return [] }
        let target = Set(all[conflict...].prefix { $0.word != ")" }.map { $0.word })
        return found.filter { target.contains($0.column) }
    }

    func touches(_ table: String) -> Bool { tables.contains(table) }

    /// Whether the rows of both are told apart by a value. Only of statements of one and the same table.
    enum Meeting { case apart, together, unknown }

    func meeting(_ values: [Value], _ other: Footprint, _ otherValues: [Value]) -> Meeting {
        var isTogether = false
        for (column, source) in equals {
            for (otherColumn, otherSource) in other.equals where otherColumn == column {
                guard let one = Self.value(source, values), let two = Self.value(otherSource, otherValues) else { continue }
                if one != two { return .apart }
                isTogether = true
            }
        }
        return isTogether ? .together : .unknown
    }

    /// The columns by which both tell rows.
    static func shared(_ one: Footprint, _ other: Footprint) -> [(Source, Source)] {
        var shared: [(Source, Source)] = []
        for (column, source) in one.equals {
            if let found = other.equals.first(where: { $0.column == column }) { shared.append((source, found.source)) }
        }
        return shared
    }

    static func value(_ source: Source, _ values: [Value]) -> Value? {
        switch source {
        case .parameter(let number): values.indices.contains(number) ? values[number] : nil
        case .text(let text): .text(text)
        }
    }
}

/// A statement's words. Only what tells simple ones from others is understood.
struct SQLTokens {
    struct Token {
        let word: String
        var isName = false
        var source: Footprint.Source?
        /// Its bytes in the statement.
        var bytes = 0..<0
    }

    private(set) var all: [Token] = []
    private static let keywords: Set<String> = [
        "SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IN", "IS", "NULL", "ORDER", "BY", "GROUP", "LIMIT", "OFFSET", "FOR", "UPDATE",
        "SET", "DELETE", "INSERT", "INTO", "VALUES", "ON", "CONFLICT", "DO", "NOTHING", "JOIN", "LEFT", "AS", "CASE", "WHEN", "THEN",
        "ELSE", "END", "EXISTS", "DISTINCT", "UNION", "ALL", "ASC", "DESC", "HAVING", "BETWEEN",
    ]

    init(_ sql: String) {
        let bytes = Array(sql.utf8)
        var place = 0
        var parameters = 0
        while place < bytes.count {
            let byte = bytes[place]
            let start = place
            place += 1
            if byte <= 0x20 { continue }
            if Self.isWord(byte) {
                while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
                let word = String(decoding: bytes[start..<place], as: UTF8.self)
                let isNumber = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                all.append(Token(word: word, isName: !isNumber && !Self.keywords.contains(word)))
            } else if byte == UInt8(ascii: "'") {
                while place < bytes.count, bytes[place] != byte { place += 1 }
                let text = String(decoding: bytes[(start + 1)..<place], as: UTF8.self)
                place += 1
                all.append(Token(word: "'", source: .text(text)))
            } else if byte == UInt8(ascii: "?") {
                all.append(Token(word: "?", source: .parameter(parameters)))
                parameters += 1
            } else {
                all.append(Token(word: String(decoding: [byte], as: UTF8.self)))
            }
            all[all.count - 1].bytes = start..<place
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Conditions that must all hold, nothing inside another.
    var isSimple: Bool {
        var selects = 0
        for (place, token) in all.enumerated() {
            switch token.word {
            case "SELECT": selects += 1
            // `IS NOT NULL` is a condition like others.
            case "NOT" where place > 0 && all[place - 1].word == "IS": break
            case "OR", "NOT", "CASE", "JOIN", "UNION", "EXISTS", "HAVING": return false
            default: break
            }
        }
        return selects <= (all.first?.word == "SELECT" ? 1 : 0)
    }
}
