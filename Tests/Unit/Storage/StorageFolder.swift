import CLinux

/// A fresh folder that goes with the object.
final class TestFolder {
    let path: String

    init() {
        var template = Array("/tmp/gamebase-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            mkdtemp(buffer.baseAddress!).map { String(cString: $0) } ?? "/nonexistent"
        }
    }

    deinit { Self.remove(path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Permission bits; nil when there is no such file.
    static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & UInt32(bitPattern: S_IFMT) == UInt32(bitPattern: S_IFDIR) {
            chmod(path, 0o700)
            if let folder = opendir(path) {
                while let entry = readdir(folder) {
                    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                    }
                    if name != ".", name != ".." { remove(path + "/" + name) }
                }
                closedir(folder)
            }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}

private final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs `body` on a thread of its own whose umask is private to it.
func withUmask<Result>(_ mask: UInt32, _ body: @escaping () -> Result) -> Result? {
    var result: Result?
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(
        Work {
            guard unshare(CLONE_FS) == 0 else { return }
            umask(mask)
            result = body()
        }
    ).toOpaque()
    pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, argument)
    pthread_join(thread, nil)
    return result
}
