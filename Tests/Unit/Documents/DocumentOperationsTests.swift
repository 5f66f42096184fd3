import Codecs
import Testing

@testable import Documents

@Suite struct `Operations on fields` {
    static let operations: [String: FieldOperation] = [
        "set": .set(5), "delete": .delete, "increment": .increment(2), "add": .add([7]), "addUnique": .addUnique([1, 7]),
        "remove": .remove([1]),
    ]
    /// New operation, pending one, what they are together; X is refused. Table 1.2a of the reference.
    static let table: [(String, String, String)] = [
        ("set", "set", "5"), ("set", "delete", "5"), ("set", "increment", "5"), ("set", "add", "5"), ("set", "addUnique", "5"),
        ("set", "remove", "5"), ("delete", "set", "null"), ("delete", "delete", "null"), ("delete", "increment", "null"),
        ("delete", "add", "null"), ("delete", "addUnique", "null"), ("delete", "remove", "null"), ("increment", "set", "7"),
        ("increment", "delete", "2"), ("increment", "increment", "{\"__op\":\"Increment\",\"amount\":4}"), ("increment", "add", "X"),
        ("increment", "addUnique", "X"), ("increment", "remove", "X"), ("add", "set", "X"), ("add", "delete", "[7]"),
        ("add", "increment", "X"), ("add", "add", "{\"__op\":\"Add\",\"objects\":[7,7]}"), ("add", "addUnique", "X"),
        ("add", "remove", "X"), ("addUnique", "set", "X"), ("addUnique", "delete", "[1,7]"), ("addUnique", "increment", "X"),
        ("addUnique", "add", "X"), ("addUnique", "addUnique", "{\"__op\":\"AddUnique\",\"objects\":[1,7]}"),
        ("addUnique", "remove", "X"), ("remove", "set", "X"), ("remove", "delete", "[]"), ("remove", "increment", "X"),
        ("remove", "add", "X"), ("remove", "addUnique", "X"), ("remove", "remove", "{\"__op\":\"Remove\",\"objects\":[1]}"),
    ]

    @Test(arguments: table)
    func `two operations are one, or are refused`(new: String, pending: String, together: String) throws {
        let operation = try #require(Self.operations[new])
        do throws(FieldOperation.MergeError) {
            let merged = try operation.merged(after: Self.operations[pending])
            #expect(merged.json.text() == together)
        } catch {
            #expect(together == "X", "\(error)")
        }
    }

    @Test(arguments: [
        ("add", "[1,7,7]"), ("addUnique", "[1,7]"), ("remove", "[7]"),
    ])
    func `after a list that is set the longer or shorter list is set`(new: String, together: String) throws {
        let operation = try #require(Self.operations[new])
        let merged = try operation.merged(after: .set([1, 7]))
        #expect(merged.json.text() == together)
        #expect(throws: FieldOperation.MergeError.notAList) { try operation.merged(after: .set("text")) }
    }

    @Test func `a few elements that are entered where a list stands make of it what a merge makes`() throws {
        let half = JSON.decimal("1.5")
        let lists: [[JSON]] = [[], [1, 2, 7], [7, 1, 7, half, "7"], [["a": 1], [1], .null, true]]
        let objects: [[JSON]] = [[7], [1, 1], [["a": 1]], [.decimal("1.50"), "7"], [.decimal("7.0")]]
        for list in lists {
            for few in objects {
                for operation in [FieldOperation.add(few), .addUnique(few), .remove(few)] {
                    let waiting: [FieldOperation?] = [nil, .set(.array(list)), .add([3]), .addUnique([3, 1]), .remove([3, 1])]
                    for pending in waiting where pending.map({ $0.isLike(operation) || $0.json.arrayValue != nil }) ?? true {
                        var (entered, joined) = (list, pending)
                        operation.enter(few, &entered, &joined)
                        let applied = try operation.applied(to: .array(list), field: "f")
                        #expect(applied == .array(entered))
                        let merged = try operation.merged(after: pending)
                        if pending != nil { #expect(joined?.json == merged.json) }
                    }
                }
            }
        }
    }

    @Test func `a merge gives what the two operations give one after the other`() throws {
        let values: [JSON] = [.null, 5, [1, 2, 7], "text"]
        for (name, new) in Self.operations {
            for (other, pending) in Self.operations {
                guard let merged = try? new.merged(after: pending) else { continue }
                for value in values {
                    guard let before = try? pending.applied(to: value, field: "f"), let after = try? new.applied(to: before, field: "f"),
                        !(before.isNull && name == "remove")
                    else { continue }
                    let once = try merged.applied(to: value, field: "f")
                    #expect(ValueKey(once) == ValueKey(after), "\(name) after \(other) of \(value.text())")
                }
            }
        }
    }

    @Test func `integers stay exact and never wrap`() throws {
        let big: JSON = 9_007_199_254_740_993
        #expect(try FieldOperation.increment(1).applied(to: big, field: "f") == 9_007_199_254_740_994)
        #expect(try FieldOperation.increment(parsed("0.5")).applied(to: 1, field: "f").text() == "1.5")
        #expect(try FieldOperation.increment(3).applied(to: .null, field: "f") == 3)
        for (value, amount) in [
            (JSON.integer(.max), JSON.integer(1)), (.integer(.min), -1), (parsed("1e308"), parsed("1e308")), ("a", 1), ([], 1),
        ] {
            #expect { try FieldOperation.increment(amount).applied(to: value, field: "f") } throws: {
                ($0 as? DocumentError)?.code == .wrongType
            }
        }
        #expect(throws: FieldOperation.MergeError.notANumber) { try FieldOperation.increment(1).merged(after: .increment(.integer(.max))) }
    }

