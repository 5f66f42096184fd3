import Boundary
import CGamebase
import CLinux
import Client
import Linux

// MARK: Beginning

@_cdecl("NHNCloudIAP_initWithConfiguration") @implementation
public func NHNCloudIAP_initWithConfiguration(_ configuration: OpaquePointer?) { initialize(configuration) }

@_cdecl("NHNCloudIAP_initWithConfiguration_delegate") @implementation
public func NHNCloudIAP_initWithConfiguration_delegate(
    _ configuration: OpaquePointer?, _ delegate: UnsafePointer<NHNCloudInAppPurchaseDelegate>?
) {
    setDelegate(delegate)
    initialize(configuration)
}

private func initialize(_ configuration: OpaquePointer?, _ function: StaticString = #function) {
    var arguments = Arguments("NHNCloudIAP")
    let value = arguments.value(configuration, IAPConfiguration.self, "configuration")
    if arguments.refusedIntoLog(function) { return }
    if let value { Clients.current.purchases.initializeIAP(appKey: value.appKey) }
}

@_cdecl("NHNCloudIAP_setDelegate") @implementation
public func NHNCloudIAP_setDelegate(_ delegate: UnsafePointer<NHNCloudInAppPurchaseDelegate>?) { setDelegate(delegate) }

private func setDelegate(_ delegate: UnsafePointer<NHNCloudInAppPurchaseDelegate>?) {
    let client = Clients.current
    guard let delegate else { return client.purchases.setIAPDelegate(nil) }
    var copy = NHNCloudInAppPurchaseDelegate()
    guard copySized(delegate, into: &copy) else {
        return client.log(.warn, "NHNCloudIAP_setDelegate: structSize: must be sizeof(NHNCloudInAppPurchaseDelegate)")
    }
    let context = copy.context
    var host = IAPDelegate(didReceive: nil, didFail: nil, shouldAdd: nil)
    let didFail = copy.didFailPurchaseProduct_withError
    if let didReceive = copy.didReceivePurchaseResult {
        host.didReceive = { name, receipt in
            withBorrowed(IAPPurchaseResult(receipt: receipt)) { result in
                // A payment that cannot be handed over is an error, never silence: it is in the lists.
                if result != nil { didReceive(result, context) } else { name.withCString { didFail?($0, LastResort.error, context) } }
            }
        }
    }
    if let didFail {
        LastResort.prepare()
        host.didFail = { name, error in name.withCString { name in withBorrowed(error: error) { didFail(name, $0, context) } } }
    }
    if let shouldAdd = copy.shouldAddStorePurchaseForProduct {
        host.shouldAdd = { item in
            var answer: Bool?
            withBorrowed(IAPProduct(item: item)) { if $0 != nil { answer = shouldAdd($0, context) } }
            return answer
        }
    }
    client.purchases.setIAPDelegate(host)
}

// MARK: Buying

@_cdecl("NHNCloudIAP_requestProductsWithCompletionHandler") @implementation
public func NHNCloudIAP_requestProductsWithCompletionHandler(
    _ completionHandler: NHNCloudProductsCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    if completionHandler != nil { LastResort.prepare() }
    Clients.current.purchases.requestIAPProducts { products, invalid, error in
        guard let completionHandler else { return }
        let response =
            error != nil
            ? nil
            : IAPProductsResponse(
                products: products.map { IAPProduct(item: $0) }, invalidProducts: invalid.map { IAPProduct(item: $0) })
        deliverOne(response, error) { completionHandler($0, $1, context) }
    }
}

@_cdecl("NHNCloudIAP_purchaseWithProduct") @implementation
public func NHNCloudIAP_purchaseWithProduct(_ product: OpaquePointer?) { purchase(product: product, nil) }

@_cdecl("NHNCloudIAP_purchaseWithProduct_payload") @implementation
public func NHNCloudIAP_purchaseWithProduct_payload(_ product: OpaquePointer?, _ payload: UnsafePointer<CChar>?) {
    purchase(product: product, payload)
}

@_cdecl("NHNCloudIAP_purchaseWithProductIdentifier") @implementation
public func NHNCloudIAP_purchaseWithProductIdentifier(_ productIdentifier: UnsafePointer<CChar>?) {
    purchase(identifier: productIdentifier, nil)
}

