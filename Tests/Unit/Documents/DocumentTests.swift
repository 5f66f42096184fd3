import Codecs
import Testing

@testable import Documents

/// JSON of a test; a mistake in it fails the test that has it.
func parsed(_ text: String) -> JSON {
    do throws(JSONError) {
        return try JSON.parse(text)
    } catch {
        Issue.record("\(text): \(error.message)")
        return .null
    }
}

@Suite struct `Values of fields` {
    @Test func `values sort by type and then by value, the same as their bytes`() {
        let sorted = [
            "null", "-1e300", "-9223372036854775808", "-9223372036854775807", "-1", "-0.5", "0", "5e-324", "0.5", "1", "9007199254740992",
            "9007199254740993", "9007199254740994", "9223372036854775806", "9223372036854775807", "9223372036854775808", "1e300", "\"\"",
            "\"a\"", "\"a\\u0001\"", "\"aa\"", "\"b\"", "\"é\"", "\"\u{10000}\"", "{}", "[]", "false",
            "true", "{\"__type\":\"Date\",\"iso\":\"1969-12-31T23:59:59.999Z\"}", "{\"__type\":\"Date\",\"iso\":\"1970-01-01T00:00:00Z\"}",
            "{\"__type\":\"Date\",\"iso\":\"2026-01-01T00:00:00.001Z\"}",
        ].map { ($0, ValueKey(parsed($0))) }
        for (place, (text, key)) in sorted.enumerated() {
            #expect(ValueKey(parsed(text)) == key)
            for (other, later) in sorted[(place + 1)...] {
                #expect(ValueKey.precedes(key, later), "\(text) before \(other)")
                #expect(!ValueKey.precedes(later, key), "\(other) not before \(text)")
            }
        }
    }

