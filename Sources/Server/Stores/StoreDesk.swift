import Codecs
import Linux
import Messages

/// Asks stores about orders and tells the service what they said. The service settles each order once, however often it is told; here
/// nothing is remembered. Belongs to the loop.
final class StoreDesk {
    private let loop: Loop
    private let clock: any Clock
    private let log: ServerLog
    private let outgoing: Outgoing
    let secrets: Secrets

    init(_ loop: Loop, _ clock: any Clock, _ log: ServerLog, _ outgoing: Outgoing, _ secrets: Secrets) {
        self.loop = loop
        self.clock = clock
        self.log = log
        self.outgoing = outgoing
        self.secrets = secrets
    }

    func end(untilNanoseconds deadline: Int64) { outgoing.end(untilNanoseconds: deadline) }

    // MARK: Stores

    /// What is to be known of a store to ask it.
    struct Asked {
        let app: App
        let storeCode: String
        /// Where the store is asked: what hangs does so together.
        let host: String
        let verifier: any StoreVerifier
    }

    /// Those that this app asks. One whose settings are not right is logged, and left out.
    /// - Parameter watch: gets the number of rows whose date is to come, and how much of the time the last sweep did not believe.
    func stores(of app: App, watch: ((Int64, Int64) -> Void)? = nil, _ answer: @escaping ([Asked]?) -> Void) {
        carry(.carrierStores, watch == nil ? [:] : ["watches": true], app) { [self] reply in
            guard reply.isSuccess else { return answer(nil) }
            if let count = reply.body["datesAhead"]?.int64Value { watch?(count, reply.body["sweepHeld"]?.int64Value ?? 0) }
            answer((reply.body["stores"]?.arrayValue ?? []).compactMap { asked($0, app) })
        }
    }

    private func asked(_ json: JSON, _ app: App) -> Asked? {
        do throws(AskedStore.Wrong) { return try opened(json, app) } catch {
            guard case .message(let reason) = error else { return nil }
            note("storeNotAsked", app, json["storeCode"]?.stringValue ?? "", reason)
            return nil
        }
    }

    private func opened(_ json: JSON, _ app: App) throws(AskedStore.Wrong) -> Asked {
        let store = try AskedStore(json, app: app.id, secrets, outgoing.reach)
        let ask: (OutgoingCall, @escaping (OutgoingAnswer) -> Void) -> Void = { [self] in self.ask($0, $1) }
        let verifier: any StoreVerifier = store.interface == "STEAM" ? SteamStore(store, ask) : CheckoutStore(store, ask)
        return Asked(app: app, storeCode: store.storeCode, host: store.host, verifier: verifier)
    }

    /// - Parameter milliseconds: nil: every try has its time.
    private func ask(_ call: OutgoingCall, within milliseconds: Int64? = nil, _ answer: @escaping (OutgoingAnswer) -> Void) {
        let waiting = OnLoop(run: answer)
        outgoing.ask(call, within: milliseconds) { [loop] ended in loop.post { waiting.run(ended) } }
    }

    // MARK: An operator's test

    /// An operator waits so long for a store.
    static let attemptMilliseconds: Int64 = 9_000

    /// The steps of a test of a store. The place to which its report was read is neither used nor moved.
    func attempt(_ storeCode: String, _ app: App, _ answer: @escaping ([AttemptStep]) -> Void) {
        carry(.carrierStores, [:], app) { [self] reply in
            guard reply.isSuccess else { return answer([.bad("settings", "the service does not answer")]) }
            let found = reply.body["stores"]?.arrayValue?.first { $0["storeCode"]?.stringValue == storeCode }
            guard let found else { return answer([.bad("settings", "the settings do not allow this server to query the store any more")]) }
            do throws(AskedStore.Wrong) { attempt(try opened(found, app), answer) } catch {
                guard case .message(let reason) = error else { return answer([]) }
                answer([.bad("settings", reason)])
            }
        }
    }

    private func attempt(_ asked: Asked, _ answer: @escaping ([AttemptStep]) -> Void) {
        let lacks = asked.verifier.lacks
        var steps: [AttemptStep] = [.good("settings", "this server queries the store at \(asked.host)")]
        steps.append(lacks.isEmpty ? .good("credentials", "all are there") : .bad("credentials", lacks.joined(separator: "; ")))
        ask(asked.verifier.question, within: Self.attemptMilliseconds) { [self] found in
            let refusal = asked.verifier.refusal(ofQuestion: found)
            steps.append(refusal.map { .bad("key", $0) } ?? .good("key", "the store accepts the key: its report can be read"))
            if let date = found.date { steps.append(clockStep(date)) }
            answer(steps)
        }
    }

