import Codecs
import Linux
import Messages
import Testing

@testable import Remote

/// A service without manners, and ways to it.
final class RemoteWorld {
    let folder = TestFolder()
    let server: Program
    let port: String

    init?(isSecure: Bool = false) {
        let script = Repository.file("Tests/harness/remote/rude_service.py")
        let arguments = isSecure ? ["secure", folder.path] : []
        guard let server = Program.start(["/usr/bin/python3", script] + arguments),
            let ready = server.expect("ready ")
        else { return nil }
        self.server = server
        port = String(ready.dropFirst("ready ".count))
    }

    /// One that runs.
    func link(_ deed: String, scheme: String = "http://127.0.0.1", _ change: (inout RemoteFacts) -> Void = { _ in }) throws -> RemoteLink {
        try Self.link(scheme + ":" + port + "/" + deed, change)
    }

    static func link(_ address: String, _ change: (inout RemoteFacts) -> Void = { _ in }) throws -> RemoteLink {
        var facts = RemoteFacts(RemotePlace(address: try ServiceAddress.read(address), app: "App", directory: nil))
        facts.pace.retryMilliseconds = 1
        facts.pace.streamRetryMilliseconds = 1
        facts.pace.streamRetryMillisecondsMax = 50
        // Slow machines get their time; what is to run out says so.
        facts.pace.attemptMilliseconds = 30_000
        facts.pace.requestMilliseconds = 60_000
        change(&facts)
        let link = RemoteLink(facts, clock: SystemClock(), random: SystemRandom())
        #expect(link.start())
        return link
    }

    static func end(_ link: RemoteLink, milliseconds: Int64 = 10_000) -> Bool {
        link.stop(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: milliseconds))
    }
}

/// What came, in order.
final class RemoteHeard: @unchecked Sendable {
    private let lock = Lock()
    private let came = ConditionVariable()
    private var replies: [Reply] = []
    private var events: [ServerEvent] = []

    func add(_ reply: Reply) {
        lock.locked {
            replies.append(reply)
            came.broadcast()
        }
    }

    func add(_ event: ServerEvent) {
        lock.locked {
            events.append(event)
            came.broadcast()
        }
    }

    /// Waits a minute at most.
    func replies(_ count: Int) -> [Reply] {
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 60_000)
        return lock.locked {
            while replies.count < count, came.wait(lock, untilNanoseconds: deadline) {}
            return replies
        }
    }

    func events(_ count: Int) -> [ServerEvent] {
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 60_000)
        return lock.locked {
            while events.count < count, came.wait(lock, untilNanoseconds: deadline) {}
            return events
        }
    }
}

extension RemoteLink {
    /// Asks, and waits for the answer.
    func ask(_ name: RequestName = .getServerTime, _ parameters: JSON = [:], token: String? = nil) -> Reply? {
        let heard = RemoteHeard()
        send(Request(name, origin: name.facts.asker, transactionId: "t", accessToken: token, parameters: parameters)) { heard.add($0) }
        return heard.replies(1).first
    }
}
