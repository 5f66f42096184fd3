import Codecs
import Testing

@testable import Documents

@Suite struct `Rights on documents` {
    static let callers: [(String, Caller)] = [
        ("nobody", .nobody), ("ann", .user("ann")), ("bob", .user("bob")), ("console", .console),
    ]

    /// Bob is of the staff.
    private static func may(_ access: Access, _ caller: Caller) -> Bool {
        switch access {
        case .granted: return true
        case .refused: return false
        case .byRole(let names):
            guard case .user("bob") = caller else { return false }
            return names.contains("staff")
        }
    }

    @Test(arguments: [
        ("null", "console", "console"), ("{}", "console", "console"), ("{\"*\":{\"read\":true}}", "nobody ann bob console", "console"),
        ("{\"*\":{\"read\":true,\"write\":true}}", "nobody ann bob console", "nobody ann bob console"),
        ("{\"ann\":{\"read\":true,\"write\":true}}", "ann console", "ann console"),
        ("{\"ann\":{\"write\":true}}", "console", "ann console"),
        ("{\"role:staff\":{\"read\":true}}", "bob console", "console"), ("{\"staff\":{\"read\":true}}", "console", "console"),
        ("{\"role:ann\":{\"read\":true}}", "console", "console"),
        ("{\"*\":{\"read\":false,\"write\":true},\"bob\":{\"read\":true}}", "bob console", "nobody ann bob console"),
    ])
    func `a row is there for those whom its list names`(list: String, readers: String, writers: String) throws {
        let access = try AccessList.read(parsed(list))
        #expect(Self.callers.filter { Self.may(access.reading($0.1), $0.1) }.map { $0.0 }.joined(separator: " ") == readers)
        #expect(Self.callers.filter { Self.may(access.writing($0.1), $0.1) }.map { $0.0 }.joined(separator: " ") == writers)
        let again = try AccessList.read(access.json)
        #expect(again == access)
    }

    @Test(arguments: [
        "[]", "7", "{\"*\":true}", "{\"*\":{\"read\":1}}", "{\"*\":{\"execute\":true}}", "{\"\":{\"read\":true}}",
        "{\"a\\u0001\":{\"read\":true}}",
    ])
    func `a list that says something else is refused whole`(list: String) {
        #expect(throws: DocumentError.self) { try AccessList.read(parsed(list)) }
    }

    @Test func `a list may have every name that a role may have`() throws {
        func list(_ bytes: Int) -> JSON { .object([AccessList.role(String(repeating: "r", count: bytes)): ["read": true]]) }
        #expect(try AccessList.read(list(255)).json == list(255))
        #expect { try AccessList.read(list(256)) } throws: { ($0 as? DocumentError)?.code == .wrongFormat }
    }

    @Test func `a list has no more entries than its limit`() throws {
        func list(_ count: Int) -> JSON {
            var object = JSONObject()
            for number in 0..<count { object["user\(number)"] = ["read": true] }
            return .object(object)
        }
        #expect(try AccessList.read(list(AccessList.entriesMax)).reading(.user("user999")) == .granted)
        #expect { try AccessList.read(list(AccessList.entriesMax + 1)) } throws: { ($0 as? DocumentError)?.code == .wrongLength }
    }

    @Test func `who may do everything with a new row is the public, or only its user`() {
        for (_, caller) in Self.callers {
            #expect(AccessList.publicReadWrite.reading(caller) == .granted && AccessList.publicReadWrite.writing(caller) == .granted)
        }
        #expect(Self.callers.filter { AccessList.only("ann").writing($0.1) == .granted }.map { $0.0 } == ["ann", "console"])
        #expect(AccessList().reading(.user("ann")) == .refused)
    }
}
