/// A member was seen on a day, between two other days that are known of it. Members who agree in all of this change the same sums.
struct PlayedDay: Hashable {
    let day: Int64
    /// The last day before and the first one after on which it played; nil: none is known.
    let before: Int64?
    let after: Int64?
    /// The days around it on which the member played.
    let week: DaysAround
    /// There was no such member yet.
    let isFirst: Bool
    let joined: JoinedMember
    let segment: Segment

    /// Days that end with a day, in which a member was active.
    static var windows: [(measure: Measure, length: Int64)] { [(.seen7, 7), (.seen30, 30)] }

    /// What so many such members add.
    func add(to sums: inout MergedSums, _ count: Int64) {
        if isFirst { add(.joined, day: day, count, to: &sums) }
        add(.active, day: day, count, to: &sums)
        for (measure, window) in Self.windows {
            guard let gain = PlayedDays.gain(day, before: before, after: after, window: window) else { continue }
            add(measure, day: gain.first, count, to: &sums)
            add(measure, day: gain.end, -count, to: &sums)
        }
        sums.add(FigureKey(measure: .gap, number: gap(from: before, to: day), day: day), count)
        if let after {
            sums.add(FigureKey(measure: .gap, number: gap(from: before, to: after), day: after), -count)
            sums.add(FigureKey(measure: .gap, number: gap(from: day, to: after), day: after), count)
        }
        addStay(count, to: &sums)
        #if !hasFeature(Embedded)
        for change in week.changes {
            sums.add(FigureKey(measure: .week, number: change.week, day: day + change.later), count * change.amount)
        }
        #endif
    }

    /// Once for all, and once by each dimension.
    private func add(_ measure: Measure, day: Int64, _ amount: Int64, to sums: inout MergedSums) {
        sums.add(FigureKey(measure: measure, day: day), amount)
        for (dimension, value) in segment.values.enumerated() {
            sums.add(FigureKey(measure: measure, dimension: dimension, value: value, day: day), amount)
        }
        #if !hasFeature(Embedded)
        for (dimension, value) in segment.knownInGame {
            sums.add(FigureKey(measure: measure, dimension: dimension, value: value, day: day), amount)
        }
        #endif
    }

    /// A member of that day of joining played, so many days later.
    private func addStay(_ count: Int64, to sums: inout MergedSums) {
        let age = day - joined.day
        guard (0...Figures.agesMax).contains(age) else { return }
        sums.add(FigureKey(measure: .stay, number: age, day: joined.day), count)
        guard age <= Figures.dividedAgesMax else { return }
        for (dimension, value) in joined.segment.values.enumerated() {
            sums.add(FigureKey(measure: .stay, dimension: dimension, value: value, number: age, day: joined.day), count)
        }
    }

    /// Days since the one before; 0 for the first of all.
    private func gap(from before: Int64?, to day: Int64) -> Int64 {
        if let before { return min(day - before, Figures.gapMax) }
        return day <= joined.day ? 0 : Figures.gapMax
    }
}
