@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A service that keeps files, and its callers.
struct FileBench {
    let bench: ServiceBench
    var database: SQLiteDatabase { bench.database }

    init(quota: Int64? = nil) throws {
        bench = try ServiceBench(settings: quota.map { ["ncmb": ["fileQuotaBytes": .integer($0)]] } ?? [:])
    }

    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] { ServiceTestRandom(seed: seed).bytes(count) }

    func signUp(_ name: String) throws -> String {
        let reply = bench.ask(
            "objects.create", ["className": "user", "fields": ["userName": .string(name), "password": "a password"]])
        return try #require(reply.body["answer"]?["sessionToken"]?.stringValue)
    }

    func begin(_ name: String, _ more: JSONObject = [:], token: String? = nil) -> Reply {
        var parameters = more
        parameters["fileName"] = .string(name)
        return bench.ask("files.begin", .object(parameters), token: token)
    }

    func append(_ upload: JSON, from: Int, _ part: [UInt8]) -> Reply {
        bench.ask("files.append", ["upload": upload, "from": .integer(Int64(from)), "part": .string(Base64.encode(part))])
    }

    /// - Returns: the answer to the end of the upload, or the first refusal.
    func upload(
        _ name: String, _ bytes: [UInt8], _ more: JSONObject = [:], partBytes: Int = StoredFiles.partBytesMax, token: String? = nil
    ) -> Reply {
        let begun = begin(name, more, token: token)
        guard begun.isSuccess, let upload = begun.body["upload"] else { return begun }
        var from = 0
        while from < bytes.count {
            let end = min(from + partBytes, bytes.count)
            let reply = append(upload, from: from, Array(bytes[from..<end]))
            guard reply.isSuccess else { return reply }
            from = end
        }
        return bench.ask("files.finish", ["upload": upload], token: token)
    }

    func read(_ name: String, from: Int64 = 0, content: JSON = nil, token: String? = nil) -> Reply {
        bench.ask("files.read", ["fileName": .string(name), "from": .integer(from), "content": content], token: token)
    }

    func download(_ name: String, token: String? = nil) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let reply = read(name, from: Int64(bytes.count), token: token)
            guard reply.isSuccess, let part = reply.body["part"]?.stringValue.flatMap({ Base64.decode($0) }) else { return nil }
            bytes += part
            if Int64(bytes.count) >= reply.body["fileSize"]?.int64Value ?? 0 { return bytes }
            if part.isEmpty { return nil }
        }
    }

    func find(_ condition: JSON) -> [JSON] {
        bench.ask("objects.find", ["className": "file", "where": condition]).body["answer"]?["results"]?.arrayValue ?? []
    }

    func code(_ reply: Reply) -> String? { reply.body["code"]?.stringValue }
    func kept() throws -> Int64 { try database.query("SELECT bytes FROM file_totals", []).first?.integer(0) ?? -1 }

    /// All that is due.
    func sweep() throws { try bench.sweepAll() }
}

@Suite struct `Stored files` {
    @Test(arguments: [0, 1, 262_144, 262_145, 700_001], [262_144, 100_000])
    func `come back as they were sent, in parts of any size`(size: Int, partBytes: Int) throws {
        let world = try FileBench()
        let bytes = FileBench.bytes(size)
        let reply = world.upload("horse.png", bytes, ["mimeType": "image/png", "fileSize": .integer(Int64(size))], partBytes: partBytes)
        #expect(reply.body["answer"]?["fileName"] == "horse.png" && reply.body["answer"]?["createDate"] != nil)
        #expect(world.download("horse.png") == bytes)
        for from in [0, 5, 150_000, size] where from <= size {
            let part = world.read("horse.png", from: Int64(from)).body["part"]?.stringValue.flatMap { Base64.decode($0) }
            #expect(part.map { from == size ? $0.isEmpty : bytes[from...].starts(with: $0) && !$0.isEmpty } == true, "from \(from)")
        }
        let found = world.find(["fileName": ["$regex": "^horse"], "fileSize": .integer(Int64(size))])
        #expect(found.count == 1 && found.first?["mimeType"] == "image/png" && found.first?["fileName"] == "horse.png")
        #expect(found.first?["acl"] == ["*": ["read": true, "write": true]])
        #expect(world.code(world.read("horse")) == "E404001")
    }

