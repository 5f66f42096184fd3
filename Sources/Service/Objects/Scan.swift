import Documents
import Linux
import Wire

/// The rows of one class that a condition holds for, found batch by batch.
struct Scan {
    /// Where the rows are looked for.
    enum Way {
        /// By createDate, in a range of it.
        case created(ClosedRange<Int64>, isDescending: Bool)
        case ids([String])
        /// All rows in the order of an index.
        case ordered(ObjectIndex, isDescending: Bool)
        case looks([(index: ObjectIndex, look: IndexLook)])
    }

    /// A row that was found, with what it is sorted by.
    struct Match {
        let key: Sorting.Key
        let row: JSONObject
    }

    let className: String
    var condition: Documents.Condition
    let sorting: Sorting
    let skip: Int
    /// Nil: all.
    let limit: Int?
    let isCounted: Bool

    /// What the condition asks of other rows, and what was found so far.
    let needs: [ConditionNeed]
    var found: [Set<ValueKey>] = []
    /// Of the members of a relation, the last that was read.
    var members: Set<ValueKey> = []
    var lastMember = ""

    /// Nil until the condition is resolved.
    var way: Way?
    /// Whether the rows come in the order that is asked for.
    var isInOrder = false
    /// A way in order that is taken when this one leads to many rows.
    var other: Way?
    var place = 0
    var keyPlace = 0
    /// Of the looks, the one that the last batch came from.
    var lookOfBatch = 0
    var cursorKey: [UInt8] = []
    var cursorDate: Int64 = 0
    var cursorId = ""
    var isOver = false

    /// By this the query would have been shorter.
    var missing: FieldPath?
    var examined = 0
    var count = 0
    var matches: [Match] = []

    init(className: String, condition: Documents.Condition, sorting: Sorting, skip: Int, limit: Int?, isCounted: Bool) {
        self.className = className
        self.condition = condition
        self.sorting = sorting
        self.skip = skip
        self.limit = limit
        self.isCounted = isCounted
        needs = condition.needs
    }

    init(_ query: SubQuery) {
        self.init(
            className: query.className, condition: query.condition, sorting: Sorting(query), skip: query.skip, limit: query.limit,
            isCounted: false)
    }

    /// Of the rows in order, as many as can be part of the answer.
    var wanted: Int { limit.map { skip.addingReportingOverflow($0).overflow ? Int.max : skip + $0 } ?? Int.max }

    /// Begins anew on another way.
    mutating func take(way: Way, isInOrder: Bool) {
        self.way = way
        self.isInOrder = isInOrder
        other = nil
        place = 0
        keyPlace = 0
        cursorKey = []
        cursorId = ""
        cursorDate = Int64.min
        if case .created(let dates, let isDescending) = way {
            cursorDate = isDescending ? dates.upperBound.addingReportingOverflow(1).partialValue : dates.lowerBound
            if isDescending, dates.upperBound == Int64.max { cursorDate = Int64.max }
        }
        isOver = false
        count = 0
        matches = []
    }

    /// What the query on top has found for the next of the needs.
    mutating func take(_ rows: [JSONObject]) {
        guard found.count < needs.count else { return }
        switch needs[found.count] {
        case .pointers(let query):
            found.append(
                Set(
                    rows.map { row in
                        ValueKey(Pointer(className: query.className, objectId: row[FieldNames.objectId]?.stringValue ?? "").json)
                    }))
        case .values(_, let key): found.append(Set(rows.flatMap { key.values(in: $0) }))
        case .members: found.append([])
        }
    }

    /// A row that holds. Only as many are kept as can be part of the answer.
    mutating func keep(_ row: JSONObject) {
        count += 1
        if isInOrder, matches.count >= wanted { return }
        matches.append(Match(key: sorting.key(of: row), row: row))
        if isInOrder {
            if matches.count >= wanted, !isCounted { isOver = true }
        } else if matches.count / 2 > Swift.max(wanted, Objects.sortedAtOnce) {
            sort()
        }
    }

    mutating func takeMatches() -> [JSONObject] {
        let rows = matches.map { $0.row }
        matches = []
        return rows
    }

    mutating func sort() {
        if !isInOrder { matches.sort { sorting.precedes($0.key, $1.key) } }
        if matches.count > wanted { matches.removeLast(matches.count - wanted) }
    }
}
