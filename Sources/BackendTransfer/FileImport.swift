import Codecs
import Documents
import Linux
import Messages

/// A file with its bytes. {take} {begin} {append}… {take}; of one that is there the bytes are compared: {take} {read}…
final class FileImport: @unchecked Sendable {
    typealias Ended = (_ isNew: Bool, _ refusal: (code: JSON, text: JSON)?) throws(FileError) -> Void

    private let transfer: Transfer
    private let directory: String
    private let row: JSON
    private let ended: Ended

    init(_ transfer: Transfer, _ directory: String, _ row: JSON, _ ended: @escaping Ended) {
        self.transfer = transfer
        self.directory = directory
        self.row = row
        self.ended = ended
    }

    func begin() {
        ask(.consoleTakeFile, ["row": row]) { [self] (body) throws(FileError) in
            let file: OpenFile?
            do throws(FileError) {
                file = try bytes()
            } catch {
                return try refuse(.fieldMissing, error.message)
            }
            guard let file else { return try refuse(.fieldMissing, "Its bytes are missing in \(Transfer.contents).") }
            if body["isNew"]?.boolValue == true { return upload(file) }
            try compare(file, from: 0)
        }
    }

    /// Under the id, as our export has them, or the name.
    private func bytes() throws(FileError) -> OpenFile? {
        for name in [row[FieldNames.objectId], row[Transfer.fileName]] {
            guard let name = name?.stringValue, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")) else { continue }
            let path = Transfer.path(Transfer.path(directory, Transfer.contents), name)
            if Files.exists(path) { return try OpenFile.open(path) }
        }
        return nil
    }

    private func upload(_ file: OpenFile) {
        var first: JSONObject = [Transfer.fileName: row[Transfer.fileName] ?? .null, Transfer.fileSize: .integer(Int64(file.size))]
        if let type = row[Transfer.mimeType] { first[Transfer.mimeType] = type }
        ask(.filesBegin, .object(first)) { [self] (body) throws(FileError) in
            try append(file, from: 0, to: body["upload"] ?? .null)
        }
    }

    private func append(_ file: OpenFile, from: Int, to upload: JSON) throws(FileError) {
        guard transfer.goesOn() else { return }
        guard from < file.size else {
            return ask(.consoleTakeFile, ["row": row, "upload": upload]) { [self] (_) throws(FileError) in try ended(true, nil) }
        }
        let part: [UInt8]
        do throws(FileError) {
            part = try file.read(at: from, count: min(FileDownload.partBytes, file.size - from))
        } catch {
            return try refuse(.fieldMissing, error.message)
        }
        ask(.filesAppend, ["upload": upload, "from": .integer(Int64(from)), "part": .string(Base64.encode(part))]) {
            [self] (_) throws(FileError) in try append(file, from: from + part.count, to: upload)
        }
    }

    private func compare(_ file: OpenFile, from: Int) throws(FileError) {
        guard transfer.goesOn() else { return }
        let name = row[Transfer.fileName] ?? .null
        ask(.consoleReadFile, [Transfer.fileName: name, "from": .integer(Int64(from))]) { [self] (body) throws(FileError) in
            let part = body["part"]?.stringValue.flatMap { Base64.decode($0) } ?? []
            let end = from + part.count
            guard body[Transfer.fileSize] == .integer(Int64(file.size)), end <= file.size,
                try file.read(at: from, count: part.count) == part, !part.isEmpty || end == file.size
            else { return try refuse(.duplicated, "A file of this name is there, with other bytes.") }
            if end == file.size { try ended(false, nil) } else { try compare(file, from: end) }
        }
    }

    private func refuse(_ code: NCMBCode, _ text: String) throws(FileError) { try ended(false, (.string(code.text), .string(text))) }

    private func ask(_ name: RequestName, _ parameters: JSON, _ then: @escaping (JSON) throws(FileError) -> Void) {
        transfer.ask(name, parameters) { [self] (body, refusal) throws(FileError) in
            if let refusal { try ended(false, refusal) } else { try then(body) }
        }
    }
}
