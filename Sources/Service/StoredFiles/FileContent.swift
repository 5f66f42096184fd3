import Codecs
import Linux
import Messages
import Storage

/// The states of a content: they only go forward.
enum FileContent {
    static let uploading: Int64 = 0
    /// It is a file's.
    static let held: Int64 = 1
    /// Nobody's any more; it goes bite by bite.
    static let loose: Int64 = 2

    static let isUnheld = "state <> \(held)"
    static let total = "kept"
}

/// The bytes of files.
extension StoredFiles {
    /// Of the quota, and of its owner's share; refuses what is beyond them.
    /// - Parameter files: 1 with a new content.
    func charge(_ bytes: Int64, files: Int64, to owner: StorageOwner) throws(Failure) {
        #if !hasFeature(Embedded)
        try core.charge([(.files, files), (.fileBytes, bytes)], to: owner)
        #endif
        try count(bytes)
        let kept = try query("SELECT bytes FROM file_totals WHERE name = '\(FileContent.total)'", []).first?.integer(0) ?? 0
        guard kept <= settings.ncmb.fileQuotaBytes else { throw Failure.refused(.quotaPassed) }
    }

    private func count(_ bytes: Int64) throws(Failure) {
        try run("UPDATE file_totals SET bytes = bytes + ? WHERE name = '\(FileContent.total)'", [.integer(bytes)])
    }

    func contentId(of fileId: String) throws(Failure) -> String? {
        try query("SELECT content_id FROM file_contents WHERE file_id = ?", [.text(fileId)]).first?.text(0)
    }

    /// The part that has the byte at `from`, from there on.
    func part(of contentId: String, from: Int64) throws(Failure) -> [UInt8] {
        let row = try query(
            "SELECT first_byte, bytes FROM file_chunks WHERE content_id = ? AND first_byte <= ? ORDER BY first_byte DESC LIMIT 1",
            [.text(contentId), .integer(from)]
        ).first
        guard let row else { return [] }
        return Array(row.blob(1).dropFirst(Int(clamping: from - row.integer(0))))
    }

    /// - Parameter state: what it is until now. The bytes of what has become a file meanwhile must stay.
    func loosen(_ contentId: String, insteadOf state: Int64) throws(Failure) {
        try claim(
            "UPDATE file_contents SET state = \(FileContent.loose), state_date = 0, file_id = NULL WHERE content_id = ? AND state = ?",
            [.text(contentId), .integer(state)])
    }

    /// A bite of a loose content. Sweeps of several servers come to it, and a deletion that is asked again: what one has counted as gone
    /// another does not see.
    /// - Returns: whether nothing is left of it.
    func drop(_ contentId: String) throws(Failure) -> Bool {
        let id = Value.text(contentId)
        try core.lock("file_contents", "content_id", id)
        let rows = try query(
            "SELECT first_byte, LENGTH(bytes) FROM file_chunks WHERE content_id = ? ORDER BY first_byte LIMIT \(Self.partsOfSlice)", [id])
        var bytes: Int64 = 0
        for row in rows { bytes &+= row.integer(1) }
        if let last = rows.last {
            try run("DELETE FROM file_chunks WHERE content_id = ? AND first_byte <= ?", [id, .integer(last.integer(0))])
        }
        #if !hasFeature(Embedded)
        let owner = try query("SELECT owner, network FROM file_contents WHERE content_id = ?", [id]).first.map {
            StorageOwner(user: $0.text(0), network: $0.text(1))
        }
        #endif
        let isThrough = rows.count < Self.partsOfSlice
        var files: Int64 = 0
        if isThrough, try runCounted("DELETE FROM file_contents WHERE content_id = ? AND state = \(FileContent.loose)", [id]) > 0 {
            bytes &+= Self.contentBytes
            files = 1
        }
        #if !hasFeature(Embedded)
        if let owner { try core.release([(.files, files), (.fileBytes, bytes)], of: owner) }
        #endif
        if bytes > 0 { try count(-bytes) }
        return isThrough
    }

    /// What nobody finished is over in an hour; the daily round finds what other services left.
    func dueSweep() -> SlicedWork? {
        guard core.nextUploadDate <= now else { return nil }
        // Work that fails is not tried again at once.
        core.nextUploadDate = now &+ Self.uploadMilliseconds
        return SlicedWork(()) { (_) throws(Failure) in
            guard try sweep(core.witnessedDate(), max(now, persisted.swept?.date ?? now)) else { return nil }
            do throws(StorageError) {
                try core.readNextUploadDate()
            } catch {
                throw Failure.storage(error)
            }
            // What is not witnessed yet is not looked for all the time.
            if core.nextUploadDate <= now { core.nextUploadDate = now &+ ServiceCore.clockStepMilliseconds }
            return .success()
        }
    }

    /// A bite of what nobody finished, and of deletions that were cut short.
    /// - Returns: whether nothing is left.
    func sweep(_ due: Int64, _ latest: Int64) throws(Failure) -> Bool {
        var row = try unheld("<", due &- Self.uploadMilliseconds)
        // Or begun by a clock that was ahead, and not one that is behind now.
        if row == nil { row = try unheld(">", latest &+ Self.uploadMilliseconds) }
        guard let row else { return true }
        if row.integer(1) == FileContent.uploading { try loosen(row.text(0), insteadOf: FileContent.uploading) }
        _ = try drop(row.text(0))
        return false
    }

    /// The first that nothing holds, from before the date or from behind it: each a look along the index.
    private func unheld(_ comparison: StaticString, _ date: Int64) throws(Failure) -> Row? {
        try query(
            "SELECT content_id, state FROM file_contents WHERE \(FileContent.isUnheld) AND state_date \(comparison) ? "
                + "ORDER BY state_date LIMIT 1", [.integer(date)]
        ).first
    }
}

extension ServiceCore {
    /// When the first upload is over that nobody finishes.
    func readNextUploadDate() throws(StorageError) {
        let first = try database.query(
            "SELECT state_date FROM file_contents WHERE \(FileContent.isUnheld) ORDER BY state_date LIMIT 1", []
        ).first?.integer(0)
        nextUploadDate = first.map { $0 &+ StoredFiles.uploadMilliseconds &+ 1 } ?? Int64.max
    }
}
