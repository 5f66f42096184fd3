import Codecs
import Linux
import Messages

/// The app's own service, asked as games and operators ask it: many requests at once, so that they share commits.
final class DemoService {
    private let home: any AppHome
    private let clock: any Clock

    private static let stopNanoseconds: Int64 = 30_000_000_000

    private init(_ home: any AppHome, _ clock: any Clock) { (self.home, self.clock) = (home, clock) }

    static func start(_ home: any AppHome, _ clock: any Clock) throws(HomeFailure) -> DemoService {
        guard home.start() else { throw HomeFailure("the system has no thread to give") }
        return DemoService(home, clock)
    }

    /// - Parameter token: of the player's session.
    static func request(_ name: RequestName, _ token: String, _ parameters: JSON, origin: RequestOrigin = .client) -> Request {
        Request(name, origin: origin, transactionId: "demo", accessToken: token.isEmpty ? nil : token, parameters: parameters)
    }

    /// Asks all of it, and waits for all answers.
    /// - Throws: what the first refusal says.
    func ask(_ requests: [Request]) throws(HomeFailure) -> [JSON] {
        let answers = Answers(requests.count)
        for (place, request) in requests.enumerated() {
            home.connection.send(request) { answers.put($0, at: place) }
        }
        var bodies: [JSON] = []
        bodies.reserveCapacity(requests.count)
        for (request, reply) in zip(requests, answers.wait()) {
            guard let reply, reply.isSuccess else { throw HomeFailure("--demo: \(request.name.text): \(reply?.message ?? "no answer")") }
            bodies.append(reply.body)
        }
        return bodies
    }

    @discardableResult
    func operate(_ name: RequestName, _ parameters: JSON) throws(HomeFailure) -> JSON {
        try ask([Self.request(name, "", parameters, origin: .console)])[0]
    }

    func stop() throws(HomeFailure) {
        guard home.stop(untilNanoseconds: clock.monotonicNanoseconds() + Self.stopNanoseconds) else {
            throw HomeFailure("--demo: the store could not be closed")
        }
    }
}

/// Answers come on the service's thread.
private final class Answers: @unchecked Sendable {
    private let lock = Lock()
    private let wake = ConditionVariable()
    /// Guarded by the lock.
    private var replies: [Reply?]
    private var left: Int

    init(_ count: Int) { (replies, left) = ([Reply?](repeating: nil, count: count), count) }

    func put(_ reply: Reply, at place: Int) {
        let isLast = lock.locked {
            replies[place] = reply
            left -= 1
            return left == 0
        }
        if isLast { wake.signal() }
    }

    func wait() -> [Reply?] {
        lock.locked {
            while left > 0 { wake.wait(lock) }
            return replies
        }
    }
}
