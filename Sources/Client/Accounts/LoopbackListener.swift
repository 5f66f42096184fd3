import CLinux
import Codecs
import Linux

/// Waits on 127.0.0.1 for the player's browser to come back from a provider's page (RFC 8252, section 7.3), on a thread of its own that
/// nobody waits for. It takes one answer, the one with its state; all else is answered that nothing is here.
///
/// The browser gets the provider's page from here too: what opens a browser has its address in a command line that every user of this
/// machine may read, and who reads a state could answer in the provider's place, with a sign-in of his own. The start page is for this
/// user's programs alone.
final class LoopbackListener: @unchecked Sendable {
    /// Open at once; above it the oldest that has said nothing makes room. Any number may come one after the other.
    static let connectionsMax = 64
    /// In one turn: who came before is heard in between.
    static let takesMax = 32
    static let headBytesMax = 16 << 10
    /// A browser that connects and says nothing, or not enough.
    static let headMilliseconds: Int64 = 10_000
    static let startBytes = 16

    /// What the provider says behind the player's sign-in: a code, or an error such as `access_denied`.
    enum Outcome { case code(String), error(String), nothing }

    let port: UInt16
    private let descriptor: Int32
    private let ending: EventDescriptor
    private let lock = Lock()
    // Guarded by the lock.
    private var awaited: String?
    private var handed: Outcome?
    /// The path of the start page; a secret, as far as a command line can keep one.
    private let start: String

    private init(_ descriptor: Int32, _ port: UInt16, _ ending: EventDescriptor, _ start: String) {
        self.descriptor = descriptor
        self.port = port
        self.ending = ending
        self.start = start
    }

    deinit { close(descriptor) }

    /// - Returns: nil when the system has no descriptor to give.
    static func open(_ random: any RandomSource) -> LoopbackListener? {
        guard let ending = EventDescriptor.open() else { return nil }
        var port: UInt16 = 0
        let descriptor = gb_listen_on_loopback(&port)
        return descriptor < 0 ? nil : LoopbackListener(descriptor, port, ending, Base64URL.encode(random.bytes(startBytes)))
    }

    /// Where the browser begins: it is led on to the provider's page.
    var startUrl: String { "http://127.0.0.1:\(port)/\(start)" }

    /// Ends the wait; the outcome is then `nothing`.
    func stop() { ending.raise() }

    /// A browser that is not the system's was sent to this address, and says where it was sent.
    /// - Returns: false when that is not what is waited for.
    func take(_ url: String) -> Bool {
        let here = "http://127.0.0.1:\(port)"
        guard url.utf8.count <= Self.headBytesMax, let target = TextParts.rest(of: url, behind: here) else { return false }
        let isTaken = lock.locked { () -> Bool in
            guard let state = awaited, let outcome = Self.outcome(of: target, state) else { return false }
            handed = outcome
            awaited = nil
            return true
        }
        if isTaken { ending.raise() }
        return isTaken
    }

    /// - Parameters:
    ///   - page: the provider's, to which the start page leads.
    ///   - answer: comes once, on the thread.
    /// - Returns: false when there is no thread to have.
    func wait(
        for state: String, page: String, _ clock: any Clock, untilNanoseconds deadline: Int64,
        _ answer: @escaping @Sendable (Outcome) -> Void
    ) -> Bool {
        lock.locked { awaited = state }
        let thread = Thread.start(name: "gamebase-signin") { [self] in
            var callers: [Caller] = []
            var outcome: Outcome?
            while outcome == nil, turn(&callers, clock, deadline) {
                for place in callers.indices where outcome == nil { outcome = serve(&callers[place], state, page) }
                for caller in callers where caller.isOver { close(caller.descriptor) }
                callers.removeAll { $0.isOver }
            }
            for caller in callers { close(caller.descriptor) }
            let handed = lock.locked {
                awaited = nil
                return self.handed
            }
            answer(outcome ?? handed ?? .nothing)
        }
        thread?.detach()
        return thread != nil
    }

    // MARK: Connections

    private struct Caller {
        let descriptor: Int32
        let deadline: Int64
        var head: [UInt8] = []
        var isReadable = false
        /// It has its answer, and is to hang up.
        var isAnswered = false
        var isOver = false
    }

    /// Waits for something to happen, takes who comes and lets go of those whose time is over.
    /// - Returns: false at the deadline, and when the wait was ended.
    private func turn(_ callers: inout [Caller], _ clock: any Clock, _ deadline: Int64) -> Bool {
        let wanted = Int16(POLLIN)
        var entries = [pollfd(fd: descriptor, events: wanted, revents: 0), pollfd(fd: ending.descriptor, events: wanted, revents: 0)]
        var next = deadline
        for caller in callers {
            entries.append(pollfd(fd: caller.descriptor, events: wanted, revents: 0))
            if caller.deadline < next { next = caller.deadline }
        }
        let left = (next - clock.monotonicNanoseconds()) / 1_000_000 + 1
        _ = poll(&entries, UInt(entries.count), Int32(clamping: max(left, 0)))
        let now = clock.monotonicNanoseconds()
        if entries[1].revents != 0 || now >= deadline { return false }
        for place in callers.indices {
            callers[place].isReadable = entries[place + 2].revents != 0
            if now >= callers[place].deadline { callers[place].isOver = true }
        }
        if entries[0].revents != 0 { take(&callers, deadlineNanoseconds(clock, afterMilliseconds: Self.headMilliseconds)) }
        return true
    }

