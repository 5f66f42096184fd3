import Linux

/// What is known of an open database from outside it: where its files were, and how many commits it has.
final class SQLiteGuard {
    let path: String
    private(set) var commits: UInt32
    private let mark: StorageMark
    private let folder: FolderView
    private let name: String
    private let file: UInt64?
    private let log: UInt64?
    private var areNamesDurable = false

    private init(_ path: String, _ name: String, _ mark: StorageMark, _ folder: FolderView, commits: UInt32) {
        self.path = path
        self.name = name
        self.mark = mark
        self.folder = folder
        self.commits = commits
        file = folder.file(name)
        log = folder.file(name + "-wal")
    }

    /// The database is open, and so is its log.
    static func begin(_ path: String, _ mark: StorageMark, commits: UInt32) throws(StorageError) -> SQLiteGuard {
        let parent = Paths.parent(path)
        var name = [UInt8](path.utf8)
        if let slash = name.lastIndex(of: UInt8(ascii: "/")) { name.removeFirst(slash + 1) }
        let folder: FolderView
        do throws(FileError) {
            folder = try FolderView.open(parent)
        } catch {
            throw StorageError(error)
        }
        if mark.last?.commits != commits { mark.write(StorageMark.Note(commits: commits)) }
        return SQLiteGuard(path, String(decoding: name, as: UTF8.self), mark, folder, commits: commits)
    }

    /// False when a commit would go where nobody finds it: into files that were removed, or have another's name.
    var isInPlace: Bool { folder.file(name) == file && folder.file(name + "-wal") == log }

    /// Before the first commit: SQLite passes over a folder that cannot be flushed, and without their names the files are nothing. Not at
    /// opening, because most starts have nothing to commit.
    func keepNames() throws(StorageError) {
        if areNamesDurable { return }
        do throws(FileError) {
            try folder.flush()
        } catch {
            throw StorageError(error)
        }
        areNamesDurable = true
    }

    /// A commit is durable.
    func acknowledge() {
        commits &+= 1
        mark.write(StorageMark.Note(commits: commits))
    }

    /// The database is closed. When nothing is left in a log, the file is all there is, and is remembered as it looks now.
    func end() {
        guard Files.size(path + "-wal") == nil, folder.file(name) == file, let note = StorageDamage.note(path, commits: commits) else {
            return
        }
        mark.write(note)
    }
}
