import CLinux
import Codecs
import Linux
import Messages

extension Commands {
    static let memberCommands = [
        Command(
            words: "members find", arguments: "TEXT",
            help: "finds members by id, key of an identity, a payment's number or a store's number of a payment",
            isPrivate: true
        ) { (operate) throws(Stop) in
            let text = try operate.invocation.word(0, "TEXT")
            let body = try operate.ask(.consoleFindMembers, ["text": .string(text)])
            operate.show(
                body, rows: "members", none: "nobody is found by \(text)",
                Table(
                    (title: "member", key: "userId"), (title: "found by", key: "by"), (title: "valid", key: "valid"),
                    (title: "registered", key: "registeredDate"), (title: "last login", key: "lastLoginDate")))
            if body["members"]?.arrayValue?.isEmpty ?? true { throw Stop(Stop.refused, "") }
        },
        Command(
            words: "members list", arguments: "[--count N] [--after USER]", help: "the members in the order of their ids, 100 at a time",
            valued: ["--count", "--after"], isPrivate: true
        ) { (operate) throws(Stop) in
            let body = try operate.ask(.consoleFindMembers, try operate.page("after", "--after"))
            operate.show(
                body, rows: "members", none: "there are no more members",
                Table(
                    (title: "member", key: "userId"), (title: "valid", key: "valid"), (title: "registered", key: "registeredDate"),
                    (title: "last login", key: "lastLoginDate")))
            operate.remarkNext(body, "--after")
        },
        Command(words: "members show", arguments: "USER", help: "a member, its identities and its bans", isPrivate: true) {
            (operate) throws(Stop) in
            try operate.showMember(try operate.invocation.word(0, "USER"))
        },
        Command(
            words: "members export", arguments: "USER [--to FILE]", help: "all data about a member, as JSON",
            valued: ["--to"], isPrivate: true
        ) { (operate) throws(Stop) in try operate.exportMember(try operate.invocation.word(0, "USER")) },
        Command(words: "members erase", arguments: "USER", help: "erases a member for good; rows of money stay without the name") {
            (operate) throws(Stop) in
            let user = try operate.invocation.word(0, "USER")
            let app = try operate.app()
            try operate.invocation.confirm("The member \(user) of the app \(app) is erased for good. Continue?")
            let body = try operate.ask(.consoleEraseMember, ["userId": .string(user)])
            operate.show(body) {
                "erased \(Table.text($0["erased"] ?? nil)) rows; \(Table.text($0["kept"] ?? nil)) of money and figures stay"
            }
        },
        Command(
            words: "ban", arguments: "USER [--until DATE] [--message TEXT]", help: "refuses a member's logins, for good or until a date",
            valued: ["--until", "--message"]
        ) { (operate) throws(Stop) in
            let user = try operate.invocation.word(0, "USER")
            var parameters: JSONObject = ["userId": .string(user), "banType": "PERMANENT"]
            if let date = try operate.date("--until") {
                parameters["banType"] = "TEMPORARY"
                parameters["endDate"] = .integer(date)
            }
            if let message = operate.invocation["--message"] { parameters["message"] = .string(message) }
            let end = parameters["endDate"]?.int64Value.map { " until " + ISO8601.text(epochMilliseconds: $0) } ?? ""
            operate.done(try operate.ask(.consoleBan, .object(parameters)), "\(user) is banned\(end)")
        },
        Command(words: "unban", arguments: "USER", help: "ends a member's ban") { (operate) throws(Stop) in
            let user = try operate.invocation.word(0, "USER")
            operate.done(try operate.ask(.consoleReleaseBan, ["userId": .string(user)]), "\(user) is not banned any more")
        },
        Command(words: "kickout", arguments: "[USER...]", help: "kicks players out of the game; without a name all of them") {
            (operate) throws(Stop) in
            let users = operate.invocation.words
            if users.isEmpty {
                let app = try operate.app()
                try operate.invocation.confirm("All players of the app \(app) are kicked out. Continue?")
            }
            let parameters: JSON = users.isEmpty ? [:] : ["userIds": .array(users.map { .string($0) })]
            operate.done(
                try operate.ask(.consoleKickout, parameters), users.isEmpty ? "all players are kicked out" : "kicked out: \(users.count)")
        },
    ]
}

