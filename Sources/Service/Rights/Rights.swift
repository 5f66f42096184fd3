import Codecs
import Linux
import Messages
import Storage

/// What a player may ask of whoever runs the game: to be told what is held, and to be forgotten. `HeldTable` says of which tables.
struct Rights: Capability {
    let core: ServiceCore

    /// Rows of a table without an index by its member that are looked at in one turn.
    static let scannedRows = 400

    /// {userId, indexed?, after?} -> {userId, tables: {table: [row]}, notRead?, next?}: everything that is held about a member, some rows
    /// at a time. `next` is the `after` of the next request; without it all was told. `indexed`: without the tables that would have to be
    /// looked through whole; `notRead` names them.
    func export(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let userId = try heldMember(parameters)
        let isIndexed = try parameters.bool("indexed", default: false)
        var place = try HeldPlace(parameters)
        // The member as time has made it by now: a ban may be over, or a withdrawal have come due.
        if place.isFirst, let valid = try members.valid(of: userId) { _ = try members.settled(userId, valid) }
        var tables = JSONObject()
        var left = SlicedWork.rows
        while left > 0, place.table < HeldTable.all.count {
            let table = HeldTable.all[place.table]
            if isIndexed, table.isScanned {
                place.move(to: nil)
                continue
            }
            let page = try page(of: table, userId, after: place.after, table.columns, rows: left)
            let names = table.names
            if !page.rows.isEmpty {
                tables[table.name] = .array(
                    page.rows.map { row in
                        var object = JSONObject(reserving: names.count)
                        for (name, value) in zip(names, row.values) where value != .null { object[name] = HeldPlace.json(value) }
                        return .object(object)
                    })
            }
            left -= max(page.rows.count, page.isScan ? SlicedWork.rows : 1)
            place.move(to: page.next)
        }
        var body: JSONObject = ["userId": .string(userId), "tables": .object(tables)]
        if isIndexed { body["notRead"] = .array(HeldTable.all.filter { $0.isScanned }.map { .string($0.name) }) }
        if place.table < HeldTable.all.count { body["next"] = .string(place.text) }
        return .success(.object(body))
    }

    /// {userId} -> {erased, kept}: the member withdraws, if it has not, and the person goes. Rows of money stay under the number that the
    /// member had, which leads to nobody any more. Done again it finds nothing to do. An erasure that a kill cut short is finished by the
    /// next round of sweeping.
    func erase(_ request: Request) throws(Failure) -> SlicedWork {
        SlicedWork(Erasure(try heldMember(Parameters(request.parameters)))) { (state) throws(Failure) in
            guard try proceed(&state) else { return nil }
            return .success(["erased": .integer(state.erased), "kept": .integer(state.kept)])
        }
    }

    /// How far an erasure is.
    struct Erasure {
        let userId: String
        var place = HeldPlace()
        var isBegun = false
        var erased: Int64 = 0
        var kept: Int64 = 0

        init(_ userId: String) { self.userId = userId }
    }

    /// The next rows.
    /// - Returns: whether it has ended.
    private func proceed(_ erasure: inout Erasure) throws(Failure) -> Bool {
        let userId = erasure.userId
        if !erasure.isBegun {
            #if !hasFeature(Embedded)
            try run(
                "INSERT INTO service_state (name, value) VALUES (?, '') ON CONFLICT (name) DO NOTHING",
                [.text(PersistedState.Name.erasure + userId)])
            #endif
            if try members.valid(of: userId) != MemberState.withdrawn {
                try members.withdraw(userId, WithdrawalType.console, date: now)
            }
            erasure.isBegun = true
        }
        var left = SlicedWork.rows
        while left > 0, erasure.place.table < HeldTable.all.count {
            let table = HeldTable.all[erasure.place.table]
            let page = try page(of: table, userId, after: erasure.place.after, table.key, rows: left)
            for row in page.rows {
                if let change = table.end.statement(table.name) {
                    try run("\(change) WHERE \(table.isRow)", [.text(table.ownerPrefix + userId)] + row.values)
                }
                if table.end.isGone { erasure.erased += 1 } else { erasure.kept += 1 }
            }
            left -= max(page.rows.count, page.isScan ? SlicedWork.rows : 1)
            erasure.place.move(to: page.next)
        }
        if erasure.place.table < HeldTable.all.count { return false }
        #if !hasFeature(Embedded)
        try run("DELETE FROM service_state WHERE name = ?", [.text(PersistedState.Name.erasure + userId)])
        #endif
        return true
    }

