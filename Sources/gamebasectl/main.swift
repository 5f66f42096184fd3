// The gamebasectl room: the operator's command line. It speaks HTTP to a gamebased, and starts gamebased itself for what works on files.
// No rule of the game and no SQL may come in: the server decides, this asks and shows.
import CLinux
import Codecs
import Linux

/// Why a command ends early. The texts say what to do.
struct Stop: Error {
    /// A server that refused, or something that is not as it should be.
    static let refused: Int32 = 1
    /// A command line that cannot be understood.
    static let usage: Int32 = 2
    /// Nobody answered.
    static let unreachable: Int32 = 3
    /// It would have destroyed something, and nobody said yes.
    static let unconfirmed: Int32 = 4

    let status: Int32
    let message: String
    /// The operator's key is missing or another: nothing is known of what was asked.
    let isOfKey: Bool

    init(_ status: Int32, _ message: String, isOfKey: Bool = false) {
        self.status = status
        self.message = message
        self.isOfKey = isOfKey
    }
}

/// - Returns: nil, or what kept it from being written whole, such as a disk that is full. A reader may go away.
@discardableResult func write(_ text: String, to descriptor: Int32) -> String? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { CLinux.write(descriptor, $0.baseAddress, $0.count) }
        let number = gb_errno()
        if count < 0, number == EINTR { continue }
        if count <= 0 { return count < 0 && number == EPIPE ? nil : SystemError.text(number) }
        rest = rest.dropFirst(count)
    }
    return nil
}

/// An answer that is cut is no success: whoever keeps a copy of it would find out when it is needed.
func say(_ text: String) {
    // JSON leaves out what moves a terminal's cursor but for these; programs get it as it is.
    let shown = isatty(STDOUT_FILENO) == 1 ? replaced(text) { (0x7F...0x9F).contains($0) ? "\\u00" + Hex.encode([UInt8($0)]) : nil } : text
    guard let reason = write(shown + "\n", to: STDOUT_FILENO) else { return }
    remark("gamebasectl: standard output: \(reason): the answer could not be written whole")
    exit(Stop.refused)
}

/// What is not part of the answer: progress and questions. What a server says is among them.
func remark(_ text: String) {
    write(replaced(text) { $0 < 0x20 && $0 != 0x0A || (0x7F...0x9F).contains($0) ? " " : nil } + "\n", to: STDERR_FILENO)
}

private func replaced(_ text: String, _ instead: (UInt32) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if let instead = instead(scalar.value) { result.append(contentsOf: instead.unicodeScalars) } else { result.append(scalar) }
    }
    return String(result)
}

/// A server or a reader that went away ends a line, and not the program: libcurl leaves this to its host.
func blockBrokenPipes() {
    var signals = sigset_t()
    // SIGPIPE is a signal, and blocking a way: none of them fails.
    _ = sigemptyset(&signals)
    _ = sigaddset(&signals, SIGPIPE)
    _ = sigprocmask(SIG_BLOCK, &signals, nil)
}

blockBrokenPipes()
do throws(Stop) {
    try Commands.run(Array(CommandLine.arguments.dropFirst()))
} catch {
    if !error.message.isEmpty { remark("gamebasectl: " + error.message) }
    exit(error.status)
}
