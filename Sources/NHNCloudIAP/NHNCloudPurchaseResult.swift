import Boundary
import CGamebase
import Client
import Wire
import Linux

/// A payment under the names of NHN Cloud IAP.
struct IAPPurchaseResult: BoundaryValue {
    let receipt: PurchasableReceipt

    package static var boundaryClass: BoundaryClass { .iapPurchaseResult }
    package enum Field: Int {
        case userID, storeCode, productIdentifier, priceString, currency, paymentSeq, accessToken, transactionIdentifier
        case originalTransactionIdentifier, payload, jsonString
    }

    static func from(_ json: JSON) -> IAPPurchaseResult? { PurchasableReceipt.from(iapJSON: json).map { IAPPurchaseResult(receipt: $0) } }
}

private func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1_000 }

@_cdecl("NHNCloudPurchaseResult_userID") @implementation
public func NHNCloudPurchaseResult_userID(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .userID) { $0.receipt.userId }
}

@_cdecl("NHNCloudPurchaseResult_storeCode") @implementation
public func NHNCloudPurchaseResult_storeCode(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .storeCode) { $0.receipt.storeCode }
}

@_cdecl("NHNCloudPurchaseResult_productIdentifier") @implementation
public func NHNCloudPurchaseResult_productIdentifier(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .productIdentifier) { $0.receipt.marketItemId }
}

@_cdecl("NHNCloudPurchaseResult_productSeq") @implementation
public func NHNCloudPurchaseResult_productSeq(_ result: OpaquePointer?) -> Int64 {
    read(result, IAPPurchaseResult.self, else: -1) { $0.value.receipt.itemSeq }
}

@_cdecl("NHNCloudPurchaseResult_productType") @implementation
public func NHNCloudPurchaseResult_productType(_ result: OpaquePointer?) -> Int32 {
    read(result, IAPPurchaseResult.self, else: 0) { iapProductType($0.value.receipt.productType) }
}

@_cdecl("NHNCloudPurchaseResult_price") @implementation
public func NHNCloudPurchaseResult_price(_ result: OpaquePointer?) -> Double {
    read(result, IAPPurchaseResult.self, else: -1) { $0.value.receipt.doublePrice }
}

@_cdecl("NHNCloudPurchaseResult_priceString") @implementation
public func NHNCloudPurchaseResult_priceString(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .priceString) { $0.receipt.priceString }
}

@_cdecl("NHNCloudPurchaseResult_currency") @implementation
public func NHNCloudPurchaseResult_currency(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .currency) { $0.receipt.currency }
}

@_cdecl("NHNCloudPurchaseResult_paymentSeq") @implementation
public func NHNCloudPurchaseResult_paymentSeq(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .paymentSeq) { $0.receipt.paymentSeq }
}

@_cdecl("NHNCloudPurchaseResult_accessToken") @implementation
public func NHNCloudPurchaseResult_accessToken(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .accessToken) { $0.receipt.purchaseToken }
}

@_cdecl("NHNCloudPurchaseResult_transactionIdentifier") @implementation
public func NHNCloudPurchaseResult_transactionIdentifier(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .transactionIdentifier) { $0.receipt.paymentId }
}

@_cdecl("NHNCloudPurchaseResult_originalTransactionIdentifier") @implementation
public func NHNCloudPurchaseResult_originalTransactionIdentifier(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .originalTransactionIdentifier) { $0.receipt.originalPaymentId }
}

@_cdecl("NHNCloudPurchaseResult_purchaseTime") @implementation
public func NHNCloudPurchaseResult_purchaseTime(_ result: OpaquePointer?) -> Double {
    read(result, IAPPurchaseResult.self, else: 0) { seconds($0.value.receipt.purchaseTime) }
}

@_cdecl("NHNCloudPurchaseResult_expiryTime") @implementation
public func NHNCloudPurchaseResult_expiryTime(_ result: OpaquePointer?) -> Double {
    read(result, IAPPurchaseResult.self, else: 0) { seconds($0.value.receipt.expiryTime) }
}

@_cdecl("NHNCloudPurchaseResult_isStorePayment") @implementation
public func NHNCloudPurchaseResult_isStorePayment(_ result: OpaquePointer?) -> Bool {
    read(result, IAPPurchaseResult.self, else: false) { $0.value.receipt.promotionPayment }
}

@_cdecl("NHNCloudPurchaseResult_isSandboxPayment") @implementation
public func NHNCloudPurchaseResult_isSandboxPayment(_ result: OpaquePointer?) -> Bool {
    read(result, IAPPurchaseResult.self, else: false) { $0.value.receipt.sandboxPayment }
}

@_cdecl("NHNCloudPurchaseResult_payload") @implementation
public func NHNCloudPurchaseResult_payload(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(result, IAPPurchaseResult.self, .payload) { $0.receipt.payload }
}

@_cdecl("NHNCloudPurchaseResult_jsonString") @implementation
public func NHNCloudPurchaseResult_jsonString(_ result: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(result, IAPPurchaseResult.self, .jsonString) { $0.receipt.iapForm().text() }
}

@_cdecl("NHNCloudPurchaseResult_purchaseResultFromJsonString") @implementation
public func NHNCloudPurchaseResult_purchaseResultFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPPurchaseResult.from, "NHNCloudPurchaseResult")
}
