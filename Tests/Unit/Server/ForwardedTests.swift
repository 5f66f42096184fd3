import Testing

@testable import Server

/// What a believed proxy wrote, and who is then counted: an address, or the proxy itself as a stranger.
struct ForwardedRow: CustomTestStringConvertible, Sendable {
    var plain: String?
    var structured: String?
    var asker: String?

    init(_ plain: String, _ asker: String?) { (self.plain, self.asker) = (plain, asker) }
    init(structured: String, _ asker: String?) { (self.structured, self.asker) = (structured, asker) }
    init(_ plain: String, structured: String, _ asker: String?) {
        (self.plain, self.structured, self.asker) = (plain, structured, asker)
    }

    var testDescription: String { "\(plain ?? "-") \(structured ?? "-")" }

    static let plain: [ForwardedRow] = [
        .init("192.0.2.1", "192.0.2.1"), .init("203.0.113.9, 192.0.2.1", "192.0.2.1"), .init("192.0.2.1:5678", "192.0.2.1"),
        .init(" \t192.0.2.1 \t", "192.0.2.1"), .init("2001:db8::1", "2001:db8::1"), .init("[2001:db8::1]", "2001:db8::1"),
        .init("[2001:db8::1]:4711", "2001:db8::1"), .init("\"[2001:db8::1]:4711\"", "2001:db8::1"), .init("\"192.0.2.1:80\"", "192.0.2.1"),
        .init("fe80::1%eth0", "fe80::1"), .init("[fe80::1%25eth0]:80", "fe80::1"), .init("::ffff:192.0.2.1", "192.0.2.1"),
        .init("192.0.2.1:_hidden", "192.0.2.1"), .init("unknown, 192.0.2.1", "192.0.2.1"), .init(", , 192.0.2.1", "192.0.2.1"),
        // Of this machine is nobody for whom a proxy speaks.
        .init("203.0.113.9, ::1", "::1"), .init("127.0.0.2", "127.0.0.2"),
        // No addresses.
        .init("", nil), .init(" ", nil), .init(",", nil), .init("192.0.2.1,", nil), .init("unknown", nil), .init("192.0.2.1, unknown", nil),
        .init("_hidden", nil), .init("unix:", nil), .init("unix:/run/a.sock", nil), .init("localhost", nil), .init("192.0.2", nil),
        .init("192.0.2.256", nil), .init("192.0.2.1.5", nil), .init("010.0.0.1", nil), .init("0x7f.1", nil), .init("192.0.2.1:", nil),
        .init("192.0.2.1:123456", nil), .init("192.0.2.1:80:80", nil), .init("192.0.2.1 192.0.2.2", nil), .init("[192.0.2.1]", nil),
        .init("[2001:db8::1", nil), .init("2001:db8::1]", nil), .init("[2001:db8::1]x", nil), .init("[2001:db8::1]:", nil),
        .init("[]", nil),
        .init("\"192.0.2.1", nil), .init("for=192.0.2.1", nil), .init("http://192.0.2.1", nil), .init("-", nil), .init("%", nil),
    ]
    static let structured: [ForwardedRow] = [
        .init(structured: "for=192.0.2.1", "192.0.2.1"), .init(structured: "For=192.0.2.1;proto=https;by=203.0.113.43", "192.0.2.1"),
        .init(structured: "for=\"[2001:db8::1]:4711\";proto=https", "2001:db8::1"),
        .init(structured: "proto=http; for=\"192.0.2.1:80\"", "192.0.2.1"),
        .init(structured: "for=203.0.113.9, for=192.0.2.1", "192.0.2.1"),
        .init(structured: "for=\"a, for=203.0.113.9\", for=192.0.2.1", "192.0.2.1"),
        .init(structured: "for=\"\\\"\";host=\"a;for=203.0.113.9\", for=192.0.2.1", "192.0.2.1"),
        .init(structured: "for=\"[2001:db8::1]\"", "2001:db8::1"),
        .init(structured: "for=unknown", nil), .init(structured: "for=_hidden", nil), .init(structured: "for=192.0.2.1, for=unknown", nil),
        .init(structured: "by=192.0.2.1", nil), .init(structured: "192.0.2.1", nil), .init(structured: "for=", nil),
        .init(structured: "for", nil),
        .init(structured: "", nil), .init(structured: "for=192.0.2.1;for=192.0.2.2", nil), .init(structured: "for=192.0.2.1,", nil),
        .init(structured: "for=\"192.0.2.1", nil), .init(structured: "for =192.0.2.1", nil),
    ]
    static let both: [ForwardedRow] = [
        .init("192.0.2.1", structured: "for=192.0.2.1", "192.0.2.1"), .init("192.0.2.1", structured: "for=192.0.2.2", nil),
        .init("192.0.2.1", structured: "for=unknown", nil), .init("unknown", structured: "for=unknown", nil),
    ]
    /// With the proxies 127.0.0.1, 10.0.0.1 and 2001:db8:ffff::1.
    static let rows: [ForwardedRow] = [
        .init("192.0.2.1, 10.0.0.1", "192.0.2.1"), .init("203.0.113.9, 192.0.2.1, 10.0.0.1, 127.0.0.1", "192.0.2.1"),
        .init("192.0.2.1, 2001:db8:ffff::1, 10.0.0.1:443", "192.0.2.1"), .init("192.0.2.1, 10.0.0.2", "10.0.0.2"),
        .init("203.0.113.9, unknown, 10.0.0.1", "10.0.0.1"), .init("10.0.0.1", "10.0.0.1"), .init("127.0.0.1, 10.0.0.1", "127.0.0.1"),
        .init(structured: "for=192.0.2.1, for=\"10.0.0.1\"", "192.0.2.1"), .init(structured: "for=_a, for=10.0.0.1", "10.0.0.1"),
    ]
}

