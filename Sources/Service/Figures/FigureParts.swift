#if !hasFeature(Embedded)
import Messages
import Storage
import Codecs

/// The parts of a report that is divided by a dimension: the values that most members had, and the others together. An undivided report
/// has one part.
struct FigureParts {
    /// Besides them the others together.
    static let namedMax = 32

    let dimension: String
    private let named: [String]
    private let places: [String: Int]

    init(by dimension: String = "", _ named: [String] = []) {
        (self.dimension, self.named) = (dimension, named)
        places = [String: Int](uniqueKeysWithValues: named.enumerated().map { ($1, $0) })
    }

    var size: Int { named.count + 1 }

    /// To which part a value belongs.
    func place(of value: String) -> Int { places[value] ?? named.count }

    /// The value of a part in the answer; null: the others.
    func name(_ place: Int) -> JSON { place < named.count ? .string(named[place]) : .null }
}

/// The days of a range in turns, each of about as many rows: all parts of a day are read at once, because each turn waits behind players.
struct DaySpans {
    /// Two milliseconds.
    static let rowsInTurn = 1_500
    private static let daysAtFirst: Int64 = 1, growth: Int64 = 4

    private var first: Int64
    private let last: Int64
    private var length = daysAtFirst

    init(_ range: FigureRange) { (first, last) = (range.from, range.to) }

    /// The days of the next turn; nil behind the last.
    var next: ClosedRange<Int64>? { first > last ? nil : first...min(first + length - 1, last) }

    /// - Parameter rows: that were read of `next`.
    mutating func advance(_ rows: Int) {
        first += length
        let fitting = Int64(Self.rowsInTurn) * length / Int64(max(1, rows))
        length = max(1, min(fitting, Self.growth * length, FigureRange.daysInTurn))
    }
}

extension Figures {
    /// - Parameter measure: by whose sums the largest are found.
    func parts(_ measure: Measure, _ range: FigureRange) throws(Failure) -> FigureParts {
        guard let dimension = range.dimension else { return FigureParts() }
        let rows = try query(
            """
            SELECT value, SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ? AND value <> ?
            GROUP BY value ORDER BY 2 DESC, 1 LIMIT \(FigureParts.namedMax)
            """,
            [
                .text(measure.rawValue), .text("\(Segment.all[dimension])"), .integer(range.from), .integer(range.to),
                .text(Segment.others),
            ])
        return FigureParts(by: "\(Segment.all[dimension])", rows.map { $0.text(0) })
    }

    /// A sum a day and part.
    /// - Parameter take: is given a part's place, the day's place in the range, and the sum.
    /// - Returns: how many rows there were.
    func read(
        _ measure: Measure, _ parts: FigureParts, _ days: ClosedRange<Int64>, _ range: FigureRange, _ take: (Int, Int, Int64) -> Void
    ) throws(Failure) -> Int {
        let rows = try query(
            """
            SELECT day, value, SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ? GROUP BY day, value
            """, [.text(measure.rawValue), .text(parts.dimension), .integer(days.lowerBound), .integer(days.upperBound)])
        for row in rows { take(parts.place(of: row.text(1)), Int(row.integer(0) - range.from), row.integer(2)) }
        return rows.count
    }
}
#endif
