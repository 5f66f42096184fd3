import Linux
import Messages
import Storage
import Wire

/// What is shown of figures: {kind, from?, to?, by?}. Days are the app's; they are read in turns, between players' requests.
extension Figures {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleFigures, "kind from to by tests", Figures.report)
        #if !hasFeature(Embedded)
        table.row(.carrierPlayers, "server counts(minute players) minute part users(userId minutes)", Figures.notePlayers)
        #endif
    }

    #if hasFeature(Embedded)
    static let kinds = ["members"]
    #else
    static let kinds = [
        "members", "weeks", "months", "retention", "money", "value", "firstPurchase", "subscriptions", "pushes", "concurrent", "levels",
        "frequency",
    ]
    #endif
    /// Besides them the others together.
    static let partsMax = 32

    func report(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        #if hasFeature(Embedded)
        _ = try parameters.oneOf("kind", Self.kinds)
        if parameters.value("by") != nil { throw parameters.wrong("by", "is answered by gamebased alone") }
        return members(try FigureRange(parameters, today: settings.day(of: now)))
        #else
        let work = try readFigures(parameters)
        // Behind the checks: a request that is refused changes nothing.
        try core.addUpFigures()
        return work
        #endif
    }

    #if !hasFeature(Embedded)
    private func readFigures(_ parameters: Parameters) throws(Failure) -> SlicedWork {
        let kind = try parameters.oneOf("kind", Self.kinds)
        var range = try FigureRange(parameters, today: settings.day(of: now))
        let divisions = Self.divisions(of: kind)
        var place: Int?
        if let by = try parameters.optionalText("by") {
            place = divisions.firstIndex(of: by)
            if divisions.isEmpty { throw parameters.wrong("by", "is not for \(kind), which is given undivided") }
            if place == nil { throw parameters.wrong("by", "must be one of \(divisions.joined(separator: ", "))") }
        }
        switch kind {
        case "money": return try money(range, by: place, parameters)
        case "subscriptions": return try subscriptions(range, by: place, parameters)
        case "levels": return place.map { levels(range, of: Self.levelGroups[$0]) } ?? levels(range)
        case "value":
            range.dimension = place.map { Segment.placesOfWorth[$0] }
            return range.dimension == nil ? worth(range) : dividedWorth(range)
        case "weeks": return periods(.week, kind, range)
        case "months": return periods(.month, kind, range)
        case "pushes": return pushes(range)
        case "concurrent":
            range.dimension = place
            return range.dimension == nil ? concurrent(range) : dividedPlayTime(range)
        case "frequency": return frequency(range)
        case "firstPurchase": return delays(range)
        default:
            range.dimension = place
            return kind == "members" ? members(range) : retention(range)
        }
    }

    /// By what a kind is divided, in the order in which it is stored.
    static func divisions(of kind: String) -> [String] {
        switch kind {
        case "members", "concurrent": Segment.all.map { "\($0)" }
        case "retention": Segment.dimensions.map { "\($0)" }
        case "money": Segment.ofPayments + Segment.placesInGame.map { "\($0)" }
        case "value": Segment.placesOfWorth.map { "\(Segment.dimensions[$0])" }
        case "subscriptions": Segment.ofSubscriptions
        case "levels": levelGroups.map { "\($0.name)" }
        default: []
        }
    }
    #endif

    /// One sum a day, added to what is there.
    func read(
        _ measure: Measure, _ part: FigurePart, _ days: ClosedRange<Int64>, _ range: FigureRange, _ sums: inout [Int64]
    ) throws(Failure) {
        let rows = try query(
            """
            SELECT day, SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ? \(part.condition)
            GROUP BY day
            """,
            [.text(measure.rawValue), part.dimension, .integer(days.lowerBound), .integer(days.upperBound)] + part.values)
        for row in rows { sums[Int(row.integer(0) - range.from)] += row.integer(1) }
    }

    /// The sum of all days before, for what is kept as changes.
    func sum(_ measure: Measure, _ part: FigurePart, before day: Int64) throws(Failure) -> Int64 {
        try query(
            "SELECT SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day < ? \(part.condition)",
            [.text(measure.rawValue), part.dimension, .integer(day)] + part.values
        ).first?.integerOrNil(0) ?? 0
    }

    /// The values of a dimension that most members had, and the others together.
    func parts(_ measure: Measure, _ range: FigureRange) throws(Failure) -> [FigurePart] {
        #if hasFeature(Embedded)
        return [FigurePart()]
        #else
        guard let dimension = range.dimension else { return [FigurePart()] }
        let rows = try query(
            """
            SELECT value, SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ? AND value <> ?
            GROUP BY value ORDER BY 2 DESC, 1 LIMIT \(Self.partsMax)
            """,
            [
                .text(measure.rawValue), .text("\(Segment.all[dimension])"), .integer(range.from), .integer(range.to),
                .text(Segment.others),
            ])
        return rows.map { FigurePart(by: dimension, $0.text(0)) } + [FigurePart(othersBy: dimension, than: rows.map { $0.text(0) })]
        #endif
    }
}

/// All members, those who have one value of a dimension, or those who have none of those that are named.
struct FigurePart {
    let dimension: Value
    let condition: String
    let values: [Value]
    /// null: the others; missing: all.
    let value: JSON?

    init() { (dimension, condition, values, value) = (.text(""), "", [], nil) }

    #if !hasFeature(Embedded)
    init(by dimension: Int, _ value: String) {
        self.dimension = .text("\(Segment.all[dimension])")
        (condition, values, self.value) = ("AND value = ?", [.text(value)], .string(value))
    }

    init(othersBy dimension: Int, than named: [String]) {
        self.dimension = .text("\(Segment.all[dimension])")
        condition = named.isEmpty ? "" : "AND value NOT IN (\(HeldTable.places(named.count)))"
        (values, value) = (named.map { .text($0) }, .null)
    }
    #endif
}
