import Codecs
import Linux
import Messages

/// The client's side of every store that `gamebased` asks itself: the server puts the order before the player, by a page or by the store's
/// own window, and says what became of it. Nothing of the store is here, and no key of it.
extension ClientPurchases {
    static let accountBytesMax = 128
    static let serverStoreCapabilities: UInt64 = 2 | 64

    /// Registers it under a store's code. `account`: who the player is at the store.
    /// - Returns: as `setStore`; false for a longer account, too.
    @export(interface) public func useServerStore(_ code: String, account: String?) -> Bool {
        if let account, account.utf8.count > Self.accountBytesMax { return false }
        let adapter = HostStoreAdapter(capabilities: Self.serverStoreCapabilities, kinds: [.begin, .poll, .finish]) { [self] request in
            // The server has told the store all that it must hear.
            if request.kind == .finish { _ = request.succeed(.null) } else { ask(request, account) }
        } close: {
        }
        return setStore(adapter, for: code)
    }

    private func ask(_ request: StoreRequest, _ account: String?) {
        var parameters: JSONObject = ["storeCode": .string(request.storeCode)]
        parameters.set("orderKey", request.orderKey)
        if request.kind == .begin {
            parameters["begins"] = true
            parameters.set("account", account)
            parameters.set("language", request.language)
        }
        let asked = JSON.object(parameters)
        anyBuyer { [self] buyer in
            guard let buyer, request.userId.map({ sameText($0, buyer.userID) }) == true else {
                _ = request.fail(IAPCode.networkNotAvailable, "its player does not play now")
                return
            }
            client.send(.storePoll, asked, as: buyer) { reply in
                if reply.resultCode == 0 {
                    _ = request.succeed(reply.body)
                } else {
                    _ = request.fail(reply.body["detailCode"]?.int64Value ?? IAPCode.networkNotAvailable, reply.message)
                }
            }
        }
    }
}
