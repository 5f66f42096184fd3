import Codecs
import Documents
import Linux
import Messages
import Storage

/// One batch of a scan. Every row of a search passes the caller's rights in this file, before anything else looks at it.
extension Objects {
    func mayRead(all rows: PackedRows, _ caller: Caller) throws(Failure) -> Bool {
        var rights = RowRights(caller, users)
        for place in 0..<rows.count where try !rights.mayRead(rows[place]) { return false }
        return true
    }

    /// Of a scan that looks along one index, the rows of the first look are there already.
    func goOn(_ scan: inout Scan, behind rows: PackedRows, isLast: Bool, _ caller: Caller) throws(Failure) {
        scan.batch = min(scan.batch * 2, core.sliceRows)
        scan.isOver = isLast
        if let last = rows.last {
            if scan.isInOrder { scan.cursorKey = last.blob(Self.keyColumn) }
            scan.cursorId = last.text(ObjectRow.Column.objectId)
        }
        try take(rows, into: &scan, caller)
    }

    /// - Returns: how many rows were looked at.
    func read(_ scan: inout Scan, _ caller: Caller, _ left: inout Int) throws(Failure) -> Int {
        #if !hasFeature(Embedded)
        if let (rows, place) = scan.unlooked {
            scan.unlooked = nil
            try take(rows, from: place, into: &scan, caller)
            return 0
        }
        #endif
        if !scan.isOver, scan.examined > scan.examinedOfTurn { scan.turn() }
        guard let way = scan.way, !scan.isOver else { return 0 }
        let size = min(scan.batch, max(left, 1))
        scan.batch = min(scan.batch * 2, core.sliceRows)
        let rows =
            switch way {
            case .created(let dates, let isDescending): try created(&scan, dates, isDescending, size)
            case .ids(let ids): try named(&scan, ids, size)
            case .ordered(let index, let isDescending): try ordered(&scan, index, isDescending, size)
            case .looks(let looks): try looked(&scan, looks, size)
            }
        #if !hasFeature(Embedded)
        if rows.byteCount > Self.batchBytes { scan.batch = max(1, rows.count * Self.batchBytes / rows.byteCount) }
        #endif
        left -= max(rows.count, 1)
        try take(rows, into: &scan, caller)
        return rows.count
    }

    /// Whether a query that was to give so many rows has given all.
    static func isLast(_ rows: PackedRows, _ size: Int) -> Bool {
        #if hasFeature(Embedded)
        rows.count < size
        #else
        rows.count < size && !rows.isCut
        #endif
    }

    /// - Parameter first: those before it were looked at.
    private func take(_ rows: PackedRows, from first: Int = 0, into scan: inout Scan, _ caller: Caller) throws(Failure) {
        if first == 0 { scan.examined += rows.count }
        var rights = RowRights(caller, users)
        if scan.staysText {
            var readable: [Int] = []
            readable.reserveCapacity(rows.count)
            for place in 0..<rows.count where try rights.mayRead(rows[place]) { readable.append(place) }
            scan.keep(rows, readable)
        } else {
            try look(at: rows, from: first, &rights, &scan, caller)
        }
        if scan.need != nil, scan.matches.count > scan.innerMax { throw Self.tooManyInner(scan) }
        if !scan.isInOrder, scan.need == nil, scan.matches.count > 2 * scan.sortedMax {
            throw Failure.refused(.batchTooLarge, "skip: more than \(scan.sortedMax) objects are sorted by an index only.")
        }
    }

    static func tooManyInner(_ scan: Scan) -> Failure {
        Failure.refused(.batchTooLarge, "A query within a query finds more than \(scan.innerMax) objects.")
    }

