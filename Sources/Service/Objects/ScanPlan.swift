import Codecs
import Documents
import Linux
import Messages
import Storage

/// Which way a scan takes.
extension Objects {
    /// A scan by looks turns to the requested order after so many rows, if that order has an index.
    static let lookedAtMax = 1_000
    /// Rows of a query within a query, and members of a relation that one asks for.
    static let innerRowsMax = 100_000
    static let innerRowsOverNetworkMax = 10_000
    static let sortedAtOnce = 200
    /// Of one query, with those that it skips.
    static let sortedMax = 100_000
    static let sortedOverNetworkMax = 10_000

    func plan(_ scan: inout Scan) throws(Failure) {
        if !scan.needs.isEmpty { scan.condition = scan.condition.resolved(scan.found) }
        let indexes = try indexes(of: scan.className).filter { !GuardedField.isGuarded($0.path, of: scan.className) }
        let ways = narrowed(scan.condition.ways(), indexes)
        let ordered = orderedWay(scan, ways, indexes)
        for way in ways where way.count == 1 && way[0].path.text == FieldNames.objectId {
            guard let ids = way[0].reach.texts else { continue }
            return scan.take(way: .ids(ids), isInOrder: false)
        }
        var missing: FieldPath?
        for way in ways {
            if let looks = looks(way, indexes) {
                scan.take(way: .looks(looks), isInOrder: false)
                // Of a query that wants all its rows none need be in order.
                if !scan.isCounted, scan.limit != nil { scan.other = ordered }
                return
            }
            missing =
                missing ?? way.first { look in mayIndex(look.path, of: scan.className) && !indexes.contains { $0.path == look.path } }?.path
        }
        scan.missing = missing ?? missingOrder(scan, indexes)
        if let ordered { return scan.take(way: ordered, isInOrder: true) }
        scan.take(way: .created(Self.dates(ways), isDescending: true), isInOrder: false)
    }

    private func mayIndex(_ path: FieldPath, of className: String) -> Bool {
        !path.needsNoIndex && !GuardedField.isGuarded(path, of: className)
    }

    /// The bounds of a range, as one look.
    private func narrowed(_ ways: [[IndexLook]], _ indexes: [ObjectIndex]) -> [[IndexLook]] {
        var narrowed: [[IndexLook]] = []
        for way in ways {
            let isSingle = indexes.contains { $0.path == way.first?.path && !$0.hasLists }
            if way.count == 1, isSingle, let place = narrowed.firstIndex(where: { $0.count == 1 && $0[0].path == way[0].path }) {
                narrowed[place] = [narrowed[place][0].narrowed(by: way[0])]
            } else {
                narrowed.append(way)
            }
        }
        return narrowed
    }

    private func looks(_ way: [IndexLook], _ indexes: [ObjectIndex]) -> [(index: ObjectIndex, look: IndexLook)]? {
        var looks: [(index: ObjectIndex, look: IndexLook)] = []
        for look in way {
            guard let index = indexes.first(where: { $0.path == look.path && $0.isComplete }) else { return nil }
            looks.append((index, look))
        }
        return looks
    }

    /// A way on which the rows come in the order that is asked for; nil: they must be sorted.
    private func orderedWay(_ scan: Scan, _ ways: [[IndexLook]], _ indexes: [ObjectIndex]) -> Scan.Way? {
        guard scan.sorting.orders.count == 1, let order = scan.sorting.orders.first else { return nil }
        if order.path.text == FieldNames.createDate { return .created(Self.dates(ways), isDescending: order.isDescending) }
        guard let index = indexes.first(where: { $0.path == order.path && $0.isComplete }) else { return nil }
        return .ordered(index, isDescending: order.isDescending)
    }

    private func missingOrder(_ scan: Scan, _ indexes: [ObjectIndex]) -> FieldPath? {
        guard let path = scan.sorting.orders.first?.path, mayIndex(path, of: scan.className), !indexes.contains(where: { $0.path == path })
        else { return nil }
        return path
    }

    private static func dates(_ ways: [[IndexLook]]) -> ClosedRange<Int64> {
        for way in ways where way.count == 1 && way[0].path.text == FieldNames.createDate {
            if let dates = way[0].reach.dates { return dates }
        }
        return Int64.min...Int64.max
    }

    /// Looks for what a condition needs of other rows.
    func meet(
        _ need: ConditionNeed, of scan: inout Scan, _ found: inout Finding, _ caller: Caller, _ left: inout Int
    ) throws(Failure) {
        left -= 1
        switch need {
        case .pointers(let query), .values(let query, _):
            found.scans.append(scan)
            var inner = Scan(query, for: need)
            inner.isOverNetwork = scan.isOverNetwork
            found.scans.append(inner)
        case .members(let object, let key):
            let owner = try wholeObject(object.className, object.objectId)
            let isReadable =
                try owner.map { (owner) throws(Failure) in
                    owner.hasMembers(in: key) ? try users.mayRead(owner.acl, caller) : false
                } ?? false
            let ids = isReadable ? try members(of: object, key, scan.className, after: scan.lastMember, max: core.sliceRows) : []
            for id in ids { scan.members.insert(ValueKey(JSON.string(id))) }
            left -= ids.count
            guard scan.members.count <= scan.innerMax else {
                throw Failure.refused(.batchTooLarge, "$relatedTo: the relation has more than \(scan.innerMax) members.")
            }
            if let last = ids.last { scan.lastMember = last }
            if ids.count < core.sliceRows {
                scan.found.append(scan.members)
                scan.members = []
                scan.lastMember = ""
            }
            found.scans.append(scan)
        }
    }

    /// A query that was long for want of an index: the third time that index is made.
    func noteLongScan(_ scan: Scan) {
        guard let path = scan.missing, scan.examined > Self.lookedAtMax else { return }
        core.longScans.note(scan.className, path)
    }
}
