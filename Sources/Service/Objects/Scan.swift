import Codecs
import Documents
import Linux

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
        /// Nil until rows are sorted by what every row has.
        var key: Sorting.Key?
        /// Of a row that is not kept; else it has its own.
        var name = ""
        /// Nil where there are many: it is read again for the answer.
        var row: ObjectRow?
        /// What a query around this one takes of the row.
        var values: [ValueKey] = []

        var objectId: String { row?.objectId ?? name }
    }

    /// Rows that are kept together are no more bytes than this: a game that holds one of them holds them all.
    static let sharedBytesMax = 64 << 10

    let className: String
    var condition: Condition
    let sorting: Sorting
    let skip: Int
    /// Nil: all.
    let limit: Int?
    let isCounted: Bool
    /// Others wait for their turns meanwhile: less is sorted, and less found by queries within, so that no turn gets long.
    var isOverNetwork = false
    /// What the query around this one takes of each row; nil: this is no query within a query.
    let need: ConditionNeed?

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
    /// Somebody looks at each document.
    var isRead = false
    /// The way leads to rows that hold and to no other, and what they are sorted by is no field: nothing in their text is asked for.
    private(set) var staysText = false
    /// A way in order for looks that lead to many rows, or the looks that were left for it.
    var other: Way?
    /// Rows that are looked at, on both ways together, before the other one is taken.
    private(set) var examinedOfTurn = Objects.lookedAtMax
    var place = 0
    var keyPlace = 0
    /// Of the looks, the one that the last batch came from.
    var lookOfBatch = 0
    var cursorKey: [UInt8] = []
    var cursorDate: Int64 = 0
    var cursorId = ""
    var isOver = false
    /// Rows that are read next: few at first, because the first may be enough.
    var batch = Objects.sortedAtOnce

    /// By this the query would have been shorter.
    var missing: FieldPath?
    var examined = 0
    var count = 0
    /// Rows that the caller may read and nobody can.
    private(set) var damaged: [String] = []
    var matches: [Match] = []
    #if !hasFeature(Embedded)
    /// Of the rows that are kept whole, about.
    var keptBytes = 0
    /// Rows of the last batch, and the first of them that the turn left for the next one.
    var unlooked: (rows: PackedRows, place: Int)?
    #endif

    init(
        className: String, condition: Condition, sorting: Sorting, skip: Int, limit: Int?, isCounted: Bool,
        need: ConditionNeed? = nil
    ) {
        self.className = className
        self.condition = condition
        self.sorting = sorting
        self.skip = skip
        self.limit = limit
        self.isCounted = isCounted
        self.need = need
        needs = condition.needs
    }

    init(_ query: Query, of className: String) {
        self.init(
            className: className, condition: query.condition, sorting: query.sorting, skip: query.skip, limit: query.limit,
            isCounted: query.isCounted)
    }

    init(_ query: SubQuery, for need: ConditionNeed) {
        self.init(
            className: query.className, condition: query.condition, sorting: Sorting(query), skip: query.skip, limit: query.limit,
            isCounted: false, need: need)
    }

    /// Of the rows in order, as many as can be part of the answer.
    var wanted: Int { limit.map { skip.addingReportingOverflow($0).overflow ? Int.max : skip + $0 } ?? Int.max }

    var innerMax: Int { isOverNetwork ? Objects.innerRowsOverNetworkMax : Objects.innerRowsMax }
    var sortedMax: Int { isOverNetwork ? Objects.sortedOverNetworkMax : Objects.sortedMax }

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
        batch = isInOrder && !isCounted ? Swift.max(1, Swift.min(wanted, Objects.sortedAtOnce)) : Objects.sortedAtOnce
        if case .created(let dates, let isDescending) = way {
            cursorDate = isDescending ? dates.upperBound.addingReportingOverflow(1).partialValue : dates.lowerBound
            if isDescending, dates.upperBound == Int64.max { cursorDate = Int64.max }
        }
        isOver = false
        count = 0
        matches = []
        #if !hasFeature(Embedded)
        keptBytes = 0
        #endif
        if isInOrder, let limit { matches.reserveCapacity(Swift.min(limit, Objects.sortedAtOnce)) }
        staysText =
            !isRead && need == nil && GuardedField.fields(of: className).isEmpty && isHeld(by: way) && (isInOrder || sorting.needsNoField)
    }

    /// Begins anew on the other way, if there is one. The first rows of an order may be the last of many that do not hold, and the looks
    /// short for that. So each way in its turn has three times as long as both before: neither is gone far while the other one is short.
    /// The order is gone to its end when neither was short: nothing on it has to be sorted, however much is passed over.
    mutating func turn() {
        guard let old = way, let other else { return }
        take(way: other, isInOrder: !isInOrder)
        if !isInOrder || examined < 9 * Objects.lookedAtMax { self.other = old }
        examinedOfTurn = examined * 3
    }

    private func isHeld(by way: Way) -> Bool {
        if condition.isEverything { return true }
        guard case .looks(let looks) = way, looks.count == 1 else { return false }
        return condition.isWholly(looks[0].look)
    }

    /// What the query within has found for the next of the needs.
    mutating func take(_ matches: [Match]) {
        if found.count < needs.count { found.append(Set(matches.flatMap { $0.values })) }
    }

    /// Whether a row may be kept whole until the answer; else it is read again for it. Who takes rows as they come needs each.
    private var hasRoom: Bool {
        #if hasFeature(Embedded)
        true
        #else
        limit == nil || keptBytes < Objects.answerBytesMax
        #endif
    }

    mutating func note(damaged row: PackedRow) {
        let id = row.text(ObjectRow.Column.objectId)
        if damaged.count < Objects.damagedNamedMax, !damaged.contains(id) { damaged.append(id) }
    }

    /// Rows that hold and stay text, of those of a batch. Only as many are kept as can be part of the answer.
    ///
    /// Rows that are kept share one memory where all of them are wanted. It is theirs alone: no row that a caller may not read, or that is
    /// not part of the answer, goes along or stays with them.
    mutating func keep(_ rows: PackedRows, _ readable: [Int]) {
        let before = count
        count += readable.count
        #if !hasFeature(Embedded)
        let bytesEach = rows.byteCount / max(1, rows.count)
        #endif
        guard isInOrder else {
            for place in readable {
                let isHeld = matches.count < Query.limitMax && hasRoom
                let row = rows[place]
                #if !hasFeature(Embedded)
                if isHeld { keptBytes += bytesEach }
                #endif
                matches.append(
                    isHeld
                        ? Match(row: .unread(rows.count == 1 ? row : rows.keeping([place])[0]))
                        : Match(key: sorting.key(of: ObjectRow.head(of: row)), name: row.text(ObjectRow.Column.objectId)))
                prune()
            }
            return
        }
        let room = (limit ?? Int.max) - matches.count
        let wanted = readable.dropFirst(max(0, skip - before)).prefix(max(0, room))
        let isShared = rows.byteCount <= Self.sharedBytesMax
        let kept = wanted.count == rows.count || !isShared ? rows : rows.keeping(wanted)
        for (number, place) in wanted.enumerated() {
            #if !hasFeature(Embedded)
            guard hasRoom else {
                matches.append(Match(key: .unneeded, name: rows[place].text(ObjectRow.Column.objectId)))
                continue
            }
            keptBytes += bytesEach
            #endif
            let row = isShared ? kept[kept === rows ? place : number] : rows.keeping([place])[0]
            matches.append(Match(key: .unneeded, row: .unread(row)))
        }
        endIfFull()
    }

    /// A row that holds, as it was read.
    mutating func keep(_ document: JSONObject) {
        count += 1
        if isInOrder {
            if count > skip, matches.count < limit ?? Int.max { matches.append(match(document)) }
            return endIfFull()
        }
        matches.append(match(document))
        prune()
    }

    private mutating func endIfFull() {
        if matches.count >= limit ?? Int.max, !isCounted { isOver = true }
    }

    private mutating func prune() {
        if matches.count / 2 > Swift.max(wanted, Objects.sortedAtOnce) { sort() }
    }

    private mutating func match(_ document: JSONObject) -> Match {
        let objectId = document[FieldNames.objectId]?.stringValue ?? ""
        let values: [ValueKey] =
            switch need {
            case .pointers?: [ValueKey(Pointer(className: className, objectId: objectId).json)]
            case .values(_, let key)?: key.values(in: document)
            case .members?, nil: []
            }
        let isHeld = need == nil && matches.count < Query.limitMax && hasRoom
        #if !hasFeature(Embedded)
        if isHeld { keptBytes += Objects.size(.object(document)) }
        #endif
        return Match(
            key: isInOrder ? .unneeded : sorting.key(of: document), name: isHeld ? "" : objectId, row: isHeld ? .read(document) : nil,
            values: values)
    }

    /// For who takes them batch by batch.
    mutating func takeRows() -> [JSONObject] {
        defer { matches = [] }
        return matches.compactMap { if case .read(let document)? = $0.row { document } else { nil } }
    }

    private mutating func sort() {
        if matches.count > 1 {
            for place in matches.indices where matches[place].key == nil {
                if case .unread(let row)? = matches[place].row { matches[place].key = sorting.key(of: ObjectRow.head(of: row)) }
            }
            matches = places(of: matches.count) { sorting.precedes(matches[$0].key ?? .unneeded, matches[$1].key ?? .unneeded) }
                .map { matches[$0] }
        }
        if matches.count > wanted { matches.removeLast(matches.count - wanted) }
    }

    /// The rows of the answer, in order. They are handed over: none is left here.
    mutating func answer() -> [Match] {
        if !isInOrder {
            sort()
            if skip > 0 { matches.removeFirst(Swift.min(skip, matches.count)) }
        }
        defer { matches = [] }
        return matches
    }
}
