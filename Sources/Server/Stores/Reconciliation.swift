import Codecs
import Linux
import Messages

/// Looks, again and again, at what is open and at what the stores report, for whoever did not come back to ask: a player whose game was
/// closed, a webhook that was lost. Each store of each app has rounds of its own, so that one that hangs keeps no other waiting. Of servers
/// that share a database one does it at a time. Belongs to the loop.
final class Reconciliation {
    let desk: StoreDesk
    let apps: Apps
    let clock: any Clock
    private let loop: Loop
    private let milliseconds: Int64
    /// Stores whose round is under way or waits for its turn, and apps that are asked for theirs.
    private var running: Set<Place> = []
    private let lines = RoundLines()
    /// Apps whose operator waits for a round.
    private var asked: Set<String> = []
    private(set) var isEnding = false
    var reads: [Place: ReportRead] = [:]
    /// Rows of each app that were written by a clock that was ahead.
    private(set) var datesAhead: [String: Int64] = [:]
    /// How much of the time the last sweep of each app did not believe, in milliseconds.
    private(set) var sweepHeld: [String: Int64] = [:]

    struct Place: Hashable {
        let app: String
        /// nil: which stores the app asks.
        let store: String?
    }

    /// A lease is a little shorter than the time between two rounds, so that its holder keeps it.
    static let leaseTenths: Int64 = 9
    /// Looks of a round that are under way at once.
    static let looksMax = 4
    /// Orders that are this young are still asked about by their players; and those of the last two rounds, when they come faster.
    static let youngMilliseconds: Int64 = 10_000

    init(_ desk: StoreDesk, _ apps: Apps, _ loop: Loop, _ clock: any Clock, milliseconds: Int64) {
        self.clock = clock
        self.desk = desk
        self.apps = apps
        self.loop = loop
        self.milliseconds = milliseconds
    }

    func begin() { loop.after(milliseconds: milliseconds) { [weak self] in self?.round() } }

    func end() { isEnding = true }

    private func round() {
        if isEnding { return }
        begin()
        for app in apps.all.values {
            let place = Place(app: app.id, store: nil)
            guard running.insert(place).inserted else { continue }
            desk.stores(of: app, watch: { [self] in (datesAhead[app.id], sweepHeld[app.id]) = ($0, $1) }) { [self] asked in
                running.remove(place)
                for store in asked ?? [] { begin(store) }
            }
        }
    }

    /// A round that takes longer than the time between two is the only one of its store.
    private func begin(_ asked: StoreDesk.Asked) {
        let place = Place(app: asked.app.id, store: asked.storeCode)
        guard !isEnding, running.insert(place).inserted else { return }
        lines.take(asked.host) { [self] in
            if isEnding { return end(place, asked.host) }
            look(asked, Round()) { [self] in end(place, asked.host) }
        }
    }

    private func end(_ place: Place, _ host: String) {
        running.remove(place)
        lines.end(host)
    }

    /// What became of one round.
    final class Round {
        /// An operator waits: whoever has the lease, and however young an order is.
        let isAsked: Bool
        var orders: Int64 = 0
        var left: Int64 = 0

        init(isAsked: Bool = false) { self.isAsked = isAsked }
    }

    /// A round for one app now; the service settles each order once, so that it may run beside the others.
    /// - Parameter answer: {stores, orders, left}: what was asked, and how much of it is to be asked again.
    func round(of app: App, _ answer: @escaping (Reply) -> Void) {
        guard self.asked.insert(app.id).inserted else {
            return answer(.failure(ResultCode.tooManyRequests, "a round of this app is under way"))
        }
        desk.stores(of: app) { [self] found in
            guard let found else {
                self.asked.remove(app.id)
                return answer(.failure(ResultCode.serviceUnreachable, "the service does not answer"))
            }
            let round = Round(isAsked: true)
            all(found, round) { [self] in
                self.asked.remove(app.id)
                answer(
                    .success([
                        "stores": .array(found.map { .string($0.storeCode) }), "orders": .integer(round.orders),
                        "left": .integer(round.left),
                    ]))
            }
        }
    }

    /// Each store for itself.
    private func all(_ stores: [StoreDesk.Asked], _ round: Round, _ then: @escaping () -> Void) {
        var left = stores.count
        if left == 0 { return then() }
        for asked in stores {
            look(asked, round) {
                left -= 1
                if left == 0 { then() }
            }
        }
    }

    // MARK: One store

    private func look(_ asked: StoreDesk.Asked, _ round: Round, _ then: @escaping () -> Void) {
        var parameters: JSONObject = ["storeCode": .string(asked.storeCode)]
        if !round.isAsked { parameters["leaseMilliseconds"] = .integer(milliseconds * Self.leaseTenths / 10) }
        desk.carry(.carrierStoreRound, .object(parameters), asked.app) { [self] reply in
            if reply.isSuccess { note(reply.body, of: asked) }
            guard reply.isSuccess, reply.body["isMine"]?.boolValue == true, let now = reply.body["now"]?.int64Value else { return then() }
            let refunds = Self.orders(reply.body["refunds"]).compactMap { CarrierOrder($0) }
            giveBack(asked, refunds[...], round) { [self] in
                underWay(asked, reply.body, now, round) { [self] in
                    page(asked, Self.orders(reply.body["orders"]), now, round) { [self] in
                        settle(asked, places(Self.orders(reply.body["older"]), now, round), round) { [self] _ in
                            report(asked, reply.body, round, then)
                        }
                    }
                }
            }
        }
    }

