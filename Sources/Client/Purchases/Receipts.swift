import Codecs

/// Receipts as the game sees them: a player without a Gamebase login has the name that the game gave.
extension Buyer {
    func receipt(_ json: JSON) -> PurchasableReceipt? {
        guard var receipt = PurchasableReceipt(json: json) else { return nil }
        if !isPlayer { receipt.userId = userID }
        return receipt
    }

    func receipts(_ list: JSON?) -> [PurchasableReceipt] {
        var receipts: [PurchasableReceipt] = []
        for json in list?.arrayValue ?? [] {
            if let receipt = receipt(json) { receipts.append(receipt) }
        }
        return receipts
    }
}
