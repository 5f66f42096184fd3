import Boundary
import CGamebase
import Client
import Linux

// MARK: Buying

@_cdecl("TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
    _ gamebaseProductId: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBPurchaseCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    purchase(gamebaseProductId, nil, viewController, completion, context)
}

@_cdecl("TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
    _ gamebaseProductId: UnsafePointer<CChar>?, _ payload: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?,
    _ completion: TCGBPurchaseCompletion?, _ context: UnsafeMutableRawPointer?
) {
    purchase(gamebaseProductId, payload, viewController, completion, context)
}

private func purchase(
    _ gamebaseProductId: CText?, _ payload: CText?, _ window: UnsafeMutableRawPointer?, _ completion: TCGBPurchaseCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("TCGBPurchase")
    let product = arguments.requiredText(gamebaseProductId, "gamebaseProductId", "the id of a product in the console")
    let payload = arguments.payload(payload)
    let deliver = deliver(value: PurchasableReceipt.self, completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    Clients.current.purchases.requestPurchase(
        .gamebaseProductId(product), payload: payload, window: UInt(bitPattern: window), completion: deliver)
}

@_cdecl("TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion") @implementation
public func TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(
    _ itemSeq: Int64, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBPurchaseCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestPurchase(
        .itemSeq(itemSeq), payload: nil, window: UInt(bitPattern: viewController),
        completion: deliver(value: PurchasableReceipt.self, completion, context))
}

// MARK: Lists

@_cdecl("TCGBPurchase_requestItemListPurchasableWithCompletion") @implementation
public func TCGBPurchase_requestItemListPurchasableWithCompletion(
    _ completion: TCGBPurchasableItemsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestItemList(atConsole: false, completion: deliver(list: PurchasableItem.self, completion, context))
}

@_cdecl("TCGBPurchase_requestItemListAtIAPConsoleWithCompletion") @implementation
public func TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(
    _ completion: TCGBPurchasableItemsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestItemList(atConsole: true, completion: deliver(list: PurchasableItem.self, completion, context))
}

@_cdecl("TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion") @implementation
public func TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    list(.notConsumed, configuration, completion, context)
}

@_cdecl("TCGBPurchase_requestItemListOfNotConsumedWithCompletion") @implementation
public func TCGBPurchase_requestItemListOfNotConsumedWithCompletion(
    _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestPurchases(
        .notConsumed, allStores: false, .gamebase, completion: deliver(list: PurchasableReceipt.self, completion, context))
}

@_cdecl("TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion") @implementation
public func TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    list(.activated, configuration, completion, context)
}

@_cdecl("TCGBPurchase_requestActivatedPurchasesWithCompletion") @implementation
public func TCGBPurchase_requestActivatedPurchasesWithCompletion(
    _ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.purchases.requestPurchases(
        .activated, allStores: false, .gamebase, completion: deliver(list: PurchasableReceipt.self, completion, context))
}

private func list(
    _ list: ClientPurchases.PurchaseList, _ configuration: OpaquePointer?, _ completion: TCGBPurchasableReceiptsCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    let deliver = deliver(list: PurchasableReceipt.self, completion, context)
    var arguments = Arguments("TCGBPurchase")
    let value = arguments.value(configuration, PurchasableConfiguration.self, "configuration")
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver([], $0) } }
    Clients.current.purchases.requestPurchases(list, allStores: value?.allStores ?? false, .gamebase, completion: deliver)
}

@_cdecl("TCGBPurchase_requestRestoreWithCompletion") @implementation
public func TCGBPurchase_requestRestoreWithCompletion(_ completion: TCGBPurchasableReceiptsCompletion?, _ context: UnsafeMutableRawPointer?)
{
    Clients.current.purchases.requestRestore(.gamebase, completion: deliver(list: PurchasableReceipt.self, completion, context))
}

// MARK: Deprecated

@_cdecl("TCGBPurchase_requestRetryTransactionWithCompletion") @implementation
public func TCGBPurchase_requestRetryTransactionWithCompletion(
    _ completion: TCGBRetryTransactionCompletion?, _ context: UnsafeMutableRawPointer?
) {
    if completion != nil { LastResort.prepare() }
    Clients.current.purchases.requestRetryTransaction { receipts, error in
        guard let completion else { return }
        deliverOne(error == nil || !receipts.isEmpty ? RetryTransactionResult(successList: receipts) : nil, error) {
            completion($0, $1, context)
        }
    }
}

@_cdecl("TCGBPurchase_setPromotionIAPHandler") @implementation
public func TCGBPurchase_setPromotionIAPHandler(_ handler: TCGBPromotionIAPHandler?, _ context: UnsafeMutableRawPointer?) {
    guard let handler else { return Clients.current.purchases.setPromotionHandler(nil) }
    LastResort.prepare()
    Clients.current.purchases.setPromotionHandler { receipt, error in deliverOne(receipt, error) { handler($0, $1, context) } }
}

// MARK: Store

@_cdecl("TCGBPurchase_setStoreCode") @implementation
public func TCGBPurchase_setStoreCode(_ storeCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBPurchase")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as SANDBOX")
    if arguments.refusedIntoLog() { return }
    Clients.current.purchases.setStoreCode(code)
}

@_cdecl("TCGBPurchase_storeCode") @implementation
public func TCGBPurchase_storeCode() -> UnsafePointer<CChar>? { ThreadTexts.keep(.purchaseStoreCode, Clients.current.purchases.storeCode) }
