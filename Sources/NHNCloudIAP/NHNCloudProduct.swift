import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

/// A product under the names of NHN Cloud IAP.
struct IAPProduct: BoundaryValue {
    let item: PurchasableItem

    package static var boundaryClass: BoundaryClass { .NHNCloudProduct }

    static func from(_ json: JSON) -> IAPProduct? { PurchasableItem.from(iapJSON: json).map { IAPProduct(item: $0) } }

    package func field(_ field: NHNCloudProductField) -> FieldValue {
        switch field {
        case .productIdentifier: .text(item[.marketItemId])
        case .productSeq: .number(item.itemSeq)
        case .productName: .text(item[.itemName])
        case .productType: .number(Int64(iapProductType(item[.productType])))
        case .price: .real(item.doublePrice)
        case .priceString: .text(item.priceString)
        case .currency: .text(item[.currency])
        case .localizedTitle: .text(item[.localizedTitle])
        case .localizedDescription: .text(item[.localizedDescription])
        case .localizedPrice: .text(item[.localizedPrice])
        case .isActive: .flag(item.isActive)
        case .storeCode: .text(item[.marketId])
        case .jsonString: .laterText { item.iapForm().text() }
        }
    }
}

@_cdecl("NHNCloudProduct_productFromJsonString") @implementation
public func NHNCloudProduct_productFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPProduct.from, "NHNCloudProduct")
}
