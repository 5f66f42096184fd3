import Codecs
import Documents
import Linux
import Messages
import Storage

/// Queries (sections 2.2 and 2.3 of the reference). One that is long is answered in slices, beside the requests of others: each object is
/// seen as it was when the query came to it.
extension Objects {
    static let includesMax = 16
    /// Of one answer; there are hardly ever any.
    static let damagedNamedMax = 100

    /// {className, where?, order?, skip?, limit?, count?, include?, rows?} -> {answer: {results: [...], count?}}
    ///
    /// Objects that are damaged are not in it; those that the caller may read are named: {damaged: [objectId]}. So are roles
    /// that have more roles inside them than are looked at: {rolesTooLarge: [name]}; they grant nothing.
    ///
    /// With `rows` the results come as the reply's rows, for who reads them when they are asked for.
    func search(_ request: Request) throws(Failure) -> Search {
        if let asked = request.query { return try search(asked, try users.caller(request)) }
        let parameters = Parameters(request.parameters)
        let className = try className(parameters)
        let caller = try users.caller(request)
        let query = try refusing { () throws(DocumentError) in try Query.read { parameters.value($0) } }
        let asRows = try parameters.bool("rows", default: false)
        var scan = Scan(query, of: className)
        scan.isOverNetwork = !core.believesAsker
        return .work(finding(scan, includes: try includes(parameters), asRows: asRows, caller))
    }

    #if !hasFeature(Embedded)
    /// {className, where?, order?, skip?, limit?, count?} -> {answer: {results: [...], count?}}: the same for an operator, who sees each
    /// object whatever its rights. Fields that are kept as digests are not there: not in an answer, and not for a condition or an order.
    func searchByOperator(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let className = try className(parameters)
        let query = try refusing { () throws(DocumentError) in try Query.read { parameters.value($0) } }
        var scan = Scan(query, of: className)
        // Players wait for its turns.
        scan.isOverNetwork = true
        return finding(scan, includes: [], asRows: false, .searcher)
    }
    #endif

    func finding(_ scan: Scan, includes: [FieldPath], asRows: Bool, _ caller: Caller) -> SlicedWork {
        let work = SlicedWork(Finding(scan, includes: includes, asRows: asRows)) { (found) throws(Failure) in
            var left = core.sliceRows
            core.beginTurn()
            while left > 0, !core.isTurnOver {
                if let reply = try step(&found, caller, &left) { return reply }
            }
            found.rolesTooLarge.formUnion(core.knownRoles.tooLarge)
            return nil
        }
        work.leavesNothing()
        return work
    }

