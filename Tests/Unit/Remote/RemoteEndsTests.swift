import CLinux
import Linux
@testable import Messages
import Codecs
import Synchronization
import Testing

@testable import Libcurl
@testable import Remote

@Suite struct `A service elsewhere: ends and edges` {
    @Test func `an end keeps its limit though the server hangs in the middle of a byte, and answers what is open`() throws {
        let world = try #require(RemoteWorld())
        for deed in ["silent", "drip", "endless-head"] {
            let link = try world.link(deed)
            let heard = RemoteHeard()
            for _ in 0..<20 { link.send(Request(.logout, origin: .client, transactionId: "t")) { heard.add($0) } }
            _ = link.subscribe { _ in }
            #expect(world.server.expect("asked ") != nil)
            #expect(RemoteWorld.end(link, milliseconds: 5_000))
            let replies = heard.replies(20)
            #expect(replies.count == 20 && replies.allSatisfy { ResultCode.meansNoAnswer($0.resultCode) })
            // What is asked behind the end is answered, too.
            #expect(link.ask()?.resultCode == ResultCode.serviceStopped)
        }
    }

    @Test func `without libcurl the answer says what to install, and nothing hangs`() throws {
        let link = try RemoteWorld.link("https://localhost:1") { $0.libraryNames = ["libnone.so.7"] }
        _ = link.subscribe { _ in }
        let reply = try #require(link.ask())
        #expect(reply.resultCode == ResultCode.serviceUnreachable && reply.message.utf8.contains("libcurl4".utf8))
        #expect(RemoteWorld.end(link))
    }

    @Test func `a client's folder is held by one process, and is free after the end`() throws {
        let folder = TestFolder()
        let first = try RemoteWorld.link("http://127.0.0.1:9") { $0.place.directory = folder.file("client") }
        let second = try RemoteWorld.link("http://127.0.0.1:9") { $0.place.directory = folder.file("client") }
        #expect(first.ask(.openService)?.isSuccess == true && first.ask(.openService)?.isSuccess == true)
        let reply = try #require(second.ask(.openService))
        #expect(reply.resultCode == ResultCode.storageLocked && reply.message.utf8.contains("in use".utf8))
        #expect(RemoteWorld.end(first))
        #expect(second.ask(.openService)?.isSuccess == true)
        #expect(RemoteWorld.end(second))
    }

    @Test func `who asks for a client's folder when the client has ended does not get it, and holds it from nobody`() throws {
        let folder = TestFolder()
        let first = try RemoteWorld.link("http://127.0.0.1:9") { $0.place.directory = folder.file("client") }
        #expect(RemoteWorld.end(first))
        #expect(first.ask(.openService)?.resultCode == ResultCode.serviceStopped)
        let second = try RemoteWorld.link("http://127.0.0.1:9") { $0.place.directory = folder.file("client") }
        #expect(second.ask(.openService)?.isSuccess == true)
        #expect(RemoteWorld.end(second))
    }

