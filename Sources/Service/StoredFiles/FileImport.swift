import Documents
import Linux
import Messages
import Storage
import Wire

/// A file of an export.
extension StoredFiles {
    /// {row, upload?} -> {isNew}. Without an upload it tells whether one is needed; with one the file is there. Of a file that is there only
    /// the bytes are still to be compared.
    func take(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let row = try Objects.row(parameters)
        let name = try fileName(Parameters(.object(row)))
        let old = try file(name)
        let objectId = try Objects.word(row, FieldNames.objectId)
        var file = try objects.dated(
            row, of: ObjectClass.file, objectId: objectId ?? old?.objectId ?? objects.newId(), insteadOf: old)
        if let acl = row[FieldNames.acl] { file.acl = try refusing { () throws(DocumentError) in try AccessList.read(acl) } }
        if let old {
            for name in [ObjectClass.fileName, ObjectClass.mimeType, ObjectClass.fileSize] {
                file.fields[name] = row[name].flatMap { $0.isNull ? nil : $0 } ?? old.fields[name]
            }
            guard file.objectId == old.objectId else {
                throw Failure.refused(.duplicated, NCMBErrorText.duplicated(ObjectClass.fileName))
            }
            return try Objects.there(file, old)
        }
        if let objectId, try objects.object(ObjectClass.file, objectId) != nil {
            throw Failure.refused(.duplicated, NCMBErrorText.duplicated(FieldNames.objectId))
        }
        guard parameters.value("upload") != nil else { return Objects.new }
        let upload = try upload(parameters)
        guard upload.row.text(0) == name, row[ObjectClass.fileSize] ?? .integer(upload.row.integer(4)) == .integer(upload.row.integer(4))
        else { throw Failure.refused(.valueNotAllowed, "The file does not have as many bytes as its row says.") }
        try give(upload, to: &file)
        try objects.insert(file)
        return Objects.new
    }
}
