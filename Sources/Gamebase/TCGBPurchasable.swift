import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension PurchasableConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPurchasableConfiguration }

    package func field(_ field: TCGBPurchasableConfigurationField) -> FieldValue {
        switch field {
        case .allStores: .flag(allStores)
        }
    }
}

extension PurchasableItem: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPurchasableItem }

    package func field(_ field: TCGBPurchasableItemField) -> FieldValue {
        switch field {
        case .gamebaseProductId: .text(gamebaseProductId)
        case .priceString: .text(priceString)
        case .currency: .text(self[.currency])
        case .itemName: .text(self[.itemName])
        case .marketId: .text(self[.marketId])
        case .marketItemId: .text(self[.marketItemId])
        case .productType: .text(self[.productType])
        case .localizedPrice: .text(self[.localizedPrice])
        case .localizedTitle: .text(self[.localizedTitle])
        case .localizedDescription: .text(self[.localizedDescription])
        case .badge: .text(self[.badge])
        case .price: .real(Double(price))
        case .isActive: .flag(isActive)
        case .itemSeq: .number(itemSeq)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension PurchasableReceipt: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPurchasableReceipt }

    package func field(_ field: TCGBPurchasableReceiptField) -> FieldValue {
        switch field {
        case .gamebaseProductId: .text(gamebaseProductId)
        case .priceString: .text(priceString)
        case .currency: .text(currency)
        case .paymentSeq: .text(paymentSeq)
        case .purchaseToken: .text(purchaseToken)
        case .marketItemId: .text(marketItemId)
        case .productType: .text(productType)
        case .userId: .text(userId)
        case .paymentId: .text(paymentId)
        case .payload: .text(payload)
        case .originalPaymentId: .text(originalPaymentId)
        case .storeCode: .text(storeCode)
        case .updateKind: .text(updateKind)
        case .price: .real(Double(price))
        case .expiryTime: .number(expiryTime)
        case .purchaseTime: .number(purchaseTime)
        case .itemSeq: .number(itemSeq)
        case .sandboxPayment: .flag(sandboxPayment)
        case .promotionPayment: .flag(promotionPayment)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

// MARK: TCGBPurchasableConfiguration

@_cdecl("TCGBPurchasableConfiguration_create") @implementation
public func TCGBPurchasableConfiguration_create() -> OpaquePointer? {
    newHandle(PurchasableConfiguration())
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

// MARK: TCGBPurchasableReceipt

@_cdecl("TCGBPurchasableReceipt_purchasableReceiptFromJsonString") @implementation
public func TCGBPurchasableReceipt_purchasableReceiptFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PurchasableReceipt.init(json:), "TCGBPurchasableReceipt")
}

// MARK: TCGBPurchasableRetryTransactionResult

/// What a retry has brought. Nothing fails for good: what is not settled stays open.
struct RetryTransactionResult: BoundaryValue {
    let successList: [PurchasableReceipt]
    package static var boundaryClass: BoundaryClass { .TCGBPurchasableRetryTransactionResult }
    package typealias Field = NoField
}

@_cdecl("TCGBPurchasableRetryTransactionResult_successList_count") @implementation
public func TCGBPurchasableRetryTransactionResult_successList_count(_ result: OpaquePointer?) -> Int {
    read(result, RetryTransactionResult.self, else: 0) { $0.value.successList.count }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_successList_at") @implementation
public func TCGBPurchasableRetryTransactionResult_successList_at(_ result: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(result, RetryTransactionResult.self, else: nil) {
        $0.value.successList.indices.contains(index) ? $0.child(index) { $0.successList[index] } : nil
    }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_failList_count") @implementation
public func TCGBPurchasableRetryTransactionResult_failList_count(_ result: OpaquePointer?) -> Int {
    read(result, RetryTransactionResult.self, else: 0) { _ in 0 }
}

@_cdecl("TCGBPurchasableRetryTransactionResult_failList_at") @implementation
public func TCGBPurchasableRetryTransactionResult_failList_at(_ result: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(result, RetryTransactionResult.self, else: nil) { _ in nil }
}