    @Test func `what proves nothing to a stranger, what is too long and what would end a line is not sent`() throws {
        let link = try RemoteWorld.link("http://127.0.0.1:9")
        for name in RequestName.allCases where name.facts.needsOwnProcess { #expect(link.ask(name)?.resultCode == ResultCode.apiUnknown) }
        let long = JSON.string(String(repeating: "x", count: HTTPForm.bodyBytesMax))
        #expect(link.ask(.purchaseReserve, ["payload": long])?.resultCode == ResultCode.parameterInvalid)
        #expect(link.ask(.logout, token: "a\r\nX-Evil: 1")?.resultCode == ResultCode.accessTokenInvalid)
        #expect(link.ask(.carrierEvents)?.resultCode == ResultCode.appIdInvalid)
        #expect(RemoteWorld.end(link))
    }

    @Test func `an address is one that a service may have`() throws {
        let good: [(String, Bool, Bool)] = [
            ("https://games.example.com", true, false), ("HTTPS://[::1]:443/x/", true, true), ("http://127.0.0.1:8080", false, true),
            ("http://localhost/", false, true), ("http://127.evil.com", false, false), ("http://10.0.0.1", false, false),
            ("http://localhost.evil.com", false, false), ("http://127.0.0.1.evil.com", false, false),
        ]
        for (text, isSecure, isLoopback) in good {
            let address = try ServiceAddress.read(text)
            #expect(
                address.isSecure == isSecure && address.isLoopback == isLoopback && address.text.utf8.last != UInt8(ascii: "/"), "\(text)")
        }
        let bad: [(String, ServiceAddress.Refusal)] = [
            ("", .noWebAddress), ("games.example.com", .noWebAddress), ("ftp://a", .noWebAddress), ("https://", .noWebAddress),
            ("https://a b", .noWebAddress), ("https://a\\b", .noWebAddress), ("https://ä.example", .noWebAddress),
            ("https://u:p@a", .hasCredentials), ("https://a?x", .hasQuery), ("https://a#x", .hasQuery), ("https://a:0", .hostInvalid),
            ("https://a:65536", .hostInvalid), ("https://a:x", .hostInvalid), ("https://[::1", .hostInvalid),
            ("https://a%41", .hostInvalid),
            ("https://" + String(repeating: "a", count: ServiceAddress.bytesMax), .noWebAddress),
        ]
        for (text, refusal) in bad { #expect(throws: refusal, "\(text)") { try ServiceAddress.read(text) } }
    }

    @Test func `the host's own HTTP carries requests, and what it says of others or too late does nothing`() throws {
        let begun = Begun()
        let http = HostHTTP(start: { begun.add($0) }, cancel: { begun.cancel($0) })
        let link = try RemoteWorld.link("https://games.example.com") { $0.place.http = http }
        let heard = RemoteHeard()
        link.send(Request(.logout, origin: .client, transactionId: "t", accessToken: "token")) { heard.add($0) }
        let exchange = try #require(begun.first())
        #expect(exchange.url.utf8.elementsEqual("https://games.example.com/v1/apps/App/client".utf8))
        #expect(exchange.headers.contains { $0.utf8.elementsEqual("Authorization: Bearer token".utf8) })
        #expect(!deliverFromHost(.ended, of: exchange.number &+ 1_000_000))
        #expect(deliverFromHost(.head(status: 200, headers: "Content-Type: application/json\r\nX: y"), of: exchange.number))
        for byte in Array(#"{"resultCode":0,"message":"","body":{"a":1}}"#.utf8) {
            #expect(deliverFromHost(.bytes([byte]), of: exchange.number))
        }
        #expect(deliverFromHost(.ended, of: exchange.number))
        #expect(heard.replies(1).first?.body["a"] == 1)
        #expect(!deliverFromHost(.bytes([1]), of: exchange.number))
        link.send(Request(.logout, origin: .client, transactionId: "t")) { heard.add($0) }
        #expect(begun.first() != nil)
        #expect(RemoteWorld.end(link))
        #expect(heard.replies(2).last?.resultCode == ResultCode.serviceStopped && begun.cancelled == 1)
    }
}

private final class Begun: @unchecked Sendable {
    private let lock = Lock()
    private let came = ConditionVariable()
    private var exchanges: [HostExchange] = []
    private var ended = 0

    func add(_ exchange: HostExchange) {
        lock.locked {
            exchanges.append(exchange)
            came.broadcast()
        }
    }

    func cancel(_ number: UInt64) { lock.locked { ended += 1 } }
    var cancelled: Int { lock.locked { ended } }

    func first() -> HostExchange? {
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 60_000)
        return lock.locked {
            while exchanges.isEmpty, came.wait(lock, untilNanoseconds: deadline) {}
            return exchanges.isEmpty ? nil : exchanges.removeFirst()
        }
    }
}
