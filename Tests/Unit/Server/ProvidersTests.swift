import Codecs
import Linux
import Testing

@testable import Server

private final class Hands: Clock, @unchecked Sendable {
    var milliseconds: Int64 = 1_000_000_000
    func monotonicNanoseconds() -> Int64 { milliseconds * 1_000_000 }
    func epochMilliseconds() -> Int64 { milliseconds }
}

/// Providers whose answers wait until the test gives them.
private final class Providers {
    let clock = Hands()
    private(set) var asked: [(url: String, answer: (OutgoingAnswer) -> Void)] = []
    private(set) var count: [String: Int] = [:]
    private var timers: [(due: Int64, run: () -> Void)] = []
    private(set) lazy var documents = ProviderDocuments(
        clock, OutgoingReach(), after: { [unowned self] in timers.append((clock.milliseconds + $0, $1)) },
        { [unowned self] call, answer in
            asked.append((call.url, answer))
            count[call.url, default: 0] += 1
        })

    func pass(_ milliseconds: Int64) {
        clock.milliseconds += milliseconds
        let due = timers.filter { $0.due <= clock.milliseconds }
        timers.removeAll { $0.due <= clock.milliseconds }
        for timer in due { timer.run() }
    }

    func answer(_ url: String, _ number: Int?) {
        let waiting = asked.filter { $0.url == url }
        asked.removeAll { $0.url == url }
        let found = number.map { OutgoingAnswer(status: 200, body: Array("{\"n\": \($0)}".utf8)) } ?? OutgoingAnswer()
        for one in waiting { one.answer(found) }
    }

    /// What is given at once; nil: the asker waits.
    func get(_ url: String) -> Int? {
        var found: Int?
        documents.get(url) { found = Self.number($0) }
        return found
    }

    static func number(_ result: Result<JSON, ProviderDocuments.Missing>) -> Int {
        guard case .success(let json) = result else { return -1 }
        return Int(json["n"]?.int64Value ?? -1)
    }
}

@Suite struct `What providers publish` {
    private let one = "https://one.example/keys"
    private let two = "https://two.example/keys"

    private func known() -> Providers {
        let world = Providers()
        for url in [one, two] {
            #expect(world.get(url) == nil)
            world.answer(url, 1)
            #expect(world.get(url) == 1)
        }
        return world
    }

