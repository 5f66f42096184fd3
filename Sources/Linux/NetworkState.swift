import CLinux

/// How the machine reaches the network, with the values that the SDKs use for it (NetworkStatus).
public enum NetworkStatus: Int32, Sendable {
    /// The system does not say, for example in a sandbox without route netlink.
    case notDefined = -100
    case notReachable = -1
    /// Only cellular links lead out.
    case wwan = 0
    /// Any other link: Wi-Fi, Ethernet and the rest.
    case wifi = 1
}

/// What a reading of the network gave.
public struct NetworkState: Equatable, Sendable {
    public var status: NetworkStatus
    /// "ethernet", "wifi", "cellular", "tunnel" or "other" for the chosen link; "none" and "unknown" without one.
    public var kindText: String

    @export(interface) public init(status: NetworkStatus, kindText: String) {
        self.status = status
        self.kindText = kindText
    }

    public static let unknown = NetworkState(status: .notDefined, kindText: "unknown")
}

/// Watches links and default routes over route netlink (rtnetlink(7)). Not for use by two threads at once.
public final class NetworkMonitor: @unchecked Sendable {
    /// Datagrams taken by one `receive`; the descriptor stays readable when there are more.
    static let datagramsMax = 256
    /// The kernel's answers to a dump come in datagrams of at most 32 KiB.
    static let datagramBytesMax = 64 * 1024

    /// Readable when something may have changed; for poll. Non-blocking, close-on-exec, closed with the monitor.
    public let descriptor: Int32
    private var last: NetworkState

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        last = NetworkReading.state()
    }

    /// - Returns: nil when the system does not give route netlink to this process.
    @export(interface) public static func open() -> NetworkMonitor? {
        let descriptor = gb_route_socket(UInt32(RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE))
        return descriptor < 0 ? nil : NetworkMonitor(descriptor)
    }

    deinit { close(descriptor) }

    /// Asks the kernel now.
    @export(interface) public func currentStatus() -> NetworkStatus { currentState().status }

    /// Asks the kernel now.
    @export(interface) public func currentState() -> NetworkState {
        last = NetworkReading.state()
        return last
    }

    /// The link kind of the last reading.
    @export(interface) public var kindText: String { last.kindText }

    /// Takes what the kernel reported. Nothing of it is trusted to be complete: a report, or the loss of reports (ENOBUFS), only leads
    /// to a new reading, and that is compared.
    /// - Returns: true when status or kind differ from the last reading.
    @export(interface) public func receive() -> Bool {
        guard drain() else { return false }
        let before = last
        return currentState() != before
    }

    /// - Returns: true when a link or a route was reported, or reports were lost.
    private func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.datagramBytesMax, alignment: 8) { buffer in
            var matters = false
            for _ in 0..<Self.datagramsMax {
                let count = gb_route_receive(descriptor, buffer.baseAddress, buffer.count)
                if count == -Int(EINTR) { continue }
                if count == -Int(ENOBUFS) || count == 0 { matters = true; continue }
                guard count > 0 else { break }
                guard !matters else { continue }
                NetworkMessages.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[0..<min(count, buffer.count)])) { message in
                    switch message.type {
                    case UInt16(RTM_NEWLINK), UInt16(RTM_DELLINK), UInt16(RTM_NEWROUTE), UInt16(RTM_DELROUTE): matters = true
                    default: break
                    }
                }
            }
            return matters
        }
    }
}
