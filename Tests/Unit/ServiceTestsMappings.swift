import Storage
import Testing
import Wire
@testable import Service

@Suite struct `Mappings and tickets` {
    static let settings: JSON = ["app": ["appId": "Shop"], "idPs": ["guest": [:], "google": [:], "steam": [:]]]

    func login(_ bench: ServiceBench, _ code: String, _ name: String) throws -> ServiceBench.Player {
        let reply = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]])
        #expect(reply.message == "")
        return ServiceBench.Player(
            userId: try #require(reply.body["member"]?["userId"]?.stringValue),
            token: try #require(reply.body["token"]?["accessToken"]?.stringValue))
    }

    func map(_ bench: ServiceBench, _ player: ServiceBench.Player, _ code: String, _ name: String) -> Reply {
        bench.ask("gateway.addMapping", ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]], token: player.token)
    }

    func shown(_ ticket: JSON) -> JSON {
        [
            "forcingMappingKey": ticket["forcingMappingKey"] ?? nil, "mappedUserId": ticket["mappedUserId"] ?? nil,
            "tokenInfo": ["idPCode": ticket["idPCode"] ?? nil, "accessToken": ticket["accessToken"] ?? nil],
        ]
    }

    @Test func `a guest that missed the answer to its mapping logs in with the token it has and learns its provider`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let guest = try bench.login()
        #expect(map(bench, guest, "google", "ann").message == "")
        let reply = bench.ask(
            "gateway.tokenLogin", ["tokenInfo": ["idPCode": "guest", "accessToken": .string(guest.token)], "member": [:]])
        #expect(reply.body["token"]?["sourceIdPCode"] == "google")
        #expect(reply.body["member"]?["userId"] == .string(guest.userId))
        #expect(try bench.count("mappings", "idp_code = 'guest'") == 0)
    }

    @Test func `the session that a ticket leaves ends when the new one is first used`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let ann = try login(bench, "google", "ann")
        let guest = try bench.login()
        let ticket = try #require(map(bench, guest, "google", "ann").body["forcingMappingTicket"])
        let reply = bench.ask("gateway.changeLogin", shown(ticket), token: guest.token)
        #expect(reply.body["member"]?["userId"] == .string(ann.userId))
        let fresh = try #require(reply.body["token"]?["accessToken"]?.stringValue)
        #expect(bench.ask("presence.heartbeat", token: guest.token).isSuccess)
        #expect(bench.ask("presence.heartbeat", token: fresh).isSuccess)
        #expect(bench.ask("presence.heartbeat", token: guest.token).resultCode == ResultCode.accessTokenInvalid)
        #expect(bench.ask("presence.heartbeat", token: ann.token).isSuccess)
    }

    @Test func `an account that moved to a third member, or to nobody, since the ticket was given`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let ann = try login(bench, "google", "ann")
        let bob = try login(bench, "steam", "bob")
        let guest = try bench.login()
        let forGuest = try #require(map(bench, guest, "google", "ann").body["forcingMappingTicket"])
        let forBob = try #require(map(bench, bob, "google", "ann").body["forcingMappingTicket"])
        #expect(bench.ask("gateway.addMappingForcibly", shown(forBob), token: bob.token).message == "")
        #expect(bench.ask("presence.heartbeat", token: ann.token).resultCode == ResultCode.accessTokenInvalid)
        #expect(bench.ask("gateway.addMappingForcibly", shown(forGuest), token: guest.token).resultCode == ResultCode.forcingTicketOtherKey)
        #expect(bench.ask("gateway.changeLogin", shown(forGuest), token: guest.token).resultCode == ResultCode.forcingTicketOtherKey)
        let again = try #require(map(bench, guest, "google", "ann").body["forcingMappingTicket"])
        #expect(again["mappedUserId"] == .string(bob.userId))
        #expect(bench.ask("gateway.withdraw", token: bob.token).isSuccess)
        #expect(bench.ask("gateway.changeLogin", shown(again), token: guest.token).resultCode == ResultCode.memberMissing)
        #expect(bench.ask("gateway.addMappingForcibly", shown(again), token: guest.token).message == "")
        #expect(try login(bench, "google", "ann").userId == guest.userId)
    }

    @Test func `the secrets of a ticket are not in the database, and a token too long for a name is there as its hash`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let long = String(repeating: "a", count: 200)
        _ = try login(bench, "google", long)
        let guest = try bench.login()
        let ticket = try #require(map(bench, guest, "google", long).body["forcingMappingTicket"])
        for table in ["forcing_tickets", "mappings"] {
            for row in try bench.database.query("SELECT * FROM \(table)", []) {
                #expect(!row.values.contains(.text(long)))
                for key in ["forcingMappingKey", "accessToken"] {
                    #expect(!row.values.contains(.text(ticket[key]?.stringValue ?? "")))
                }
            }
        }
        #expect(try bench.count("mappings", "auth_key LIKE 'SHA256-%'") == 1)
        let tooLong = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": .string(String(repeating: "a", count: 8193))]])
        #expect(tooLong.resultCode == ResultCode.parameterInvalid)
    }
}
