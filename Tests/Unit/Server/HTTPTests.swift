import Testing

@testable import Server

/// A small generator, so that every run sees the same bytes.
private struct Seeded {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(bound, 1)))
    }
}

/// What a reader made of bytes, told in one line.
private func told(_ bytes: [UInt8], pieces: [Int]) -> String {
    var reader = HTTPReader()
    var told = ""
    var length: Int?
    var gathered: [UInt8]?
    var at = 0
    for end in pieces + [bytes.count] {
        bytes[at..<end].withUnsafeBytes { reader.append($0) }
        at = end
        do throws(HTTPRefusal) {
            while true {
                if let count = length {
                    guard let body = reader.body(count) else { break }
                    told += " body \(body)"
                    length = nil
                }
                if var body = gathered {
                    let isWhole = try reader.readChunks(into: &body, most: 1 << 20)
                    gathered = isWhole ? nil : body
                    if !isWhole { break }
                    told += " body \(body)"
                }
                guard !reader.isEmpty, case .head(let head) = try reader.readHead() else { break }
                told += " \(head)"
                if head.isChunked { gathered = [] } else { length = min(head.contentLength ?? 0, 1 << 20) }
            }
        } catch {
            return told + " \(error.status)"
        }
    }
    return told
}

/// The same framing by another way: the whole text at once, line by line, as the grammar of RFC 9112 has it.
/// - Parameter bodies: what the other reader made of the first body, told as `told` does; nil: it was not whole.
private func isFramed(_ bytes: [UInt8], _ body: String?) -> Bool {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else { return false }
    let head = Array(bytes[..<end])
    let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
        var line = Array(line)
        if index < lines.count - 1 {
            guard line.popLast() == UInt8(ascii: "\r") else { return false }
        }
        guard !line.isEmpty, !line.contains(UInt8(ascii: "\r")), line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 9 }) else {
            return false
        }
        guard index > 0 else { continue }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }) else { return false }
    }
    let fields = lines.dropFirst().map { String(decoding: $0, as: UTF8.self).lowercased() }
    let lengths = fields.filter { $0.hasPrefix("content-length:") }
    let codings = fields.filter { $0.hasPrefix("transfer-encoding:") }
    guard let coding = codings.first else { return lengths.count <= 1 }
    guard codings.count == 1, lengths.isEmpty, coding.dropFirst(18).filter({ $0 != " " && $0 != "\t" && $0 != "\r" }) == "chunked" else {
        return false
    }
    guard let body else { return true }
    return unchunked(Array(bytes[(end + 4)...])).map { " body \($0)" } == body
}

/// The first body in chunks, by splitting at line ends and not byte by byte; nil when it is none.
private func unchunked(_ bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...]
    var body: [UInt8] = []
    func line() -> [UInt8]? {
        for place in rest.indices.dropLast() where rest[place] == 13 && rest[place + 1] == 10 {
            defer { rest = rest[(place + 2)...] }
            return Array(rest[..<place])
        }
        return nil
    }
    while let size = line() {
        let digits = size.prefix { $0 != UInt8(ascii: ";") }
        guard let count = Int(String(decoding: digits, as: UTF8.self), radix: 16), digits.allSatisfy({ $0 != 43 && $0 != 45 }) else {
            return nil
        }
        if count == 0 { return line() == [] ? body : nil }
        guard rest.count >= count + 2 else { return nil }
        body += rest.prefix(count)
        rest = rest.dropFirst(count)
        guard rest.starts(with: [13, 10]) else { return nil }
        rest = rest.dropFirst(2)
    }
    return nil
}

/// The body in the first words of what a reader told.
private func firstBody(_ told: String) -> String? {
    guard let begin = told.firstRange(of: ") body [")?.lowerBound else { return nil }
    let rest = told[told.index(after: begin)...]
    guard let end = rest.firstIndex(of: "]") else { return nil }
    return String(rest[...end])
}

