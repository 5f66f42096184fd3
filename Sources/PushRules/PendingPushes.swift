import Codecs
import Linux

/// The local pushes that wait for their time. Times are those of the wall clock, in epoch milliseconds:
///
/// - Set forward, it makes due what it passes over, each once.
/// - Set back behind the time at which a push was registered, it says nothing about that push any more: the push waits its whole time
///   again, and not for the years that a clock may have been wrong.
/// - Set back less than that, it is believed: a push waits for its hour.
public struct PendingPushes: Equatable, Sendable {
    public static let countMax = 64
    /// Pending pushes and those in the game's event queue, which holds 4,096: a process that ends before it delivers them leaves them here.
    static let keptMax = countMax + 4_096

    public struct Entry: Equatable, Sendable {
        public let push: LocalPush
        public internal(set) var registeredAt: Int64
        public internal(set) var dueAt: Int64
        /// Taken by `takeDue`, and not settled yet. Not kept: a life that ends before leaves it to the next.
        var isTaken = false
    }

    /// A push whose time has come.
    public struct Fired: Equatable, Sendable {
        public let push: LocalPush
        public let dueAt: Int64
        /// It was due before the game was started.
        public let isLate: Bool
    }

    /// In the order of registration.
    public private(set) var entries: [Entry] = []

    @export(interface) public init() {}

    /// Takes the place of one with the same noticeId.
    /// - Returns: what was dropped because there were too many, the oldest.
    @export(interface) public mutating func register(_ push: LocalPush, now: Int64) -> LocalPush? {
        _ = unregister(push.noticeId)
        // What is on its way to the game is not dropped, and so has no place any more.
        let waiting = entries.indices.filter { !entries[$0].isTaken }
        let dropped = waiting.count >= Self.countMax ? entries.remove(at: waiting[0]).push : nil
        entries.append(Entry(push: push, registeredAt: now, dueAt: Self.due(push, now)))
        return dropped
    }

    /// - Returns: false when there is none.
    @export(interface) public mutating func unregister(_ noticeId: Int64) -> Bool {
        guard let place = entries.firstIndex(where: { $0.push.noticeId == noticeId }) else { return false }
        entries.remove(at: place)
        return true
    }

    @export(interface) public mutating func unregisterAll() { entries = [] }

    /// Those whose time has not come, in the order of registration.
    @export(interface) public var waiting: [LocalPush] { entries.filter { !$0.isTaken }.map { $0.push } }

    /// When the next is due, for whoever sets a timer; nil when none waits.
    @export(interface) public func nextDue() -> Int64? {
        var next: Int64?
        for entry in entries where !entry.isTaken { next = min(next ?? entry.dueAt, entry.dueAt) }
        return next
    }

    /// Takes what is due, the earliest first. To be asked when the next is due, at start, and when the clock was set. What was taken stays
    /// until it is settled: who ends before that has it due again.
    /// - Parameter startedAt: when the game was started.
    @export(interface) public mutating func takeDue(now: Int64, startedAt: Int64) -> [Fired] {
        var due: [Int] = []
        for place in entries.indices where !entries[place].isTaken {
            if entries[place].registeredAt > now {
                entries[place].registeredAt = now
                entries[place].dueAt = Self.due(entries[place].push, now)
            }
            if entries[place].dueAt <= now { due.append(place) }
        }
        return ascending(due.map { entries[$0].dueAt }).map { number in
            let entry = entries[due[number]]
            entries[due[number]].isTaken = true
            return Fired(push: entry.push, dueAt: entry.dueAt, isLate: entry.dueAt < startedAt)
        }
    }

    /// The game was told of it, or could not be told and is asked again later.
    /// - Returns: false when it was unregistered or registered anew meanwhile.
    @export(interface) public mutating func settle(_ fired: Fired, wasTold: Bool) -> Bool {
        guard let place = place(of: fired) else { return false }
        if wasTold { entries.remove(at: place) } else { entries[place].isTaken = false }
        return true
    }

    /// Whether it is still to be told.
    @export(interface) public func isOwed(_ fired: Fired) -> Bool { place(of: fired) != nil }

    private func place(of fired: Fired) -> Int? {
        entries.firstIndex { $0.isTaken && $0.dueAt == fired.dueAt && $0.push.noticeId == fired.push.noticeId }
    }

    private static func due(_ push: LocalPush, _ now: Int64) -> Int64 { Instant.sum(now, push.after * 1000) }
}

/// The form in which they are kept.
extension PendingPushes {
    private static let registered = "registeredAt"
    private static let due = "dueAt"
    private static let pushKey = "push"

    @export(interface) public var json: JSON {
        var list: [JSON] = []
        for entry in entries {
            var object: JSONObject = [Self.registered: .integer(entry.registeredAt)]
            object[Self.due] = .integer(entry.dueAt)
            object[Self.pushKey] = .object(entry.push.json)
            list.append(.object(object))
        }
        return ["version": 1, "pending": .array(list)]
    }

    /// A file may hold anything: what is wrong in it is left out and counted, and so are the oldest where there are too many. What is due
    /// later than its push can be is wrong, too.
    @export(interface) public static func read(_ json: JSON) -> (pushes: PendingPushes, wrong: Int) {
        var pushes = PendingPushes()
        guard let list = json["pending"]?.arrayValue else { return (pushes, 1) }
        var wrong = 0
        for element in list {
            guard let entry = entry(element) else {
                wrong += 1
                continue
            }
            // Of two with one id the later one was the last word.
            if pushes.unregister(entry.push.noticeId) { wrong += 1 }
            if pushes.entries.count >= keptMax {
                pushes.entries.removeFirst()
                wrong += 1
            }
            pushes.entries.append(entry)
        }
        return (pushes, wrong)
    }

    private static func entry(_ json: JSON) -> Entry? {
        guard let object = json[pushKey]?.objectValue, let push = LocalPush.read(object),
            let registeredAt = json[registered]?.int64Value, let dueAt = json[due]?.int64Value,
            dueAt == due(push, registeredAt)
        else { return nil }
        return Entry(push: push, registeredAt: registeredAt, dueAt: dueAt)
    }
}
