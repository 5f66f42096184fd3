import Codecs
import Documents
import Linux
import Messages
import Storage

/// A file of an export.
extension StoredFiles {
    /// {row, upload?} -> {isNew}. Without an upload it tells whether one is needed; with one the file is there. Of a file that is there
    /// only the bytes are still to be compared.
    func take(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        var row = try Objects.row(parameters)
        let name = try fileName(Parameters(.object(row)))
        let old = try file(name)
        let objectId = try Objects.objectId(row)
        var file = try objects.dated(
            row, of: ObjectClass.file, objectId: objectId ?? old?.objectId ?? objects.newId(), insteadOf: old)
        for (name, value) in row.members where value.isNull { row[name] = nil }
        if let old {
            guard file.objectId == old.objectId else { throw Objects.duplicated(ObjectClass.fileName) }
            file.fields = old.fields
            try objects.change(&file, row)
            return try Objects.there(file, old)
        }
        if let objectId, try objects.object(ObjectClass.file, objectId) != nil { throw Objects.duplicated(FieldNames.objectId) }
        guard parameters.value("upload") != nil else { return Objects.new }
        let upload = try upload(parameters)
        try give(upload, to: &file)
        #if !hasFeature(Embedded)
        try disown(upload)
        #endif
        let size = file.fields[ObjectClass.fileSize]
        try objects.change(&file, row)
        guard file.fields[ObjectClass.fileSize] == size else {
            throw Failure.refused(.valueNotAllowed, "The file does not have as many bytes as its row says.")
        }
        try objects.insert(file)
        return Objects.new
    }

    #if !hasFeature(Embedded)
    /// The bytes came as anybody's do, from the operator's network: what the operator brings is nobody's share.
    private func disown(_ upload: (id: String, row: Row)) throws(Failure) {
        let owner = StorageOwner(user: upload.row.text(5), network: upload.row.text(6))
        if owner.isNobody { return }
        try core.release([(.files, 1), (.fileBytes, Self.contentBytes + upload.row.integer(4))], of: owner)
        try claim(
            "UPDATE file_contents SET owner = NULL, network = NULL WHERE content_id = ? AND state = \(FileContent.held)", [.text(upload.id)]
        )
    }
    #endif
}
