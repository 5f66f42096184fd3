import Codecs
import Documents
import Linux
import Messages
import Storage

/// Files that are there, by their names.
extension StoredFiles {
    /// {fileName, from?, content?} -> {part: base64, from, fileSize, mimeType, content}. Who reads on names the content that the earlier
    /// parts are of; when the file has another by now, the answer begins with that one.
    func read(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let caller = try users.caller(request)
        let (file, content, size) = try held(try fileName(parameters))
        guard try users.mayRead(file.acl, caller) else { throw Failure.refused(.aclRefused) }
        guard !content.isEmpty else { throw Failure.refused(.databaseError) }
        let known = try parameters.documentText("content") ?? content
        let from = known == content ? try parameters.documentNumber("from") : 0
        let part = from < size ? try part(of: content, from: from) : []
        if from < size, part.isEmpty {
            guard try contentId(of: file.objectId) == content else {
                throw Failure.storage(.conflict("another server has put another content into the file"))
            }
            throw Failure.refused(.databaseError)
        }
        return .success([
            "part": .string(Base64.encode(part)), "from": .integer(from), ObjectClass.fileSize: .integer(size),
            ObjectClass.mimeType: file.fields[ObjectClass.mimeType] ?? "", "content": .string(content),
        ])
    }

    /// A file, its content and the bytes of that, of one moment: between two questions another server may put another content in the place
    /// of this one, with other rights.
    private func held(_ name: String) throws(Failure) -> (file: StoredObject, content: String, bytes: Int64) {
        guard let id = try objects.named(ObjectClass.file, ObjectClass.fileName, name) else { throw Failure.refused(.rowMissing) }
        let rows = try core.packed(
            """
            SELECT \(StoredObject.columns), c.content_id, c.bytes FROM objects o LEFT JOIN file_contents c ON c.file_id = o.object_id
            WHERE o.class_name = '\(ObjectClass.file)' AND o.object_id = ?
            """, [.text(id)])
        guard let row = rows.last else { throw Failure.refused(.rowMissing) }
        switch StoredRow(row, of: ObjectClass.file, core.lists) {
        case .whole(let file):
            let first = ObjectRow.Column.fields + 1
            return (file, row.text(first), row.integer(first + 1))
        case .damaged(let damaged): throw damaged.failure
        }
    }

    /// {fileName, acl} -> {answer: {updateDate}}
    func update(_ request: Request) throws(Failure) -> Reply {
        let old = try writable(request)
        guard let json = request.parameters[FieldNames.acl] else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty(FieldNames.acl))
        }
        var file = old
        file.acl = try refusing { () throws(DocumentError) in try AccessList.read(json) }
        file.updateDate = max(now, old.updateDate &+ 1)
        try objects.update(file, insteadOf: old)
        return .success(["answer": [FieldNames.updateDate: .string(DocumentDate.text(file.updateDate))]])
    }

    /// {fileName} -> {}
    func delete(_ request: Request) throws(Failure) -> SlicedWork {
        deleting { () throws(Failure) in
            let caller = try users.caller(request)
            let name = try fileName(Parameters(request.parameters))
            let id = try objects.named(ObjectClass.file, ObjectClass.fileName, name)
            guard let file = try id.flatMap({ (id) throws(Failure) in try objects.row(ObjectClass.file, id) }) else {
                throw Failure.refused(.rowMissing)
            }
            try refuseWrite(file.acl, caller)
            return file
        }
    }

    /// {objectId} -> {}
    func remove(_ request: Request) throws(Failure) -> SlicedWork {
        deleting { () throws(Failure) in
            guard let file = try objects.row(ObjectClass.file, try objects.objectId(Parameters(request.parameters))) else {
                throw Failure.refused(.rowMissing)
            }
            return file
        }
    }

    private func deleting(_ find: @escaping () throws(Failure) -> StoredRow) -> SlicedWork {
        SlicedWork(core.begun, begun: { $0 }) { (loose) throws(Failure) in
            if loose == nil {
                let file = try find()
                loose = try contentId(of: file.objectId) ?? ""
                if let loose, !loose.isEmpty { try loosen(loose, insteadOf: FileContent.held) }
                switch file {
                case .whole(let object): try objects.delete(object)
                case .damaged(let damaged): try objects.delete(damaged)
                }
            }
            return try drop(loose ?? "") ? .success() : nil
        }
    }

    // MARK: Rights and names

    func file(_ name: String) throws(Failure) -> StoredObject? {
        try objects.named(ObjectClass.file, ObjectClass.fileName, name).flatMap { (id) throws(Failure) in
            try objects.object(ObjectClass.file, id)
        }
    }

    private func writable(_ request: Request) throws(Failure) -> StoredObject {
        let caller = try users.caller(request)
        guard let file = try file(try fileName(Parameters(request.parameters))) else { throw Failure.refused(.rowMissing) }
        try refuseWrite(file.acl, caller)
        return file
    }

    /// A name is no secret: whoever wants to write one learns that it is taken.
    func refuseWrite(_ list: AccessList, _ caller: Caller) throws(Failure) {
        guard try users.mayWrite(list, caller) else { throw Failure.refused(.aclRefused) }
    }

    func fileName(_ parameters: Parameters) throws(Failure) -> String {
        let name = try parameters.documentText(ObjectClass.fileName, bytesMax: ObjectClass.nameBytesMax) ?? ""
        guard !name.isEmpty else { throw Failure.refused(.valueEmpty, NCMBErrorText.empty(ObjectClass.fileName)) }
        guard Self.isName(name) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(ObjectClass.fileName)) }
        return name
    }

    /// Whatever is no control character, of ASCII or Latin-1, and separates no path.
    private static func isName(_ name: String) -> Bool {
        var last: UInt8 = 0
        for byte in name.utf8 {
            guard byte >= 0x20, byte != 0x7F, byte != UInt8(ascii: "/"), last != 0xC2 || byte > 0x9F else { return false }
            last = byte
        }
        return true
    }
}
