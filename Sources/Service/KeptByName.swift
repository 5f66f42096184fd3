#if !hasFeature(Embedded)
import Storage

/// Values of `service_state` that nothing caches: of services that share a database each reads what the others wrote.
extension Capability {
    func stored(_ name: String) throws(Failure) -> String? {
        try query("SELECT value FROM service_state WHERE name = ?", [.text(name)]).first?.text(0)
    }

    /// - Parameter old: what was read; nil: there was no value.
    /// - Returns: false when another service has changed it meanwhile.
    func replace(_ name: String, _ old: String?, by value: String) throws(Failure) -> Bool {
        guard let old else {
            return try runCounted(
                "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [.text(name), .text(value)]) > 0
        }
        if old == value { return true }
        return try runCounted(
            "UPDATE service_state SET value = ? WHERE name = ? AND value = ?", [.text(value), .text(name), .text(old)]) > 0
    }
}
#endif