    /// In a server until the turn is over; the rest is looked at in the next one.
    private func look(at rows: PackedRows, from first: Int, _ rights: inout RowRights, _ scan: inout Scan, _ caller: Caller) throws(Failure)
    {
        #if !hasFeature(Embedded)
        var steps = 0
        let stepsMax = Work.ofTurn * Work.stepsOfUnit
        defer { core.spend(steps / Work.stepsOfUnit) }
        #endif
        for place in first..<rows.count {
            #if !hasFeature(Embedded)
            if steps >= stepsMax {
                scan.unlooked = (rows, place)
                return
            }
            #endif
            guard try rights.mayRead(rows[place]) else { continue }
            guard let document = StoredObject(rows[place], of: scan.className, core.lists)?.document(for: caller) else {
                scan.note(damaged: rows[place])
                continue
            }
            #if hasFeature(Embedded)
            let isFound = scan.condition.matches(document)
            #else
            var stepsOfRow = 0
            let isFound = scan.condition.matches(document, &stepsOfRow)
            if stepsOfRow >= ConditionSteps.max { throw Self.tooLong(scan.className) }
            steps += stepsOfRow
            #endif
            guard isFound, isFirst(scan, rows[place], document) else { continue }
            scan.keep(document)
        }
    }

    private func created(
        _ scan: inout Scan, _ dates: ClosedRange<Int64>, _ isDescending: Bool, _ size: Int
    ) throws(Failure) -> PackedRows {
        let rows = try core.packed(
            isDescending
                ? """
                SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND (o.create_date, o.object_id) < (?, ?)
                AND o.create_date >= ? ORDER BY o.create_date DESC, o.object_id DESC LIMIT ?
                """
                : """
                SELECT \(StoredObject.columns) FROM objects o WHERE o.class_name = ? AND (o.create_date, o.object_id) > (?, ?)
                AND o.create_date <= ? ORDER BY o.create_date, o.object_id LIMIT ?
                """,
            [
                .text(scan.className), .integer(scan.cursorDate), .text(scan.cursorId),
                .integer(isDescending ? dates.lowerBound : dates.upperBound), .integer(Int64(size)),
            ])
        if let last = rows.last {
            (scan.cursorDate, scan.cursorId) = (last.integer(ObjectRow.Column.createDate), last.text(ObjectRow.Column.objectId))
        }
        if Self.isLast(rows, size) { scan.isOver = true }
        return rows
    }

    private func named(_ scan: inout Scan, _ ids: [String], _ size: Int) throws(Failure) -> PackedRows {
        let rows = PackedRows(columns: Self.keyColumn)
        let end = min(scan.place + size, ids.count)
        while scan.place < end {
            rows.append(try core.packed(Self.byId, [.text(scan.className), .text(ids[scan.place])]))
            scan.place += 1
            #if !hasFeature(Embedded)
            if rows.byteCount >= PackedRows.pieceBytes { break }
            #endif
        }
        if scan.place == ids.count { scan.isOver = true }
        return rows
    }

    /// The column behind those of an object.
    private static let keyColumn = ObjectRow.Column.fields + 1
    // Put together once: these are run more often than any others.
    private static let joined = "\(StoredObject.columns), k.key FROM object_keys k CROSS JOIN objects o"
    private static let descending = """
        SELECT \(joined) WHERE k.index_id = ? AND (k.key, k.object_id) < (?, ?) AND k.roles & 2 <> 0
        AND o.class_name = ? AND o.object_id = k.object_id ORDER BY k.key DESC, k.object_id DESC LIMIT ?
        """
    private static let ascending = """
        SELECT \(joined) WHERE k.index_id = ? AND (k.key, k.object_id) > (?, ?) AND k.roles & 1 <> 0
        AND o.class_name = ? AND o.object_id = k.object_id ORDER BY k.key, k.object_id LIMIT ?
        """
    private static let ofOneKey = """
        SELECT \(joined) WHERE k.index_id = ? AND k.key = ? AND k.object_id > ? AND k.roles & 4 <> 0
        AND o.class_name = ? AND o.object_id = k.object_id ORDER BY k.object_id LIMIT ?
        """

