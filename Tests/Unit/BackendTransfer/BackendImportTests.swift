import Codecs
import Linux
import Testing

@testable import BackendTransfer
@testable import Messages

/// Rows that are asked for together; the one that was asked for last is refused first, as by several workers.
private final class BackwardTransfer: Transfer, @unchecked Sendable {
    private var waiting: [OnReply] = []
    private(set) var report: JSON?

    override func ask(_ name: RequestName, _ parameters: JSON, _ onReply: @escaping OnReply) { waiting.append(onReply) }

    override func later(_ work: @escaping @Sendable (Transfer) throws(FileError) -> Void) {
        do throws(FileError) { try work(self) } catch { Issue.record("\(error.message)") }
    }

    override func goesOn() -> Bool { report == nil }
    override func succeed(_ report: JSON) { self.report = report }
    override func fail(_ message: String) { Issue.record("\(message)") }

    /// Refuses all, batch by batch.
    func refuse() throws {
        while !waiting.isEmpty {
            let batch = waiting
            waiting = []
            for reply in batch.reversed() { try reply(.null, ("E400002", "No row.")) }
        }
    }
}

@Suite struct `An import` {
    @Test func `names what it could not take in the order of the file, whichever answer comes first`() throws {
        let folder = TestFolder()
        // Over two batches, every third line no JSON.
        let lines = (1...150).map { $0 % 3 == 0 ? "{\"n\":" : "{\"n\":\($0)}" }
        try Files.writeNew(folder.file("Horse.json"), Array(lines.joined(separator: "\n").utf8))
        let transfer = BackwardTransfer()
        try Import(transfer, folder.path).begin()
        try transfer.refuse()
        let report = try #require(transfer.report)
        #expect(report["refused"] == 150)
        #expect(report["problems"]?.arrayValue?.map { $0["line"]?.int64Value } == (1...150).map { $0 })
    }
}
