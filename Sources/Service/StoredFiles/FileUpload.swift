import Codecs
import Documents
import Linux
import Messages
import Storage

/// A file comes in parts. Until it is finished nobody sees anything of it; then it takes the place of the one of its name.
extension StoredFiles {
    /// {fileName, mimeType?, acl?, fileSize?} -> {upload}. Who has the upload's name may go on with it.
    func begin(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let name = try fileName(parameters)
        let caller = try users.caller(request)
        if let old = try file(name) { try refuseWrite(old.acl, caller) }
        let type = try parameters.documentText(ObjectClass.mimeType, bytesMax: Self.mimeTypeBytesMax) ?? ""
        guard type.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(ObjectClass.mimeType))
        }
        let list = try parameters.value(FieldNames.acl).map { (json) throws(Failure) in
            try refusing { () throws(DocumentError) in try AccessList.read(json) }
        }
        if let size = parameters.value(ObjectClass.fileSize)?.int64Value, size > Self.fileBytesMax { throw Failure.refused(.fileTooLarge) }
        try core.noteFirstSweep()
        let owner = core.storageOwner
        try charge(Self.contentBytes, files: 1, to: owner)
        core.nextUploadDate = min(core.nextUploadDate, now &+ Self.uploadMilliseconds &+ 1)
        let upload = newSecret()
        try run(
            """
            INSERT INTO file_contents (content_id, state, state_date, file_name, mime_type, acl, parts, bytes, owner, network)
            VALUES (?, \(FileContent.uploading), ?, ?, ?, ?, 0, 0, ?, ?)
            """,
            [
                .text(upload), .integer(now), .text(name), .text(type.isEmpty ? "application/octet-stream" : type),
                Value(list?.json.text()), .named(owner.user), .named(owner.network),
            ])
        return .success(["upload": .string(upload)])
    }

    /// {upload, from, part: base64} -> {bytes}. The same part once more, after an answer that got lost, changes nothing.
    func append(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        _ = try users.caller(request)
        let upload = try upload(parameters)
        let part = try part(parameters)
        let from = try parameters.documentNumber("from")
        let (parts, bytes) = (upload.row.integer(3), upload.row.integer(4))
        let end = Int64(part.count)
        if from < bytes, try self.part(of: upload.id, from: from) == part { return .success(["bytes": .integer(from + end)]) }
        guard from == bytes, parts < Self.partsMax else {
            throw Failure.refused(.lengthOutOfRange, "The upload has \(bytes) bytes in \(parts) parts of at most \(Self.partsMax).")
        }
        guard bytes + end <= Self.fileBytesMax else { throw Failure.refused(.fileTooLarge) }
        core.spend(part.count / Work.bytesOfUnit)
        try charge(end, files: 0, to: StorageOwner(user: upload.row.text(5), network: upload.row.text(6)))
        try run(
            "INSERT INTO file_chunks (content_id, first_byte, bytes) VALUES (?, ?, ?)", [.text(upload.id), .integer(from), .blob(part)])
        try claim(
            "UPDATE file_contents SET parts = parts + 1, bytes = ?, state_date = ? WHERE content_id = ? AND parts = ?",
            [.integer(bytes + end), .integer(now), .text(upload.id), .integer(parts)])
        return .success(["bytes": .integer(bytes + end)])
    }

    /// {upload, acl?} -> {answer: {fileName, createDate}}. Who brings no acl leaves that of the file that was there. {upload, abandons}: it
    /// is to be as if it had not been begun.
    func finish(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let abandons = parameters.value("abandons")?.boolValue ?? false
        // Who may not go on may still take back.
        let caller = abandons ? .nobody : try users.caller(request)
        let late = try parameters.value(FieldNames.acl).map { (json) throws(Failure) in
            try refusing { () throws(DocumentError) in try AccessList.read(json) }
        }
        return SlicedWork(core.begun.flatMap { Self.held($0) }, begun: { $0.map { Self.text(of: $0) } }) { (state) throws(Failure) in
            if state == nil {
                let upload = try upload(parameters)
                if abandons {
                    try loosen(upload.id, insteadOf: FileContent.uploading)
                    state = (.success(["answer": [:]]), upload.id)
                } else {
                    state = try hold(upload, late, caller)
                }
            }
            guard let (reply, loose) = state else { return nil }
            guard let loose else { return reply }
            return try drop(loose) ? reply : nil
        }
    }

    private static func text(of held: (reply: Reply, loose: String?)) -> String {
        (["reply": held.reply.form, "loose": .optional(held.loose)] as JSON).text()
    }

    private static func held(_ text: String) -> (reply: Reply, loose: String?)? {
        guard let json = KeptJSON.read(text), let reply = json["reply"].flatMap({ Reply(form: $0) }) else { return nil }
        return (reply, json["loose"]?.stringValue)
    }

    /// - Returns: the answer, and the content that was the file's until now.
    private func hold(
        _ upload: (id: String, row: Row), _ late: AccessList?, _ caller: Caller
    ) throws(Failure) -> (reply: Reply, loose: String?) {
        let old = try file(upload.row.text(0))
        if let old { try refuseWrite(old.acl, caller) }
        var file = old ?? StoredObject(className: ObjectClass.file, objectId: objects.newId(), date: now, acl: .publicReadWrite)
        if let text = upload.row.textOrNil(2), let json = KeptJSON.read(text) {
            file.acl = try refusing { () throws(DocumentError) in try AccessList.read(json) }
        }
        if let late { file.acl = late }
        let loose = try contentId(of: file.objectId)
        if let loose { try loosen(loose, insteadOf: FileContent.held) }
        try give(upload, to: &file)
        if let old {
            file.updateDate = max(now, old.updateDate &+ 1)
            try objects.update(file, insteadOf: old)
        } else {
            let (made, name) = (file, upload.row.text(0))
            try core.whileFree({ () throws(Failure) in try self.file(name) == nil }) { () throws(Failure) in try objects.insert(made) }
        }
        let answer: JSON = [
            ObjectClass.fileName: .string(upload.row.text(0)), FieldNames.createDate: .string(DocumentDate.text(file.createDate)),
        ]
        return (.success(["answer": answer]), loose)
    }

    func give(_ upload: (id: String, row: Row), to file: inout StoredObject) throws(Failure) {
        file.fields[ObjectClass.fileName] = .string(upload.row.text(0))
        file.fields[ObjectClass.mimeType] = .string(upload.row.text(1))
        file.fields[ObjectClass.fileSize] = .integer(upload.row.integer(4))
        try claim(
            "UPDATE file_contents SET state = \(FileContent.held), file_id = ? WHERE content_id = ? AND state = \(FileContent.uploading)",
            [.text(file.objectId), .text(upload.id)])
    }

    /// One that is under way.
    func upload(_ parameters: Parameters) throws(Failure) -> (id: String, row: Row) {
        let id = try parameters.documentText("upload") ?? ""
        let row = try query(
            """
            SELECT file_name, mime_type, acl, parts, bytes, owner, network FROM file_contents
            WHERE content_id = ? AND state = \(FileContent.uploading)
            """, [.text(id)]
        ).first
        guard let row else { throw Failure.refused(.rowMissing) }
        return (id, row)
    }

    private func part(_ parameters: Parameters) throws(Failure) -> [UInt8] {
        let text = try parameters.documentText("part", bytesMax: (Self.partBytesMax + 2) / 3 * 4) ?? ""
        guard let part = Base64.decode(text) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid("part")) }
        guard !part.isEmpty, part.count <= Self.partBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        return part
    }
}
