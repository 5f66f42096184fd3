import Codecs
import Linux
import Synchronization

/// How the key of a password is made, as one text beside the key: `scrypt:cost:lanes:random`, or the older
/// `pbkdf2-sha256:iterations:random`, by which keys are still checked.
package enum PasswordMethod {
    /// With 2^14 pieces of 1 KiB what OWASP's "Password Storage Cheat Sheet" asks of scrypt (2023).
    static let lanes = 5
    /// The binary logarithm of the pieces.
    static let costs: ClosedRange<Int64> = 8...17
    package static let costDefault: Int64 = 14
    private static let name = "scrypt"
    /// A slice takes about half a millisecond.
    private static let piecesOfSlice = 800
    private static let iterationsOfSlice = 2_000

    package enum Work {
        case scrypt(Scrypt)
        case pbkdf2(PBKDF2)

        /// - Returns: nil until the work is done.
        package mutating func slice() -> [UInt8]? {
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

    package static func salt(random: [UInt8], cost: Int64) -> String { "\(name):\(cost):\(lanes):" + Base64URL.encode(random) }

    /// - Returns: nil for what is no salt, or one of a price that nobody would ask.
    package static func work(of password: String, salt: String) -> Work? {
        let parts = TextParts.split(salt, at: UInt8(ascii: ":"))
        guard parts.first == name else { return PasswordSalt.derivation(of: password, salt: salt).map { .pbkdf2($0) } }
        guard parts.count == 4, let cost = cost(of: salt), let lanes = Int(parts[2]), (1...16).contains(lanes),
            let random = Base64URL.decode(parts[3]), random.count >= PasswordSalt.randomBytes
        else { return nil }
        return .scrypt(Scrypt(password: Array(password.utf8), salt: random, cost: Int(cost), lanes: lanes))
    }

    /// Of memory while the key is made; of the older method a little that nobody counts.
    static func kibibytes(ofSalt salt: String) -> Int { cost(of: salt).map { 1 << Int($0) } ?? 1 }

    /// Nil for what was made in another way.
    static func cost(of salt: String) -> Int64? {
        let parts = TextParts.split(salt, at: UInt8(ascii: ":"))
        guard parts.count == 4, parts[0] == name, let cost = Int64(parts[1]), costs.contains(cost) else { return nil }
        return cost
    }
}

/// Keys take megabytes while they are made: in a game's process one is made at a time. A server makes some beside each other, slice by
/// slice, so that whoever has many made keeps nobody from the next one.
final class PasswordTurns: Sendable {
    #if hasFeature(Embedded)
    private static let kibibytesMax = 1
    #else
    /// Of all keys under way together; one that takes more by itself is made alone.
    static let kibibytesMax = 64 << 10
    #endif
    private let taken = Atomic<Int>(0)

    /// Given back with the last reference, however the work ends.
    final class Turn {
        private let turns: PasswordTurns
        private let kibibytes: Int

        fileprivate init(_ turns: PasswordTurns, _ kibibytes: Int) {
            self.turns = turns
            self.kibibytes = kibibytes
        }

        deinit { turns.taken.wrappingSubtract(kibibytes, ordering: .relaxed) }
    }

    /// - Parameter kibibytes: that the key takes while it is made.
    /// - Returns: nil while others have the room. Only one thread takes.
    func take(_ kibibytes: Int) -> Turn? {
        let before = taken.load(ordering: .relaxed)
        guard before == 0 || before &+ kibibytes <= Self.kibibytesMax else { return nil }
        taken.wrappingAdd(kibibytes, ordering: .relaxed)
        return Turn(self, kibibytes)
    }
}
