import Testing
import Wire

@testable import Documents

@Suite struct `Rights on documents` {
    static let callers: [(String, Caller)] = [
        ("nobody", .nobody), ("ann", .user("ann", roles: [])), ("bob", .user("bob", roles: ["staff"])), ("console", .console),
    ]

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
        #expect(Self.callers.filter { access.mayRead($0.1) }.map { $0.0 }.joined(separator: " ") == readers)
        #expect(Self.callers.filter { access.mayWrite($0.1) }.map { $0.0 }.joined(separator: " ") == writers)
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

    @Test func `a list has no more entries than its limit`() throws {
        func list(_ count: Int) -> JSON {
            var object = JSONObject()
            for number in 0..<count { object["user\(number)"] = ["read": true] }
            return .object(object)
        }
        #expect(try AccessList.read(list(AccessList.entriesMax)).mayRead(.user("user999", roles: [])))
        #expect { try AccessList.read(list(AccessList.entriesMax + 1)) } throws: { ($0 as? DocumentError)?.code == .wrongLength }
    }

    @Test func `who may do everything with a new row is the public, or only its user`() {
        for (_, caller) in Self.callers {
            #expect(AccessList.publicReadWrite.mayRead(caller) && AccessList.publicReadWrite.mayWrite(caller))
        }
        #expect(Self.callers.filter { AccessList.only("ann").mayWrite($0.1) }.map { $0.0 } == ["ann", "console"])
        #expect(!AccessList().mayRead(.user("ann", roles: [])))
    }
}