    /// Webhooks are refused when the two clocks are further apart than a signature may be.
    private func clockStep(_ date: Timestamp<StoreClock>) -> AttemptStep {
        let seconds = (date.epochMilliseconds - clock.epochMilliseconds()) / 1000
        let most = WebhookSignature.toleranceSeconds
        if seconds.magnitude <= most.magnitude { return .good("clock", "the store's clock differs by \(seconds.magnitude) s") }
        return .bad("clock", "the store's clock is \(seconds.magnitude) s \(seconds > 0 ? "ahead" : "behind"); \(most) s are allowed")
    }

    func carry(_ name: RequestName, _ parameters: JSON, _ app: App, _ answer: @escaping (Reply) -> Void) {
        loop.carry(name, parameters, to: app.home, answer)
    }

    func note(_ event: String, _ app: App, _ storeCode: String, _ reason: String) {
        log.write(.error, event, ["app": .string(app.id), "store": .string(storeCode), "reason": .string(reason)])
    }

    // MARK: Settling

    /// How it ended to tell the service what a store said.
    enum Settled {
        case order(CarrierOrder)
        /// It is no order of this app's, or its money fits none: nothing more comes of telling it again.
        case over
        /// To be told again.
        case later(String)
    }

    /// From a store's answer to the service's. What is approved is captured on the way.
    func settle(_ answer: StoreAnswer, _ asked: Asked, _ then: @escaping (Settled) -> Void) {
        switch answer {
        case .unreachable(let reason): then(.later(reason))
        case .strange: then(.over)
        case .word(let word):
            tell(word, asked) { [self] settled in
                guard word.status == .approved, case .order(let order) = settled, order.state == "APPROVED" else { return then(settled) }
                // That the player agreed is kept. One that was closed meanwhile is not captured.
                asked.verifier.capture(order) { [self] captured in
                    guard case .word(let word) = captured, word.status != .approved else { return then(settled) }
                    tell(word, asked, then)
                }
            }
        }
    }

    private func tell(_ word: StoreWord, _ asked: Asked, _ then: @escaping (Settled) -> Void) {
        carry(.carrierStoreReport, word.report(asked.storeCode), asked.app) { [self] reply in
            if reply.isSuccess {
                let isKept = reply.body["isKept"]?.boolValue == true
                guard let order = CarrierOrder(reply.body["storeOrder"]) else {
                    if isKept { noteUnknown(word, asked) }
                    // Money is told again until it is kept.
                    if word.hasMoney, !isKept { return then(.later("the service cannot store money of an unknown order")) }
                    return then(.over)
                }
                if isKept { note("storeMoneyUnmatched", asked.app, asked.storeCode, "\(word.orderKey) was paid twice") }
                if reply.body["isTwice"]?.boolValue == true {
                    note("storeSubscriptionTwice", asked.app, asked.storeCode, "\(word.orderKey) is of a subscription that its buyer has")
                }
                return then(.order(order))
            }
            // Kept among unmatched money.
            if reply.resultCode == ResultCode.receiptRefused || reply.resultCode == ResultCode.productMismatch {
                note("storeMoneyUnmatched", asked.app, asked.storeCode, reply.message)
                return then(.over)
            }
            then(.later(reply.message))
        }
    }

    private func noteUnknown(_ word: StoreWord, _ asked: Asked) {
        let buyer = word.userId ?? word.account ?? "no buyer in the store's data"
        note(
            "storeOrderUnknown", asked.app, asked.storeCode,
            "\(word.status.rawValue), and no order here: \(word.orderKey), of \(buyer); it is in the unmatched money")
    }

    // MARK: A player's order

    /// Those that the service begins to answer and a store goes on with.
    static let requests: [RequestName] = [.storePoll, .consoleRefund, .consoleChangeSubscription]

