import CLinux
import Linux
import Messages

/// Moves the bytes through what the host brings.
final class HostCarrier: Carrier {
    private let http: HostHTTP
    private let box = HostBox()
    private var exchanges: [ServiceExchange] = []

    init(_ http: HostHTTP) { self.http = http }

    func begin(_ exchange: ServiceExchange) -> Bool {
        HostBoxes.all.add(box, for: exchange.number)
        exchanges.append(exchange)
        http.start(
            HostExchange(
                number: exchange.number, method: exchange.method, url: exchange.url, headers: exchange.headers, body: exchange.sent,
                isStream: exchange.isStream,
                timeoutMilliseconds: exchange.isStream ? 0 : RemoteLimit.hostTimeoutMilliseconds))
        return true
    }

    func cancel(_ exchange: ServiceExchange) {
        HostBoxes.all.remove(exchange.number)
        exchanges.removeAll { $0 === exchange }
        http.cancel(exchange.number)
    }

    func turn(_ wake: EventDescriptor, milliseconds: Int32) {
        box.wakes(wake)
        guard !box.hasAny else { return }
        var entry = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, milliseconds)
    }

    func takeEnded() -> [(exchange: ServiceExchange, failure: ExchangeFailure?)] {
        var ended: [(exchange: ServiceExchange, failure: ExchangeFailure?)] = []
        for (number, answer) in box.takeAll() {
            guard let place = exchanges.firstIndex(where: { $0.number == number }) else { continue }
            let exchange = exchanges[place]
            var failure: ExchangeFailure?
            switch answer {
            case .head(let status, let headers):
                if exchange.takeHead(status: status, headers: headers) { continue }
                failure = exchange.failure
            case .bytes(let bytes):
                if bytes.withUnsafeBytes({ exchange.takeBytes($0) }) { continue }
                failure = exchange.failure
            case .ended: break
            case .failed(let why): failure = .broken(why)
            }
            // What the host does not know yet: it is to bring no more.
            if exchange.failure != nil { http.cancel(number) }
            HostBoxes.all.remove(number)
            exchanges.remove(at: place)
            ended.append((exchange, failure))
        }
        return ended
    }

    func end() {
        for exchange in exchanges { HostBoxes.all.remove(exchange.number) }
        exchanges = []
        box.wakes(nil)
    }
}

/// What a host has said, on any of its threads, and nobody has looked at yet.
final class HostBox: @unchecked Sendable {
    private let lock = Lock()
    private var answers: [(UInt64, HostAnswer)] = []
    private var bytes = 0
    private var wake: EventDescriptor?

    func wakes(_ wake: EventDescriptor?) { lock.locked { self.wake = wake } }

    var hasAny: Bool { lock.locked { !answers.isEmpty } }

    /// - Returns: false when there is no room: the host is faster than it may be.
    func add(_ answer: HostAnswer, of number: UInt64) -> Bool {
        var count = 0
        if case .bytes(let given) = answer { count = given.count }
        let (isTaken, wake) = lock.locked { () -> (Bool, EventDescriptor?) in
            guard answers.count < RemoteLimit.hostAnswersMax, count <= RemoteLimit.hostBytesMax - bytes else { return (false, nil) }
            answers.append((number, answer))
            bytes += count
            return (true, self.wake)
        }
        wake?.raise()
        return isTaken
    }

    func takeAll() -> [(UInt64, HostAnswer)] {
        lock.locked {
            defer {
                answers = []
                bytes = 0
            }
            return answers
        }
    }
}

/// Whose an exchange is, for all of this process.
final class HostBoxes: @unchecked Sendable {
    static let all = HostBoxes()

    private let lock = WordLock()
    private var boxes: [UInt64: HostBox] = [:]

    func add(_ box: HostBox, for number: UInt64) { lock.locked { boxes[number] = box } }
    func remove(_ number: UInt64) { lock.locked { _ = boxes.removeValue(forKey: number) } }
    func box(_ number: UInt64) -> HostBox? { lock.locked { boxes[number] } }
}

/// Takes what the host says of a request over HTTP, on any thread. Waits for nothing.
/// - Returns: false for a number that is none, or is over, and when too much waits.
@export(interface) public func deliverFromHost(_ answer: HostAnswer, of number: UInt64) -> Bool {
    HostBoxes.all.box(number)?.add(answer, of: number) ?? false
}

@export(interface) public func isAwaitedFromHost(_ number: UInt64) -> Bool { HostBoxes.all.box(number) != nil }
