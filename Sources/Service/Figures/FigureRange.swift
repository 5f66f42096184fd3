import Codecs
import Linux
import Messages

/// The days that a report is about, and by what it is divided.
struct FigureRange {
    static let daysMax: Int64 = 400
    private static let daysUsual: Int64 = 28
    /// Days whose sums are read in one turn.
    static let daysInTurn: Int64 = 20

    let from: Int64
    let to: Int64
    let today: Int64
    /// A place in `Segment.all`.
    var dimension: Int?

    var length: Int { Int(to - from + 1) }

    init(_ parameters: Parameters, today: Int64) throws(Failure) {
        self.today = today
        let to = try Self.day(parameters, "to") ?? today
        guard to <= today else { throw parameters.wrong("to", "is later than today, \(Self.text(today))") }
        let from = try Self.day(parameters, "from") ?? to - Self.daysUsual + 1
        guard from <= to, to - from < Self.daysMax else {
            throw parameters.wrong("from", "must be before \"to\", and at most \(Self.daysMax) days")
        }
        (self.from, self.to) = (from, to)
    }

    private static func day(_ parameters: Parameters, _ name: String) throws(Failure) -> Int64? {
        guard let text = try parameters.optionalText(name, bytesMax: 10) else { return nil }
        guard text.utf8.count == 10, let date = ISO8601.parse(text + "T00:00:00Z") else {
            throw parameters.wrong(name, "must be a day such as \"2030-01-31\"")
        }
        return date / CalendarDay.dayMilliseconds
    }

    static func text(_ day: Int64) -> String {
        String(decoding: ISO8601.text(epochMilliseconds: day &* CalendarDay.dayMilliseconds).utf8.prefix(10), as: UTF8.self)
    }

    /// The days that are read in one turn, by its number; nil behind the last.
    func days(inTurn turn: Int) -> ClosedRange<Int64>? {
        let first = from + Int64(turn) * Self.daysInTurn
        return first > to ? nil : first...min(first + Self.daysInTurn - 1, to)
    }

    /// What every report begins with.
    func title(_ kind: String, _ settings: ConsoleSettings) -> JSONObject {
        ["kind": .string(kind), "timeZone": .string(settings.figures.utcTimeZone), "today": .string(Self.text(today))]
    }

    /// With the days that its figures are of.
    func heading(_ kind: String, _ settings: ConsoleSettings) -> JSONObject {
        var heading = title(kind, settings)
        heading["days"] = .array((from...to).map { .string(Self.text($0)) })
        return heading
    }
}