    /// One after the other.
    private func giveBack(_ asked: StoreDesk.Asked, _ orders: ArraySlice<CarrierOrder>, _ round: Round, _ then: @escaping () -> Void) {
        guard let order = orders.first, !isEnding else { return then() }
        round.orders += 1
        desk.refundAgain(order, asked) { [self] isMade in
            if !isMade { round.left += 1 }
            giveBack(asked, orders.dropFirst(), round, then)
        }
    }

    private func underWay(_ asked: StoreDesk.Asked, _ body: JSON, _ now: Int64, _ round: Round, _ then: @escaping () -> Void) {
        settle(asked, places(Self.orders(body["underWay"]), now, round), round) { [self] _ in
            guard let next = body["underWayNext"], !isEnding else { return then() }
            desk.carry(.carrierStoreRound, ["storeCode": .string(asked.storeCode), "underWayAfter": next], asked.app) { [self] reply in
                if reply.isSuccess { underWay(asked, reply.body, now, round, then) } else { then() }
            }
        }
    }

    private func places(_ orders: [JSON], _ now: Int64, _ round: Round) -> [StorePlace] {
        let young = round.isAsked ? 0 : min(Self.youngMilliseconds, 2 * milliseconds)
        // One that seems to be made later than now was made by a clock that was wrong, and is not young.
        return orders.compactMap { CarrierOrder($0) }.filter { !(0..<young).contains(now - $0.reservedDate) }.map { .order($0) }
    }

    static func orders(_ json: JSON?) -> [JSON] { json?.arrayValue ?? [] }

    private func page(_ asked: StoreDesk.Asked, _ orders: [JSON], _ now: Int64, _ round: Round, _ then: @escaping () -> Void) {
        settle(asked, places(orders, now, round), round) { [self] _ in
            guard let last = orders.last, let date = last["reservedDate"], let seq = last["paymentSeq"], !isEnding else { return then() }
            desk.carry(
                .carrierStoreRound, ["storeCode": .string(asked.storeCode), "afterDate": date, "afterSeq": seq], asked.app
            ) { [self] reply in
                let more = reply.isSuccess ? Self.orders(reply.body["orders"]) : []
                if more.isEmpty { then() } else { page(asked, more, now, round, then) }
            }
        }
    }

    /// An order of which much was reported is asked about once.
    private static func each(_ places: [StorePlace]) -> [StorePlace] {
        var seen: Set<String> = []
        return places.filter {
            switch $0 {
            case .order(let order): seen.insert("order " + order.orderKey).inserted
            case .transaction(let id): seen.insert("transaction " + id).inserted
            case .payment(let id): seen.insert("payment " + id).inserted
            }
        }
    }

    /// A few at a time. `then` learns whether every one was kept.
    private func settle(_ asked: StoreDesk.Asked, _ places: [StorePlace], _ round: Round, _ then: @escaping (Bool) -> Void) {
        var isWhole = true
        few(Self.each(places)) { [desk] place, next in
            round.orders += 1
            asked.verifier.look(place) { told in
                desk.settle(told, asked) { settled in
                    if case .later = settled {
                        isWhole = false
                        round.left += 1
                    }
                    next()
                }
            }
        } then: {
            then(isWhole && $0)
        }
    }

    /// - Parameter then: whether each had its turn.
    func few<Item>(
        _ items: [Item], _ step: @escaping (Item, @escaping () -> Void) -> Void, then: @escaping (Bool) -> Void
    ) {
        if items.isEmpty { return then(true) }
        var left = items[...]
        var underWay = 0
        func more() {
            while underWay < Self.looksMax, !isEnding, let item = left.popFirst() {
                underWay += 1
                step(item) {
                    underWay -= 1
                    more()
                }
            }
            if underWay == 0, left.isEmpty || isEnding { then(left.isEmpty) }
        }
        more()
    }
}

/// Rounds that ask the same machine stand in one line, a few of them under way at once: what it can do is shared, and what hangs does so
/// together. Those of other machines have lines of their own. Belongs to the loop.
final class RoundLines {
    static let roundsMax = 32

    private var running: [String: Int] = [:]
    /// As many as there are stores: each stands here once.
    private var waiting: [String: [() -> Void]] = [:]

    /// - Parameter begin: runs at once or later; `end` must follow it.
    func take(_ host: String, _ begin: @escaping () -> Void) {
        guard running[host, default: 0] < Self.roundsMax else {
            waiting[host, default: []].append(begin)
            return
        }
        running[host, default: 0] += 1
        begin()
    }

    func end(_ host: String) {
        guard var line = waiting[host], !line.isEmpty else {
            let left = running[host, default: 0] - 1
            running[host] = left > 0 ? left : nil
            return
        }
        let next = line.removeFirst()
        waiting[host] = line.isEmpty ? nil : line
        next()
    }
}
