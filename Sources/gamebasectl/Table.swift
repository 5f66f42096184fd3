import Codecs

/// Rows for people: columns as wide as what is in them.
struct Table {
    private let columns: [(title: String, key: String)]
    private var rows: [[String]] = []

    init(_ columns: (title: String, key: String)...) { self.columns = columns }
    init(columns: [(title: String, key: String)]) { self.columns = columns }

    mutating func add(_ row: JSON) {
        rows.append(columns.map { Self.text(row[$0.key] ?? nil, isDate: $0.key.hasSuffix("Date") || $0.key.hasSuffix("_date")) })
    }
    mutating func add(_ cells: String...) { rows.append(cells) }

    var text: String {
        let titles = columns.map { $0.title }
        let widths = titles.indices.map { column in ([titles] + rows).map { $0[column].count }.max() ?? 0 }
        return ([titles] + rows).map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column + 1 < row.count { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            return line
        }.joined(separator: "\n")
    }

    /// - Parameter isDate: a number is milliseconds since 1970; 0 is none.
    static func text(_ value: JSON, isDate: Bool = false) -> String {
        switch value {
        case .null: return ""
        case .string(let text): return Self.plain(text)
        case .integer(let number) where isDate: return number == 0 ? "" : ISO8601.text(epochMilliseconds: number)
        default: return value.text()
        }
    }

    /// A stored text moves no terminal's cursor.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }))
    }
}
