import CGamebase
import Client
import Linux

// MARK: Buying

@_cdecl("TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
    _ gamebaseProductId: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBPurchaseCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    purchase(gamebaseProductId, nil, completion, context)
}

@_cdecl("TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
    _ gamebaseProductId: UnsafePointer<CChar>?, _ payload: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?,
    _ completion: TCGBPurchaseCompletion?, _ context: UnsafeMutableRawPointer?
) {
    purchase(gamebaseProductId, payload, completion, context)
}

/// Longer payloads are refused: the service stores them with the payment.
private let payloadBytesMax = 4_096

private func purchase(
    _ gamebaseProductId: CText?, _ payload: CText?, _ completion: TCGBPurchaseCompletion?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    var arguments = Arguments("TCGBPurchase")
    let product = arguments.requiredText(gamebaseProductId, "gamebaseProductId", "the id of a product in the console")
    let payload = arguments.text(payload, "payload")
    if let payload, payload.utf8.count > payloadBytesMax {
        arguments.refuse("payload", "is \(payload.utf8.count) bytes long; pass at most \(payloadBytesMax)")
    }
    let deliver = deliver(purchase: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    Clients.current.requestPurchase(.gamebaseProductId(product), payload: payload, completion: deliver)
}

@_cdecl("TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(
    _ itemSeq: Int64, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBPurchaseCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.requestPurchase(.itemSeq(itemSeq), payload: nil, completion: deliver(purchase: completion, context))
}

// MARK: Lists

@_cdecl("TCGBPurchase_requestItemListPurchasableWithCompletion") @implementation
public func TCGBPurchase_requestItemListPurchasableWithCompletion(
    _ completion: TCGBPurchasableItemsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.requestItemListPurchasable(completion: deliver(items: completion, context))
}

@_cdecl("TCGBPurchase_requestItemListAtIAPConsoleWithCompletion") @implementation
public func TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(
    _ completion: TCGBPurchasableItemsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.requestItemListAtConsole(completion: deliver(items: completion, context))
}

@_cdecl("TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion") @implementation
public func TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(receipts: completion, context)
    guard let configuration = configurationOrRefusal(configuration, completion != nil, deliver) else { return }
    Clients.current.requestItemListOfNotConsumed(configuration, completion: deliver)
}

@_cdecl("TCGBPurchase_requestItemListOfNotConsumedWithCompletion") @implementation
public func TCGBPurchase_requestItemListOfNotConsumedWithCompletion(
    _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.requestItemListOfNotConsumed(PurchasableConfiguration(), completion: deliver(receipts: completion, context))
}

@_cdecl("TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion") @implementation
public func TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(receipts: completion, context)
    guard let configuration = configurationOrRefusal(configuration, completion != nil, deliver) else { return }
    Clients.current.requestActivatedPurchases(configuration, completion: deliver)
}

@_cdecl("TCGBPurchase_requestActivatedPurchasesWithCompletion") @implementation
public func TCGBPurchase_requestActivatedPurchasesWithCompletion(
    _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.requestActivatedPurchases(PurchasableConfiguration(), completion: deliver(receipts: completion, context))
}

@_cdecl("TCGBPurchase_requestRestoreWithCompletion") @implementation
public func TCGBPurchase_requestRestoreWithCompletion(_ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.requestRestore(completion: deliver(receipts: completion, context))
}

private func configurationOrRefusal(
    _ configuration: OpaquePointer?, _ isHeard: Bool, _ deliver: @escaping ([PurchasableReceipt], GamebaseError?) -> Void,
    _ function: StaticString = #function
) -> PurchasableConfiguration? {
    var arguments = Arguments("TCGBPurchase")
    let value = arguments.value(configuration, PurchasableConfiguration.self, "configuration")
    if let error = arguments.error { refuse(error, isHeard, function) { deliver([], $0) } }
    return value
}

// MARK: Store

@_cdecl("TCGBPurchase_setStoreCode") @implementation
public func TCGBPurchase_setStoreCode(_ storeCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBPurchase")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as SANDBOX")
    if arguments.refusedIntoLog() { return }
    Clients.current.setStoreCode(code)
}

@_cdecl("TCGBPurchase_storeCode") @implementation
public func TCGBPurchase_storeCode() -> UnsafePointer<CChar>? { ThreadTexts.keep(.purchaseStoreCode, Clients.current.storeCode) }
