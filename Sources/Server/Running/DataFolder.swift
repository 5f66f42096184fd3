import Linux

/// The folder in which a server keeps what is its own. One server at a time has it.
public final class DataFolder: @unchecked Sendable {
    let folder: String
    private let held: FileLock

    private init(_ folder: String, _ held: FileLock) {
        self.folder = folder
        self.held = held
    }

    public static func take(_ path: String) throws(HomeFailure) -> DataFolder {
        let folder = Paths.withoutTrailingSlashes(path)
        let outcome: FileLock.Outcome
        do throws(FileError) {
            try Folders.preparePrivate(folder)
            outcome = try FileLock.take(folder + "/gamebased.lock")
        } catch {
            throw HomeFailure(error.message)
        }
        switch outcome {
        case .locked(let lock): return DataFolder(folder, lock)
        case .held(let process): throw HomeFailure("\(folder) is in use by \(process.map { "process \($0)" } ?? "another server")")
        }
    }

    func path(_ name: String) -> String { folder + "/" + name }

    public func release() { held.release() }
}