@_cdecl("NHNCloudIAP_purchaseWithProductIdentifier_payload") @implementation
public func NHNCloudIAP_purchaseWithProductIdentifier_payload(
    _ productIdentifier: UnsafePointer<CChar>?, _ payload: UnsafePointer<CChar>?
) {
    purchase(identifier: productIdentifier, payload)
}

private func purchase(product: OpaquePointer?, _ payload: CText?) {
    var arguments = Arguments("NHNCloudIAP")
    let product = arguments.value(product, IAPProduct.self, "product")
    purchase(product?.item[.marketItemId] ?? product?.item.gamebaseProductId ?? "", payload, arguments)
}

private func purchase(identifier: CText?, _ payload: CText?) {
    var arguments = Arguments("NHNCloudIAP")
    let identifier = arguments.requiredText(identifier, "productIdentifier", "the id of a product at the store")
    purchase(identifier, payload, arguments)
}

private func purchase(_ identifier: String, _ payload: CText?, _ checked: Arguments) {
    var arguments = checked
    let payload = arguments.payload(payload)
    if let error = arguments.error { return Clients.current.purchases.failIAPPurchase(identifier, error) }
    Clients.current.purchases.purchaseIAP(identifier, payload: payload)
}

// MARK: Lists

private func deliver(
    purchases completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) -> ([PurchasableReceipt], GamebaseError?) -> Void {
    guard let completionHandler else { return { _, _ in } }
    LastResort.prepare()
    return { receipts, error in
        deliverList(receipts.map { IAPPurchaseResult(receipt: $0) }, error) { completionHandler($0, $1, $2, context) }
    }
}

private func list(
    _ list: ClientPurchases.PurchaseList, allStores: Bool, _ completionHandler: NHNCloudPurchasesCompletionHandler?,
    _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestPurchases(
        list, allStores: allStores, .nhnCloud, completion: deliver(purchases: completionHandler, context))
}

@_cdecl("NHNCloudIAP_requestActivePurchasesWithCompletionHandler") @implementation
public func NHNCloudIAP_requestActivePurchasesWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    list(.activated, allStores: true, completionHandler, context)
}

@_cdecl("NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler") @implementation
public func NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    list(.activated, allStores: false, completionHandler, context)
}

@_cdecl("NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler") @implementation
public func NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    list(.activated, allStores: true, completionHandler, context)
}

@_cdecl("NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler") @implementation
public func NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    list(.notConsumed, allStores: false, completionHandler, context)
}

@_cdecl("NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler") @implementation
public func NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    list(.notConsumed, allStores: true, completionHandler, context)
}

@_cdecl("NHNCloudIAP_restoreWithCompletionHandler") @implementation
public func NHNCloudIAP_restoreWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestRestore(.nhnCloud, completion: deliver(purchases: completionHandler, context))
}

@_cdecl("NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler") @implementation
public func NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(
    _ completionHandler: NHNCloudPurchasesCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.processIncompletePurchases(completion: deliver(purchases: completionHandler, context))
}

// MARK: Consuming

@_cdecl("NHNCloudIAP_consumeWithPurchaseResult_completionHandler") @implementation
public func NHNCloudIAP_consumeWithPurchaseResult_completionHandler(
    _ result: OpaquePointer?, _ completionHandler: NHNCloudIAPErrorCompletionHandler?, _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(error: completionHandler, context)
    var arguments = Arguments("NHNCloudIAP")
    let payment = arguments.value(result, IAPPurchaseResult.self, "result")?.receipt
    if arguments.error == nil, payment?.purchaseToken == nil { arguments.refuse("result", "has no accessToken; take it from a list") }
    guard let payment, let token = payment.purchaseToken else {
        return refuse(iapError(arguments.error), completionHandler != nil) { deliver($0) }
    }
    Clients.current.purchases.consumeIAP(paymentSeq: payment.paymentSeq, accessToken: token, completion: deliver)
}

@_cdecl("NHNCloudIAP_version") @implementation
public func NHNCloudIAP_version() -> UnsafePointer<CChar>? { ThreadTexts.keep(.iapVersion, Client.version) }
