import Codecs
import Documents
import Linux
import Messages

/// One file of an import, and where its rows go.
struct ImportFile {
    enum Rows { case objects, members, files }

    /// In the directory.
    let name: String
    let className: String
    let rows: Rows

    /// Byte by byte: what is between characters does not matter.
    private static func stem(of name: String) -> String? {
        let (bytes, suffix) = (Array(name.utf8), Array(Transfer.suffix.utf8))
        guard bytes.count >= suffix.count, bytes[(bytes.count - suffix.count)...] == suffix[...] else { return nil }
        return String(decoding: bytes[..<(bytes.count - suffix.count)], as: UTF8.self)
    }

    /// Those of a directory.
    /// - Parameter other: hears of JSON files that are of no class.
    static func list(_ directory: String, _ other: (String) -> Void) throws(FileError) -> [ImportFile] {
        var files: [ImportFile] = []
        for folder in ["", Transfer.relations] {
            for name in try Folders.names(Transfer.path(directory, folder), max: Transfer.filesMax) ?? [] {
                guard let stem = stem(of: name), name != Export.report else { continue }
                let path = folder.isEmpty ? name : Transfer.path(folder, name)
                if FieldNames.isValid(stem), stem != Transfer.pushClass {
                    let rows = !folder.isEmpty ? Rows.members : stem == Transfer.fileClass ? .files : .objects
                    files.append(ImportFile(name: path, className: stem, rows: rows))
                } else {
                    other(path)
                }
            }
        }
        return files
    }
}

/// The rows of one file, with what is wrong with them.
final class ImportSource {
    enum Row {
        case row(JSON, line: Int)
        case fault(String, line: Int)
    }

    private static let pieceBytes = 64 << 10
    /// What is kept, and the row's own around it.
    private static let limits = JSONLimits(
        depthMax: KeptJSON.depthMax, bytesMax: KeptJSON.bytesMax + bytesAround, membersMax: KeptJSON.valuesMax + KeptJSON.valuesAround)
    private static let bytesAround = 1 << 20

    private let file: OpenFile
    private var rows = JSONRows(rowBytesMax: limits.bytesMax)
    private(set) var offset = 0
    private(set) var isOver = false
    private var line = 0

    init(_ file: OpenFile) { self.file = file }

    /// - Returns: nil at the end, and after a piece without the end of a row.
    func next() throws(FileError) -> Row? {
        if let row = rows.next() { return read(row) }
        let piece = try file.read(at: offset, count: min(Self.pieceBytes, file.size - offset))
        offset += piece.count
        rows.feed(piece)
        if let row = rows.next() { return read(row) }
        isOver = piece.isEmpty
        return nil
    }

    /// - Returns: the last line that was read.
    func giveUp() -> Int {
        isOver = true
        return max(1, line)
    }

    private func read(_ row: JSONRows.Row) -> Row {
        line = row.line
        if let fault = row.fault { return .fault("\(fault)", line: row.line) }
        do throws(JSONError) {
            return .row(try JSON.parse(bytes: row.bytes, limits: Self.limits), line: row.line)
        } catch {
            return .fault("column \(error.column): \(error.reason)", line: row.line + error.line - 1)
        }
    }
}
