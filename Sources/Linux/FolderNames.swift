import CLinux

extension Folders {
    /// What is in a folder, sorted by the bytes of the names. More than `max` names are an error.
    /// - Returns: nil when there is no such folder.
    @export(interface) public static func names(_ path: String, max: Int) throws(FileError) -> [String]? {
        try Files.checkPath(path)
        guard let folder = opendir(path) else {
            let code = gb_errno()
            if code == ENOENT { return nil }
            throw FileError("open", path, code)
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let name = gb_next_name(folder) {
            guard names.count < max else { throw FileError(path, refusal: "has too many files", EFBIG) }
            names.append(String(cString: name))
        }
        return ascending(names)
    }
}
