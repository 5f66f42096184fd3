import Linux
import Messages

/// What the host says of the way to a service elsewhere; forgotten by shutdown.
struct HostNetwork {
    var http: HostHTTP?
    var operatorKey: String?
    var allowsPlainHTTP = false
}

extension Client {
    /// Counts from the next start on.
    /// - Returns: false while the client runs.
    @export(interface) public func setHTTP(_ http: HostHTTP?) -> Bool {
        lock.locked {
            guard state.phase == .stopped || (state.phase == .started && state.home == nil) else { return false }
            host.network.http = http
            return true
        }
    }

    @export(interface) public func setAllowsPlainHTTP(_ allows: Bool) { lock.locked { host.network.allowsPlainHTTP = allows } }

    /// - Parameter key: nil: that of the environment again.
    /// - Returns: false for a key that cannot be one; nothing changes then.
    @export(interface) public func setOperatorKey(_ key: String?) -> Bool {
        if let key {
            guard !key.isEmpty, key.utf8.count <= HTTPForm.tokenBytesMax, key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                return false
            }
        }
        lock.locked { host.network.operatorKey = key }
        return true
    }
}
