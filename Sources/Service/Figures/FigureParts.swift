#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

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
    static let rowsInTurn = 2_000
    private static let growth: Int64 = 4

    private var first: Int64
    private let last: Int64
    private var length: Int64
    /// Of all days that were read, and how many those are.
    private var rows = 0, days: Int64 = 0

    /// - Parameter days: of the first turn.
    init(_ range: FigureRange, atFirst days: Int64 = 1) { (first, last, length) = (range.from, range.to, days) }

    /// The days of the next turn; nil behind the last.
    var next: ClosedRange<Int64>? { first > last ? nil : first...min(first + length - 1, last) }

    /// - Parameter rows: that were read of `next`.
    mutating func advance(_ rows: Int) {
        (self.rows, days) = (self.rows + rows, days + length)
        first += length
        length = min(Self.fitting(rows, length), Self.growth * length)
    }

    /// The first turn is as long as what was read of the same days lets expect.
    /// - Parameter measures: how many are read, each with about as many rows.
    mutating func expect(_ measures: Int, as read: DaySpans) { length = Self.fitting(measures * read.rows, read.days) }

    private static func fitting(_ rows: Int, _ days: Int64) -> Int64 {
        max(1, min(Int64(rowsInTurn) * days / Int64(max(1, rows)), FigureRange.daysInTurn))
    }
}

/// Finds the parts: the sums of the values, read a few days in each turn.
struct PartChoice {
    fileprivate(set) var spans: DaySpans
    fileprivate var sums: [String: Int64] = [:]
    fileprivate var found: FigureParts?

    /// A day has one row for each value: 302 where many levels are counted.
    init(_ range: FigureRange) { spans = DaySpans(range, atFirst: 4) }

    /// The largest first, of equal ones the first by its bytes.
    fileprivate var largest: [String] {
        let sorted = sums.sorted {
            $0.value == $1.value ? $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) : $0.value > $1.value
        }
        return sorted.prefix(FigureParts.namedMax).map { $0.key }
    }
}

extension Figures {
    /// - Parameter measure: by whose sums the largest are found.
    /// - Returns: nil while there is more to read.
    func parts(_ choice: inout PartChoice, _ measure: Measure, _ range: FigureRange) throws(Failure) -> FigureParts? {
        if choice.found == nil, let dimension = range.dimension.map({ "\(Segment.all[$0])" }) {
            if let days = choice.spans.next {
                let rows = try rows(measure, dimension, days)
                for row in rows where row.text(1) != Segment.others { choice.sums[row.text(1), default: 0] += row.integer(2) }
                choice.spans.advance(rows.count)
                if choice.spans.next != nil { return nil }
            }
            choice.found = FigureParts(by: dimension, choice.largest)
        }
        return choice.found ?? FigureParts()
    }

    /// A sum a day and part.
    /// - Parameter take: is given a part's place, the day's place in the range, and what to add.
    /// - Returns: how many rows there were.
    func read(
        _ measure: Measure, _ parts: FigureParts, _ days: ClosedRange<Int64>, _ range: FigureRange, _ take: (Int, Int, Int64) -> Void
    ) throws(Failure) -> Int {
        let rows = try rows(measure, parts.dimension, days)
        for row in rows { take(parts.place(of: row.text(1)), Int(row.integer(0) - range.from), row.integer(2)) }
        return rows.count
    }

    /// Days, values and amounts as they are stored: to sort and group them would cost the database more than to read them.
    private func rows(_ measure: Measure, _ dimension: String, _ days: ClosedRange<Int64>) throws(Failure) -> [Row] {
        try query(
            "SELECT day, value, amount FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ?",
            [.text(measure.rawValue), .text(dimension), .integer(days.lowerBound), .integer(days.upperBound)])
    }
}
#endif
