import CHTTPServer
import CLinux
import Linux

/// Listeners, connections, and the one timer for what is to happen to them.
final class HTTPServer {
    let loop: Loop
    let clock: any Clock
    unowned let front: any HTTPFront
    /// What is read goes through here.
    let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: HTTPServer.readBytesMax)
    /// Connections that are streams.
    var streams = 0
    /// Bytes of bodies that have come and are not answered.
    var bodies = BodyBudgets()
    /// Bytes of answers that nobody has taken yet.
    var output = ByteBudget(HTTPLimit.outputBytesMax)
    private(set) var accepted: UInt64 = 0
    private var connections: [ObjectIdentifier: Connection] = [:]
    private var byAddress = OpenCounts()
    private var listeners: [Listening] = []
    /// Fewer than were asked for, where the system lets this process open fewer files.
    let connectionsMax: Int
    /// Through these come the connections of many.
    private let proxies: Set<Peer>
    /// When the timer wakes next; Int64.max: it does not.
    private var armedAt = Int64.max
    private var timer: OpaquePointer?

    static let readBytesMax = 64 << 10
    /// Descriptors that connections leave to files and databases.
    static let descriptorsKept = 512
    /// Of those so many are the operator's, where players have taken all others: at the listener for operators alone.
    static let adminConnectionsMax = 64
    /// From one address that is not this machine, and no proxy.
    static let connectionsOfAddressMax = 1_000
    /// What is due within this time is done together.
    private static let roundNanoseconds: Int64 = 250_000_000

    private final class Listening {
        unowned let server: HTTPServer
        let isAdmin: Bool
        var listener: OpaquePointer?
        init(_ server: HTTPServer, isAdmin: Bool) {
            self.server = server
            self.isAdmin = isAdmin
        }
    }

    init(_ loop: Loop, _ clock: any Clock, _ front: any HTTPFront, connectionsMax: Int, proxies: Set<Peer>) {
        self.loop = loop
        self.clock = clock
        self.front = front
        self.proxies = proxies
        self.connectionsMax = max(16, min(connectionsMax, gb_raise_descriptors() - Self.descriptorsKept))
    }

    var count: Int { connections.count }
    /// Streams and polls that wait leave connections for requests.
    var listenersMax: Int { connectionsMax / 10 * 9 }

    /// - Returns: the port; nil: `failure` says why nobody can be heard there.
    func listen(host: String, port: String, isAdmin: Bool, failure: inout String) -> Int? {
        let listening = Listening(self, isAdmin: isAdmin)
        var reason: UnsafePointer<CChar>?
        listening.listener = gb_listen(
            loop.base, host, port,
            { _, descriptor, address, _, context in
                guard let context, let address else { return }
                let listening = Unmanaged<Listening>.fromOpaque(context).takeUnretainedValue()
                listening.server.accept(descriptor, address, isAdmin: listening.isAdmin)
            }, Unmanaged.passUnretained(listening).toOpaque(), &reason)
        guard let listener = listening.listener else {
            failure = reason.map { String(cString: $0) } ?? "unknown"
            return nil
        }
        // Without descriptors a listener that goes on trying would take the whole processor.
        evconnlistener_set_error_cb(listener) { listener, context in
            guard let context, let listener else { return }
            let listening = Unmanaged<Listening>.fromOpaque(context).takeUnretainedValue()
            evconnlistener_disable(listener)
            listening.server.loop.after(milliseconds: 100) { if listening.listener != nil { evconnlistener_enable(listener) } }
        }
        listeners.append(listening)
        return Int(gb_port(listener))
    }

    private func accept(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, isAdmin: Bool) {
        guard let peer = Peer(address), connections.count < connectionsMax + (isAdmin ? Self.adminConnectionsMax : 0),
            peer.isLoopback || proxies.contains(peer) || byAddress[peer.limitKey] < Self.connectionsOfAddressMax,
            let transport = bufferevent_socket_new(loop.base, descriptor, Int32(BEV_OPT_CLOSE_ON_FREE.rawValue))
        else {
            CLinux.close(descriptor)
            return
        }
        accepted &+= 1
        gb_no_delay(descriptor)
        let connection = Connection(transport, peer, isAdmin: isAdmin, self)
        connections[ObjectIdentifier(connection)] = connection
        byAddress.add(peer.limitKey)
        bufferevent_setwatermark(transport, Int16(EV_READ), 0, Self.readBytesMax)
        bufferevent_set_max_single_read(transport, Self.readBytesMax)
        bufferevent_setcb(
            transport, { _, context in HTTPServer.connection(context)?.readable() },
            { _, context in HTTPServer.connection(context)?.written() },
            { _, what, context in HTTPServer.connection(context)?.ended(isBroken: what & Int16(BEV_EVENT_ERROR) != 0) },
            Unmanaged.passUnretained(connection).toOpaque())
        // A connection that cannot be read never ends by itself.
        if bufferevent_enable(transport, Int16(EV_READ) | Int16(EV_WRITE)) != 0 { connection.close() }
    }

    /// The connection lives until its own function returns, also when that closes it.
    private static func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
        context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    func closed(_ connection: Connection) {
        connections[ObjectIdentifier(connection)] = nil
        byAddress.remove(connection.peer.limitKey)
    }

    /// An answer or a body was here that took much memory.
    var onLong: () -> Void = {}

    // MARK: Time

    /// Looks at the connections then at the latest. Later looks stay as they are: a look that comes too early finds nothing to do.
    func wakeBy(_ nanoseconds: Int64) {
        guard nanoseconds < armedAt else { return }
        armedAt = nanoseconds
        let distance = max(0, nanoseconds - clock.monotonicNanoseconds()) + 1_000_000
        var time = timeval(tv_sec: Int(distance / 1_000_000_000), tv_usec: Int(distance % 1_000_000_000 / 1000))
        if timer == nil {
            timer = event_new(
                loop.base, -1, 0, { _, _, context in context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue().tick() } },
                Unmanaged.passUnretained(self).toOpaque())
        }
        if let timer { event_add(timer, &time) }
    }

    private func tick() {
        armedAt = Int64.max
        let now = clock.monotonicNanoseconds()
        var next = Int64.max
        for connection in Array(connections.values) {
            connection.tick(now)
            if connection.isOpen { next = min(next, connection.deadline, connection.beatAt) }
        }
        if next != Int64.max { wakeBy(max(next, now + Self.roundNanoseconds)) }
    }

    // MARK: The end

    /// Hears nobody new, and lets go of whoever is not in the middle of something.
    func beginStop() {
        for listening in listeners {
            if let listener = listening.listener { evconnlistener_free(listener) }
            listening.listener = nil
        }
        for connection in Array(connections.values) { connection.isResting ? connection.close() : connection.giveHeld() }
    }

    /// No connection has anything left to write.
    var isWritten: Bool { connections.values.allSatisfy { $0.isWritten } }

    func closeAll() { for connection in Array(connections.values) { connection.close() } }
}