    @Test func `is given as it is while a provider that was known for an hour hangs, and nobody waits but for a moment`() {
        let world = known()
        world.pass(ProviderDocuments.freshMilliseconds)
        var first: Int?
        world.documents.get(one) { first = Providers.number($0) }
        #expect(first == nil)
        world.pass(ProviderDocuments.patienceMilliseconds - 1)
        #expect(first == nil)
        world.pass(1)
        #expect(first == 1)
        for _ in 0..<50 { #expect(world.get(one) == 1) }
        #expect(world.count[one] == 2)
        // The other provider answers, and is known anew.
        var second: Int?
        world.documents.get(two) { second = Providers.number($0) }
        world.answer(two, 2)
        #expect(second == 2 && world.get(two) == 2)
        // The one that hung has ended in nothing: it rests, and is then asked once.
        world.answer(one, nil)
        for _ in 0..<50 { #expect(world.get(one) == 1) }
        #expect(world.count[one] == 2)
        world.pass(ProviderDocuments.retryMilliseconds)
        #expect(world.get(one) == nil)
        world.answer(one, 3)
        #expect(world.get(one) == 3)
        #expect(world.count[one] == 3)
    }

    @Test func `is forgotten a day after it was fetched last, and waited for then`() {
        let world = known()
        world.pass(ProviderDocuments.staleMilliseconds)
        var found: Int?
        world.documents.get(one) { found = Providers.number($0) }
        world.pass(ProviderDocuments.patienceMilliseconds)
        #expect(found == nil)
        world.answer(one, nil)
        #expect(found == -1)
    }

    @Test func `is fetched anew for keys that are not known, once in a while, each provider for itself`() {
        let world = known()
        for url in [one, two] {
            var found: [Int] = []
            for _ in 0..<20 { world.documents.renew(url) { found.append(Providers.number($0)) } }
            #expect(found.isEmpty)
            world.answer(url, 2)
            #expect(found == Array(repeating: 2, count: 20))
            for _ in 0..<20 { world.documents.renew(url) { found.append(Providers.number($0)) } }
            #expect(found.count == 40 && world.count[url] == 2)
        }
        world.pass(ProviderDocuments.renewalMilliseconds)
        world.documents.renew(one) { _ in }
        #expect(world.count[one] == 3 && world.count[two] == 2)
    }

    @Test func `is not given as new when it could not be fetched anew, and is given as it was to who asks for no more`() {
        let world = known()
        for renews in [true, false] {
            var found: [Int] = []
            world.documents.renew(one) { found.append(Providers.number($0)) }
            if renews { world.answer(one, nil) }
            #expect(found == [-1] && world.get(one) == 1 && world.count[one] == 2)
        }
        world.pass(ProviderDocuments.renewalMilliseconds)
        var found: Int?
        world.documents.renew(one) { found = Providers.number($0) }
        world.answer(one, 2)
        #expect(found == 2 && world.get(one) == 2)
    }

    @Test func `refuses no token of a key that is not known while the keys cannot be fetched`() throws {
        let world = known()
        let idP = AskedIdP(ofPeopleAt: "https://one.example", clientId: "c", clientSecret: "", callbackUrl: "https://a.example/console/")
        let provider = IdentityProvider(idP, world.documents, world.clock) { _, _ in }
        let parts = ["{\"alg\":\"RS256\",\"kid\":\"new\"}", "{}", "no signature"].map { Base64URL.encode(Array($0.utf8)) }
        let token = try #require(SignedToken(parts.joined(separator: ".")))
        for (number, isRefused) in [(nil, false), (2, true)] as [(Int?, Bool)] {
            var verdict: SignInVerdict?
            provider.checkSignature(token, one) { verdict = $0 }
            world.answer(one, number)
            switch verdict {
            case .refused?: #expect(isRefused)
            case .unreachable?: #expect(!isRefused)
            default: Issue.record("neither refused nor put off")
            }
            world.pass(ProviderDocuments.renewalMilliseconds)
        }
    }

    @Test func `stays within its number, and what is under way is kept`() {
        let world = known()
        #expect(world.get("https://slow.example/keys") == nil)
        for number in 0..<(2 * ProviderDocuments.countMax) {
            let url = "https://many.example/\(number)"
            #expect(world.get(url) == nil)
            world.answer(url, number)
        }
        var found: Int?
        world.documents.get("https://slow.example/keys") { found = Providers.number($0) }
        world.answer("https://slow.example/keys", 7)
        #expect(found == 7)
    }
}

@Suite struct `Machines that are asked` {
    private let reach = OutgoingReach(["sso.example", "10.0.0.5"])

    @Test func `are public, this one in so many words, or named by whoever runs the server`() {
        let settings: [(url: String, isRight: Bool)] = [
            ("https://accounts.example/", true), ("https://accounts.example:8443", true), ("http://accounts.example/", false),
            ("http://127.0.0.1:80/x", true), ("http://localhost", true), ("http://[::1]:8080/", true), ("https://127.0.0.1/", true),
            ("http://127.0.0.1@evil.example/", false), ("http://127.0.0.1.evil.example/", false), ("http://localhost.evil.example/", false),
            ("https://evil.example\\@127.0.0.1/", false), ("https://a:b@c.example/", false), ("https://10.0.0.5/", true),
            ("https://10.0.0.6/", false), ("https://192.168.1.1/", false), ("https://169.254.169.254/", false),
            ("https://[fe80::1]/", false),
            ("https://[fd00::1]/", false), ("https://[::ffff:10.0.0.6]/", false), ("https://0.0.0.0/", false), ("https://8.8.8.8/", true),
            ("https://sso.example/", true), ("https://SSO.Example/", true), ("http://sso.example/", false), ("https://", false),
            ("https://a.example:0/", false), ("https://a.example:99999/", false), ("https://a.example:8o/", false),
            ("https://[::1/", false),
            ("file:///etc/passwd", false), ("https://a b/", false), ("https://a.example\n/", false),
        ]
        for (url, isRight) in settings { #expect((reach.refusal(ofSettings: url) == nil) == isRight, "\(url)") }
    }

    @Test func `that a document names are as far away as whose document it is`() {
        let (open, own, here) = ("https://accounts.example", "https://sso.example/realms/a", "http://127.0.0.1:9000")
        let documents: [(origin: String, url: String, isRight: Bool)] = [
            (open, "https://keys.example/", true), (open, "https://accounts.example:444/k", true), (open, "http://keys.example/", false),
            (open, "https://127.0.0.1/", false), (open, "http://127.0.0.1/", false), (open, "http://localhost:80/", false),
            (open, "https://[::1]/", false), (open, "https://sso.example/", false), (open, "https://10.0.0.5/", false),
            (open, "https://192.168.0.1/", false), (own, "https://sso.example/k", true), (own, "https://10.0.0.5/", true),
            (own, "http://sso.example/k", false), (own, "https://127.0.0.1/", false), (own, "https://keys.example/", true),
            (own, "https://10.0.0.6/", false), (here, "http://127.0.0.1:9001/k", true), (here, "https://keys.example/", true),
            (here, "http://keys.example/", false), (here, "https://sso.example/", true), (here, "https://10.0.0.6/", false),
        ]
        for (origin, url, isRight) in documents { #expect((reach.refusal(url, in: origin) == nil) == isRight, "\(url) in \(origin)") }
    }

    @Test func `are judged by the address that their name led to`() {
        let near: [[UInt8]] = [[127, 0, 0, 1], [10, 1, 2, 3], [169, 254, 169, 254], [192, 168, 0, 1], [100, 64, 0, 1]]
        for address in near {
            #expect(!reach.allows(address, own: false) && reach.allows(address, own: true))
        }
        #expect(reach.allows([93, 184, 216, 34], own: false))
        for address: [UInt8] in [[0, 0, 0, 0], [224, 0, 0, 1], [], [1, 2, 3]] {
            #expect(!reach.allows(address, own: false) && !reach.allows(address, own: true))
        }
    }
}

@Suite struct `Questions to other servers` {
    @Test func `of hosts that do not answer leave places for every other host`() {
        // As many hosts as take all they can: each has all its calls, until what is left is for others.
        for (limit, ofHostMax, takes) in [
            (OutgoingLimit.callsMax, OutgoingLimit.callsOfHostMax, Outgoing.takes),
            (OutgoingLimit.atOnce, OutgoingLimit.atOnceOfHost, Outgoing.begins),
        ] as [(Int, Int, (Int, Int) -> Bool)] {
            var count = 0
            for _ in 0..<limit {
                var ofHost = 0
                while takes(count, ofHost) { (count, ofHost) = (count + 1, ofHost + 1) }
                #expect(ofHost <= ofHostMax)
                if ofHost < ofHostMax { break }
            }
            #expect(count < limit)
            var others = 0
            while takes(count, 0) { (count, others) = (count + 1, others + 1) }
            #expect(others >= 64 && count == limit)
        }
    }

    @Test func `in rounds wait for the rounds of their own host alone`() {
        let lines = RoundLines()
        var begun: [String: Int] = [:]
        for host in ["a", "b"] {
            for _ in 0..<(2 * RoundLines.roundsMax) { lines.take(host) { begun[host, default: 0] += 1 } }
        }
        #expect(begun == ["a": RoundLines.roundsMax, "b": RoundLines.roundsMax])
        for _ in 0..<(2 * RoundLines.roundsMax) { lines.end("b") }
        #expect(begun == ["a": RoundLines.roundsMax, "b": 2 * RoundLines.roundsMax])
        lines.take("b") { begun["b", default: 0] += 1 }
        #expect(begun["b"] == 2 * RoundLines.roundsMax + 1)
    }
}

@Suite struct `A key of Apple's` {
    /// Made for this test.
    private static let lines = [
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpIwy2pECChp/P+U2",
        "13Nk0EJoLTE7LKFcnlP6LcZhJxqhRANCAAQjVWH2WH0ody9QUd+nxwziDO7Xiv/9",
        "DOocpcgfGp0l0diEUlRuucy0Jh71VEvm/h2ooLgs7d3d58y2JpnFxNnr",
    ]

    @Test(arguments: ["\n", "\r\n", " ", "\\n", ""]) func `signs, whatever stands between its lines`(_ end: String) throws {
        let pem = (["-----BEGIN PRIVATE KEY-----"] + Self.lines + ["-----END PRIVATE KEY-----", ""]).joined(separator: end)
        let token = try #require(SigningKey(pem: pem)?.token(["kid": "K"], ["sub": "S"]))
        #expect(SignedToken(token)?.algorithm == "ES256" && SignedToken(token)?.keyId == "K")
    }

    @Test(arguments: [
        "", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----",
    ]) func `is none without its lines`(_ pem: String) {
        #expect(SigningKey(pem: pem) == nil)
    }
}
