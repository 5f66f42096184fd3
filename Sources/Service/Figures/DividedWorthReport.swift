#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// What members are worth who joined in a range, by where they came from.
extension Figures {
    /// A smaller group says little: the Gamebase console does not show it.
    private static let enoughMembers: Int64 = 1_000, enoughPayers: Int64 = 30

    private struct Group {
        /// By how many of `worthDays` have come for its members: what they paid within days that have not come for all would be too little.
        var cohorts = [WorthCohort](repeating: WorthCohort(), count: worthDays.count + 1)

        /// Those for whom the day of a place in `worthDays` has come; behind the last one all.
        private func cohorts(at place: Int) -> [WorthCohort] {
            place < worthDays.count ? [WorthCohort](cohorts.dropFirst(place + 1)) : cohorts
        }

        func members(at place: Int) -> Int64 { cohorts(at: place).reduce(0) { $0 + $1.joined } }

        var payers: Int64 { cohorts.reduce(0) { $0 + $1.payers } }

        var upTo: [(currency: String, sums: [MoneySum])] {
            var all: [(currency: String, sums: [MoneySum])] = []
            for cohort in cohorts {
                for one in cohort.upTo { _ = all.place(where: { $0.currency == one.currency }, else: (one.currency, WorthCohort.none)) }
            }
            for place in 0...worthDays.count {
                for one in cohorts(at: place).flatMap({ $0.upTo }) {
                    let found = all.place(where: { $0.currency == one.currency }, else: (one.currency, WorthCohort.none))
                    all[found].sums[place].add(one.sums[place])
                }
            }
            return all
        }
    }

    private struct State {
        var choice: PartChoice
        var groups: [Group] = []
        var spans: DaySpans
    }

    func dividedWorth(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(choice: PartChoice(range), spans: DaySpans(range))) { (state) throws(Failure) in
            guard let parts = try parts(&state.choice, .joined, range) else { return nil }
            if state.groups.isEmpty { state.groups = [Group](repeating: Group(), count: parts.size) }
            if let days = state.spans.next {
                let rows = try readWorth(days, by: parts.dimension)
                for row in rows {
                    let come = Self.worthDays.firstIndex { row.integer(1) + $0 > range.today } ?? Self.worthDays.count
                    state.groups[parts.place(of: row.text(5))].cohorts[come].add(row)
                }
                state.spans.advance(rows.count)
                return nil
            }
            var answer = range.heading("value", settings)
            let isKnown = try firstDay(of: .dividedWorthSince, range) <= range.from
            answer["parts"] = .array(state.groups.enumerated().map { .object(json($1, parts.name($0), isKnown)) })
            return .success(.object(answer))
        }
    }

    private func json(_ group: Group, _ name: JSON, _ isKnown: Bool) -> JSONObject {
        let new = group.members(at: Self.worthDays.count), payers = group.payers
        var json: JSONObject = ["payers": .null, "currencies": .null, "members": .null, "isSmall": .null]
        if isKnown {
            json = amounts(group.upTo, settings.figures.conversion) { group.members(at: $0) > 0 }
            json["payers"] = .integer(payers)
            json["isSmall"] = .bool(new < Self.enoughMembers || payers < Self.enoughPayers)
            var members = JSONObject()
            for (place, days) in Self.worthDays.enumerated() { members["\(days)"] = .integer(group.members(at: place)) }
            json["members"] = .object(members)
        }
        (json["value"], json["new"]) = (name, .integer(new))
        return json
    }
}
#endif
