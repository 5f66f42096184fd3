import CLinux
import Codecs
import Linux
import PushRules

/// The folder with what was fetched. Anybody may clear it, or part of it, at any time; another process may use it too. What cannot be done
/// in it is not done: then there is no media.
final class MediaCache {
    private let folder: String
    private let random: any RandomSource
    private var isSwept = false

    init(_ folder: String, _ random: any RandomSource) {
        self.folder = Paths.withoutTrailingSlashes(folder)
        self.random = random
    }

    /// Makes the folder, and removes what a fetch left that a kill ended.
    func prepare() -> Bool {
        guard (try? Folders.preparePrivate(folder)) != nil else { return false }
        if !isSwept {
            isSwept = true
            for entry in entries() ?? [] where entry.isPart { PartFile.removeIfLeft(path(entry.name)) }
        }
        return true
    }

    // MARK: Finding

    /// What is there of the address, judged by its bytes again: anybody may have written it. From now on it was used last.
    func find(_ address: MediaAddress) -> MediaFile? {
        let key = Self.key(address)
        for entry in entries() ?? [] where !entry.isPart && entry.name.utf8.starts(with: key.utf8) {
            let path = path(entry.name)
            if let type = MediaType.named(byFile: entry.name), let found = Self.head(path),
                MediaVerdict.of(address, head: found.head, bytes: found.bytes) == .shown(type)
            {
                utimensat(AT_FDCWD, path, nil, 0)
                return MediaFile(path: path, type: type)
            }
            _ = unlink(path)
        }
        return nil
    }

    private static func head(_ path: String) -> (head: [UInt8], bytes: Int)? {
        // Non-blocking, so that a pipe in place of a file cannot hold us up.
        let descriptor = gb_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG) else { return nil }
        var bytes = [UInt8](repeating: 0, count: MediaType.headBytes)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : (Array(bytes[..<count]), Int(status.st_size))
    }

    // MARK: Keeping

    /// Something to write the address's body into; nil when the disk gives none.
    func part(_ address: MediaAddress) -> PartFile? {
        // Another process that looks for half files may be in the way of the first.
        for _ in 0..<MediaLimit.partAttempts {
            let chance = random.bytes(MediaLimit.partNameBytes)
            guard !chance.isEmpty else { return nil }
            if let part = PartFile.create(path(Self.key(address) + Hex.encode(chance) + PartFile.ending)) { return part }
        }
        return nil
    }

    /// Removes what was used longest ago until every transfer may write one step more and be kept.
    /// - Returns: false when what is under way leaves no room.
    func makeRoom() -> Bool {
        guard let entries = entries() else { return false }
        var files = entries.filter { !$0.isPart }
        var bytes = entries.reduce(0) { $0 + $1.bytes }
        // Names come in order.
        files = places(of: files.count) { files[$0].used > files[$1].used }.map { files[$0] }
        let bytesMax = MediaLimit.cacheBytesMax - MediaLimit.transfersMax * MediaLimit.cacheStepBytes
        let filesMax = MediaLimit.cacheFilesMax - MediaLimit.transfersMax
        while bytes > bytesMax || files.count > filesMax {
            guard let oldest = files.popLast() else { return false }
            // What cannot be removed still takes its room.
            guard unlink(path(oldest.name)) == 0 || gb_errno() == ENOENT else { return false }
            bytes -= oldest.bytes
        }
        return true
    }

    func keep(_ part: PartFile, _ address: MediaAddress, _ type: MediaType) -> MediaFile? {
        let path = path(Self.key(address) + type.fileExtension)
        return part.finish(as: path) ? MediaFile(path: path, type: type) : nil
    }

    // MARK: Names

    private struct Entry {
        let name: String
        let bytes: Int
        /// Nanoseconds of the system's clock.
        let used: Int
        var isPart: Bool { name.utf8.reversed().starts(with: PartFile.ending.utf8.reversed()) }
    }

    private static let digestBytes = 64

    /// What the names of all files of an address begin with.
    private static func key(_ address: MediaAddress) -> String { Hex.encode(SHA256.hash(Array(address.text.utf8))) + "." }

    private static func isOurs(_ name: String) -> Bool {
        var place = 0
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): if place == digestBytes { return false }
            case UInt8(ascii: "."): if place == digestBytes { return true } else { return false }
            default: return false
            }
            place += 1
        }
        return false
    }

    private func path(_ name: String) -> String { folder + "/" + name }

    /// What is ours in the folder; nil when it cannot be read.
    private func entries() -> [Entry]? {
        guard let names = (try? Folders.names(folder, max: MediaLimit.folderNamesMax)) ?? nil else { return nil }
        var entries: [Entry] = []
        for name in names where Self.isOurs(name) {
            var status = stat()
            guard lstat(path(name), &status) == 0 else { continue }
            let used = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
            entries.append(Entry(name: name, bytes: Int(status.st_size), used: used))
        }
        return entries
    }
}
