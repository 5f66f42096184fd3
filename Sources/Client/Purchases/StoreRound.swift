import Codecs
import Linux
import Messages
import Synchronization

/// One round of asking the stores what was interrupted. They are asked side by side, so that one that hangs keeps no other waiting; the
/// round ends when the stores that count have answered, or half of a call's time is over, so that a list still comes with what there is.
final class StoreRound: @unchecked Sendable {
    private let client: Client
    private let wanted: String?
    private let lock = Lock()
    private var then: ((StoreRound) -> Void)?
    private var unanswered = 0
    private var timer: Reactor.TimerIdentifier?
    private var reason: GamebaseError?
    private var came: [PurchasableReceipt] = []

    /// - Parameter wanted: the store whose answer ends the round, and whose failure counts; nil: all of them.
    init(_ client: Client, _ wanted: String?, _ then: @escaping (StoreRound) -> Void) {
        self.client = client
        self.wanted = wanted
        self.then = then
    }

    /// nil when every store that counts was asked about everything, else why one could not be.
    var failure: GamebaseError? { lock.locked { reason } }

    /// What the game had not heard of in this run.
    var receipts: [PurchasableReceipt] { lock.locked { came } }

    func add(_ receipt: PurchasableReceipt) { lock.locked { came.append(receipt) } }

    func begin(_ storeCount: Int) {
        lock.locked { unanswered = storeCount }
        // The sandbox alone is in this process; the call has a limit of its own.
        guard storeCount > 1 else { return }
        let limit = client.callTimeoutMilliseconds.load(ordering: .relaxed) / 2
        let timer = client.reactor?.schedule(afterMilliseconds: limit, waitsForHost: true) { [self] in
            end(ClientPurchases.unasked(wanted ?? "", StoreFailure(code: IAPCode.requestTimeout, message: "no answer came in time")))
        }
        lock.locked { self.timer = timer }
    }

    func asked(_ storeCode: String, _ failure: GamebaseError?) {
        let isWanted = wanted.map { sameText($0, storeCode) }
        let isOver: Bool = lock.locked {
            unanswered -= 1
            if isWanted != false, reason == nil { reason = failure }
            return unanswered == 0 || isWanted == true
        }
        if isOver { end(nil) }
    }

    /// Whoever ends it first.
    func end(_ failure: GamebaseError?) {
        let (then, timer) = lock.locked {
            defer { self.then = nil }
            if self.then != nil, reason == nil { reason = failure }
            return (self.then, self.timer)
        }
        client.reactor?.cancel(timer)
        then?(self)
    }
}
