#if !hasFeature(Embedded)
import Codecs
import Synchronization

/// Who asks over a network, as far as turns are shared out by it; whether somebody still waits for the answer; and what it has cost so far.
/// Whoever carries the request makes it, never a body.
public final class Asking: Sendable {
    /// One for each player; whoever has no session counts with the network that the request came from.
    public let asker: UInt64
    /// Its work counts against a limit, too.
    public let isLimited: Bool
    private let gone = Atomic<Bool>(false)
    private let cost = Atomic<Int>(0)

    private let known = Atomic<Bool>(false)

    public init(asker: UInt64, isLimited: Bool = false) {
        self.asker = asker
        self.isLimited = isLimited
    }

    /// The service knows the session that it came with.
    public func noteSession() { known.store(true, ordering: .relaxed) }
    public var isKnown: Bool { known.load(ordering: .relaxed) }

    /// The connection is closed: long work for it ends at its next slice.
    public func end() { gone.store(true, ordering: .relaxed) }
    public var isOver: Bool { gone.load(ordering: .relaxed) }

    /// Work that was done for it, in units of `Work`.
    public func charge(_ work: Int) { cost.wrappingAdd(work, ordering: .relaxed) }
    public var charged: Int { cost.load(ordering: .relaxed) }
}

/// Says that somebody else has answered a request: it is not begun any more, and not committed.
public final class GivenUp: Sendable {
    private let isMarked = Atomic<Bool>(false)

    public init() {}

    public func set() { isMarked.store(true, ordering: .sequentiallyConsistent) }
    public var isSet: Bool { isMarked.load(ordering: .sequentiallyConsistent) }
}

/// Where turns are taken. Whoever asks for something else takes none of the places of one.
public enum TurnRoom: Int, CaseIterable, Sendable { case operators, signIn, purchases, others }

extension Request {
    public var room: TurnRoom {
        switch origin {
        case .console, .carrier: return .operators
        case .gameServer: return .purchases
        case .client: break
        }
        switch name {
        case .idPLogin, .tokenLogin, .logout, .addMapping, .addMappingForcibly, .changeLogin, .transferAccount, .checkTransferAccount,
            .iapSignIn, .openService, .usersLogIn, .usersLogOut, .usersRequestPasswordReset, .usersRequestMailEntry,
            .usersFinishPasswordReset, .usersFinishMailEntry, .beginSignIn, .continueSignIn:
            return .signIn
        case .objectsCreate: return parameters["className"]?.stringValue == "user" ? .signIn : .others
        case .purchaseItems, .purchaseReserve, .purchaseReport, .purchaseAdopt, .purchaseConsume, .purchaseImport, .purchaseFinished,
            .purchaseOpen, .purchaseNotConsumed, .purchaseActivated, .purchaseRestore, .storePromotions, .storeTakePromotion, .storeBegin,
            .storePoll:
            return .purchases
        default: return .others
        }
    }
}
#endif

/// Work is counted and not timed, so that it is the same on every machine: a unit is about ten microseconds of a processor.
public enum Work {
    /// A row that was read, or a statement.
    public static let ofRow = 1
    public static let ofWrite = 2
    /// So many bytes of stored text that are read or written, or of a body.
    public static let bytesOfUnit = 2 << 10
    /// Of a condition: about a nanosecond each.
    public static let stepsOfUnit = 1 << 13
    /// A slice of a password's key, more than a small request costs; one at the default price takes 205: a sixth of a second.
    public static let ofKeySlice = 80
    /// Of one turn; what is longer goes on in the next one.
    public static let ofTurn = 200
}