    @Test func `stay as they were until the new ones are whole`() throws {
        let world = try FileBench()
        let (old, new) = (FileBench.bytes(600_000), FileBench.bytes(300_000, seed: 2))
        let first = world.upload("a", old)
        let upload = try #require(world.begin("a", ["mimeType": "text/plain"]).body["upload"])
        let half = world.read("a")
        #expect(world.append(upload, from: 0, Array(new[..<200_000])).isSuccess)
        #expect(world.download("a") == old)
        #expect(world.append(upload, from: 200_000, Array(new[200_000...])).isSuccess)
        #expect(world.download("a") == old && world.find(["fileName": "a"]).first?["fileSize"] == 600_000)
        world.bench.clock.advance(5)
        let second = world.bench.ask("files.finish", ["upload": upload])
        #expect(second.body["answer"] == first.body["answer"])
        #expect(world.download("a") == new)
        let found = try #require(world.find(["fileName": "a"]).first)
        #expect(found["fileSize"] == 300_000 && found["mimeType"] == "text/plain" && found["createDate"] != found["updateDate"])
        // Who had begun to read the old one begins anew.
        let next = world.read("a", from: 262_144, content: half.body["content"] ?? nil)
        #expect(next.body["from"] == 0 && next.body["fileSize"] == 300_000)
        // Nothing of the old one is left, and the upload is over.
        #expect(try world.kept() == 300_000 + StoredFiles.contentBytes && world.bench.count("file_contents") == 1)
        #expect(world.code(world.append(upload, from: 300_000, [1])) == "E404001")
        #expect(world.code(world.bench.ask("files.finish", ["upload": upload])) == "E404001")
    }