    #if !hasFeature(Embedded)
    /// Erasures whose server ended before they did. Two servers may do the same one: each finds what the other has left.
    /// - Returns: whether none is left.
    func finishErasures(_ erasure: inout Erasure?) throws(Failure) -> Bool {
        if erasure == nil {
            let names = try query("SELECT name, value FROM service_state", []).map { $0.text(0) }
            guard let name = names.first(where: { $0.hasPrefix(PersistedState.Name.erasure) }) else { return true }
            erasure = Erasure(String(name.dropFirst(PersistedState.Name.erasure.count)))
        }
        guard var begun = erasure else { return true }
        let hasEnded = try proceed(&begun)
        erasure = hasEnded ? nil : begun
        return false
    }
    #endif

    private func heldMember(_ parameters: Parameters) throws(Failure) -> String {
        let userId = try members.memberNamed(try parameters.text("userId", bytesMax: Members.userKeyBytesMax))
        // One that has withdrawn is one still, as long as its rows are.
        guard try members.valid(of: userId) != nil else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        return userId
    }

    private struct Page {
        let rows: [Row]
        /// The key of the last row that was looked at; nil behind the last one of the table.
        let next: [Value]?
        let isScan: Bool
    }

    /// The member's rows behind a key, in the order of the keys.
    private func page(
        of table: HeldTable, _ userId: String, after: [Value]?, _ columns: String, rows: Int
    ) throws(Failure) -> Page {
        let keys = table.keyNames.count
        let places = HeldTable.places(keys)
        let after = after ?? table.firstKey
        var (bound, values): (String, [Value]) = ("", [.text(table.ownerPrefix + userId)] + after)
        var end: [Value]?
        if table.isScanned {
            let step = "SELECT \(table.key) FROM \(table.name) WHERE (\(table.key)) > (\(places)) ORDER BY \(table.key)"
            end = try query("\(step) LIMIT 1 OFFSET \(Self.scannedRows - 1)", after).first?.values
            if let end {
                bound = " AND (\(table.key)) <= (\(places))"
                values += end
            }
        }
        let limit = table.isScanned ? Self.scannedRows : rows
        let found = try query(
            """
            SELECT \(columns), \(table.key) FROM \(table.name) WHERE \(table.isOwned) AND (\(table.key)) > (\(places))\(bound)
            ORDER BY \(table.key) LIMIT \(limit)
            """, values)
        let next = table.isScanned ? end : found.count < limit ? nil : found.last.map { Array($0.values.suffix(keys)) }
        return Page(rows: found.map { Row(Array($0.values.dropLast(keys))) }, next: next, isScan: table.isScanned)
    }
}

/// Where an export or an erasure is: in which table, and behind which key of it.
struct HeldPlace {
    var table = 0
    var after: [Value]?

    var isFirst: Bool { table == 0 && after == nil }

    init() {}

    /// `[table, key, …]` as text. A place that is none is refused.
    init(_ parameters: Parameters) throws(Failure) {
        guard let text = try parameters.optionalText("after", bytesMax: 2048) else { return }
        let list: [JSON]
        do throws(JSONError) { list = try JSON.parse(text).arrayValue ?? [] } catch { list = [] }
        guard let index = list.first?.int64Value, index >= 0, index < Int64(HeldTable.all.count) else {
            throw parameters.wrong("after", "must be the `next` of an answer")
        }
        table = Int(index)
        if list.count == 1 { return }
        let first = HeldTable.all[table].firstKey
        var key: [Value] = []
        for (value, kind) in zip(list.dropFirst(), first) {
            if case .integer = kind, let number = value.int64Value { key.append(.integer(number)) }
            if case .text = kind, let text = value.stringValue { key.append(.text(text)) }
        }
        guard key.count == first.count, list.count == key.count + 1 else {
            throw parameters.wrong("after", "must be the `next` of an answer")
        }
        after = key
    }

    var text: String { JSON.array([.integer(Int64(table))] + (after ?? []).map { Self.json($0) }).text() }

    /// - Parameter next: nil: this table is through.
    mutating func move(to next: [Value]?) {
        after = next
        if next == nil { table += 1 }
    }

    static func json(_ value: Value) -> JSON {
        switch value {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let text): .string(text)
        case .blob(let bytes): .string(Base64.encode(bytes))
        }
    }
}

#if !hasFeature(Embedded)
extension Rights {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleExportMember, "userId indexed after", Rights.export)
        table.row(.consoleEraseMember, "userId", Rights.erase)
    }
}
#endif
