import CLinux
import Linux

/// A file to which lines are added, each in one piece. Another program may move it away; it is opened anew then (`reopen`).
final class LineFile {
    private let path: String?
    private var descriptor: Int32

    /// - Parameter path: nil: the standard error output.
    static func open(_ path: String?) throws(HomeFailure) -> LineFile {
        guard let path else { return LineFile(nil, STDERR_FILENO) }
        return LineFile(path, try opened(path))
    }

    private init(_ path: String?, _ descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
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
    }

    /// What cannot be written is lost: nobody is kept waiting for a log.
    func write(_ line: String) {
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        _ = CLinux.write(descriptor, bytes, bytes.count)
    }
}
