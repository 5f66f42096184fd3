import Linux

/// A statement that makes or changes a schema, as far as its head says what it does.
struct SchemaStatement {
    enum Verb { case create, drop, addColumn, write, other }
    enum Kind { case table, index, trigger, other }

    private(set) var sql: SQLText
    let verb: Verb
    private(set) var kind = Kind.other
    /// Of what is made or dropped.
    private(set) var name: [UInt8] = []
    /// The one that is made, changed or written to, or that has the index or the trigger.
    private(set) var table: [UInt8] = []
    /// What is added.
    private(set) var column: [UInt8] = []

    init(_ statement: String) {
        sql = SQLText(statement)
        var at = 0
        let first = sql.word(&at)
        if sql.says(first, "CREATE") || sql.says(first, "DROP") {
            verb = sql.says(first, "CREATE") ? .create : .drop
            var word = sql.word(&at)
            if sql.says(word, "UNIQUE") { word = sql.word(&at) }
            kind = sql.says(word, "TABLE") ? .table : sql.says(word, "INDEX") ? .index : sql.says(word, "TRIGGER") ? .trigger : .other
            name = sql[sql.word(&at)]
            table = kind == .table ? name : sql[sql.word(&at, behind: "ON")]
        } else if sql.says(first, "ALTER") {
            _ = sql.word(&at)
            table = sql[sql.word(&at)]
            let isColumn = sql.says(sql.word(&at), "ADD") && sql.says(sql.word(&at), "COLUMN")
            verb = isColumn ? .addColumn : .other
            sql.skipSpace(&at)
            if isColumn { column = sql[at..<sql.count] }
        } else if sql.says(first, "UPDATE") || sql.says(first, "INSERT") || sql.says(first, "DELETE") {
            verb = .write
            if !sql.says(first, "UPDATE") { _ = sql.word(&at) }
            table = sql[sql.word(&at)]
        } else {
            verb = .other
        }
    }

    var text: String { String(decoding: sql.bytes, as: UTF8.self) }

    /// How many keys its table has. Each has an index, as no column is an INTEGER PRIMARY KEY, which would have none.
    var keys: Int {
        var keys = 0
        var at = 0
        while at < sql.count {
            let word = sql.word(&at)
            if sql.says(word, "PRIMARY") || sql.says(word, "UNIQUE") { keys += 1 }
            if word.isEmpty { sql.skip(&at) }
        }
        return keys
    }

    func names(_ tables: [[UInt8]]) -> Bool {
        var at = 0
        while at < sql.count {
            let word = sql.word(&at)
            if tables.contains(sql[word]) { return true }
            if word.isEmpty { sql.skip(&at) }
        }
        return false
    }

    /// The column stands where SQLite puts it: behind the last one, before what is said of the whole table. false: that place is not found.
    mutating func add(column: [UInt8]) -> Bool {
        var depth = 0
        var at = 0
        while at < sql.count {
            let byte = sql.byte(at)
            let start = at
            sql.skip(&at)
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            var next = at
            let isEnd = depth == 0 && byte == UInt8(ascii: ")")
            if isEnd || (depth == 1 && byte == UInt8(ascii: ",") && sql.isOfTable(sql.word(&next))) {
                sql.insert(column, at: start)
                return true
            }
        }
        return false
    }
}

/// SQL by its words: letters, digits and underscores.
struct SQLText {
    private(set) var bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var count: Int { bytes.count }

    subscript(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    func byte(_ at: Int) -> UInt8 { bytes[at] }

    /// The word that stands here behind spaces; empty: none does.
    func word(_ at: inout Int) -> Range<Int> {
        skipSpace(&at)
        let start = at
        while at < count, isOfWord(at) { at += 1 }
        return start..<at
    }

    /// The word behind the next `name`; empty: there is none.
    func word(_ at: inout Int, behind name: StaticString) -> Range<Int> {
        while true {
            let next = word(&at)
            if next.isEmpty || says(next, name) { break }
        }
        return word(&at)
    }

    /// Goes past one character, or past a text in quotes.
    func skip(_ at: inout Int) {
        let isText = bytes[at] == UInt8(ascii: "'")
        at += 1
        while isText, at < count {
            at += 1
            if bytes[at - 1] == UInt8(ascii: "'") { break }
        }
    }

    func skipSpace(_ at: inout Int) {
        while at < count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\n") { at += 1 }
    }

    func says(_ word: Range<Int>, _ name: StaticString) -> Bool {
        guard word.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<word.count where bytes[word.lowerBound + offset] != name.utf8Start[offset] { return false }
        return true
    }

    /// Whether it begins what is said of a whole table.
    func isOfTable(_ word: Range<Int>) -> Bool {
        says(word, "PRIMARY") || says(word, "UNIQUE") || says(word, "CHECK") || says(word, "FOREIGN") || says(word, "CONSTRAINT")
    }

    mutating func insert(_ column: [UInt8], at place: Int) {
        bytes.insert(contentsOf: [UInt8(ascii: ","), UInt8(ascii: " ")] + column, at: place)
    }

    private func isOfWord(_ at: Int) -> Bool {
        let letter = bytes[at] | 0x20
        return bytes[at] == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at]
            || (UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter)
    }
}
