import Glibc

/// A socket that takes connections and says what it likes.
final class RudeBus {
    private let descriptor: Int32
    private var accepted: [Int32] = []

    init?(_ path: String, backlog: Int32 = 8) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.with(path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, backlog) == 0 else { return nil }
    }

    /// Takes a connection and says the words, one after something was heard; the connection stays open.
    func take(_ words: [String]) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20_000) == 1 else { return }
        let one = accept(descriptor, nil, nil)
        accepted.append(one)
        for word in words {
            var byte: UInt8 = 0
            _ = read(one, &byte, 1)
            _ = Array(word.utf8).withUnsafeBytes { Glibc.send(one, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    deinit {
        for one in accepted { close(one) }
        close(descriptor)
    }

    fileprivate static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = UInt16(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { for (index, byte) in path.utf8.enumerated() where index < 100 { $0[index] = byte } }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

/// Fills the line of callers of a socket, so that the next who calls waits in the system.
final class CrowdAtTheBus {
    private var callers: [Int32] = []

    init?(_ path: String) {
        for _ in 0..<4 {
            let one = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            _ = RudeBus.with(path) { connect(one, $0, $1) }
            callers.append(one)
        }
    }

    func end() {
        for one in callers { close(one) }
        callers = []
    }

    deinit { end() }
}
