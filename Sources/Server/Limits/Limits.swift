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
    /// Streams and polls that one player, or one address without a player, opens.
    case stream

    var standard: Rate {
        switch self {
        case .address: Rate(aSecond: 200, atOnce: 2_000)
        case .login: Rate(aSecond: 10, atOnce: 200)
        case .player: Rate(aSecond: 50, atOnce: 500)
        case .metrics: Rate(aSecond: 500, atOnce: 10_000)
        case .app: Rate(aSecond: 50_000, atOnce: 100_000)
        case .operatorKey: Rate(aSecond: 0.2, atOnce: 10)
        case .gameServer: Rate(aSecond: 0.2, atOnce: 10)
        case .stream: Rate(aSecond: 2, atOnce: 60)
        }
    }
}

/// The buckets of everything that is limited. Belongs to the loop.
final class Limits {
    private var buckets: [LimitName: TokenBuckets] = [:]
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
    }

    /// - Returns: the refusal when it is too much.
    func take(_ name: LimitName, _ key: UInt64, price: Double = 1) -> HTTPAnswer? {
        guard let seconds = buckets[name]?.take(key, price: price, clock.monotonicNanoseconds()) else { return nil }
        return refusal(name, seconds)
    }

    /// The same without taking anything.
    func lacks(_ name: LimitName, _ key: UInt64) -> HTTPAnswer? {
        guard let seconds = buckets[name]?.lacks(key, clock.monotonicNanoseconds()) else { return nil }
        return refusal(name, seconds)
    }

    func isOn(_ name: LimitName) -> Bool { buckets[name] != nil }

    private func refusal(_ name: LimitName, _ seconds: Int64) -> HTTPAnswer {
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

    /// Who guesses asks for these; each costs the service a digest, or makes a member.
    static func isLogin(_ name: RequestName) -> Bool {
        switch name {
        case .idPLogin, .tokenLogin, .addMapping, .addMappingForcibly, .changeLogin, .transferAccount, .checkTransferAccount, .usersLogIn,
            .usersRequestPasswordReset, .usersRequestMailEntry, .usersFinishPasswordReset, .usersFinishMailEntry, .beginSignIn,
            .continueSignIn:
            true
        default: false
        }
    }
}
