/// SQL that SQLite and PostgreSQL share, as PostgreSQL spells it.
enum PostgreSQLText {
    /// `?` become `$1`, `$2` and so on; those in quotes stay.
    static func numbered(_ sql: String) -> (text: String, parameters: Int) {
        var text: [UInt8] = []
        text.reserveCapacity(sql.utf8.count + 16)
        var parameters = 0
        var quote: UInt8?
        for byte in sql.utf8 {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "?") {
                parameters += 1
                text.append(UInt8(ascii: "$"))
                text += Array("\(parameters)".utf8)
                continue
            }
            text.append(byte)
        }
        return (String(decoding: text, as: UTF8.self), parameters)
    }

    /// A write that fails when it changes nothing: who waits for no answer is then not taken for one that succeeded.
    static func claiming(_ text: String) -> String { "WITH changed AS (\(text) RETURNING 1) SELECT 1 / COUNT(*) FROM changed" }

    /// Statements of a schema. Texts compare byte by byte, as in SQLite, whatever the database was made with; each other type has one name
    /// more.
    static func schema(_ sql: String) -> [String] {
        if let guarding = PostgreSQLTrigger(sql) { return guarding.statements }
        guard sql.hasPrefix("CREATE TABLE") || sql.hasPrefix("ALTER TABLE") else { return [sql] }
        return [replacingWords(sql, ["TEXT": "TEXT COLLATE \"C\"", "BLOB": "BYTEA"])]
    }

    private static func replacingWords(_ sql: String, _ words: [String: String]) -> String {
        var result = "", word = ""
        for character in sql {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            result += words[word] ?? word
            word = ""
            result.append(character)
        }
        return result + (words[word] ?? word)
    }
}

/// A guard of a table: SQLite has the act in the trigger, PostgreSQL in a function that the trigger calls.
struct PostgreSQLTrigger {
    let statements: [String]

    /// nil for every other statement. The one form that the schema uses:
    /// CREATE TRIGGER name BEFORE act ON table BEGIN SELECT RAISE(ABORT, 'reason'); END
    init?(_ sql: String) {
        let words = sql.split(separator: " ").map { String($0) }
        let quoted = sql.split(separator: "'", omittingEmptySubsequences: false)
        guard words.count > 9, words[0] == "CREATE", words[1] == "TRIGGER", words[3] == "BEFORE", words[5] == "ON", words[7] == "BEGIN",
            words[9].hasPrefix("RAISE(ABORT"), words.last == "END", quoted.count == 3
        else { return nil }
        let name = words[2]
        statements = [
            """
            CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''\(quoted[1])'' USING ERRCODE = ''23514''; END'
            """,
            "CREATE TRIGGER \(name) BEFORE \(words[4]) ON \(words[6]) FOR EACH ROW EXECUTE FUNCTION \(name)()",
        ]
    }
}
