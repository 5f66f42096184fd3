import Linux
import Messages

/// What is limited, and how much of it is let through when nobody says otherwise.
public enum LimitName: String, CaseIterable, Sendable {
    /// Requests from one address.
    case address
    /// Sign-ins, and what else asks for a password or a code, from one address.
    case login
    /// Requests of one player.
    case player
    /// Metrics of one player.
    case metrics
    /// Requests of one app.
    case app
    /// Wrong operator's keys from one address.
    case operatorKey = "operator"
    /// Wrong keys of game servers from one address.
    case gameServer
    /// Wrong sessions, and wrong keys that came by mail, from one address.
    case session
    /// Wrong signatures of callers of the mobile backend, of stores and of providers, from one address.
    case signature
    /// Mails that one address network asks for.
    case mail
    /// Streams and polls that one player, or one address without a player, opens.
    case stream
    /// Work that was done for one player, or for one address without a player, in units of `Work`.
    case work

    /// Among the metrics.
    var label: String { "{limit=\"\(rawValue)\"}" }

    var standard: Rate {
        switch self {
        case .address: Rate(aSecond: 200, atOnce: 2_000)
        case .login: Rate(aSecond: 10, atOnce: 200)
        case .player: Rate(aSecond: 50, atOnce: 500)
        case .metrics: Rate(aSecond: 500, atOnce: 10_000)
        case .app: Rate(aSecond: 50_000, atOnce: 100_000)
        case .operatorKey: Rate(aSecond: 0.2, atOnce: 10)
        case .gameServer: Rate(aSecond: 0.2, atOnce: 10)
        case .session: Rate(aSecond: 10, atOnce: 200)
        case .signature: Rate(aSecond: 1, atOnce: 60)
        case .mail: Rate(aSecond: 0.05, atOnce: 20)
        case .stream: Rate(aSecond: 2, atOnce: 60)
        case .work: Rate(aSecond: 20_000, atOnce: 500_000)
        }
    }
}

/// The buckets of everything that is limited. Belongs to the loop.
final class Limits {
    /// Of wrong proofs more is counted than those of an address.
    enum Share: CaseIterable, Hashable {
        /// Of an address.
        case one
        /// Of an address from where the same was proven before, on top.
        case known
        /// Of all addresses together.
        case all

        /// Times the rate of an address, and times what it lets through at once.
        fileprivate func rate(_ rate: Rate) -> Rate {
            switch self {
            case .one: rate
            case .known: Rate(aSecond: rate.aSecond, atOnce: rate.atOnce * 3)
            case .all: Rate(aSecond: rate.aSecond * 10, atOnce: rate.atOnce * 10)
            }
        }
    }

    private var buckets: [LimitName: TokenBuckets] = [:]
    private var shares: [Share: [LimitName: TokenBuckets]] = [:]
    private(set) var refused: [LimitName: UInt64] = [:]
    private let clock: any Clock

    /// - Parameter rates: in place of the standard ones; nil for a name: not limited.
    init(_ rates: [LimitName: Rate?], _ clock: any Clock) {
        self.clock = clock
        for name in LimitName.allCases {
            switch rates[name] {
            case nil: buckets[name] = TokenBuckets(name.standard)
            case .some(nil): break
            case .some(.some(let rate)): buckets[name] = TokenBuckets(rate)
            }
        }
        for share in Share.allCases where share != .one { shares[share] = buckets.mapValues { TokenBuckets(share.rate($0.rate)) } }
    }

    /// For the metrics, without what is not limited.
    func values(_ value: (Rate) -> Double) -> [(String, Double)] {
        LimitName.allCases.compactMap { name in buckets[name].map { (name.label, value($0.rate)) } }
    }

    /// - Returns: the refusal when it is too much.
    func take(_ name: LimitName, _ key: UInt64, price: Double = 1) -> HTTPAnswer? {
        guard let seconds = buckets[name]?.take(key, price: price, clock.monotonicNanoseconds()) else { return nil }
        return refusal(name, seconds)
    }

    /// Without taking anything.
    /// - Returns: the seconds until there is some.
    func missing(_ name: LimitName, _ share: Share, _ key: UInt64) -> Int64? {
        let now = clock.monotonicNanoseconds()
        return share == .one ? buckets[name]?.lacks(key, now) : shares[share]?[name]?.lacks(key, now)
    }

    /// Takes the price, whatever is there; one below zero is given back.
    func count(_ name: LimitName, _ share: Share, _ key: UInt64, price: Double = 1) {
        let now = clock.monotonicNanoseconds()
        if share == .one { buckets[name]?.charge(key, price: price, now) } else { shares[share]?[name]?.charge(key, price: price, now) }
    }

    /// Takes what has been used already; more than there is leaves a debt.
    func charge(_ name: LimitName, _ key: UInt64, price: Double) {
        buckets[name]?.charge(key, price: price, clock.monotonicNanoseconds(), leavesDebt: true)
    }

    /// The refusal of a request when nothing is there; nothing is taken.
    func lacks(_ name: LimitName, _ key: UInt64) -> HTTPAnswer? {
        missing(name, .one, key).map { refusal(name, $0) }
    }

    func isOn(_ name: LimitName) -> Bool { buckets[name] != nil }

    func refusal(_ name: LimitName, _ seconds: Int64) -> HTTPAnswer {
        refused[name, default: 0] += 1
        return .tooMany("more than the limit \"\(name.rawValue)\" lets through; try again later", retryAfter: seconds)
    }

    /// What one request takes of the limits of its asker.
    static func price(_ request: Request) -> (name: LimitName, tokens: Double) {
        guard request.name == .sendEvents else { return (.player, 1) }
        return (.metrics, Double(max(1, request.parameters["events"]?.arrayValue?.count ?? 1)))
    }

    /// A key that nobody can choose: two texts do not meet in one bucket on purpose.
    static func key(_ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(text)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
