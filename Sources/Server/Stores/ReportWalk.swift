import Codecs
import Linux
import Messages

/// What is known of a store's report here.
struct ReportRead {
    /// Entries of the walk before: the same entry again is no news.
    var seen: Set<String> = []
    /// Of the walk under way.
    var marks: Set<String> = []
    /// Where the report was left from here.
    var place: String?
    /// How long ago the report had been read to its end, and when that was found out.
    var ageMilliseconds: Int64?
    var foundNanoseconds: Int64 = 0
    var aside: Int64 = 0
}

/// Reads what a store reports, page by page. A page's rows are settled or put aside by name, and then the place moves behind the page: a
/// round that ends anywhere is gone on with from there, and one bad row keeps no other from being read.
extension Reconciliation {
    /// Pages of a round. What is behind them is the next round's.
    static let pagesMax = 50
    /// Rows that are put aside in one request.
    static let asideAtOnce = 100
    /// Entries of a store that are known as settled.
    static let seenMax = 20_000

    /// A report, or a part of one that was put aside.
    private struct Walk {
        /// nil: the report itself.
        var piece: String?
        var tries: Int64 = 0

        func moved(to place: StoreReportPlace) -> Walk { piece == nil ? self : Walk(piece: place.text, tries: tries) }
    }

    func note(_ body: JSON, of asked: StoreDesk.Asked) {
        let place = Place(app: asked.app.id, store: asked.storeCode)
        reads[place, default: ReportRead()].ageMilliseconds = body["reportAge"]?.int64Value
        reads[place, default: ReportRead()].foundNanoseconds = clock.monotonicNanoseconds()
        if let count = body["asideCount"]?.int64Value { reads[place, default: ReportRead()].aside = count }
    }

    /// For metrics: {app, store, seconds since its report was read to its end, rows that were put aside}.
    var watched: [(app: String, store: String, seconds: Double?, aside: Int64)] {
        reads.compactMap { place, read in
            guard let store = place.store, apps[place.app] != nil else { return nil }
            let since = Double(clock.monotonicNanoseconds() - read.foundNanoseconds) / 1e9
            return (place.app, store, read.ageMilliseconds.map { Double($0) / 1000 + since }, read.aside)
        }.sorted { ($0.app, $0.store) < ($1.app, $1.store) }
    }

    /// What was put aside first, then what the store reports from the place on where the round before left it.
    func report(_ asked: StoreDesk.Asked, _ body: JSON, _ round: Round, _ then: @escaping () -> Void) {
        let kept = body["place"]?.stringValue ?? ""
        forget(asked, unless: kept)
        again(asked, Self.orders(body["aside"])[...], round) { [self] in
            let place = StoreReportPlace(text: kept)
            walk(asked, Walk(), place, Self.pagesMax, round, then)
        }
    }

    /// What was settled is known as long as the place is where it was left: a standby that took over may lack both, and another server may
    /// have gone on.
    private func forget(_ asked: StoreDesk.Asked, unless kept: String) {
        let place = Place(app: asked.app.id, store: asked.storeCode)
        guard var read = reads[place], read.place != kept else { return }
        (read.seen, read.marks, read.place) = ([], [], kept)
        reads[place] = read
    }

    /// One after the other.
    private func again(_ asked: StoreDesk.Asked, _ rows: ArraySlice<JSON>, _ round: Round, _ then: @escaping () -> Void) {
        guard let row = rows.first, !isEnding else { return then() }
        let (kind, name) = (row["kind"]?.stringValue ?? "", row["name"]?.stringValue ?? "")
        let next = { [self] in again(asked, rows.dropFirst(), round, then) }
        let forget = { [self] in keep(asked, ["forget": [["kind": .string(kind), "name": .string(name)]]]) { _ in next() } }
        if kind == "REPORT" {
            let part = Walk(piece: name, tries: row["tries"]?.int64Value ?? 0)
            return walk(asked, part, StoreReportPlace(text: name), Self.pagesMax, round, next)
        }
        // What names no order cannot be asked about; the operator, who asks for a round, has seen it.
        guard let place = StorePlace(kind: kind, name: name) else { return round.isAsked ? forget() : next() }
        round.orders += 1
        asked.verifier.look(place) { [self] told in
            desk.settle(told, asked) { settled in
                guard case .later = settled else { return forget() }
                round.left += 1
                next()
            }
        }
    }

    private func walk(
        _ asked: StoreDesk.Asked, _ walk: Walk, _ place: StoreReportPlace, _ pages: Int, _ round: Round, _ then: @escaping () -> Void
    ) {
        guard pages > 0, !isEnding else {
            round.left += 1
            return then()
        }
        asked.verifier.report(at: place) { [self] answer in
            switch answer {
            case .away(let reason):
                notRead(asked, round, reason)
                then()
            case .unreadable(let smaller, let reason, let isWell):
                moved(asked, walk, to: smaller, []) { [self] isKept in
                    if isKept, isWell, pages > 1 { return self.walk(asked, walk.moved(to: smaller), smaller, pages - 1, round, then) }
                    notRead(asked, round, reason)
                    then()
                }
            case .page(let page): take(page, asked, walk, pages, round, then)
            }
        }
    }

