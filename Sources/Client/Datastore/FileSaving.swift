import Codecs
import Documents
import Linux
import Messages

/// Saving a file: its bytes part by part, each of them kept when the next one goes, or its rights alone.
extension ClientDatastore {
    /// - Parameter progress: per cent, in the run loop, and not after the completion.
    @export(interface) public func saveFile(
        _ file: DataObject, progress: ((Int32) -> Void)?, completion: @escaping (GamebaseError?) -> Void
    ) {
        transfer(file, progress, { completion($1) }, { perform(save: file, $0, $1) })
    }

    func saveFileBlocking(_ file: DataObject) -> GamebaseError? { transferBlocking(file) { perform(save: file, $0, $1) }.1 }

    func transfer(
        _ file: DataObject, _ progress: ((Int32) -> Void)?, _ completion: @escaping Answer<DataBytes>,
        _ work: (FileTransfer, @escaping Answer<DataBytes>) -> Void
    ) {
        let transfer = FileTransfer(client, progress)
        let call: OpenCall<DataBytes>? = client.open(
            DataError.localDomain, needs: .datastore, timeoutMilliseconds: FileTransfer.milliseconds
        ) { bytes, error in
            transfer.end()
            completion(bytes, error)
        }
        guard let call else { return }
        transfer.begin(call.identifier)
        file.file.began(client, call.identifier)
        work(transfer) { call.finish($0, $1) }
    }

    func transferBlocking(
        _ file: DataObject, _ work: (FileTransfer, @escaping Answer<DataBytes>) -> Void
    ) -> (DataBytes?, GamebaseError?) {
        let transfer = FileTransfer(client, nil)
        return wait(
            { call in
                transfer.begin(call)
                file.file.began(client, call)
            }, { work(transfer, $0) })
    }

    private func perform(save file: DataObject, _ transfer: FileTransfer, _ end: @escaping Answer<DataBytes>) {
        let refusal = takeTurn(file, freezing: false) { [self] owner in
            let ended = { [self] (error: GamebaseError?) in
                endTurn(file, owner)
                end(nil, error)
            }
            // As for an object.
            whenOpen { [self] error in
                if let error { ended(error) } else { save(file, transfer, ended) }
            }
        }
        if let refusal { end(nil, refusal) }
    }

    private func save(_ file: DataObject, _ transfer: FileTransfer, _ ended: @escaping (GamebaseError?) -> Void) {
        guard let name = file.fileName else { return ended(DataError.local(.valueEmpty, NCMBErrorText.empty(DataObject.fileName))) }
        guard file.file.isUnsaved else { return saveAccess(of: file, name, ended) }
        let upload = FileUpload(self, file, name, transfer, ended)
        switch file.file.content {
        case .none: ended(nil)
        case .bytes(let bytes): upload.begin(.bytes(bytes))
        case .path(let path): client.mayWaitForDisk { upload.begin(path: path) }
        }
    }

    static func unreadable(_ error: FileError) -> GamebaseError { DataError.local(.valueMissing, "path: \(error.message)") }

    private func saveAccess(of file: DataObject, _ name: String, _ ended: @escaping (GamebaseError?) -> Void) {
        guard let access = file.unsavedAccess else {
            return ended(file.createDate == nil ? DataError.local(.valueEmpty, NCMBErrorText.empty("file")) : nil)
        }
        send(.filesUpdate, [DataObject.fileName: .string(name), FieldNames.acl: access.list.json]) { result in
            switch result {
            case .failure(let error): ended(error)
            case .success(let body):
                file.note(body["answer"]?.objectValue ?? [:], accessVersion: access.version)
                ended(nil)
            }
        }
    }
}

/// {begin} {append}… {finish}. A part whose answer is lost is sent again.
private final class FileUpload: @unchecked Sendable {
    private let datastore: ClientDatastore
    private let file: DataObject
    private let name: String
    private let transfer: FileTransfer
    private let ended: (GamebaseError?) -> Void
    private let access: (list: AccessList, version: UInt64)?
    private let type: String?
    private var upload = JSON.null

    init(
        _ datastore: ClientDatastore, _ file: DataObject, _ name: String, _ transfer: FileTransfer,
        _ ended: @escaping (GamebaseError?) -> Void
    ) {
        self.datastore = datastore
        self.file = file
        self.name = name
        self.transfer = transfer
        self.ended = ended
        access = file.unsavedAccess
        type = file.contentType
    }

    func begin(path: String) {
        do throws(FileError) {
            begin(.file(try OpenFile.open(path)))
        } catch {
            ended(ClientDatastore.unreadable(error))
        }
    }

    func begin(_ source: FileSource) {
        var first: JSONObject = [DataObject.fileName: .string(name), DataObject.fileSize: .integer(Int64(source.count))]
        first[DataObject.mimeType] = type.map { .string($0) }
        first[FieldNames.acl] = access?.list.json
        ask(.filesBegin, first) { [self] body in
            guard let upload = body["upload"] else { return ended(ClientDatastore.notAnAnswer) }
            self.upload = upload
            append(from: 0, of: source)
        }
    }

    private func append(from: Int, of source: FileSource) {
        // Whoever waited was told already.
        guard transfer.isOpen else { return abandon(nil) }
        guard from < source.count else { return finish(source.count) }
        transfer.tell(Int64(from), of: Int64(source.count))
        let part: [UInt8]
        do throws(FileError) {
            part = try source.part(at: from)
        } catch {
            return abandon(ClientDatastore.unreadable(error))
        }
        ask(.filesAppend, ["upload": upload, "from": .integer(Int64(from)), "part": .string(Base64.encode(part))]) { [self] _ in
            append(from: from + part.count, of: source)
        }
    }

    private func finish(_ size: Int) {
        ask(.filesFinish, ["upload": upload]) { [self] body in
            var facts = body["answer"]?.objectValue ?? [:]
            facts[DataObject.fileSize] = .integer(Int64(size))
            facts[DataObject.mimeType] = type.map { .string($0) }
            file.note(facts, accessVersion: access?.version)
            file.file.saved()
            transfer.tell(1, of: 1)
            ended(nil)
        }
    }

    private func ask(_ name: RequestName, _ parameters: JSONObject, _ onSuccess: @escaping (JSON) -> Void) {
        datastore.send(name, .object(parameters)) { [self] result in
            switch result {
            case .failure(let error): abandon(error)
            case .success(let body): onSuccess(body)
            }
        }
    }

    /// Ends an upload at the service. Unheard, it stays in the player's share until the service sweeps it away, an hour later.
    private func abandon(_ error: GamebaseError?) {
        if !upload.isNull { datastore.send(.filesFinish, ["upload": upload, "abandons": true]) { _ in } }
        ended(error)
    }
}