    /// The answer to `store.poll` about an order of a store that is asked, after the service has said whose it is and how far.
    func carryOn(_ reply: Reply, _ request: Request, _ app: App, _ answer: @escaping (Reply) -> Void) {
        guard let order = CarrierOrder(reply.body["storeOrder"]), let storeCode = reply.body["storeOrder"]?["storeCode"]?.stringValue else {
            return answer(reply)
        }
        if request.name != .storePoll { return refund(order, storeCode, request, reply, app, answer) }
        guard order.isOpen else { return answer(.success(.object(order.told))) }
        stores(of: app) { [self] all in
            guard let asked = all?.first(where: { $0.storeCode == storeCode }) else {
                return answer(.failure(ResultCode.serviceUnreachable, "the store \(storeCode) cannot be asked now; see the server's log"))
            }
            let begins = request.parameters["begins"]?.boolValue == true && order.state == "RESERVED"
            let take: (StoreAnswer) -> Void = { [self] told in
                settle(told, asked) { [self] settled in answer(self.reply(settled, told, order, begins, asked)) }
            }
            guard begins else { return asked.verifier.look(.order(order), take) }
            let account = Self.short(request.parameters["account"]), language = Self.short(request.parameters["language"])
            asked.verifier.begin(order, account: account, language: language, take)
        }
    }

    /// The operator's refund, which the service has kept: the store gives the money back, and then the service takes the goods. Of what
    /// only the store can do, a chargeback, it is asked alone.
    private func refund(
        _ order: CarrierOrder, _ storeCode: String, _ request: Request, _ reply: Reply, _ app: App, _ answer: @escaping (Reply) -> Void
    ) {
        let isRefund = reply.body["refundPending"]?.boolValue == true
        let rest = isRefund ? "the refund is stored, and repeated until the store confirms it" : "nothing is entered"
        let missing = Reply.failure(ResultCode.serviceUnreachable, "the store \(storeCode) cannot be asked now: \(rest)")
        stores(of: app) { [self] all in
            guard let asked = all?.first(where: { $0.storeCode == storeCode }) else { return answer(missing) }
            let take: (StoreAnswer) -> Void = { [self] told in
                settle(told, asked) { settled in
                    guard case .word(let word) = told else { return answer(missing) }
                    if case .later = settled { return answer(missing) }
                    answer(Self.refunded(reply, word, settled))
                }
            }
            if isRefund { return asked.verifier.refund(order, take) }
            asked.verifier.look(.order(order), take)
        }
    }

    /// The service's answer, as things are after the store was asked.
    private static func refunded(_ reply: Reply, _ word: StoreWord, _ settled: Settled) -> Reply {
        var body = reply.body.objectValue ?? [:]
        body["storeOrder"] = nil
        if word.status == .refunded || word.status == .charged { body["refundPending"] = nil }
        guard case .order(let now) = settled else {
            if word.hasMoney, word.status != .paid { body["state"] = .string(word.status.rawValue) }
            return .success(.object(body))
        }
        if body["state"] != nil { body["state"] = .string(now.state) }
        if body["status"] != nil, let members = now.subscription?.objectValue?.members {
            for member in members { body[member.key] = member.value }
        }
        return .success(.object(body))
    }

    /// A refund that was kept is asked of the store again.
    /// - Parameter then: whether the store says that it is made.
    func refundAgain(_ order: CarrierOrder, _ asked: Asked, _ then: @escaping (Bool) -> Void) {
        asked.verifier.refund(order) { [self] told in
            settle(told, asked) { [self] _ in
                if case .word(let word) = told, word.status == .refunded || word.status == .charged { return then(true) }
                note("storeRefundPending", asked.app, asked.storeCode, "\(order.orderKey), asked \(order.refundTries) times")
                then(false)
            }
        }
    }

    private static func short(_ value: JSON?) -> String? { value?.stringValue.flatMap { $0.utf8.count <= 128 ? $0 : nil } }

    private func reply(_ settled: Settled, _ said: StoreAnswer, _ before: CarrierOrder, _ begins: Bool, _ asked: Asked) -> Reply {
        switch settled {
        case .order(let order):
            var told = order.told
            if case .word(let word) = said, order.state == "RESERVED" {
                if let url = word.url, begins { told["url"] = .string(url) }
                if word.status == .unknown { told["status"] = "UNKNOWN" }
            }
            return .success(.object(told))
        case .over: return .failure(ResultCode.receiptRefused, "the store's data of the order does not match it")
        case .later(let reason):
            note("storeNotReached", asked.app, asked.storeCode, reason)
            // Whether it heard of the order is found out by asking again.
            if begins { return .failure(ResultCode.serviceUnreachable, "the store cannot be asked: \(reason); ask again") }
            var told = before.told
            told["pollAfterMilliseconds"] = .integer(StoreTiming.laterMilliseconds)
            return .success(.object(told))
        }
    }
}

enum StoreTiming {
    static let laterMilliseconds: Int64 = 5_000
}
