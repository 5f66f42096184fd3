import Linux

/// What a database has at least, noted beside it in `<database>.mark`: how many commits were acknowledged, and after an end in order what
/// the file looked like. So that a database that lost something, or was exchanged for an older copy, is not taken for a sound one.
///
/// The note is written after each commit and never flushed: the end of a process leaves it exact. After a power cut it may be older, or
/// gone; it is never newer than the database. Two places are written in turn, each with a sum, so that one of them is always whole.
final class StorageMark {
    struct Note: Equatable {
        /// Of the life of the database, modulo 2^32: SQLite keeps it as the user version.
        var commits: UInt32
        /// Bytes and fingerprint of the file, when it was closed in order; 0 and 0 otherwise.
        var bytes: UInt64 = 0
        var fingerprint: UInt64 = 0

        /// A file that was made and never written to may go with a power cut while its note stays: its name is flushed with the first
        /// commit, that of the note at any time.
        var hasSomethingToLose: Bool { commits != 0 }
    }

    private static let magic: UInt64 = 0x324B_5241_4D42_4447  // "GDBMARK2"
    /// Of notes whose fingerprint was counted in another way, and says nothing now.
    private static let olderMagic: UInt64 = 0x314B_5241_4D42_4447  // "GDBMARK1"
    private static let words = 6
    /// Sectors of a disk are written whole, and 512 bytes is the smallest.
    private static let placeBytes = 512

    private let file: RecordFile
    /// nil when nothing is known.
    private(set) var last: Note?
    private var turn: UInt64 = 0

    private init(_ file: RecordFile) { self.file = file }

    static func path(of database: String) -> String { database + ".mark" }

    static func open(database: String) throws(StorageError) -> StorageMark {
        do throws(FileError) {
            try Files.checkPath(database)
            let mark = StorageMark(try RecordFile.open(path(of: database)))
            mark.read()
            return mark
        } catch {
            throw StorageError(error)
        }
    }

    /// False tells of a full or failing disk. The note is older then, which takes nothing but its sharpness.
    @discardableResult
    func write(_ note: Note) -> Bool {
        turn &+= 1
        last = note
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.words) { words in
            words[0] = Self.magic
            words[1] = turn
            words[2] = UInt64(note.commits)
            words[3] = note.bytes
            words[4] = note.fingerprint
            words[5] = Self.sum(words[0], words[1], words[2], words[3], words[4])
            return file.write(UnsafeRawBufferPointer(UnsafeBufferPointer(words)), at: Int(turn % 2) * Self.placeBytes)
        }
    }

    private func read() {
        let bytes = file.read(count: 2 * Self.placeBytes)
        for place in 0..<2 {
            let start = place * Self.placeBytes
            guard bytes.count >= start + 8 * Self.words else { continue }
            let word = bytes.withUnsafeBytes { room in
                (0..<Self.words).map { room.loadUnaligned(fromByteOffset: start + 8 * $0, as: UInt64.self) }
            }
            guard word[0] == Self.magic || word[0] == Self.olderMagic, word[5] == Self.sum(word[0], word[1], word[2], word[3], word[4]),
                word[1] > turn,
                let commits = UInt32(exactly: word[2])
            else { continue }
            turn = word[1]
            last = word[0] == Self.magic ? Note(commits: commits, bytes: word[3], fingerprint: word[4]) : Note(commits: commits)
        }
    }

    private static func sum(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64) -> UInt64 {
        var sum = Fingerprint()
        sum.add(a)
        sum.add(b)
        sum.add(c)
        sum.add(d)
        sum.add(e)
        return sum.value
    }
}