    private func ordered(_ scan: inout Scan, _ index: ObjectIndex, _ isDescending: Bool, _ size: Int) throws(Failure) -> PackedRows {
        let last = scan.cursorId.isEmpty ? nil : (key: scan.cursorKey, id: scan.cursorId)
        let rows = try ordered(index, scan.className, isDescending: isDescending, after: last, size)
        if let last = rows.last { (scan.cursorKey, scan.cursorId) = (last.blob(Self.keyColumn), last.text(ObjectRow.Column.objectId)) }
        if Self.isLast(rows, size) { scan.isOver = true }
        return rows
    }

    /// - Parameter last: nil before the first batch.
    func ordered(
        _ index: ObjectIndex, _ className: String, isDescending: Bool, after last: (key: [UInt8], id: String)?, _ size: Int
    ) throws(Failure) -> PackedRows {
        try core.packed(
            isDescending ? Self.descending : Self.ascending,
            [
                // A descending walk begins above every key.
                .integer(index.number), .blob(last?.key ?? (isDescending ? Self.aboveAll : [])), .text(last?.id ?? ""), .text(className),
                .integer(Int64(size)),
            ])
    }

    private static let aboveAll: [UInt8] = [0xFF]

    private func looked(
        _ scan: inout Scan, _ looks: [(index: ObjectIndex, look: IndexLook)], _ size: Int
    ) throws(Failure) -> PackedRows {
        guard scan.place < looks.count else {
            scan.isOver = true
            return .none
        }
        let (index, look) = looks[scan.place]
        scan.lookOfBatch = scan.place
        let rows: PackedRows
        let isThrough: Bool
        switch look.reach {
        case .keys(let keys):
            rows =
                scan.keyPlace < keys.count
                ? try self.rows(of: keys[scan.keyPlace], index, scan.className, after: scan.cursorId, size) : .none
            if Self.isLast(rows, size) {
                scan.keyPlace += 1
                scan.cursorId = ""
            } else {
                scan.cursorId = rows.last?.text(ObjectRow.Column.objectId) ?? ""
            }
            isThrough = scan.keyPlace >= keys.count
        case .span(let first, let end):
            rows = try self.rows(from: scan.cursorKey.isEmpty ? first : scan.cursorKey, to: end, index, scan, size)
            if let last = rows.last { (scan.cursorKey, scan.cursorId) = (last.blob(Self.keyColumn), last.text(ObjectRow.Column.objectId)) }
            isThrough = Self.isLast(rows, size)
        }
        if isThrough {
            scan.place += 1
            (scan.keyPlace, scan.cursorKey, scan.cursorId) = (0, [], "")
            scan.isOver = scan.place == looks.count
        }
        return rows
    }

    func rows(of key: [UInt8], _ index: ObjectIndex, _ className: String, after id: String, _ size: Int) throws(Failure) -> PackedRows {
        try core.packed(Self.ofOneKey, [.integer(index.number), .blob(key), .text(id), .text(className), .integer(Int64(size))])
    }

    private func rows(
        from first: [UInt8], to end: [UInt8], _ index: ObjectIndex, _ scan: Scan, _ size: Int
    ) throws(Failure) -> PackedRows {
        try core.packed(
            """
            SELECT \(Self.joined) WHERE k.index_id = ? AND (k.key, k.object_id) > (?, ?) AND k.key < ? AND k.roles & 4 <> 0
            AND o.class_name = ? AND o.object_id = k.object_id ORDER BY k.key, k.object_id LIMIT ?
            """,
            [
                .integer(index.number), .blob(first), .text(scan.cursorId), .blob(end), .text(scan.className), .integer(Int64(size)),
            ])
    }

    /// A row that several lines lead to counts at the first of them.
    private func isFirst(_ scan: Scan, _ row: PackedRow, _ document: JSONObject) -> Bool {
        guard case .looks(let looks)? = scan.way else { return true }
        // One key has one line of an object.
        if looks.count == 1, case .keys(let keys) = looks[0].look.reach, keys.count == 1 { return true }
        let key = row.blob(Self.keyColumn)
        for (place, entry) in looks.enumerated() {
            guard let first = entry.look.path.firstKey(of: document, in: entry.look.reach) else { continue }
            return first == key && place == scan.lookOfBatch
        }
        return false
    }
}
