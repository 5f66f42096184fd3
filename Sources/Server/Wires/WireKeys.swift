import Linux
import Messages
import Wire

/// Which app has the key that a caller of a published interface names. Only a hint: the app's service looks at the key itself, so a place
/// that is not right any more costs a look and lets nobody in. Belongs to the loop.
final class WireKeys {
    enum Kind: String { case ncmb, iap }

    enum Found {
        case app(App)
        case nobody
        /// Nobody of those that were asked, and the store of an app did not answer: the key may be that one's.
        case unanswered
    }

    private let apps: Apps
    private let loop: Loop
    private let clock: any Clock
    /// App ids by digests of keys: what is looked up says nothing of what is there by how long it takes.
    private var known: [[UInt8]: String] = [:]
    /// Some app said nothing of its keys at the last look.
    private var isUnanswered = false
    private var waiting: [() -> Void] = []
    private var nextLook: Int64 = 0
    private var isLooking = false

    /// Who asks for keys that there are not makes the apps look for them no more often.
    static let lookNanoseconds: Int64 = 1_000_000_000
    /// An app whose store does not answer keeps the others' callers no longer.
    static let lookMilliseconds: Int64 = 2_000

    init(_ apps: Apps, _ loop: Loop, _ clock: any Clock) {
        self.apps = apps
        self.loop = loop
        self.clock = clock
    }

    /// The keys of an app may be others now.
    func forget() { nextLook = 0 }

    /// - Parameter answer: comes on the loop, at once or later.
    func find(_ kind: Kind, _ key: String, _ answer: @escaping (Found) -> Void) {
        let digest = Self.digest(kind, key)
        let now = clock.monotonicNanoseconds()
        if nextLook > 0, let app = known[digest].flatMap({ apps[$0] }) { return answer(.app(app)) }
        guard isLooking || now >= nextLook else { return answer(found(digest)) }
        waiting.append { [self] in answer(found(digest)) }
        if !isLooking { look(now) }
    }

    private func found(_ digest: [UInt8]) -> Found {
        if let app = known[digest].flatMap({ apps[$0] }) { return .app(app) }
        return isUnanswered ? .unanswered : .nobody
    }

    private static func digest(_ kind: Kind, _ key: String) -> [UInt8] { SHA256.hash(Array("\(kind.rawValue)\n\(key)".utf8)) }

    private func look(_ now: Int64) {
        isLooking = true
        nextLook = now + Self.lookNanoseconds
        let look = Look(apps.all.count) { [self] in told($0) }
        for app in apps.all.values {
            let id = app.id
            var request = Request(.carrierKeys, origin: .carrier, transactionId: "")
            request.isOwnProcess = false
            loop.ask(app.home.connection, request) { look.take(id, $0) }
        }
        loop.after(milliseconds: Self.lookMilliseconds) { look.end() }
    }

    private func told(_ replies: [String: Reply]) {
        // What an app had is its own while it does not answer.
        var known = self.known.filter { replies[$0.value] == nil && apps[$0.value] != nil }
        isUnanswered = apps.all.keys.contains { replies[$0] == nil } || !apps.unserved.isEmpty
        // Of two apps with one key the first by its id has it, on every server.
        for (app, reply) in replies.sorted(by: { $0.key > $1.key }) {
            if let key = reply.body["applicationKey"]?.stringValue { known[Self.digest(.ncmb, key)] = app }
            for key in reply.body["iapAppKeys"]?.arrayValue ?? [] { known[Self.digest(.iap, key.stringValue ?? "")] = app }
        }
        self.known = known
        isLooking = false
        let answers = waiting
        waiting = []
        for answer in answers { answer() }
    }

    /// One round through the apps.
    private final class Look {
        private var replies: [String: Reply] = [:]
        private var missing: Int
        private var onEnd: (([String: Reply]) -> Void)?

        init(_ count: Int, _ onEnd: @escaping ([String: Reply]) -> Void) {
            missing = count
            self.onEnd = onEnd
        }

        func take(_ id: String, _ reply: Reply) {
            if reply.isSuccess { replies[id] = reply }
            missing -= 1
            if missing <= 0 { end() }
        }

        func end() {
            let end = onEnd
            onEnd = nil
            end?(replies)
        }
    }
}
