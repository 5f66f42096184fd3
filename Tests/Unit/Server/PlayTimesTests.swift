import Messages
import Testing

@testable import Server

@Suite struct `Play time that a service has not counted yet` {
    /// Takes all that waits, in the order in which it is reported.
    private func taken(_ times: inout PlayTimes) -> [PlayTimes.Part] {
        var parts: [PlayTimes.Part] = []
        while let part = times.next {
            parts.append(part)
            times.remove(part)
        }
        return parts
    }

    @Test func `is each player's minutes of each five, a minute counted once, in parts that one report may hold`() {
        var times = PlayTimes()
        let crowd = (0...2 * Limit.playersInReport).map { "player-\($0)" }
        // A timer that was early comes twice in a minute, and one that was late leaves a minute out.
        for minute in [100, 101, 101, 103] as [Int64] { times.add(crowd, minute: minute) }
        times.add(["player-0"], minute: 104)
        #expect(times.next == nil)
        times.add(["late"], minute: 105)
        let parts = taken(&times)
        #expect(parts.map { $0.begin } == [100, 100, 100] && parts.map { $0.number } == [0, 1, 2])
        #expect(parts.map { $0.users.count } == [Limit.playersInReport, Limit.playersInReport, 1])
        let minutes = Dictionary(uniqueKeysWithValues: parts.flatMap { $0.users }.map { ($0.userId, $0.minutes) })
        #expect(Set(minutes.keys) == Set(crowd))
        #expect(minutes.allSatisfy { $0.value == ($0.key == "player-0" ? 4 : 3) })
        // A clock that goes back ends the five minutes that it left.
        times.close(before: 90)
        #expect(taken(&times).map { $0.begin } == [105])
    }

    @Test func `is told of minutes that are not over, when the server ends`() {
        var times = PlayTimes()
        for minute: Int64 in 101...103 { times.add(["ann"], minute: minute) }
        times.close()
        times.close()
        let parts = taken(&times)
        #expect(parts.map { $0.begin } == [100] && parts[0].users.map { "\($0.userId) \($0.minutes)" } == ["ann 3"])
    }

    @Test func `is bounded: of a long outage the oldest is given up, but not what was asked about already`() throws {
        var times = PlayTimes()
        let all = (0..<Int64(PlayTimes.partsMax + 30)).map { $0 * PlayTimes.length }
        for begin in all { times.add(["ann"], minute: begin) }
        let first = try #require(times.next)
        times.close(before: try #require(all.last) + PlayTimes.length)
        // Its answer comes late.
        times.remove(first)
        #expect(first.begin == all[0])
        let left = taken(&times).map { $0.begin }
        #expect(left == Array(all.suffix(PlayTimes.partsMax - 1)))
    }

    @Test func `stays when the answer is about another part`() throws {
        var times = PlayTimes()
        times.add(["ann"], minute: 0)
        times.close(before: 5)
        let old = try #require(times.next)
        times.remove(old)
        times.add(["ann"], minute: 5)
        times.close(before: 10)
        times.remove(old)
        #expect(times.next?.begin == 5)
    }

    private func players(_ count: Int) -> [String] { (0..<count).map { "PLAYER\($0)" } }

    /// As the service counts: of each five minutes the parts in their order, and none behind one that is missing.
    private func counted(_ times: inout PlayTimes) -> [Int64: Int] {
        var (players, parts): ([Int64: Int], [Int64: Int]) = ([:], [:])
        while let part = times.next {
            if part.number == parts[part.begin, default: 0] {
                parts[part.begin, default: 0] += 1
                players[part.begin, default: 0] += part.users.count
            }
            times.remove(part)
        }
        return players
    }

    @Test func `of five minutes every player is counted, however many a server had`() {
        for count in [1, 512, 513, 102_400, 102_401, 150_000] {
            var times = PlayTimes()
            times.add(players(count), minute: 10)
            times.close(before: 15)
            #expect(counted(&times) == [10: count])
        }
    }

    @Test func `of more than the service takes the rest is left out, and what comes later is counted`() {
        var times = PlayTimes()
        times.add(players(513_000), minute: 10)
        times.add(players(7), minute: 15)
        times.close(before: 20)
        #expect(counted(&times) == [10: 512_000, 15: 7])
    }

    @Test func `of a long outage each five minutes are counted whole or not at all, the newest and the first among them`() {
        for count in [400, 5_000, 5_120, 60_000, 110_000] {
            let (users, last) = (players(count), Int64(max(4, 150_000 / count)))
            var times = PlayTimes()
            for block in 0...last { times.add(users, minute: block * 5) }
            times.close(before: last * 5 + 5)
            let found = counted(&times)
            #expect(found.values.allSatisfy { $0 == count } && found[0] != nil && found[last * 5] != nil)
            #expect(found.count * count < 102_400 + 2 * (count + 512), "what waits has a limit")
        }
    }
}
