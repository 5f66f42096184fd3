import Documents
import Linux
import Messages
import Storage
import Testing

@testable import Client
@testable import Codecs
@testable import Service

@Suite struct `Rows of objects` {
    private func row(_ id: String, acl: String, fields: String) -> PackedRow {
        let rows = PackedRows(columns: ObjectRow.Column.fields + 1)
        rows.append(text: id)
        for integer: Int64 in [1, 1_000, 2_000] { rows.append(integer) }
        rows.append(text: acl)
        rows.append(text: fields)
        return rows[0]
    }

    private func row(acl: String) -> PackedRow { row("h1", acl: acl, fields: "{}") }

    @Test func `a list of rights that is remembered is given for the same text only, and for none that is damaged`() throws {
        let lists = KnownAccessList()
        #expect(!lists.meet(row(acl: "")))
        let composed = "{\"caf\u{E9}\":{\"read\":true}}"
        let decomposed = "{\"cafe\u{301}\":{\"read\":true}}"
        #expect(lists.meet(row(acl: composed)) && lists.list.reading(.user("caf\u{E9}")) == .granted)
        #expect(try lists.meet(row(acl: decomposed)) && lists.list.json == JSON.parse(decomposed))
        #expect(try lists.meet(row(acl: composed)) && lists.list.json == JSON.parse(composed))
        #expect(!lists.meet(row(acl: "{")) && !lists.meet(row(acl: "[]")) && !lists.meet(row(acl: "")))
    }

    @Test func `rights are decided anew whenever the list is another one`() throws {
        let users = Users(core: try ServiceBench().service.core)
        let lists = users.core.lists
        var rights = RowRights(.user("una"), users)
        let (mine, theirs) = ("{\"una\":{\"read\":true}}", "{\"sid\":{\"read\":true}}")
        for (acl, mayRead) in [(mine, true), (mine, true), (theirs, false), (theirs, false), (mine, true)] {
            #expect(try rights.mayRead(row(acl: acl)) == mayRead)
        }
        // Somebody else's scan meets another list in between.
        #expect(lists.meet(row(acl: theirs)))
        #expect(try rights.mayRead(row(acl: mine)) && !rights.mayRead(row(acl: theirs)))
        // One that is damaged is nobody's.
        #expect(try !rights.mayRead(row(acl: "[]")))
    }

    private func answer(_ bench: ObjectBench, _ parameters: JSONObject, _ token: String? = nil) throws -> [PackedRow] {
        var parameters = parameters
        parameters["rows"] = true
        let rows = try #require(bench.ask("objects.find", .object(parameters), token).rows)
        return (0..<rows.count).compactMap { if case .unread(let row) = rows[$0] { row } else { nil } }
    }

    private func filled(_ count: Int, bytes: Int = 10) throws -> ObjectBench {
        let bench = try ObjectBench(["ncmb": ["indexes": ["Horse.points"]]])
        for number in 0..<count {
            let fields: JSON = ["points": .integer(Int64(number)), "name": .string(String(repeating: "x", count: bytes))]
            let access: JSON = number % 3 == 0 ? ["nobody": ["read": true]] : ["*": ["read": true]]
            var withAccess = try #require(fields.objectValue)
            withAccess["acl"] = access
            _ = try bench.create("Horse", .object(withAccess))
        }
        try bench.fillIndexes()
        return bench
    }

    @Test func `the memory of an answer holds its rows and no others`() throws {
        let bench = try filled(60)
        for (parameters, count): (JSONObject, Int) in [
            (["order": "points"], 40), (["order": "-points", "skip": 7, "limit": 20], 20), (["skip": 3, "limit": 5], 5),
            (["order": "points", "limit": 9, "count": 1], 9), (["where": ["points": 4]], 1), (["where": ["points": 3]], 0),
        ] {
            var parameters = parameters
            parameters["className"] = "Horse"
            let rows = try answer(bench, parameters)
            #expect(rows.count == count, "\(parameters)")
            for row in rows {
                // All that is held with it is of the answer.
                for place in 0..<row.rows.count { #expect(rows.contains { $0.text(0) == row.rows[place].text(0) }) }
                #expect(row.text(ObjectRow.Column.acl) == "{\"*\":{\"read\":true}}")
            }
        }
    }

    @Test func `rows that are large are held alone`() throws {
        let bench = try filled(30, bytes: 4_000)
        let rows = try answer(bench, ["className": "Horse", "order": "points"])
        #expect(rows.count == 20 && rows.allSatisfy { $0.rows.count == 1 })
    }

    @Test func `an index that is undone is not used`() throws {
        let bench = try ObjectBench()
        let core = bench.bench.service.core
        let objects = Objects(core: core)
        let path = try #require(FieldPath("points"))
        for sharesTransaction in [false, true] {
            try bench.bench.database.begin()
            #expect(try objects.indexes(of: "Horse").isEmpty)
            _ = try core.undoingRefusal(sharesTransaction: sharesTransaction) { () throws(Failure) in
                try objects.makeIndex(of: "Horse", path, isDeclared: true)
                #expect(try objects.indexes(of: "Horse").count == 1)
                throw Failure.refused(ResultCode.parameterInvalid, "a reason")
            }
            #expect(try objects.indexes(of: "Horse").isEmpty)
            _ = try core.undoingRefusal(sharesTransaction: sharesTransaction) { () throws(Failure) in
                let failure = try core.attempt { () throws(Failure) in
                    try objects.makeIndex(of: "Horse", path, isDeclared: true)
                    #expect(try objects.indexes(of: "Horse").count == 1)
                    throw Failure.refused(ResultCode.parameterInvalid, "a reason")
                }
                #expect(failure != nil)
                #expect(try objects.indexes(of: "Horse").isEmpty)
                return .success()
            }
            _ = try core.undoingRefusal(sharesTransaction: sharesTransaction) { () throws(Failure) in
                try objects.makeIndex(of: "Horse", path, isDeclared: true)
                return .success()
            }
            #expect(try objects.indexes(of: "Horse").count == 1)
            bench.bench.database.rollback()
            bench.bench.service.requestRolledBack()
        }
    }

    @Test func `an object that a query found has its fields and rights in whatever order they are asked for`() throws {
        let acl = "{\"una\":{\"read\":true}}"
        func found(_ fields: String = "{\"points\":7}") -> DataObject {
            DataObject(className: "Horse", .unread(row("h1", acl: acl, fields: fields)))
        }
        func hasRights(_ object: DataObject) -> Bool { object.access?.current.json == (try? JSON.parse(acl)) }
        let first = found()
        #expect(first.value("points") == 7 && hasRights(first) && first.objectId == "h1")
        #expect(first.createDate == 1_000 && first.updateDate == 2_000)
        let second = found()
        #expect(hasRights(second) && second.value("points") == 7 && hasRights(second))
        // What the service tells later has the last word, and says nothing of rights that it does not name.
        let third = found()
        third.adopt(["objectId": "h1", "points": 8])
        #expect(third.value("points") == 8 && hasRights(third))
        let damaged = found("{")
        #expect(damaged.value("points") == nil && hasRights(damaged))
    }
}
