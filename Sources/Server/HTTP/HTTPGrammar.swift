/// The lines of a head (RFC 9112), each by itself.
enum HTTPGrammar {
    static func requestLine(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> HTTPHead {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].count <= 16, parts[0].allSatisfy({ $0 >= 0x41 && $0 <= 0x5a }) else {
            throw HTTPRefusal(400, "the first line is not a method, a target and HTTP/1.1")
        }
        let version = String(decoding: parts[2], as: UTF8.self)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw HTTPRefusal(400, "only HTTP/1.1 is spoken here")
        }
        let target = parts[1]
        guard target.count <= HTTPLimit.targetBytesMax else {
            throw HTTPRefusal(414, "the target may have \(HTTPLimit.targetBytesMax) bytes")
        }
        guard target.first == UInt8(ascii: "/"), target.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "#") }) else {
            throw HTTPRefusal(400, "the target is not a path")
        }
        let halves = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var head = HTTPHead(
            method: String(decoding: parts[0], as: UTF8.self), path: String(decoding: halves[0], as: UTF8.self),
            query: halves.count == 2 ? String(decoding: halves[1], as: UTF8.self) : nil)
        head.isOld = version == "HTTP/1.0"
        return head
    }

    static func name(_ bytes: ArraySlice<UInt8>) -> (name: HTTPHead.Name, bit: UInt64)? {
        guard bytes.count <= HTTPHead.Name.bytesMax else { return nil }
        return HTTPHead.Name.known[small(bytes)]
    }

    static func isProxyMark(_ bytes: ArraySlice<UInt8>) -> Bool {
        // Most of what clients send begins otherwise.
        guard bytes.count <= HTTPHead.proxyMarkBytesMax, let first = bytes.first.map({ $0 | 0x20 }) else { return false }
        switch first {
        case UInt8(ascii: "x"), UInt8(ascii: "v"), UInt8(ascii: "c"), UInt8(ascii: "f"), UInt8(ascii: "t"):
            return HTTPHead.proxyMarks.contains(small(bytes))
        default: return false
        }
    }

    private static func small(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// "token" of RFC 9110, section 5.6.2.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e, 0x5f, 0x60, 0x7c, 0x7e: true
        default: false
        }
    }

    /// What a whole head says of its body and its connection.
    static func finished(_ head: HTTPHead) throws(HTTPRefusal) -> HTTPHead {
        var head = head
        if let coding = head[.transferEncoding] {
            try check(coding, head)
            head.isChunked = true
        }
        if let length = head[.contentLength] {
            guard let count = Self.length(length) else { throw HTTPRefusal(400, "content-length: is not a number of bytes") }
            head.contentLength = count
        }
        guard head.isOld || !(head[.host] ?? "").isEmpty else { throw HTTPRefusal(400, "host: is missing") }
        if let expect = head[.expect] {
            guard expect.lowercased() == "100-continue" else { throw HTTPRefusal(400, "expect: only 100-continue is known") }
            head.expectsContinue = !head.isOld
        }
        let connection = (head[.connection] ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
        head.closes = head.isOld || connection.contains("close")
        if head.method == "HEAD" { (head.method, head.isHead) = ("GET", true) }
        return head
    }

    /// A body in chunks beside a length, or in a coding more, ends at one place for one reader and at another for the next.
    private static func check(_ coding: String, _ head: HTTPHead) throws(HTTPRefusal) {
        guard coding.lowercased() == "chunked" else { throw HTTPRefusal(411, "transfer-encoding: only chunked is known") }
        guard head[.contentLength] == nil else { throw HTTPRefusal(411, "transfer-encoding: may not come with a content-length") }
        guard !head.isOld else { throw HTTPRefusal(411, "transfer-encoding: HTTP/1.0 has none; send a content-length") }
    }

    /// Digits only; "+1", "0x1" and "1, 1" are read differently by different readers.
    private static func length(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(text)
    }
}
