import Testing
@testable import Codecs

/// A small generator, so that every run sees the same inputs.
private struct Seeded {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(bound, 1)))
    }
}

@Suite struct `JSON under mutation` {
    static let seeds = [
        #"{"header":{"isSuccessful":true,"resultCode":0},"items":[{"price":0.99,"name":"é漢😀","id":-12},null,false,[],{}],"e":1.5e-7}"#,
        #"["\u00e9\uD83D\uDE00","\"\\\/\b\f\n\r\t",9223372036854775807,-0,123456789012345678901234567890]"#,
        #"{"a":{"a":{"a":{"a":[[[[1,2,3,"a long plain string of printable characters"]]]]}}}}"#,
    ]
    static let pieces: [[UInt8]] = [
        [0x22], [0x5C], [0x5B], [0x5D], [0x7B], [0x7D], [0x2C], [0x3A], [0x00], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90],
        Array("\\u".utf8),
        Array("\\uD800".utf8), Array("1e".utf8), Array("-".utf8), Array("null".utf8), Array("00".utf8), [0xFF], [0x0A],
        Array("\"a\":".utf8),
    ]

    @Test(arguments: 1...4) func `mutated text is refused or means the same when written and read again`(seed: Int) throws {
        var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
        var taken = 0
        for _ in 0..<8_000 {
            var bytes = [UInt8](Self.seeds[random.next(Self.seeds.count)].utf8)
            for _ in 0...random.next(3) {
                let place = random.next(bytes.count + 1)
                switch random.next(5) {
                case 0: if place < bytes.count { bytes[place] = UInt8(random.next(256)) }
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(4)))
                case 2: bytes.insert(contentsOf: Self.pieces[random.next(Self.pieces.count)], at: place)
                case 3: bytes.removeLast(bytes.count - place)
                default:
                    let end = min(bytes.count, place + random.next(12))
                    bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.next(bytes.count + 1))
                }
            }
            do throws(JSONError) {
                let json = try JSON.parse(bytes: bytes)
                taken += 1
                #expect(String(validating: bytes, as: UTF8.self) != nil)
                #expect(try JSON.parse(json.text()) == json)
                #expect(try JSON.parse(json.prettyText()) == json)
            } catch {
                #expect(error.offset <= bytes.count && error.offset >= 0 && error.line >= 1 && error.column >= 1)
            }
        }
        #expect(taken > 100)
    }

    @Test func `every prefix of a text is refused`() {
        for seed in Self.seeds {
            let bytes = [UInt8](seed.utf8)
            for end in 0..<bytes.count {
                #expect(throws: JSONError.self) { try JSON.parse(bytes: Array(bytes[..<end])) }
            }
        }
    }

    @Test func `a special byte is found at every place of a string`() throws {
        for length in 0..<40 {
            for place in 0...length {
                let before = String(repeating: "x", count: place)
                let after = String(repeating: "y", count: length - place)
                #expect(try JSON.parse("\"\(before)\\n\(after)\"") == .string(before + "\n" + after))
                #expect(try JSON.parse("\"\(before)é\(after)\"") == .string(before + "é" + after))
                #expect(throws: JSONError.self) { try JSON.parse("\"\(before)\u{1}\(after)\"") }
                #expect(throws: JSONError.self) { try JSON.parse("\"\(before)\"\(after)\"") }
            }
        }
    }
}
