import Libcurl
import Linux
import Messages
import Synchronization

/// One request over HTTP under way, and what has come of it. The net thread's own.
final class ServiceExchange {
    enum Owner {
        case call(RemoteCall)
        case stream(EventStream)
    }

    private static let numbers = Atomic<UInt64>(0)

    /// By which a host's own HTTP knows it.
    let number = ServiceExchange.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    let owner: Owner
    let method: StaticString
    let url: String
    let headers: [String]
    let sent: [UInt8]
    let isStream: Bool
    let bytesMax: Int
    /// When it is given up, unless something comes.
    var deadline: Int64
    private(set) var head = AnswerHead()
    private(set) var bytes: [UInt8] = []
    /// In all, also of a stream, which keeps none.
    private(set) var received: Int64 = 0
    /// Why it was given up here; who carries it only knows that it was.
    private(set) var failure: ExchangeFailure?

    init(
        _ owner: Owner, _ method: StaticString, _ url: String, _ headers: [String], sending sent: [UInt8] = [], isStream: Bool = false,
        bytesMax: Int, deadline: Int64
    ) {
        self.owner = owner
        self.method = method
        self.url = url
        self.headers = headers
        self.sent = sent
        self.isStream = isStream
        self.bytesMax = bytesMax
        self.deadline = deadline
    }

    /// - Returns: false when it is to be given up.
    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        // Lines behind the body: nobody asked for them.
        if head.isWhole, received > 0 { return true }
        return head.take(line) || giveUp(.broken("its answer's head is longer than \(RemoteLimit.headBytesMax) bytes"))
    }

    func takeHead(status: Int32, headers: String) -> Bool {
        head.take(status: status, headers: headers) || giveUp(.broken("its answer's head is longer than \(RemoteLimit.headBytesMax) bytes"))
    }

    func takeBytes(_ given: UnsafeRawBufferPointer) -> Bool {
        received += Int64(given.count)
        if head.isPacked { return giveUp(.broken("its answer has an unexpected content encoding")) }
        if isStream, head.status == 200, case .stream(let stream) = owner {
            return stream.take(given) || giveUp(.broken("its events are malformed"))
        }
        let most = head.status == 200 ? bytesMax : RemoteLimit.refusalBytesMax
        guard given.count <= most - bytes.count else { return giveUp(.broken("its answer is longer than \(most) bytes")) }
        bytes.append(contentsOf: given)
        return true
    }

    private func giveUp(_ failure: ExchangeFailure) -> Bool {
        self.failure = failure
        return false
    }
}

/// Why an exchange brought no answer.
enum ExchangeFailure: Error {
    /// Nobody moves bytes here.
    case noLibrary
    case timedOut
    /// No connection came about, or none that both sides believe. In words that end "… cannot be asked: ".
    case notSent(String)
    /// In the same words.
    case broken(String)

    var sentNothing: Bool {
        switch self {
        case .noLibrary, .notSent: true
        case .timedOut, .broken: false
        }
    }

    /// - Parameter sentNothing: of all tries; false: the service may have made what it was asked for.
    func reply(_ address: String, sentNothing: Bool = false) -> Reply {
        switch self {
        case .noLibrary:
            .failure(
                ResultCode.serviceUnreachable,
                "\(address) cannot be asked: \(Curl.lack), or give the engine's HTTP with TCGBHTTP_use"
            )
        case .timedOut: .failure(ResultCode.timeout, "\(address) did not answer in time; the outcome is unknown, ask again")
        case .notSent(let why), .broken(let why):
            .failure(
                ResultCode.serviceUnreachable,
                "\(address) cannot be asked: \(why). "
                    + (sentNothing ? "Nothing was sent" : "If it received the request, the outcome is unknown: ask again"))
        }
    }
}

/// Who moves the bytes of exchanges. On the net thread.
protocol Carrier: AnyObject {
    /// - Returns: false when it cannot be begun; nothing is heard of it then.
    func begin(_ exchange: ServiceExchange) -> Bool
    /// It is over, and nothing is heard of it any more.
    func cancel(_ exchange: ServiceExchange)
    /// Does what is there to do, and waits until something comes, somebody wakes it, or so long.
    func turn(_ wake: EventDescriptor, milliseconds: Int32)
    /// What has ended since: nil: whole.
    func takeEnded() -> [(exchange: ServiceExchange, failure: ExchangeFailure?)]
    func end()
}
