@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

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
        let tooLong = bench.ask(
            "gateway.idPLogin", ["idPInfo": ["idPCode": "google", "accessToken": .string(String(repeating: "a", count: 8193))]])
        #expect(tooLong.resultCode == ResultCode.parameterInvalid)
    }
}

@Suite struct `Wrong tries to move a guest` {
    private static let day: Int64 = 86_400_000

    private func check(_ bench: ServiceBench, _ secret: String, _ id: String = "NOBODYS") -> Int32 {
        bench.ask(
            "gateway.checkTransferAccount",
            [
                "idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "account": ["id": .string(id)],
            ]
        ).resultCode
    }

    private func bench(minutes: JSON) throws -> ServiceBench {
        try ServiceBench(settings: [
            "app": ["appId": "Shop"], "transferAccount": ["enabled": true, "block": ["attempts": 3, "minutes": minutes]],
        ])
    }

    @Test func `a blocked device stays blocked though another tries a wrong id days later`() throws {
        let bench = try bench(minutes: nil)
        for code in [ResultCode.transferIdWrong, ResultCode.transferIdWrong, ResultCode.transferBlocked, ResultCode.transferBlocked] {
            #expect(check(bench, "the-secret-of-a-blocked-device!!") == code)
        }
        for _ in 0..<5 {
            bench.clock.advance(2 * Self.day)
            #expect(check(bench, "the-secret-of-quite-another-one!") == ResultCode.transferIdWrong)
            #expect(check(bench, "the-secret-of-a-blocked-device!!") == ResultCode.transferBlocked)
        }
    }

    @Test func `a device's tries are forgotten after a day, and a block that is over begins the count anew`() throws {
        let bench = try bench(minutes: 60)
        for _ in 0..<4 {
            #expect(check(bench, "the-secret-of-a-patient-device!!") == ResultCode.transferIdWrong)
            #expect(check(bench, "the-secret-of-a-patient-device!!") == ResultCode.transferIdWrong)
            bench.clock.advance(Self.day + 1)
        }
        for _ in 0..<2 {
            for code in [ResultCode.transferIdWrong, ResultCode.transferIdWrong, ResultCode.transferBlocked, ResultCode.transferBlocked] {
                #expect(check(bench, "the-secret-of-a-hasty-device!!!!") == code)
            }
            bench.clock.advance(3_600_000)
        }
        // Another device's tries are no matter of this one's: the sweep takes them, and leaves the block.
        #expect(try bench.count("transfer_failures") == 2)
        _ = try bench.database.run(
            Sweep.all.first { $0.table == "transfer_failures" }?.statement ?? "",
            [Value](repeating: .integer(bench.clock.epochMilliseconds() - Self.day), count: 2))
        #expect(try bench.count("transfer_failures") == 1)
    }
}
