import Linux
import PushRules
import Synchronization

/// What holds for one fetch.
public struct MediaRules: Sendable {
    /// The network costs money: no sound, no film.
    public var isMetered: Bool
    /// `http:` too.
    public var allowsHTTP: Bool
    /// This machine too, for development.
    public var allowsLocal: Bool
    /// In place of the pace's for all.
    public var totalMilliseconds: Int64?

    @export(interface) public init(isMetered: Bool, allowsHTTP: Bool, allowsLocal: Bool, totalMilliseconds: Int64? = nil) {
        self.isMetered = isMetered
        self.allowsHTTP = allowsHTTP
        self.allowsLocal = allowsLocal
        self.totalMilliseconds = totalMilliseconds
    }
}

/// What came. The file is the cache's, and may go at any time.
public struct MediaFile: Equatable, Sendable {
    public let path: String
    public let type: MediaType
}

/// Why a push is shown without its media.
public enum MediaFailure: Error, Equatable, Sendable {
    /// The push's address, or one that it led to.
    case address(MediaAddress.Refusal)
    /// A machine that media may not be fetched from.
    case hostNotAllowed
    case metered
    /// Newer ones wanted its place.
    case queueFull
    case stopped
    case timedOut
    case noLibrary
    /// The folder cannot be used, the disk is full, or what is under way needs all the room.
    case cache
    case unreachable
    /// The server could not show that it is the one.
    case untrusted
    case tooManyRedirects
    case status(Int)
    /// The body comes in an encoding that nobody asked for.
    case encoded
    case headersTooLarge
    case unknownType, wrongKind, tooLarge
    /// The server said more than it sent, or nothing.
    case incomplete
    /// Whatever else libcurl has a number for.
    case transfer(Int32)
}

public typealias MediaAnswer = Result<MediaFile, MediaFailure>

/// The caller's interest in one download. The caller may lose it on any thread; the download ends then.
public final class MediaInterest: Sendable {
    private let isLost = Atomic<Bool>(false)

    @export(interface) public init() {}
    @export(interface) public func lose() { isLost.store(true, ordering: .releasing) }
    @export(interface) public var isOver: Bool { isLost.load(ordering: .acquiring) }
}

/// One question, answered once by whoever comes first.
final class MediaRequest: Sendable {
    let address: String
    let rules: MediaRules
    let deadline: Int64
    /// Nil for a download that always runs to its end.
    let interest: MediaInterest?
    private let told: @Sendable (MediaAnswer) -> Void
    private let isAnswered = Atomic<Bool>(false)

    init(
        _ address: String, _ rules: MediaRules, untilNanoseconds deadline: Int64, _ interest: MediaInterest? = nil,
        _ told: @escaping @Sendable (MediaAnswer) -> Void
    ) {
        self.address = address
        self.rules = rules
        self.deadline = deadline
        self.interest = interest
        self.told = told
    }

    var isOver: Bool { isAnswered.load(ordering: .acquiring) || interest?.isOver == true }

    func answer(_ answer: MediaAnswer) {
        if !isAnswered.exchange(true, ordering: .acquiringAndReleasing) { told(answer) }
    }
}
