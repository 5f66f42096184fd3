import Linux
import Messages
import Storage

/// What an operator looks at: players, payments and how they come and go, kept as sums of a day. docs/analytics.md defines each.
struct Figures: Capability {
    let core: ServiceCore

    static let agesMax: Int64 = 180
    /// Divided by country and the like it is counted for so many days.
    static let dividedAgesMax: Int64 = 30
    /// Longer since the last time is one count.
    static let gapMax: Int64 = 63

    func add(_ measure: Measure, value: String = "", number: Int64 = 0, unit: String = "", day: Int64, _ amount: Int64 = 1) {
        core.figures.add(FigureKey(measure: measure, value: value, number: number, unit: unit, day: day), amount)
    }

    /// Once for all, and once by each dimension.
    func add(_ measure: Measure, of segment: Segment, number: Int64 = 0, day: Int64, _ amount: Int64 = 1) {
        add(measure, number: number, day: day, amount)
        addDivided(measure, of: segment, number: number, day: day, amount)
    }

    private func addDivided(_ measure: Measure, of segment: Segment, number: Int64, day: Int64, _ amount: Int64) {
        for (dimension, value) in segment.values.enumerated() {
            core.figures.add(FigureKey(measure: measure, dimension: dimension, value: value, number: number, day: day), amount)
        }
    }

    /// A member of this day of joining played, so many days later.
    func addStay(_ joined: JoinedMember, on day: Int64) {
        let age = day - joined.day
        guard (0...Self.agesMax).contains(age) else { return }
        add(.stay, number: age, day: joined.day)
        if age <= Self.dividedAgesMax { addDivided(.stay, of: joined.segment, number: age, day: joined.day, 1) }
    }
}

/// The day on which a member joined, and as whom.
struct JoinedMember {
    let day: Int64
    let segment: Segment
}
