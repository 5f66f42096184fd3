import Linux
import Messages
import Service
import Wire

/// Steam's microtransactions (partner.steamgames.com/doc/webapi/ISteamMicroTxn): the order is put into Steam's window over the game,
/// approved there, and its money is taken by FinalizeTxn. Our payment's number is the order's.
final class SteamStore: StoreVerifier {
    private let store: AskedStore
    private let ask: (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void

    private static let interface = "STEAM"
    static let titleCharactersMax = 128
    static let overlapMilliseconds: Int64 = 2 * 60_000
    static let reportMilliseconds: Int64 = 90 * 86_400_000
    static let rowsMax = 1_000
    static let pagesMax = 50

    init(_ store: AskedStore, _ ask: @escaping (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void) {
        self.store = store
        self.ask = ask
    }

    private func post(_ method: String, _ form: [(name: String, value: String)], isRepeatable: Bool) -> OutgoingCall {
        OutgoingCall(
            url: "\(store.apiUrl)/\(method)/", form: [("key", store.apiKey), ("appid", store.appId), ("format", "json")] + form,
            isRepeatable: isRepeatable)
    }

    private func get(_ method: String, _ query: [(name: String, value: String)]) -> OutgoingCall {
        OutgoingCall(
            url: "\(store.apiUrl)/\(method)/?"
                + OutgoingCall.encoded([("key", store.apiKey), ("appid", store.appId), ("format", "json")] + query))
    }

    /// The store refused, and said why; nil: nothing is known.
    private static func refusal(_ answer: OutgoingAnswer) -> String? {
        guard let response = answer.json?["response"], response["result"]?.stringValue == "Failure" else { return nil }
        let code = response["error"]?["errorcode"]
        return code?.stringValue ?? code?.int64Value.map { "\($0)" } ?? "Failure"
    }

    private static func parameters(_ answer: OutgoingAnswer) -> JSON? {
        guard answer.status == 200, let response = answer.json?["response"], response["result"]?.stringValue == "OK" else { return nil }
        return response["params"]
    }

    // MARK: Orders

    func begin(_ order: StoreOrder, account: String?, language: String?, _ answer: @escaping (StoreAnswer) -> Void) {
        guard let amount = StoreUnits.of(order.currency, at: Self.interface).count(order.price), let account, UInt64(account) != nil else {
            var word = StoreWord(.failed, order.orderKey)
            word.reason = "the player's Steam id is missing, or the store takes no such price in this currency"
            return answer(.word(word))
        }
        let form: [(name: String, value: String)] = [
            ("orderid", order.number), ("steamid", account), ("itemcount", "1"), ("language", language ?? "en"),
            ("currency", order.currency),
            ("usersession", "client"), ("itemid[0]", "\(order.itemSeq)"), ("qty[0]", "1"), ("amount[0]", "\(amount)"),
            ("description[0]", String(order.title.prefix(Self.titleCharactersMax))),
        ]
        // A number that was used is refused, so what came of the first time is asked instead of asking twice.
        ask(post("InitTxn/v3", form, isRepeatable: false)) { [self] in
            if Self.parameters($0) != nil { return answer(.word(StoreWord(.started, order.orderKey))) }
            let reason = Self.refusal($0)
            look(.order(order)) { told in
                guard case .word(var word) = told, word.status == .unknown else { return answer(told) }
                guard let reason else { return answer(.unreachable("the store did not take the order")) }
                word.status = .failed
                word.reason = reason
                answer(.word(word))
            }
        }
    }

    func look(_ place: StorePlace, _ answer: @escaping (StoreAnswer) -> Void) {
        guard case .order(let order) = place else {
            guard case .transaction(let number) = place else { return answer(.strange) }
            return query([("orderid", number)], "\(store.storeCode)-\(number)", answer)
        }
        query([("orderid", order.number)], order.orderKey, answer)
    }

    private func query(_ by: [(name: String, value: String)], _ orderKey: String, _ answer: @escaping (StoreAnswer) -> Void) {
        ask(get("QueryTxn/v3", by)) { [self] in
            if let row = Self.parameters($0) { return answer(word(row, orderKey)) }
            guard let reason = Self.refusal($0) else { return answer(.unreachable("the store answered with status \($0.status)")) }
            // 3, an invalid parameter: there is no such order.
            guard reason == "3" else { return answer(.unreachable("the store refused with error \(reason)")) }
            answer(.word(StoreWord(.unknown, orderKey)))
        }
    }

    private func word(_ row: JSON, _ orderKey: String) -> StoreAnswer {
        guard let number = Self.text(row["orderid"]), "\(store.storeCode)-\(number)" == orderKey else { return .strange }
        let status: StoreWord.Status
        switch row["status"]?.stringValue {
        case "Init": status = .started
        case "Approved": status = .approved
        // A part of the money went back: what was bought stays.
        case "Succeeded", "PartialRefund": status = .paid
        case "Failed": status = .failed
        case "Refunded": status = .refunded
        case "Chargedback", "RefundedSuspectedFraud", "RefundedFriendlyFraud": status = .charged
        default: return .unreachable("the store's answer cannot be read")
        }
        var word = StoreWord(status, orderKey)
        word.transactionId = Self.text(row["transid"])
        word.receipt = word.transactionId
        word.account = Self.text(row["steamid"])
        word.itemSeq = row["items"]?.arrayValue?.first?["itemid"]?.int64Value
        if let items = row["items"]?.arrayValue, let currency = row["currency"]?.stringValue {
            var sum: Int64 = 0
            for item in items {
                let (more, overflow) = sum.addingReportingOverflow(item["amount"]?.int64Value ?? 0)
                if overflow { return .unreachable("the store's answer cannot be read") }
                sum = more
            }
            word.price = StoreUnits.of(currency, at: Self.interface).text(sum)
            word.currency = currency
        }
        if word.hasMoney, word.transactionId == nil || word.price == nil { return .unreachable("the store does not say how much was paid") }
        return .word(word)
    }

    private static func text(_ value: JSON?) -> String? { value?.stringValue ?? value?.int64Value.map { "\($0)" } }

    /// Whatever is answered, or is not: what is so then is asked.
    func capture(_ order: StoreOrder, _ answer: @escaping (StoreAnswer) -> Void) {
        ask(post("FinalizeTxn/v2", [("orderid", order.number)], isRepeatable: false)) { [self] _ in look(.order(order), answer) }
    }

    func refund(_ order: StoreOrder, _ answer: @escaping (StoreAnswer) -> Void) {
        ask(post("RefundTxn/v2", [("orderid", order.number)], isRepeatable: false)) { [self] _ in look(.order(order), answer) }
    }

    // MARK: What the store tells

    func event(signature: String?, _ body: [UInt8], now: Int64) -> StoreEvent { .refused("Steam sends no webhooks") }

    func report(since: Int64, now: Int64, _ answer: @escaping ([StorePlace], Int64?) -> Void) {
        page(max(since - Self.overlapMilliseconds, now - Self.reportMilliseconds, 0), now, [], 1, answer)
    }

    private func page(_ from: Int64, _ now: Int64, _ found: [StorePlace], _ number: Int, _ answer: @escaping ([StorePlace], Int64?) -> Void)
    {
        let date = ISO8601.text(epochMilliseconds: from / 1000 * 1000)
        ask(get("GetReport/v5", [("type", "GAMESALES"), ("time", date), ("maxresults", "\(Self.rowsMax)")])) { [self] in
            guard let orders = Self.parameters($0)?["orders"] else { return answer(found, nil) }
            let rows = orders.arrayValue ?? []
            let all = found + rows.compactMap { Self.text($0["orderid"]).map { .transaction($0) } }
            guard rows.count >= Self.rowsMax else { return answer(all, now) }
            // Oldest first; the next page begins where this one ends.
            guard number < Self.pagesMax, let last = rows.last?["time"]?.stringValue.flatMap({ ISO8601.parse($0) }), last > from else {
                return answer(all, nil)
            }
            page(last, now, all, number + 1, answer)
        }
    }
}
