#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// In which channel and as which class a member plays, as its metrics say one after the other: the newest has the word, as for the report.
struct LevelPlace {
    private(set) var channel: String?
    private(set) var playerClass: String?
    private var date: Int64
    private var journal: String?

    /// - Parameter old: the member's row of `user_levels`; an earlier version kept dates ahead of now.
    init(_ old: Row?, _ now: Int64) {
        (channel, playerClass, journal) = (old?.textOrNil(1), old?.textOrNil(3), old?.textOrNil(5))
        date = old.map { min($0.integer(4), now) } ?? .min
    }

    mutating func take(_ event: AnalyticsEvents.Event, of journal: String?) {
        guard event.date >= date || journal != nil && journal == self.journal else { return }
        (date, self.journal) = (max(date, event.date), journal)
        channel = event.data["channelId"]?.stringValue ?? channel
        playerClass = event.data["classId"]?.stringValue ?? playerClass
    }
}

/// Levels that members reach for the first time, by day, and how long after they joined.
extension Figures {
    static let levelGroups: [LevelGroup] = [
        LevelGroup(name: "channel", leveled: .channelLeveled, reached: .channelReached, known: { $0.channels }, value: { $0.channel }),
        LevelGroup(name: "class", leveled: .classLeveled, reached: .classReached, known: { $0.classes }, value: { $0.playerClass }),
    ]
    /// A time counts in the first of these that is longer; behind the last one is a count of its own.
    static let levelTimes: [Int64] = [3_600, 86_400, 3 * 86_400, 7 * 86_400, 30 * 86_400]
    /// The levels that are not counted each.
    static let otherLevels: Int64 = -1

    /// Called once for each level of a member, in the transaction that keeps that it has reached it.
    func noteLevel(_ level: Int64, _ event: AnalyticsEvents.Event, at place: LevelPlace) {
        let number = counted(level)
        if let day = event.day {
            let time = Self.levelTimes.firstIndex { event.secondsSinceJoining < $0 } ?? Self.levelTimes.count
            add(.leveled, value: "\(time)", number: number, day: day)
            add(.levelSeconds, number: number, day: day, event.secondsSinceJoining)
        } else {
            add(.levelDoubted, day: settings.day(of: now))
        }
        for group in Self.levelGroups { note(group, group.value(place) ?? "", number, event.day) }
    }

    func counted(_ level: Int64) -> Int64 { (0...settings.figures.levelsMax).contains(level) ? level : Self.otherLevels }

    /// An app whose settings name no values is not divided.
    private func note(_ group: LevelGroup, _ name: String, _ number: Int64, _ day: Int64?) {
        if group.known(settings.figures).isEmpty { return }
        let value = group.named(name, settings.figures)
        add(group.reached, value: value, number: number, day: Self.dayOfNow)
        if let day { add(group.leveled, value: value, day: day) }
    }
}

/// By what levels are divided, and its sums: of each day, and of each level over all days.
struct LevelGroup: Sendable {
    let name: StaticString
    let leveled: Measure
    let reached: Measure
    /// The values that the settings name.
    let known: @Sendable (FigureSettings) -> [String]
    let value: @Sendable (LevelPlace) -> String?

    /// "" where the settings name no values.
    func named(_ name: String, _ settings: FigureSettings) -> String {
        let known = known(settings)
        return known.isEmpty ? "" : name.isEmpty || known.contains(name) ? name : Segment.others
    }
}
#endif
