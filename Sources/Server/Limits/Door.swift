import Linux
import Messages

/// Every way by which somebody proves something to this server goes through `admitted`: a key, a session, a signature. Wrong proofs are
/// counted by the address that they come from, and over all addresses by what they are tried at. Who has proven the same thing from the
/// same address before is let in beside them: others who guess there, or elsewhere, close nothing to it. Belongs to the loop.
final class Door {
    enum Kind: Hashable {
        /// The operator's.
        case operatorKey
        /// The secret keys of apps, and their keys of the IAP interface.
        case gameServer
        /// Tokens of players, and what comes by mail: random secrets that this server has made.
        case session
        /// Signatures of the mobile backend's callers, of stores and of identity providers; and the keys that name an app.
        case signature

        var limit: LimitName {
            switch self {
            case .operatorKey: .operatorKey
            case .gameServer: .gameServer
            case .session: .session
            case .signature: .signature
            }
        }

        /// Somebody has chosen the secret. Then a guess is counted before it is looked at, so that guesses that come at once are no more
        /// than those that come one by one; and many addresses together have a limit.
        var isChosen: Bool { self == .operatorKey || self == .gameServer }
    }

    /// From where somebody asks.
    struct Place {
        fileprivate let key: UInt64
        /// From this machine itself, where nothing is counted. What a proxy hands on is not, whether the proxy is believed or not.
        let isHere: Bool

        init(_ head: HTTPHead, _ peer: Peer) {
            key = peer.limitKey
            isHere = peer.isLoopback && !head.isForwarded
        }
    }

    /// What somebody wants to prove.
    struct Claim {
        let kind: Kind
        /// What it opens: an app, a store; empty for the server itself.
        let name: String
        let place: Place
        /// The secret, where it is the same each time; only to tell whether two claims are one guess.
        var proof: String?
    }

    enum Found {
        case right, wrong
        /// Nobody has looked.
        case nothing
    }

    private let limits: Limits
    private let clock: any Clock
    private var proven: [Kind: ProvenPlaces] = [:]
    /// Guesses that are being looked at: one that comes twice at a time is one.
    fileprivate var pending: Set<UInt64> = []

    init(_ limits: Limits, _ clock: any Clock) {
        self.limits = limits
        self.clock = clock
    }

    /// Before a proof is looked at. Who is let in looks, and says what was found by `Entry.found`.
    func admitted(_ claim: Claim) -> Entry {
        let limit = claim.kind.limit
        guard !claim.place.isHere, limits.isOn(limit) else { return Entry(self, claim) }
        let entry = Entry(self, claim)
        let owner = Limits.key("\(claim.name)\n\(claim.place.key)")
        entry.owner = owner
        entry.guess = claim.proof.map { Limits.key("\(owner)\n\($0)") }
        let known = proven[claim.kind]?.find(owner, clock.monotonicNanoseconds())
        entry.share = known == nil ? .one : .known
        // What was right from there before is no guess.
        if let guess = entry.guess, known?.guess == guess { return entry }
        let name = Limits.key(claim.name)
        var missing = limits.missing(limit, .one, claim.place.key)
        if missing == nil, known == nil, claim.kind.isChosen { missing = limits.missing(limit, .all, name) }
        if let seconds = missing {
            entry.closed = seconds
            if claim.kind != .session, known == nil || limits.missing(limit, .known, claim.place.key) != nil {
                entry.refusal = limits.refusal(limit, seconds)
                return entry
            }
        }
        guard claim.kind.isChosen, let guess = entry.guess, pending.insert(guess).inserted else { return entry }
        entry.isTaken = true
        count(entry)
        return entry
    }

    fileprivate func found(_ found: Found, _ entry: Entry) -> HTTPAnswer? {
        guard let owner = entry.owner else { return nil }
        if entry.isTaken, let guess = entry.guess { pending.remove(guess) }
        switch found {
        case .right:
            if entry.isTaken { count(entry, price: -1) }
            if entry.claim.kind != .session {
                proven[entry.claim.kind, default: ProvenPlaces()].note(owner, entry.guess ?? 0, clock.monotonicNanoseconds())
            }
            return nil
        case .nothing:
            if entry.isTaken { count(entry, price: -1) }
            return nil
        case .wrong:
            if !entry.isTaken { count(entry) }
            return entry.closed.map { limits.refusal(entry.claim.kind.limit, $0) }
        }
    }

    private func count(_ entry: Entry, price: Double = 1) {
        let (claim, limit) = (entry.claim, entry.claim.kind.limit)
        limits.count(limit, entry.closed != nil && entry.share == .known ? .known : .one, claim.place.key, price: price)
        if claim.kind.isChosen, entry.share != .known { limits.count(limit, .all, Limits.key(claim.name), price: price) }
    }

    /// One claim on its way.
    final class Entry {
        /// There were too many wrong ones: the proof is not to be looked at.
        fileprivate(set) var refusal: HTTPAnswer?
        fileprivate let claim: Claim
        fileprivate var owner: UInt64?
        fileprivate var guess: UInt64?
        fileprivate var share = Limits.Share.one
        fileprivate var closed: Int64?
        fileprivate var isTaken = false
        /// Comes from this machine, or from where the same was proven before.
        var isKnown: Bool { claim.place.isHere || share == .known }
        private let door: Door

        fileprivate init(_ door: Door, _ claim: Claim) {
            self.door = door
            self.claim = claim
        }

        /// Once, when the proof was looked at.
        /// - Returns: what is told in place of what the asker would be told; nil: nothing else.
        func found(_ found: Found) -> HTTPAnswer? { door.found(found, self) }
    }
}

/// Where something was proven, and by which secret, as keys that nobody can choose.
private struct ProvenPlaces {
    struct Proven {
        var guess: UInt64
        var nanoseconds: Int64
    }

    private var young: [UInt64: Proven] = [:]
    private var old: [UInt64: Proven] = [:]

    static let countMax = 65_536
    static let nanosecondsMax: Int64 = 30 * 86_400 * 1_000_000_000

    func find(_ owner: UInt64, _ now: Int64) -> Proven? {
        guard let proven = young[owner] ?? old[owner], now - proven.nanoseconds <= Self.nanosecondsMax else { return nil }
        return proven
    }

    mutating func note(_ owner: UInt64, _ guess: UInt64, _ now: Int64) {
        if young.count >= Self.countMax / 2, young[owner] == nil {
            old = young
            young = [:]
        }
        young[owner] = Proven(guess: guess, nanoseconds: now)
    }
}
