import Testing

@testable import Codecs

/// Rows of JSON, however the text is cut on its way.
@Suite struct JSONRowsTests {
    /// As `line: bytes`, or `line! fault`.
    private func read(_ text: String, pieces: [Int], rowBytesMax: Int = 1 << 10) -> [String] {
        var rows = JSONRows(rowBytesMax: rowBytesMax)
        var found: [String] = []
        let bytes = Array(text.utf8)
        var begin = 0
        for end in pieces + [bytes.count, bytes.count] {
            rows.feed(Array(bytes[begin..<max(begin, end)]))
            begin = max(begin, end)
            while let row = rows.next() {
                if let fault = row.fault {
                    found.append("\(row.line)! \(fault)")
                } else {
                    found.append("\(row.line): \(String(decoding: row.bytes, as: UTF8.self))")
                }
            }
        }
        return found
    }

    private func expect(_ text: String, _ wanted: [String], rowBytesMax: Int = 1 << 10) {
        let count = text.utf8.count
        #expect(read(text, pieces: [], rowBytesMax: rowBytesMax) == wanted)
        for cut in 1..<max(count, 2) where cut < count {
            #expect(read(text, pieces: [cut], rowBytesMax: rowBytesMax) == wanted, "cut at \(cut)")
        }
        #expect(read(text, pieces: Array(1..<max(count, 1)), rowBytesMax: rowBytesMax) == wanted, "byte by byte")
    }

    @Test func theThreeShapes() {
        let rows = ["{\"a\":1}", "{\"b\":[{\"c\":\"}],{\\\"\"}]}", "{}"]
        expect("[" + rows.joined(separator: ",") + "]", rows.map { "1: \($0)" })
        expect(
            "\u{FEFF} {\n\"results\" : [\n\(rows[0]),\n\(rows[1])\n,\(rows[2])]\n, \"count\": 3}\n",
            ["3: \(rows[0])", "4: \(rows[1])", "5: {}"])
        expect("\(rows[0])\n\n  \n\(rows[1])\n\(rows[2])", ["1: \(rows[0])", "4: \(rows[1])", "5: {}"])
        expect("\(rows[0])\r\n\(rows[2])\r\n", ["1: \(rows[0])\r", "2: {}\r"])
        expect("{\"result\":[1]}\n{}", ["1: {\"result\":[1]}", "2: {}"])
        expect("[{\n\"a\"\n:1}\n]", ["1: {\n\"a\"\n:1}"])
    }

    @Test func nothing() {
        for text in ["", " \n", "[]", "[ ]\n", "{\"results\":[]}", "\u{FEFF}"] { expect(text, []) }
    }

    @Test func whatIsNoObjectIsARowOfItsOwn() {
        expect("[1, \"x\",[2],tru ]", ["1: 1", "1: \"x\"", "1: [2]", "1: tru "])
        expect("none\n{}", ["1: none", "2: {}"])
    }

    @Test func aRowThatIsWrongCostsThatRow() {
        expect(
            "[\n{\"a\":1\n{\"b\":1},\n{\"c\":[1\n{\"d\":1}]",
            ["2! it is not closed", "3: {\"b\":1}", "4! it is not closed", "5: {\"d\":1}"])
        expect("[\n{\"a\":\"x\n},\n{\"b\":1}]", ["2! a text is not closed on its line", "4: {\"b\":1}"])
        expect("[\n{\"a\":[1}},\n{\"b\":1}]", ["2! a bracket closes another", "3: {\"b\":1}"])
        expect("[\n}\n{\"b\":1}]", ["2! a bracket closes nothing", "3: {\"b\":1}"])
        // An object in a list, and one behind its name, may begin a line.
        expect("[{\"a\":[\n{},\n{}],\"b\":\n{}}]", ["1: {\"a\":[\n{},\n{}],\"b\":\n{}}"])
    }

    @Test func aFileThatEndsTooEarlySaysSo() {
        expect("[{}", ["1: {}", "1! the file ends before its list does"])
        expect("[{},\n", ["1: {}", "2! the file ends before its list does"])
        expect("[\n{\"a\":{", ["2! the file ends within it"])
        expect("{\"resul", ["1: {\"resul"])
    }

    @Test func aRowThatIsTooLongIsPassedOver() {
        let long = "{\"a\":\"\(String(repeating: "x", count: 40))\"}"
        expect("[{},\(long),\n{\"b\":1}]", ["1: {}", "1! it is too long", "2: {\"b\":1}"], rowBytesMax: 20)
        expect("{}\n\(long)\n{\"b\":1}", ["1: {}", "2! it is too long", "3: {\"b\":1}"], rowBytesMax: 20)
    }

    @Test func deepNestingIsNoTrap() {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        expect("[\(deep),{}]", ["1: \(deep)", "1: {}"])
        let open = String(repeating: "{\"a\":", count: 100)
        expect("[\(open)\n{}", ["1! the file ends within it"])
    }

    @Test func anyBytesAtAll() {
        var seed: UInt64 = 7
        let letters = Array("{}[]\",:\\\n a1\u{FF}".utf8)
        for _ in 0..<2_000 {
            var bytes: [UInt8] = []
            for _ in 0..<40 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(letters[Int(seed >> 33) % letters.count])
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(read(text, pieces: []) == read(text, pieces: Array(1..<text.utf8.count)))
        }
    }
}
