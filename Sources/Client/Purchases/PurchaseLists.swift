import Linux
import Service
import Wire

/// The catalogue and the lists of a player's purchases.
extension Client {
    /// The store code in use: set on the run, or from the configuration.
    @export(interface) public var storeCode: String {
        lock.locked { state.storeCode ?? state.configuration?.storeCode ?? SandboxStore.code }
    }

    @export(interface) public func setStoreCode(_ code: String) { lock.locked { state.storeCode = code } }

    func storeAdapter(_ code: String) -> (any StoreAdapter)? {
        code == SandboxStore.code ? SandboxStore(client: self) : nil
    }

    /// What can be bought in the current store; inactive products are left out.
    @export(interface) public func requestItemListPurchasable(completion: @escaping ([PurchasableItem], GamebaseError?) -> Void) {
        requestItems(completion) { $0.isActive }
    }

    /// Everything the console lists for the current store, inactive products too.
    @export(interface) public func requestItemListAtConsole(completion: @escaping ([PurchasableItem], GamebaseError?) -> Void) {
        requestItems(completion) { _ in true }
    }

    private func requestItems(
        _ completion: @escaping ([PurchasableItem], GamebaseError?) -> Void, where wanted: @escaping (PurchasableItem) -> Bool
    ) {
        guard let call: OpenCall<[PurchasableItem]> = open(
            Client.purchaseDomain, needs: .loggedIn, { completion($0 ?? [], $1) }
        ) else { return }
        send("purchase.items", ["storeCode": .string(storeCode)], for: call, domain: Client.purchaseDomain) { body in
            call.succeed((body["items"]?.arrayValue ?? []).compactMap(PurchasableItem.init(json:)).filter(wanted))
        }
    }

    /// Paid and not yet consumed. First drives on what an earlier run left unfinished.
    @export(interface) public func requestItemListOfNotConsumed(
        _ configuration: PurchasableConfiguration, completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        guard let call = openList(completion) else { return }
        let stores = listParameters(configuration)
        reprocess { [self] failure in
            guard call.isOpen else { return }
            if let failure {
                call.fail(failure)
            } else {
                sendList("purchase.notConsumed", stores, call)
            }
        }
    }

    /// Subscriptions that have not expired.
    @export(interface) public func requestActivatedPurchases(
        _ configuration: PurchasableConfiguration, completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        guard let call = openList(completion) else { return }
        sendList("purchase.activated", listParameters(configuration), call)
    }

    /// What the store account bought, expired purchases included; never revives a consumed one.
    @export(interface) public func requestRestore(completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void) {
        guard let call = openList(completion) else { return }
        sendList("purchase.restore", ["storeCode": .string(storeCode)], call)
    }

    private func openList(_ completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void) -> OpenCall<[PurchasableReceipt]>? {
        open(Client.purchaseDomain, needs: .loggedIn, { completion($0 ?? [], $1) })
    }

    private func listParameters(_ configuration: PurchasableConfiguration) -> JSON {
        ["storeCode": .string(storeCode), "allStores": .bool(configuration.allStores)]
    }

    private func sendList(_ api: String, _ parameters: JSON, _ call: OpenCall<[PurchasableReceipt]>) {
        send(api, parameters, for: call, domain: Client.purchaseDomain) { body in
            call.succeed((body["receipts"]?.arrayValue ?? []).compactMap(PurchasableReceipt.init(json:)))
        }
    }
}
