import Codecs
import Linux
import Messages

@testable import Client
@testable import Service

/// What the game calls.
extension SimulatorPlayer {
    private var surface: PurchaseSurface { isNamed ? .nhnCloud : .gamebase }

    // MARK: Users

    func signIn(_ wallet: SimulatorWallet) {
        wanted = wallet
        if isNamed {
            world.require(client?.purchases.setIAPUser(wallet.name) == true, "\(name): the user \(wallet.name) was refused")
            world.note("\(name): plays as \(wallet.name)")
            return
        }
        busy("login as \(wallet.name)", \.isSigningIn) { [self] client, done in
            let mine = life
            let completion: (AuthToken?, GamebaseError?) -> Void = { [self] token, error in
                if life == mine, let token { wallet.signedIn(as: token.member.userId) }
                done(error)
            }
            let ignore: JSONObject = [ClientAccounts.ignoreAlreadyLoggedInKey: true]
            if wallet.isGuest { return client.accounts.login(type: "guest", additionalInfo: ignore, completion: completion) }
            var credential = ignore
            credential["provider_name"] = "google"
            credential["access_token"] = .string(wallet.name)
            client.accounts.login(credential: credential, completion: completion)
        }
    }

    /// Somebody else takes over, at any moment; sometimes the one before leaves first.
    func changeUser() {
        world.count(.changesOfUser)
        if isBuying { world.count(.changesAmidPurchase) }
        wanted = world.pick(wallets.filter { $0 !== playing })
        if isNamed, world.chance(30) {
            _ = client?.purchases.setIAPUser(nil)
            return
        }
        if isNamed || world.chance(50) { return signIn(wanted) }
        busy("logout", \.isSigningIn) { client, done in client.accounts.logout { done($0) } }
    }

    // MARK: Purchases

    func purchase(_ wallet: SimulatorWallet) {
        let store = world.pick(["SANDBOX"] + stores.map(\.code))
        client?.purchases.setStoreCode(store)
        let attempt = wallet.attempt(world.pick(SimulatorServer.products[store] ?? []))
        busy("purchase \(attempt.payload) of \(attempt.product) at \(store)", \.isBuying) { [self] client, done in
            let mine = life
            let wish = PurchaseWish(.gamebaseProductId(attempt.product), surface, payload: attempt.payload)
            client.purchases.purchase(wish) { [self] receipt, error in
                if life == mine { wallet.bought(attempt, receipt, error) }
                done(error)
            }
        }
    }

    /// - Parameter store: nil for the one in use, or all; otherwise all, while this one is in use.
    func list(_ wallet: SimulatorWallet, at store: String? = nil) {
        if let store { client?.purchases.setStoreCode(store) }
        let inUse = client?.purchases.storeCode ?? ""
        let isWhole = store != nil || world.chance(50)
        let before = wallet.expected(at: isWhole ? nil : inUse)
        busy("list of \(wallet.name) at \(inUse)", \.isAsking) { [self] client, done in
            let mine = life
            client.purchases.requestPurchases(.notConsumed, allStores: isWhole, surface) { receipts, error in
                let lower = error.map { IAPErrors.lower($0) }
                // Money that fits nothing here is told with the list, and spoils nothing else.
                let isThere = lower == nil || lower?.domain == IAPErrors.domain && [11, 15].contains(lower?.code ?? 0)
                if self.life == mine, isThere { wallet.listed(receipts, before, at: inUse, isWhole: isWhole) }
                self.world.require(
                    lower?.code != IAPCode.userInvalid || lower?.domain != IAPErrors.domain,
                    "\(wallet.name): another user's payment spoils the list: \(lower?.message ?? "")")
                done(error)
            }
        }
    }

    func listActive(_ wallet: SimulatorWallet) {
        let isWhole = world.chance(50)
        busy("active list of \(wallet.name)", \.isAsking) { [self] client, done in
            let mine = life
            client.purchases.requestPurchases(.activated, allStores: isWhole, surface) { receipts, error in
                if self.life == mine, error == nil {
                    for receipt in receipts {
                        self.world.require(receipt.productType != "CONSUMABLE", "\(self.name): a consumable is active")
                        wallet.see(receipt)
                    }
                }
                done(error)
            }
        }
    }

    func restore(_ wallet: SimulatorWallet) {
        let store = world.pick(["SANDBOX"] + stores.map(\.code))
        client?.purchases.setStoreCode(store)
        let before = wallet.expected(at: nil)
        busy("restore of \(wallet.name) at \(store)", \.isAsking) { [self] client, done in
            let mine = life
            client.purchases.requestRestore(surface) { receipts, error in
                if self.life == mine, error == nil { wallet.restored(receipts, before, at: store) }
                done(error)
            }
        }
    }

    /// The game's server takes an entry; where players have no session, sometimes the game itself.
    func consume(_ wallet: SimulatorWallet) {
        guard let receipt = wallet.somethingToConsume() else { return }
        guard isNamed, world.chance(50) else { return wallet.consumeAtServer(receipt) }
        wallet.consumes(receipt)
        busy("consume \(receipt.paymentSeq)", \.isAsking) { [self] client, done in
            let mine = life
            client.purchases.consumeIAP(paymentSeq: receipt.paymentSeq, accessToken: receipt.purchaseToken ?? "") { error in
                if self.life == mine, error == nil { wallet.isConsumed(receipt, by: "\(self.name) in its life \(mine)") }
                done(error)
            }
        }
    }
}
