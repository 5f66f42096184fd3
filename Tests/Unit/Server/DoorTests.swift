import Linux
import Messages
import Testing

@testable import Server

/// Who is let in to prove something (Door.swift).
@Suite struct `The door` {
    private final class StillClock: Clock, @unchecked Sendable {
        var nanoseconds: Int64 = 1
        func epochMilliseconds() -> Int64 { nanoseconds / 1_000_000 }
        func monotonicNanoseconds() -> Int64 { nanoseconds }
    }

    private final class World {
        let clock = StillClock()
        let door: Door
        let right: String

        init(_ right: String = "right") {
            self.right = right
            let rate = Rate(aSecond: 0.001, atOnce: 5)
            let rates: [LimitName: Rate?] = [.operatorKey: rate, .gameServer: rate, .session: rate, .signature: rate]
            door = Door(Limits(rates, clock), clock)
        }

        func place(_ address: String, isForwarded: Bool = false) throws -> Door.Place {
            var head = HTTPHead(method: "GET", path: "/")
            if isForwarded { head.add(.forwardedFor, "x") }
            return Door.Place(head, try #require(Peer(text: address)))
        }

        func enter(_ kind: Door.Kind, _ address: String, _ name: String = "app", _ proof: String?) throws -> Door.Entry {
            door.admitted(Door.Claim(kind: kind, name: name, place: try place(address), proof: proof))
        }

        /// - Returns: "in", "wrong", or "later" for who is told to come again.
        func ask(_ kind: Door.Kind, _ address: String, _ proof: String, name: String = "app") throws -> String {
            let entry = try enter(kind, address, name, kind.isChosen ? proof : nil)
            if let refusal = entry.refusal {
                #expect(refusal.retryAfter ?? 0 > 0 && refusal.status == 429)
                return "later"
            }
            let isRight = proof == right
            if let instead = entry.found(isRight ? .right : .wrong) {
                #expect(instead.retryAfter ?? 0 > 0)
                return "later"
            }
            return isRight ? "in" : "wrong"
        }
    }

    private static let chosen: [Door.Kind] = [.operatorKey, .gameServer]

