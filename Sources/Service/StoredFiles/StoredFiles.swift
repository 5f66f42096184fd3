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
