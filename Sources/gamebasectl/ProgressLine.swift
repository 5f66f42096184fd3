import BackendTransfer
import CLinux
import Linux

/// How far something long is, on standard error: one line that is renewed at a terminal, a line now and then elsewhere.
final class ProgressLine {
    static let terminalNanoseconds: Int64 = 200_000_000
    static let plainNanoseconds: Int64 = 5_000_000_000

    private let verb: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var last: Int64?
    private var isOpen = false

    /// - Parameter verb: what is done with the objects.
    init(_ verb: String) { self.verb = verb }

    /// - Parameter now: nil: however short it is since the last time.
    func show(_ progress: TransferProgress, _ now: Int64?) {
        if let now {
            if let last, now - last < (isTerminal ? Self.terminalNanoseconds : Self.plainNanoseconds) { return }
            last = now
        }
        var text = "\(verb) \(progress.objects) objects, \(progress.bytes >> 10) KiB"
        if progress.bytesInAll > 0 { text += " (\(progress.bytes * 100 / progress.bytesInAll)%)" }
        text += ", \(progress.files) files"
        guard isTerminal else { return remark(text) }
        // To the beginning of the line, and nothing of the old one behind the new.
        write("\r\(text)\u{1B}[K", to: STDERR_FILENO)
        isOpen = true
    }

    /// Other text may follow.
    func end() {
        if isOpen { write("\n", to: STDERR_FILENO) }
        isOpen = false
    }
}
