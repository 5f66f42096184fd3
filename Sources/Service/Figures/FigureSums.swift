import Linux
import Storage

/// What is counted. What each is: docs/analytics.md.
enum Measure: String {
    case joined, active, seen7, seen30, gap, stay, withdrawn, left, logins, payers, newPayers, paid, refunded, worth, worthBack, converts,
        delay
}

/// One sum of a day.
struct FigureKey: Hashable {
    let measure: Measure
    /// By what it is divided, a place in `Segment.dimensions`; nil: by nothing.
    var dimension: Int?
    var value = ""
    /// What the measure counts by besides: days since, an instance, whether it is a test.
    var number: Int64 = 0
    /// A currency and an amount, of which the sum says how many.
    var unit = ""
    let day: Int64

    static let statement = """
        INSERT INTO figures (measure, dimension, value, number, unit, day, amount) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (measure, dimension, value, number, unit, day) DO UPDATE SET amount = figures.amount + excluded.amount
        """

    var values: [Value] {
        [
            .text(measure.rawValue), .text(dimension.map { "\(Segment.dimensions[$0])" } ?? ""), .text(value), .integer(number),
            .text(unit), .integer(day),
        ]
    }
}

/// What the requests of a transaction add to figures. It is written once, with the commit: of a group of players who log in on one day each
/// adds to the same dozen sums.
struct FigureSums {
    private var added: [(key: FigureKey, amount: Int64)] = []

    var length: Int { added.count }

    mutating func add(_ key: FigureKey, _ amount: Int64) { added.append((key, amount)) }

    /// A request is undone.
    mutating func cut(to length: Int) { added.removeLast(max(0, added.count - length)) }

    mutating func take() -> [(key: FigureKey, amount: Int64)] {
        defer { added.removeAll(keepingCapacity: true) }
        #if hasFeature(Embedded)
        return added
        #else
        var places: [FigureKey: Int] = [:], sums: [(key: FigureKey, amount: Int64)] = []
        for entry in added {
            if let place = places[entry.key] {
                sums[place].amount += entry.amount
            } else {
                places[entry.key] = sums.count
                sums.append(entry)
            }
        }
        return sums
        #endif
    }
}

extension ServiceCore {
    /// With the commit. They add up whoever else adds, so nobody has to have read them.
    func writeFigures() throws(StorageError) {
        if figures.length == 0 { return }
        for entry in figures.take() where entry.amount != 0 { try database.tally(FigureKey.statement, entry.key.values, entry.amount) }
    }
}
