import Codecs
import Linux
import Messages
import Synchronization

/// What an adapter is asked.
final class StoreQuestion: Sendable {
    let kind: StoreRequest.Kind
    let order: StoreOrder?
    let marketItemIds: [String]
    let event: String?
    let window: UInt

    init(kind: StoreRequest.Kind, order: StoreOrder? = nil, marketItemIds: [String] = [], event: String? = nil, window: UInt = 0) {
        self.kind = kind
        self.order = order
        self.marketItemIds = marketItemIds
        self.event = event
        self.window = window
    }
}

/// One question to a store adapter. Only the first answer counts.
public final class StoreRequest: @unchecked Sendable {
    public enum Kind: Sendable { case products, begin, poll, event, capture, finish, open, restore }

    public let storeCode: String
    public let userId: String?
    public let language: String?
    private let question: StoreQuestion
    private let client: Client
    private let life: UInt64
    private let lock = Lock()
    private var answer: ((Result<JSON, StoreFailure>) -> Void)?
    private var timer: Reactor.TimerIdentifier?

    init(
        _ question: StoreQuestion, storeCode: String, userId: String?, language: String?, client: Client,
        answer: @escaping (Result<JSON, StoreFailure>) -> Void
    ) {
        self.question = question
        self.storeCode = storeCode
        self.userId = userId
        self.language = language
        self.client = client
        self.answer = answer
        life = client.lock.locked { client.state.life }
    }

    public var kind: Kind { question.kind }
    @export(interface) public var orderKey: String? { question.order?.orderKey }
    @export(interface) public var orderNumber: Int64 { question.order.flatMap { StoreOrder.number($0.orderKey, at: storeCode) } ?? 0 }
    @export(interface) public var marketItemIds: [String] { question.marketItemIds }
    @export(interface) public var event: String? { question.event }
    public var window: UInt { question.window }
    /// What was reserved, for begin: marketItemId, price, currency, productType.
    @export(interface) public func reserved(_ key: String) -> String? {
        kind == .begin ? question.order?.reservation[key]?.stringValue : nil
    }

    /// When the host is called.
    /// - Returns: false when no timer can be had.
    func startClock(_ milliseconds: Int64?) -> Bool {
        let limit = milliseconds ?? client.callTimeoutMilliseconds.load(ordering: .relaxed)
        let timer = client.reactor?.schedule(afterMilliseconds: limit, waitsForHost: true) { [self] in
            _ = finish(.failure(StoreFailure(code: IAPCode.requestTimeout, message: "the store adapter did not answer in time")))
        }
        lock.locked { self.timer = timer }
        return timer != nil
    }

    private var isCurrent: Bool { client.lock.locked { client.isRunning(life) } }

    @export(interface) public var isCancelled: Bool { lock.locked { answer == nil } || !isCurrent }

    /// - Returns: false when the request was answered or cancelled before.
    @export(interface) public func succeed(_ json: JSON) -> Bool { finish(.success(json)) }

    @export(interface) public func fail(_ code: Int64, _ message: String?) -> Bool {
        finish(.failure(StoreFailure(code: code, message: message ?? "the store failed with \(code)")))
    }

    /// The answer cannot be read: as good as none.
    @export(interface) public func refuse(_ reason: String) -> Bool {
        client.log(.warn, "the answer of the store adapter for \(storeCode) cannot be read: \(reason)")
        return finish(.failure(StoreFailure(code: IAPCode.responseInvalid, message: reason)))
    }

    /// The host let go of the request without an answer: none can come any more.
    @export(interface) public func abandon() {
        expire("the store adapter for \(storeCode) released the request without answering it")
    }

    func expire(_ reason: String) {
        _ = finish(.failure(StoreFailure(code: IAPCode.requestFailed, message: reason)))
    }

    private func finish(_ result: Result<JSON, StoreFailure>) -> Bool {
        let (answer, timer) = lock.locked {
            defer {
                self.answer = nil
                self.timer = nil
            }
            return (self.answer, self.timer)
        }
        guard let answer else { return false }
        client.reactor?.cancel(timer)
        // After a shutdown nobody listens: the next run asks again.
        guard isCurrent else { return false }
        answer(result)
        return true
    }
}
