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
}
