import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

/// A payment under the names of NHN Cloud IAP.
struct IAPPurchaseResult: BoundaryValue {
    let receipt: PurchasableReceipt

    package static var boundaryClass: BoundaryClass { .NHNCloudPurchaseResult }

    static func from(_ json: JSON) -> IAPPurchaseResult? { PurchasableReceipt.from(iapJSON: json).map { IAPPurchaseResult(receipt: $0) } }

    package func field(_ field: NHNCloudPurchaseResultField) -> FieldValue {
        switch field {
        case .userID: .text(receipt.userId)
        case .storeCode: .text(receipt.storeCode)
        case .productIdentifier: .text(receipt.marketItemId)
        case .productSeq: .number(receipt.itemSeq)
        case .productType: .number(Int64(iapProductType(receipt.productType)))
        case .price: .real(receipt.doublePrice)
        case .priceString: .text(receipt.priceString)
        case .currency: .text(receipt.currency)
        case .paymentSeq: .text(receipt.paymentSeq)
        case .accessToken: .text(receipt.purchaseToken)
        case .transactionIdentifier: .text(receipt.paymentId)
        case .originalTransactionIdentifier: .text(receipt.originalPaymentId)
        case .purchaseTime: .real(seconds(receipt.purchaseTime))
        case .expiryTime: .real(seconds(receipt.expiryTime))
        case .isStorePayment: .flag(receipt.promotionPayment)
        case .isSandboxPayment: .flag(receipt.sandboxPayment)
        case .payload: .text(receipt.payload)
        case .jsonString: .laterText { receipt.iapForm().text() }
        }
    }
}

private func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1_000 }

@_cdecl("NHNCloudPurchaseResult_purchaseResultFromJsonString") @implementation
public func NHNCloudPurchaseResult_purchaseResultFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPPurchaseResult.from, "NHNCloudPurchaseResult")
}
