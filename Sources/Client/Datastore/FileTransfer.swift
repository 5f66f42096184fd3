import Codecs
import Linux
import Messages
import Synchronization

/// One transfer of a file, from the call to its end.
final class FileTransfer: @unchecked Sendable {
    /// It is many requests, and a disk may be slow.
    static let milliseconds: Int64 = 300_000

    private let client: Client
    private let progress: ((Int32) -> Void)?
    private let isOver = Atomic<Bool>(false)
    /// Set before the first request.
    private var call: CallIdentifier?
    private var told: Int32 = -1

    init(_ client: Client, _ progress: ((Int32) -> Void)?) {
        self.client = client
        self.progress = progress
    }

    func begin(_ call: CallIdentifier) { self.call = call }

    /// The completion is called: from now on nothing is told.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// Whether anybody still waits for it.
    var isOpen: Bool { call.map { client.calls.isOpen($0) } ?? false }

    func tell(_ done: Int64, of total: Int64) {
        guard let progress else { return }
        let percent = total > 0 ? Int32(clamping: done &* 100 / total) : 100
        guard percent != told else { return }
        told = percent
        // One that finds no room is left out.
        _ = client.runLoop.postEvent { [self] in if !isOver.load(ordering: .relaxed) { progress(percent) } }
    }
}

/// Bytes that are sent part by part.
enum FileSource {
    case bytes(DataBytes)
    case file(OpenFile)

    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.size
        }
    }

    /// May wait for the disk.
    func part(at offset: Int) throws(FileError) -> [UInt8] {
        let count = min(FileDownload.partBytes, self.count - offset)
        switch self {
        case .bytes(let bytes): return bytes.part(at: offset, count: count)
        case .file(let file): return try file.read(at: offset, count: count)
        }
    }
}
