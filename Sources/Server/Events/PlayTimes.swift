import Messages

/// Who was connected to an app, for how many minutes of each five, until the service has counted it. What waits is bounded: of a long
/// outage the oldest five minutes are given up.
struct PlayTimes {
    typealias Player = (userId: String, minutes: Int64)

    /// What one request says.
    struct Part {
        /// The first of the five minutes.
        let begin: Int64
        let number: Int
        let users: [Player]
    }

    private struct Block {
        let begin: Int64
        var minutes: [String: Int64] = [:]
        var newest: Int64 = .min
    }

    private var open: Block?
    private var parts: [Part] = []

    /// Divides the hour and every zone.
    static let length: Int64 = 5
    /// Parts that wait, of 100,000 players, besides those of the first and of the last five minutes.
    static let partsMax = 200

    var next: Part? { parts.first }

    mutating func add(_ userIds: some Sequence<String>, minute: Int64) {
        close(before: minute)
        if open == nil { open = Block(begin: minute - minute % Self.length) }
        // A timer that was early comes twice in a minute.
        guard let newest = open?.newest, minute > newest else { return }
        open?.newest = minute
        for userId in userIds { open?.minutes[userId, default: 0] += 1 }
    }

    /// Makes parts of five minutes that are over, also of those that a clock has left behind.
    mutating func close(before minute: Int64) {
        if let open, !(open.begin..<open.begin + Self.length).contains(minute) { close() }
    }

    /// Makes parts of five minutes that are not over: nobody counts in them any more.
    mutating func close() {
        guard let block = open else { return }
        open = nil
        let users = block.minutes.prefix(Limit.reportsOfPlayTime * Limit.playersInReport).map { (userId: $0.key, minutes: $0.value) }
        for (number, start) in stride(from: 0, to: users.count, by: Limit.playersInReport).enumerated() {
            parts.append(
                Part(begin: block.begin, number: number, users: [Player](users[start..<min(start + Limit.playersInReport, users.count)])))
        }
        // Drops the oldest five minutes with all their parts, because the service counts no part behind a missing one. The first five
        // minutes stay: a request about them may be under way.
        while parts.count > Self.partsMax, let oldest = parts.first(where: { $0.begin != parts[0].begin })?.begin, oldest != block.begin {
            parts.removeAll { $0.begin == oldest }
        }
    }

    mutating func remove(_ part: Part) {
        if let first = parts.first, first.begin == part.begin, first.number == part.number { parts.removeFirst() }
    }
}
