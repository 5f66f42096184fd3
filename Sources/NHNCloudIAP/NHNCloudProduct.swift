import Boundary
import CGamebase
import Client
import Wire
import Linux

/// A product under the names of NHN Cloud IAP.
struct IAPProduct: BoundaryValue {
    let item: PurchasableItem

    package static var boundaryClass: BoundaryClass { .iapProduct }
    package enum Field: Int {
        case productIdentifier, productName, priceString, currency, localizedTitle, localizedDescription, localizedPrice, storeCode, jsonString
    }

    static func from(_ json: JSON) -> IAPProduct? { PurchasableItem.from(iapJSON: json).map { IAPProduct(item: $0) } }
}

@_cdecl("NHNCloudProduct_productIdentifier") @implementation
public func NHNCloudProduct_productIdentifier(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .productIdentifier) { $0.item.marketItemId }
}

@_cdecl("NHNCloudProduct_productSeq") @implementation
public func NHNCloudProduct_productSeq(_ product: OpaquePointer?) -> Int64 {
    read(product, IAPProduct.self, else: -1) { $0.value.item.itemSeq }
}

@_cdecl("NHNCloudProduct_productName") @implementation
public func NHNCloudProduct_productName(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .productName) { $0.item.itemName }
}

@_cdecl("NHNCloudProduct_productType") @implementation
public func NHNCloudProduct_productType(_ product: OpaquePointer?) -> Int32 {
    read(product, IAPProduct.self, else: 0) { iapProductType($0.value.item.productType) }
}

@_cdecl("NHNCloudProduct_price") @implementation
public func NHNCloudProduct_price(_ product: OpaquePointer?) -> Double {
    read(product, IAPProduct.self, else: -1) { $0.value.item.doublePrice }
}

@_cdecl("NHNCloudProduct_priceString") @implementation
public func NHNCloudProduct_priceString(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .priceString) { $0.item.priceString }
}

@_cdecl("NHNCloudProduct_currency") @implementation
public func NHNCloudProduct_currency(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .currency) { $0.item.currency }
}

@_cdecl("NHNCloudProduct_localizedTitle") @implementation
public func NHNCloudProduct_localizedTitle(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .localizedTitle) { $0.item.localizedTitle }
}

@_cdecl("NHNCloudProduct_localizedDescription") @implementation
public func NHNCloudProduct_localizedDescription(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .localizedDescription) { $0.item.localizedDescription }
}

@_cdecl("NHNCloudProduct_localizedPrice") @implementation
public func NHNCloudProduct_localizedPrice(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .localizedPrice) { $0.item.localizedPrice }
}

@_cdecl("NHNCloudProduct_isActive") @implementation
public func NHNCloudProduct_isActive(_ product: OpaquePointer?) -> Bool {
    read(product, IAPProduct.self, else: false) { $0.value.item.isActive }
}

@_cdecl("NHNCloudProduct_storeCode") @implementation
public func NHNCloudProduct_storeCode(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(product, IAPProduct.self, .storeCode) { $0.item.marketId }
}

@_cdecl("NHNCloudProduct_jsonString") @implementation
public func NHNCloudProduct_jsonString(_ product: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(product, IAPProduct.self, .jsonString) { $0.item.iapForm().text() }
}

@_cdecl("NHNCloudProduct_productFromJsonString") @implementation
public func NHNCloudProduct_productFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPProduct.from, "NHNCloudProduct")
}