    func includes(_ parameters: Parameters) throws(Failure) -> [FieldPath] {
        guard let text = try parameters.optionalText("include"), !text.isEmpty else { return [] }
        var paths: [FieldPath] = []
        for name in TextParts.split(text, at: UInt8(ascii: ","), cuts: Self.includesMax) {
            guard let path = FieldPath(name), paths.count < Self.includesMax else {
                throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid("include"))
            }
            paths.append(path)
        }
        return paths
    }

    /// One batch of one scan, or the next scan that it needs.
    private func step(_ found: inout Finding, _ caller: Caller, _ left: inout Int) throws(Failure) -> Reply? {
        guard var scan = found.scans.popLast() else { return try finish(&found, caller, &left) }
        if scan.found.count < scan.needs.count {
            try meet(scan.needs[scan.found.count], of: &scan, &found, caller, &left)
            return nil
        }
        if scan.way == nil { try plan(&scan) }
        found.examined += try read(&scan, caller, &left)
        if found.isStream, found.scans.isEmpty { found.streamed += scan.takeRows() } else { try keepBudget(found, scan) }
        #if hasFeature(Embedded)
        let isOver = scan.isOver
        #else
        let isOver = scan.isOver && scan.unlooked == nil
        #endif
        guard isOver else {
            found.scans.append(scan)
            return nil
        }
        noteLongScan(scan)
        let matches = scan.answer()
        if found.scans.isEmpty {
            found.className = scan.className
            found.results = matches
            found.damaged = scan.damaged
            if scan.isCounted { found.count = scan.count }
        } else {
            found.inner += matches.count
            guard found.inner <= scan.innerMax else { throw Self.tooManyInner(scan) }
            found.scans[found.scans.count - 1].take(matches)
        }
        return nil
    }

    /// The objects that a condition finds, a slice after the other, for who keeps none of them: their number has no limit.
    /// - Returns: also whether these were the last.
    func stream(_ found: inout Finding, _ caller: Caller) throws(Failure) -> (objects: [JSONObject], isThrough: Bool) {
        var left = core.sliceRows
        var isThrough = false
        while left > 0, !isThrough { isThrough = try step(&found, caller, &left) != nil }
        let objects = found.streamed
        found.streamed = []
        return (objects, isThrough)
    }

    /// Of objects that it looked at; the index that is missing is named.
    private func keepBudget(_ found: Finding, _ scan: Scan) throws(Failure) {
        guard found.examined > settings.ncmb.scanObjects else { return }
        noteLongScan(scan)
        let wanted = scan.missing.map { "declare the index \(scan.className).\($0.text) in ncmb.indexes of the settings" } ?? "ask for less"
        throw Failure.refused(
            .batchTooLarge, "The query looked at \(found.examined) objects of \(scan.className) and was not through; \(wanted).")
    }

    /// The answer, when what is included has been read.
    private func finish(_ found: inout Finding, _ caller: Caller, _ left: inout Int) throws(Failure) -> Reply? {
        while found.finished < found.results.count {
            guard left > 0, !core.isTurnOver else { return nil }
            left -= 1 + found.includes.count
            if found.results[found.finished].row == nil {
                // It may have gone since.
                let object = try wholeObject(found.className, found.results[found.finished].objectId)
                found.results[found.finished].row = try object.flatMap { (object) throws(Failure) in
                    try users.mayRead(object.acl, caller) ? .read(object.document(for: caller)) : nil
                }
            }
            if !found.includes.isEmpty, let row = found.results[found.finished].row,
                var document = row.document(of: found.className, core.lists, for: caller)
            {
                for path in found.includes {
                    document = try including(path, in: document, caller)
                    #if !hasFeature(Embedded)
                    var bytes = found.bytes
                    try Self.count(document, in: &bytes)
                    #endif
                }
                found.results[found.finished].row = .read(document)
            }
            #if !hasFeature(Embedded)
            try finishDocument(&found, caller)
            #endif
            found.finished += 1
        }
        return try answer(found, caller)
    }

    #if !hasFeature(Embedded)
    /// A row becomes a document in the turn that it is looked at in, and not all of them in the last one.
    private func finishDocument(_ found: inout Finding, _ caller: Caller) throws(Failure) {
        guard !found.asRows, let row = found.results[found.finished].row else { return }
        let before = found.bytes
        guard let document = row.document(of: found.className, core.lists, for: caller) else { return }
        found.results[found.finished].row = .read(document)
        try Self.count(document, in: &found.bytes)
        core.spend((found.bytes - before) / Work.bytesOfUnit)
    }
    #endif

    private func answer(_ found: Finding, _ caller: Caller) throws(Failure) -> Reply {
        var answer = JSONObject()
        var damaged: [JSON] = found.damaged.map { .string($0) }
        if !found.asRows {
            var documents: [JSON] = []
            documents.reserveCapacity(found.results.count)
            for match in found.results {
                guard let row = match.row else { continue }
                guard let document = row.document(of: found.className, core.lists, for: caller) else {
                    damaged.append(.string(row.objectId))
                    continue
                }
                documents.append(.object(document))
            }
            answer["results"] = .array(documents)
        }
        if let count = found.count { answer["count"] = .integer(Int64(count)) }
        if !damaged.isEmpty { answer["damaged"] = .array(damaged) }
        let tooLarge = found.rolesTooLarge.union(core.knownRoles.tooLarge)
        if !tooLarge.isEmpty { answer["rolesTooLarge"] = .array(tooLarge.sorted().map { .string($0) }) }
        var body = JSONObject(reserving: 1)
        body.append("answer", .object(answer))
        var reply = Reply.success(.object(body))
        if found.asRows { reply.rows = .each(found.results.compactMap { $0.row }) }
        return reply
    }
}

/// A query that is being answered: the scan of its class, and on top of it those that it needs first.
struct Finding {
    var scans: [Scan]
    let includes: [FieldPath]
    let asRows: Bool
    var className = ""
    var results: [Scan.Match] = []
    var count: Int?
    var damaged: [String] = []
    var rolesTooLarge: Set<String> = []
    /// Of the results those that were read, with what they include.
    var finished = 0
    var examined = 0
    /// What the queries within have found together.
    var inner = 0
    #if !hasFeature(Embedded)
    /// Of those of the results that were read as documents.
    var bytes = 0
    #endif
    /// Nothing is kept of what is found.
    let isStream: Bool
    var streamed: [JSONObject] = []

    init(_ scan: Scan, includes: [FieldPath], asRows: Bool) {
        scans = [scan]
        self.includes = includes
        self.asRows = asRows
        isStream = false
    }

    /// Of all objects of the class that the condition holds for, the newest first: those that come meanwhile are not
    /// met. It is counted so that its way does not change in between, which would lead to the same objects again.
    init(streaming condition: Condition, of className: String) throws(DocumentError) {
        let sorting = try Sorting(order: "-\(FieldNames.createDate)", condition: condition)
        var scan = Scan(className: className, condition: condition, sorting: sorting, skip: 0, limit: nil, isCounted: true)
        scan.isRead = true
        scans = [scan]
        includes = []
        asRows = false
        isStream = true
    }
}
