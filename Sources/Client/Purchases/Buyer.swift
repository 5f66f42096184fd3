import Codecs
import Linux
import Messages

/// For whom a purchase request speaks. It keeps the payer through the whole purchase, whoever plays meanwhile.
final class Buyer: Sendable {
    /// As the game calls the player.
    let userID: String
    /// As the service calls the player.
    let memberId: String
    let accessToken: String
    /// Logged in with Gamebase; else known by `NHNCloudSDK_setUserID` alone.
    let isPlayer: Bool

    init(userID: String, memberId: String, accessToken: String, isPlayer: Bool) {
        self.userID = userID
        self.memberId = memberId
        self.accessToken = accessToken
        self.isPlayer = isPlayer
    }
}

/// Which of the two C surfaces a purchase call came through. The purchases are the same.
public enum PurchaseSurface: Sendable { case gamebase, nhnCloud }

/// The calls of NHN Cloud IAP that run once at a time each.
enum PurchaseCall: Int {
    case products, restore, incompletePurchases, activated, activatedEverywhere, notConsumed, notConsumedEverywhere

    static let count = notConsumedEverywhere.rawValue + 1

    static func list(_ isNotConsumed: Bool, _ allStores: Bool) -> PurchaseCall {
        if allStores { return isNotConsumed ? .notConsumedEverywhere : .activatedEverywhere }
        return isNotConsumed ? .notConsumed : .activated
    }
}

extension ClientPurchases {
    /// Called with the lock held.
    func sessionBegins(_ userId: String) { host.iap.userID = userId }

    /// Called with the lock held.
    func sessionEnds(_ userId: String?) {
        if let userId, host.iap.userID.map({ sameText($0, userId) }) == true { host.iap.userID = nil }
    }

    static let userIDBytesMax = 256

    /// The player of the NHN Cloud calls. A Gamebase login and logout set it too.
    @export(interface) public var iapUserID: String? { lock.locked { host.iap.userID } }

    /// - Returns: false for an overlong id; nothing changes then.
    @export(interface) public func setIAPUser(_ userID: String?) -> Bool {
        if let userID, userID.utf8.count > ClientPurchases.userIDBytesMax { return false }
        let changed = lock.locked {
            if let userID, let known = host.iap.userID, sameText(known, userID) { return false }
            host.iap.userID = userID
            return true
        }
        if changed { reprocessForIAPUser() }
        return true
    }

    /// Whether the calls of the surface speak for this player now.
    func isCurrent(_ userID: String?, _ surface: PurchaseSurface) -> Bool {
        let current = lock.locked { surface == .gamebase ? state.session?.userId : host.iap.userID }
        guard let current, let userID else { return false }
        return sameText(current, userID)
    }

    /// Opens a call of the surface, with errors in the surface's own domain.
    /// - Parameter kind: on the NHN Cloud surface one of each kind runs at a time; nil: any number.
    func openPurchase<Answer>(
        _ surface: PurchaseSurface, as kind: PurchaseCall? = nil, timeoutMilliseconds: Int64? = nil,
        _ complete: @escaping (Answer?, GamebaseError?) -> Void
    ) -> OpenCall<Answer>? {
        switch surface {
        case .gamebase:
            return client.open(ClientPurchases.purchaseDomain, needs: .loggedIn, timeoutMilliseconds: timeoutMilliseconds, complete)
        case .nhnCloud:
            let call: OpenCall<Answer>? = client.open(ClientPurchases.purchaseDomain, needs: .iap, timeoutMilliseconds: timeoutMilliseconds)
            {
                answer, error in
                complete(answer, error.map { IAPErrors.lower($0) })
            }
            return call.flatMap { isFirst($0.identifier, of: kind) ? $0 : nil }
        }
    }

    /// Ends a call whose kind runs already. Nobody has to say that one ended: its kind is free when it is closed, by whom and whenever.
    private func isFirst(_ call: CallIdentifier, of kind: PurchaseCall?) -> Bool {
        guard let kind else { return true }
        let isFree = lock.locked {
            let isFree = !calls.isOpen(own.iapCalls[kind.rawValue])
            if isFree { own.iapCalls[kind.rawValue] = call }
            return isFree
        }
        if !isFree { calls.take(call)?(IAPErrors.error(IAPCode.alreadyInProgress, "the same call is running; wait for its completion")) }
        return isFree
    }

    /// `then` runs while the call is open; what keeps a buyer from being known ends the call.
    func withBuyer<Answer>(_ surface: PurchaseSurface, for call: OpenCall<Answer>, _ then: @escaping (Buyer) -> Void) {
        buyer(surface) { result in
            guard call.isOpen else { return }
            switch result {
            case .success(let buyer): then(buyer)
            case .failure(let error): call.fail(error)
            }
        }
    }

    /// For what is the same for everybody: without a player it is asked in nobody's name.
    func withAnyBuyer<Answer>(_ surface: PurchaseSurface, for call: OpenCall<Answer>, _ then: @escaping (Buyer) -> Void) {
        if surface == .nhnCloud, iapUserID == nil { return then(Buyer(userID: "", memberId: "", accessToken: "", isPlayer: true)) }
        withBuyer(surface, for: call, then)
    }

    func buyer(_ surface: PurchaseSurface, _ then: @escaping (Result<Buyer, GamebaseError>) -> Void) {
        let (session, userID, known) = lock.locked { (state.session, host.iap.userID, own.iapUser) }
        if let session, surface == .gamebase || userID.map({ sameText($0, session.userId) }) == true {
            return then(.success(Buyer(userID: session.userId, memberId: session.userId, accessToken: session.accessToken, isPlayer: true)))
        }
        guard surface == .nhnCloud, let userID else {
            return then(
                .failure(
                    IAPErrors.error(
                        IAPCode.userInvalid, surface == .nhnCloud ? "no user id is set; call NHNCloudSDK_setUserID" : "nobody is logged in")
                ))
        }
        if let known, sameText(known.userID, userID) { return then(.success(known)) }
        client.send(.iapSignIn, ["userID": .string(userID)]) { [self] reply in
            guard reply.resultCode == 0, let token = reply.body["accessToken"]?.stringValue else {
                return then(.failure(ServiceErrors.clientError(for: .iapSignIn, reply, domain: ClientPurchases.purchaseDomain)))
            }
            let buyer = Buyer(userID: userID, memberId: reply.body["userId"]?.stringValue ?? "", accessToken: token, isPlayer: false)
            lock.locked { if host.iap.userID.map({ sameText($0, userID) }) == true { own.iapUser = buyer } }
            then(.success(buyer))
        }
    }

    /// Whoever plays: the Gamebase player, or else the one that the NHN Cloud calls were told of.
    func anyBuyer(_ then: @escaping (Buyer?) -> Void) {
        let isLoggedIn = session != nil
        buyer(isLoggedIn ? .gamebase : .nhnCloud) { result in
            if case .success(let buyer) = result { then(buyer) } else { then(nil) }
        }
    }

    /// A new session for a player whose last one has ended; nil when there is none, or somebody else plays now.
    func renew(_ buyer: Buyer, _ then: @escaping (String?) -> Void) {
        lock.locked { if own.iapUser?.accessToken == buyer.accessToken { own.iapUser = nil } }
        self.buyer(.nhnCloud) { result in
            guard case .success(let fresh) = result, !fresh.isPlayer, sameText(fresh.userID, buyer.userID) else { return then(nil) }
            then(fresh.accessToken)
        }
    }
}

/// Byte for byte, as the service tells players and payments apart.
func sameText(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

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
