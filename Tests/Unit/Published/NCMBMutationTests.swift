import Testing

@testable import Codecs
@testable import Messages
@testable import Published

/// A small generator, so that every run sees the same calls.
private struct Seeded {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(bound, 1)))
    }

    mutating func mutated(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let pieces = ["%", "%2F", "%00", "&", "=", "?", "/", "\n", "+", "é", "where=", "limit=9", "{", "}", "\"", "[", "-", ":", "]"]
        for _ in 0..<next(3) {
            let place = next(bytes.count + 1)
            switch next(4) {
            case 0: if place < bytes.count { bytes[place] = UInt8(next(256)) }
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(4)))
            case 2: bytes.insert(contentsOf: Array(pieces[next(pieces.count)].utf8), at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite struct `Calls of the mobile backend under mutation` {
    static let calls = [
        ("GET", "/2013-09-01/classes/Horse?where=%7B%22a%22%3A1%7D&order=-createDate&limit=3&skip=1&count=1&include=owner", ""),
        ("POST", "/2013-09-01/classes/%E9%A6%AC", #"{"a":{"__type":"Date","iso":"2013-12-02T02:44:35.452Z"}}"#),
        ("PUT", "/2013-09-01/users/abcdefgh", #"{"n":{"__op":"Increment","amount":2}}"#), ("DELETE", "/2013-09-01/roles/abc/", ""),
        ("GET", "/2013-09-01/login?userName=a&password=b", ""), ("POST", "/2013-09-01/push/a/openNumber", #"{"deviceType":"ios"}"#),
        ("POST", "/2013-09-01/requestPasswordReset", #"{"mailAddress":"a@b.c"}"#), ("GET", "/2013-09-01/logout", ""),
        ("GET", "/2013-09-01/files?where=%7B%7D", ""), ("PUT", "/2013-09-01/files/a.png", #"{"acl":{"*":{"read":true}}}"#),
        ("DELETE", "/2013-09-01/files/a%20b", ""),
    ]

    private func call(_ random: inout Seeded) -> NCMBCall {
        let (method, path, body) = Self.calls[random.next(Self.calls.count)]
        var headers = NCMBCalls.keys + [("Content-Type", "application/json"), ("X-NCMB-Apps-Session-Token", "t")]
        let place = random.next(headers.count)
        if random.next(4) == 0 { headers[place].value = random.mutated(headers[place].value) }
        if random.next(8) == 0 { headers[place].name = random.mutated(headers[place].name) }
        return NCMBCall(
            method: random.next(8) == 0 ? random.mutated(method) : method, host: random.mutated("localhost:8080"),
            path: random.mutated(path),
            headers: headers, body: Array(random.mutated(body).utf8))
    }

    @Test func `ask or are answered, and never show the key`() throws {
        var random = Seeded(state: 0x9E37_79B9_7F4A_7C15)
        var asked = 0
        for _ in 0..<2_000 {
            let front = NCMBFront(call(&random))
            #expect((front.request == nil) == (front.answerAtOnce != nil))
            if front.request != nil {
                asked += 1
                #expect(front.parameters["access"]?["texts"]?.arrayValue?.isEmpty == false)
                #expect(try JSON.parse(front.parameters.text()) == front.parameters)
            }
            let replies: [Reply] = [
                .success(["answer": ["a": 1], "clientKey": .string(NCMBCalls.clientKey)]),
                NCMBCalls.refusal("E404001", "No data available."),
            ]
            for reply in replies {
                let answer = front.answer(reply)
                #expect(answer.status >= 200 && answer.status < 600 && answer.json != nil)
                #expect(!answer.text.contains(NCMBCalls.clientKey))
                #expect(answer.isSigned == (front.request != nil))
            }
        }
        #expect(asked > 500 && asked < 1_900)
    }
}
