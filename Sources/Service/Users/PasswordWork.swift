import Linux
import Synchronization
import Wire

/// How the key of a password is made, as one text beside the key: `scrypt:cost:lanes:random`, or the older
/// `pbkdf2-sha256:iterations:random`, by which keys are still checked.
enum PasswordMethod {
    /// With 2^14 pieces of 1 KiB what OWASP's "Password Storage Cheat Sheet" asks of scrypt (2023).
    static let lanes = 5
    /// The binary logarithm of the pieces.
    static let costs: ClosedRange<Int64> = 8...17
    static let costDefault: Int64 = 14
    private static let name = "scrypt"
    /// So that a slice takes about a millisecond.
    private static let piecesOfSlice = 400
    private static let iterationsOfSlice = 2_000

    enum Work {
        case scrypt(Scrypt)
        case pbkdf2(PBKDF2)

        /// - Returns: nil until the work is done.
        mutating func slice() -> [UInt8]? {
            switch self {
            case .scrypt(let work):
                work.advance(by: piecesOfSlice)
                return work.key
            case .pbkdf2(var work):
                work.advance(by: iterationsOfSlice)
                self = .pbkdf2(work)
                return work.key
            }
        }
    }

    static func salt(random: [UInt8], cost: Int64) -> String { "\(name):\(cost):\(lanes):" + Base64URL.encode(random) }

    /// - Returns: nil for what is no salt, or one of a price that nobody would ask.
    static func work(of password: String, salt: String) -> Work? {
        let parts = TextParts.split(salt, at: UInt8(ascii: ":"))
        guard parts.first == name else { return PasswordSalt.derivation(of: password, salt: salt).map { .pbkdf2($0) } }
        guard parts.count == 4, let cost = cost(of: salt), let lanes = Int(parts[2]), (1...16).contains(lanes),
            let random = Base64URL.decode(parts[3]), random.count >= PasswordSalt.randomBytes
        else { return nil }
        return .scrypt(Scrypt(password: Array(password.utf8), salt: random, cost: Int(cost), lanes: lanes))
    }

    /// Nil for what was made in another way.
    static func cost(of salt: String) -> Int64? {
        let parts = TextParts.split(salt, at: UInt8(ascii: ":"))
        guard parts.count == 4, parts[0] == name, let cost = Int64(parts[1]), costs.contains(cost) else { return nil }
        return cost
    }
}

/// Keys are made one after the other: each takes megabytes while it is made.
final class PasswordTurns: Sendable {
    private let taken = Atomic<Bool>(false)

    /// Given back with the last reference, however the work ends.
    final class Turn {
        private let turns: PasswordTurns

        fileprivate init(_ turns: PasswordTurns) { self.turns = turns }

        deinit { turns.taken.store(false, ordering: .relaxed) }
    }

    /// - Returns: nil while another key is made.
    func take() -> Turn? { taken.exchange(true, ordering: .relaxed) ? nil : Turn(self) }
}