extension Operator {
    /// A date of an option, in milliseconds since 1970. What has no time begins the day, what has no zone is of UTC.
    func date(_ option: String) throws(Stop) -> Int64? {
        guard let text = invocation[option] else { return nil }
        for rest in ["", "Z", ":00Z", "T00:00:00Z"] {
            if let date = ISO8601.parse(text + rest) { return date }
        }
        if let date = Int64(text) { return date }
        throw Stop(
            Stop.usage,
            "\(option): must be a date such as 2030-01-31 or 2030-01-31T12:00:00+09:00, or milliseconds since 1970, is \(text)")
    }

    /// Where a page begins, by an option, and how long it may be.
    func page(_ name: String, _ option: String) throws(Stop) -> JSON {
        var parameters: JSONObject = ["count": 100]
        if let text = invocation["--count"] {
            guard let count = Int64(text) else { throw Stop(Stop.usage, "--count: must be a number, is \(text)") }
            parameters["count"] = .integer(count)
        }
        if let text = invocation[option] { parameters[name] = .string(text) }
        return .object(parameters)
    }

    /// What a person types for the next page.
    func remarkNext(_ body: JSON, _ option: String) {
        if !invocation.has("--json"), let next = body["next"]?.stringValue {
            remark("there are more: \(option) \(next.contains(" ") ? "'\(next)'" : next)")
        }
    }

    /// - Parameter tables: those that are enough; nil for all.
    private func heldTables(_ user: String, until table: String? = nil) throws(Stop) -> JSONObject {
        var tables: [(name: String, rows: [JSON])] = []
        var parameters: JSONObject = ["userId": .string(user)]
        var count = 0
        var told = SystemClock().monotonicNanoseconds()
        while true {
            let body = try ask(.consoleExportMember, .object(parameters))
            for member in body["tables"]?.objectValue?.members ?? [] {
                let rows = member.value.arrayValue ?? []
                count += rows.count
                if let place = tables.firstIndex(where: { $0.name == member.key }) {
                    tables[place].rows += rows
                } else {
                    tables.append((member.key, rows))
                }
            }
            guard let next = body["next"], table == nil || !tables.contains(where: { $0.name == table }) else { break }
            parameters["after"] = next
            let now = SystemClock().monotonicNanoseconds()
            if now - told > 1_000_000_000, isatty(STDERR_FILENO) == 1 {
                remark("\(count) rows")
                told = now
            }
        }
        var object = JSONObject()
        for table in tables { object[table.name] = .array(table.rows) }
        return object
    }

    fileprivate func showMember(_ user: String) throws(Stop) {
        // The first answer has who it is; what is long comes later.
        let body = JSON.object(try heldTables(user, until: "members"))
        show(body) { body in
            var text = ""
            for (title, key, table) in [
                (
                    "", "members",
                    Table(
                        (title: "member", key: "user_id"), (title: "valid", key: "valid"), (title: "registered", key: "registered_date"),
                        (title: "last login", key: "last_login_date"))
                ),
                (
                    "\nidentities", "mappings",
                    Table((title: "provider", key: "idp_code"), (title: "key", key: "auth_key"), (title: "since", key: "registered_date"))
                ),
                (
                    "\nbans", "bans",
                    Table(
                        (title: "since", key: "begin_date"), (title: "kind", key: "ban_type"), (title: "until", key: "end_date"),
                        (title: "released", key: "released_date"), (title: "message", key: "message"))
                ),
            ] {
                guard let rows = body[key]?.arrayValue, !rows.isEmpty else { continue }
                var table = table
                for row in rows { table.add(row) }
                text += (title.isEmpty ? "" : title + "\n") + table.text + "\n"
            }
            return String(text.dropLast())
        }
    }

    fileprivate func exportMember(_ user: String) throws(Stop) {
        let app = try app()
        let date = ISO8601.text(epochMilliseconds: SystemClock().epochMilliseconds())
        let tables = try heldTables(user)
        let text = JSON.object([
            "app": .string(app), "userId": .string(user), "date": .string(date), "tables": .object(tables),
        ]).prettyText()
        guard let path = invocation["--to"] else { return say(text) }
        let draft = path + ".new"
        do throws(FileError) {
            let file = try NewFile.create(draft)
            try file.append(Array((text + "\n").utf8))
            try file.finish(as: path)
        } catch {
            // It has a part of what is held about the member.
            Files.remove(draft)
            throw Stop(Stop.refused, "--to: \(error.message)")
        }
        let rows = tables.members.reduce(0) { $0 + ($1.value.arrayValue?.count ?? 0) }
        done(["rows": .integer(Int64(rows)), "file": .string(path)], "wrote \(rows) rows to \(path), readable by you alone")
    }
}
