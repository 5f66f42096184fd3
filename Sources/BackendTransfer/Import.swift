import Codecs
import Documents
import Linux
import Messages

/// Takes in what an export of the mobile backend left in a directory; the report is {taken, alreadyThere, refused, problems: [{file, line,
/// code, message}]}.
///
/// Where an import was cut short nobody keeps: the next one finds the rows that are there, which is as sure as the store is.
public final class Import: @unchecked Sendable {
    /// That are asked for together, and share a commit; a player's request waits for no more.
    static let batchRows = 64
    /// As far as the rows of one batch are read from the file.
    static let batchBytes = 256 << 10
    static let problemsMax = 1_000

    private let transfer: Transfer
    private let directory: String
    private var files: [ImportFile] = []
    private var nextFile = 0
    private var source: ImportSource?
    private var outstanding = 0
    private var taken: Int64 = 0
    private var alreadyThere: Int64 = 0
    private var refused: Int64 = 0
    private var problems: [JSON] = []
    /// The number of problems of earlier batches.
    private var settledProblems = 0

    @export(interface) public init(_ transfer: Transfer, _ directory: String) {
        self.transfer = transfer
        self.directory = directory
    }

    @export(interface) public func begin() throws(FileError) {
        guard Files.exists(directory) else { return transfer.fail("directory: there is none") }
        if Files.exists(Transfer.path(directory, Export.marker)) { note(Export.marker, 1, .valueMissing, "The export was not finished.") }
        files = try ImportFile.list(directory) { note($0, 1, .operationProhibited, "Of no class that is taken.") }
        for file in files { transfer.progress.bytesInAll += Int64(Files.size(Transfer.path(directory, file.name)) ?? 0) }
        transfer.word()
        try step()
    }

    private func step() throws(FileError) {
        while transfer.goesOn() {
            guard let source = openedSource() else { return finish() }
            let file = files[nextFile]
            let begin = source.offset
            settledProblems = problems.count
            var batch: [(row: JSON, line: Int)] = []
            let most = file.rows == .files ? 1 : Self.batchRows
            while batch.count < most, !source.isOver, source.offset - begin < Self.batchBytes {
                switch next(source, file) {
                case .row(let row, let line)?: batch.append((row, line))
                case .fault(let text, let line)?: note(file.name, line, .importLineMalformed, text)
                case nil: continue
                }
            }
            transfer.progress.bytes += Int64(source.offset - begin)
            if !batch.isEmpty { return ask(batch, file) }
            // What others ask for goes first.
            guard source.isOver else { return transfer.later { [self] (_) throws(FileError) in try step() } }
            transfer.progress.files += 1
            self.source = nil
            nextFile += 1
        }
    }

    /// Files that cannot be opened are named, and keep none of the others from being taken.
    private func openedSource() -> ImportSource? {
        while source == nil, nextFile < files.count {
            let name = files[nextFile].name
            do throws(FileError) {
                source = ImportSource(try OpenFile.open(Transfer.path(directory, name)))
            } catch {
                note(name, 1, .importLineMalformed, error.message)
                nextFile += 1
            }
        }
        return source
    }

    /// What stands behind a place that cannot be read is not taken.
    private func next(_ source: ImportSource, _ file: ImportFile) -> ImportSource.Row? {
        do throws(FileError) {
            return try source.next()
        } catch {
            return .fault(error.message, line: source.giveUp())
        }
    }

    private func ask(_ batch: [(row: JSON, line: Int)], _ file: ImportFile) {
        outstanding = batch.count
        for (row, line) in batch {
            let ended = { [self] (isNew: Bool, refusal: (code: JSON, text: JSON)?) throws(FileError) in
                transfer.progress.objects += 1
                if let refusal {
                    note(file.name, line, refusal)
                } else if isNew {
                    taken += 1
                } else {
                    alreadyThere += 1
                }
                outstanding -= 1
                if outstanding == 0 { try step() }
            }
            if file.rows == .files {
                FileImport(transfer, directory, row, ended).begin()
            } else {
                let name = file.rows == .objects ? RequestName.consoleTakeObject : .consoleTakeMember
                transfer.ask(name, ["className": .string(file.className), "row": row]) { (body, refusal) throws(FileError) in
                    try ended(body["isNew"]?.boolValue ?? false, refusal)
                }
            }
        }
    }

    @inline(never) private func note(_ file: String, _ line: Int, _ code: NCMBCode, _ message: String) {
        note(file, line, (.string(code.text), .string(message)))
    }

    private func note(_ file: String, _ line: Int, _ refusal: (code: JSON, text: JSON)) {
        refused += 1
        guard problems.count < Self.problemsMax else { return }
        // Several workers answer one batch, and the report is in the order of the file.
        var place = problems.count
        while place > settledProblems, problems[place - 1]["line"]?.int64Value ?? 0 > line { place -= 1 }
        problems.insert(["file": .string(file), "line": .integer(Int64(line)), "code": refusal.code, "message": refusal.text], at: place)
    }

    private func finish() {
        transfer.succeed([
            "taken": .integer(taken), "alreadyThere": .integer(alreadyThere), "refused": .integer(refused), "problems": .array(problems),
        ])
    }
}
