import Messages

/// Somebody who hears an app's events: a stream, or a poll that waits. Belongs to the loop.
final class EventListener {
    /// Whose events besides those for everyone.
    let userId: String?
    /// What it begins with: the place from which it hears; whether events behind the place that it named are lost.
    private let begin: (Int64, Bool) -> Void
    /// - Returns: false when nobody is there any more.
    private let take: (EventFrame) -> Bool
    /// It has got what was there.
    private let caughtUp: (Int64) -> Void
    /// No event comes any more.
    private let end: () -> Void
    /// Live events reach it.
    var isLive = false
    var isGone = false

    init(
        userId: String?, begin: @escaping (Int64, Bool) -> Void, take: @escaping (EventFrame) -> Bool,
        caughtUp: @escaping (Int64) -> Void = { _ in }, end: @escaping () -> Void
    ) {
        self.userId = userId
        self.begin = begin
        self.take = take
        self.caughtUp = caughtUp
        self.end = end
    }

    func begins(at place: Int64, isReset: Bool) { if !isGone { begin(place, isReset) } }

    func hear(_ frame: EventFrame) {
        guard !isGone, frame.audience.contains(userId) else { return }
        if !take(frame) { isGone = true }
    }

    func hasCaughtUp(_ place: Int64) { if !isGone { caughtUp(place) } }

    func ends() { if !isGone { end() } }
}
