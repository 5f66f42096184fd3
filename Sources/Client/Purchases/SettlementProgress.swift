import Codecs
import Linux
import Messages

/// What a report came to.
extension Settlement {
    /// - Parameter isUnheard: the store has never heard of the order.
    func progress(_ reply: Reply, isUnheard: Bool) -> Progress {
        guard reply.resultCode == 0 else {
            let error = ServiceErrors.clientError(for: .purchaseReport, reply, domain: ClientPurchases.purchaseDomain)
            if reply.body["detailCode"] != nil || error.code == GamebaseError.Code.invalidParameter { return .refused(error) }
            // Not what the service found wrong, but what kept it from storing: the order stays open, and may still become a payment.
            let code = reply.resultCode == ResultCode.timeout ? IAPCode.requestTimeout : IAPCode.networkNotAvailable
            return .unclear(StoreFailure(code: code, message: reply.message))
        }
        if let json = reply.body["receipt"], !json.isNull {
            guard let receipt = buyer.receipt(json) else { return .closed(Settlement.notAReceipt) }
            return reply.body["wasPending"]?.boolValue == true ? .grantedLate(receipt) : .granted(receipt)
        }
        switch reply.body["state"]?.stringValue {
        // Also when it is closed for that: who was told that it failed must not be charged by a store that hears of it after all.
        case "RESERVED" where isUnheard, "STORE_PENDING" where isUnheard, "APPROVED" where isUnheard, "CANCELLED" where isUnheard:
            return .unheard
        case "CANCELLED", "DECLINED", "REFUNDED": return .closed(Settlement.closed(reply))
        default: return .waits(milliseconds: -1)
        }
    }

    private static var notAReceipt: GamebaseError {
        GamebaseError(
            GamebaseError.Code.serverInvalidResponse, "the service's answer is not a receipt", domain: "\(ClientPurchases.purchaseDomain)")
    }

    private static func closed(_ reply: Reply) -> GamebaseError {
        let state = reply.body["state"]?.stringValue ?? ""
        var usual = IAPCode.purchaseStatusInvalid
        if state == "CANCELLED" { usual = IAPCode.paymentCancelled }
        if state == "DECLINED" { usual = IAPCode.paymentFailed }
        let code = reply.body["detailCode"]?.int64Value ?? usual
        return IAPErrors.gamebase(IAPErrors.error(code, "the payment is \(state)", transactionId: reply.transactionId))
    }

    /// The store's no in the store's own words. The service may know better: then there is a receipt, or nobody knows.
    static func said(_ refusal: StoreFailure, _ progress: Progress) -> Progress {
        switch progress {
        case .closed(let error), .refused(let error):
            if error.code == GamebaseError.Code.invalidParameter { return progress }
            // The report of it is what the service's log knows.
            let said = IAPErrors.error(
                refusal.code, refusal.message, underlying: refusal.cause ?? error.underlying, transactionId: error.transactionId)
            return .closed(IAPErrors.gamebase(said, as: refusal.gamebaseCode))
        default: return progress
        }
    }

    /// Tells the game of a payment whose call ended long ago: nothing else would.
    /// - Returns: why nothing could be found out, or nothing be made of what was, if so.
    func tell(_ progress: Progress, _ round: StoreRound?) -> GamebaseError? {
        switch progress {
        case .granted(let receipt): client.purchases.tellUpdated(receipt, buyer, .reprocessed, round)
        case .grantedLate(let receipt): client.purchases.tellUpdated(receipt, buyer, .settled, round)
        case .refused(let error): return error
        case .unclear(let failure): return ClientPurchases.unasked(store.storeCode, failure)
        default: break
        }
        return nil
    }
}
