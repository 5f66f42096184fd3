import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux

struct IAPProductsResponse: BoundaryValue {
    let products: [IAPProduct]
    let invalidProducts: [IAPProduct]

    package static var boundaryClass: BoundaryClass { .NHNCloudProductsResponse }

    var json: JSON { ["products": IAPProductsResponse.json(products), "invalidProducts": IAPProductsResponse.json(invalidProducts)] }

    private static func json(_ products: [IAPProduct]) -> JSON { .array(products.map { $0.item.iapForm() }) }

    static func from(_ json: JSON) -> IAPProductsResponse? {
        guard let products = list(json["products"]), let invalidProducts = list(json["invalidProducts"]) else { return nil }
        return IAPProductsResponse(products: products, invalidProducts: invalidProducts)
    }

    private static func list(_ json: JSON?) -> [IAPProduct]? {
        guard let elements = json?.arrayValue else { return nil }
        var products: [IAPProduct] = []
        for element in elements {
            guard let product = IAPProduct.from(element) else { return nil }
            products.append(product)
        }
        return products
    }

    package func field(_ field: NHNCloudProductsResponseField) -> FieldValue {
        switch field {
        case .jsonString: .laterText { json.text() }
        }
    }
}

@_cdecl("NHNCloudProductsResponse_products_count") @implementation
public func NHNCloudProductsResponse_products_count(_ response: OpaquePointer?) -> Int {
    read(response, IAPProductsResponse.self, else: 0) { $0.value.products.count }
}

@_cdecl("NHNCloudProductsResponse_products_at") @implementation
public func NHNCloudProductsResponse_products_at(_ response: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(response, IAPProductsResponse.self, else: nil) {
        $0.value.products.indices.contains(index) ? $0.child(index) { $0.products[index] } : nil
    }
}

@_cdecl("NHNCloudProductsResponse_invalidProducts_count") @implementation
public func NHNCloudProductsResponse_invalidProducts_count(_ response: OpaquePointer?) -> Int {
    read(response, IAPProductsResponse.self, else: 0) { $0.value.invalidProducts.count }
}

@_cdecl("NHNCloudProductsResponse_invalidProducts_at") @implementation
public func NHNCloudProductsResponse_invalidProducts_at(_ response: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(response, IAPProductsResponse.self, else: nil) { box in
        guard box.value.invalidProducts.indices.contains(index) else { return nil }
        return box.child(box.value.products.count + index) { $0.invalidProducts[index] }
    }
}

@_cdecl("NHNCloudProductsResponse_productsResponseFromJsonString") @implementation
public func NHNCloudProductsResponse_productsResponseFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IAPProductsResponse.from, "NHNCloudProductsResponse")
}
