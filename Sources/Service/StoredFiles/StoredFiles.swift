import Linux
import Messages

/// Files of NCMB (section 2.2 of the reference): an object of the class `file`, which queries find, and its bytes in parts.
struct StoredFiles: Capability {
    let core: ServiceCore

    static let fileBytesMax: Int64 = 10 << 20
    /// Bytes of one part, before they are text.
    static let partBytesMax = 256 << 10
    /// However small the parts are.
    static let partsMax: Int64 = 1_024
    static let mimeTypeBytesMax = 255
    /// What the quota counts for a content besides its bytes, so that empty ones are not free.
    static let contentBytes: Int64 = 1_024
    /// An upload that nobody went on with for so long is over.
    static let uploadMilliseconds: Int64 = 3_600_000
    /// Parts that a slice deletes.
    static let partsOfSlice = 4
}

extension StoredFiles {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleTakeFile, "row upload", StoredFiles.take)
        table.row(.consoleReadFile, "fileName from content", StoredFiles.read)
        table.row(.filesBegin, "access fileName mimeType acl fileSize", StoredFiles.begin)
        table.row(.filesAppend, "access upload from part", StoredFiles.append)
        table.row(.filesFinish, "access upload acl abandons", StoredFiles.finish)
        table.row(.filesRead, "access fileName from content", StoredFiles.read)
        table.row(.filesUpdate, "access fileName acl", StoredFiles.update)
        table.row(.filesDelete, "access fileName className", StoredFiles.delete)
    }
}

extension Schema {
    /// A content is what one upload brought. A file goes from one to the next in one write, so that it is never there by halves. The sum
    /// of all bytes is a row: nobody counts them.
    static let files = [
        """
        CREATE TABLE file_contents (content_id TEXT NOT NULL PRIMARY KEY, state BIGINT NOT NULL, state_date BIGINT NOT NULL, file_id TEXT,
            file_name TEXT NOT NULL, mime_type TEXT NOT NULL, acl TEXT, parts BIGINT NOT NULL, bytes BIGINT NOT NULL)
        """,
        "CREATE UNIQUE INDEX file_contents_by_file ON file_contents (file_id)",
        "CREATE INDEX file_contents_unheld ON file_contents (state_date) WHERE \(FileContent.isUnheld)",
        """
        CREATE TABLE file_chunks (content_id TEXT NOT NULL, first_byte BIGINT NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY (content_id, first_byte))
        """,
        "CREATE TABLE file_totals (name TEXT NOT NULL PRIMARY KEY, bytes BIGINT NOT NULL)",
        "INSERT INTO file_totals (name, bytes) VALUES ('\(FileContent.total)', 0)",
    ]
}
