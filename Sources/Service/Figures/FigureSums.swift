import Linux
import Storage

/// What is counted. What each is: docs/analytics.md.
enum Measure: String {
    case joined, active, seen7, seen30, gap, stay, withdrawn, left, logins, payers, newPayers, paid, refunded, worth, worthBack, converts,
        delay, subscribers, subscribed, resumed, renewed, lapsed
    #if !hasFeature(Embedded)
    case leveled, levelSeconds, levelDoubted, levelsSince, channelLeveled, channelReached, classLeveled, classReached, week, joinedAnew,
        joinedAnewSince, payerGap, paidByNew, firstProduct, dividedWorthSince, tensSince, playTime,
        playTimeParts
    #endif
}

/// One sum of a day.
struct FigureKey: Hashable {
    let measure: Measure
    /// By what it is divided, a place in `Segment.all`; nil: by nothing.
    var dimension: Int?
    var value = ""
    /// What the measure counts by besides: days since, an instance, whether it is a test.
    var number: Int64 = 0
    /// A currency and an amount, of which the sum says how many. Of what is no money: which of the services that share the database counts
    /// (`counted(by:)`).
    var unit = ""
    let day: Int64

    static let statement = """
        INSERT INTO figures (measure, dimension, value, number, unit, day, amount) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (measure, dimension, value, number, unit, day) DO UPDATE SET amount = figures.amount + excluded.amount
        """

    var values: [Value] {
        [
            .text(measure.rawValue), .text(dimension.map { "\(Segment.all[$0])" } ?? ""), .text(value), .integer(number),
            .text(unit), .integer(day),
        ]
    }
}

/// What the requests of a transaction add to figures. It is written once, with the commit: of a group of players who log in on one day each
/// adds to the same dozens of sums.
struct FigureSums {
    private enum Addition {
        case sum(FigureKey, Int64)
        /// Its sums are made with the commit: once for all players who came alike.
        case played(PlayedDay)
    }

    private var added: [Addition] = []

    var length: Int { added.count }

    mutating func add(_ key: FigureKey, _ amount: Int64) { added.append(.sum(key, amount)) }
    mutating func add(_ played: PlayedDay) { added.append(.played(played)) }

    /// A request is undone.
    mutating func cut(to length: Int) { added.removeLast(max(0, added.count - length)) }

    #if hasFeature(Embedded)
    mutating func take() -> [(key: FigureKey, amount: Int64)] {
        defer { added.removeAll(keepingCapacity: true) }
        var sums = MergedSums()
        for addition in added {
            switch addition {
            case .sum(let key, let amount): sums.add(key, amount)
            case .played(let played): played.add(to: &sums, 1)
            }
        }
        return sums.all
    }
    #else
    mutating func take() -> FigureCounts {
        defer { added.removeAll(keepingCapacity: true) }
        var counts = FigureCounts()
        for addition in added {
            switch addition {
            case .sum(let key, let amount): counts.sums.add(key, amount)
            case .played(let played): counts.played[played, default: 0] += 1
            }
        }
        return counts
    }
    #endif
}

#if !hasFeature(Embedded)
/// What a commit adds, each thing once.
struct FigureCounts {
    var sums = MergedSums()
    /// Of members who came alike, how many.
    var played: [PlayedDay: Int64] = [:]

    /// All of it as sums.
    var all: [(key: FigureKey, amount: Int64)] {
        var all = sums
        for (day, count) in played { day.add(to: &all, count) }
        return all.all
    }
}
#endif

/// Each sum once. A game's own process has few, and adds each to its row.
struct MergedSums {
    private(set) var all: [(key: FigureKey, amount: Int64)] = []
    #if hasFeature(Embedded)
    mutating func add(_ key: FigureKey, _ amount: Int64) { all.append((key, amount)) }
    #else
    private var places: [FigureKey: Int] = [:]

    mutating func add(_ key: FigureKey, _ amount: Int64) {
        if let place = places[key] {
            all[place].amount += amount
        } else {
            places[key] = all.count
            all.append((key, amount))
        }
    }
    #endif
}

extension FigureKey {
    /// Services that share a database would wait for each other at every commit: all add to the same sums of a day. So each has sums of its
    /// own, and reports add them up. Money is rarer, and its sums name a currency there.
    func counted(by service: Int64) -> FigureKey {
        guard service != 0, unit.isEmpty else { return self }
        var key = self
        key.unit = "by \(service)"
        return key
    }
}

extension ServiceCore {
    /// With the commit. They add up whoever else adds, so nobody has to have read them.
    func writeFigures() throws(StorageError) {
        if figures.length == 0 { return }
        #if hasFeature(Embedded)
        let sums = figures.take()
        #else
        let counts = figures.take()
        if try keep(counts) { return }
        let sums = counts.all
        #endif
        for entry in sums where entry.amount != 0 {
            try database.tally(FigureKey.statement, entry.key.counted(by: number).values, entry.amount)
        }
    }
}
