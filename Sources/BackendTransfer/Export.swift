import Codecs
import Documents
import Linux
import Messages

/// Writes everything of the mobile backend into a directory, in the form that an import takes; the report is {files, objects, bytes,
/// damaged?, damagedObjects?: [{className, objectId}]}. Class by class: {class} ({objects}… {members}…)… Each file has its name when it is
/// whole.
public final class Export: @unchecked Sendable {
    /// Names that no class can have.
    static let marker = "export-unfinished"
    static let report = "export-report.json"
    private static let part = "export-part"
    private static let damagedNamedMax = 100
    private static let contentTriesMax = 8
    /// Names of contents that an export before this one may have left. More than that are refused.
    private static let contentsLeftMax = 1 << 20
    private static let folders = ["", Transfer.relations, Transfer.contents]

    private let transfer: Transfer
    private let directory: String
    private var file: (open: NewFile, name: String)?
    private var damagedCount: Int64 = 0
    private var damaged: [JSON] = []

    @export(interface) public init(_ transfer: Transfer, _ directory: String) {
        self.transfer = transfer
        self.directory = directory
    }

    @export(interface) public func begin() throws(FileError) {
        let names = try Folders.names(directory, max: Transfer.filesMax) ?? []
        // A kill may have left the marker alone, also half written.
        guard names.contains(Self.marker) || names.allSatisfy({ $0.utf8.starts(with: Self.marker.utf8) }) else {
            return transfer.fail("directory: is not empty, and no export of it was cut short; name another")
        }
        try Folders.preparePrivate(directory)
        try Files.replaceDurably(path(Self.marker), [])
        for folder in Self.folders { try Folders.preparePrivate(path(folder)) }
        // An export that was cut short begins anew: of a class, or of a stored file, that has gone since nothing may stay.
        for file in try ImportFile.list(directory, { _ in }) { Files.remove(path(file.name)) }
        let contents = path(Transfer.contents)
        for name in try Folders.names(contents, max: Self.contentsLeftMax) ?? [] { Files.remove(Transfer.path(contents, name)) }
        nextClass(after: "")
    }

    private func path(_ name: String) -> String { Transfer.path(directory, name) }

    private func nextClass(after name: String) {
        ask(.consoleGiveClass, ["after": .string(name)]) { [self] (body) throws(FileError) in
            guard let className = body["className"]?.stringValue else { return try finish() }
            // What was pushed is over.
            if className == Transfer.pushClass { return nextClass(after: className) }
            nextObjects(["className": .string(className)])
        }
    }

    // MARK: Objects

    private func nextObjects(_ place: JSONObject) {
        ask(.consoleGiveObjects, .object(place)) { [self] (body) throws(FileError) in
            let className = place["className"]?.stringValue ?? ""
            let rows = body["rows"]?.arrayValue ?? []
            note(damaged: body["damaged"]?.arrayValue ?? [], of: className)
            var next = place
            next["after"] = body["after"] ?? rows.last?[FieldNames.objectId]
            guard rows.isEmpty, body["after"] == nil else {
                if className == Transfer.fileClass {
                    return try nextContent(rows[...], after: place["after"], tries: 0) { [self] in nextObjects(next) }
                }
                try write(rows, to: className)
                return nextObjects(next)
            }
            try close()
            nextMembers(["className": .string(className)])
        }
    }

    /// They stay where they are: the report names them, and the operator may remove them.
    private func note(damaged ids: [JSON], of className: String) {
        damagedCount += Int64(ids.count)
        for id in ids where damaged.count < Self.damagedNamedMax {
            damaged.append(["className": .string(className), FieldNames.objectId: id])
        }
    }

    private func nextMembers(_ place: JSONObject) {
        ask(.consoleGiveMembers, .object(place)) { [self] (body) throws(FileError) in
            let className = place["className"]?.stringValue ?? ""
            let rows = body["rows"]?.arrayValue ?? []
            guard let last = rows.last else {
                try close()
                return nextClass(after: className)
            }
            try write(rows, to: Transfer.path(Transfer.relations, className))
            var next = place
            for name in [FieldNames.objectId, "field"] { next[name] = last[name] }
            next["targetId"] = last["target"]?[FieldNames.objectId]
            nextMembers(next)
        }
    }

    // MARK: The bytes of files

