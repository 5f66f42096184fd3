import Codecs
import Linux

extension Client {
    /// How the machine reaches the network: as last seen while the client runs, asked of the system before.
    @export(interface) public var networkStatus: NetworkStatus {
        let seen = lock.locked { state.network }
        if seen != .notDefined { return seen }
        return NetworkMonitor.open()?.currentStatus() ?? .notDefined
    }

    /// The name that the SDKs give the status.
    @export(interface) public static func networkStatusName(_ status: NetworkStatus) -> String {
        switch status {
        case .notDefined: "ReachabilityIsNotDefined"
        case .notReachable: "NotReachable"
        case .wwan: "ReachableViaWWAN"
        case .wifi: "ReachableViaWifi"
        }
    }

    /// On the client's thread: at start, and whenever rtnetlink reports a change.
    func networkMayHaveChanged(_ monitor: NetworkMonitor) {
        let status = monitor.currentStatus()
        let before = lock.locked {
            defer { state.network = status }
            return state.network
        }
        guard before != .notDefined, before != status, isInitialized else { return }
        raise(
            EventMessage.Category.observerNetwork,
            [
                "code": .integer(Int64(status.rawValue)), "message": .string(networkText(status)), "extras": .null,
            ])
    }

    private func networkText(_ status: NetworkStatus) -> String {
        switch status {
        case .notDefined: return "unknown"
        case .notReachable: return "not reachable"
        case .wwan: return "reachable by a cellular network"
        case .wifi: return "reachable"
        }
    }
}