@Suite struct `For whom a proxy speaks` {
    static let proxy = Peer(text: "127.0.0.1")!

    private func asker(_ row: ForwardedRow, from peer: Peer = Self.proxy, _ proxies: Set<Peer> = [Self.proxy]) -> Peer {
        var head = HTTPHead(method: "GET", path: "/")
        if let plain = row.plain { head.add(.forwardedFor, plain) }
        if let structured = row.structured { head.add(.forwarded, structured) }
        return Forwarded.asker(head, peer, proxies)
    }

    @Test(arguments: ForwardedRow.plain + ForwardedRow.structured + ForwardedRow.both) func `is read, or it counts as the proxy`(
        row: ForwardedRow
    ) {
        let found = asker(row)
        #expect(found.text == row.asker ?? "127.0.0.1")
        #expect(!found.isLoopback && !found.network.isEmpty)
    }

    @Test(arguments: ForwardedRow.rows) func `is found behind several that are believed`(row: ForwardedRow) {
        let proxies = Set(["127.0.0.1", "10.0.0.1", "2001:db8:ffff::1"].compactMap { Peer(text: $0) })
        let found = asker(row, proxies)
        #expect(found.text == row.asker && !found.isLoopback)
    }

    @Test func `is nobody when the proxy is not believed, or says nothing`() {
        let stranger = Peer(text: "198.51.100.1")!
        #expect(asker(.init("192.0.2.1", nil), from: stranger) == stranger)
        #expect(Forwarded.asker(HTTPHead(method: "GET", path: "/"), Self.proxy, [Self.proxy]) == Self.proxy)
        #expect(Self.proxy.isLoopback && !Self.proxy.named.isLoopback)
    }

    /// Whatever is written: nobody is let past the limits.
    @Test func `is never this machine`() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let parts = [
            "127.0.0.1", "::1", "[::1]", ":80", ",", " ", "\"", "for=", ";", "unknown", "_a", "unix:", "192.0.2.1", "\\", "%", "=", "[",
            "]",
        ]
        for _ in 0..<20_000 {
            let text = (0..<(1 + next(6))).map { _ in parts[next(parts.count)] }.joined()
            #expect(!asker(.init(text, nil)).isLoopback, "\(text)")
            #expect(!asker(.init(structured: text, nil)).isLoopback, "\(text)")
        }
    }
}
