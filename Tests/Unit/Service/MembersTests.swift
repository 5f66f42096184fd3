@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Members and sessions` {
    func tokenLogin(_ bench: ServiceBench, _ token: String) -> Reply {
        bench.ask("gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(token)], "member": [:]])
    }

    func heartbeat(_ bench: ServiceBench, _ token: String?) -> Int32 {
        bench.ask("presence.heartbeat", token: token).resultCode
    }

    @Test func `the same guest secret is the same member and another is another`() throws {
        let bench = try ServiceBench.shop()
        let first = try bench.login()
        let again = try bench.login()
        let other = try bench.login("another-guest-secret-entirely")
        #expect(first.userId == again.userId)
        #expect(first.token != again.token)
        #expect(first.userId != other.userId)
        #expect(first.userId.utf8.count == 16)
        #expect(
            first.userId.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            })
        #expect(heartbeat(bench, first.token) == 0)
        #expect(heartbeat(bench, again.token) == 0)
    }

    @Test func `nothing waits for a member who has gone: no ban, no suspended one, no withdrawal`() throws {
        let settings: JSON = ["transferAccount": ["enabled": true, "type": "ID"], "temporaryWithdrawal": ["gracePeriodDays": 1]]
        let bench = try ServiceBench(settings: settings, keepsEvents: true)
        func suspend(_ player: ServiceBench.Player) {
            let date = JSON.integer(bench.clock.epochMilliseconds() + 3_600_000)
            let ban: JSON = ["userId": .string(player.userId), "graceBan": ["gracePeriodDate": date]]
            #expect(bench.console("setGraceBan", ban).message == "")
        }
        // Guests who give way to one that moves to their devices.
        let secrets = ["the-secret-of-who-is-banned-here", "the-secret-of-who-leaves-tomorrow"]
        let lost = try secrets.map { try bench.login($0) }
        suspend(lost[0])
        #expect(bench.console("ban", ["userId": .string(lost[0].userId), "banType": "PERMANENT"]).message == "")
        #expect(bench.ask("gateway.requestTemporaryWithdrawal", token: lost[1].token).message == "")
        for secret in secrets {
            let guest = try bench.login("the-secret-of-who-moves-to-" + secret)
            let id = bench.ask("gateway.offerTransferAccount", token: guest.token).body["id"] ?? nil
            #expect(bench.ask("gateway.keepTransferAccount", ["id": id, "issuedType": "AUTO"], token: guest.token).message == "")
            let device: JSON = ["idPCode": "guest", "accessToken": .string(secret)]
            #expect(bench.ask("gateway.transferAccount", ["idPInfo": device, "account": ["id": id], "member": [:]]).message == "")
        }
        let leaving = try bench.login("the-secret-of-who-leaves-at-once")
        suspend(leaving)
        #expect(bench.ask("gateway.withdraw", token: leaving.token).message == "")
        #expect(try bench.count("members", "valid IN ('M', 'D')") == 3)
        #expect(try bench.count("bans", "released_date IS NULL") == 0 && bench.count("grace_bans") == 0)
        #expect(try bench.count("members", "grace_period_date IS NOT NULL") == 0)
    }

    @Test func `a login answers with the SDK's token and member`() throws {
        let bench = try ServiceBench.shop()
        let secret: JSON = "a-guest-secret-of-32-characters!"
        let login: JSON = ["idPInfo": ["idPCode": "guest", "accessToken": secret]]
        let first = bench.ask("gateway.idPLogin", login).body
        #expect(first["token"]?["sourceIdPCode"] == "guest")
        #expect(first["token"]?["expiresIn"] == 1_296_000)
        #expect(first["member"]?["appId"] == "Shop")
        #expect(first["member"]?["valid"] == "Y")
        #expect(first["member"]?["lastLoginDate"] == nil)
        #expect(first["member"]?["authList"]?.arrayValue?.first?["authKey"]?.stringValue?.hasPrefix("GAMEBASE") == true)
        #expect(first["member"]?["authList"]?.arrayValue?.first?["authKey"]?.stringValue?.utf8.count == 28)
        let date = bench.clock.epochMilliseconds()
        bench.clock.advance(1000)
        #expect(bench.ask("gateway.idPLogin", login).body["member"]?["lastLoginDate"] == .integer(date))
    }

    @Test func `neither secrets nor tokens are in the database`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for table in ["sessions", "mappings", "members"] {
            for row in try bench.database.query("SELECT * FROM \(table)", []) {
                #expect(!row.values.contains(.text(player.token)))
                #expect(!row.values.contains("a-guest-secret-of-32-characters!"))
            }
        }
    }

    @Test func `guests stay out when the settings say so and unknown providers always do`() throws {
        let bench = try ServiceBench(settings: ["idPs": ["guest": ["enabled": false]]])
        for code in ["guest", "google", "nonsense"] {
            let reply = bench.ask(
                "gateway.idPLogin", ["idPInfo": ["idPCode": .string(code), "accessToken": "a-guest-secret-of-32-characters!"]])
            #expect(reply.resultCode == ResultCode.idPNotConfigured)
        }
        #expect(bench.ask("gateway.idPLogin", [:]).message == "idPInfo: is missing")
        #expect(try bench.count("members") == 0)
    }

    @Test func `a stored token logs in and gives way to a fresh one when that is first used`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let fresh = try #require(tokenLogin(bench, player.token).body["token"]?["accessToken"]?.stringValue)
        #expect(heartbeat(bench, player.token) == ResultCode.accessTokenInvalid)
        // The answer was lost: the old token still brings another.
        let second = try #require(tokenLogin(bench, player.token).body["token"]?["accessToken"]?.stringValue)
        #expect(heartbeat(bench, fresh) == ResultCode.accessTokenInvalid)
        #expect(heartbeat(bench, second) == 0)
        #expect(tokenLogin(bench, player.token).resultCode == ResultCode.accessTokenInvalid)
        #expect(tokenLogin(bench, second).body["member"]?["userId"] == .string(player.userId))
    }

    @Test func `sessions end after 15 days`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        bench.clock.advance(15 * 86_400_000)
        #expect(heartbeat(bench, player.token) == ResultCode.accessTokenInvalid)
        #expect(tokenLogin(bench, player.token).resultCode == ResultCode.accessTokenInvalid)
    }

    @Test func `logout ends the session and no other`() throws {
        let bench = try ServiceBench.shop()
        let first = try bench.login()
        let second = try bench.login()
        #expect(bench.ask("gateway.logout", ["userId": .string(first.userId)], token: first.token).isSuccess)
        #expect(heartbeat(bench, first.token) == ResultCode.accessTokenInvalid)
        #expect(heartbeat(bench, second.token) == 0)
        #expect(heartbeat(bench, nil) == ResultCode.notAuthenticated)
        #expect(bench.ask("presence.heartbeat", ["userId": "SOMEONE"], token: second.token).resultCode == ResultCode.userIdWrong)
    }

    @Test func `a withdrawn member is gone and its guest becomes a new one`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.ask("gateway.withdraw", ["userId": .string(player.userId)], token: player.token).isSuccess)
        #expect(bench.events.map { $0.userId } == [player.userId])
        #expect(heartbeat(bench, player.token) == ResultCode.memberDeleted)
        #expect(bench.ask("gateway.withdraw", token: player.token).resultCode == ResultCode.alreadyWithdrawn)
        #expect(tokenLogin(bench, player.token).resultCode == ResultCode.memberMissing)
        #expect(try bench.login().userId != player.userId)
    }

    @Test func `a banned member is told why at login and at the heartbeat, until it is released`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let ban: JSON = ["userId": .string(player.userId), "banType": "PERMANENT", "message": "no cheating"]
        #expect(bench.console("ban", ban).isSuccess)
        #expect(bench.events.map { $0.kind } == ["memberChanged"])
        let beat = bench.ask("presence.heartbeat", token: player.token)
        #expect(beat.resultCode == ResultCode.memberBanned)
        #expect(beat.body["ban"]?["message"] == "no%20cheating")
        #expect(beat.body["ban"]?["banType"] == "PERMANENT")
        #expect(beat.body["ban"]?["endDate"] == nil)
        let login = bench.ask(
            "gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"]])
        #expect(login.resultCode == ResultCode.bannedAtLogin)
        #expect(login.body["ban"]?["userId"] == .string(player.userId))
        #expect(tokenLogin(bench, player.token).resultCode == ResultCode.bannedAtLogin)
        #expect(bench.console("releaseBan", ["userId": .string(player.userId)]).isSuccess)
        #expect(heartbeat(bench, player.token) == 0)
    }

    @Test func `the ban that was spoken last holds, though the clock went back before it`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        func ban(_ type: JSON) {
            let parameters: JSON = ["userId": .string(player.userId), "banType": type, "endDate": .integer(bench.service.core.now + 1000)]
            #expect(bench.console("ban", parameters).isSuccess)
        }
        ban("PERMANENT")
        bench.clock.advance(-3_600_000)
        ban("TEMPORARY")
        #expect(bench.ask("presence.heartbeat", token: player.token).body["ban"]?["banType"] == "TEMPORARY")
        bench.clock.advance(1000)
        #expect(heartbeat(bench, player.token) == 0)
    }

    @Test func `a temporary ban ends by itself`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let end = bench.clock.epochMilliseconds() + 5000
        let ban: JSON = ["userId": .string(player.userId), "banType": "TEMPORARY", "message": "", "endDate": .integer(end)]
        #expect(bench.console("ban", ban).isSuccess)
        #expect(heartbeat(bench, player.token) == ResultCode.memberBanned)
        #expect(bench.console("advanceClock", ["milliseconds": 5000]).isSuccess)
        #expect(heartbeat(bench, player.token) == 0)
        #expect(bench.console("ban", ban).message.hasPrefix("endDate: must be later than now"))
        #expect(bench.console("ban", ["userId": "NOBODY", "banType": "PERMANENT"]).resultCode == ResultCode.memberMissing)
        #expect(bench.console("ban", ["userId": "NOBODY", "banType": "FOREVER"]).message == "banType: must be one of TEMPORARY, PERMANENT")
    }
}
