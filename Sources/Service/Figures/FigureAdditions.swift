import Codecs
import Linux
import Storage

extension Schema {
    /// Sums of commits that are not in `figures` yet (`ServiceCore.keep`).
    static let figureAdditions = [
        """
        CREATE TABLE figure_additions (service BIGINT NOT NULL, addition BIGINT NOT NULL, sums TEXT NOT NULL,
            PRIMARY KEY (service, addition))
        """
    ]
}

#if !hasFeature(Embedded)
/// A registration changes 52 sums of its day: each is divided by country, store and the like. A commit writes who came, and what else it
/// adds, as one row, and every 32nd such commit of a service makes sums of the rows. A report does so before it reads sums.
extension ServiceCore {
    /// Fewer sums of a commit in which nobody came are written at once.
    static let sumsKeptMin = 4
    /// And all of a commit that has more to write.
    static let keptMax = 512
    /// Rows of one service that wait.
    static let additionsMax = 32
    private static let readAtOnce = 4 * additionsMax

    /// - Returns: false when it is too little or too much.
    func keep(_ counts: FigureCounts) throws(StorageError) -> Bool {
        let sums = counts.sums.all.filter { $0.amount != 0 }
        guard sums.count >= Self.sumsKeptMin || !counts.played.isEmpty, sums.count + counts.played.count <= Self.keptMax else {
            return false
        }
        let text = JSON.array(
            sums.map { sum in .array(sum.key.counted(by: number).kept + [.integer(sum.amount)]) }
                + counts.played.map { played, count in .array(played.kept + [.integer(count)]) }
        ).text()
        // Rows of an earlier life of this service may be there still.
        let name = random.bytes(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max
        try database.write(
            "INSERT INTO figure_additions (service, addition, sums) VALUES (?, ?, ?)", [.integer(number), .integer(name), .text(text)])
        waitingAdditions += 1
        if waitingAdditions >= Self.additionsMax { try addUp(of: number) }
        return true
    }

    /// Before sums are read: of all services, those that are gone included.
    func addUpFigures() throws(Failure) {
        do throws(StorageError) { while try addUp(of: nil) {} } catch { throw Failure.storage(error) }
    }

    /// - Parameter service: nil: of all.
    /// - Returns: whether there may be more.
    @discardableResult private func addUp(of service: Int64?) throws(StorageError) -> Bool {
        let rows = try database.query(
            """
            SELECT service, addition, sums FROM figure_additions WHERE service BETWEEN ? AND ?
            ORDER BY service, addition LIMIT \(Self.readAtOnce)
            """, [.integer(service ?? 0), .integer(service ?? Int64.max)])
        var (good, sums) = (rows, KeptAdditions.sums(rows))
        if sums == nil {
            good = rows.filter { KeptAdditions.sums([$0]) != nil }
            sums = KeptAdditions.sums(good)
            // What cannot be read stays, where nobody looks for it, and costs no other: each commit that adds up would fail by it.
            for row in rows where !good.contains(row) {
                try database.claim(
                    "UPDATE figure_additions SET service = ? WHERE service = ? AND addition = ?",
                    [.integer(-1 &- row.integer(0)), row.values[0], row.values[1]])
            }
        }
        for row in good {
            try database.claim("DELETE FROM figure_additions WHERE service = ? AND addition = ?", [row.values[0], row.values[1]])
        }
        for sum in sums ?? [] where sum.amount != 0 { try database.tally(FigureKey.statement, sum.key.values, sum.amount) }
        waitingAdditions = 0
        return rows.count == Self.readAtOnce
    }
}

/// What is read of such rows, each thing once.
private struct KeptAdditions {
    private struct Came: Hashable {
        let service: Int64
        /// As it is written.
        let text: String
    }

    private var sums = MergedSums()
    private var came: [Came: (parts: [JSON], count: Int64)] = [:]

    /// Of rows of the table, what they add together.
    /// - Returns: nil when one of them cannot be read.
    static func sums(_ rows: [Row]) -> [(key: FigureKey, amount: Int64)]? {
        var kept = KeptAdditions()
        for row in rows {
            guard let all = KeptJSON.read(row.text(2))?.arrayValue, kept.take(all, of: row.integer(0)) else { return nil }
        }
        return kept.all
    }

    /// - Returns: false when something of it is no addition.
    private mutating func take(_ additions: [JSON], of service: Int64) -> Bool {
        for addition in additions {
            guard let all = addition.arrayValue, let amount = all.last?.int64Value else { return false }
            let parts = Array(all.dropLast())
            if parts.count == PlayedDay.keptParts {
                came[Came(service: service, text: JSON.array(parts).text()), default: (parts, 0)].count += amount
            } else if let key = FigureKey(kept: parts) {
                sums.add(key, amount)
            } else {
                return false
            }
        }
        return true
    }

    /// nil: who came is not readable.
    private var all: [(key: FigureKey, amount: Int64)]? {
        var all = sums
        for (member, (parts, count)) in came {
            guard let played = PlayedDay(kept: parts) else { return nil }
            var own = MergedSums()
            played.add(to: &own, count)
            for sum in own.all { all.add(sum.key.counted(by: member.service), sum.amount) }
        }
        return all.all
    }
}

extension FigureKey {
    fileprivate var kept: [JSON] {
        values.map { value in
            switch value {
            case .integer(let number): .integer(number)
            case .text(let text): .string(text)
            default: nil
            }
        }
    }

    fileprivate init?(kept parts: [JSON]) {
        guard parts.count == Self.keptParts, let measure = parts[0].stringValue.flatMap({ Measure(rawValue: $0) }),
            let name = parts[1].stringValue, let value = parts[2].stringValue, let number = parts[3].int64Value,
            let unit = parts[4].stringValue, let day = parts[5].int64Value
        else { return nil }
        let dimension = Segment.all.firstIndex { "\($0)" == name }
        if dimension == nil, !name.isEmpty { return nil }
        self.init(measure: measure, dimension: dimension, value: value, number: number, unit: unit, day: day)
    }

    private static let keptParts = 6
}

extension PlayedDay {
    fileprivate static let keptParts = 9

    fileprivate var kept: [JSON] {
        let joinedAs = joined.segment.stored, stored = segment.stored
        return [
            .integer(day), before.map { .integer($0) } ?? nil, after.map { .integer($0) } ?? nil, .integer(week.before),
            .integer(week.after),
            .bool(isFirst), .integer(joined.day), .string(joinedAs), stored == joinedAs ? nil : .string(stored),
        ]
    }

    fileprivate init?(kept parts: [JSON]) {
        guard parts.count == Self.keptParts, let day = parts[0].int64Value, let weekBefore = parts[3].int64Value,
            let weekAfter = parts[4].int64Value, let isFirst = parts[5].boolValue, let joinedDay = parts[6].int64Value,
            let joinedAs = parts[7].stringValue
        else { return nil }
        let joined = JoinedMember(day: joinedDay, segment: Segment(stored: joinedAs))
        self.init(
            day: day, before: parts[1].int64Value, after: parts[2].int64Value, week: DaysAround(before: weekBefore, after: weekAfter),
            isFirst: isFirst, joined: joined, segment: parts[8].stringValue.map { Segment(stored: $0) } ?? joined.segment)
    }
}
#endif
