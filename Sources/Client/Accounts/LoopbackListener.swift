import CLinux
import Linux
import Wire

/// Waits on 127.0.0.1 for the player's browser to come back from a provider's page (RFC 8252, section 7.3), on a thread of its own that
/// nobody waits for. It hears one answer, the one with its state; what else comes is told that nothing is here.
final class LoopbackListener: @unchecked Sendable {
    static let connectionsMax = 64
    static let headBytesMax = 16 << 10
    /// A browser that connects and says nothing.
    static let headMilliseconds: Int64 = 2_000

    /// What the provider says behind the player's sign-in: a code, or an error such as `access_denied`.
    enum Outcome { case code(String), error(String), nothing }

    let port: UInt16
    private let descriptor: Int32
    private let ending: EventDescriptor

    private init(_ descriptor: Int32, _ port: UInt16, _ ending: EventDescriptor) {
        self.descriptor = descriptor
        self.port = port
        self.ending = ending
    }

    deinit { close(descriptor) }

    /// - Returns: nil when the system has no descriptor to give.
    static func open() -> LoopbackListener? {
        guard let ending = EventDescriptor.open() else { return nil }
        var port: UInt16 = 0
        let descriptor = gb_listen_on_loopback(&port)
        return descriptor < 0 ? nil : LoopbackListener(descriptor, port, ending)
    }

    /// Ends the wait; the outcome is then `nothing`.
    func stop() { ending.raise() }

    /// - Parameter answer: comes once, on the thread.
    /// - Returns: false when there is no thread to have.
    func wait(
        for state: String, _ clock: any Clock, untilNanoseconds deadline: Int64, _ answer: @escaping @Sendable (Outcome) -> Void
    ) -> Bool {
        let thread = Thread.start(name: "gamebase-signin") { [self] in
            for _ in 0..<Self.connectionsMax {
                guard isReady(descriptor, clock, deadline) else { break }
                let connection = gb_accept(descriptor)
                if connection < 0 { continue }
                let end = min(deadline, deadlineNanoseconds(clock, afterMilliseconds: Self.headMilliseconds))
                let outcome = Self.outcome(head(connection, clock, end), state)
                Self.respond(connection, isOurs: outcome != nil)
                close(connection)
                if let outcome { return answer(outcome) }
            }
            answer(.nothing)
        }
        thread?.detach()
        return thread != nil
    }

    /// - Returns: false at the deadline, and when the wait was ended.
    private func isReady(_ descriptor: Int32, _ clock: any Clock, _ deadline: Int64) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let left = (deadline - clock.monotonicNanoseconds()) / 1_000_000 + 1
        guard left > 0 else { return false }
        let count = poll(&entries, 2, Int32(clamping: left))
        return count > 0 && entries[1].revents == 0 && entries[0].revents != 0
    }

    /// The head of a request, as far as it came.
    private func head(_ connection: Int32, _ clock: any Clock, _ deadline: Int64) -> [UInt8] {
        var head: [UInt8] = []
        while head.count < Self.headBytesMax, !Self.isWhole(head), isReady(connection, clock, deadline) {
            var part = [UInt8](repeating: 0, count: 2_048)
            let count = recv(connection, &part, part.count, 0)
            if count <= 0 { break }
            head += part.prefix(count)
        }
        return head
    }

    private static func isWhole(_ head: [UInt8]) -> Bool { head.count >= 4 && head.suffix(4).elementsEqual([13, 10, 13, 10]) }

    /// - Returns: nil when the request is not the one that is waited for.
    static func outcome(_ head: [UInt8], _ state: String) -> Outcome? {
        let line = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self)
        let words = TextParts.split(line, at: UInt8(ascii: " "))
        guard isWhole(head), words.count == 3, words[0] == "GET" else { return nil }
        let (path, query) = TextParts.cut(words[1], at: UInt8(ascii: "?"))
        var given: (state: String?, code: String?, error: String?)
        for item in TextParts.split(query, at: UInt8(ascii: "&")) {
            let (name, value) = TextParts.cut(item, at: UInt8(ascii: "="))
            if name == "state" { given.state = PercentEncoding.decode(value) }
            if name == "code" { given.code = PercentEncoding.decode(value) }
            if name == "error" { given.error = PercentEncoding.decode(value) }
        }
        guard path == "/", let told = given.state, HMACSHA256.areEqual(Array(told.utf8), Array(state.utf8)) else { return nil }
        if let code = given.code, !code.isEmpty { return .code(code) }
        return .error(given.error ?? "")
    }

    private static func respond(_ connection: Int32, isOurs: Bool) {
        let body = isOurs ? "<!doctype html><title>Sign-in</title><p>You can go back to the game.</p>" : ""
        let status = isOurs ? "200 OK" : "404 Not Found"
        let text =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\nCache-Control: no-store\r\n"
            + "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n\(body)"
        let bytes = Array(text.utf8)
        // It fits into the socket's buffer.
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        shutdown(connection, Int32(SHUT_WR))
    }
}
