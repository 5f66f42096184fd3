import Codecs
import Linux
import Messages

/// How the host speaks to a store.
public final class HostStoreAdapter {
    public static let capturesLast: UInt64 = 4
    public static let abandonsApproved: UInt64 = 128

    public let capabilities: UInt64
    /// The kinds of questions that it answers.
    public let kinds: [StoreRequest.Kind]
    /// Called inside the run loop.
    public let ask: (StoreRequest) -> Void
    /// Called inside the run loop, once.
    public let close: () -> Void

    @export(interface) public init(
        capabilities: UInt64, kinds: [StoreRequest.Kind], ask: @escaping (StoreRequest) -> Void, close: @escaping () -> Void
    ) {
        self.capabilities = capabilities
        self.kinds = kinds
        self.ask = ask
        self.close = close
    }
}

/// A store of the host's, for one buyer.
final class HostStore: StoreAdapter, @unchecked Sendable {
    let storeCode: String
    let isFinishedByGrant = false
    let isBegunByReservation = false
    private let client: Client
    private let adapter: HostStoreAdapter
    private let buyer: Buyer

    init(client: Client, adapter: HostStoreAdapter, storeCode: String, buyer: Buyer) {
        self.client = client
        self.adapter = adapter
        self.storeCode = storeCode
        self.buyer = buyer
    }

    var capturesLast: Bool { adapter.capabilities & HostStoreAdapter.capturesLast != 0 }
    var abandonsApproved: Bool { adapter.capabilities & HostStoreAdapter.abandonsApproved != 0 }

    func products(_ marketItemIds: [String], _ answer: @escaping (Result<[JSON]?, StoreFailure>) -> Void) {
        guard adapter.kinds.contains(.products) else { return answer(.success(nil)) }
        ask(StoreQuestion(kind: .products, marketItemIds: marketItemIds)) { result in
            switch result {
            case .success(let json): answer(.success(json.arrayValue ?? []))
            case .failure(let failure): answer(.failure(failure))
            }
        }
    }

    func begin(_ order: StoreOrder, window: UInt, _ answer: @escaping (StoreOutcome) -> Void) {
        ask(StoreQuestion(kind: .begin, order: order, window: window), timeoutMilliseconds: Client.purchaseTimeoutMilliseconds) {
            [self] result in
            switch result {
            case .success(let json):
                guard let transaction = StoreTransaction.read(json) else { return answer(.unreachable(HostStore.unreadable)) }
                guard let url = transaction.url else { return answer(transaction.outcome) }
                guard WebAddress.scheme(of: url) != nil else {
                    return answer(.refused(StoreFailure(code: IAPCode.urlInvalid, message: "the checkout's page is no address: \(url)")))
                }
                client.screens.openOutside(url) { opened in
                    answer(
                        opened
                            ? transaction.outcome
                            : .refused(
                                StoreFailure(
                                    code: IAPCode.storeNotAvailable,
                                    message:
                                        "nothing here opens the checkout's page: the host has no openURL that does, and xdg-open is missing or failed"
                                )))
                }
            case .failure(let failure) where failure.isRefusal: answer(.refused(failure))
            case .failure(let failure): answer(.unreachable(failure))
            }
        }
    }

    func poll(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) { ask(.poll, order, answer) }
    func capture(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) { ask(.capture, order, answer) }

    private func ask(_ kind: StoreRequest.Kind, _ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) {
        ask(StoreQuestion(kind: kind, order: order)) { result in
            switch result {
            case .success(let json): answer(StoreTransaction.read(json)?.outcome ?? .unreachable(HostStore.unreadable))
            case .failure(let failure): answer(.unreachable(failure))
            }
        }
    }

    func finish(_ order: StoreOrder, _ answer: @escaping (Bool) -> Void) {
        ask(StoreQuestion(kind: .finish, order: order)) { result in
            if case .success = result { answer(true) } else { answer(false) }
        }
    }

    func open(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void) { list(StoreQuestion(kind: .open), answer) }
    func restore(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void) {
        list(StoreQuestion(kind: .restore), timeoutMilliseconds: Client.purchaseTimeoutMilliseconds, answer)
    }

    func read(_ event: String, _ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void) {
        list(StoreQuestion(kind: .event, event: event), answer)
    }

    private func list(
        _ question: StoreQuestion, timeoutMilliseconds: Int64? = nil,
        _ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void
    ) {
        guard adapter.kinds.contains(question.kind) else { return answer(.success(nil)) }
        ask(question, timeoutMilliseconds: timeoutMilliseconds) { result in
            switch result {
            case .failure(let failure): answer(.failure(failure))
            case .success(let json):
                guard let list = json.arrayValue else { return answer(.failure(HostStore.unreadable)) }
                // What a renewal renews may come in the same list, in whatever order: renewals are the last.
                var transactions: [StoreTransaction] = []
                for areRenewals in [false, true] {
                    for json in list.prefix(Self.transactionsMax) {
                        let transaction = StoreTransaction.read(json) ?? .unreadable
                        if (transaction.kind == "RENEWAL") == areRenewals { transactions.append(transaction) }
                    }
                }
                // What was booked and finished leaves the store's list, and makes room for the rest.
                if list.count > Self.transactionsMax { transactions.append(.tooMany) }
                answer(.success(transactions))
            }
        }
    }

    /// Of one answer.
    private static let transactionsMax = 1_000
    private static let unreadable = StoreFailure(code: IAPCode.responseInvalid, message: "the store adapter's answer is not a transaction")

    private func ask(
        _ question: StoreQuestion, timeoutMilliseconds: Int64? = nil, _ answer: @escaping (Result<JSON, StoreFailure>) -> Void
    ) {
        let request = StoreRequest(
            question, storeCode: storeCode, userId: question.kind == .products ? nil : buyer.userID,
            language: client.languages.displayLanguageCode,
            client: client, answer: answer)
        client.runLoop.ask { [self] in
            if request.isCancelled { return }
            // The store is looked up when the question runs: the context of one that was closed may be freed.
            guard let adapter = client.lock.locked({ client.host.iap.stores[storeCode] }) else {
                return request.expire("no store adapter is registered for \(storeCode) any more")
            }
            guard request.startClock(timeoutMilliseconds) else { return request.expire("the wait for the store could not be scheduled") }
            adapter.ask(request)
        }
    }
}