    private func notRead(_ asked: StoreDesk.Asked, _ round: Round, _ reason: String) {
        round.left += 1
        desk.note(
            "storeReportNotRead", asked.app, asked.storeCode,
            "\(reason); the next round continues there")
    }

    /// Each row is settled or put aside by its name; then, and not before, the place moves behind them.
    private func take(
        _ page: StoreReportPage, _ asked: StoreDesk.Asked, _ walk: Walk, _ pages: Int, _ round: Round, _ then: @escaping () -> Void
    ) {
        let place = Place(app: asked.app.id, store: asked.storeCode)
        var aside: [(kind: String, name: String, reason: String)] = []
        var names: Set<String> = []
        let rows = page.rows.filter { row in
            if reads[place]?.seen.contains(row.mark) ?? false || reads[place]?.marks.contains(row.mark) ?? false { return false }
            return row.place.map { names.insert("\($0.named)").inserted } ?? true
        }
        few(rows) { [desk] row, next in
            guard let order = row.place else {
                aside.append(("ROW", row.mark, "the entry names no order"))
                return next()
            }
            round.orders += 1
            asked.verifier.look(order) { told in
                desk.settle(told, asked) { settled in
                    if case .later(let reason) = settled { aside.append((order.named.kind, order.named.name, reason)) }
                    next()
                }
            }
        } then: { [self] isWhole in
            guard isWhole else { return then() }
            if let part = page.skipped { aside.append(("REPORT", part.text, "this part of the report cannot be read")) }
            // The store has gone in the middle: what is behind this page is the next round's.
            let isAway = !rows.isEmpty && aside.count >= rows.count
            moved(asked, walk, to: page.isEnd && walk.piece != nil ? nil : page.next, aside, isEnd: page.isEnd) { [self] isKept in
                round.left += Int64(aside.count)
                guard isKept else {
                    notRead(asked, round, "rows of it could not be set aside")
                    return then()
                }
                remember(page.rows, place, isEnd: page.isEnd && walk.piece == nil)
                if page.isEnd || isAway { return then() }
                self.walk(asked, walk.moved(to: page.next), page.next, pages - 1, round, then)
            }
        }
    }

    private func remember(_ rows: [StoreReportRow], _ place: Place, isEnd: Bool) {
        var read = reads[place] ?? ReportRead()
        for row in rows where read.marks.count < Self.seenMax { read.marks.insert(row.mark) }
        if isEnd { (read.seen, read.marks) = (read.marks, []) }
        reads[place] = read
    }

    /// Puts rows aside, and moves the place when they are kept.
    /// - Parameter place: nil: the part was read to its end.
    private func moved(
        _ asked: StoreDesk.Asked, _ walk: Walk, to place: StoreReportPlace?, _ aside: [(kind: String, name: String, reason: String)],
        isEnd: Bool = false, _ then: @escaping (Bool) -> Void
    ) {
        let rows = aside.prefix(Self.asideAtOnce).map { row -> JSON in
            ["kind": .string(row.kind), "name": .string(row.name), "reason": .string(row.reason)]
        }
        var change: JSONObject = ["aside": .array(rows)]
        let rest = aside.dropFirst(Self.asideAtOnce)
        if !rest.isEmpty {
            return keep(asked, change) { [self] isKept in
                if isKept { moved(asked, walk, to: place, Array(rest), isEnd: isEnd, then) } else { then(false) }
            }
        }
        guard let piece = walk.piece else {
            change.set("place", place?.text)
            change["isWhole"] = .bool(isEnd)
            return keep(asked, change, then)
        }
        // A part's place is its name.
        if let place, place.text == piece { return keep(asked, change, then) }
        change["forget"] = [["kind": "REPORT", "name": .string(piece)]]
        if let place {
            change["aside"] = .array(
                rows + [["kind": "REPORT", "name": .string(place.text), "reason": "the rest of a part", "tries": .integer(walk.tries)]])
        }
        keep(asked, change, then)
    }

    private func keep(_ asked: StoreDesk.Asked, _ change: JSONObject, _ then: @escaping (Bool) -> Void) {
        var parameters = change
        parameters["storeCode"] = .string(asked.storeCode)
        desk.carry(.carrierStoreRound, .object(parameters), asked.app) { [self] reply in
            if reply.isSuccess { note(reply.body, of: asked) }
            if reply.isSuccess, let text = change["place"]?.stringValue {
                reads[Place(app: asked.app.id, store: asked.storeCode), default: ReportRead()].place = text
            }
            let fresh = Self.orders(reply.body["fresh"])
            for row in Self.orders(change["aside"]) where fresh.contains(row["name"] ?? .null) {
                let (kind, name) = (row["kind"]?.stringValue ?? "", row["name"]?.stringValue ?? "")
                let reason = row["reason"]?.stringValue ?? ""
                desk.note("storeRowAside", asked.app, asked.storeCode, "\(kind) \(name): \(reason); it is asked about again")
            }
            then(reply.isSuccess)
        }
    }
}
