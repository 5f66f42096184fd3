import Codecs
import Linux

/// What a player began in the store's own window.
final class StoreOffer: Sendable {
    let offerId: String
    let marketItemId: String
    let buyer: Buyer

    init(_ offerId: String, _ marketItemId: String, _ buyer: Buyer) {
        self.offerId = offerId
        self.marketItemId = marketItemId
        self.buyer = buyer
    }

    var surface: PurchaseSurface { buyer.isPlayer ? .gamebase : .nhnCloud }
    /// Who agreed to what.
    fileprivate var agreement: String { "\(offerId) \(buyer.userID)" }
}

/// The offers of this life: each is received once, and they are carried on one after the other. An offer that could not be carried on
/// and of which the game was told nothing is let go: it is open at the service, and whoever asks next receives it again.
struct OfferLine {
    static let heldMax = 1_024
    /// So many of those that are over are remembered: a list of open offers may have been under way when one was closed.
    static let overMax = 1_024

    private var held: Set<String> = []
    private(set) var over: [String] = []
    private var agreements: Set<String> = []
    private var waiting: [StoreOffer] = []
    private var running: StoreOffer?

    var areWaiting: Bool { !waiting.isEmpty }

    /// - Returns: false for one that is in hand or over, and when too many are in hand.
    mutating func take(_ offer: StoreOffer) -> Bool {
        guard held.count < Self.heldMax, !over.contains(offer.offerId) else { return false }
        return held.insert(offer.offerId).inserted
    }

    /// The game's delegate said yes to this player's offer before.
    func isAgreed(_ offer: StoreOffer) -> Bool { agreements.contains(offer.agreement) }

    mutating func agree(to offer: StoreOffer) {
        if agreements.count >= Self.heldMax { agreements = [] }
        agreements.insert(offer.agreement)
    }

    mutating func lineUp(_ offer: StoreOffer) { waiting.append(offer) }

    /// - Returns: nil when none waits, or one runs.
    mutating func next() -> StoreOffer? {
        guard running == nil, !waiting.isEmpty else { return nil }
        running = waiting.removeFirst()
        return running
    }

    /// Another purchase was faster.
    mutating func putBack(_ offer: StoreOffer) {
        stop(offer)
        waiting.insert(offer, at: 0)
    }

    mutating func letGo(_ offer: StoreOffer) {
        stop(offer)
        held.remove(offer.offerId)
    }

    mutating func end(_ offer: StoreOffer) {
        letGo(offer)
        agreements.remove(offer.agreement)
        if over.count >= Self.overMax { over.removeFirst() }
        over.append(offer.offerId)
    }

    private mutating func stop(_ offer: StoreOffer) {
        if running === offer { running = nil }
    }
}
