import CLinux
import Linux

/// A file to which lines are added, each in one piece. Another program may move it away; it is opened anew then (`reopen`).
final class LineFile {
    private let path: String?
    private var descriptor: Int32
    /// A reader may stop reading.
    private var isRead: Bool
    /// The last line has no end: a disk was full in its middle, or the power went.
    private var isTorn: Bool
    /// Lines that could not be written since the last one that could.
    private(set) var lost = 0
    /// Of all so far.
    private(set) var lostInAll = 0

    /// What is written to a reader in one piece, or not at all (PIPE_BUF of Linux).
    static let pieceBytesMax = 4_096

    /// - Parameter path: nil: the standard error output.
    static func open(_ path: String?) throws(HomeFailure) -> LineFile {
        guard let path else { return LineFile(nil, STDERR_FILENO) }
        return LineFile(path, try opened(path))
    }

    private init(_ path: String?, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
        isRead = Self.isRead(descriptor)
        isTorn = !isRead && Self.isTorn(path)
    }

    deinit { if path != nil { CLinux.close(descriptor) } }

    private static func opened(_ path: String) throws(HomeFailure) -> Int32 {
        let number = gb_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
        guard number >= 0 else { throw HomeFailure("cannot open \(path): \(SystemError.text(gb_errno()))") }
        return number
    }

    func reopen() throws(HomeFailure) {
        guard let path else { return }
        let fresh = try Self.opened(path)
        CLinux.close(descriptor)
        descriptor = fresh
        isRead = Self.isRead(fresh)
        isTorn = !isRead && Self.isTorn(path)
    }

    private static func isTorn(_ path: String?) -> Bool {
        guard let path, let file = try? OpenFile.open(path), file.size > 0 else { return false }
        return (try? file.read(at: file.size - 1, count: 1)).map { $0 != [newLine] } ?? false
    }

    private static let newLine = UInt8(ascii: "\n")

    /// A pipe, a socket or a terminal, and no file.
    private static func isRead(_ descriptor: Int32) -> Bool {
        var found = stat()
        return fstat(descriptor, &found) == 0 && Int32(bitPattern: found.st_mode) & S_IFMT != S_IFREG
    }

    /// What cannot be written is lost and counted: nobody is kept waiting for a log.
    /// - Parameter report: the line that is written first when lines before it were lost, of how many they are.
    func write(_ line: String, whenLost report: (Int) -> String) {
        if lost > 0 {
            guard put(report(lost)) else { return lose() }
            lost = 0
        }
        if !put(line) { lose() }
    }

    private func lose() {
        lost += 1
        lostInAll += 1
    }

    private func put(_ line: String) -> Bool {
        let bytes = (isTorn ? [Self.newLine] : []) + Array(line.utf8) + [Self.newLine]
        if isRead, bytes.count > Self.pieceBytesMax || !hasRoom { return false }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { CLinux.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
            if count < 0, gb_errno() == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        // A line that follows the piece of another would be read with it.
        if written > 0 { isTorn = written < bytes.count }
        return written == bytes.count
    }

    private var hasRoom: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLOUT) != 0
    }
}