    private func take(_ callers: inout [Caller], _ deadline: Int64) {
        for _ in 0..<Self.takesMax {
            let connection = gb_accept(descriptor)
            if connection < 0 {
                // Most likely no descriptor is free. poll would report the waiting connection again at once.
                if gb_errno() != EAGAIN { usleep(10_000) }
                return
            }
            if callers.count >= Self.connectionsMax {
                let place = callers.firstIndex { $0.head.isEmpty && !$0.isReadable } ?? 0
                close(callers[place].descriptor)
                callers.remove(at: place)
            }
            // What it says is mostly there already.
            callers.append(Caller(descriptor: connection, deadline: deadline, isReadable: true))
        }
    }

    /// - Returns: the outcome, when this caller brought it.
    private func serve(_ caller: inout Caller, _ state: String, _ page: String) -> Outcome? {
        guard caller.isReadable, !caller.isOver else { return nil }
        var part = [UInt8](repeating: 0, count: 2_048)
        let count = recv(caller.descriptor, &part, part.count, 0)
        if count < 0 {
            let code = gb_errno()
            if code != EAGAIN && code != EINTR { caller.isOver = true }
            return nil
        }
        if count == 0 {
            caller.isOver = true
            return nil
        }
        if caller.isAnswered { return nil }
        caller.head += part.prefix(count)
        guard Self.isWhole(caller.head) || caller.head.count >= Self.headBytesMax else { return nil }
        caller.isAnswered = true
        if isStart(caller) {
            Self.respond(caller.descriptor, "302 Found", "Location: \(page)\r\n", "")
            return nil
        }
        guard let outcome = Self.outcome(caller.head, state) else {
            Self.respond(caller.descriptor, "404 Not Found", "", "")
            return nil
        }
        Self.respond(caller.descriptor, "200 OK", "", "<!doctype html><title>Sign-in</title><p>You can go back to the game.</p>")
        return outcome
    }

    // MARK: What they ask

    private static func isWhole(_ head: [UInt8]) -> Bool { head.count >= 4 && head.suffix(4).elementsEqual([13, 10, 13, 10]) }

    /// The path of a GET, with its query.
    private static func target(_ head: [UInt8]) -> String? {
        let line = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self)
        let words = TextParts.split(line, at: UInt8(ascii: " "))
        return isWhole(head) && words.count == 3 && words[0] == "GET" ? words[1] : nil
    }

    private func isStart(_ caller: Caller) -> Bool {
        guard let target = Self.target(caller.head), HMACSHA256.areEqual(Array(target.utf8), Array("/\(start)".utf8)) else { return false }
        guard let owner = LoopbackOwner.of(caller.descriptor, port: port) else { return true }
        return owner == getuid() || owner == 0
    }

    /// - Returns: nil when the request is not the one that is waited for.
    static func outcome(_ head: [UInt8], _ state: String) -> Outcome? {
        target(head).flatMap { outcome(of: $0, state) }
    }

    /// - Parameter target: a path with its query.
    private static func outcome(of target: String, _ state: String) -> Outcome? {
        let (path, query) = TextParts.cut(target, at: UInt8(ascii: "?"))
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

    private static func respond(_ connection: Int32, _ status: String, _ field: String, _ body: String) {
        let text =
            "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\nCache-Control: no-store\r\n\(field)"
            + "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n\(body)"
        let bytes = Array(text.utf8)
        // It fits into the socket's buffer.
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        _ = shutdown(connection, Int32(SHUT_WR))
    }
}

/// Whose program is at the other end of a connection over 127.0.0.1, by the system's table of sockets.
enum LoopbackOwner {
    private static let table = "/proc/self/net/tcp"
    private static let tableBytesMax = 16 << 20
    /// "sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid ..."
    private static let ownerColumn = 7

    /// Rows may be passed over while sockets come and go.
    private static let readsMax = 3

    /// - Returns: nil when there is no table; `UInt32.max` for a connection that is not in it. A socket that its program has closed is the
    ///   system's, 0: it reads no answer.
    static func of(_ descriptor: Int32, port: UInt16) -> UInt32? {
        let sign = Array(" 0100007F:\(digits(gb_peer_port(descriptor))) 0100007F:\(digits(port)) ".utf8)
        for _ in 0..<readsMax {
            var bytes: [UInt8]?
            // One that is too long is read as one without the connection: whoever fills it gets nothing by it.
            do throws(FileError) { bytes = try Files.read(table, bytesMax: tableBytesMax) } catch { return UInt32.max }
            guard let bytes else { return nil }
            for line in bytes.split(separator: 10) where contains(line, sign) {
                let columns = line.split(separator: 32)
                if columns.count > ownerColumn, let owner = number(columns[ownerColumn]) { return owner }
            }
        }
        return UInt32.max
    }

    private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
        var number: UInt32 = 0
        for byte in text {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (product, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = product.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
            if isOver || isOverToo { return nil }
            number = sum
        }
        return text.isEmpty ? nil : number
    }

    private static func digits(_ port: UInt16) -> String {
        let text = Hex.encode([UInt8(port >> 8), UInt8(port & 0xFF)])
        return String(decoding: text.utf8.map { $0 >= UInt8(ascii: "a") ? $0 - 32 : $0 }, as: UTF8.self)
    }

    private static func contains(_ line: ArraySlice<UInt8>, _ sign: [UInt8]) -> Bool {
        guard line.count >= sign.count else { return false }
        // The first column is a number and a colon.
        for start in line.startIndex...(line.endIndex - sign.count) where line[start] == 32 {
            if line[start..<(start + sign.count)].elementsEqual(sign) { return true }
        }
        return false
    }
}
