import Codecs
import Linux
import Messages

/// Who hears how NHN Cloud purchases end. Each function is called inside the run loop.
public struct IAPDelegate {
    /// With the product as the purchase call named it.
    public var didReceive: ((String, PurchasableReceipt) -> Void)?
    public var didFail: ((String, GamebaseError) -> Void)?
    /// Whether a wish from the store's own window is carried on; no function counts as yes. It answers nil when the game could not be asked.
    public var shouldAdd: ((PurchasableItem) -> Bool?)?

    @export(interface) public init(
        didReceive: ((String, PurchasableReceipt) -> Void)?, didFail: ((String, GamebaseError) -> Void)?,
        shouldAdd: ((PurchasableItem) -> Bool?)?
    ) {
        self.didReceive = didReceive
        self.didFail = didFail
        self.shouldAdd = shouldAdd
    }
}

/// What the host said about purchases; forgotten by shutdown.
struct IAPHost {
    var userID: String?
    var delegate: IAPDelegate?
    var promotionHandler: ((PurchasableReceipt?, GamebaseError?) -> Void)?
    var stores: [String: HostStoreAdapter] = [:]
}

/// The calls of NHN Cloud IAP: other names for the same purchases.
extension ClientPurchases {
    @export(interface) public func setIAPDelegate(_ delegate: IAPDelegate?) { lock.locked { host.iap.delegate = delegate } }

    /// Starts the client if Gamebase did not.
    @export(interface) public func initializeIAP(appKey: String) {
        let alone = lock.locked { state.phase == .stopped || state.home == nil }
        if alone, let error = client.start(Configuration(appID: appKey, appVersion: ""), isIAPKey: true) {
            return client.log(.error, "NHNCloudIAP_initWithConfiguration: \(error.message)")
        }
        let started: Bool = lock.locked {
            guard state.phase == .started else { return false }
            if alone { state.isStartedByIAP = true }
            state.isIAPInitialized = true
            return true
        }
        guard started else { return client.log(.error, "NHNCloudIAP_initWithConfiguration: a shutdown is running") }
        if client.subscribeToService() { client.mayWaitForDisk { client.notifications.begin() } }
        reprocessForIAPUser()
    }

    /// On the edge where both are there, the initialization and the player, and whenever the player changes.
    func reprocessForIAPUser() {
        let (isInitialized, userID, session) = lock.locked { (state.isIAPInitialized, host.iap.userID, state.session) }
        // A Gamebase login reprocesses by itself.
        guard isInitialized, let userID, session.map({ sameText($0.userId, userID) }) != true else { return }
        buyer(.nhnCloud) { [self] result in
            switch result {
            case .failure(let error): client.log(.warn, "interrupted purchases were not resumed: \(error.message)")
            case .success(let buyer): reprocess(as: buyer) { [self] _ in fetchOffers(buyer) }
            }
        }
    }

    @export(interface) public func requestIAPProducts(
        completion: @escaping (_ products: [PurchasableItem], _ invalid: [PurchasableItem], GamebaseError?) -> Void
    ) {
        requestProducts(.nhnCloud) { found, error in
            var valid: [PurchasableItem] = []
            var invalid: [PurchasableItem] = []
            for product in found {
                if product.isKnown && product.item.isActive { valid.append(product.item) } else { invalid.append(product.item) }
            }
            completion(valid, invalid, error)
        }
    }

    /// - Parameter name: how the game named the product; the delegate hears it again.
    @export(interface) public func purchaseIAP(_ name: String, payload: String?) {
        purchase(PurchaseWish(.marketItemId(name), .nhnCloud, payload: payload)) { [self] in tellDelegate(name, $0, $1) }
    }

    /// A call that was refused at the boundary.
    @export(interface) public func failIAPPurchase(_ name: String, _ error: GamebaseError) {
        client.refuse(IAPErrors.lower(error)) { [self] in tellDelegate(name, nil, $0) }
    }

    /// Inside the run loop.
    func tellDelegate(_ name: String, _ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        let delegate = lock.locked { host.iap.delegate }
        if let error {
            guard let didFail = delegate?.didFail else { return client.log(.warn, "the purchase of \(name) failed: \(error.message)") }
            didFail(name, error)
        } else if let receipt {
            delegate?.didReceive?(name, receipt)
        }
    }

    /// Consumptions whose answer is awaited, at a time; one more is answered all the same, and its repetition as another one's.
    private static let consumptionsMax = 1_024

    /// Takes a payment out of the list for good. Asked again after an answer was lost, the service gives the first answer again.
    @export(interface) public func consumeIAP(paymentSeq: String, accessToken: String, completion: @escaping (GamebaseError?) -> Void) {
        guard let call: OpenCall<Bool> = openPurchase(.nhnCloud, { completion($1) }) else { return }
        withBuyer(.nhnCloud, for: call) { [self] buyer in
            let requestId = lock.locked { own.consumptions[paymentSeq] } ?? Hex.encode(platform.random.bytes(16))
            lock.locked {
                if own.consumptions.count < ClientPurchases.consumptionsMax { own.consumptions[paymentSeq] = requestId }
            }
            client.send(
                .purchaseConsume,
                [
                    "paymentSeq": .string(paymentSeq), "accessToken": .string(accessToken), "requestId": .string(requestId),
                ], as: buyer
            ) { [self] reply in
                // The id stays when the call has ended before its answer, and when no answer came: the next call repeats this one.
                guard calls.close(call.identifier) else { return }
                if !ResultCode.meansNoAnswer(reply.resultCode) { lock.locked { own.consumptions[paymentSeq] = nil } }
                let complete = call.complete
                let error =
                    reply.resultCode == 0
                    ? nil : ServiceErrors.clientError(for: .purchaseConsume, reply, domain: ClientPurchases.purchaseDomain)
                runLoop.complete { complete(true, error) }
            }
        }
    }
}
