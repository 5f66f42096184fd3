import Codecs
import Linux
import Messages
import Storage
import Testing

@testable import Documents
@testable import Service

/// Wrong passwords and keys for a transfer: counted by network and by name, and no way to close an account to its owner.
@Suite struct `Wrong tries` {
    private static let owner = "192.0.2.1"
    private static let passwordWrong = "E401002", tooMany = "E429002"

    private final class World {
        let bench: ServiceBench

        init(_ transfer: JSONObject = [:]) throws {
            var account: JSONObject = ["enabled": true]
            for member in transfer.members { account[member.key] = member.value }
            bench = try ServiceBench(settings: [
                "app": ["appId": "Shop"], "transferAccount": .object(account), "ncmb": ["passwordCost": 8],
            ])
        }

        func ask(_ api: String, _ parameters: JSON, from network: String, token: String? = nil) -> Reply {
            var request = Request(api: api, origin: .client, transactionId: "t", accessToken: token, parameters: parameters)
            request.setCarried(from: network)
            return bench.ask(request)
        }

        func signUp(_ name: String, from network: String) -> Reply {
            ask("objects.create", ["className": "user", "fields": ["userName": .string(name), "password": "right"]], from: network)
        }

        func logIn(_ password: String, _ name: String = "ann", from network: String) -> Reply {
            ask("users.logIn", ["userName": .string(name), "password": .string(password)], from: network)
        }

        func code(_ password: String, _ name: String = "ann", from network: String) -> String {
            let reply = logIn(password, name, from: network)
            return reply.isSuccess ? "in" : reply.body["code"]?.stringValue ?? reply.message
        }

        /// - Returns: the id of an account whose password's key is "right".
        func account(from network: String) throws -> JSON {
            let guest = try bench.login()
            let offered = ask("gateway.offerTransferAccount", [:], from: network, token: guest.token).body
            let kept: JSON = ["id": offered["id"] ?? nil, "issuedType": "AUTO", "salt": offered["salt"] ?? nil, "key": "right"]
            #expect(ask("gateway.keepTransferAccount", kept, from: network, token: guest.token).message == "")
            return try #require(offered["id"])
        }

        func transfer(_ id: JSON, _ key: JSON, device: Int = 0, from network: String) -> Reply {
            let guest: JSON = ["idPCode": "guest", "accessToken": .string("the-secret-of-device-number-\(device)")]
            let account: JSON = ["id": id, "key": key]
            return ask("gateway.transferAccount", ["idPInfo": guest, "account": account, "member": [:]], from: network)
        }
    }

    @Test func `who guesses elsewhere closes a name to itself, and not to its owner, whichever name of hers is tried`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        for _ in 0..<ProofTries.ofPlaceMax { #expect(world.code("wrong", from: "198.51.100.7") == Self.passwordWrong) }
        #expect(world.code("right", from: "198.51.100.7") == Self.tooMany)
        #expect(world.code("right", from: Self.owner) == "in")
        #expect(world.code("right", from: "198.51.100.8") == "in")
        world.bench.clock.advance(ProofTries.milliseconds)
        #expect(world.code("right", from: "198.51.100.7") == "in")
    }

