#if !hasFeature(Embedded)
import Linux

/// Requests and slices that need a row which somebody else holds. Each is tried again alone, after waits that grow, so that one row keeps
/// nobody from an answer but those who need it.
struct LockedOut {
    static let countMax = 256
    static let waitMillisecondsMin: Int64 = 50
    static let waitMillisecondsMax: Int64 = 1_000
    /// After this a request is answered that it was overtaken too often.
    static let millisecondsMax: Int64 = 20_000
    /// A try that waits in vain holds up all others; behind each of them there is time for theirs.
    static let restMilliseconds: Int64 = 300

    struct Waiting {
        let entry: FairLine.Entry
        var due: Int64
        var wait: Int64
        let until: Int64
    }

    private var waiting: [Waiting] = []
    private var nextTry = Int64.min

    var isEmpty: Bool { waiting.isEmpty }
    /// Others of the same askers wait behind these.
    var pending: [PendingRequest] { waiting.compactMap { $0.entry.pending } }

    var hasSweep: Bool { waiting.contains { $0.entry.pending == nil } }

    /// - Returns: false when there is no room.
    mutating func add(_ entry: FairLine.Entry, _ now: Int64) -> Bool {
        guard waiting.count < Self.countMax else { return false }
        let least = Self.waitMillisecondsMin
        waiting.append(
            Waiting(entry: entry, due: Self.date(now, least), wait: least, until: Self.date(now, Self.millisecondsMax)))
        // What comes later puts off nobody's next try.
        if nextTry < now { nextTry = Self.date(now, least) }
        return true
    }

    /// - Returns: false when it has waited long enough.
    mutating func putBack(_ tried: Waiting, _ now: Int64) -> Bool {
        nextTry = Self.date(now, Self.restMilliseconds)
        guard now < tried.until else { return false }
        var tried = tried
        tried.wait = min(tried.wait * 2, Self.waitMillisecondsMax)
        tried.due = Self.date(now, tried.wait)
        waiting.append(tried)
        return true
    }

    mutating func takeDue(_ now: Int64) -> Waiting? {
        guard now >= nextTry, let place = waiting.firstIndex(where: { $0.due <= now }) else { return nil }
        return waiting.remove(at: place)
    }

    /// How long a thread may rest that would rest so long otherwise; nil: until somebody asks.
    func rest(_ rest: Int64?, _ now: Int64) -> Int64? {
        guard let due = waiting.map({ $0.due }).min() else { return rest }
        let milliseconds = (max(due, nextTry) &- now) / 1_000_000 + 1
        return max(1, min(rest ?? Int64.max, milliseconds))
    }

    mutating func takeAll() -> [PendingRequest] {
        defer { waiting = [] }
        return pending
    }

    private static func date(_ now: Int64, _ milliseconds: Int64) -> Int64 {
        now.addingReportingOverflow(milliseconds * 1_000_000).partialValue
    }
}
#endif
