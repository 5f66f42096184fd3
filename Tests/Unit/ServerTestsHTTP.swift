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
                guard !reader.isEmpty, case .head(let head) = try reader.readHead() else { break }
                told += " \(head)"
                length = min(head.contentLength ?? 0, 1 << 20)
            }
        } catch {
            return told + " \(error.status)"
        }
    }
    return told
}

/// The same framing by another way: the whole text at once, line by line, as the grammar of RFC 9112 has it.
private func isFramed(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else { return false }
    let head = Array(bytes[..<end])
    let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
        var line = Array(line)
        if index < lines.count - 1 {
            guard line.popLast() == UInt8(ascii: "\r") else { return false }
        }
        guard !line.isEmpty, !line.contains(UInt8(ascii: "\r")), line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 9 }) else { return false }
        guard index > 0 else { continue }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }) else { return false }
        if name.lowercased() == "transfer-encoding" { return false }
    }
    let lengths = lines.dropFirst().filter { String(decoding: $0, as: UTF8.self).lowercased().hasPrefix("content-length:") }
    return lengths.count <= 1
}

@Suite struct `The reader of requests` {
    static let samples = [
        "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /v1/apps/A/client HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello",
        "GET /v1/apps/A/events?after=1&wait=2 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nAccept: text/event-stream\r\n\r\n",
        "POST /x HTTP/1.0\r\nConnection: close\r\nContent-Length: 0\r\n\r\nGET / HTTP/1.1\r\nHost: b\r\n\r\n",
    ]

    private func mutated(_ random: inout Seeded) -> [UInt8] {
        var bytes = Array(Self.samples[random.next(Self.samples.count)].utf8)
        let pieces = [
            "\r\n", "\n", "\r", " ", "\t", "\0", ":", "Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", "Host: c\r\n",
            "0", "-", ",", "é", "#", "HTTP/1.1", " :",
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
            #expect(isFramed(bytes), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
        #expect(read > 2_000)
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
        #expect(first.contentLength == 2 && reader.body(2) == Array("ab".utf8))
        guard case .head(let second) = try reader.readHead() else { Issue.record("no second head"); return }
        #expect(second.path == "/health" && reader.body(0) == [] && reader.isEmpty)
    }

    @Test func `finds what a path means, in its one spelling`() {
        #expect(Route.find("/v1/apps/A/client") == .requests(app: "A", .client))
        #expect(Route.find("/v1/apps/a%2Fb/console") == .requests(app: "a/b", .console))
        #expect(Route.find("/v1/apps/A/events") == .events(app: "A"))
        for path in ["/v1/apps//client", "/v1/apps/%41/client", "/v1/apps/a%2fb/client", "/v1/apps/../client", "/v1/apps/%2E%2E/client",
            "/v1/apps/A/carrier", "/v2/apps/A/client", "/v1/apps/A/client/", "/health/", "", "/", "/v1/apps/" + String(repeating: "a", count: 65) + "/client"]
        { #expect(Route.find(path) == nil, "\(path)") }
    }
}
