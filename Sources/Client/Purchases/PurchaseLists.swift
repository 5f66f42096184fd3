import Codecs
import Linux
import Messages

/// The catalogue and the lists of a player's purchases, for both surfaces.
extension ClientPurchases {
    public enum PurchaseList: Sendable { case notConsumed, activated }

    /// The store code in use: set on the run, or from the configuration.
    @export(interface) public var storeCode: String {
        lock.locked { state.chosenStore ?? state.configuration?.storeCode ?? SandboxStoreAdapter.code }
    }

    @export(interface) public func setStoreCode(_ code: String) { lock.locked { state.chosenStore = code } }

    /// - Parameter openOrders: what the service says that SANDBOX sold outside the game.
    func storeAdapter(_ code: String, for buyer: Buyer, openOrders: JSON? = nil) -> (any StoreAdapter)? {
        if code == SandboxStoreAdapter.code { return SandboxStoreAdapter(client: client, buyer: buyer, openOrders: openOrders) }
        guard let adapter = lock.locked({ host.iap.stores[code] }) else { return nil }
        return HostStore(client: client, adapter: adapter, storeCode: code, buyer: buyer)
    }

    // MARK: Products

    /// The products of the current store.
    /// - Parameter atConsole: also those that are switched off, and those that the store does not know.
    @export(interface) public func requestItemList(atConsole: Bool, completion: @escaping ([PurchasableItem], GamebaseError?) -> Void) {
        requestProducts(.gamebase) { found, error in
            var items: [PurchasableItem] = []
            for product in found where atConsole || product.isKnown && product.item.isActive { items.append(product.item) }
            completion(items, error)
        }
    }

    struct CatalogueProduct {
        var item: PurchasableItem
        var isKnown: Bool
    }

    func requestProducts(_ surface: PurchaseSurface, _ completion: @escaping ([CatalogueProduct], GamebaseError?) -> Void) {
        guard let call: OpenCall<[CatalogueProduct]> = openPurchase(surface, as: .products, { completion($0 ?? [], $1) }) else { return }
        let storeCode = storeCode
        withAnyBuyer(surface, for: call) { [self] buyer in
            client.send(.purchaseItems, ["storeCode": .string(storeCode)], as: buyer, for: call, domain: ClientPurchases.purchaseDomain) {
                [self] body in
                var products: [CatalogueProduct] = []
                for json in body["items"]?.arrayValue ?? [] {
                    // Said by the service for us; it is no property of a product.
                    var members = json.objectValue ?? JSONObject()
                    let isKnown = members["isKnownToStore"]?.boolValue ?? true
                    members["isKnownToStore"] = nil
                    guard let item = PurchasableItem(json: .object(members)) else { continue }
                    products.append(CatalogueProduct(item: item, isKnown: isKnown))
                }
                guard let store = storeAdapter(storeCode, for: buyer) else {
                    return call.finish(products, products.isEmpty ? noStore(storeCode) : nil)
                }
                store.products(products.compactMap { $0.item[.marketItemId] }) { result in
                    switch result {
                    case .success(let known): call.succeed(known.map { ClientPurchases.products(products, knownAs: $0) } ?? products)
                    case .failure(let reason): call.fail(IAPErrors.gamebase(reason.error, as: reason.gamebaseCode))
                    }
                }
            }
        }
    }

    /// The store's prices and texts take the place of the console's.
    private static func products(_ products: [CatalogueProduct], knownAs known: [JSON]) -> [CatalogueProduct] {
        var products = products
        for index in products.indices {
            let id = products[index].item[.marketItemId]
            let told = known.first { $0["marketItemId"]?.stringValue == id }
            if let told { products[index].item.take(told) }
            products[index].isKnown = told != nil
        }
        return products
    }

    // MARK: Payments

    /// What is paid and not consumed, or the subscriptions that run, after resuming what an earlier run left unfinished.
    @export(interface) public func requestPurchases(
        _ list: PurchaseList, allStores: Bool, _ surface: PurchaseSurface,
        completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        let isNotConsumed = list == .notConsumed
        guard
            let call: OpenCall<[PurchasableReceipt]> = openPurchase(
                surface, as: PurchaseCall.list(isNotConsumed, allStores), { completion($0 ?? [], $1) }
            )
        else { return }
        let storeCode = storeCode
        let stores: JSON = ["storeCode": .string(storeCode), "allStores": .bool(allStores)]
        withBuyer(surface, for: call) { [self] buyer in
            reprocess(as: buyer, of: allStores ? nil : storeCode) { [self] in
                // An empty list of a store that is not there would read as "nothing was bought".
                let failure = $0.failure ?? (allStores || storeAdapter(storeCode, for: buyer) != nil ? nil : noStore(storeCode))
                sendList(isNotConsumed ? .purchaseNotConsumed : .purchaseActivated, stores, buyer, failure, call)
            }
        }
    }

    /// - Parameter failure: why the list may not be whole; it comes with what there is.
    private func sendList(
        _ api: RequestName, _ parameters: JSON, _ buyer: Buyer, _ failure: GamebaseError?, _ call: OpenCall<[PurchasableReceipt]>
    ) {
        client.send(api, parameters, as: buyer, for: call, domain: ClientPurchases.purchaseDomain) { body in
            call.finish(buyer.receipts(body["receipts"]), with: failure)
        }
    }

    /// What the store account bought, expired purchases included; never revives a consumed one.
    @export(interface) public func requestRestore(
        _ surface: PurchaseSurface, completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        guard
            let call: OpenCall<[PurchasableReceipt]> = openPurchase(
                surface, as: .restore, timeoutMilliseconds: Client.purchaseTimeoutMilliseconds, { completion($0 ?? [], $1) }
            )
        else { return }
        let storeCode = storeCode
        withBuyer(surface, for: call) { [self] buyer in
            guard let store = storeAdapter(storeCode, for: buyer) else {
                call.fail(noStore(storeCode))
                return
            }
            store.restore { [self] result in
                switch result {
                case .success(let transactions?):
                    StoreBooking(client, store, buyer, transactions, isRestored: true) { call.finish($0, with: $1) }.run()
                case .success: sendList(.purchaseRestore, ["storeCode": .string(storeCode)], buyer, nil, call)
                case .failure(let reason):
                    let code = reason.code < IAPCode.networkNotAvailable ? IAPCode.restoreFailed : reason.code
                    call.fail(IAPErrors.gamebase(IAPErrors.error(code, reason.message, underlying: reason.error), as: reason.gamebaseCode))
                }
            }
        }
    }

    /// Resumes what was interrupted, and passes the payments that came of it.
    @export(interface) public func requestRetryTransaction(completion: @escaping ([PurchasableReceipt], GamebaseError?) -> Void) {
        guard let call: OpenCall<[PurchasableReceipt]> = openPurchase(.gamebase, { completion($0 ?? [], $1) }) else { return }
        withBuyer(.gamebase, for: call) { [self] buyer in
            reprocess(as: buyer) { call.finish($0.receipts, with: $0.failure) }
        }
    }
}
