import CLinux
import Linux
import Testing
@testable import Codecs

@Suite struct `Digests and encodings` {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `SHA-256 gives the published digests`(message: String, digest: String) {
        #expect(Hex.encode(SHA256.hash([UInt8](message.utf8))) == digest)
    }

    @Test func `SHA-256 gives the published digest of a million letters a`() {
        #expect(
            Hex.encode(SHA256.hash([UInt8](repeating: 0x61, count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    ])
    func `SHA-256 pads right at the edges of a block`(count: Int, digest: String) {
        #expect(Hex.encode(SHA256.hash([UInt8](repeating: 0x61, count: count))) == digest)
    }

    @Test(arguments: [
        (
            "", "", 16, 1, 1,
            "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
        ),
        (
            "password", "NaCl", 1024, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func `scrypt gives the keys of RFC 7914, section 12, in slices of any size`(
        _ password: String, _ salt: String, _ pieces: Int, _ blockSize: Int, _ lanes: Int, _ key: String
    ) {
        for slice in [3, 1_000, Int.max] where slice > 3 || pieces == 16 {
            let work = Scrypt(
                password: [UInt8](password.utf8), salt: [UInt8](salt.utf8), pieces: pieces, blockSize: blockSize, lanes: lanes,
                keyBytes: 64)
            var slices = 0
            while work.key == nil {
                work.advance(by: slice)
                slices += 1
            }
            #expect(work.key.map { Hex.encode($0) } == key)
            #expect(slice == Int.max ? slices == 1 : slices == (2 * pieces * lanes + slice - 1) / slice)
        }
    }

    @Test func `HMAC gives the digests of RFC 4231`() {
        let text = { (text: String) in [UInt8](text.utf8) }
        #expect(
            Hex.encode(HMACSHA256.authenticate(text("Hi There"), key: [UInt8](repeating: 0x0b, count: 20)))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            Hex.encode(HMACSHA256.authenticate(text("what do ya want for nothing?"), key: text("Jefe")))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Hex.encode(
                HMACSHA256.authenticate(
                    text("Test Using Larger Than Block-Size Key - Hash Key First"), key: [UInt8](repeating: 0xaa, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
        #expect(HMACSHA256.areEqual([1, 2], [1, 2]) && !HMACSHA256.areEqual([1, 2], [1, 3]) && !HMACSHA256.areEqual([1], [1, 2]))
    }

    @Test func `base64 comes back, and has one spelling`() {
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
        for (text, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            #expect(Base64.encode(Array(text.utf8)) == encoded && Base64.decode(encoded) == Array(text.utf8))
        }
        for count in 0..<70 {
            let bytes = SystemRandom().bytes(count)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        for wrong in ["Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg-=", "Z g=", "=", "==", "===", "====", "Zg==Zg==", "Zm9vé=", "Zm8=\n"] {
            #expect(Base64.decode(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `base64url comes back, and has one spelling`() {
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64URL.encode([0x66]) == "Zg")
        for count in 0..<70 {
            let bytes = SystemRandom().bytes(count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        for wrong in ["Z", "Zg==", "Zh", "Zg+", "Z g", "Zm9vé", "Zm9vA"] { #expect(Base64URL.decode(wrong) == nil, "\(wrong)") }
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `base64 gives the texts of RFC 4648`(text: String, encoded: String) {
        #expect(Base64.encode([UInt8](text.utf8)) == encoded)
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    }

    @Test func `percent encoding keeps the unreserved and comes back`() {
        #expect(PercentEncoding.encode("aZ09-._~ /+%é") == "aZ09-._~%20%2F%2B%25%C3%A9")
        #expect(PercentEncoding.decode("aZ%20%2f%C3%A9+") == "aZ /é+")
        for wrong in ["%", "%4", "%G1", "a%", "%FF", "%C3", "%C0%80", "%00", "a%00b"] {
            #expect(PercentEncoding.decode(wrong) == nil, "\(wrong)")
        }
        #expect(PercentEncoding.isEncoded("%00") && !PercentEncoding.isEncoded("%FF"))
        #expect(PercentEncoding.decodeLetters("/%E9%A6%AC%20a%2fb%") == "/馬%20a%2fb%")
    }
}

@Suite struct `Dates and amounts` {
    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"), (1_571_724_191_250, 540, "2019-10-22T15:03:11.250+09:00"),
            (951_782_400_000, 0, "2000-02-29T00:00:00Z"),
            (-1, 0, "1969-12-31T23:59:59.999Z"), (1_709_164_800_000, -330, "2024-02-28T18:30:00-05:30"),
            (253_402_300_799_999, 0, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, Int, String)])
    func `a time has the text that reads back to it`(milliseconds: Int64, offset: Int, text: String) {
        #expect(ISO8601.text(epochMilliseconds: milliseconds, offsetMinutes: offset) == text)
        #expect(ISO8601.parse(text) == milliseconds)
    }

    @Test func `all days of four centuries read back`() {
        for day in stride(from: Int64(-719_528), through: 2_932_896, by: 13) {
            let text = ISO8601.text(epochMilliseconds: day * 86_400_000)
            #expect(ISO8601.parse(text) == day * 86_400_000)
        }
    }

    @Test func `times beyond four-digit years stay text`() {
        #expect(ISO8601.text(epochMilliseconds: .max) == "9999-12-31T23:59:59.999Z")
        #expect(ISO8601.text(epochMilliseconds: .min, offsetMinutes: .min) == "0000-01-01T00:00:00-18:00")
    }

    @Test(arguments: [
        "", "2024", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
        "2024-01-01T00:00:61Z", "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zx", "2024-01-01T00:00:00+9:00",
        "2024-01-01T00:00:00+19:00",
        "20240101T000000Z", "-024-01-01T00:00:00Z", "2024-01-01",
    ])
    func `what is no time is refused`(text: String) { #expect(ISO8601.parse(text) == nil) }

    @Test func `a century that four hundred divides has its leap day`() {
        #expect(ISO8601.parse("2000-02-29T00:00:00Z") == 951_782_400_000)
    }

    @Test func `other spellings of a time are read`() {
        #expect(ISO8601.parse("2019-10-22T15:03:11.25+0900") == 1_571_724_191_250)
        #expect(ISO8601.parse("2019-10-22 06:03:11.2509999z") == 1_571_724_191_250)
    }

    @Test func `an address keeps what is encoded in it, and every other percent sign becomes one`() {
        for (text, address) in [
            ("50%25%2f", "50%25%2f"), ("%", "%25"), ("5%", "5%25"), ("%4", "%254"), ("%zz", "%25zz"), ("%4z%z4", "%254z%25z4"),
            ("a b\u{e9}\"", "a%20b%C3%A9%22"),
        ] { #expect(WebAddress.escaped(text) == address, "\(text)") }
    }

    @Test func `no bytes at all are UTF-8, wherever they are not`() {
        #expect(UTF8Sequence.isValid(UnsafeBufferPointer(start: nil, count: 0)))
        #expect([UInt8]().withUnsafeBufferPointer { UTF8Sequence.isValid($0) })
        #expect(![0xC3].withUnsafeBufferPointer { UTF8Sequence.isValid($0) })
    }

    @Test func `amounts are digits with at most one point`() {
        for right in ["0", "0.99", "1100", "0.000001", "999999999999999999.999999"] { #expect(DecimalText.isValid(right), "\(right)") }
        for wrong in [
            "", ".", ".5", "5.", "-1", "+1", "01", "00", "1e3", "1,5", "1.2.3", " 1", "1 ", "1000000000000000000", "0.0000001", "１",
        ] {
            #expect(!DecimalText.isValid(wrong), "\(wrong)")
        }
        #expect(DecimalText.float("0.99") == 0.99)
        #expect(DecimalText.plain("1.5e3") == "1500")
        for wrong in ["1e-9223372036854775808", "1e9223372036854775807", "1e-9223372036854775807", "1e99999999999999999999"] {
            #expect(DecimalText.plain(wrong) == nil, "\(wrong)")
        }
        #expect(DecimalText.float("x") == 0)
    }

    @Test func `numbers have a point as decimal mark in every locale`() throws {
        // uselocale changes this thread only.
        guard let german = newlocale(LC_ALL_MASK_VALUE, "de_DE.UTF-8", nil) else { return }
        let before = uselocale(german)
        defer {
            uselocale(before)
            freelocale(german)
        }
        #expect(try JSON.parse("1.5").doubleValue == 1.5)
        #expect(DecimalText.float("1.5") == 1.5)
    }
}

/// LC_NUMERIC alone is enough here; the macro for all categories is not imported.
private let LC_ALL_MASK_VALUE: Int32 = 1 << 1
