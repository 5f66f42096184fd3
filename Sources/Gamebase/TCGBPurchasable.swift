import Boundary
import CGamebase
import Client
import Wire

extension PurchasableConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .purchasableConfiguration }
    package typealias Field = NoField
}

extension PurchasableItem: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .purchasableItem }
    package enum Field: Int { case gamebaseProductId, priceString, currency, itemName, marketId, marketItemId, productType, localizedPrice, localizedTitle, localizedDescription, jsonString, prettyJsonString }
}

extension PurchasableReceipt: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .purchasableReceipt }
    package enum Field: Int { case gamebaseProductId, priceString, currency, paymentSeq, purchaseToken, marketItemId, productType, userId, paymentId, payload, originalPaymentId, storeCode, jsonString, prettyJsonString, updateKind }
}

// MARK: TCGBPurchasableConfiguration

@_cdecl("TCGBPurchasableConfiguration_create") @implementation
public func TCGBPurchasableConfiguration_create() -> OpaquePointer? {
    newHandle(PurchasableConfiguration())
}

@_cdecl("TCGBPurchasableConfiguration_allStores") @implementation
public func TCGBPurchasableConfiguration_allStores(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, PurchasableConfiguration.self, else: false) { $0.value.allStores }
}

@_cdecl("TCGBPurchasableConfiguration_setAllStores") @implementation
public func TCGBPurchasableConfiguration_setAllStores(_ configuration: OpaquePointer?, _ allStores: Bool) {
    change(configuration, PurchasableConfiguration.self) { $0.allStores = allStores }
}

// MARK: TCGBPurchasableItem

@_cdecl("TCGBPurchasableItem_purchasableItemFromJsonString") @implementation
public func TCGBPurchasableItem_purchasableItemFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PurchasableItem.init(json:), "TCGBPurchasableItem")
}

@_cdecl("TCGBPurchasableItem_gamebaseProductId") @implementation
public func TCGBPurchasableItem_gamebaseProductId(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .gamebaseProductId) { $0.gamebaseProductId }
}

@_cdecl("TCGBPurchasableItem_priceString") @implementation
public func TCGBPurchasableItem_priceString(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .priceString) { $0.priceString }
}

@_cdecl("TCGBPurchasableItem_currency") @implementation
public func TCGBPurchasableItem_currency(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .currency) { $0.currency }
}

@_cdecl("TCGBPurchasableItem_itemName") @implementation
public func TCGBPurchasableItem_itemName(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .itemName) { $0.itemName }
}

@_cdecl("TCGBPurchasableItem_marketId") @implementation
public func TCGBPurchasableItem_marketId(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .marketId) { $0.marketId }
}

@_cdecl("TCGBPurchasableItem_marketItemId") @implementation
public func TCGBPurchasableItem_marketItemId(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .marketItemId) { $0.marketItemId }
}

@_cdecl("TCGBPurchasableItem_productType") @implementation
public func TCGBPurchasableItem_productType(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .productType) { $0.productType }
}

@_cdecl("TCGBPurchasableItem_localizedPrice") @implementation
public func TCGBPurchasableItem_localizedPrice(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .localizedPrice) { $0.localizedPrice }
}

@_cdecl("TCGBPurchasableItem_localizedTitle") @implementation
public func TCGBPurchasableItem_localizedTitle(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .localizedTitle) { $0.localizedTitle }
}

@_cdecl("TCGBPurchasableItem_localizedDescription") @implementation
public func TCGBPurchasableItem_localizedDescription(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(item, PurchasableItem.self, .localizedDescription) { $0.localizedDescription }
}

@_cdecl("TCGBPurchasableItem_price") @implementation
public func TCGBPurchasableItem_price(_ item: OpaquePointer?) -> Float {
    read(item, PurchasableItem.self, else: -1) { $0.value.price }
}

@_cdecl("TCGBPurchasableItem_isActive") @implementation
public func TCGBPurchasableItem_isActive(_ item: OpaquePointer?) -> Bool {
    read(item, PurchasableItem.self, else: false) { $0.value.isActive }
}

@_cdecl("TCGBPurchasableItem_itemSeq") @implementation
public func TCGBPurchasableItem_itemSeq(_ item: OpaquePointer?) -> Int64 {
    read(item, PurchasableItem.self, else: -1) { $0.value.itemSeq }
}

@_cdecl("TCGBPurchasableItem_jsonString") @implementation
public func TCGBPurchasableItem_jsonString(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(item, PurchasableItem.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPurchasableItem_prettyJsonString") @implementation
public func TCGBPurchasableItem_prettyJsonString(_ item: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(item, PurchasableItem.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBPurchasableReceipt

@_cdecl("TCGBPurchasableReceipt_purchasableReceiptFromJsonString") @implementation
public func TCGBPurchasableReceipt_purchasableReceiptFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PurchasableReceipt.init(json:), "TCGBPurchasableReceipt")
}

@_cdecl("TCGBPurchasableReceipt_gamebaseProductId") @implementation
public func TCGBPurchasableReceipt_gamebaseProductId(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .gamebaseProductId) { $0.gamebaseProductId }
}

@_cdecl("TCGBPurchasableReceipt_priceString") @implementation
public func TCGBPurchasableReceipt_priceString(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .priceString) { $0.priceString }
}

