import CLinux

/// Reads links and default routes and decides what they amount to.
enum NetworkReading {
    static let linksMax = 4096
    static let routeLinksMax = 4096
    /// A dump that changed under way is asked for again.
    static let attemptsMax = 4

    static func state() -> NetworkState {
        guard let links = links(), let routes = defaultLinks() else { return .unknown }
        return decide(links: links, defaultLinks: routes, isWireless: isWireless)
    }

    /// nil when the kernel gives no complete answer.
    static func links() -> [NetworkLink]? {
        var links: [NetworkLink] = []
        let complete = dump(UInt16(RTM_GETLINK)) { message in
            guard message.type == UInt16(RTM_NEWLINK), links.count < linksMax, let link = NetworkLink(message.payload) else { return }
            links.append(link)
        } start: {
            links = []
        }
        return complete ? links : nil
    }

    private static func defaultLinks() -> [Int32]? {
        var routes: [Int32] = []
        let complete = dump(UInt16(RTM_GETROUTE)) { message in
            guard message.type == UInt16(RTM_NEWROUTE) else { return }
            NetworkRoute.forEachDefaultLink(message.payload) { index in
                if routes.count < routeLinksMax, !routes.contains(index) { routes.append(index) }
            }
        } start: {
            routes = []
        }
        return complete ? routes : nil
    }

    /// A tunnel runs over another link, so it decides only when no other link leads out; among the others one that is not
    /// cellular wins.
    static func decide(links: [NetworkLink], defaultLinks: [Int32], isWireless: (String) -> Bool) -> NetworkState {
        var best: (rank: Int, kindText: String)?
        for link in links where isUsable(link) && defaultLinks.contains(link.index) {
            let found: (rank: Int, kindText: String)
            if isCellular(link) {
                found = (2, "cellular")
            } else if isTunnel(link) {
                found = (1, "tunnel")
            } else if isWireless(link.name) {
                found = (3, "wifi")
            } else {
                found = (4, link.hardware == 1 ? "ethernet" : "other")
            }
            if found.rank > (best?.rank ?? 0) { best = found }
        }
        guard let best else { return NetworkState(status: .notReachable, kindText: "none") }
        return NetworkState(status: best.rank == 2 ? .wwan : .wifi, kindText: best.kindText)
    }

    /// The kernel's IFF_RUNNING means a carrier and a finished negotiation; IFF_LOWER_UP alone is the carrier.
    private static func isUsable(_ link: NetworkLink) -> Bool {
        let up: UInt32 = 0x1, loopback: UInt32 = 0x8, running: UInt32 = 0x40
        return link.flags & up != 0 && link.flags & running != 0 && link.flags & loopback == 0
    }

    /// "ww" is what udev calls cellular modems; "wwan" is the kernel's own name for them.
    private static func isCellular(_ link: NetworkLink) -> Bool {
        link.name.utf8.starts(with: "ww".utf8) || link.kind == "wwan" || link.kind == "rmnet"
    }

    private static func isTunnel(_ link: NetworkLink) -> Bool {
        switch link.kind {
        case "wireguard", "tun", "ipip", "sit", "gre", "ip6tnl", "ip6gre", "vti", "vti6", "xfrm": true
        default: false
        }
    }

    private static func isWireless(_ name: String) -> Bool {
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else { return false }
        return "/sys/class/net/\(name)/wireless".withCString { access($0, F_OK) == 0 }
    }

    /// Asks for all objects of one type and gives each message of the answer to `body`; `start` runs before each attempt.
    /// - Returns: false when no complete answer came.
    private static func dump(_ type: UInt16, _ body: (NetworkMessage) -> Void, start: () -> Void) -> Bool {
        for _ in 0..<attemptsMax {
            start()
            // A socket of its own: an answer and a report of a change cannot be mixed up, and nothing is left over from the last attempt.
            let descriptor = gb_route_socket(0)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            guard gb_route_ask(descriptor, type, 1) == 0 else { return false }
            switch collect(descriptor, body) {
            case .complete: return true
            case .failed: return false
            case .interrupted: continue
            }
        }
        return false
    }

    private enum Collected { case complete, interrupted, failed }

    private static func collect(_ descriptor: Int32, _ body: (NetworkMessage) -> Void) -> Collected {
        withUnsafeTemporaryAllocation(byteCount: NetworkMonitor.datagramBytesMax, alignment: 8) { buffer in
            var interrupted = false
            // A link is less than 4 KiB and a datagram holds at least one, so this is far above any honest answer.
            for _ in 0..<(2 * linksMax) {
                let count = gb_route_receive(descriptor, buffer.baseAddress, buffer.count)
                if count == -Int(EINTR) { continue }
                if count == -Int(EAGAIN) {
                    guard isReadable(descriptor) else { return .failed }
                    continue
                }
                if count == -Int(ENOBUFS) || count == 0 { return .interrupted }
                guard count > 0 else { return .failed }
                var end: Collected?
                NetworkMessages.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[0..<min(count, buffer.count)])) { message in
                    guard end == nil, message.sequence == 1 else { return }
                    if message.flags & UInt16(NLM_F_DUMP_INTR) != 0 { interrupted = true }
                    switch message.type {
                    case UInt16(NLMSG_DONE): end = interrupted ? .interrupted : .complete
                    case UInt16(NLMSG_ERROR): end = .failed
                    default: body(message)
                    }
                }
                if let end { return end }
            }
            return .failed
        }
    }

    /// The kernel answers a dump within the request, so an answer that is not there soon will not come.
    private static func isReadable(_ descriptor: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 200) > 0
    }
}
