import Codecs
import Linux
import Messages
import Service

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

    /// What an app says of its keys, as it keeps them.
    private static let keys: [(kind: Kind, of: @Sendable (Reply) -> [String])] = [
        (.ncmb, { reply in [reply.body["applicationKey"]?.stringValue].compactMap { $0 } }),
        (.iap, { reply in (reply.body["iapAppKeys"]?.arrayValue ?? []).map { $0.stringValue ?? "" } }),
    ]

    private struct Given {
        let kind: Kind
        let key: String
        let place: String
    }

    /// Where settings have such keys.
    private static func given(_ settings: JSON) -> [Given] {
        var given: [Given] = []
        if let key = settings["ncmb"]?["applicationKey"]?.stringValue {
            given.append(Given(kind: .ncmb, key: key, place: "settings.ncmb.applicationKey"))
        }
        if let key = settings["app"]?["iapAppKey"]?.stringValue {
            given.append(Given(kind: .iap, key: key, place: "settings.app.iapAppKey"))
        }
        return given
    }

    /// Whether settings for an app bring a key by which callers name another one. All apps are asked anew.
    /// - Parameters:
    ///   - names: whether the answer names the other app; false for people who run this app alone.
    ///   - answer: gets what is wrong, on the loop.
    func refusal(of settings: JSON, for id: String, names: Bool = true, _ answer: @escaping (String?) -> Void) {
        let given = Self.given(settings)
        if given.isEmpty { return answer(nil) }
        apps.look { [self] in
            waiting.append { [self] in
                for one in given {
                    guard case .app(let app) = found(Self.digest(one.kind, one.key)), app.id != id else { continue }
                    return answer("\(one.place): names \(names ? "the app \(app.id)" : "another app") already; take another")
                }
                answer(nil)
            }
            if !isLooking { look(clock.monotonicNanoseconds()) }
        }
    }

    /// The same of what an app of the server says, before the loop runs.
    static func refusal(of settings: JSON, _ other: String, _ reply: Reply) -> String? {
        for one in given(settings) {
            let isTaken = keys.contains { $0.kind == one.kind && $0.of(reply).contains(kept(one.kind, one.key)) }
            if isTaken { return "\(one.place): names the app \(other) already; take another" }
        }
        return nil
    }

    private static func digest(_ kind: Kind, _ key: String) -> [UInt8] { digest(kind, kept: kept(kind, key)) }

    /// A key as an app says it.
    private static func kept(_ kind: Kind, _ key: String) -> String { kind == .iap ? Service.digest(ofIAPAppKey: key) : key }

    private static func digest(_ kind: Kind, kept: String) -> [UInt8] { SHA256.hash(Array("\(kind.rawValue)\n\(kept)".utf8)) }

    private func look(_ now: Int64) {
        isLooking = true
        nextLook = now + Self.lookNanoseconds
        let look = Look(apps.all.count) { [self] in told($0) }
        for app in apps.all.values {
            let id = app.id
            loop.carry(.carrierKeys, to: app.home) { look.take(id, $0) }
        }
        if apps.all.isEmpty { return look.end() }
        loop.after(milliseconds: Self.lookMilliseconds) { look.end() }
    }

    private func told(_ replies: [String: Reply]) {
        // What an app had is its own while it does not answer.
        var known = self.known.filter { replies[$0.value] == nil && apps[$0.value] != nil }
        isUnanswered = apps.all.keys.contains { replies[$0] == nil } || !apps.unserved.isEmpty
        // Of two apps with one key the one has it that had it first, on every server. Settings that bring another app's are refused, but
        // two servers may load such at once.
        for (kind, keys) in Self.keys {
            let date = { (reply: Reply) in reply.body["dates"]?[kind.rawValue]?.int64Value ?? 0 }
            for (app, reply) in replies.sorted(by: { (date($0.value), $0.key) > (date($1.value), $1.key) }) {
                for key in keys(reply) { known[Self.digest(kind, kept: key)] = app }
            }
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