@Suite struct `The reader of requests` {
    static let samples = [
        "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /v1/apps/A/client HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello",
        "GET /v1/apps/A/events?after=1&wait=2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nAccept: text/event-stream\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;n=v\r\n0123456789\r\n0\r\n\r\n"
            + "GET / HTTP/1.1\r\nHost: b\r\n\r\n",
        "HEAD /x HTTP/1.1\r\nhost: a\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\nVia: 1.1 a\r\nVia: 1.1 b\r\n\r\n",
        "POST /x HTTP/1.0\r\nConnection: close\r\nContent-Length: 0\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n",
    ]

    private func mutated(_ random: inout Seeded) -> [UInt8] {
        var bytes = Array(Self.samples[random.next(Self.samples.count)].utf8)
        let pieces = [
            "\r\n", "\n", "\r", " ", "\t", "\0", ":", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n",
            "Host: c\r\n",
            "0", "-", ",", "é", "#", "HTTP/1.1", " :", "0\r\n\r\n", "5\r\n", ";", "chunked", "X-Forwarded-For: 192.0.2.3\r\n",
        ]
        for _ in 0..<(1 + random.next(3)) {
            let place = random.next(bytes.count + 1)
            switch random.next(4) {
            case 0: if place < bytes.count { bytes[place] = UInt8(random.next(256)) }
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(4)))
            case 2: bytes.insert(contentsOf: Array(pieces[random.next(pieces.count)].utf8), at: place)
            default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.next(40))], at: random.next(bytes.count + 1))
            }
        }
        return bytes
    }

    @Test func `reads the same however the bytes are cut, and nothing that another reader would frame otherwise`() {
        var random = Seeded(state: 0x9E37_79B9_7F4A_7C15)
        var read = 0
        for _ in 0..<20_000 {
            let bytes = mutated(&random)
            let whole = told(bytes, pieces: [])
            var cuts: [Int] = []
            for _ in 0..<random.next(6) { cuts.append(random.next(bytes.count + 1)) }
            #expect(told(bytes, pieces: cuts.sorted()) == whole, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            guard whole.contains("HTTPHead") else { continue }
            read += 1
            #expect(isFramed(bytes, firstBody(whole)), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
        #expect(read > 2_000)
    }

    @Test(arguments: [
        ("Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", " body [97, 98, 99]"),
        ("transfer-encoding:  Chunked \r\n", "1;x\r\na\r\n02\r\nbc\r\n000\r\n\r\n", " body [97, 98, 99]"),
        ("Transfer-Encoding: chunked\r\n", "0;a=\"b\"\r\n\r\n", " body []"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "3\r\nabc\r\n0\r\n\r\n", " 411"),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n", " 411"),
        ("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n", " 411"), ("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n", " 411"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n", " 400"),
        ("Transfer-Encoding: \u{b}chunked\r\n", "0\r\n\r\n", " 400"), ("Transfer-Encoding:\r\n", "0\r\n\r\n", " 411"),
        ("Transfer-Encoding: chunked\r\n", "0\r\nX: 1\r\n\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", "3\nabc\r\n0\r\n\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "3 \r\nabc\r\n0\r\n\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", " 3\r\nabc\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "0x3\r\nabc\r\n0\r\n\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", "-1\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", ";a\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "3\r\nabcd\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", "3\r\nabc\n0\r\n\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "00000003\r\nabc\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "FFFFFFFFFFFFFFFF\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "3;\0\r\nabc\r\n", " 400"), ("Transfer-Encoding: chunked\r\n", "3;a\nabc\r\n", " 400"),
        ("Transfer-Encoding: chunked\r\n", "3;" + String(repeating: "a", count: 1_025), " 400"),
        ("Transfer-Encoding: chunked\r\n", String(repeating: "1;aaa\r\nx\r\n", count: 400), " 400"),
        ("Transfer-Encoding: chunked\r\n", "3\r\nab", ""), ("Transfer-Encoding: chunked\r\n", "0\r\n", ""),
    ]) func `reads chunks in one form, and refuses what two readers could end at two places`(fields: String, body: String, wanted: String) {
        let bytes = Array(("POST / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body).utf8)
        for pieces in [[], Array(1..<bytes.count)] {
            let all = told(bytes, pieces: pieces)
            let behind = all.hasPrefix(" HTTPHead") ? firstBody(all) ?? (all.hasSuffix(")") ? "" : String(all.suffix(4))) : all
            #expect(behind == wanted, "\(fields.debugDescription) \(body.prefix(40).debugDescription)")
        }
    }

    @Test func `joins what is a list, and takes nothing else twice`() {
        for name in HTTPHead.Name.allCases {
            let value = name == .expect ? "100-continue" : name == .contentLength ? "0" : name == .transferEncoding ? "chunked" : "x"
            let host = name == .host ? "" : "Host: a\r\n"
            let line = "\(name.rawValue): \(value)\r\n"
            let all = told(Array("GET / HTTP/1.1\r\n\(host)\(line)X: 1\r\n\(line)\r\n".utf8), pieces: [])
            if name.isList {
                #expect(all.contains("x, x"), "\(name)")
            } else if name.isOfBrowser {
                // What only a page in a browser is judged by refuses no game.
                #expect(all.contains("HTTPHead"), "\(name)")
            } else {
                #expect(all == " 400", "\(name)")
            }
        }
        let lists = HTTPHead.Name.allCases.filter { $0.isList }
        #expect(lists == [.connection, .accept, .contentEncoding, .acceptLanguage, .forwardedFor, .forwarded])
    }

    @Test func `takes no more of a head than its limits`() {
        func status(_ text: String) -> String { told(Array(text.utf8), pieces: []) }
        let fields = String(repeating: "X-Any: 1\r\n", count: HTTPLimit.fieldsMax - 1)
        #expect(status("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n").contains("HTTPHead"))
        #expect(status("GET / HTTP/1.1\r\nHost: a\r\nX-Any: 1\r\n" + fields + "\r\n") == " 431")
        #expect(status("GET /" + String(repeating: "a", count: HTTPLimit.targetBytesMax)) == "")
        #expect(status("GET /" + String(repeating: "a", count: HTTPLimit.targetBytesMax + 100)) == " 414")
        #expect(status("GET / HTTP/1.1\r\nHost: " + String(repeating: "a", count: HTTPLimit.headBytesMax)) == " 431")
    }

    @Test func `keeps what follows a body for the next request`() throws {
        var reader = HTTPReader()
        let two = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab" + Self.samples[0]
        Array(two.utf8).withUnsafeBytes { reader.append($0) }
        guard case .head(let first) = try reader.readHead() else { Issue.record("no head"); return }
        let body = reader.body(2)
        #expect(first.contentLength == 2 && body == Array("ab".utf8))
        guard case .head(let second) = try reader.readHead() else { Issue.record("no second head"); return }
        let nothing = reader.body(0)
        #expect(second.path == "/health" && nothing == [] && reader.isEmpty)
    }

    @Test func `finds what a path means, in its one spelling`() {
        #expect(Route.find("/v1/apps/A/client") == .requests(app: "A", .client))
        #expect(Route.find("/v1/apps/a%2Fb/console") == .requests(app: "a/b", .console))
        #expect(Route.find("/v1/apps/A/events") == .events(app: "A"))
        for path in [
            "/v1/apps//client", "/v1/apps/%41/client", "/v1/apps/a%2fb/client", "/v1/apps/../client", "/v1/apps/%2E%2E/client",
            "/v1/apps/A/carrier", "/v2/apps/A/client", "/v1/apps/A/client/", "/health/", "", "/",
            "/v1/apps/" + String(repeating: "a", count: 65) + "/client",
        ] { #expect(Route.find(path) == nil, "\(path)") }
    }
}
