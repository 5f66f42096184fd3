import Linux

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