@_cdecl("TCGBPurchasableReceipt_currency") @implementation
public func TCGBPurchasableReceipt_currency(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .currency) { $0.currency }
}

@_cdecl("TCGBPurchasableReceipt_paymentSeq") @implementation
public func TCGBPurchasableReceipt_paymentSeq(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .paymentSeq) { $0.paymentSeq }
}

@_cdecl("TCGBPurchasableReceipt_purchaseToken") @implementation
public func TCGBPurchasableReceipt_purchaseToken(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .purchaseToken) { $0.purchaseToken }
}

@_cdecl("TCGBPurchasableReceipt_marketItemId") @implementation
public func TCGBPurchasableReceipt_marketItemId(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .marketItemId) { $0.marketItemId }
}

@_cdecl("TCGBPurchasableReceipt_productType") @implementation
public func TCGBPurchasableReceipt_productType(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .productType) { $0.productType }
}

@_cdecl("TCGBPurchasableReceipt_userId") @implementation
public func TCGBPurchasableReceipt_userId(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .userId) { $0.userId }
}

@_cdecl("TCGBPurchasableReceipt_paymentId") @implementation
public func TCGBPurchasableReceipt_paymentId(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .paymentId) { $0.paymentId }
}

@_cdecl("TCGBPurchasableReceipt_payload") @implementation
public func TCGBPurchasableReceipt_payload(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .payload) { $0.payload }
}

@_cdecl("TCGBPurchasableReceipt_originalPaymentId") @implementation
public func TCGBPurchasableReceipt_originalPaymentId(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .originalPaymentId) { $0.originalPaymentId }
}

@_cdecl("TCGBPurchasableReceipt_storeCode") @implementation
public func TCGBPurchasableReceipt_storeCode(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .storeCode) { $0.storeCode }
}

@_cdecl("TCGBPurchasableReceipt_updateKind") @implementation
public func TCGBPurchasableReceipt_updateKind(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(receipt, PurchasableReceipt.self, .updateKind) { $0.updateKind }
}

@_cdecl("TCGBPurchasableReceipt_price") @implementation
public func TCGBPurchasableReceipt_price(_ receipt: OpaquePointer?) -> Float {
    read(receipt, PurchasableReceipt.self, else: -1) { $0.value.price }
}

@_cdecl("TCGBPurchasableReceipt_expiryTime") @implementation
public func TCGBPurchasableReceipt_expiryTime(_ receipt: OpaquePointer?) -> Int64 {
    read(receipt, PurchasableReceipt.self, else: 0) { $0.value.expiryTime }
}

@_cdecl("TCGBPurchasableReceipt_purchaseTime") @implementation
public func TCGBPurchasableReceipt_purchaseTime(_ receipt: OpaquePointer?) -> Int64 {
    read(receipt, PurchasableReceipt.self, else: 0) { $0.value.purchaseTime }
}

@_cdecl("TCGBPurchasableReceipt_itemSeq") @implementation
public func TCGBPurchasableReceipt_itemSeq(_ receipt: OpaquePointer?) -> Int64 {
    read(receipt, PurchasableReceipt.self, else: -1) { $0.value.itemSeq }
}

@_cdecl("TCGBPurchasableReceipt_sandboxPayment") @implementation
public func TCGBPurchasableReceipt_sandboxPayment(_ receipt: OpaquePointer?) -> Bool {
    read(receipt, PurchasableReceipt.self, else: false) { $0.value.sandboxPayment }
}

@_cdecl("TCGBPurchasableReceipt_promotionPayment") @implementation
public func TCGBPurchasableReceipt_promotionPayment(_ receipt: OpaquePointer?) -> Bool {
    read(receipt, PurchasableReceipt.self, else: false) { $0.value.promotionPayment }
}

@_cdecl("TCGBPurchasableReceipt_jsonString") @implementation
public func TCGBPurchasableReceipt_jsonString(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(receipt, PurchasableReceipt.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPurchasableReceipt_prettyJsonString") @implementation
public func TCGBPurchasableReceipt_prettyJsonString(_ receipt: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(receipt, PurchasableReceipt.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBPurchasableRetryTransactionResult

/// What a retry has brought. Nothing fails for good: what is not settled stays open.
struct RetryTransactionResult: BoundaryValue {
    let successList: [PurchasableReceipt]
    package static var boundaryClass: BoundaryClass { .retryTransactionResult }
    package typealias Field = NoField
}

@_cdecl("TCGBPurchasableRetryTransactionResult_successList_count") @implementation
public func TCGBPurchasableRetryTransactionResult_successList_count(_ result: OpaquePointer?) -> Int {
    read(result, RetryTransactionResult.self, else: 0) { $0.value.successList.count }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_successList_at") @implementation
public func TCGBPurchasableRetryTransactionResult_successList_at(_ result: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(result, RetryTransactionResult.self, else: nil) { $0.value.successList.indices.contains(index) ? $0.child(index) { $0.successList[index] } : nil }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_failList_count") @implementation
public func TCGBPurchasableRetryTransactionResult_failList_count(_ result: OpaquePointer?) -> Int {
    read(result, RetryTransactionResult.self, else: 0) { _ in 0 }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_failList_at") @implementation
public func TCGBPurchasableRetryTransactionResult_failList_at(_ result: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(result, RetryTransactionResult.self, else: nil) { _ in nil }
}
