@testable import Messages
import Codecs
import Storage
import Testing

@testable import Service

/// What can be broken in a world on purpose, at the borders of what is tested. A simulator that does not find it proves nothing.
enum SimulatorFault: String, CaseIterable {
    /// The service answers, and what it wrote is gone.
    case answersBeforeCommit
    /// A renewal that is seen twice is booked twice.
    case renewsTwice
    /// A capture without an answer is repeated, and nobody asks what it did.
    case capturesUnasked
    /// What an earlier run left approved is captured, not called off.
    case capturesAbandoned
    /// The store took the money and the game's side forgets it.
    case forgetsMoney
    /// A payment goes to whoever plays when it is settled.
    case booksToWhoeverPlays
    /// What one player bought is in the list of another.
    case listsForAll
    /// A restore makes consumed purchases new again.
    case restoreRevives
    /// Subscriptions that were over run again when the clock goes back.
    case clockRevives
    /// A refund takes nothing back.
    case refundKeepsEntry
    /// One of the periods that came due is left out.
    case skipsRenewal
    /// What a game was told of an offer, or reserved for it, does not close it.
    case offerReopens
    /// A month's limit does not hold.
    case limitsLapse
}

extension SimulatorServer {
    /// Before the service sees a request.
    func falsified(_ request: Request) -> Request {
        guard world.fault == .renewsTwice, request.api == "purchase.adopt", request.parameters["kind"] == "RENEWAL" else { return request }
        var parameters = request.parameters.objectValue ?? JSONObject()
        parameters["storeTransactionId"] = .string("\(parameters["storeTransactionId"]?.stringValue ?? "")-\(world.below(1_000_000))")
        return Request(
            api: request.api, origin: request.origin, transactionId: request.transactionId, accessToken: request.accessToken,
            parameters: .object(parameters))
    }

    /// After the service has handled it, in the same transaction.
    func falsify(_ request: Request, of player: SimulatorPlayer?) throws(StorageError) {
        switch world.fault {
        case .booksToWhoeverPlays where request.api == "purchase.report":
            guard let user = player?.playing?.serviceUser, let payment = request.parameters["paymentSeq"]?.stringValue else { break }
            _ = try database.run("UPDATE payments SET user_id = ? WHERE payment_seq = ? AND state = 40", [.text(user), .text(payment)])
        case .restoreRevives where request.api == "purchase.restore":
            _ = try database.run("UPDATE payments SET state = 40 WHERE state = 50 AND product_type = 'CONSUMABLE_AUTO_RENEWABLE'", [])
        case .clockRevives:
            _ = try database.run(
                "UPDATE subscriptions SET status = 'ACTIVE', next_date = paid_until WHERE status = 'EXPIRED' AND paid_until > ?",
                [.integer(clock.epochMilliseconds())])
        case .refundKeepsEntry where request.api == "console.refund":
            _ = try database.run(
                "UPDATE payments SET state = 40 WHERE state = 92 AND consumed_date IS NULL AND granted_date IS NOT NULL", [])
        case .skipsRenewal where world.chance(2):
            _ = try database.run(
                "UPDATE subscriptions SET next_date = next_date + 10000, paid_until = paid_until + 10000, periods = periods + 1 WHERE store_code = 'SANDBOX' AND status = 'ACTIVE'",
                [])
        case .offerReopens where request.api == "store.takePromotion" || request.api == "purchase.reserve":
            _ = try database.run(
                "UPDATE store_offers SET closed_date = NULL WHERE offer_id = ?", [Value(request.parameters["offerId"]?.stringValue)])
        default: break
        }
    }

    /// What the player is told.
    func falsified(_ reply: Reply, of request: Request) -> Reply {
        guard world.fault == .listsForAll, request.api == "purchase.notConsumed", reply.resultCode == 0, world.chance(10) else {
            return reply
        }
        let all = rows("SELECT \(Payment.columns) FROM payments WHERE state = 40 ORDER BY payment_seq")
        return .success(["receipts": .array(all.map { Payment($0).receiptJSON(nil) })])
    }
}