    @Test(arguments: chosen) func `the sixth wrong one of an address is not looked at, nor is a right one from there`(
        kind: Door.Kind
    ) throws {
        let world = World()
        for number in 0..<5 { #expect(try world.ask(kind, "192.0.2.1", "w\(number)") == "wrong") }
        #expect(try world.ask(kind, "192.0.2.1", "w") == "later" && world.ask(kind, "192.0.2.1", "right") == "later")
        #expect(try world.ask(kind, "192.0.2.1", "w", name: "another app") == "later")
        #expect(try world.ask(kind, "192.0.2.2", "right") == "in")
        // Of IPv6 a network is one address.
        for number in 0..<5 { #expect(try world.ask(kind, "2001:db8::\(number + 1)", "w") == "wrong") }
        #expect(try world.ask(kind, "2001:db8::ffff", "right") == "later")
    }

    @Test(arguments: chosen) func `who was right from there before is let in while wrong ones come from there`(kind: Door.Kind) throws {
        let world = World()
        #expect(try !world.enter(kind, "192.0.2.1", "app", nil).isKnown)
        #expect(try world.ask(kind, "192.0.2.1", "right") == "in")
        #expect(try world.enter(kind, "192.0.2.1", "app", nil).isKnown && !world.enter(kind, "192.0.2.2", "app", nil).isKnown)
        #expect(try world.enter(kind, "127.0.0.1", "another app", nil).isKnown)
        var answers: [String] = []
        for number in 0..<60 {
            answers.append(try world.ask(kind, "192.0.2.1", "w\(number)"))
            #expect(try world.ask(kind, "192.0.2.1", "right") == "in")
        }
        #expect(answers.prefix(5) == ["wrong", "wrong", "wrong", "wrong", "wrong"] && answers.dropFirst(5).allSatisfy { $0 == "later" })
        // Another right one, as after a change of the key, is one guess of those that the address has left.
        #expect(try world.enter(kind, "192.0.2.1", "app", "another").refusal != nil)
    }

    @Test(arguments: chosen) func `many addresses together have a limit, which closes nothing to who was there before`(
        kind: Door.Kind
    ) throws {
        let world = World()
        #expect(try world.ask(kind, "192.0.2.1", "right") == "in")
        var looked = 0
        for number in 0..<200 where try world.ask(kind, "198.51.100.\(number)", "w") == "wrong" { looked += 1 }
        #expect(looked == 50)
        #expect(try world.ask(kind, "192.0.2.2", "right") == "later" && world.ask(kind, "192.0.2.1", "right") == "in")
        #expect(try world.ask(kind, "192.0.2.2", "right", name: "another app") == "in")
    }

    @Test func `guesses that are looked at at once are counted before, and the same one twice is one`() throws {
        let world = World()
        var entries: [Door.Entry] = []
        for number in 0..<100 { entries.append(try world.enter(.gameServer, "192.0.2.1", "app", "w\(number)")) }
        #expect(entries.filter { $0.refusal == nil }.count == 5)
        let honest = World()
        entries = try (0..<100).map { _ in try honest.enter(.gameServer, "192.0.2.1", "app", "right") }
        #expect(entries.allSatisfy { $0.refusal == nil })
        for entry in entries { #expect(entry.found(.right) == nil) }
        // What nobody looked at was no try.
        for number in 0..<20 { _ = try honest.enter(.gameServer, "192.0.2.2", "app", "w\(number)").found(.nothing) }
        #expect(try honest.ask(.gameServer, "192.0.2.2", "w") == "wrong")
    }

    @Test func `this machine is not counted, unless somebody hands on for another`() throws {
        let world = World()
        for number in 0..<50 { #expect(try world.ask(.operatorKey, "127.0.0.1", "w\(number)") == "wrong") }
        #expect(try world.ask(.operatorKey, "127.0.0.1", "right") == "in" && world.ask(.operatorKey, "::1", "right") == "in")
        var refused = 0
        for _ in 0..<20 {
            let claim = Door.Claim(kind: .operatorKey, name: "", place: try world.place("127.0.0.1", isForwarded: true), proof: "w")
            let entry = world.door.admitted(claim)
            if entry.refusal != nil { refused += 1 } else { _ = entry.found(.wrong) }
        }
        #expect(refused == 15)
        #expect(try world.ask(.operatorKey, "127.0.0.1", "right") == "in")
    }

    @Test func `sessions that are wrong get another answer when there were many, and a right one is let in`() throws {
        let world = World()
        for _ in 0..<5 { #expect(try world.ask(.session, "192.0.2.1", "w") == "wrong") }
        for _ in 0..<5 { #expect(try world.ask(.session, "192.0.2.1", "w") == "later") }
        #expect(try world.ask(.session, "192.0.2.1", "right") == "in")
    }

    @Test func `a key from before opens as long as it stands in the second line`() throws {
        let folder = TestFolder()
        let path = folder.path + "/key"
        for (text, isOld) in [("the-new-key-of-now-1\n", false), ("the-new-key-of-now-1\nthe-old-key-of-once\n", true)] {
            try Files.replaceDurably(path, Array(text.utf8))
            let key = try OperatorKey.read(path)
            #expect(key.name(of: "the-new-key-of-now-1") == key.name)
            #expect((key.name(of: "the-old-key-of-once") != nil) == isOld && key.name(of: "another-key-of-nobody") == nil)
            #expect(key.name(of: "the-old-key-of-once") != key.name)
        }
        try Files.replaceDurably(path, Array("the-new-key-of-now-1\nshort\n".utf8))
        #expect(throws: (any Error).self) { try OperatorKey.read(path) }
    }
}