    @Test func `a botnet has a hundred tries at a name, a name that nobody has too, and its owner is let in meanwhile`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        for name in ["ann", "nobody"] {
            var looked = 0
            for number in 0..<300 where world.code("wrong", name, from: "net \(number)") == Self.passwordWrong { looked += 1 }
            #expect(looked == Int(ProofTries.ofAllMax), "\(name)")
            #expect(world.code("right", name, from: "net 1000") == Self.tooMany)
        }
        #expect(world.code("right", from: Self.owner) == "in")
    }

    @Test func `an owner who gets it right takes nothing from what a botnet has tried`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        for number in 0..<60 { #expect(world.code("wrong", from: "net \(number)") == Self.passwordWrong) }
        #expect(world.code("wrong", from: Self.owner) == Self.passwordWrong)
        #expect(world.code("right", from: Self.owner) == "in")
        var looked = 0
        for number in 100..<250 where world.code("wrong", from: "net \(number)") == Self.passwordWrong { looked += 1 }
        #expect(looked == Int(ProofTries.ofAllMax) - 61)
    }

    @Test func `an owner's network has more tries, and they end as well`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        for number in 0..<ProofTries.ofKnownPlaceMax {
            #expect(world.code("wrong", from: Self.owner) == (number < ProofTries.ofPlaceMax ? Self.passwordWrong : Self.tooMany))
            if number == ProofTries.ofPlaceMax { #expect(world.code("right", from: "net of a friend") == "in") }
        }
        #expect(world.code("right", from: Self.owner) == Self.tooMany)
        world.bench.clock.advance(ProofTries.milliseconds)
        #expect(world.code("right", from: Self.owner) == "in")
    }

    @Test func `whoever had the password before it was changed has no more tries than strangers`() throws {
        let world = try World()
        let ann = world.signUp("ann", from: Self.owner).body["answer"]
        let thief = "198.51.100.7"
        #expect(world.code("right", from: thief) == "in")
        let token = world.logIn("right", from: Self.owner).body["answer"]?["sessionToken"]?.stringValue
        let change: JSON = ["className": "user", "objectId": ann?["objectId"] ?? nil, "fields": ["password": "another"]]
        #expect(world.ask("objects.update", change, from: Self.owner, token: token).isSuccess)
        for network in [thief, Self.owner] {
            for _ in 0..<ProofTries.ofPlaceMax { #expect(world.code("wrong", from: network) == Self.passwordWrong) }
        }
        #expect(world.code("another", from: thief) == Self.tooMany)
        #expect(world.code("another", from: Self.owner) == "in")
    }

    @Test func `a refusal says when to try again`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        let stranger = "198.51.100.7"
        for _ in 0..<ProofTries.ofPlaceMax { #expect(world.logIn("wrong", from: stranger).retryAfterSeconds == nil) }
        world.bench.clock.advance(60_000)
        #expect(world.logIn("wrong", from: stranger).retryAfterSeconds == ProofTries.milliseconds / 1_000 - 60)
        let id = try world.account(from: Self.owner)
        for _ in 0..<ProofTries.ofPlaceMax { _ = world.transfer(id, "wrong", from: stranger) }
        #expect(world.transfer(id, "right", from: stranger).retryAfterSeconds == ProofTries.milliseconds / 1_000)
    }

    @Test func `guesses that come at once are no more than those that come one by one`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        var works: [SlicedWork] = []
        try world.bench.database.begin()
        for _ in 0..<30 {
            var request = Request(
                api: "users.logIn", origin: .client, transactionId: "t", parameters: ["userName": "ann", "password": "wrong"])
            request.setCarried(from: "198.51.100.7")
            _ = try world.bench.service.reply(to: request)
            if let work = world.bench.service.takeUnfinished() { works.append(work) }
        }
        try world.bench.database.commit()
        var codes: [String] = []
        for work in works {
            var outcome: Outcome?
            while outcome == nil {
                try world.bench.database.begin()
                outcome = try world.bench.service.proceed(work)
                try world.bench.database.commit()
            }
            guard case .refused(let reply)? = outcome else { continue }
            codes.append(reply.body["code"]?.stringValue ?? "")
        }
        #expect(codes.filter { $0 == Self.passwordWrong }.count == Int(ProofTries.ofPlaceMax) && codes.count == 30)
    }

    @Test func `wrong tries at a transfer are counted without any setting, and its owner is let in`() throws {
        let world = try World()
        let id = try world.account(from: Self.owner)
        for number in 0..<Int(ProofTries.ofPlaceMax) {
            #expect(world.transfer(id, "wrong", device: number, from: "198.51.100.7").resultCode == ResultCode.transferPasswordWrong)
        }
        let refused = world.transfer(id, "right", device: 99, from: "198.51.100.7")
        #expect(refused.resultCode == ResultCode.transferBlocked && refused.body["failTransferAccount"]?["blockEndDate"] != nil)
        #expect(world.transfer(id, "right", device: 1, from: Self.owner).isSuccess)
    }

    @Test func `wrong ids count for their network, whatever the device calls itself, and so do those that a member would have`() throws {
        let world = try World()
        for number in 0..<Int(ProofTries.ofPlaceMax) {
            #expect(world.transfer("NOBODYS12", "k", device: number, from: "198.51.100.7").resultCode == ResultCode.transferIdWrong)
        }
        #expect(world.transfer("NOBODYS12", "k", device: 99, from: "198.51.100.7").resultCode == ResultCode.transferBlocked)
        let id = try world.account(from: Self.owner)
        let prober = try world.bench.login("a-guest-secret-of-the-prober-here")
        let salt = try #require(world.ask("gateway.offerTransferAccount", [:], from: "net", token: prober.token).body["salt"])
        let kept: JSON = ["id": id, "issuedType": "MANUAL", "salt": salt, "key": "k"]
        for _ in 0..<ProofTries.ofPlaceMax {
            let reply = world.ask("gateway.keepTransferAccount", kept, from: "net", token: prober.token)
            #expect(reply.resultCode == ResultCode.transferIdExists)
        }
        let reply = world.ask("gateway.keepTransferAccount", kept, from: "net", token: prober.token)
        #expect(reply.resultCode == ResultCode.transferBlocked)
    }

    @Test func `a block that the settings ask for keeps strangers out, and not a network where the owner was`() throws {
        let world = try World(["block": ["attempts": 3]])
        let id = try world.account(from: Self.owner)
        let codes = [ResultCode.transferPasswordWrong, ResultCode.transferPasswordWrong, ResultCode.transferBlocked]
        for code in codes { #expect(world.transfer(id, "wrong", from: "198.51.100.7").resultCode == code) }
        #expect(world.transfer(id, "right", from: "198.51.100.8").resultCode == ResultCode.transferBlocked)
        #expect(world.transfer(id, "right", from: Self.owner).isSuccess)
    }

    @Test func `behind a block that a clock was ahead for, wrong tries are counted anew`() throws {
        let world = try World(["block": ["attempts": 3, "minutes": 60]])
        let id = try world.account(from: Self.owner)
        let codes = [ResultCode.transferPasswordWrong, ResultCode.transferPasswordWrong, ResultCode.transferBlocked]
        world.bench.clock.set(wrongBy: 6 * 3_600_000)
        for code in codes { #expect(world.transfer(id, "wrong", from: "198.51.100.7").resultCode == code) }
        world.bench.clock.set(wrongBy: 0)
        for code in codes { #expect(world.transfer(id, "wrong", from: "198.51.100.8").resultCode == code) }
        #expect(world.transfer(id, "right", from: "198.51.100.9").resultCode == ResultCode.transferBlocked)
        world.bench.clock.advance(3_600_000)
        #expect(world.transfer(id, "right", from: "198.51.100.9").isSuccess)
    }

    @Test func `what is kept of tries and of networks stays small, and names no address`() throws {
        let world = try World()
        #expect(world.signUp("ann", from: Self.owner).isSuccess)
        for round in 0..<20 {
            for number in 0..<20 { _ = world.code("wrong", "name \(round) \(number)", from: "203.0.113.\(number)") }
            world.bench.clock.advance(ProofTries.milliseconds)
        }
        #expect(try world.bench.count("proof_tries") <= 80)
        for number in 0..<30 {
            world.bench.clock.advance(1_000)
            #expect(world.code("right", from: "net \(number)") == "in")
        }
        #expect(try world.bench.count("proven_places") == ProofTries.placesOfOwnerMax)
        #expect(try world.bench.count("proven_places", "place LIKE '%net%' OR owner LIKE '%net%'") == 0)
        #expect(try world.bench.count("proof_tries", "place LIKE '%203.0%'") == 0)
    }
}
