import Codecs
import Linux
import Messages
import Testing

@testable import Remote

@Suite struct `A service elsewhere: answers` {
    @Test func `what is asked comes back as the service said it`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("good")
        let reply = try #require(link.ask(.getServerTime))
        #expect(reply.isSuccess && reply.body["name"] == "launching.getServerTime")
        #expect(RemoteWorld.end(link))
    }

    @Test func `a change whose answer is cut after any byte is sent again under the same name until it is answered`() throws {
        let world = try #require(RemoteWorld())
        var names: Set<String> = []
        for count in stride(from: 0, to: 130, by: 1) {
            let link = try world.link("cut-once/\(count)")
            let reply = try #require(link.ask(.idPLogin))
            #expect(reply.isSuccess && reply.body["times"] == 1, "after \(count) bytes: \(reply)")
            let asked = [try #require(world.server.expect("asked cut-once ")), try #require(world.server.expect("asked cut-once "))]
            #expect(asked[0] == asked[1] && asked[0].utf8.count == "asked cut-once ".utf8.count + 32, "\(asked)")
            #expect(names.insert(asked[0]).inserted)
            #expect(RemoteWorld.end(link))
        }
    }

    @Test func `what only reads has no name, and is sent again as well`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("cut-once/5")
        #expect(link.ask(.getLaunching)?.body["times"] == 1)
        #expect(world.server.expect("asked ") == "asked cut-once -" && world.server.expect("asked ") == "asked cut-once -")
        #expect(RemoteWorld.end(link))
    }

    @Test func `one that never gets an answer is told so, after so many tries`() throws {
        let world = try #require(RemoteWorld())
        for deed in [
            "cut", "say-bytes", "page", "json-but/array", "json-but/number", "json-but/bodiless", "json-but/deep", "json-but/half",
            "json-but/huge", "packed", "endless-head",
        ] {
            let link = try world.link(deed)
            let reply = try #require(link.ask(.purchaseConsume))
            #expect(reply.resultCode == ResultCode.serviceUnreachable, "\(deed): \(reply)")
            #expect(ResultCode.meansNoAnswer(reply.resultCode) && reply.message.utf8.contains("cannot be asked".utf8), "\(reply.message)")
            for _ in 0..<RemoteLimit.attemptsMax { #expect(world.server.expect("asked ") != nil) }
            #expect(RemoteWorld.end(link))
        }
    }

    @Test func `what was never sent is told so, and what may have been sent is not`() {
        let refused = ExchangeFailure.notSent("Connection refused"), broken = ExchangeFailure.broken("it broke off")
        #expect(refused.reply("a", sentNothing: true).message == "a cannot be asked: Connection refused. Nothing was sent")
        #expect(refused.reply("a", sentNothing: false).message.utf8.contains("unknown".utf8))
        #expect(
            refused.sentNothing && ExchangeFailure.noLibrary.sentNothing && !broken.sentNothing && !ExchangeFailure.timedOut.sentNothing)
        #expect(broken.reply("a").message.utf8.contains("unknown".utf8))
    }

    @Test func `an answer without an end is given up before it fills the memory`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("endless")
        let before = residentKibibytes()
        #expect(link.ask()?.resultCode == ResultCode.serviceUnreachable)
        #expect(residentKibibytes() - before < 400 << 10)
        #expect(RemoteWorld.end(link))
    }

    @Test func `silence and an answer that drips have a limit`() throws {
        let world = try #require(RemoteWorld())
        for deed in ["silent", "drip"] {
            let link = try world.link(deed) {
                $0.pace.attemptMilliseconds = 200
                $0.pace.requestMilliseconds = 500
            }
            let begin = SystemClock().monotonicNanoseconds()
            #expect(link.ask()?.resultCode == ResultCode.timeout)
            #expect(SystemClock().monotonicNanoseconds() - begin < 20_000_000_000)
            #expect(RemoteWorld.end(link))
        }
    }

    @Test func `a server that is busy is asked again, and not before it says`() throws {
        let world = try #require(RemoteWorld())
        for status in ["429", "503", "408"] {
            let link = try world.link("busy/\(status)/2/1")
            let begin = SystemClock().monotonicNanoseconds()
            #expect(link.ask(.logout)?.body["times"] == 2)
            #expect(SystemClock().monotonicNanoseconds() - begin > 2_000_000_000)
            #expect(RemoteWorld.end(link))
        }
    }

    @Test func `a server that says tomorrow is not waited for, and what it said is the answer`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("busy/503/1/86400") { $0.pace.requestMilliseconds = 30_000 }
        let reply = try #require(link.ask())
        #expect(reply.resultCode == ResultCode.tooManyRequests && reply.message.utf8.elementsEqual("later".utf8))
        #expect(RemoteWorld.end(link))
    }

    @Test func `a refusal is an answer, and a redirect leads nowhere`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("refuse/401")
        #expect(link.ask()?.resultCode == ResultCode.notAuthenticated)
        #expect(RemoteWorld.end(link))
        let led = try world.link("redirect")
        let reply = try #require(led.ask())
        #expect(reply.resultCode == ResultCode.serviceUnreachable && reply.message.utf8.contains("leads elsewhere".utf8))
        #expect(world.server.expect("asked ") == "asked refuse -" && world.server.expect("asked ") == "asked redirect -")
        #expect(RemoteWorld.end(led))
    }

    @Test func `nobody is there: said soon, and what failed is not asked five times for ever`() throws {
        let link = try RemoteWorld.link("http://127.0.0.1:9")
        for _ in 0..<40 { #expect(link.ask()?.resultCode == ResultCode.serviceUnreachable) }
        #expect(RemoteWorld.end(link))
        var budget = RetryBudget()
        var retries = 0
        for _ in 0..<1_000 where budget.take(now: 0) { retries += 1 }
        #expect(retries == RetryBudget.tenthsMax / RetryBudget.tenthsOfRetry)
        let later = [900_000_000, 1_000_000_000, 1_000_000_000].map { budget.take(now: $0) }
        #expect(later == [false, true, false])
    }

    @Test func `requests run beside each other, and the operator's one after the other`() throws {
        let world = try #require(RemoteWorld())
        let link = try world.link("good")
        let heard = RemoteHeard()
        for number in 0..<200 {
            let name: RequestName = number % 2 == 0 ? .getServerTime : .consoleCheckLedger
            link.send(Request(name, origin: name.facts.asker, transactionId: "\(number)")) { heard.add($0) }
        }
        let replies = heard.replies(200)
        #expect(replies.count == 200 && replies.allSatisfy { $0.isSuccess })
        let console = replies.filter { $0.body["name"] == "console.checkLedger" }.compactMap { $0.body["times"]?.int64Value }
        #expect(console.count == 100 && console == console.sorted())
        #expect(RemoteWorld.end(link))
    }

    @Test func `only an authority vouches for a server, and for its name`() throws {
        let world = try #require(RemoteWorld(isSecure: true))
        let stranger = try world.link("good", scheme: "https://localhost")
        #expect(stranger.ask()?.resultCode == ResultCode.serviceUnreachable)
        #expect(RemoteWorld.end(stranger))
        for (host, isBelieved) in [("localhost", true), ("127.0.0.1", false)] {
            let link = try world.link("good", scheme: "https://" + host) { $0.authorities = world.folder.file("authority.pem") }
            #expect(link.ask()?.isSuccess == isBelieved, "\(host)")
            #expect(RemoteWorld.end(link))
        }
    }
}

private func residentKibibytes() -> Int {
    let text = (try? Files.read("/proc/self/status", bytesMax: 1 << 16)).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") || $0.hasPrefix("VmRSS") }
    return line.flatMap { $0.split(separator: " ").compactMap { Int($0) }.first } ?? 0
}

extension Sequence where Element == UInt8 {
    func contains(_ part: String.UTF8View) -> Bool {
        let all = Array(self), wanted = Array(part)
        guard all.count >= wanted.count else { return false }
        return (0...all.count - wanted.count).contains { all[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}
