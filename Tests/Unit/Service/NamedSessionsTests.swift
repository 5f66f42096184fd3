@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// Log-ins that are sent again and keep no row of their answer.
@Suite struct `Log-ins with an id` {
    static let id = "0123456789abcdef0123456789abcdef"
    static let secret = "a-guest-secret-of-32-characters!"

    private static func login(_ id: String?, _ secret: String = secret) -> Request {
        `Changes with an id`.request(
            "gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]], id)
    }

    private static func login(by token: String, _ id: String?) -> Request {
        `Changes with an id`.request(
            "gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(token)], "member": [:]], id)
    }

    private func token(_ reply: Reply) throws -> String {
        #expect(reply.message == "")
        return try #require(reply.body["token"]?["accessToken"]?.stringValue)
    }

    private func logins(_ bench: ServiceBench) throws -> Int64 {
        _ = bench.console("report", ["activeInLastDay": false])
        return try bench.database.query("SELECT SUM(amount) FROM figures WHERE measure = 'logins'", [])[0].integer(0)
    }

    @Test func `of a guest, sent again, are one log-in with one session`() throws {
        let bench = try ServiceBench.shop()
        let reply = bench.ask(Self.login(Self.id)), first = try token(reply)
        bench.clock.advance(60_000)
        let again = bench.ask(Self.login(Self.id))
        #expect(try token(again) == first)
        #expect(again.form == reply.form)
        #expect(try bench.count("members") == 1 && bench.count("sessions") == 1 && logins(bench) == 1)
        #expect(try bench.count("change_answers") == 0)
        // It opens the session that it names.
        #expect(bench.ask("presence.heartbeat", [:], token: first).message == "")
        // Without an id, with another, and of another guest it is a log-in of its own.
        for other in [Self.login(nil), Self.login(Self.id + "1"), Self.login(Self.id, "another-guest-secret-of-32-chars")] {
            #expect(try token(bench.ask(other)) != first)
        }
        #expect(try bench.count("sessions") == 4 && bench.count("members") == 2)
    }

    @Test func `by a token, sent again, give one successor, until it is used`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let first = try token(bench.ask(Self.login(by: player.token, Self.id)))
        #expect(try token(bench.ask(Self.login(by: player.token, Self.id))) == first)
        #expect(try bench.count("sessions") == 2 && logins(bench) == 2 && bench.count("change_answers") == 0)
        // Another log-in by the same token: the successor that nobody used was never received.
        let second = try token(bench.ask(Self.login(by: player.token, Self.id + "1")))
        #expect(second != first)
        #expect(bench.ask("presence.heartbeat", [:], token: first).resultCode == ResultCode.accessTokenInvalid)
        #expect(bench.ask("presence.heartbeat", [:], token: second).message == "")
        #expect(bench.ask(Self.login(by: player.token, Self.id + "1")).resultCode == ResultCode.accessTokenInvalid)
        #expect(try bench.count("sessions") == 1)
    }

    @Test func `whose session is over by then open another, and never one of somebody else`() throws {
        let bench = try ServiceBench.shop()
        let first = try token(bench.ask(Self.login(Self.id)))
        // It was replaced by a log-in of its own.
        let next = try token(bench.ask(Self.login(by: first, Self.id)))
        let other = try token(bench.ask(Self.login(Self.id)))
        #expect(other != first && other != next)
        // Its member has withdrawn: the identity makes a new one.
        #expect(bench.ask("gateway.withdraw", [:], token: other).message == "")
        let last = bench.ask(Self.login(Self.id))
        #expect(try token(last) != first)
        #expect(bench.ask("presence.heartbeat", [:], token: try token(last)).message == "")
        #expect(try bench.count("members") == 2)
    }

    @Test func `of who is banned meanwhile are refused`() throws {
        let bench = try ServiceBench.shop()
        let reply = bench.ask(Self.login(Self.id))
        let userId = try #require(reply.body["member"]?["userId"])
        let old = try token(reply)
        _ = try token(bench.ask(Self.login(by: old, Self.id)))
        #expect(bench.console("ban", ["userId": userId, "banType": "PERMANENT", "message": "m"]).message == "")
        for request in [Self.login(Self.id), Self.login(by: old, Self.id)] {
            #expect(bench.ask(request).resultCode == ResultCode.bannedAtLogin)
        }
    }
}

/// PostgreSQL writes a changed row into each index of its table again, unless no index has a changed column (HOT).
@Suite struct `A log-in's statements` {
    private func indexed(_ table: String, _ bench: ServiceBench) throws -> Set<String> {
        let sql = "SELECT i.name FROM pragma_index_list(?) l JOIN pragma_index_info(l.name) i"
        return Set(try bench.database.query(sql, [.text(table)]).map { $0.text(0) })
    }

    /// The table of an UPDATE, and the columns that it sets.
    private func set(by sql: String) -> (table: String, columns: [String])? {
        let words = sql.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.first == "UPDATE", words.count > 3, let end = words.firstIndex(of: "WHERE") else { return nil }
        return (words[1], words.indices.filter { $0 < end && words[$0] == "=" }.map { words[$0 - 1] })
    }

