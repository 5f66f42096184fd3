import Codecs

/// A report for people: figures are lines, lists are tables. Everything that a server has in its report is shown.
enum ReportText {
    static func text(_ report: JSON) -> String {
        var figures = Table((title: "figure", key: ""), (title: "is", key: ""))
        var lists: [String] = []
        for member in report.objectValue?.members ?? [] {
            let name = words(member.key)
            if let rows = member.value.arrayValue {
                if !rows.isEmpty { lists.append(list(name, rows)) }
            } else if let object = member.value.objectValue {
                for inner in object.members {
                    figures.add("\(name): \(words(inner.key))", Table.text(inner.value, isDate: inner.key.hasSuffix("Date")))
                }
            } else {
                figures.add(name, Table.text(member.value))
            }
        }
        return ([figures.text] + lists).joined(separator: "\n\n")
    }

    private static func list(_ name: String, _ rows: [JSON]) -> String {
        var keys: [String] = []
        for row in rows {
            for member in row.objectValue?.members ?? [] where !keys.contains(member.key) { keys.append(member.key) }
        }
        if keys.isEmpty { return name + "\n" + rows.map { Table.text($0) }.joined(separator: "\n") }
        var table = Table(columns: keys.map { (title: words($0), key: $0) })
        for row in rows { table.add(row) }
        return name + "\n" + table.text
    }

    /// `activeInLastDay` is "active in last day".
    private static func words(_ key: String) -> String {
        var text = ""
        for sign in key.unicodeScalars {
            if ("A"..."Z").contains(sign), !text.isEmpty { text += " " }
            text += String(sign).lowercased()
        }
        return text
    }
}
