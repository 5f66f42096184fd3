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
