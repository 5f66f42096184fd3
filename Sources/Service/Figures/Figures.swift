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

    func add(
        _ measure: Measure, by dimension: Int? = nil, value: String = "", number: Int64 = 0, unit: String = "", day: Int64,
        _ amount: Int64 = 1
    ) {
        core.figures.add(
            FigureKey(measure: measure, dimension: dimension, value: value, number: number, unit: unit, day: day), amount)
    }
}

/// The day on which a member joined, and as whom.
struct JoinedMember: Hashable {
    let day: Int64
    let segment: Segment
}
