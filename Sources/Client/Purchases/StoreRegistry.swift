import Codecs
import Linux
import Messages

/// The stores that the host registered, and what they tell by themselves.
extension ClientPurchases {
    static let storesMax = 32

    var hasStores: Bool { lock.locked { !host.iap.stores.isEmpty } }

    /// Registers a store in place of what was registered under its code; nil takes it away.
    /// - Returns: false for a code that takes none, and when `storesMax` are registered.
    @export(interface) public func setStore(_ adapter: HostStoreAdapter?, for code: String) -> Bool {
        guard code != SandboxStoreAdapter.code, !code.isEmpty, code.utf8.count <= Limit.storeCodeBytes else { return false }
        let earlier: (isSet: Bool, close: (() -> Void)?) = lock.locked {
            if adapter != nil, host.iap.stores[code] == nil, host.iap.stores.count >= ClientPurchases.storesMax { return (false, nil) }
            let close = host.iap.stores[code]?.close
            host.iap.stores[code] = adapter
            return (true, close)
        }
        if let close = earlier.close { runLoop.post(close) }
        return earlier.isSet
    }

    /// Before the last deliveries of a shutdown.
    func closeStores() {
        let stores = lock.locked {
            defer { host.iap.stores = [:] }
            return host.iap.stores
        }
        for (_, store) in stores { runLoop.post(store.close) }
    }

    /// Something that a store sent by itself. The adapter reads it inside the run loop.
    /// - Returns: false when nobody can read it now.
    @export(interface) public func handleStoreEvent(_ event: String, for code: String) -> Bool {
        guard phase == .started, let adapter = lock.locked({ host.iap.stores[code] }), adapter.kinds.contains(.event) else { return false }
        return runLoop.postEvent { [self] in
            anyBuyer { [self] buyer in
                guard let buyer else {
                    return client.log(.warn, "an event of the store \(code) came while nobody is logged in; a poll will find it")
                }
                let store = HostStore(client: client, adapter: adapter, storeCode: code, buyer: buyer)
                store.read(event) { [self] result in
                    switch result {
                    case .success(let transactions):
                        StoreBooking(client, store, buyer, transactions ?? []) { [self] _, failure in
                            if let failure { client.log(.warn, "an event of the store \(code): \(failure.message)") }
                        }.run()
                    case .failure(let failure): client.log(.warn, "an event of the store \(code): \(failure.message)")
                    }
                }
            }
        }
    }
}
