import Codecs
import Linux
import Messages

/// A purchase whose call waits: the player is at the store's checkout.
final class Checkout: @unchecked Sendable {
    let settlement: Settlement
    private let client: Client
    private let call: OpenCall<PurchasableReceipt>
    /// Why begin was not answered. Guarded by the client's lock.
    private var beginFailure: StoreFailure?

    init(client: Client, settlement: Settlement, call: OpenCall<PurchasableReceipt>) {
        self.client = client
        self.settlement = settlement
        self.call = call
    }

    var order: StoreOrder { settlement.order }

    func begin(window: UInt) {
        settlement.store.begin(order, window: window) { [self] outcome in
            // A lost answer is no answer: the store is asked whether the order came about.
            guard case .unreachable(let failure) = outcome else { return told(outcome) }
            client.lock.locked { beginFailure = failure }
            ask()
        }
    }

    /// The service has asked the store by itself.
    func settled(_ reply: Reply) {
        hear(settlement.progress(reply, isUnheard: false))
    }

    private func ask() {
        guard call.isOpen else { return }
        settlement.store.poll(order) { self.told($0) }
    }

    /// The store has said something: by answering, or by an event.
    func told(_ outcome: StoreOutcome) {
        guard call.isOpen else { return }
        settlement.resume(outcome) { self.hear($0) }
    }

    private func hear(_ progress: Settlement.Progress) {
        switch progress {
        case .granted(let receipt), .grantedLate(let receipt):
            _ = client.purchases.isFirstNews(of: receipt.paymentSeq)
            call.succeed(receipt)
        case .closed(let error): call.fail(error)
        // What the service cannot read stays open at it.
        case .refused(let error) where error.code == GamebaseError.Code.invalidParameter:
            call.fail(Checkout.unknown(.unreachable(error.message)))
        case .refused(let error): call.fail(error)
        case .waits(let delay) where delay >= 0:
            guard call.isOpen else { return }
            let scheduled = client.reactor?.schedule(afterMilliseconds: delay) { self.ask() }
            if scheduled == nil { call.fail(Checkout.unknown(.unreachable("the wait for the store could not be scheduled"))) }
        case .waits:
            call.fail(
                GamebaseError(
                    GamebaseError.Code.purchasePending, "the store decides later; the item will be in the not-consumed list",
                    domain: "\(ClientPurchases.purchaseDomain)"))
        case .unheard: call.fail(Checkout.unknown(client.lock.locked { beginFailure } ?? .unreachable("the store does not know the order")))
        case .unclear(let failure): call.fail(Checkout.unknown(failure))
        }
    }

    static func unknown(_ failure: StoreFailure) -> GamebaseError {
        let code = failure.code == IAPCode.requestTimeout ? failure.code : IAPCode.networkNotAvailable
        return IAPErrors.gamebase(
            IAPErrors.error(
                code, "the outcome of the purchase is unknown (\(failure.message)); ask for the not-consumed list",
                underlying: failure.error))
    }
}