    @Test func `two long lists of a relation are merged at once`() throws {
        let many = (0..<40_000).map { Pointer(className: "Horse", objectId: "horse\($0)") }
        let merged = try FieldOperation.addRelation(Array(many[10_000...])).merged(after: .addRelation(Array(many[..<30_000])))
        #expect(merged.json["objects"]?.arrayValue?.count == 40_000)
        #expect(try FieldOperation.removeRelation(many).merged(after: .addRelation(many)).json["__op"] == "RemoveRelation")
        #expect(throws: FieldOperation.MergeError.addsAndRemoves) {
            try FieldOperation.removeRelation(Array(many[1...])).merged(after: .addRelation(many))
        }
    }

    @Test func `relations take back what they gave, and mix with nothing else`() throws {
        let (a, b) = (Pointer(className: "C", objectId: "a"), Pointer(className: "C", objectId: "b"))
        let other = Pointer(className: "D", objectId: "a")
        let both = try FieldOperation.addRelation([b]).merged(after: .addRelation([a, b]))
        #expect(both.json["objects"]?.arrayValue?.count == 2)
        #expect(try FieldOperation.removeRelation([a]).merged(after: .addRelation([a])).json["__op"] == "RemoveRelation")
        #expect(throws: FieldOperation.MergeError.addsAndRemoves) {
            try FieldOperation.removeRelation([b]).merged(after: .addRelation([a]))
        }
        #expect(throws: FieldOperation.MergeError.otherClass) { try FieldOperation.addRelation([other]).merged(after: .addRelation([a])) }
        for (_, operation) in Self.operations {
            #expect(throws: FieldOperation.MergeError.otherOperation) { try FieldOperation.addRelation([a]).merged(after: operation) }
        }
    }

    @Test(arguments: ["set", "delete", "increment", "add", "addUnique", "remove"])
    func `an operation is read as it was written`(name: String) throws {
        let operation = try #require(Self.operations[name])
        let read = try FieldOperation.read(operation.json, field: "f")
        #expect((read ?? .set(operation.json)).json == operation.json)
    }

    @Test(arguments: [
        "{\"__op\":\"Delete\"}", "{\"__op\":\"Increment\"}", "{\"__op\":\"Increment\",\"amount\":\"1\"}",
        "{\"__op\":\"Add\",\"objects\":1}",
        "{\"__op\":7}", "{\"__op\":\"AddRelation\",\"objects\":[1]}",
        "{\"__op\":\"AddRelation\",\"objects\":[{\"__type\":\"Pointer\",\"className\":\"C\",\"objectId\":\"a\"},"
            + "{\"__type\":\"Pointer\",\"className\":\"D\",\"objectId\":\"a\"}]}",
        "{\"__op\":\"AddRelation\",\"objects\":[{\"__type\":\"Pointer\",\"className\":\"C\",\"objectId\":\"a b\"}]}",
    ])
    func `an operation that nobody knows is refused`(text: String) {
        #expect { try FieldOperation.read(parsed(text), field: "f") } throws: { ($0 as? DocumentError)?.code == .wrongFormat }
    }
}
