@testable import Messages
@testable import Service
@testable import Storage
import Codecs
import Testing

/// Whose sessions are in force, and who may read and write files by roles: what a server grants for longer than one answer stands on.
/// Whether one has expired is not told.
private struct Granted {
    var holders: [String: RightsChange] = [:]

    init(_ bench: ServiceBench) throws {
        let sessions = try bench.database.query(
            """
            SELECT s.token_hash, s.user_id FROM sessions s JOIN members m ON m.user_id = s.user_id
            WHERE s.successor_hash IS NULL AND m.valid IN ('Y', 'T', 'P')
            """, [])
        for row in sessions { holders[row.text(0)] = .member(row.text(1)) }
        for row in try bench.database.query("SELECT token_hash, user_id FROM user_sessions", []) {
            holders[row.text(0)] = .user(row.text(1))
        }
        let files = try bench.database.query("SELECT class_name, object_id, acl FROM objects WHERE class_name IN ('file', 'role')", [])
        for row in files { holders["\(row.text(0)) \(row.text(1)) \(row.text(2))"] = .backend }
        let roles = try bench.database.query("SELECT object_id, field, target_id FROM relations WHERE class_name = 'role'", [])
        for row in roles { holders["\(row.text(0)) \(row.text(1)) \(row.text(2))"] = .backend }
    }
}

@Suite struct `Ends of rights` {
    /// Every request that there is, in a world with a history (`GrowthStory`): whatever it takes away, it says of whom.
    @Test func `no request ends a session or a right to a file without saying so`() throws {
        let world = try GrowthWorld(count: 3, keepsEvents: true)
        let bench = world.bench
        let story = GrowthStory(world)
        let noted = bench.turnTaken
        var before = try Granted(bench)
        var heard = bench.events.count
        var ended: [String: Int] = [:]
        bench.turnTaken = { request, reply in
            noted?(request, reply)
            let said = bench.events[(heard <= bench.events.count ? heard : 0)...].filter { $0.kind == .rightsChanged }.map { $0.body }
            heard = bench.events.count
            do {
                // Of every session somebody may hear.
                _ = try bench.database.run("UPDATE sessions SET heard_until = ?", [.integer(Int64.max)])
                let now = try Granted(bench)
                for (name, holder) in before.holders where now.holders[name] != holder {
                    ended[request.api, default: 0] += 1
                    #expect(said.contains(holder.body) || said.contains([:]), "\(request.api) ended \(name) of \(holder), and said \(said)")
                }
                before = now
            } catch {
                Issue.record("\(error)")
            }
            _ = bench.database.takeSteps()
        }
        try story.play()
        #expect(ended.count >= 6, "\(ended)")
    }