    /// A file can change between the reading of its row and of its bytes. Then its row is read again, so that both are of one version.
    /// - Parameters:
    ///   - after: the id before that of the first row.
    ///   - tries: how often the first row was asked for again.
    private func nextContent(_ rows: ArraySlice<JSON>, after: JSON?, tries: Int, _ then: @escaping () -> Void) throws(FileError) {
        guard let row = rows.first, let id = row[FieldNames.objectId]?.stringValue else { return then() }
        let file = try NewFile.create(path(Transfer.path(Transfer.contents, Self.part)))
        nextPart([Transfer.fileName: row[Transfer.fileName] ?? .null], of: file) { [self] (size) throws(FileError) in
            guard let size, size == row[Transfer.fileSize]?.int64Value else {
                return try again(rows, id, after: after, tries: tries, then)
            }
            try file.finish(as: path(Transfer.path(Transfer.contents, id)))
            try write([row], to: Transfer.fileClass)
            try nextContent(rows.dropFirst(), after: .string(id), tries: 0, then)
        }
    }

    private func again(
        _ rows: ArraySlice<JSON>, _ id: String, after: JSON?, tries: Int, _ then: @escaping () -> Void
    ) throws(FileError) {
        var place: JSONObject = ["className": .string(Transfer.fileClass)]
        if let after { place["after"] = after }
        ask(.consoleGiveObjects, .object(place)) { [self] (body) throws(FileError) in
            let found = body["rows"]?.arrayValue?.first { $0[FieldNames.objectId]?.stringValue == id }
            if let found, tries < Self.contentTriesMax {
                return try nextContent([found] + rows.dropFirst(), after: after, tries: tries + 1, then)
            }
            // One that has gone since, or never stands still, leaves a row without bytes, which an import names.
            try write(Array(rows.prefix(1)), to: Transfer.fileClass)
            try nextContent(rows.dropFirst(), after: .string(id), tries: 0, then)
        }
    }

    /// - Parameter then: gets the size of the file whose bytes all came; nil: it is not there, or another by now.
    private func nextPart(_ place: JSONObject, of file: NewFile, _ then: @escaping (_ size: Int64?) throws(FileError) -> Void) {
        transfer.ask(.consoleReadFile, .object(place)) { [self] (body, refusal) throws(FileError) in
            let part = body["part"]?.stringValue.flatMap { Base64.decode($0) } ?? []
            let from = place["from"]?.int64Value ?? 0
            // Another file by now.
            guard refusal == nil, transfer.goesOn(), body["from"]?.int64Value == from else { return try then(nil) }
            try file.append(part)
            transfer.progress.bytes += Int64(part.count)
            let end = from + Int64(part.count)
            guard let size = body[Transfer.fileSize]?.int64Value, end < size else { return try then(body[Transfer.fileSize]?.int64Value) }
            var next = place
            next["from"] = .integer(end)
            next["content"] = body["content"]
            nextPart(next, of: file, then)
        }
    }

    // MARK: Writing

    private func write(_ rows: [JSON], to name: String) throws(FileError) {
        if rows.isEmpty { return }
        var text = ""
        for row in rows {
            text += file == nil && text.isEmpty ? "{\"results\":[\n" : ",\n"
            text += row.text()
        }
        let open: NewFile
        if let file { open = file.open } else { open = try NewFile.create(path(Self.part)) }
        file = (open, name)
        let bytes = Array(text.utf8)
        try open.append(bytes)
        transfer.progress.objects += Int64(rows.count)
        transfer.progress.bytes += Int64(bytes.count)
    }

    private func close() throws(FileError) {
        guard let (open, name) = file else { return }
        file = nil
        try open.append(Array("\n]}\n".utf8))
        try open.finish(as: path(name + Transfer.suffix))
        transfer.progress.files += 1
    }

    private func finish() throws(FileError) {
        for folder in Self.folders { try Folders.flush(path(folder)) }
        var report: JSONObject = [
            "files": .integer(transfer.progress.files), "objects": .integer(transfer.progress.objects),
            "bytes": .integer(transfer.progress.bytes),
        ]
        if damagedCount > 0 {
            report["damaged"] = .integer(damagedCount)
            report["damagedObjects"] = .array(damaged)
        }
        try Files.replaceDurably(path(Self.report), Array(report.text().utf8))
        Files.remove(path(Self.marker))
        transfer.succeed(.object(report))
    }

    private func ask(_ name: RequestName, _ parameters: JSON, _ then: @escaping (JSON) throws(FileError) -> Void) {
        transfer.ask(name, parameters) { [self] (body, refusal) throws(FileError) in
            guard transfer.goesOn() else { return }
            if let text = refusal?.text.stringValue { return transfer.fail(text) }
            try then(body)
        }
    }
}