    @Test func `a NUL inside a text is above the end of a text and below every letter`() {
        let sorted = ["", "\u{0}", "a", "a\u{0}", "a\u{0}b", "a\u{1}", "aa"].map { ValueKey(.string($0)) }
        for place in 1..<sorted.count { #expect(ValueKey.precedes(sorted[place - 1], sorted[place])) }
        #expect(ValueKey(["a\u{0}", "b"]) != ValueKey(["a", "\u{0}b"]))
    }

    @Test(arguments: [
        ("1", "1.0"), ("0", "-0.0"), ("100", "1e2"), ("9007199254740992", "9007199254740992.0"), ("[1,2]", "[1.0,2e0]"),
        ("{\"a\":1,\"b\":{\"c\":2}}", "{\"b\":{\"c\":2.0},\"a\":1}"),
        ("{\"__type\":\"Date\",\"iso\":\"2026-01-01T00:00:00Z\"}", "{\"iso\":\"2026-01-01T09:00:00.000+09:00\",\"__type\":\"Date\"}"),
        (
            "{\"__type\":\"Pointer\",\"className\":\"C\",\"objectId\":\"i\"}",
            "{\"objectId\":\"i\",\"className\":\"C\",\"__type\":\"Pointer\",\"more\":1}"
        ),
    ])
    func `values that mean the same are equal`(one: String, other: String) {
        #expect(ValueKey(parsed(one)) == ValueKey(parsed(other)))
    }

    @Test(arguments: [
        ("9007199254740993", "9007199254740992.0"), ("1", "\"1\""), ("0", "false"), ("null", "false"), ("\"\"", "null"), ("[]", "{}"),
        ("[1]", "1"), ("[1,2]", "[2,1]"), ("[[1],2]", "[[1,2]]"), ("[\"a\",\"b\"]", "[\"ab\"]"), ("{\"a\":\"b\"}", "{\"ab\":\"\"}"),
        ("{\"a\":1}", "{\"a\":1,\"b\":null}"), ("\"\u{e9}\"", "\"e\u{301}\""),
        (
            "{\"__type\":\"Pointer\",\"className\":\"C\",\"objectId\":\"i\"}",
            "{\"__type\":\"Pointer\",\"className\":\"D\",\"objectId\":\"i\"}"
        ),
    ])
    func `values that mean something else are not`(one: String, other: String) {
        #expect(ValueKey(parsed(one)) != ValueKey(parsed(other)))
    }

    @Test(arguments: [
        ("a", true), ("_a9", true), ("A_b", true), ("_id", false), ("", false), ("9a", false), ("a.b", false), ("$a", false),
        ("a b", false), ("é", false), ("a'", false), ("a\u{0}", false), (String(repeating: "a", count: 128), true),
        (String(repeating: "a", count: 129), false),
    ])
    func `a name of a field has few letters`(name: String, isValid: Bool) {
        #expect(FieldNames.isValid(name) == isValid)
    }

    @Test(arguments: [
        ("a", true), ("a.b.0.c", true), ("a.10", true), ("a.01", true), ("0", false), ("a..b", false), (".a", false), ("a.", false),
        ("a.$b", false), ("a.b.c.d.e.f.g.h", true), ("a.b.c.d.e.f.g.h.i", false), ("a.1234567890", true),
    ])
    func `a path has names, and numbers behind the first`(text: String, isValid: Bool) {
        #expect((FieldPath(text) != nil) == isValid)
    }

    @Test(arguments: [
        ("{\"__type\":\"Date\",\"iso\":\"yesterday\"}", "E400004"), ("{\"__type\":\"Blob\"}", "E400004"),
        ("{\"__type\":\"GeoPoint\",\"latitude\":91,\"longitude\":0}", "E403006"),
        ("{\"__type\":\"GeoPoint\",\"latitude\":\"1\",\"longitude\":0}", "E403006"),
        ("{\"__type\":\"Pointer\",\"className\":\"C\"}", "E400004"),
        ("{\"__type\":\"Pointer\",\"className\":\"C'\",\"objectId\":\"i\"}", "E400004"), ("{\"a.b\":1}", "E400004"),
        ("{\"$gt\":1}", "E400004"), ("[{\"\":1}]", "E400004"), ("[{\"a\\n\":1}]", "E400004"), ("1e400", "E400002"),
        ("{\"" + String(repeating: "a", count: 129) + "\":1}", "E400004"),
        (String(repeating: "[", count: 34) + String(repeating: "]", count: 34), "E400009"),
    ])
    func `what no field can hold is refused`(text: String, code: String) {
        #expect { try FieldCheck.kept(parsed(text), field: "f") } throws: { ($0 as? DocumentError)?.code.rawValue == code }
    }

    @Test func `a value is kept in the one form of its type`() throws {
        let date = parsed("{\"__type\":\"Date\",\"iso\":\"2026-01-01T09:00:00+09:00\",\"x\":1}")
        #expect(try FieldCheck.kept(date, field: "f") == parsed("{\"__type\":\"Date\",\"iso\":\"2026-01-01T00:00:00.000Z\"}"))
        let included = parsed("{\"__type\":\"Object\",\"className\":\"C\",\"objectId\":\"i\",\"speed\":3}")
        #expect(try FieldCheck.kept(included, field: "f") == parsed("{\"__type\":\"Pointer\",\"className\":\"C\",\"objectId\":\"i\"}"))
        let deep = parsed(String(repeating: "[", count: 33) + "9007199254740993" + String(repeating: "]", count: 33))
        #expect { try FieldCheck.kept(deep, field: "f") } throws: { ($0 as? DocumentError)?.code == .wrongLength }
        // Keys inside a value are the game's own.
        let keys = "[{\"a b\":1,\"sword-1\":2,\"_id\":3,\"'\":4},{\"スピード\":10,\"素早さ\":{\"é\":[5]}}]"
        for text in ["9007199254740993", "[1,[2.50,{\"a\":[null,true]}]]", "{\"9\":1}", keys] {
            #expect(try FieldCheck.kept(parsed(text), field: "f").text() == parsed(text).text())
        }
    }

    @Test func `distances and boxes are those of the stations of the Yamanote line`() throws {
        let here = try #require(GeoPoint(latitude: 35.6585805, longitude: 139.7454329))
        let hamamatsucho = try #require(GeoPoint(latitude: 35.6553809, longitude: 139.7571289))
        let kilometers = here.radians(to: hamamatsucho) * GeoPoint.kilometersOfRadius
        #expect(kilometers > 1.05 && kilometers < 1.15)
        let pole = try #require(GeoPoint(latitude: 90, longitude: 0))
        let other = try #require(GeoPoint(latitude: -90, longitude: 77))
        #expect(abs(pole.radians(to: other) - Double.pi) < 1e-12)
        #expect(here.radians(to: here) == 0)
        #expect(GeoPoint(latitude: 90.1, longitude: 0) == nil && GeoPoint(latitude: .nan, longitude: 0) == nil)
    }
}
