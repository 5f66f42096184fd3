import Codecs
import Documents
import Linux
import Messages

/// Reading a file's bytes: those that are here, or the service's, part by part.
extension ClientDatastore {
    @export(interface) public func readFile(
        _ file: DataObject, progress: ((Int32) -> Void)?, completion: @escaping Answer<DataBytes>
    ) {
        let begun = file.file.cancelCount
        let end: Answer<DataBytes> = { bytes, error in
            if file.file.cancelCount != begun { completion(nil, FileState.cancelled) } else { completion(bytes, error) }
        }
        transfer(file, progress, end) { perform(read: file, $0, $1) }
    }

    @export(interface) public func readFileBlocking(_ file: DataObject) -> (DataBytes?, GamebaseError?) {
        let begun = file.file.cancelCount
        let read = transferBlocking(file) { perform(read: file, $0, $1) }
        return file.file.cancelCount == begun ? read : (nil, FileState.cancelled)
    }

    private func perform(read file: DataObject, _ transfer: FileTransfer, _ end: @escaping Answer<DataBytes>) {
        switch file.file.content {
        case .bytes(let bytes):
            transfer.tell(1, of: 1)
            end(bytes, nil)
        case .path(let path):
            let reading = FileReading(self, file, FileDownload(""), transfer, end)
            client.mayWaitForDisk { reading.read(path) }
        case .none:
            guard let name = file.fileName else {
                return end(nil, DataError.local(.valueEmpty, NCMBErrorText.empty(DataObject.fileName)))
            }
            let reading = FileReading(self, file, FileDownload(name), transfer, end)
            reading.ask(reading.download.first)
        }
    }
}

/// {read}…
private final class FileReading: @unchecked Sendable {
    private let datastore: ClientDatastore
    private let file: DataObject
    private(set) var download: FileDownload
    private let transfer: FileTransfer
    private let end: ClientDatastore.Answer<DataBytes>

    init(
        _ datastore: ClientDatastore, _ file: DataObject, _ download: FileDownload, _ transfer: FileTransfer,
        _ end: @escaping ClientDatastore.Answer<DataBytes>
    ) {
        self.datastore = datastore
        self.file = file
        self.download = download
        self.transfer = transfer
        self.end = end
    }

    func read(_ path: String) {
        do throws(FileError) {
            let open = try OpenFile.open(path)
            guard open.size <= FileDownload.bytesMax else { return end(nil, DataError.local(.fileTooLarge)) }
            let bytes = DataBytes(try open.read(at: 0, count: open.size))
            transfer.tell(1, of: 1)
            end(bytes, nil)
        } catch {
            end(nil, ClientDatastore.unreadable(error))
        }
    }

    func ask(_ parameters: JSONObject) {
        datastore.send(.filesRead, .object(parameters)) { [self] result in
            // Whoever waited was told already.
            guard transfer.isOpen else { return }
            switch result {
            case .failure(let error): end(nil, error)
            case .success(let body):
                switch download.next(body) {
                case .ask(let next):
                    transfer.tell(Int64(download.bytes.count), of: download.size)
                    ask(next)
                case .refused(let code): end(nil, DataError.local(code))
                case .whole(let type):
                    let bytes = DataBytes(download.bytes)
                    file.note([DataObject.mimeType: .string(type), DataObject.fileSize: .integer(download.size)])
                    file.file.received(bytes)
                    transfer.tell(1, of: 1)
                    end(bytes, nil)
                }
            }
        }
    }
}
