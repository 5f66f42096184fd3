import Testing
@testable import Codecs

private func refusal(_ text: String, limits: JSONLimits = .standard) -> JSONError? {
    do throws(JSONError) {
        _ = try JSON.parse(text, limits: limits)
        return nil
    } catch {
        return error
    }
}

private func refusal(bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
        _ = try JSON.parse(bytes: bytes)
        return nil
    } catch {
        return error
    }
}

@Suite struct `JSON parsing` {
    @Test(arguments: [
        "null", "true", " false ", "0", "-0", "-1", "1.5", "1e3", "1E+3", "1e-3", "0.0", "-0.0e0", "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808", "123456789012345678901234567890", "1e400", "\"\"", "\"a\"", "[]", "{}", "[ ]", "{ }", "[1,2]", "[[[]]]",
        "{\"\":1}", "{\"a\":{\"a\":1}}", "\t\n\r 1 \t\n\r", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u00e9\\uD83D\\uDE00\"", "\"é漢😀\"",
        "\"\u{7f}\"",
        "\"\u{2028}\"", "\"\\u001f\"", "\"\\uFFFF\"", "[0.1,-0.1]", "{\"a\":1,\"A\":2}",
    ])
    func `well-formed text is taken`(text: String) { #expect(refusal(text) == nil) }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "tru", "01", "-01", "00", "-", "+1", ".5", "1.", "1.e3", "1e", "1e+", "0x1", "NaN", "Infinity",
        "-Infinity",
        "1 2", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
        "{\"a\":1,}", "{a:1}",
        "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:1}", "{null:1}", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u\"", "\"\\u12\"",
        "\"\\u12G4\"",
        "'a'", "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1f}\"", "// c\n1", "/* c */ 1", "1 // c", "[1]]", "{}}", "\"a\" \"b\"",
        " \u{feff}1", "\u{feff}\u{feff}1", "\u{a0}1",
        "\u{0c}1", "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"", "\"\\uD800x\"", "\"\\uDC00\\uD800\"", "\"\\uD800\\uD800\"",
        "\"\\u0000\"", "{\"a\":\"\\u0000\"}",
        "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":1}", "undefined", "[1}", "{\"a\":1]", "-a", "1a", "1_000",
    ])
    func `malformed text is refused`(text: String) { #expect(refusal(text) != nil) }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98], [0xFE], [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused at their place`(bytes: [UInt8]) {
        let error = refusal(bytes: [0x22, 0x61, 0x62] + bytes + [0x22])
        #expect(error?.offset == 3)
        #expect(error?.reason == "the text is not UTF-8")
    }

    @Test(arguments: [
        ("\"\\u0000\"", ""), ("{\"a\":\"\\u0000\"}", "a: "), ("{\"a\":{\"b c\":[1,[2,\"x\\u0000y\"]]}}", "a.b c[1][1]: "),
        ("[[\"\\u0000\"]]", "[0][0]: "),
        ("{\"a\":{\"k\\u0000\":1}}", "a: "), ("[{\"a\":\"\\u0000\"}]", "[0].a: "),
    ]) func `a text with U+0000 is refused for what it is, and named`(text: String, place: String) {
        let error = refusal(text)
        #expect(error?.kind == .textRefused)
        #expect(error?.reason == place + "holds U+0000, which no text may hold")
    }

    @Test func `an escape that the end cuts short is refused as such, whatever lies behind the end`() {
        let whole = Array("\"\\u0041\"".utf8)
        for end in 3..<7 {
            whole.withUnsafeBufferPointer { bytes in
                let error = #expect(throws: JSONError.self) { try JSON.parse(bytes: UnsafeBufferPointer(rebasing: bytes[..<end])) }
                #expect(error?.reason == "\\u needs four hexadecimal digits", "\(end)")
                #expect(error?.offset == 1)
            }
        }
    }

    @Test func `every Unicode scalar survives a round trip, raw and escaped`() throws {
        for value: UInt32 in 1...0x10FFFF where value < 0xD800 || value > 0xDFFF {
            guard value < 0x3000 || value % 251 == 0 || value & 0xFFF0 == 0xFFF0 else { continue }
            let scalar = try #require(UnicodeScalar(value))
            let json = JSON.string(String(String.UnicodeScalarView([scalar])))
            #expect(try JSON.parse(json.text()) == json)
            var escaped = ""
            for unit in String(scalar).utf16 {
                let hex = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
            #expect(try JSON.parse("\"\(escaped)\"") == json)
        }
    }

    @Test func `a repeated key is refused with its position`() {
        #expect(
            refusal("{\"a\": 1,\n \"é\": 2, \"a\": 3}")
                == JSONError(offset: 19, line: 2, column: 10, reason: "the key \"a\" is repeated", kind: .repeatedKey))
    }

    @Test func `a repeated key is refused also among many`() {
        let members = (0..<500).map { "\"key\($0)\":\($0)" }
        #expect(refusal("{\(members.joined(separator: ","))}") == nil)
        #expect(refusal("{\(members.joined(separator: ",")),\"key77\":0}")?.reason == "the key \"key77\" is repeated")
    }

    @Test func `keys that only look alike are two keys`() throws {
        let json = try JSON.parse("{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(json.objectValue?.count == 2)
        #expect(json["\u{e9}"] == 1)
        #expect(json["e\u{301}"] == 2)
        #expect(JSON.string("\u{e9}") != JSON.string("e\u{301}"))
    }

    @Test func `a repeated key that is very long gives a short message`() {
        let key = String(repeating: "é", count: 10_000)
        #expect((refusal("{\"\(key)\":1,\"\(key)\":1}")?.reason.utf8.count ?? .max) < 200)
    }

    @Test func `errors say line and column in characters`() {
        #expect(refusal("[\n  \"é漢\", x]")?.message == "line 2, column 9: a value is expected")
        #expect(refusal("[1,\r\n2,\r\n]")?.line == 3)
    }

    @Test func `nesting is limited`() {
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(refusal(deep(64)) == nil)
        #expect(refusal(deep(65))?.reason == "the nesting is deeper than 64")
        #expect(refusal(String(repeating: "[", count: 1_000_000))?.reason == "the nesting is deeper than 64")
        #expect(refusal(String(repeating: "{\"a\":", count: 100_000))?.reason == "the nesting is deeper than 64")
    }

    @Test func `size and number of values are limited`() {
        #expect(refusal("[1,2,3]", limits: JSONLimits(bytesMax: 6))?.offset == 6)
        #expect(refusal("[1,2,3]", limits: JSONLimits(bytesMax: 7)) == nil)
        #expect(refusal("[1,2,3]", limits: JSONLimits(membersMax: 3))?.reason == "there are more than 3 values")
        #expect(refusal("[1,2,3]", limits: JSONLimits(membersMax: 4)) == nil)
    }

    @Test func `integers are exact and other numbers keep their text`() throws {
        #expect(try JSON.parse("9223372036854775807") == .integer(.max))
        #expect(try JSON.parse("-9223372036854775808") == .integer(.min))
        #expect(try JSON.parse("9223372036854775808") == .decimal("9223372036854775808"))
        #expect(try JSON.parse("-9223372036854775809") == .decimal("-9223372036854775809"))
        #expect(try JSON.parse("18446744073709551616") == .decimal("18446744073709551616"))
        #expect(try JSON.parse("-0") == .decimal("-0"))
        #expect(try JSON.parse("0.10") == .decimal("0.10"))
        #expect(try JSON.parse("1E2").doubleValue == 100)
        #expect(try JSON.parse("1e400").doubleValue == nil)
        #expect(try JSON.parse("1e2").int64Value == nil)
    }
}

