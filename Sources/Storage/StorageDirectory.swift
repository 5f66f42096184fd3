import Linux

/// The directory that holds the database, its lock and nothing of others.
public enum StorageDirectory {
    /// Makes the directory ready: created with what is missing above it, ours, mode 0700, no symbolic link in the last place.
    @export(interface) public static func prepare(_ path: String) throws(StorageError) {
        do throws(FileError) {
            try Folders.preparePrivate(path)
        } catch {
            throw StorageError(error)
        }
    }

    /// After return the directory itself survives a power cut.
    @export(interface) public static func flushName(_ path: String) throws(StorageError) {
        do throws(FileError) {
            try Folders.flushName(path)
        } catch {
            throw StorageError(error)
        }
    }

    /// The path of a file in the directory.
    @export(interface) public static func file(_ name: String, in directory: String) -> String {
        Paths.withoutTrailingSlashes(directory) == "/" ? "/" + name : Paths.withoutTrailingSlashes(directory) + "/" + name
    }
}

extension StorageDirectory {
    /// Folders of one second that are told apart by their names.
    private static let asideNamesMax = 16

    /// Moves files of the directory into a new folder in it, unchanged. Cut short, this leaves some here and some there.
    /// - Returns: the folder; nil when there was nothing to move.
    @export(interface) public static func setAside(
        _ names: [String], in directory: String, epochSeconds: Int64
    ) throws(StorageError) -> String? {
        let found = names.filter { Files.exists(file($0, in: directory)) }
        if found.isEmpty { return nil }
        var aside = file("aside-\(epochSeconds)", in: directory)
        for number in 1..<asideNamesMax where Files.exists(aside) { aside = file("aside-\(epochSeconds)-\(number)", in: directory) }
        try prepare(aside)
        do throws(FileError) {
            for name in found { try Files.move(file(name, in: directory), to: file(name, in: aside)) }
            try Folders.flush(aside)
            try Folders.flush(directory)
        } catch {
            throw StorageError(error)
        }
        return aside
    }
}
