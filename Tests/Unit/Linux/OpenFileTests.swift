import CLinux
import Codecs
import Linux
import Testing

@Suite struct OpenFileTests {
    @Test func `a file is read part by part, and says when it has become shorter`() throws {
        let path = "/tmp/gamebase-open-" + Hex.encode(SystemRandom().bytes(8))
        defer { unlink(path) }
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try Files.replaceDurably(path, bytes)
        let file = try OpenFile.open(path)
        #expect(file.size == 1_000)
        #expect(try file.read(at: 0, count: 1_000) == bytes)
        #expect(try file.read(at: 990, count: 10) == Array(bytes[990...]))
        #expect(try file.read(at: 1_000, count: 0) == [])
        #expect(throws: FileError.self) { try file.read(at: 990, count: 11) }
        truncate(path, 100)
        #expect(throws: FileError.self) { try file.read(at: 90, count: 20) }
        #expect(try file.read(at: 90, count: 10) == Array(bytes[90..<100]))
    }

    @Test func `what is no regular file is refused`() {
        for path in ["/tmp", "/dev/zero", "/no/such/file", "", "a\0b"] {
            #expect(throws: FileError.self, "\(path)") { try OpenFile.open(path) }
        }
    }
}