@Suite struct `JSON values` {
    @Test func `objects keep their order, setting keeps the place, nil removes`() {
        var object: JSONObject = ["b": 1, "a": 2, "c": nil]
        object["b"] = 3
        object["d"] = "x"
        #expect(JSON.object(object).text() == #"{"b":3,"a":2,"c":null,"d":"x"}"#)
        object["a"] = nil
        #expect(object.members.map(\.key) == ["b", "c", "d"])
        #expect(object["c"]?.isNull == true)
        #expect(object["a"] == nil)
    }

    @Test func `objects of any size find, replace and remove`() {
        var object = JSONObject()
        for number in 0..<200 { object["k\(number)"] = .integer(Int64(number)) }
        for number in stride(from: 0, to: 200, by: 2) { object["k\(number)"] = nil }
        #expect(object.count == 100)
        for number in 0..<200 { #expect(object["k\(number)"]?.int64Value == (number % 2 == 0 ? nil : Int64(number))) }
        for number in 0..<90 { object["k\(number * 2 + 1)"] = nil }
        object["k199"] = true
        #expect(object.count == 10)
        #expect(object["k199"] == true)
    }

    @Test func `objects are equal in any order`() {
        #expect(JSON.object(["a": 1, "b": [2]]) == JSON.object(["b": [2], "a": 1]))
        #expect(JSON.object(["a": 1]) != JSON.object(["a": 2]))
        #expect(JSON.object(["a": 1]) != JSON.object(["b": 1]))
        #expect(JSON.object(["a": 1]) != JSON.object(["a": 1, "b": 1]))
    }

    @Test func `written text escapes what must be escaped`() {
        #expect(JSON.string("\u{1}\u{8}\t\n\u{c}\r\"\\/\u{7f}é😀").text() == "\"\\u0001\\b\\t\\n\\f\\r\\\"\\\\/\u{7f}é😀\"")
    }

    @Test func `pretty text is indented and means the same`() throws {
        let json: JSON = ["a": [1, ["b": []], [:]], "c": "d"]
        #expect(
            json.prettyText() == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    },
                    {}
                  ],
                  "c": "d"
                }
                """)
        #expect(try JSON.parse(json.prettyText()) == json)
    }

    @Test func `a decimal made by hand never breaks the text`() {
        #expect(JSON.decimal("0.99").text() == "0.99")
        #expect(JSON.decimal("1,\"x\":2").text() == "\"1,\\\"x\\\":2\"")
        #expect(JSON.decimal(" 1").text() == "\" 1\"")
        #expect(JSON.decimal("1\n").text() == "\"1\\n\"")
        #expect(JSON.decimal("").text() == "\"\"")
    }

    @Test func `accessors answer only for their own kind`() {
        let one: JSON = 1
        let text: JSON = "1"
        #expect(one.int64Value == 1 && one.decimalText == "1" && one.doubleValue == 1)
        #expect(one.stringValue == nil && one.boolValue == nil && one.arrayValue == nil && one.objectValue == nil && one["a"] == nil)
        #expect(text.int64Value == nil && text.decimalText == nil && text.stringValue == "1")
        #expect(JSON.integer(.min).text() == "-9223372036854775808")
    }
}
