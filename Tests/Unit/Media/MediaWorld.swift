import CLinux
import Linux
import PushRules
import Testing

@testable import Media

/// A web server without manners, a folder for the cache, and one who fetches.
final class MediaWorld {
    let folder = TestFolder()
    let server: Program
    let port: String
    let fetcher: MediaFetcher
    static let open = MediaRules(isMetered: false, allowsHTTP: true, allowsLocal: false)

    var cache: String { folder.file("cache") }

    init?(isSecure: Bool = false, _ change: (inout MediaFacts, inout MediaPace) -> Void = { _, _ in }) {
        let script = Repository.file("Tests/harness/media/rude_server.py")
        guard let server = Program.start(["/usr/bin/python3", script] + (isSecure ? ["secure"] : [])),
            let ready = server.expect("ready ")
        else { return nil }
        self.server = server
        port = String(ready.dropFirst("ready ".count))
        var pace = MediaPace()
        // Slow machines get their time; what is to run out says so.
        pace.totalMilliseconds = 60_000
        fetcher = Self.fetcher(folder.file("cache"), pace, change)
    }

    deinit { _ = end(fetcher) }

    static func fetcher(
        _ cache: String, _ pace: MediaPace = MediaPace(), _ change: (inout MediaFacts, inout MediaPace) -> Void = { _, _ in }
    ) -> MediaFetcher {
        var facts = MediaFacts(cacheFolder: cache)
        facts.host = { host($0) }
        var pace = pace
        change(&facts, &pace)
        return MediaFetcher(facts, clock: SystemClock(), random: SystemRandom(), pace: pace)
    }

    /// There is one machine only: its addresses stand for others.
    private static func host(_ address: [UInt8]) -> MediaHost {
        switch address {
        case [127, 0, 0, 1]: .open
        case [127, 0, 0, 3]: .own
        default: MediaHost.of(address: address)
        }
    }

    func address(_ path: String, host: String = "127.0.0.1") -> String { "http://" + host + ":" + port + path }

    /// Asks for the path, and waits for the answer.
    func get(_ path: String, host: String = "127.0.0.1", _ rules: MediaRules = MediaWorld.open) -> MediaAnswer? {
        Self.ask(fetcher, address(path, host: host), rules)
    }

    static func ask(_ fetcher: MediaFetcher, _ address: String, _ rules: MediaRules = MediaWorld.open) -> MediaAnswer? {
        let heard = Heard()
        guard fetcher.fetch(address, rules, answer: { heard.add($0) }) else { return nil }
        return heard.wait(1).first
    }

    func why(_ path: String, host: String = "127.0.0.1", _ rules: MediaRules = MediaWorld.open) -> MediaFailure? {
        guard case .failure(let failure) = get(path, host: host, rules) else { return nil }
        return failure
    }

    func file(_ path: String, host: String = "127.0.0.1", _ rules: MediaRules = MediaWorld.open) -> MediaFile? {
        try? get(path, host: host, rules)?.get()
    }

    /// Nothing in the cache but what was fetched whole.
    var kept: [String] { (try? Folders.names(cache, max: 10_000)).flatMap { $0 } ?? [] }

    /// The cache goes, as a player's cleaner would have it.
    func clear() {
        for name in kept { unlink(cache + "/" + name) }
        rmdir(cache)
    }

    func end(_ fetcher: MediaFetcher) -> Bool {
        fetcher.shutdown(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000))
    }
}

/// The answers that came, in order.
final class Heard: @unchecked Sendable {
    private let lock = Lock()
    private let condition = ConditionVariable()
    private var answers: [MediaAnswer] = []

    func add(_ answer: MediaAnswer) {
        lock.locked {
            answers.append(answer)
            condition.signal()
        }
    }

    var all: [MediaAnswer] { lock.locked { answers } }

    /// Patient: machines may be slow.
    func wait(_ count: Int) -> [MediaAnswer] {
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 90_000)
        return lock.locked {
            while answers.count < count, condition.wait(lock, untilNanoseconds: deadline) {}
            return answers
        }
    }
}
