import Codecs
import Linux
import Messages
import Testing

@testable import Remote

@Suite struct `A service elsewhere: events` {
    private func places(_ heard: [ServerEvent]) -> [Int64] {
        heard.map { $0.kind == .reconnected ? ($0.body["isBehind"] == true ? -2 : -1) : $0.body["seq"]?.int64Value ?? 0 }
    }

    @Test func `each event is told once, whatever its order, and what is nobody's business is not`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("told")
        let heard = RemoteHeard()
        let id = link.subscribe { heard.add($0) }
        #expect(places(heard.events(5)) == [-2, 11, 13, 12, 17])
        #expect(link.unsubscribe(id, untilNanoseconds: Int64.max / 2))
        #expect(RemoteWorld.end(link))
    }

    @Test func `a stream that breaks goes on behind the last event, and says that it is back`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("dies")
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(places(heard.events(8)).prefix(8) == [-2, 101, -1, 102, -1, 103, -1, 104])
        var listened: [String] = []
        for _ in 0..<3 { listened.append(try #require(world.server.expect("listened "))) }
        #expect(listened == ["listened dies None -", "listened dies 101 -", "listened dies 102 -"])
        #expect(RemoteWorld.end(link))
    }

    @Test func `a login listens as the player from the same place on, and one that nobody heard begin reads anew`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("mute")
        let heard = RemoteHeard()
        let id = link.subscribe { heard.add($0) }
        #expect(world.server.expect("listened ") == "listened mute None -")
        link.listen(id, as: "token")
        var listened = try #require(world.server.expect("listened "))
        // Whether the first one had begun.
        #expect(listened == "listened mute 5 Bearer token" || listened == "listened mute None Bearer token")
        #expect(places(heard.events(1)).first == -2)
        link.listen(id, as: "token")
        link.listen(id, as: nil)
        listened = try #require(world.server.expect("listened "))
        #expect(listened == "listened mute 5 -" || listened == "listened mute None -")
        #expect(RemoteWorld.end(link))
    }

    @Test func `a stream without a beat is dead`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("mute") { $0.pace.silenceMilliseconds = 200 }
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(places(heard.events(3)).prefix(3) == [-2, -1, -1])
        #expect(RemoteWorld.end(link))
    }

    @Test func `a stream goes on from where its beat was, though no event of its own came until there`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("beats")
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(world.server.expect("listened ") == "listened beats None -")
        #expect(world.server.expect("listened ") == "listened beats 50 -")
        #expect(places(heard.events(3)) == [-2, 6, -1])
        #expect(RemoteWorld.end(link))
    }

    @Test func `where no stream gets through, polls bring the events`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("held-back") { $0.pace.readyMilliseconds = 300 }
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        // The last poll says that events are gone.
        #expect(places(heard.events(5)).prefix(5) == [-2, 21, 22, -2, 23])
        #expect(RemoteWorld.end(link))
    }

    @Test func `what is not kept any more is said, and the stream goes on from there`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("forgets")
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        // Behind the reset a place is another event's, though it was told of before.
        #expect(places(heard.events(5)).prefix(5) == [-2, 31, -2, 31, 41])
        #expect(RemoteWorld.end(link))
    }

    @Test func `whose session is over is told to ask, once for a token`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("refuses")
        let heard = RemoteHeard()
        let id = link.subscribe { heard.add($0) }
        for _ in 0..<3 { #expect(world.server.expect("listened ") != nil) }
        link.listen(id, as: "token")
        #expect(places(heard.events(1)) == [-2])
        for _ in 0..<3 { #expect(world.server.expect("listened refuses None Bearer") != nil) }
        link.listen(id, as: "another")
        #expect(places(heard.events(2)) == [-2, -2])
        #expect(RemoteWorld.end(link))
    }

    @Test func `whose stream says that the session has ended is told to ask, before it is refused a new one`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("ends")
        let heard = RemoteHeard()
        let id = link.subscribe { heard.add($0) }
        #expect(places(heard.events(1)) == [-2])
        link.listen(id, as: "token")
        #expect(places(heard.events(3)) == [-2, 5, -2])
        #expect(RemoteWorld.end(link))
    }

    @Test func `a stream that was there is tried again soon, however often it had failed before`() throws {
        let world = try #require(RemoteWorld())
        // Each failure doubles the wait from 1 ms on, up to more than anybody waits for.
        let link = try world.link("limps") { $0.pace.streamRetryMillisecondsMax = 1 << 30 }
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(!heard.events(1).isEmpty)
        let begin = SystemClock().monotonicNanoseconds()
        let told = places(heard.events(41))
        #expect(told.first == -2 && told.dropFirst().prefix(40).allSatisfy { $0 == -1 } && told.count > 40)
        #expect(SystemClock().monotonicNanoseconds() - begin < 10_000_000_000)
        #expect(RemoteWorld.end(link))
    }

    @Test func `a stream is not asked for before the server says`() throws {
        let world = try #require(RemoteWorld())
        let begin = SystemClock().monotonicNanoseconds()
        let link = try world.link("busy-once")
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(places(heard.events(1)) == [-2])
        #expect(SystemClock().monotonicNanoseconds() - begin > 1_000_000_000)
        #expect(RemoteWorld.end(link))
    }

    @Test func `polls that bring nothing are made once a second, and after a while a stream is tried again`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("idle") { $0.pace.pollingMilliseconds = 1_500 }
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        let told = places(heard.events(2))
        // A stream and two polls came before; where the machine is slow, fewer.
        #expect(told.count == 2 && told[0] == -2 && (21...23).contains(told[1]), "\(told)")
        #expect(RemoteWorld.end(link))
    }

    @Test func `another app's events are its own, though their places are the same`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("told")
        let heard = RemoteHeard()
        _ = link.subscribe { heard.add($0) }
        #expect(places(heard.events(5)) == [-2, 11, 13, 12, 17])
        link.setApp("Other")
        #expect(places(heard.events(10)) == [-2, 11, 13, 12, 17, -2, 11, 13, 12, 17])
        #expect(world.server.expect("listened ") == "listened told None -")
        #expect(world.server.expect("listened ") == "listened told None -")
        #expect(RemoteWorld.end(link))
    }

    @Test func `an event without an end is no event`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("floods")
        _ = link.subscribe { _ in }
        for _ in 0..<3 { #expect(world.server.expect("listened ") != nil) }
        #expect(RemoteWorld.end(link))
    }

    @Test func `the reader takes events in any pieces, and with any end of a line`() {
        let text = "\u{FEFF}: hello\r\nid: 1\revent: a\ndata: x\r\ndata: y\n\ndata\n\nid:2\n\nevent: b\n\n"
        for size in 1...text.utf8.count {
            var reader = EventReader(), told: [String] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let isTaken = Array(rest.prefix(size)).withUnsafeBytes {
                    reader.take($0) {
                        let words = [$0.name, $0.id, $0.data].map { String(decoding: $0, as: UTF8.self) }
                        told.append(words.joined(separator: "/"))
                        return true
                    }
                }
                #expect(isTaken)
                rest = rest.dropFirst(size)
            }
            #expect(told == ["a/1/x\ny", "//", "/2/"])
        }
    }

    @Test func `places are remembered, and no more than the limit`() {
        var places = EventPlaces()
        let count = Int64(RemoteLimit.placesMax)
        func new(_ range: Range<Int64>) -> Int { range.filter { places.take($0) }.count }
        #expect(new(0..<count * 2) == Int(count) * 2)
        #expect(new(0..<count * 2) == 0)
        #expect(new(count * 2..<count * 2 + 1) == 1)
    }
}
