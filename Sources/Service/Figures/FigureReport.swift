import Codecs
import Linux
import Messages
import Storage

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
            if kind == "retention" { return retention(range) }
            return range.dimension == nil ? members(range) : dividedMembers(range)
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

    /// One sum a day, of all members, added to what is there.
    func read(_ measure: Measure, _ days: ClosedRange<Int64>, _ range: FigureRange, _ sums: inout [Int64]) throws(Failure) {
        let rows = try query(
            "SELECT day, SUM(amount) FROM figures WHERE measure = ? AND dimension = '' AND day BETWEEN ? AND ? GROUP BY day",
            [.text(measure.rawValue), .integer(days.lowerBound), .integer(days.upperBound)])
        for row in rows { sums[Int(row.integer(0) - range.from)] += row.integer(1) }
    }

    /// The sum of all days before, for what is kept as changes.
    func sum(_ measure: Measure, before day: Int64) throws(Failure) -> Int64 {
        try query(
            "SELECT SUM(amount) FROM figures WHERE measure = ? AND dimension = '' AND day < ?",
            [.text(measure.rawValue), .integer(day)]
        ).first?.integerOrNil(0) ?? 0
    }
}
