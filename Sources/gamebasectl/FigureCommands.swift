import Codecs
import Messages

extension Commands {
    static let figureCommands = [
        Command(
            words: "figures", arguments: "KIND [--from DAY] [--to DAY] [--by NAME] [--tests]",
            help: """
                players and payments by day: members, weeks, months, retention, money, value, firstPurchase, subscriptions, pushes, \
                concurrent, levels, frequency
                """,
            valued: ["--from", "--to", "--by"], flags: ["--tests"]
        ) { (operate) throws(Stop) in
            var query: JSONObject = ["kind": .string(try operate.invocation.word(0, "KIND"))]
            for (option, key) in [("--from", "from"), ("--to", "to"), ("--by", "by")] {
                if let value = operate.invocation[option] { query[key] = .string(value) }
            }
            if operate.invocation.has("--tests") { query["tests"] = true }
            operate.show(try operate.ask(.consoleFigures, .object(query))) { FigureText.text($0) }
        }
    ]
}

/// Figures for people: a line a day, the newest last, as a curve is read.
enum FigureText {
    static func text(_ figures: JSON) -> String {
        let days = (figures["days"]?.arrayValue ?? figures["periods"]?.arrayValue?.map { $0["from"] ?? nil } ?? []).map { Table.text($0) }
        let zone = "days of \(Table.text(figures["timeZone"] ?? nil))"
        if let parts = figures["parts"]?.arrayValue {
            return ([zone] + parts.map { "\(name($0["value"] ?? nil))\n" + part($0, days) }).joined(separator: "\n\n")
        }
        if let delays = figures["delays"]?.arrayValue {
            var table = Table((title: "days after joining", key: ""), (title: "first payments", key: ""))
            for (day, count) in delays.enumerated() where count != 0 { table.add("\(day)", Table.text(count)) }
            table.add("later", Table.text(figures["later"] ?? nil))
            guard let products = figures["products"]?.arrayValue else { return table.text }
            var first = Table((title: "bought first", key: ""), (title: "payers", key: ""))
            for product in products { first.add(Table.text(product["product"] ?? nil), Table.text(product["payers"] ?? nil)) }
            first.add("other products", Table.text(figures["otherProducts"] ?? nil))
            return table.text + "\n\n" + first.text
        }
        return zone + "\n" + part(figures, days)
    }

    private static func name(_ value: JSON) -> String {
        value.isNull ? "all others" : value == "" ? "not said" : Table.text(value)
    }

    private static func part(_ part: JSON, _ days: [String]) -> String {
        if let cohorts = part["cohorts"]?.arrayValue { return cohorts.first?["active"] == nil ? worth(cohorts) : retention(cohorts) }
        if part["isSmall"] == .null { return "not counted for all of this time" }
        if part["isSmall"] != nil { return worth([part]) + (part["isSmall"] == true ? "\nfew members: says little" : "") }
        var columns: [(title: String, values: [JSON])] = []
        for member in part["figures"]?.objectValue?.members ?? [] { columns.append((member.key, member.value.arrayValue ?? [])) }
        for key in ["active", "payers", "newPayers"] where part["figures"] == nil {
            if let values = part[key]?.arrayValue { columns.append((key, values)) }
        }
        for currency in currencies(part) {
            let name = name(ofCurrency: currency)
            for key in ["amounts", "payments", "refundedAmounts", "refunds", "newPayerAmounts"] {
                columns.append(("\(name) \(key)", currency[key]?.arrayValue ?? []))
            }
        }
        return ([self.days(columns, days)] + beside(part)).joined(separator: "\n\n")
    }

    /// The figures that are not by day.
    private static func beside(_ part: JSON) -> [String] {
        var texts: [String] = []
        var levels = part["levels"]?.arrayValue ?? []
        if var others = part["others"]?.objectValue, others["levelUps"] != 0 {
            others["level"] = "others"
            levels.append(.object(others))
        }
        if !levels.isEmpty { texts.append(self.levels(levels)) }
        if let buttons = part["buttons"]?.arrayValue, !buttons.isEmpty {
            var table = Table((title: "button", key: "action"), (title: "clicks", key: "clicks"))
            for button in buttons { table.add(button) }
            texts.append(table.text)
        }
        if let now = part["now"] { texts.append("now: \(Table.text(now))") }
        return texts
    }

    private static func days(_ columns: [(title: String, values: [JSON])], _ days: [String]) -> String {
        var table = Table(columns: [(title: "day", key: "day")] + columns.map { (title: $0.title, key: $0.title) })
        for (place, day) in days.enumerated() {
            var row: JSONObject = ["day": .string(day)]
            for column in columns where place < column.values.count { row[column.title] = column.values[place] }
            table.add(.object(row))
        }
        return table.text
    }

    /// Those of a channel or a class have no more than who has reached them.
    private static func levels(_ levels: [JSON]) -> String {
        let whole = ["players", "levelUps", "meanSeconds"].filter { name in levels.contains { $0[name] != nil } }
        var table = Table(columns: [(title: "level", key: "level"), ("reached", "reached")] + whole.map { ($0, $0) })
        for level in levels { if let row = level.objectValue { table.add(.object(row)) } }
        return table.text
    }

    /// The days after joining that are looked at most.
    private static let ages = [1, 2, 3, 7, 14, 30, 60, 90, 180]

    private static func retention(_ cohorts: [JSON]) -> String {
        var table = Table(columns: [(title: "joined", key: "day"), (title: "members", key: "new")] + ages.map { ("day \($0)", "\($0)") })
        for cohort in cohorts {
            var row: JSONObject = ["day": cohort["day"] ?? nil, "new": cohort["new"] ?? nil]
            let active = cohort["active"]?.arrayValue ?? []
            for age in ages where age < active.count { row["\(age)"] = active[age] }
            table.add(.object(row))
        }
        return table.text
    }

    /// Each, and all together where the settings have rates.
    private static func currencies(_ part: JSON) -> [JSON] {
        (part["currencies"]?.arrayValue ?? []) + (part["converted"].map { [$0] } ?? [])
    }

    private static func name(ofCurrency one: JSON) -> String {
        let name = Table.text(one["currency"] ?? nil)
        guard let without = one["without"]?.arrayValue else { return name }
        return "all in \(name)" + (without.isEmpty ? "" : " but " + without.map { Table.text($0) }.joined(separator: ", "))
    }

    private static func worth(_ cohorts: [JSON]) -> String {
        let within = ["0", "1", "7", "30", "90"]
        let joined = cohorts.first?["day"] == nil ? [] : [(title: "joined", key: "day")]
        var table = Table(
            columns: joined + [("members", "new"), ("payers", "payers"), ("currency", "currency")]
                + within.map { ("within \($0)", $0) } + [("until now", "until")])
        for cohort in cohorts {
            var members = JSONObject()
            for key in ["day", "new", "payers"] { members[key] = cohort[key] ?? nil }
            if currencies(cohort).isEmpty { table.add(.object(members)) }
            for currency in currencies(cohort) {
                var row = members
                (row["until"], row["currency"]) = (currency["until"] ?? nil, .string(name(ofCurrency: currency)))
                for days in within { row[days] = currency["after"]?[days] ?? nil }
                table.add(.object(row))
            }
        }
        return table.text
    }
}
