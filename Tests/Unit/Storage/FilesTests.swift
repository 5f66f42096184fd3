import CLinux
import Linux
import Testing
@testable import Storage

private func fileError<Result>(_ body: () throws(FileError) -> Result) -> FileError? {
    do throws(FileError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

private func storageError<Result>(_ body: () throws(StorageError) -> Result) -> StorageError? {
    do throws(StorageError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

@Suite struct `File operations` {
    let folder = TestFolder()

    @Test func `a replaced file reads back and leaves nothing beside it`() throws {
        let path = folder.file("a")
        #expect(try Files.read(path, bytesMax: 10) == nil)
        try Files.replaceDurably(path, [1, 2, 3])
        try Files.replaceDurably(path, [4, 5])
        #expect(try Files.read(path, bytesMax: 2) == [4, 5])
        try Files.replaceDurably(path, [])
        #expect(try Files.read(path, bytesMax: 0) == [])
        #expect(folder.names == ["a"])
    }

    @Test func `a large file is read whole, a larger one than allowed is refused`() throws {
        let bytes = SystemRandom().bytes(300_000)
        try Files.replaceDurably(folder.file("a"), bytes)
        #expect(try Files.read(folder.file("a"), bytesMax: 300_000) == bytes)
        #expect(fileError { () throws(FileError) in try Files.read(folder.file("a"), bytesMax: 299_999) }?.code == EFBIG)
    }

    @Test func `files whose size is not known before are read`() throws {
        let name = try Files.read("/proc/self/comm", bytesMax: 100)
        #expect((name?.count ?? 0) > 1)
    }

    @Test func `what is no file is refused and cannot block`() {
        mkfifo(folder.file("pipe"), 0o600)
        #expect(fileError { () throws(FileError) in try Files.read(folder.file("pipe"), bytesMax: 10) } != nil)
        #expect(fileError { () throws(FileError) in try Files.read(folder.path, bytesMax: 10) } != nil)
        #expect(fileError { () throws(FileError) in try Files.read("", bytesMax: 10) } != nil)
        #expect(fileError { () throws(FileError) in try Files.read("a\u{0}b", bytesMax: 10) } != nil)
    }

    @Test func `replacing replaces a symbolic link and not its target`() throws {
        try Files.replaceDurably(folder.file("target"), [1])
        symlink(folder.file("target"), folder.file("link"))
        try Files.replaceDurably(folder.file("link"), [2])
        #expect(try Files.read(folder.file("target"), bytesMax: 10) == [1])
        #expect(try Files.read(folder.file("link"), bytesMax: 10) == [2])
    }

    @Test func `a failed replacement keeps the old file and leaves nothing beside it`() throws {
        mkdir(folder.file("a"), 0o700)
        #expect(
            fileError { () throws(FileError) in try Files.replaceDurably(folder.file("a"), [1]) }?.message.contains("cannot replace")
                == true)
        #expect(folder.names == ["a"])
        #expect(fileError { () throws(FileError) in try Files.replaceDurably(folder.file("missing/a"), [1]) }?.code == ENOENT)
    }

    @Test(arguments: [0, 0o022, 0o077, 0o777] as [UInt32]) func `files are 0600 and folders 0700 under any umask`(mask: UInt32) {
        let root = folder.path
        let store = root + "/x/y/store"
        let files = ["uuid", "lock", "db", "db-wal"].map { store + "/" + $0 }
        let modes = withUmask(mask) {
            try? StorageDirectory.prepare(store)
            try? Files.replaceDurably(store + "/uuid", [1])
            let lock = try? StorageLock.take(directory: store)
            let database = try? SQLiteDatabase.open(path: store + "/db")
            _ = try? database?.run("CREATE TABLE t (a BIGINT)", [])
            let modes = ([root + "/x", root + "/x/y", store] + files).map { TestFolder.mode($0) }
            database?.close()
            lock?.release()
            return modes
        }
        #expect(modes == [0o700, 0o700, 0o700, 0o600, 0o600, 0o600, 0o600])
    }

    @Test func `environment variables are read, and missing ones are nil`() {
        setenv("GAMEBASE_TEST_VALUE", "é", 1)
        setenv("GAMEBASE_TEST_BAD", "\u{1}", 1)
        #expect(Environment.value("GAMEBASE_TEST_VALUE") == "é")
        #expect(Environment.value("GAMEBASE_TEST_MISSING") == nil)
    }
}

@Suite struct `Storage directory` {
    let folder = TestFolder()

    @Test func `an existing folder of ours is made private and kept`() throws {
        mkdir(folder.file("store"), 0o755)
        try Files.replaceDurably(folder.file("store/a"), [1])
        try StorageDirectory.prepare(folder.file("store/"))
        try StorageDirectory.prepare(folder.file("store//"))
        #expect(TestFolder.mode(folder.file("store")) == 0o700)
        #expect(try Files.read(folder.file("store/a"), bytesMax: 1) == [1])
    }

    @Test func `a symbolic link in the last place is refused, with and without a slash`() {
        mkdir(folder.file("real"), 0o755)
        symlink(folder.file("real"), folder.file("link"))
        for path in [folder.file("link"), folder.file("link/")] {
            let error = storageError { () throws(StorageError) in try StorageDirectory.prepare(path) }
            #expect(error?.message.contains("symbolic link") == true, "\(path)")
        }
        #expect(TestFolder.mode(folder.file("real")) == 0o755)
        symlink(folder.file("nowhere"), folder.file("dangling"))
        #expect(storageError { () throws(StorageError) in try StorageDirectory.prepare(folder.file("dangling")) } != nil)
    }

    @Test func `a symbolic link above the last place is followed`() throws {
        mkdir(folder.file("real"), 0o755)
        symlink(folder.file("real"), folder.file("link"))
        try StorageDirectory.prepare(folder.file("link/store"))
        #expect(TestFolder.mode(folder.file("real/store")) == 0o700)
    }

    @Test func `what is no folder is refused, also above the last place`() throws {
        try Files.replaceDurably(folder.file("a"), [1])
        #expect(
            storageError { () throws(StorageError) in try StorageDirectory.prepare(folder.file("a")) }?.message.contains("not a folder")
                == true)
        #expect(storageError { () throws(StorageError) in try StorageDirectory.prepare(folder.file("a/b/c")) } != nil)
        #expect(storageError { () throws(StorageError) in try StorageDirectory.prepare("") } != nil)
        #expect(storageError { () throws(StorageError) in try StorageDirectory.prepare("/proc/gamebase/x") } != nil)
    }

    @Test func `a folder of another user is refused`() {
        let path = geteuid() == 0 ? folder.file("other") : "/"
        if geteuid() == 0 {
            mkdir(path, 0o777)
            chown(path, 12_345, 12_345)
        }
        #expect(
            storageError { () throws(StorageError) in try StorageDirectory.prepare(path) }?.message.contains("belongs to another user")
                == true)
    }

    @Test func `a second holder of the lock is refused until the first lets go`() throws {
        let first = try StorageLock.take(directory: folder.path)
        let error = storageError { () throws(StorageError) in try StorageLock.take(directory: folder.path) }
        #expect(
            error
                == .inUse(
                    "the storage directory \(folder.path) is in use by another instance in this process; close it or choose another with TCGBHost_setStorageDirectory"
                ))
        first.release()
        let second = try StorageLock.take(directory: folder.path)
        first.release()
        #expect(storageError { () throws(StorageError) in try StorageLock.take(directory: folder.path) } != nil)
        second.release()
    }

    @Test func `a lock held by another process is refused with its number`() throws {
        try Files.replaceDurably(folder.file("lock"), [UInt8]("424242\n".utf8))
        let other = gb_open(folder.file("lock"), O_RDWR | O_CLOEXEC, 0)
        #expect(gb_flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(
            storageError { () throws(StorageError) in try StorageLock.take(directory: folder.path) }?.message.contains(
                "in use by process 424242;") == true)
        close(other)
        _ = try StorageLock.take(directory: folder.path)
    }

    @Test func `a lock file that is a symbolic link is refused`() {
        symlink("/tmp/gamebase-elsewhere", folder.file("lock"))
        #expect(storageError { () throws(StorageError) in try StorageLock.take(directory: folder.path) } != nil)
        #expect(TestFolder.mode("/tmp/gamebase-elsewhere") == nil)
    }
}
