@testable import Messages
import Codecs
import Storage

@testable import Client
@testable import Service

/// Watches what becomes of wishes from the store's own window, and of the months' limits.
final class SimulatorOffers {
    private let world: SimulatorWorld
    /// By offer, the request that reserved a payment for it.
    private var reserved: [String: String] = [:]
    /// Offers that a game was told of as failed, and with what.
    private var told: [String: Int64] = [:]
    /// The requests that reserved something.
    private var answered: Set<String> = []
    /// What the buyer has spent this month at the least, before a request came.
    private var spentBefore: MoneySum?

    init(_ world: SimulatorWorld) { self.world = world }

    /// A game heard that an offer has failed.
    func tellFailed(_ offerId: String, _ code: Int64, to player: String) {
        world.require(
            told[offerId] == nil, "\(player): the offer \(offerId) was told as failed with \(told[offerId] ?? 0) and with \(code)")
        told[offerId] = code
        world.count(.promotionsFailed)
    }

    /// Before a request is handled.
    func prepare(_ request: Request, _ server: SimulatorServer) {
        spentBefore = nil
        guard request.api == "purchase.reserve", let (product, _) = limited(request), let user = server.member(of: request) else { return }
        spentBefore = spent(user, product, server) { !$0.contains(false) }
    }

    /// Somebody came between: what was spent before is not known.
    func forget() { spentBefore = nil }

    /// After its commit.
    func look(_ request: Request, _ reply: Reply, _ server: SimulatorServer) {
        guard request.api == "purchase.reserve" else { return }
        checkLimit(request, reply, server)
        guard SimulatorOffers.isReserved(reply) else { return }
        let requestId = request.parameters["requestId"]?.stringValue ?? ""
        answered.insert(requestId)
        guard let offerId = request.parameters["offerId"]?.stringValue else { return }
        // What the game was told as failed is never charged.
        world.require(
            told[offerId] == nil || reserved[offerId] == requestId,
            "the offer \(offerId) was told as failed with \(told[offerId] ?? 0) and is carried on")
        world.require(reserved[offerId] ?? requestId == requestId, "the offer \(offerId) was carried on twice")
        reserved[offerId] = requestId
    }

    /// While something is open a request may be answered with that.
    private static func isReserved(_ reply: Reply) -> Bool { reply.resultCode == 0 && reply.body["paymentSeq"] != nil }

    /// A limit counts its month alone, and whole. What has only one of its dates in the month may count or not.
    private func checkLimit(_ request: Request, _ reply: Reply, _ server: SimulatorServer) {
        guard let (product, limit) = limited(request), let user = server.member(of: request), let spentBefore else { return }
        if reply.resultCode == ResultCode.limitExceeded {
            world.count(.limits)
            // What is open may still be paid, and counts.
            var most = spent(user, product, server) { $0.contains(true) }
            for row in server.rows(
                "SELECT price FROM payments WHERE user_id = ? AND currency = ? AND state IN (10, 12, 15)",
                [.text(user), .text(product.currency)])
            {
                most.add(row.text(0), times: 1)
            }
            world.require(
                !most.isAtMost(limit) || !server.countsMonthsByDate,
                "\(product.price) \(product.currency) was refused, and \(user) spent no more than \(limit) with it this month")
        } else if SimulatorOffers.isReserved(reply), !answered.contains(request.parameters["requestId"]?.stringValue ?? "") {
            world.require(
                spentBefore.isAtMost(limit),
                "\(product.price) \(product.currency) was reserved, and \(user) spent more than \(limit) with it this month")
        }
    }

    /// The product's price, and what counts of what the member paid: by which of its dates are in this month.
    private func spent(
        _ user: String, _ product: (price: String, currency: String), _ server: SimulatorServer, _ counts: ([Bool]) -> Bool
    ) -> MoneySum {
        let now = CalendarDay.parts(epochMilliseconds: server.clock.epochMilliseconds())
        var sum = MoneySum()
        sum.add(product.price, times: 1)
        for row in server.rows(
            "SELECT price, reserved_date, purchase_date, granted_date FROM payments WHERE user_id = ? AND currency = ? AND state IN (20, 30, 40, 50)",
            [.text(user), .text(product.currency)])
        {
            var areInMonth: [Bool] = []
            for place in 1...3 {
                guard let date = row.integerOrNil(place) else { continue }
                let parts = CalendarDay.parts(epochMilliseconds: date)
                areInMonth.append(parts.year == now.year && parts.month == now.month)
            }
            if counts(areInMonth) { sum.add(row.text(0), times: 1) }
        }
        return sum
    }

    private func limited(_ request: Request) -> (product: (price: String, currency: String), limit: String)? {
        let store = request.parameters["storeCode"]?.stringValue ?? "SANDBOX"
        for json in SimulatorServer.settings["products"]?.arrayValue ?? [] where json["storeCode"]?.stringValue ?? "SANDBOX" == store {
            let isSame =
                request.parameters["gamebaseProductId"].map { $0 == json["gamebaseProductId"] }
                ?? (request.parameters["marketItemId"] == json["marketItemId"])
            guard isSame, let price = json["price"]?.stringValue, let currency = json["currency"]?.stringValue else { continue }
            guard let limit = SimulatorServer.limits[currency] else { return nil }
            return ((price, currency), limit)
        }
        return nil
    }
}

extension SimulatorServer {
    static let limits = ["USD": "30", "JPY": "6000"]

    /// Somebody begins a purchase in the store's window, for one member or for whoever plays.
    func offer() {
        let members = rows("SELECT user_id FROM members ORDER BY user_id").map { $0.text(0) }
        guard !members.isEmpty else { return }
        var parameters: JSONObject = ["gamebaseProductId": .string(world.pick(Self.products["SANDBOX"] ?? []))]
        if world.chance(70) { parameters["userId"] = .string(world.pick(members)) }
        _ = console("startPromotion", .object(parameters))
    }

    /// The store's window is closed for good.
    func closeOffers() {
        do { _ = try database.run("UPDATE store_offers SET closed_date = 1 WHERE closed_date IS NULL", []) } catch {
            world.require(false, "\(error)")
        }
    }

    func member(of request: Request) -> String? {
        guard let token = request.accessToken else { return nil }
        return rows("SELECT user_id FROM sessions WHERE token_hash = ?", [.text(Hex.encode(SHA256.hash(Array(token.utf8))))]).first?.text(0)
    }

    /// Until then a month was read out of the payment's number.
    var countsMonthsByDate: Bool { number("SELECT count(*) FROM pragma_table_info('payments') WHERE name = 'paid_date'") == 1 }
}
