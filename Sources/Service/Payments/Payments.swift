import Linux
import Messages
import Storage

/// Money: catalogue, reservation, settlement, grant, consumption, reversal, ledger. What it writes is never taken back but by a line of its own.
struct Payments: Capability {
    let core: ServiceCore
}

extension Payments {
    static func requests(_ table: inout RequestTable) {
        table.row(.purchaseItems, "storeCode", Payments.purchasableItems)
        table.row(
            .purchaseReserve,
            """
            userId requestId gamebaseProductId marketItemId itemSeq payload storeCode offerId unlessOpen atOnce userData
            """, Payments.reserve)
        table.row(.purchaseReport, "@transaction userId paymentSeq orderKey storeCode status userData", Payments.report)
        table.row(.purchaseAdopt, "@transaction userId storeCode kind orderKey payload", Payments.adopt)
        table.row(.purchaseConsume, "userId paymentSeq accessToken requestId", Payments.consumeOwn)
        table.row(.purchaseImport, "userId entries", Payments.importPurchases)
        table.row(.purchaseFinished, "userId paymentSeq storeCode storeTransactionId", Payments.finished)
        table.row(.purchaseOpen, "userId", Payments.openPayments)
        table.row(.purchaseNotConsumed, "userId storeCode allStores", Payments.notConsumed)
        table.row(.purchaseActivated, "userId storeCode allStores", Payments.activated)
        table.row(.purchaseRestore, "userId storeCode allStores", Payments.restore)
        table.row(.consoleSettlePendingPurchases, "outcome userId orderKey", Payments.settlePendingPurchases)
        table.row(.consoleRefund, "paymentSeq kind", Payments.refund)
        table.row(.consoleVerifyPayment, "paymentSeq verified", Payments.verifyPayment)
        table.row(.consolePayments, "userId text before count state storeCode product since until", Payments.paymentsAskedFor)
        table.row(.consoleCheckLedger, "", Payments.checkLedger)
        #if !hasFeature(Embedded)
        table.row(.carrierStores, "watches", Payments.askedStores)
        table.row(
            .carrierStoreReport,
            """
            @transaction storeCode orderKey status userData userId account product itemSeq
            """, Payments.storeReport)
        table.row(
            .carrierStoreRound,
            """
            storeCode leaseMilliseconds place isWhole aside(kind name reason tries) forget(kind name reason tries) afterDate \
            afterSeq underWayAfter
            """, Payments.storeRound)
        #endif
    }
}

extension Payments {
    /// Nobody can drive a withdrawn member's payments on: what the store holds is called off, what it has captured is entered.
    /// - Parameter date: of the withdrawal: nothing is renewed behind it.
    func endOpen(of userId: String, at date: Int64) throws(Failure) {
        try subscriptions.bookRenewals(of: userId, until: min(date, now))
        try run("UPDATE subscriptions SET renews = 0 WHERE user_id = ? AND \(Subscription.isRunning)", [.text(userId)])
        // Money that does not fit is kept with the unmatched, and is no reason to refuse the withdrawal.
        for payment in try payments("user_id = ? AND \(Payment.isOpen) AND state < ?", [.text(userId), .integer(PaymentState.unconsumed)]) {
            _ = try attempt { () throws(Failure) in try reportUnpaid(payment, PaymentState.cancelled) }
        }
    }
}
