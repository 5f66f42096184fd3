import Codecs
import Linux
import Messages

/// The files of settings that the command line names, one for each app. A file is loaded when it is another than it was when it was loaded
/// last: what an operator has changed since then stays until somebody changes the file.
final class ConsoleFiles {
    private let paths: [String]
    /// Where digests of what was loaded are kept; nil: files are loaded at each start.
    private let folder: DataFolder?
    private var loaded: [String: String] = [:]

    init(_ paths: [String], _ folder: DataFolder?) {
        self.paths = paths
        self.folder = folder
    }

    struct File {
        let path: String
        let app: String
        let digest: String
        let settings: JSON
    }

    /// At the start: the first that cannot be read ends it.
    func changed(isServed: (String) -> Bool) throws(HomeFailure) -> [File] {
        try changed(isServed: isServed) { (_, failure) throws(HomeFailure) in throw failure }
    }

    /// Those that are to be loaded now: changed ones, and those of apps whose store is gone, such as after a database was reset.
    /// - Parameter refused: called with the path and reason of each unreadable file; the readable ones are returned.
    func changed<Refusal: Error>(
        isServed: (String) -> Bool, refused: (String, HomeFailure) throws(Refusal) -> Void
    ) throws(Refusal) -> [File] {
        var files: [File] = []
        for path in paths {
            let read: Result<File, HomeFailure> = Result { () throws(HomeFailure) in try self.read(path) }
            switch read {
            case .failure(let failure): try refused(path, failure)
            case .success(let file) where files.contains(where: { $0.app == file.app }):
                try refused(path, HomeFailure("\(path): the app \(file.app) has another file of settings already"))
            case .success(let file): files.append(file)
            }
        }
        return files.filter { known($0.app) != $0.digest || !isServed($0.app) }
    }

    private func read(_ path: String) throws(HomeFailure) -> File {
        var bytes: [UInt8]?
        do throws(FileError) { bytes = try Files.read(path, bytesMax: HTTPForm.objectBodyBytesMax) } catch {
            throw HomeFailure(error.message)
        }
        guard let bytes else { throw HomeFailure("there is no file \(path)") }
        let settings: JSON
        do throws(JSONError) { settings = try JSON.parse(bytes: bytes, limits: HTTPForm.objectBodyLimits) } catch {
            throw HomeFailure("\(path) is not JSON: \(error.message)")
        }
        guard let app = settings["app"]?["appId"]?.stringValue, App.isId(app) else {
            throw HomeFailure("\(path): $.app.appId is missing; it names the app of these settings")
        }
        return File(path: path, app: app, digest: Hex.encode(SHA256.hash(bytes)), settings: settings)
    }

    private func noteName(_ app: String) -> String? { folder?.path("console-\(App.folder(app)).sha256") }

    private func known(_ app: String) -> String? {
        if let digest = loaded[app] { return digest }
        guard let path = noteName(app) else { return nil }
        do throws(FileError) { return try Files.read(path, bytesMax: 4_096).map { String(decoding: $0, as: UTF8.self) } } catch {
            return nil
        }
    }

    func note(_ file: File) throws(HomeFailure) {
        loaded[file.app] = file.digest
        guard let path = noteName(file.app) else { return }
        do throws(FileError) { try Files.replaceDurably(path, Array(file.digest.utf8)) } catch { throw HomeFailure(error.message) }
    }

    static func request(_ file: File) -> Request {
        var request = Request(
            .consoleLoadSettings, origin: .console, transactionId: "",
            parameters: ["settings": file.settings, "file": .string(file.digest)])
        request.isOwnProcess = false
        return request
    }
}
