@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

extension `Mappings and tickets` {
    private func revoked(_ bench: ServiceBench, _ code: String, _ name: String) -> JSON? {
        bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": .string(code), "accessToken": .string(name)]]).body["revokedIdPs"]
    }

    @Test func `a login tells of the member's own revoked providers and of nobody else's`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let bob = try login(bench, "google", "bob")
        #expect(map(bench, bob, "steam", "bob").message == "")
        _ = try login(bench, "google", "carl")
        #expect(bench.console("revokeIdP", ["idPCode": "google", "authKey": "bob"]).isSuccess)
        #expect(revoked(bench, "steam", "bob") == ["google"])
        #expect(revoked(bench, "google", "carl") == nil)
    }

    @Test func `a revoked provider that moves to another member is no longer told to the one who had it`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let bob = try login(bench, "google", "bob")
        #expect(map(bench, bob, "steam", "bob").message == "")
        #expect(bench.console("revokeIdP", ["idPCode": "google", "authKey": "bob"]).isSuccess)
        let guest = try bench.login()
        let ticket = try #require(map(bench, guest, "google", "bob").body["forcingMappingTicket"])
        #expect(bench.ask("gateway.addMappingForcibly", shown(ticket), token: guest.token).message == "")
        #expect(revoked(bench, "steam", "bob") == nil)
    }

    @Test func `a sign-in with one provider takes back no revocation of another, however often it comes`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let bob = try login(bench, "google", "bob")
        #expect(map(bench, bob, "steam", "bob").message == "")
        for code in ["google", "steam"] { #expect(bench.console("revokeIdP", ["idPCode": .string(code), "authKey": "bob"]).isSuccess) }
        #expect(revoked(bench, "steam", "bob") == ["google", "steam"])
        for _ in 0..<2 { #expect(revoked(bench, "steam", "bob") == ["google"]) }
    }

    @Test func `a provider that is removed takes its own sessions and its own revocation along, and no other's`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let bob = try login(bench, "google", "bob")
        #expect(map(bench, bob, "steam", "bob").message == "")
        let again = try login(bench, "google", "bob"), gone = try login(bench, "steam", "bob")
        for code in ["google", "steam"] { #expect(bench.console("revokeIdP", ["idPCode": .string(code), "authKey": "bob"]).isSuccess) }
        let removal: JSON = ["userId": .string(bob.userId), "idPCode": "steam"]
        #expect(bench.ask("gateway.removeMapping", removal, token: bob.token).message == "")
        #expect(
            bench.ask("presence.heartbeat", token: bob.token).isSuccess && bench.ask("presence.heartbeat", token: again.token).isSuccess)
        #expect(bench.ask("presence.heartbeat", token: gone.token).resultCode == ResultCode.accessTokenInvalid)
        #expect(try bench.database.query("SELECT idp_code FROM idp_revocations", []).map { $0.text(0) } == ["google"])
    }

    @Test func `a player may choose an id of 32 characters to move with, and not of 33`() throws {
        var settings = Self.settings.objectValue ?? [:]
        settings["transferAccount"] = ["enabled": true]
        let bench = try ServiceBench(settings: .object(settings))
        let guest = try bench.login()
        let offered = bench.ask("gateway.offerTransferAccount", token: guest.token).body
        let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "k"]
        #expect(bench.ask("gateway.keepTransferAccount", kept, token: guest.token).message == "")
        for (length, code) in [(32, Int32(0)), (33, ResultCode.parameterInvalid)] {
            let chosen = JSON.string(String(repeating: "a", count: length))
            let renewal: JSON = [
                "renewalModeType": "MANUAL", "renewalTargetType": 1, "accountId": chosen, "accountPassword": "abcdefghijkl",
            ]
            let reply = bench.ask("gateway.offerTransferAccount", ["renewal": renewal], token: guest.token)
            #expect(reply.resultCode == code, "\(length): \(reply.message)")
        }
    }

    @Test func `a new password is for the id that the player has, and a new id is another`() throws {
        let bench = try transferBench()
        let guest = try bench.login()
        let id = try account(bench, guest)
        for (target, mode) in [(0, "AUTO"), (0, "MANUAL"), (1, "AUTO")] as [(Int64, JSON)] {
            let renewal: JSON = ["renewalModeType": mode, "renewalTargetType": .integer(target), "accountPassword": "abcdefghijkl"]
            let offered = bench.ask("gateway.offerTransferAccount", ["renewal": renewal], token: guest.token)
            #expect((offered.body["id"] == id) == (target == 0), "\(target) \(mode) \(offered.message)")
        }
    }

    @Test func `an account whose password was tried too often is blocked for every device, and as long as the console says`() throws {
        let bench = try transferBench()
        let id = try account(bench, try bench.login())
        func transfer(_ device: JSON, _ key: JSON) -> Int32 {
            let guest: JSON = ["idPCode": "guest", "accessToken": device]
            return bench.ask("gateway.transferAccount", ["idPInfo": guest, "account": ["id": id, "key": key], "member": [:]]).resultCode
        }
        let codes = [ResultCode.transferPasswordWrong, ResultCode.transferPasswordWrong, ResultCode.transferBlocked]
        for code in codes { #expect(transfer("the-secret-of-one-who-guesses-it", "wrong") == code) }
        #expect(transfer("the-secret-of-a-device-that-knows", "right") == ResultCode.transferBlocked)
        bench.clock.advance(10 * 60_000 - 1)
        #expect(transfer("the-secret-of-a-device-that-knows", "right") == ResultCode.transferBlocked)
        bench.clock.advance(1)
        #expect(transfer("the-secret-of-a-device-that-knows", "right") == 0)
    }

    @Test func `switching transfers off forgets the wrong tries too`() throws {
        let bench = try transferBench()
        let id = try account(bench, try bench.login())
        let guest: JSON = ["idPCode": "guest", "accessToken": "the-secret-of-one-who-guesses-it"]
        for _ in 0..<3 {
            _ = bench.ask("gateway.transferAccount", ["idPInfo": guest, "account": ["id": id, "key": "wrong"], "member": [:]])
        }
        #expect(try bench.count("transfer_failures") > 0)
        var settings = Self.settings.objectValue ?? [:]
        settings["transferAccount"] = ["enabled": false]
        #expect(bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        #expect(try bench.count("transfer_failures") == 0)
    }

    @Test func `what ids are made of decides how short they may be`() throws {
        let bench = try ServiceBench()
        let shortest = ["NUMBER": 12, "NUMBER_LOWER": 10, "NUMBER_UPPER": 10, "NUMBER_LOWER_UPPER": 9, "LOWER_UPPER": 9] as [String: Int64]
        for (characters, length) in shortest {
            for (given, isTaken) in [(length, true), (length - 1, false)] {
                let account: JSON = ["enabled": true, "idCharacters": .string(characters), "idLength": .integer(given)]
                let reply = bench.console("loadSettings", ["settings": ["app": ["appId": "Shop"], "transferAccount": account]])
                #expect(reply.isSuccess == isTaken, "\(characters) \(given): \(reply.message)")
            }
        }
    }

    @Test func `an event's name may have 128 bytes and not 129`() throws {
        let bench = try ServiceBench()
        let player = try bench.login()
        let events: [JSON] = [128, 129].map { length in
            [
                "eventId": .string(String(repeating: "e", count: length)), "type": "levelUp",
                "time": .integer(bench.clock.epochMilliseconds()), "userId": .string(player.userId), "data": ["userLevel": 1],
            ]
        }
        let reply = bench.ask("presence.sendEvents", ["events": .array(events)], token: player.token)
        #expect(reply.body["accepted"] == 1)
        #expect(reply.body["rejected"] == 1)
    }

    @Test func `an event is of a user with up to 64 bytes, and what it tells is an object`() throws {
        let bench = try ServiceBench()
        let player = try bench.login()
        func reason(_ key: String, _ value: JSON) -> String? {
            var event: JSONObject = ["eventId": "e", "type": "levelUp", "time": 1, "userId": "U", "data": ["userLevel": 1]]
            event[key] = value
            let reply = bench.ask("presence.sendEvents", ["events": [.object(event)]], token: player.token)
            return reply.body["reasons"]?.arrayValue?.first?.stringValue
        }
        #expect(
            reason("userId", .string(String(repeating: "u", count: 65)))?.hasPrefix("events[0].userId: must be at most 64 bytes") == true)
        for (data, kind) in [([1], "an array"), ("{}", "text"), (1, "a number")] as [(JSON, String)] {
            #expect(reason("data", data) == "events[0].data: must be an object, is \(kind)")
        }
        #expect(try bench.count("analytics_events") == 0)
        #expect(reason("userId", .string(String(repeating: "u", count: 64))) == nil)
        #expect(try bench.count("analytics_events") == 1)
    }

    @Test func `a member who withdraws leaves no account to move with`() throws {
        let bench = try transferBench()
        let guest = try bench.login()
        _ = try account(bench, guest)
        #expect(try bench.count("transfer_accounts") == 1)
        #expect(bench.ask("gateway.withdraw", token: guest.token).isSuccess)
        #expect(try bench.count("transfer_accounts") == 0)
    }

    @Test func `a device that was moved to has all its tries again`() throws {
        let bench = try transferBench()
        let id = try account(bench, try bench.login())
        let device: JSON = ["idPCode": "guest", "accessToken": "the-secret-of-the-player's-new-one"]
        func check(_ id: JSON) -> Int32 {
            bench.ask("gateway.checkTransferAccount", ["idPInfo": device, "account": ["id": id]]).resultCode
        }
        for _ in 0..<2 { #expect(check("NOBODYS") == ResultCode.transferIdWrong) }
        let moved = bench.ask("gateway.transferAccount", ["idPInfo": device, "account": ["id": id, "key": "right"], "member": [:]])
        #expect(moved.message == "")
        for code in [ResultCode.transferIdWrong, ResultCode.transferIdWrong, ResultCode.transferBlocked] {
            #expect(check("NOBODYS") == code)
        }
    }

    @Test func `a refused request that keeps something keeps nothing of the service alive`() throws {
        weak var core: ServiceCore?
        try autoreleased {
            let bench = try transferBench()
            let id = try account(bench, try bench.login())
            let guest: JSON = ["idPCode": "guest", "accessToken": "the-secret-of-one-who-guesses-it"]
            let reply = bench.ask("gateway.transferAccount", ["idPInfo": guest, "account": ["id": id, "key": "wrong"], "member": [:]])
            #expect(reply.resultCode == ResultCode.transferPasswordWrong)
            core = bench.service.core
        }
        #expect(core == nil)
    }

    private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

    private func transferBench() throws -> ServiceBench {
        var settings = Self.settings.objectValue ?? [:]
        settings["transferAccount"] = ["enabled": true, "block": ["attempts": 3, "minutes": 10]]
        return try ServiceBench(settings: .object(settings))
    }

    /// - Returns: its id; its password's key is "right".
    private func account(_ bench: ServiceBench, _ guest: ServiceBench.Player) throws -> JSON {
        let offered = bench.ask("gateway.offerTransferAccount", token: guest.token).body
        let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "right"]
        #expect(bench.ask("gateway.keepTransferAccount", kept, token: guest.token).message == "")
        return try #require(offered["id"])
    }

    @Test func `a storage remembers which device's file lies beside it, until another does or none`() throws {
        let bench = try ServiceBench()
        let remembered: [(told: String, known: String?)] = [("one", "one"), ("two", "two"), ("two", "two"), ("", nil)]
        for (told, known) in remembered {
            #expect(bench.ask("service.open", ["device": .string(told)]).body["device"]?.stringValue == known)
            let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
            try bench.database.begin()
            let reply = try next.reply(to: Request(api: "service.open", origin: .client, transactionId: "t", parameters: [:]))
            bench.database.rollback()
            #expect(reply.body["device"]?.stringValue == known)
        }
    }
}
