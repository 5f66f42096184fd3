import Codecs
import Linux
import Testing

@testable import BackendTransfer
@testable import Messages
@testable import Service

/// Requests of an import or an export, answered at once.
private final class BenchTransfer: Transfer, @unchecked Sendable {
    private let bench: ServiceBench
    /// What others do before a request is answered.
    var before: (RequestName) -> Void = { _ in }
    private(set) var report: JSON?

    init(_ bench: ServiceBench) {
        self.bench = bench
        super.init()
    }

    override func ask(_ name: RequestName, _ parameters: JSON, _ onReply: @escaping OnReply) {
        before(name)
        let origin = name.facts.asker == .client ? RequestOrigin.client : .console
        let reply = bench.ask(Request(name, origin: origin, transactionId: "t", parameters: parameters))
        attempt { () throws(FileError) in
            if reply.isSuccess { return try onReply(reply.body, nil) }
            try onReply(.null, (reply.body["code"] ?? .null, reply.body["error"] ?? .null))
        }
    }

    override func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        attempt { () throws(FileError) in try work(self) }
    }

    private func attempt(_ work: () throws(FileError) -> Void) {
        do throws(FileError) { try work() } catch { Issue.record("\(error.message)") }
    }

    override func goesOn() -> Bool { report == nil }
    override func succeed(_ report: JSON) { self.report = report }
    override func fail(_ message: String) { Issue.record("\(message)") }
}

@Suite struct `An export` {
    private func save(_ name: String, _ text: String, in bench: ServiceBench) {
        func ask(_ request: RequestName, _ parameters: JSON) -> JSON {
            let reply = bench.ask(Request(request, origin: .client, transactionId: "t", parameters: parameters))
            #expect(reply.message == "")
            return reply.body
        }
        let upload = ask(.filesBegin, ["fileName": .string(name)])["upload"] ?? nil
        _ = ask(.filesAppend, ["upload": upload, "from": 0, "part": .string(Base64.encode(Array(text.utf8)))])
        _ = ask(.filesFinish, ["upload": upload])
    }

    @Test func `of a file that gets other bytes meanwhile has its row and its bytes of one moment`() throws {
        let (folder, source, target) = (TestFolder(), try ServiceBench.shop(), try ServiceBench.shop())
        let names = (0..<5).map { "save \($0)" }
        for name in names { save(name, "short", in: source) }
        let export = BenchTransfer(source)
        var reads = 0
        // Behind the rows, and between two files.
        export.before = { name in
            guard name == .consoleReadFile else { return }
            reads += 1
            if reads < 4 { for name in names { self.save(name, "longer, and longer still \(reads)", in: source) } }
        }
        try Export(export, folder.file("export")).begin()
        #expect(export.report?["files"] == 1 && export.report?["objects"] == 5)
        let again = BenchTransfer(target)
        try Import(again, folder.file("export")).begin()
        #expect(again.report?["taken"] == 5 && again.report?["refused"] == 0, "\(again.report ?? nil)")
        for name in names {
            let body = target.ask(
                Request(.consoleReadFile, origin: .console, transactionId: "t", parameters: ["fileName": .string(name)])
            ).body
            let bytes = body["part"]?.stringValue.flatMap { Base64.decode($0) } ?? []
            #expect(body["fileSize"] == .integer(Int64(bytes.count)) && bytes.count > 20)
        }
    }

    @Test func `that is begun anew has no bytes of files that have gone since`() throws {
        let (folder, source) = (TestFolder(), try ServiceBench.shop())
        save("kept", "bytes", in: source)
        func exported() throws -> [String] {
            let transfer = BenchTransfer(source)
            try Export(transfer, folder.file("export")).begin()
            #expect(transfer.report?["objects"] == 1)
            return try Folders.names(folder.file("export/files"), max: 10) ?? []
        }
        let before = try exported()
        #expect(before.count == 1)
        // As a kill leaves it; the one file was deleted at the service before the operator asks again.
        try Files.replaceDurably(folder.file("export/" + Export.marker), [])
        try Files.replaceDurably(folder.file("export/files/gone"), [0x78])
        #expect(try exported() == before)
    }
}