    @Test func `are read and written by those who may`() throws {
        let world = try FileBench()
        let (ann, bob) = (try world.signUp("ann"), try world.signUp("bob"))
        let annId = try #require(
            world.bench.ask("objects.find", ["className": "user"], token: ann).body["answer"]?["results"]?.arrayValue?.first?["objectId"])
        let own: JSON = .object([annId.stringValue ?? "": ["read": true, "write": true]])
        #expect(world.upload("diary", [1, 2], ["acl": own], token: ann).isSuccess)
        #expect(world.download("diary", token: ann) == [1, 2])
        for token in [bob, nil] {
            #expect(world.code(world.read("diary", token: token)) == "E403001")
            #expect(world.code(world.upload("diary", [3], token: token)) == "E403001")
            #expect(world.code(world.bench.ask("files.update", ["fileName": "diary", "acl": nil], token: token)) == "E403001")
            #expect(world.code(world.bench.ask("files.delete", ["fileName": "diary"], token: token)) == "E403001")
        }
        #expect(world.find(["fileName": "diary"]).isEmpty)
        // An upload that began before the file belonged to somebody does not take it.
        let early = try #require(world.begin("later", token: bob).body["upload"])
        #expect(world.upload("later", [1], ["acl": own], token: ann).isSuccess)
        #expect(world.code(world.bench.ask("files.finish", ["upload": early], token: bob)) == "E403001")
        // Without an acl the old one stays.
        #expect(world.upload("diary", [9], token: ann).isSuccess)
        #expect(world.code(world.read("diary", token: bob)) == "E403001")
        let opened = world.bench.ask("files.update", ["fileName": "diary", "acl": ["*": ["read": true]]], token: ann)
        #expect(opened.body["answer"]?["updateDate"] != nil)
        #expect(world.download("diary", token: bob) == [9])
        #expect(world.code(world.bench.ask("files.delete", ["fileName": "diary"], token: ann)) == "E403001")
        #expect(world.code(world.read("diary", token: "nobody's")) == "E401001")
    }

    @Test func `that are deleted leave nothing, in bites`() throws {
        let world = try FileBench()
        #expect(world.upload("big", FileBench.bytes(30 * 1_000), partBytes: 1_000).isSuccess)
        var turns = 0
        world.bench.turnTaken = { _, _ in turns += 1 }
        #expect(world.bench.ask("files.delete", ["fileName": "big"]).isSuccess)
        #expect(turns == 30 / StoredFiles.partsOfSlice + 1)
        for table in ["file_contents", "file_chunks", "objects", "object_names"] { #expect(try world.bench.count(table) == 0, "\(table)") }
        #expect(try world.kept() == 0)
        #expect(world.code(world.bench.ask("files.delete", ["fileName": "big"])) == "E404001")
    }

    @Test func `that were never finished go after a day`() throws {
        let world = try FileBench()
        _ = try world.signUp("ann")
        let upload = try #require(world.begin("half").body["upload"])
        #expect(world.append(upload, from: 0, [1, 2, 3]).isSuccess)
        #expect(world.upload("whole", [4]).isSuccess)
        world.bench.clock.advance(StoredFiles.uploadMilliseconds)
        try world.sweep()
        #expect(try world.bench.count("file_contents") == 2)
        #expect(world.append(upload, from: 3, [4]).isSuccess)
        world.bench.clock.advance(StoredFiles.uploadMilliseconds)
        try world.sweep()
        // Somebody went on with it a day ago, not more.
        #expect(try world.bench.count("file_contents") == 2)
        world.bench.clock.advance(StoredFiles.uploadMilliseconds)
        try world.sweep()
        #expect(try world.bench.count("file_contents") == 1 && world.bench.count("file_chunks") == 1)
        #expect(try world.kept() == 1 + StoredFiles.contentBytes)
        #expect(world.download("whole") == [4])
        #expect(world.code(world.append(upload, from: 4, [5])) == "E404001")
    }

    @Test func `are refused beyond the limit of one, and of all together`() throws {
        let world = try FileBench(quota: 12 << 20)
        let most = Int(StoredFiles.fileBytesMax)
        #expect(world.code(world.begin("big", ["fileSize": .integer(StoredFiles.fileBytesMax + 1)])) == "E413001")
        let reply = world.upload("big", [UInt8](repeating: 7, count: most + 1))
        #expect(world.code(reply) == "E413001" && reply.body["error"] == "File size Limit error.")
        try world.sweep()
        let small = try FileBench(quota: 4_000)
        #expect(small.upload("a", FileBench.bytes(1_000)).isSuccess)
        #expect(small.code(small.upload("b", FileBench.bytes(2_000))) == "E429001")
        #expect(small.download("a") != nil)
        let whole = try FileBench()
        #expect(whole.upload("big", [UInt8](repeating: 7, count: most)).isSuccess)
    }

    @Test func `have names of any characters but those of control and of paths`() throws {
        let world = try FileBench()
        for name in ["馬 の%20写真?.png", "a", "..", "a\\b&c=d#é\u{1F40E}", "\"'<>", String(repeating: "é", count: 127)] {
            let bytes = Array(name.utf8)
            #expect(world.upload(name, bytes).isSuccess, "\(name)")
            #expect(world.download(name) == bytes)
        }
        for name in ["a/b", "a\nb", "\u{7F}", "\u{85}", "\u{0}"] { #expect(world.code(world.begin(name)) == "E400004", "\(name)") }
        #expect(world.code(world.begin("")) == "E400003")
        #expect(world.code(world.begin(String(repeating: "x", count: 256))) == "E400009")
    }

    @Test func `take a part that comes twice once, and none that does not follow`() throws {
        let world = try FileBench()
        let upload = try #require(world.begin("a").body["upload"])
        for _ in 0..<3 { #expect(world.append(upload, from: 0, [1, 2]).body["bytes"] == 2) }
        #expect(world.code(world.append(upload, from: 0, [1, 3])) == "E400009")
        #expect(world.code(world.append(upload, from: 3, [1])) == "E400009")
        #expect(world.code(world.append(upload, from: 2, [])) == "E400009")
        #expect(world.code(world.append(upload, from: 2, [UInt8](repeating: 0, count: StoredFiles.partBytesMax + 1))) == "E400009")
        #expect(world.code(world.bench.ask("files.append", ["upload": upload, "from": 2, "part": "AA="])) == "E400004")
        #expect(world.append(upload, from: 2, [3]).body["bytes"] == 3)
        #expect(try world.kept() == 3 + StoredFiles.contentBytes)
        #expect(world.bench.ask("files.finish", ["upload": upload]).isSuccess)
        #expect(world.download("a") == [1, 2, 3])
    }

    @Test func `have as many parts as may be, and not one more`() throws {
        let world = try FileBench()
        let upload = try #require(world.begin("a").body["upload"]), most = Int(StoredFiles.partsMax)
        for from in 0..<most { #expect(world.append(upload, from: from, [7]).isSuccess) }
        #expect(world.code(world.append(upload, from: most, [7])) == "E400009")
        #expect(world.bench.ask("files.finish", ["upload": upload]).isSuccess)
        #expect(world.download("a") == [UInt8](repeating: 7, count: most))
    }

    @Test func `are made, changed and deleted as files only`() throws {
        let world = try FileBench()
        #expect(world.upload("a", [1]).isSuccess)
        let id = world.find([:]).first?["objectId"] ?? nil
        for api in ["objects.create", "objects.update", "objects.delete"] {
            var asked: JSONObject = ["className": "file"]
            if api != "objects.create" { asked["objectId"] = id }
            if api != "objects.delete" { asked["fields"] = ["fileName": "b"] }
            let reply = world.bench.ask(api, .object(asked))
            #expect(world.code(reply) == "E403003", "\(api)")
        }
        #expect(world.bench.ask("objects.get", ["className": "file", "objectId": id]).body["answer"]?["fileName"] == "a")
    }
}
