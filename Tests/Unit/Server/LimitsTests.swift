import Codecs
import Messages
import Testing

@testable import Server

/// Buckets as an object, because an expectation cannot change a value.
private final class Buckets {
    private var buckets: TokenBuckets

    init(_ rate: Rate, countMax: Int = TokenBuckets.countMax) { buckets = TokenBuckets(rate, countMax: countMax) }

    var count: Int { buckets.count }

    func take(_ key: UInt64, price: Double = 1, _ nanoseconds: Int64) -> Int64? { buckets.take(key, price: price, nanoseconds) }
}

@Suite struct `Token buckets` {
    private let second: Int64 = 1_000_000_000

    @Test func `let through a burst, then the rate, and say when the next is`() {
        let buckets = Buckets(Rate(aSecond: 2, atOnce: 5))
        for _ in 0..<5 { #expect(buckets.take(1, second) == nil) }
        #expect(buckets.take(1, second) == 1)
        #expect(buckets.take(2, second) == nil)
        #expect(buckets.take(1, second + second / 2) == nil)
        #expect(buckets.take(1, second + second / 2) == 1)
        // An hour later it is full, and no fuller.
        for _ in 0..<5 { #expect(buckets.take(1, 3_600 * second) == nil) }
        #expect(buckets.take(1, 3_600 * second) != nil)
    }

    @Test func `let what is dearer than a bucket pass once, and make it wait for that`() {
        let buckets = Buckets(Rate(aSecond: 10, atOnce: 100))
        #expect(buckets.take(1, price: 1_000, second) == nil)
        #expect(buckets.take(1, price: 1, second) == 91)
        #expect(buckets.take(1, price: 1, 91 * second) == nil || buckets.take(1, price: 1, 93 * second) == nil)
    }

    @Test func `are so many at most, whoever asks`() {
        let buckets = Buckets(Rate(aSecond: 1, atOnce: 1), countMax: 100)
        for key in 0..<10_000 { #expect(buckets.take(UInt64(key), second) == nil) }
        #expect(buckets.count <= 100)
        // The latest are those that are remembered.
        #expect(buckets.take(9_999, second) == 1)
    }

    @Test func `keep the bucket of who goes on asking, while strangers come and go`() {
        let buckets = Buckets(Rate(aSecond: 1, atOnce: 2), countMax: 100)
        #expect(buckets.take(7, second) == nil && buckets.take(7, second) == nil)
        for key in 100..<5_000 {
            #expect(buckets.take(UInt64(key), second) == nil)
            if key % 10 == 0 { #expect(buckets.take(7, second) != nil) }
        }
    }

    @Test func `a clock that goes back gives nothing`() {
        let buckets = Buckets(Rate(aSecond: 1_000, atOnce: 1))
        #expect(buckets.take(1, 10 * second) == nil)
        #expect(buckets.take(1, 5 * second) == 1)
    }
}

@Suite struct `The ring of the latest events` {
    private func frame(_ seq: Int64, _ user: String? = nil) -> EventFrame {
        EventFrame(PlacedEvent(seq: seq, event: ServerEvent(kind: .memberChanged, userId: user)))!
    }

    @Test func `keeps order and its size, and knows from where on it is whole`() {
        var ring = EventRing(from: 10, countMax: 4)
        for seq in 11...15 as ClosedRange<Int64> { ring.append(frame(seq)) }
        #expect(ring.frames(behind: 0).map { $0.seq } == [12, 13, 14, 15])
        #expect(ring.floor == 11 && ring.head == 15)
        #expect(ring.frames(behind: 13).map { $0.seq } == [14, 15])
        ring.advance(to: 20)
        #expect(ring.head == 20 && ring.frames(behind: 15).isEmpty)
    }

    @Test func `keeps so many bytes at most`() {
        var ring = EventRing(from: 0, bytesMax: frame(100).bytes.count * 3)
        for seq in 100..<200 as Range<Int64> { ring.append(frame(seq)) }
        #expect(ring.frames(behind: 0).map { $0.seq } == [197, 198, 199] && ring.floor == 196)
    }

    @Test func `an event is for whom it names, and a mail for nobody`() {
        #expect(frame(1, "A").audience == .users(["A"]) && frame(1).audience == .everyone)
        #expect(EventFrame(PlacedEvent(seq: 1, event: ServerEvent(kind: .ncmbMail, body: ["key": "k"]))) == nil)
        let kickout = ServerEvent(kind: .serverPush, body: ["type": "appKickout", "userIds": ["A", "B"]])
        let told = EventFrame(PlacedEvent(seq: 1, event: kickout))!
        #expect(told.audience == .users(["A", "B"]) && !String(decoding: told.bytes, as: UTF8.self).contains("userIds"))
        #expect(told.audience.contains("B") && !told.audience.contains("C") && !told.audience.contains(nil))
        #expect(String(decoding: told.form, as: UTF8.self) == #"{"seq":1,"kind":"serverPush","body":{"type":"appKickout"}}"#)
    }
}

@Suite struct `What the server counts by` {
    @Test func `a price is by what a batch holds`() {
        let batch = Request(.sendEvents, origin: .client, transactionId: "", parameters: ["events": [[:], [:], [:]]])
        #expect(Limits.price(batch).name == .metrics && Limits.price(batch).tokens == 3)
        #expect(Limits.price(Request(.logout, origin: .client, transactionId: "")).name == .player)
    }

    @Test func `addresses of one network of IPv6 count as one, and IPv4 is IPv4 in either form`() throws {
        let key = { (text: String) throws in try #require(Peer(text: text)).limitKey }
        #expect(try key("2001:db8::1") == key("2001:db8::2") && key("2001:db8::1") != key("2001:db8:0:1::1"))
        #expect(Peer(text: "::ffff:192.0.2.1") == Peer(text: "192.0.2.1") && Peer(text: "192.0.2.1")?.text == "192.0.2.1")
        for text in ["127.0.0.1", "127.9.9.9", "::1"] { #expect(Peer(text: text)?.isLoopback == true, "\(text)") }
        for text in ["128.0.0.1", "::2", "::ffff:10.0.0.1"] { #expect(Peer(text: text)?.isLoopback == false, "\(text)") }
        for text in ["", "1", "1.2.3", "a", "1.2.3.4.5", "1.2.3.4:80", "[::1]"] { #expect(Peer(text: text) == nil, "\(text)") }
    }

    @Test func `sessions of one player share a bucket; a token that nobody knows has its own`() {
        var players = Players()
        let login = { (token: String, user: String) in
            Reply.success(["token": ["accessToken": .string(token)], "member": ["userId": .string(user)]])
        }
        players.note(login("t1", "A"), app: "x")
        players.note(login("t2", "A"), app: "x")
        players.note(login("t3", "B"), app: "x")
        players.note(login("t1", "A"), app: "y")
        func key(_ token: String, _ app: String) -> UInt64 { players.key(token: token, app: app) }
        #expect(key("t1", "x") == key("t2", "x") && key("t1", "x") != key("t3", "x") && key("t1", "x") != key("t1", "y"))
        #expect(key("t4", "x") == key("t4", "x") && key("t4", "x") != key("t1", "x"))
    }

    @Test func `an operator's key is compared whole, and is never too short`() {
        let key = OperatorKey("0123456789abcdef")
        #expect(key?.name(of: "0123456789abcdef") == key?.name && key?.name.count == 8)
        for other in ["0123456789abcdeF", "0123456789abcde", "0123456789abcdef0", ""] {
            #expect(key?.name(of: other) == nil)
        }
        for text in ["0123456789abcde", "0123456789 abcdef", "0123456789abcdé0", String(repeating: "a", count: 257)] {
            #expect(OperatorKey(text) == nil)
        }
    }

    @Test func `an app's folder is its id encoded, and nothing else`() {
        for id in ["A", "a/b", "%2F", ".hidden", "日本"] { #expect(App.id(folder: App.folder(id)) == id) }
        for name in [".", "..", "", "%41", "a%2fb", "a/b", "%"] { #expect(App.id(folder: name) == nil, "\(name)") }
    }

    @Test func `a label of a metric cannot end its line`() {
        #expect(Metrics.label("a\"b\\c\nd") == #"a\"b\\c\nd"#)
    }

    @Test func `only a body that begins with the name of a long request may be long`() {
        for text in [#"{"name":"objects.create","#, "{ \"name\" :\n\"objects.update\"", #"{"name":"console.loadSettings"}"#] {
            #expect(RequestBody.mayBeLong(Array(text.utf8)), "\(text)")
        }
        for text in [
            "", "{", #"{"name":"gateway.logout""#, #"{"x":1,"name":"objects.create""#, #"[{"name":"objects.create""#,
            #"{"name":"objects.create"#,
        ] {
            let isLong = RequestBody.mayBeLong(Array(text.utf8))
            #expect(!isLong || text.hasSuffix("create"), "\(text)")
        }
    }

    @Test func `a body has as many values as there is room for, whatever its length`() throws {
        let peer = try #require(Peer(text: "192.0.2.1"))
        let head = HTTPHead(method: "POST", path: "/v1/apps/A/client")
        for count in [65_536, 100_000, 500_000, 600_000] {
            let list = Array(repeating: "0", count: count).joined(separator: ",")
            let body = #"{"name":"objects.create","transactionId":"t","parameters":{"className":"A","fields":{"a":[\#(list)]}}}"#
            guard case .request(let request) = RequestBody.read(Array(body.utf8), head, .client, peer) else {
                Issue.record("\(count) values are refused")
                continue
            }
            #expect(request.parameters["fields"]?["a"]?.arrayValue?.count == count)
        }
    }

    @Test func `a store's answer has as many values as there is room for`() {
        let row = "[" + Array(repeating: "0", count: 20).joined(separator: ",") + "]"
        let list = "[" + Array(repeating: row, count: 8_192).joined(separator: ",") + "]"
        #expect(OutgoingAnswer(status: 200, body: Array(list.utf8)).json?.arrayValue?.count == 8_192)
    }
}
