import CLinux
import Codecs
import Linux
import Testing

@testable import Server

/// What becomes of lines that a disk has no room for (LineFile.swift).
@Suite struct `Lines of a log` {
    private func content(_ path: String) -> [String] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `Lines that could not be written are counted, and the first that can be written says how many`() throws {
        // The name is that of a device that is always full, and then of a file.
        let folder = TestFolder()
        let path = folder.file("log")
        try #require(symlink("/dev/full", path) == 0)
        let file = try LineFile.open(path)
        file.write("one") { "lost \($0)" }
        file.write("two") { "lost \($0)" }
        #expect(file.lost == 2)
        #expect(unlink(path) == 0)
        try file.reopen()
        file.write("three") { "lost \($0)" }
        file.write("four") { "lost \($0)" }
        #expect(file.lost == 0 && file.lostInAll == 2)
        #expect(content(path) == ["lost 2", "three", "four"])
        #expect(folder.names == ["log"])
    }

    @Test func `What the audit log does not take is counted, and the server's log says so once`() throws {
        let folder = TestFolder()
        let path = folder.file("audit.log")
        try #require(symlink("/dev/full", path) == 0)
        let log = ServerLog(try LineFile.open(folder.file("log")), SystemClock())
        let audit = Audit(try LineFile.open(path), SystemClock(), log)
        let peer = try #require(Peer(text: "127.0.0.1"))
        for _ in 0..<2 {
            audit.note(AuditLine(app: "a", request: "console.kickout", object: [:], key: "k"), peer: peer, status: 200, resultCode: 0)
        }
        #expect(audit.linesLost == 2 && log.linesLost == 0)
        #expect(content(folder.file("log")).count { $0.contains("auditNotWritten") } == 1)
    }

    @Test func `begins a line of its own behind one that was cut, which costs itself alone`() throws {
        let folder = TestFolder()
        let path = folder.file("audit.log")
        try Files.writeNew(path, Array(#"{"time":"2026-01-01T00:00:00.000Z","request":"cut","ap"#.utf8))
        let file = try LineFile.open(path)
        file.write(#"{"key":null,"request":"first"}"#) { "lost \($0)" }
        file.write(#"{"key":null,"request":"second"}"#) { "lost \($0)" }
        try file.reopen()
        file.write(#"{"key":null,"request":"third"}"#) { "lost \($0)" }
        let entries = AuditPage.read(path, app: nil, before: nil)["entries"]?.arrayValue ?? []
        #expect(entries.map { $0["name"]?.stringValue ?? "" } == ["third", "second", "first"])
        let lines = String(decoding: try Files.read(path, bytesMax: 1 << 10) ?? [], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        // The cut one, three whole ones, and nothing behind the last line feed.
        #expect(lines.count == 5 && lines.last == "")
        #expect(folder.names == ["audit.log"])
    }

    /// A server over PostgreSQL without a directory writes both into one file.
    @Test func `what operators did is read from among other lines of a log`() throws {
        let folder = TestFolder()
        let path = folder.file("log")
        let log = ServerLog(try LineFile.open(path), SystemClock())
        let audit = Audit(try LineFile.open(path), SystemClock(), log)
        let line = AuditLine(app: "a", request: "console.kickout", object: [:], key: nil, person: "Ada")
        log.writeRequest(["app": "a", "request": "gateway.idPLogin", "resultCode": .integer(0)])
        audit.note(line, peer: try #require(Peer(text: "127.0.0.1")), status: 200, resultCode: 0)
        log.write(.error, "notAnswered", ["app": "a", "request": "console.report"])
        let entries = AuditPage.read(path, app: "a", before: nil)["entries"]?.arrayValue ?? []
        #expect(entries.map { $0["name"]?.stringValue ?? "" } == ["console.kickout"])
        #expect(entries.first?["who"]?.stringValue == "Ada")
        #expect(folder.names == ["log"])
    }
}
