import Codecs
import Linux
import Messages
import Service

/// Steam's microtransactions (partner.steamgames.com/doc/webapi/ISteamMicroTxn): the order is put into Steam's window over the game,
/// approved there, and its money is taken by FinalizeTxn. Our payment's number is the order's.
final class SteamStore: StoreVerifier {
    private let store: AskedStore
    private let ask: (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void

    private static let interface = "STEAM"
    static let titleCharactersMax = 128
    static let overlapMilliseconds: Int64 = 2 * 60_000
    static let reportMilliseconds: Int64 = 90 * 86_400_000
    /// In 2010 there was no sale yet.
    static let oldest = StoreReportPlace.Time(epochMilliseconds: 1_262_304_000_000)
    static let rowsUsual: Int64 = 1_000
    /// So many in one second are asked for at once.
    static let rowsMax: Int64 = 8_192

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

    func begin(_ order: CarrierOrder, account: String?, language: String?, _ answer: @escaping (StoreAnswer) -> Void) {
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
            return query([("orderid", number)], "\(store.storeCode)-\(number)") { told in
                // The report has it.
                guard case .word(let word) = told, word.status == .unknown else { return answer(told) }
                answer(.unreachable("the store reports the order, and does not find it"))
            }
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
    func capture(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void) {
        ask(post("FinalizeTxn/v2", [("orderid", order.number)], isRepeatable: false)) { [self] _ in look(.order(order), answer) }
    }

    func refund(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void) {
        ask(post("RefundTxn/v2", [("orderid", order.number)], isRepeatable: false)) { [self] _ in look(.order(order), answer) }
    }

    // MARK: What the store tells

    func event(signature: String?, _ body: [UInt8], now: Int64) -> StoreEvent { .refused("Steam sends no webhooks") }

    /// Sales, oldest first: the next page begins in the second in which this one ends.
    func report(at place: StoreReportPlace, _ answer: @escaping (StoreReportAnswer) -> Void) {
        guard let since = place.since else { return begin(place, answer) }
        let asked = place.rows ?? Self.rowsUsual
        var from = since
        if let step = place.stepMilliseconds { from = since.advanced(byMilliseconds: step) }
        ask(sales(from, asked)) { answer(Self.page($0, place, since, from, asked)) }
    }

    private func sales(_ from: StoreReportPlace.Time, _ rows: Int64) -> OutgoingCall {
        let date = ISO8601.text(epochMilliseconds: from.epochMilliseconds / 1000 * 1000)
        return get("GetReport/v5", [("type", "GAMESALES"), ("time", date), ("maxresults", "\(rows)")])
    }

    /// By the store's own now, or of all that there is.
    private func begin(_ place: StoreReportPlace, _ answer: @escaping (StoreReportAnswer) -> Void) {
        ask(sales(Self.oldest, 1)) { told in
            guard told.status == 200 else { return answer(.away(told.told)) }
            let since = told.date.map { max(Self.oldest, $0.advanced(byMilliseconds: -Self.reportMilliseconds)) } ?? Self.oldest
            answer(.page(StoreReportPage(rows: [], next: StoreReportPlace(since: since), isEnd: false)))
        }
    }

    private static func page(
        _ told: OutgoingAnswer, _ place: StoreReportPlace, _ since: StoreReportPlace.Time, _ from: StoreReportPlace.Time, _ asked: Int64
    ) -> StoreReportAnswer {
        let isReadable = told.status == 200 || told.status >= 500 || (told.status == 0 && asked > rowsUsual)
        guard isReadable else { return .away(told.told) }
        guard let orders = parameters(told)?["orders"] else { return .unreadable(place.failed(asked), told) }
        let all = orders.arrayValue ?? []
        let times = all.map { time($0, told.date) }
        let isFull = Int64(all.count) >= asked
        // The store has a limit of its own, and gives no more rows than that.
        let isCapped = asked > rowsUsual && Int64(all.count) <= rowsUsual
        var page = StoreReportPage(rows: all.map { row($0) }, next: StoreReportPlace(since: since, until: place.until), isEnd: !isFull)
        if from > since { page.skipped = StoreReportPlace(since: since, until: from.advanced(byMilliseconds: -1_000)) }
        let last = times.last { $0 != nil } ?? nil
        let isPast = place.until.flatMap { until in last.map { $0 > until } } ?? false
        if isCapped { return .page(Self.pastSecond(page, since)) }
        if !isFull || isPast {
            page.isEnd = true
            page.next.since = next(since, last, told.date)
            return .page(page)
        }
        page.next.rows = StoreReportPlace.grown(asked, usual: rowsUsual)
        if let last, last > from || (last == from && from > since) {
            page.next.since = last
            return .page(page)
        }
        // All of one second: more of it at once, as far as that could be read.
        let more = asked * 2
        if more > rowsMax { return .page(Self.pastSecond(page, since)) }
        // The row behind these cannot be read.
        if more >= place.tooMany ?? Int64.max { return .unreadable(place.failed(1), told) }
        page.next = place
        page.next.rows = more
        return .page(page)
    }

    /// More sales in one second than the store tells: they are put aside by their second.
    private static func pastSecond(_ page: StoreReportPage, _ since: StoreReportPlace.Time) -> StoreReportPage {
        var page = page
        page.skipped = StoreReportPlace(since: since, until: since)
        page.next = StoreReportPlace(since: since.advanced(byMilliseconds: 1_000), until: page.next.until)
        page.isEnd = false
        return page
    }

    private static func row(_ sale: JSON) -> StoreReportRow {
        let id = text(sale["orderid"])
        let mark = [id ?? sale.text(), sale["status"]?.stringValue ?? "", sale["time"]?.stringValue ?? ""].joined(separator: " ")
        return StoreReportRow(place: id.map { .transaction($0) }, mark: mark)
    }

    private static func time(_ sale: JSON, _ now: StoreReportPlace.Time?) -> StoreReportPlace.Time? {
        guard let date = sale["time"]?.stringValue.flatMap({ ISO8601.parse($0) }) else { return nil }
        let time = StoreReportPlace.Time(epochMilliseconds: date / 1000 * 1000)
        return now.map { min($0, time) } ?? time
    }

    /// A while is read again. A place that the store has not come to was kept by mistake.
    private static func next(
        _ since: StoreReportPlace.Time, _ last: StoreReportPlace.Time?, _ now: StoreReportPlace.Time?
    ) -> StoreReportPlace.Time? {
        if let now, since > now { return nil }
        guard let last else { return since }
        return max(since, last.advanced(byMilliseconds: -overlapMilliseconds))
    }

    // MARK: An operator's test

    var lacks: [String] { store.appId.isEmpty ? ["storeAppId is missing: it is the game's id at Steam"] : [] }

    var question: OutgoingCall { sales(Self.oldest, 1) }

    func refusal(ofQuestion answer: OutgoingAnswer) -> String? {
        if Self.parameters(answer) != nil { return nil }
        guard answer.status == 200, let code = Self.refusal(answer) else { return refusal(ofStatus: answer) }
        return "the store refused with error \(code.prefix(Self.codeCharactersMax))"
    }

    private static let codeCharactersMax = 32
}
