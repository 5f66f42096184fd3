import Linux
import Testing

@testable import Storage

@Suite struct `The note beside a database` {
    let folder = TestFolder()

    private func note(_ commits: UInt32) -> StorageMark.Note {
        StorageMark.Note(commits: commits, bytes: UInt64(commits) * 10, fingerprint: 3)
    }

    private func opened() throws -> StorageMark { try StorageMark.open(database: folder.file("db")) }

    @Test func `the newest of two places counts, and the other when that is torn`() throws {
        let mark = try opened()
        for commits: UInt32 in 1...5 {
            #expect(mark.write(note(commits)))
            #expect(try opened().last == note(commits))
        }
        let path = StorageMark.path(of: folder.file("db"))
        let bytes = try #require(try Files.read(path, bytesMax: 4096))
        for place in 0..<2 {
            var torn = bytes
            torn[place * 512 + 16] ^= 1
            try Files.replaceDurably(path, torn)
            // The fifth note is in the second place, the fourth in the first.
            #expect(try opened().last == note(place == 1 ? 4 : 5))
        }
    }

    @Test func `a note of an earlier version counts its commits, and its fingerprint says nothing`() throws {
        #expect(try opened().write(note(5)))
        let path = StorageMark.path(of: folder.file("db"))
        var bytes = try #require(try Files.read(path, bytesMax: 4096))
        var words = [UInt64](repeating: 0, count: 6)
        words.withUnsafeMutableBytes { $0.copyBytes(from: bytes[512..<560]) }
        words[0] = 0x314B_5241_4D42_4447
        var sum = Fingerprint()
        for word in words[..<5] { sum.add(word) }
        words[5] = sum.value
        bytes.replaceSubrange(512..<560, with: words.withUnsafeBytes { Array($0) })
        try Files.replaceDurably(path, bytes)
        #expect(try opened().last == StorageMark.Note(commits: 5))
    }

    @Test func `one changed bit shows in a fingerprint, wherever it is`() {
        var bytes = (0..<107).map { UInt8($0) }
        func sum() -> UInt64 {
            var sum = Fingerprint()
            bytes.withUnsafeBytes { sum.add($0) }
            return sum.value
        }
        let whole = sum()
        for place in bytes.indices {
            for bit in 0..<8 {
                bytes[place] ^= 1 << bit
                #expect(sum() != whole)
                bytes[place] ^= 1 << bit
            }
        }
        // Words that stand elsewhere in their block, and blocks that stand elsewhere.
        bytes.swapAt(0, 8)
        #expect(sum() != whole)
        bytes.swapAt(0, 8)
        bytes.swapAt(0, 32)
        #expect(sum() != whole)
    }

    @Test(arguments: [0, 1]) func `a database that went with a power cut is missed when something was in it, and made anew when not`(
        commits: Int
    ) throws {
        let path = folder.file("gamebase.db")
        func make() throws {
            try SQLiteDatabase.create(path: path) { database throws(StorageError) in
                _ = try database.run("CREATE TABLE t (a BIGINT)", [])
            }
        }
        try make()
        let database = try SQLiteDatabase.open(path: path)
        for number in 0..<commits {
            try database.begin()
            _ = try database.run("INSERT INTO t (a) VALUES (?)", [.integer(Int64(number))])
            try database.commit()
        }
        database.close()
        #expect(try StorageMark.open(database: path).last?.commits == UInt32(commits))
        Files.remove(path)
        if commits == 0 {
            try make()
            try SQLiteDatabase.open(path: path).close()
        } else {
            #expect(throws: StorageError.self) { try make() }
        }
    }

    @Test func `who opens it writes on behind what was noted last`() throws {
        for commits: UInt32 in 1...6 { #expect(try opened().write(note(commits))) }
        #expect(try opened().last == note(6))
    }
}
