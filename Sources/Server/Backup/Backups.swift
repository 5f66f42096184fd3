import CLinux
import Codecs
import Linux
import Messages
import PostgreSQL
import Storage

/// Copies of apps that are made while they are played, one at a time of each app. Each is a directory like that of a game, so that
/// `gamebased move` takes it. Belongs to the loop.
final class Backups {
    /// Of an app; the operator takes them away, nothing here deletes what somebody may need.
    static let countMax = 1_000
    static let bodyBytesMax = 1_024
    static let fileName = "gamebase.db"
    static let refusedSuffix = ".refused"
    /// Of a copy whose check is to come.
    private static let uncheckedSuffix = ".unchecked"
    private static let markSuffix = ".mark"
    /// Files that a kill may leave of a copy that was being made or checked.
    private static let leftovers =
        [".new", ".new-journal", ".new-wal"]
        + ["", ".new", ".new-journal", ".new-wal", "-wal", "-journal", markSuffix].map { uncheckedSuffix + $0 }

    enum State {
        case running
        case done(StoreBackUp.Report)
        case failed(String)
    }

    private let folder: String?
    private let loop: Loop
    private let clock: any Clock
    private let random: any RandomSource
    private let log: ServerLog
    private var newest: [String: (directory: String, state: State)] = [:]

    init(_ data: DataFolder?, _ loop: Loop, _ clock: any Clock, _ random: any RandomSource, _ log: ServerLog) {
        self.log = log
        folder = data?.path("backups")
        self.loop = loop
        self.clock = clock
        self.random = random
    }

    /// {state: NONE | RUNNING | DONE | FAILED, directory, sound?, payments?, message?} of the newest one since the server began.
    func status(of app: String) -> JSON {
        guard let (directory, state) = newest[app] else { return ["state": "NONE"] }
        var object: JSONObject = ["directory": .string(directory)]
        switch state {
        case .running: object["state"] = "RUNNING"
        case .done(let report):
            object["state"] = "DONE"
            object["sound"] = .bool(report.isLedgerSound)
            object["payments"] = .integer(report.payments)
        case .failed(let message):
            object["state"] = "FAILED"
            object["message"] = .string(message)
        }
        return .object(object)
    }

    /// Begins one; while one is made there is no second.
    func begin(_ app: App) -> Reply {
        if case .running? = newest[app.id]?.state { return .success(status(of: app.id)) }
        guard let folder else {
            return .failure(ResultCode.parameterInvalid, "the server has no --data DIR for copies")
        }
        let parent = "\(folder)/\(App.folder(app.id))"
        // Sorts as dates do, and is a name without a colon.
        let date = ISO8601.text(epochMilliseconds: clock.epochMilliseconds(), hasMilliseconds: true).filter { $0 != ":" }
        let directory = "\(parent)/\(date)"
        let names: [String]
        do throws(FileError) {
            names = try Folders.names(parent, max: Self.countMax + 1) ?? []
            guard names.count < Self.countMax else {
                return .failure(ResultCode.parameterInvalid, "\(parent) has \(Self.countMax) copies; remove some of them")
            }
            try Folders.preparePrivate(directory)
        } catch {
            return .failure(ResultCode.storageFailed, error.message)
        }
        let took = OnLoop<State> { [weak self, log] state in
            self?.newest[app.id] = (directory, state)
            // The request may come from a timer whose output nobody reads.
            guard case .failed(let message) = state else { return }
            log.write(.error, "copyFailed", ["app": .string(app.id), "directory": .string(directory), "reason": .string(message)])
        }
        let (id, home) = (app.id, app.home)
        let thread = Thread.start(name: "gamebased-backup") { [loop, clock, random] in
            // One that a kill cut short has a draft as long as a copy. Nobody else makes copies in this folder, and this app's is made now.
            for name in names { Self.clear("\(parent)/\(name)") }
            let state = Self.made(id, home, directory, clock, random)
            loop.post { took.run(state) }
        }
        guard let thread else {
            Self.clear(directory)
            return .failure(ResultCode.storageFailed, "the system has no thread to give")
        }
        thread.detach()
        newest[app.id] = (directory, .running)
        return .success(status(of: app.id))
    }

    private static func made(
        _ app: String, _ home: any AppHome, _ directory: String, _ clock: any Clock, _ random: any RandomSource
    ) -> State {
        let path = StorageDirectory.file(fileName, in: directory)
        let unchecked = path + uncheckedSuffix
        let report: StoreBackUp.Report
        do throws(StorageError) { try home.backUp(to: unchecked) } catch {
            clear(directory)
            return .failed(error.message)
        }
        do throws(StorageError) { report = try StoreBackUp.check(unchecked, of: app, clock: clock, random: random) } catch {
            return .failed("\(error.message); \(setAside(unchecked, as: path + refusedSuffix))")
        }
        // The copy has its name when its check is through: one that a kill met earlier is none.
        do throws(FileError) {
            try Files.move(unchecked, to: path)
            try Folders.flushName(path)
        } catch {
            return .failed(error.message)
        }
        // A copy without its mark is as good: what the mark says was compared just now.
        try? Files.move(unchecked + markSuffix, to: path + markSuffix)
        return .done(report)
    }

    /// Takes away what is left of a copy that was never whole, and its directory if nothing else is in there: it would count as a copy.
    private static func clear(_ directory: String) {
        let path = StorageDirectory.file(fileName, in: directory)
        for leftover in leftovers { Files.remove(path + leftover) }
        rmdir(directory)
    }

    /// Renames a copy that its check found damaged or could not read, so that neither the doctor nor `restore` takes it for a copy.
    private static func setAside(_ path: String, as aside: String) -> String {
        do throws(FileError) { try Files.move(path, to: aside) } catch { return "it is not a copy, and stays at \(path): \(error.message)" }
        return "the file is kept as \(aside)"
    }
}

extension Front {
    /// {start: true} begins a copy of the app; {} asks about it.
    func backUp(_ app: App, _ form: JSON) -> Reply {
        form["start"]?.boolValue == true ? backups.begin(app) : .success(backups.status(of: app.id))
    }
}
