import Codecs
import Linux
import Messages

/// The catalogue, as players see it and as purchases find their product.
extension Payments {
    /// {storeCode} -> all products of that store, with the keys of the SDK's TCGBPurchasableItem; `isActive` says what is on sale.
    /// The same for everybody, so nobody has to sign in for it.
    func purchasableItems(_ request: Request) throws(Failure) -> Reply {
        let storeCode = try Parameters(request.parameters).optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        var items: [JSON] = []
        for product in settings.products where product.storeCode == storeCode {
            items.append(product.itemJSON(isKnownToStore: !settings.sandboxStore.unknownMarketItemIds.contains(product.marketItemId)))
        }
        return .success(["items": .array(items)])
    }

    /// The product that a purchase names by `gamebaseProductId` or, as older games do, by `itemSeq`.
    func product(_ parameters: Parameters, storeCode: String, isOnSale: Bool = true) throws(Failure) -> Product {
        let id = try parameters.optionalText("gamebaseProductId", bytesMax: 255)
        let itemSeq = try parameters.optionalInteger("itemSeq", in: 0...Int64.max)
        let marketItemId = try parameters.optionalText("marketItemId", bytesMax: 255)
        guard id != nil || itemSeq != nil || marketItemId != nil else {
            throw parameters.wrong("gamebaseProductId", "is missing, and itemSeq too")
        }
        let found = settings.products.first { product in
            product.storeCode == storeCode
                && (id.map { $0 == product.gamebaseProductId } ?? marketItemId.map { $0 == product.marketItemId }
                    ?? (product.itemSeq == itemSeq))
        }
        guard let found else {
            let name =
                id.map { "gamebaseProductId: \"\($0)\"" } ?? marketItemId.map { "marketItemId: \"\($0)\"" } ?? "itemSeq: \(itemSeq ?? 0)"
            throw Failure.refused(ResultCode.productUnknown, "\(name) is not a product of store \(storeCode)")
        }
        guard found.isActive || !isOnSale else {
            throw Failure.refused(ResultCode.productInactive, "\"\(found.gamebaseProductId)\" is not on sale (active is false)")
        }
        return found
    }
}

extension Product {
    func itemJSON(isKnownToStore: Bool) -> JSON {
        var item = told
        item["price"] = Payment.number(price)
        item["isKnownToStore"] = .bool(isKnownToStore)
        return .object(item)
    }
}
