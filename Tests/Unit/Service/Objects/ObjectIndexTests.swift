import Codecs
import Testing

@testable import Documents
@testable import Messages
@testable import Service

/// An index that nobody asked for by name, and lists of many elements (ObjectIndex.swift).
@Suite struct `Indexes that make themselves` {
    private static let many = Objects.linesOverNetworkMax + 1

    private func saved(_ bench: ObjectBench, _ count: Int) -> Reply {
        let list = (0..<count).map { JSON.integer(Int64($0)) }
        var request = Request(
            api: "objects.create", origin: .client, transactionId: "t",
            parameters: ["className": "Horse", "fields": ["list": .array(list)]])
        request.setCarried(from: "192.0.2.1")
        return bench.bench.ask(request)
    }

    private func indexes(_ bench: ObjectBench) throws -> [String] {
        try Objects(core: bench.bench.service.core).indexes(of: "Horse").map { $0.path.text }
    }

    private func make(_ bench: ObjectBench) throws {
        let objects = Objects(core: bench.bench.service.core)
        try bench.bench.database.begin()
        try objects.makeIndex(of: "Horse", try #require(FieldPath("list")), isDeclared: false)
        try bench.bench.database.commit()
        try bench.fillIndexes()
    }

    private func lines(_ bench: ObjectBench) throws -> Int64 {
        try bench.bench.database.query("SELECT COUNT(*) FROM object_keys", []).first?.integer(0) ?? -1
    }

    @Test func `it closes nobody's saves: with a list that is too long for it, it is given up and not made again`() throws {
        let bench = try ObjectBench()
        for count in 1...3 { #expect(saved(bench, count).isSuccess) }
        try make(bench)
        #expect(try indexes(bench) == ["list"])
        #expect(try lines(bench) > 0)
        #expect(saved(bench, Self.many).isSuccess)
        #expect(try indexes(bench).isEmpty)
        try bench.fillIndexes()
        #expect(try lines(bench) == 0)
        try make(bench)
        #expect(try indexes(bench).isEmpty)
        let found = bench.answer("objects.find", ["className": "Horse", "where": ["list": .integer(Int64(Self.many) - 1)]])
        #expect(found["results"]?.arrayValue?.count == 1)
    }

    @Test func `it is given up when it comes upon such a list that was there before`() throws {
        let bench = try ObjectBench()
        #expect(saved(bench, Self.many).isSuccess)
        try make(bench)
        #expect(try indexes(bench).isEmpty)
        #expect(try lines(bench) == 0)
        #expect(saved(bench, Self.many).isSuccess)
    }

    @Test func `one that was given up is built when the settings name it, and then refuses such a list`() throws {
        let bench = try ObjectBench()
        for count in 1...3 { #expect(saved(bench, count).isSuccess) }
        try make(bench)
        #expect(saved(bench, Self.many).isSuccess)
        #expect(bench.bench.console("loadSettings", ["settings": ["ncmb": ["indexes": ["Horse.list"]]]]).isSuccess)
        try bench.fillIndexes()
        #expect(try indexes(bench) == ["list"])
        #expect(try Objects(core: bench.bench.service.core).indexes(of: "Horse").allSatisfy { $0.isComplete })
        #expect(try lines(bench) > Int64(Self.many))
        #expect(!saved(bench, Self.many).isSuccess)
        let found = bench.answer("objects.find", ["className": "Horse", "where": ["list": 2]])
        #expect(found["results"]?.arrayValue?.count == 2)
    }

    @Test func `one that the settings name after it made itself is not given up`() throws {
        let bench = try ObjectBench()
        #expect(saved(bench, 3).isSuccess)
        try make(bench)
        #expect(bench.bench.console("loadSettings", ["settings": ["ncmb": ["indexes": ["Horse.list"]]]]).isSuccess)
        try bench.fillIndexes()
        #expect(!saved(bench, Self.many).isSuccess)
        #expect(try indexes(bench) == ["list"])
    }
}