    @Test func `change no column that an index is on`() throws {
        let recorder = StatementRecorder()
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, recorder: recorder)
        var token = try bench.login().token
        var changed: [String: Set<String>] = [:]
        for round in 0..<20 {
            recorder.forget()
            if round % 2 == 0 { token = try bench.login().token }
            let reply = bench.ask("gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(token)], "member": [:]])
            token = try #require(reply.body["token"]?["accessToken"]?.stringValue)
            #expect(bench.ask("presence.heartbeat", [:], token: token).isSuccess)
            for sql in recorder.statements {
                if let (table, columns) = set(by: sql) { changed[table, default: []].formUnion(columns) }
            }
        }
        #expect(changed["members"]?.contains("last_login_date") == true && changed["sessions"]?.count == 2, "\(changed)")
        for (table, columns) in changed { #expect(try columns.isDisjoint(with: indexed(table, bench)), "\(table): \(columns)") }
        // An index that would offend is seen.
        _ = try bench.database.run("CREATE INDEX planted ON members (user_id, last_login_date)", [])
        #expect(try changed["members"]?.isDisjoint(with: indexed("members", bench)) == false)
    }
}

@Suite struct `Sums that wait` {
    private func sums(_ bench: ServiceBench) throws -> [String] {
        try bench.database.query(
            "SELECT measure, dimension, value, number, unit, day, amount FROM figures WHERE amount <> 0 ORDER BY 1, 2, 3, 4, 5, 6", []
        ).map { row in (0..<7).map { column in row.textOrNil(column) ?? "\(row.integer(column))" }.joined(separator: " ") }
    }

    private func played(_ count: Int, after: (ServiceBench) throws -> Void) throws -> (ServiceBench, [String]) {
        let bench = try ServiceBench.shop()
        for player in 0..<count {
            _ = try bench.login("guest-secret-number-\(player)-of-32-characters")
            bench.clock.advance(3_600_000)
            try after(bench)
        }
        #expect(bench.console("figures", ["kind": "members"]).message == "")
        return (bench, try sums(bench))
    }

    @Test func `are the same when they are added up at once and when they wait`() throws {
        var most = 0
        let (waited, sums) = try played(75) { most = max(most, Int(try $0.count("figure_additions"))) }
        #expect(most == 31)
        #expect(try waited.count("figure_additions") == 0)
        let (_, atOnce) = try played(75) { bench in _ = bench.console("figures", ["kind": "members"]) }
        #expect(sums == atOnce && sums.count > 50)
    }

    @Test(arguments: ["no JSON", "{}", "[[\"joined\"]]", "[[\"unheard of\", \"\", \"\", 0, \"\", 1, 1]]"])
    func `that cannot be read cost themselves alone`(_ damaged: String) throws {
        var isDamaged = false
        let (bench, found) = try played(75) { bench in
            if isDamaged { return }
            isDamaged = true
            // Of the service, and of another one.
            for service in [0, 7] {
                _ = try bench.database.run(
                    "INSERT INTO figure_additions (service, addition, sums) VALUES (?, 1, ?)", [.integer(Int64(service)), .text(damaged)])
            }
        }
        let (_, wanted) = try played(75) { _ in }
        #expect(found == wanted)
        #expect(try bench.count("figure_additions") == 2 && bench.count("figure_additions", "service < 0") == 2)
    }

    @Test func `of a service that is gone are added by whoever reads them, once`() throws {
        let bench = try ServiceBench.shop()
        for player in 0..<5 { _ = try bench.login("guest-secret-number-\(player)-of-32-characters") }
        #expect(try bench.count("figure_additions") == 5)
        let other = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 9), number: 3)
        for _ in 0..<2 {
            try other.begin()
            let request = Request(api: "console.report", origin: .console, transactionId: "t", parameters: ["activeInLastDay": false])
            let report = try other.reply(to: request)
            try other.commit()
            #expect(report.body["activeUsers"]?.arrayValue?.first?["users"] == 5, "\(report.body)")
            #expect(try bench.count("figure_additions") == 0)
        }
    }

    /// Services that share a database have sums of their own.
    @Test func `of all services are in the report, each day once and the newest first`() throws {
        let bench = try ServiceBench.shop()
        let other = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 9), number: 3)
        for _ in 0..<2 {
            for player in 0..<2 { _ = try bench.login("guest-secret-number-\(player)-of-32-characters") }
            for player in 2..<5 {
                let secret = JSON.string("guest-secret-number-\(player)-of-32-characters")
                try other.begin()
                let login: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": secret], "member": [:]]
                let request = Request(api: "gateway.idPLogin", origin: .client, transactionId: "t", parameters: login)
                #expect(try other.reply(to: request).message == "")
                try other.commit()
            }
            bench.clock.advance(CalendarDay.dayMilliseconds)
        }
        let days = try #require(bench.console("report").body["activeUsers"]?.arrayValue)
        let yesterday = bench.clock.epochMilliseconds() / CalendarDay.dayMilliseconds - 1
        #expect(days.map { $0["users"] } == [5, 5], "\(days)")
        #expect(days.map { $0["day"]?.stringValue } == [FigureRange.text(yesterday), FigureRange.text(yesterday - 1)])
    }
}
