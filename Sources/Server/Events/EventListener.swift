import Messages

/// Somebody who hears an app's events: a stream, or a poll that waits. Belongs to the loop.
final class EventListener {
    /// What becomes of an event that is handed over.
    enum Taken {
        case more
        /// It was taken; no further one before `EventFeed.goOn`.
        case full
        case gone
    }

    /// Whose events besides those for everyone.
    let userId: String?
    /// The one whose turn it takes when the outbox is read for it: the player's, else that of the network it comes from.
    let asker: UInt64
    /// Of a listener with a session.
    let grant: Grant?
    private let events: Handlers
    /// Everything until here was handed over, or passed over.
    var place: Int64 = 0
    /// Events reach it as they come; else it is behind, and is brought what it lacks.
    var isLive = false
    /// It has been: whatever comes was told while it was here.
    var wasLive = false
    var isGone = false
    /// The outbox is being read for it, or will be.
    var isAsking = false
    /// It waits for its turn to have the outbox read.
    var isInLine = false
    /// Pages of the outbox that were read for it since it was live.
    var pages = 0
    /// What it was about to do when its grant was asked for again; nil: to go on.
    var onKept: (() -> Void)?

    struct Handlers {
        /// The place from which it hears; whether events behind the place that it named are lost.
        let begin: (Int64, Bool) -> Void
        let take: (EventFrame) -> Taken
        /// It has got what there was.
        var caughtUp: () -> Void = {}
        /// No event comes any more.
        let end: () -> Void
    }

    init(userId: String?, _ grant: Grant? = nil, asker: UInt64 = 0, _ events: Handlers) {
        self.userId = userId
        self.asker = asker
        self.grant = grant
        self.events = events
    }

    /// Nothing more goes to it until the service has said whether its session is one still.
    var isHeld: Bool { grant?.isHeld ?? false }

    func begins(at place: Int64, isReset: Bool) {
        self.place = place
        if !isGone { events.begin(place, isReset) }
    }

    /// - Returns: whether more may come now.
    func hear(_ frame: EventFrame) -> Bool {
        guard !isGone else { return false }
        place = max(place, frame.seq)
        switch events.take(frame) {
        case .more: return true
        case .full: return false
        case .gone:
            isGone = true
            return false
        }
    }

    func hasCaughtUp() { if !isGone { events.caughtUp() } }

    func ends() { if !isGone { events.end() } }
}
