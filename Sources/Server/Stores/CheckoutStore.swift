import Codecs
import Linux
import Messages
import Service

/// Pages of payment sessions with signed webhooks, in the shape of Stripe's public API (docs.stripe.com/api: checkout sessions, events,
/// refunds). The session is the order; our key stands in it as `client_reference_id`.
final class CheckoutStore: StoreVerifier {
    private let store: AskedStore
    private let ask: (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void

    /// The API allows 30 minutes at least: a page that nobody paid is soon over.
    static let sessionMilliseconds: Int64 = 40 * 60_000
    /// Events are told in the order of their creation, nearly: a while is read again.
    static let overlapMilliseconds: Int64 = 2 * 60_000
    static let eventsOfPage: Int64 = 100
    /// The year 9999.
    private static let secondsMax: Int64 = 253_402_300_799
    /// What is sent and read here is this version's. Without it the account's own version answers, which may be of any year.
    static let version = "2024-06-20"
    private static let interface = "CHECKOUT"
    private static let eventTypes = [
        "checkout.session.completed", "checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed",
        "checkout.session.expired", "charge.refunded", "charge.dispute.created",
    ]

    init(_ store: AskedStore, _ ask: @escaping (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void) {
        self.store = store
        self.ask = ask
    }

    private func call(_ path: String, _ form: [(name: String, value: String)]? = nil, key: String? = nil) -> OutgoingCall {
        var call = OutgoingCall(url: store.apiUrl + path, form: form)
        call.fields = ["Authorization: Bearer \(store.apiKey)", "Stripe-Version: \(Self.version)"]
        if let key { call.fields.append("Idempotency-Key: \(key)") }
        return call
    }

    private static let expansion = "expand[]=payment_intent.latest_charge"

    /// By which the store knows that it was asked before.
    private func key(_ what: String, _ order: CarrierOrder) -> String { "\(what) \(store.app) \(order.orderKey)" }

    // MARK: Orders

    func begin(_ order: CarrierOrder, account: String?, language: String?, _ answer: @escaping (StoreAnswer) -> Void) {
        // Begun before: there is a page. Asked for in other words, as of a product whose title changed since, the store would refuse it.
        if order.storeTransactionId != nil { return look(.order(order), answer) }
        guard let amount = StoreUnits.of(order.currency, at: Self.interface).count(order.price), !store.returnUrl.isEmpty else {
            var word = StoreWord(.failed, order.orderKey)
            word.reason = store.returnUrl.isEmpty ? "returnUrl is missing" : "the store takes no such price in this currency"
            return answer(.word(word))
        }
        let item = "line_items[0]"
        let form: [(name: String, value: String)] = [
            // Whose order it is stays known where the order itself is lost: a backup that was put back has none of the last day.
            ("mode", "payment"), ("client_reference_id", order.orderKey), ("metadata[app]", store.app),
            ("metadata[user]", order.userId), ("metadata[product]", order.marketItemId),
            ("success_url", store.returnUrl), ("cancel_url", store.returnUrl),
            // Of the reservation, so that the same order is asked for in the same words.
            ("expires_at", "\((order.clockDate + Self.sessionMilliseconds) / 1000)"), ("\(item)[quantity]", "1"),
            ("\(item)[price_data][currency]", order.currency.lowercased()), ("\(item)[price_data][unit_amount]", "\(amount)"),
            ("\(item)[price_data][product_data][name]", order.title), ("payment_intent_data[metadata][order_key]", order.orderKey),
            ("payment_intent_data[metadata][user]", order.userId), ("payment_intent_data[metadata][product]", order.marketItemId),
        ]
        ask(call("/v1/checkout/sessions", form, key: key("begin", order))) { [self] in
            answer(read($0, orderKey: order.orderKey, whenRefused: .failed))
        }
    }

    func look(_ place: StorePlace, _ answer: @escaping (StoreAnswer) -> Void) {
        switch place {
        case .order(let order):
            // Nobody was told where the page is, as far as is known here; what was paid there is in the report.
            guard let id = order.storeTransactionId else { return answer(.word(StoreWord(.unknown, order.orderKey))) }
            // A session does not vanish: with another key, or through a proxy of somebody's, it is not found, and may be paid all the same.
            look(.transaction(id)) { told in
                if case .strange = told { answer(.unreachable("the store does not find the order's page")) } else { answer(told) }
            }
        case .transaction(let id):
            ask(call("/v1/checkout/sessions/\(PercentEncoding.encode(id))?\(Self.expansion)")) { [self] in
                answer(Self.isMissing($0) ? .strange : read($0, orderKey: nil, whenRefused: nil))
            }
        case .payment(let id):
            ask(call("/v1/checkout/sessions?payment_intent=\(PercentEncoding.encode(id))&limit=1")) { [self] in
                guard $0.status == 200, let list = $0.json?["data"]?.arrayValue else { return answer(Self.unreachable($0)) }
                guard let session = list.first?["id"]?.stringValue else { return answer(.strange) }
                look(.transaction(session), answer)
            }
        }
    }

    /// The money is taken on the page.
    func capture(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void) { look(.order(order), answer) }

    /// It is looked at before, as it may have been given back at the store's own page, and after, whatever was answered.
    func refund(_ order: CarrierOrder, _ answer: @escaping (StoreAnswer) -> Void) {
        guard let session = order.storeTransactionId else { return answer(.strange) }
        look(.transaction(session)) { [self] told in
            guard case .word(let word) = told, word.status == .paid, let intent = word.receipt else { return answer(told) }
            // A key has one answer for a day, a refusal too: each time that it is tried again has its own.
            let key = "refund \(store.app) \(intent) \(order.refundTries)"
            ask(call("/v1/refunds", [("payment_intent", intent)], key: key)) { [self] _ in look(.transaction(session), answer) }
        }
    }

    /// The store refused how it was asked, and an order that it has may be paid all the same: the order was begun before in other words.
    private static func isOfQuestion(_ error: JSON) -> Bool {
        error["type"]?.stringValue == "idempotency_error" || error["code"]?.stringValue == "idempotency_error"
    }

    /// The store's own word. A 404 without it is that of a proxy, or of an address that leads somewhere else, and says nothing.
    private static func isMissing(_ answer: OutgoingAnswer) -> Bool {
        answer.status == 404 && answer.json?["error"]?["code"]?.stringValue == "resource_missing"
    }

    private static func unreachable(_ answer: OutgoingAnswer) -> StoreAnswer {
        .unreachable(answer.status == 0 ? "the store did not answer" : "the store answered with status \(answer.status)")
    }

    /// - Parameter whenRefused: what a refusal means for the order; nil: nothing.
    private func read(_ answer: OutgoingAnswer, orderKey: String?, whenRefused: StoreWord.Status?) -> StoreAnswer {
        if answer.status == 400 || answer.status == 402, let whenRefused, let orderKey, let error = answer.json?["error"],
            !Self.isOfQuestion(error)
        {
            var word = StoreWord(whenRefused, orderKey)
            word.reason = error["code"]?.stringValue ?? "status \(answer.status)"
            return .word(word)
        }
        guard answer.status == 200, let session = answer.json, let id = session["id"]?.stringValue else { return Self.unreachable(answer) }
        guard let key = session["client_reference_id"]?.stringValue ?? orderKey, !key.isEmpty else { return .strange }
        if let orderKey, key != orderKey { return .strange }
        // Other games may sell with the same keys, and have orders of the same name.
        guard session["metadata"]?["app"]?.stringValue == store.app else { return .strange }
        guard let status = Self.status(session) else { return .unreachable("the store's answer cannot be read") }
        var word = StoreWord(status, key)
        word.transactionId = id
        word.url = status == .started ? session["url"]?.stringValue : nil
        word.receipt = session["payment_intent"]?["id"]?.stringValue ?? session["payment_intent"]?.stringValue
        let user = session["metadata"]?["user"]?.stringValue ?? ""
        word.userId = user.isEmpty ? nil : user
        word.product = session["metadata"]?["product"]?.stringValue
        if let amount = session["amount_total"]?.int64Value, let currency = session["currency"]?.stringValue?.uppercased() {
            word.price = StoreUnits.of(currency, at: Self.interface).text(amount)
            word.currency = currency
        }
        // Without knowing how much it was nobody is granted anything.
        if status == .paid, word.price == nil { return .unreachable("the store does not say how much was paid") }
        return .word(word)
    }

    /// - Returns: nil for one that there is not.
    private static func status(_ session: JSON) -> StoreWord.Status? {
        switch (session["status"]?.stringValue, session["payment_status"]?.stringValue) {
        case (_, "paid"):
            let charge = session["payment_intent"]?["latest_charge"]
            if charge?["disputed"]?.boolValue == true { return .charged }
            return charge?["refunded"]?.boolValue == true ? .refunded : .paid
        case ("open", _): return .started
        case ("expired", _): return .denied
        case ("complete", "unpaid"):
            // Paid later, by a slow way of paying; or that came to nothing.
            let intent = session["payment_intent"]?["status"]?.stringValue
            return intent == "requires_payment_method" || intent == "canceled" ? .failed : .pending
        default: return nil
        }
    }

    // MARK: What the store tells

    func event(signature: String?, _ body: [UInt8], now: Int64) -> StoreEvent {
        if let refusal = WebhookSignature.refusal(signature, body, secret: store.webhookSecret, nowSeconds: now / 1000) {
            return .refused(refusal)
        }
        guard let event = try? JSON.parse(bytes: body) else { return .refused("the body is not JSON") }
        return Self.place(event).map { .place($0) } ?? .nothing
    }

    private static func place(_ event: JSON) -> StorePlace? { row(event)?.place }

    /// - Returns: nil for an entry that has nothing to do with a page of payment.
    private static func row(_ event: JSON) -> StoreReportRow? {
        guard let type = event["type"]?.stringValue, eventTypes.contains(type) else { return nil }
        let mark = event["id"]?.stringValue ?? event.text()
        guard let object = event["data"]?["object"], object.objectValue != nil else { return StoreReportRow(place: nil, mark: mark) }
        if object["object"]?.stringValue == "checkout.session" {
            return StoreReportRow(place: object["id"]?.stringValue.map { .transaction($0) }, mark: mark)
        }
        // Money that no page took has no such name.
        if object["payment_intent"]?.isNull ?? false { return nil }
        return StoreReportRow(place: object["payment_intent"]?.stringValue.map { .payment($0) }, mark: mark)
    }

    // MARK: The report

    /// Events, newest first: a walk goes down to where the one before began, less a while.
    func report(at place: StoreReportPlace, _ answer: @escaping (StoreReportAnswer) -> Void) {
        let asked = place.rows ?? Self.eventsOfPage
        var from = place
        if let step = place.stepMilliseconds, let last = place.last {
            from.behind = nil
            from.until = last.advanced(byMilliseconds: -step)
        }
        var path = Self.events(asked, since: from.since)
        if let until = from.until { path += "&created[lte]=\(until.epochMilliseconds / 1000)" }
        if let behind = from.behind { path += "&starting_after=\(PercentEncoding.encode(behind))" }
        ask(call(path)) { answer(Self.page($0, place, from, asked)) }
    }

    private static func events(_ count: Int64, since: StoreReportPlace.Time?) -> String {
        let path = "/v1/events?limit=\(count)&created[gte]=\(max(0, (since?.epochMilliseconds ?? 0) / 1000))"
        return eventTypes.reduce(path) { $0 + "&types[]=\($1)" }
    }

    /// - Parameters:
    ///   - place: as it is kept.
    ///   - from: what was asked, which may step over something.
    private static func page(
        _ told: OutgoingAnswer, _ place: StoreReportPlace, _ from: StoreReportPlace, _ asked: Int64
    ) -> StoreReportAnswer {
        // The entry that the page stands behind is not kept any more: the walk begins anew.
        if told.status == 400 || told.status == 404, from.behind != nil {
            var next = StoreReportPlace(since: place.since, until: place.until)
            next.top = place.top
            return .page(StoreReportPage(rows: [], next: next, isEnd: false))
        }
        guard told.status == 200 || told.status >= 500 else { return .away(told.told) }
        let unreadable = StoreReportAnswer.unreadable(place.failed(asked), told)
        guard told.status == 200, let list = told.json, let events = list["data"]?.arrayValue else { return unreadable }
        let times = events.map { time($0, told.date) }
        if let until = from.until, place.until == nil, let first = times.first ?? nil, first > until { return unreadable }
        var next = place
        next.top = (times + [place.top]).compactMap { $0 }.max()
        next.last = times.last { $0 != nil } ?? place.last
        next.behind = events.last { $0["id"]?.stringValue != nil }?["id"]?.stringValue
        (next.rows, next.tooMany, next.failures) = (StoreReportPlace.grown(asked, usual: eventsOfPage), nil, 0)
        var page = StoreReportPage(rows: events.compactMap { row($0) }, next: next, isEnd: list["has_more"]?.boolValue != true)
        if from != place, let until = from.until {
            page.skipped = StoreReportPlace(since: until.advanced(byMilliseconds: 1_000), until: place.last)
        }
        if page.isEnd {
            page.next = StoreReportPlace(since: since(place.since, next.top, told.date))
        } else if next.behind == nil || next.behind == place.behind {
            return unreadable
        }
        return .page(page)
    }

    /// An entry that was made later than the store's own now is believed to be of now.
    private static func time(_ event: JSON, _ now: StoreReportPlace.Time?) -> StoreReportPlace.Time? {
        guard let seconds = event["created"]?.int64Value, (0...secondsMax).contains(seconds) else { return nil }
        let time = StoreReportPlace.Time(epochMilliseconds: seconds * 1000)
        return now.map { min($0, time) } ?? time
    }

    private static func since(
        _ before: StoreReportPlace.Time?, _ top: StoreReportPlace.Time?, _ now: StoreReportPlace.Time?
    ) -> StoreReportPlace.Time? {
        let since = [before, top?.advanced(byMilliseconds: -overlapMilliseconds)].compactMap { $0 }.max()
        // A place that the store has not come to was kept by mistake.
        if let since, let now, since > now { return nil }
        return since
    }

    // MARK: An operator's test

    var lacks: [String] {
        (store.returnUrl.isEmpty ? ["returnUrl is missing: no page of payment can be made"] : [])
            + (store.webhookSecret.isEmpty ? ["webhookSecret is missing: every webhook is refused"] : [])
    }

    var question: OutgoingCall { call(Self.events(1, since: nil)) }

    func refusal(ofQuestion answer: OutgoingAnswer) -> String? {
        answer.status == 200 && answer.json?["data"]?.arrayValue != nil ? nil : refusal(ofStatus: answer)
    }
}
