import Codecs
import Linux
import Messages

/// Signs players in with identity providers: begins flows, goes on with them, and proves what a request says of its player. Belongs to the
/// loop.
final class SignInDesk {
    let loop: Loop
    let clock: any Clock
    private let random: any RandomSource
    private let log: ServerLog
    private let secrets: Secrets
    /// Seals tickets: the operator's key, so that they are good at every server, or else one that ends with this process.
    let sealing: Secrets
    private let ask: ProviderDocuments.Ask
    private let documents: ProviderDocuments
    private let outgoing: Outgoing
    private var redemptions: Redemptions

    /// A sign-in is answered by then, before the game takes silence for a lost connection.
    static let answerMilliseconds: Int64 = 9_000
    static let secretBytes = 32

    init(_ loop: Loop, _ clock: any Clock, _ random: any RandomSource, _ log: ServerLog, _ outgoing: Outgoing, _ secrets: Secrets) {
        self.loop = loop
        self.clock = clock
        self.random = random
        self.log = log
        self.secrets = secrets
        self.outgoing = outgoing
        sealing = secrets.orElse(Base64URL.encode(random.bytes(Self.secretBytes)))
        ask = { call, answer in
            let waiting = OnLoop(run: answer)
            outgoing.ask(call, within: Self.answerMilliseconds) { ended in loop.post { waiting.run(ended) } }
        }
        documents = ProviderDocuments(clock, outgoing.reach, after: { loop.after(milliseconds: $0, $1) }, ask)
        redemptions = Redemptions()
    }

    func end(untilNanoseconds deadline: Int64) { outgoing.end(untilNanoseconds: deadline) }

    func tickets(_ app: App) -> SignInTicket { SignInTicket(sealing, app: app.id) }
    func newText() -> String { Base64URL.encode(random.bytes(Self.secretBytes)) }
    var now: Int64 { clock.epochMilliseconds() }

    // MARK: Providers

    func asked(_ idP: AskedIdP) -> IdentityProvider { IdentityProvider(idP, documents, clock, ask) }

    enum Found {
        case provider(IdentityProvider)
        /// The settings name none that this server asks.
        case none
        case wrong(String)
    }

    /// The provider of this code that the app's settings let this server ask.
    func provider(_ code: String, _ app: App, _ answer: @escaping (Found) -> Void) {
        read(code, app) { [self] read in
            switch read {
            case .found(let found): answer(found)
            case .silent(let reason): answer(.wrong(reason))
            case .settings(let reason):
                note(app, code, reason)
                answer(.wrong("the provider's settings are not right; see the server's log"))
            }
        }
    }

    private enum Read {
        case found(Found)
        case silent(String)
        /// What is wrong with the settings.
        case settings(String)
    }

    private func read(_ code: String, _ app: App, _ answer: @escaping (Read) -> Void) {
        loop.carry(.carrierIdP, ["idPCode": .string(code)], to: app.home) { [self] reply in
            guard reply.isSuccess else { return answer(.silent("the service does not answer")) }
            guard let json = reply.body["idP"], !json.isNull else { return answer(.found(.none)) }
            do throws(AskedStore.Wrong) {
                let idP = try AskedIdP(json, app: app.id, code: code, secrets, outgoing.reach)
                answer(.found(.provider(asked(idP))))
            } catch {
                guard case .message(let reason) = error else { return answer(.settings("")) }
                answer(.settings(reason))
            }
        }
    }

    /// The steps of an operator's test of a provider. Each question of it has the time that a sign-in has.
    func attempt(_ code: String, _ app: App, _ answer: @escaping ([AttemptStep]) -> Void) {
        read(code, app) { read in
            switch read {
            case .found(.provider(let provider)): provider.attempt(answer)
            case .found(.none): answer([.bad("settings", "the settings do not allow this server to query the provider any more")])
            case .found(.wrong(let reason)), .silent(let reason), .settings(let reason): answer([.bad("settings", reason)])
            }
        }
    }

    func note(_ app: App, _ code: String, _ reason: String) {
        log.write(.error, "signInFailed", ["app": .string(app.id), "idP": .string(code), "reason": .string(reason)])
    }

    /// Answers once, and in time.
    func bounded(_ answer: @escaping (SignInVerdict) -> Void) -> (SignInVerdict) -> Void {
        let once = Once(answer)
        loop.after(milliseconds: Self.answerMilliseconds) { once.give(.unreachable("the provider takes too long")) }
        return { once.give($0) }
    }

    private final class Once {
        private var answer: ((SignInVerdict) -> Void)?

        init(_ answer: @escaping (SignInVerdict) -> Void) { self.answer = answer }

        func give(_ verdict: SignInVerdict) {
            let waiting = answer
            answer = nil
            waiting?(verdict)
        }
    }

    /// Redeems what is good once, for everybody who asks for it: a request that is sent again waits for the same answer.
    func once(_ ticket: String, _ redeem: (@escaping (SignInVerdict) -> Void) -> Void, _ answer: @escaping (SignInVerdict) -> Void) {
        let key = Hex.encode(SHA256.hash(Array(ticket.utf8)))
        guard redemptions.wait(key, now: clock.monotonicNanoseconds() / 1_000_000, answer) else { return }
        redeem(
            bounded { [self] verdict in
                for answer in redemptions.end(key, verdict, now: clock.monotonicNanoseconds() / 1_000_000) { answer(verdict) }
            })
    }

    // MARK: Replies

    static func reply(_ verdict: SignInVerdict) -> Reply {
        switch verdict {
        case .refused(let reason): .failure(ResultCode.authenticationWrong, reason)
        case .unreachable(let reason): .failure(ResultCode.remoteSystemError, reason)
        case .denied: .success(["status": "DENIED"])
        case .expired: .success(["status": "EXPIRED"])
        case .pending, .proven: .success(["status": "PENDING"])
        }
    }
}

/// What was redeemed lately, or is being redeemed.
struct Redemptions {
    static let countMax = 4_096
    static let keptMilliseconds: Int64 = 120_000

    private enum State {
        case underWay([(SignInVerdict) -> Void])
        case proven(String, since: Int64)
    }

    private var states: [String: State] = [:]

    /// - Returns: whether the caller must redeem it.
    mutating func wait(_ key: String, now: Int64, _ answer: @escaping (SignInVerdict) -> Void) -> Bool {
        switch states[key] {
        case .underWay(let waiting):
            states[key] = .underWay(waiting + [answer])
            return false
        case .proven(let subject, let since) where now - since < Self.keptMilliseconds:
            answer(.proven(subject))
            return false
        default:
            states[key] = .underWay([answer])
            return true
        }
    }

    /// - Returns: whom to tell.
    mutating func end(_ key: String, _ verdict: SignInVerdict, now: Int64) -> [(SignInVerdict) -> Void] {
        guard case .underWay(let waiting) = states[key] else { return [] }
        states[key] = nil
        if case .proven(let subject) = verdict {
            if states.count >= Self.countMax { forget(now) }
            if states.count < Self.countMax { states[key] = .proven(subject, since: now) }
        }
        return waiting
    }

    private mutating func forget(_ now: Int64) {
        states = states.filter { state in
            guard case .proven(_, let since) = state.value else { return true }
            return now - since < Self.keptMilliseconds
        }
    }
}