    @Test func `who hears by a session that logs in again hears nothing more by it, and is not looked for when nobody may`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, keepsEvents: true)
        func login(again token: String) -> String {
            let reply = bench.ask("gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(token)], "member": [:]])
            return reply.body["token"]?["accessToken"]?.stringValue ?? ""
        }
        let player = try bench.login()
        _ = bench.takeEvents()
        let second = login(again: player.token)
        #expect(!bench.takeEvents().contains { $0.kind == .rightsChanged })
        let asked = Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: second)
        #expect(bench.ask(asked).isSuccess)
        _ = login(again: second)
        #expect(bench.takeEvents().filter { $0.kind == .rightsChanged }.map { $0.body } == [["member": .string(player.userId)]])
        #expect(bench.ask(asked).resultCode == ResultCode.accessTokenInvalid)
    }

    @Test func `a session is granted until it expires, or the day that a withdrawal or a suspended ban comes due`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings, keepsEvents: true)
        let player = try bench.login()
        func left() -> Int64? {
            bench.ask(Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: player.token)).body["leftMilliseconds"]?
                .int64Value
        }
        #expect(left() == Members.sessionMilliseconds)
        let began = bench.clock.epochMilliseconds()
        bench.clock.advance(1000)
        func begun() -> JSON? {
            bench.ask(Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: player.token)).body["begunDate"]
        }
        #expect(begun() == .integer(began))
        // By a clock that is behind by now, nobody knows when it was.
        bench.clock.set(wrongBy: -3600_000)
        #expect(begun() == .null)
        bench.clock.set(wrongBy: 0)
        #expect(left() == Members.sessionMilliseconds - 1000)
        let date = bench.clock.epochMilliseconds() + 5000
        _ = bench.console(
            "setGraceBan", ["userId": .string(player.userId), "graceBan": ["gracePeriodDate": .integer(date), "message": "pay"]])
        #expect(left() == 5000)
        bench.clock.advance(5000)
        let reply = bench.ask(Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: player.token))
        #expect(reply.resultCode == ResultCode.memberBanned && reply.body["ban"]?["userId"] == .string(player.userId))
    }

    @Test func `of a withdrawal that waits and a suspended ban the nearer one is waited for`() throws {
        let day = CalendarDay.dayMilliseconds
        var settings = ServiceBench.shopSettings.objectValue ?? [:]
        settings["temporaryWithdrawal"] = ["gracePeriodDays": 7]
        for (days, nearer) in [(3, 3), (10, 7)] as [(Int64, Int64)] {
            let bench = try ServiceBench(settings: .object(settings), keepsEvents: true)
            let player = try bench.login()
            let date = bench.clock.epochMilliseconds() + days * day
            let ban: JSON = ["gracePeriodDate": .integer(date), "message": "pay"]
            #expect(bench.console("setGraceBan", ["userId": .string(player.userId), "graceBan": ban]).isSuccess)
            #expect(bench.ask("gateway.requestTemporaryWithdrawal", token: player.token).message == "")
            let asked = Request(.carrierSession, origin: .carrier, transactionId: "t", accessToken: player.token)
            #expect(bench.ask(asked).body["leftMilliseconds"] == .integer(nearer * day))
        }
    }

    /// A search of what a role of the user lets see.
    /// - Parameter meanwhile: between two slices of it; with the user's token, the user and the role.
    private func searched(
        _ meanwhile: @escaping (_ bench: ServiceBench, _ token: String, _ user: JSON, _ role: JSON) -> Void
    ) throws -> Reply {
        let bench = try ServiceBench(settings: ["ncmb": ["passwordCost": 8]], keepsEvents: true)
        let signedUp = bench.ask("objects.create", ["className": "user", "fields": ["userName": "ann", "password": "p"]]).body["answer"]
        let token = signedUp?["sessionToken"]?.stringValue ?? ""
        let userId = signedUp?["objectId"]?.stringValue ?? ""
        let user = JSON.string(userId)
        let belong: JSON = ["__op": "AddRelation", "objects": [["__type": "Pointer", "className": "user", "objectId": user]]]
        let own: JSON = .object([userId: ["read": true, "write": true]])
        let fields: JSON = ["roleName": "r", "belongUser": belong, "acl": own]
        let made = bench.ask("objects.create", ["className": "role", "fields": fields], token: token)
        let role = JSON.string(made.body["answer"]?["objectId"]?.stringValue ?? "")
        for number in 0..<20 {
            let fields: JSON = ["number": .integer(Int64(number)), "acl": ["role:r": ["read": true, "write": true]]]
            #expect(bench.ask("objects.create", ["className": "Secret", "fields": fields], token: token).message == "")
        }
        bench.service.core.sliceRows = 4
        var turns = 0
        bench.turnTaken = { request, _ in
            guard request.name == .objectsFind else { return }
            turns += 1
            if turns == 2 { meanwhile(bench, token, user, role) }
        }
        let reply = bench.ask("objects.find", ["className": "Secret"], token: token)
        #expect(turns > 2)
        return reply
    }

    @Test func `a search ends with the session of who asked, with the user, and when a role is lost that let see something`() throws {
        let whole = try searched { _, _, _, _ in }
        #expect(whole.body["answer"]?["results"]?.arrayValue?.count == 20)
        let loggedOut = try searched { bench, token, _, _ in #expect(bench.ask("users.logOut", token: token).isSuccess) }
        #expect(loggedOut.body["code"] == .string(NCMBCode.headerWrong.text) && loggedOut.body["answer"] == nil)
        let deleted = try searched { bench, token, user, _ in
            #expect(bench.ask("objects.delete", ["className": "user", "objectId": user], token: token).isSuccess)
        }
        #expect(deleted.body["code"] == .string(NCMBCode.headerWrong.text) && deleted.body["answer"] == nil)
        let lost = try searched { bench, token, _, role in
            #expect(bench.ask("objects.delete", ["className": "role", "objectId": role], token: token).isSuccess)
        }
        #expect(lost.body["code"] == .string(NCMBCode.unavailable.text) && lost.body["answer"] == nil)
    }

    @Test func `a reset that was mailed before the password was changed opens nothing`() throws {
        let bench = try ServiceBench(settings: ["ncmb": ["passwordCost": 8]], keepsEvents: true)
        bench.service.core.hasMailCarrier = true
        let fields: JSON = ["userName": "ann", "password": "p", "mailAddress": "ann@example.com"]
        let signedUp = bench.ask("objects.create", ["className": "user", "fields": fields]).body["answer"]
        let (token, user) = (signedUp?["sessionToken"]?.stringValue ?? "", signedUp?["objectId"] ?? nil)
        func mailed() -> JSON {
            _ = bench.takeEvents()
            #expect(bench.ask("users.requestPasswordReset", ["mailAddress": "ann@example.com"]).isSuccess)
            return bench.takeEvents().first { $0.kind == .ncmbMail }?.body["key"] ?? nil
        }
        let old = mailed()
        let changed = bench.ask("objects.update", ["className": "user", "objectId": user, "fields": ["password": "q"]], token: token)
        #expect(changed.message == "")
        #expect(!bench.ask("users.finishPasswordReset", ["key": old, "password": "stolen"]).isSuccess)
        #expect(bench.ask("users.finishPasswordReset", ["key": mailed(), "password": "own"]).isSuccess)
    }

    @Test func `a ticket to the customer service is good for nothing once its member was banned or has withdrawn`() throws {
        var settings = ServiceBench.shopSettings.objectValue ?? [:]
        settings["customerService"] = ["type": "GAMEBASE", "url": "https://example.com/help"]
        for end in ["ban", "withdraw", ""] {
            let bench = try ServiceBench(settings: .object(settings))
            let player = try bench.login()
            let ticket = bench.ask("contact.prepare", token: player.token).body
            switch end {
            case "ban": #expect(bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"]).isSuccess)
            case "withdraw": #expect(bench.ask("gateway.withdraw", ["userId": .string(player.userId)], token: player.token).isSuccess)
            default: break
            }
            let access: JSON = ["wire": "gamebase", "appId": "Shop", "key": "shop-secret"]
            let body: JSON = [
                "userId": .string(player.userId), "ticket": ticket["ticket"] ?? nil, "purpose": ticket["purpose"] ?? nil,
            ]
            let request = Request(
                .serverVerifyTicket, origin: .gameServer, transactionId: "t", parameters: ["access": access, "body": body])
            #expect(bench.ask(request).isSuccess == end.isEmpty, "\(end)")
        }
    }
}
