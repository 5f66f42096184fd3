import Storage

/// What the requests of a group will read, learned from what their like has read before, so that it can be read for all of them at once.
///
/// A row that was read ahead is handed out for exactly the statement and values that it was read with, and only while it is as good as one
/// that is read now: not when the request itself wrote there since, nor when another of the group is known to have, nor when it was read
/// before a lock that the request has taken since. What is foreseen wrongly costs its reading, what is not foreseen a trip to the server.
struct Foresight {
    static let kindsMax = 256
    static let inputBytesMax = 512
    /// Of a read that is foreseen.
    static let rowsMax = 16

    struct Batch {
        let statement: PostgreSQLStatement
        let values: [Value]
    }

    private struct Key: Hashable {
        let statement: Int
        let values: [Value]
        static func == (left: Key, right: Key) -> Bool { left.statement == right.statement && left.values == right.values }
        func hash(into hasher: inout Hasher) {
            hasher.combine(statement)
            for value in values { value.feed(&hasher) }
        }
    }

    private final class Entry {
        /// Of two reads the later one has the greater.
        var order = -1
        var rows: [Row] = []
        /// A locked row belongs to the request that came first; who comes second has to look again.
        var lockedBy: Int?
        var reads: [(kind: ForeseenKind, place: Int)] = []
    }

    private struct Planned {
        let foreseen: Foreseen
        let kind: ForeseenKind
        /// By their places among the kind's reads.
        var entries: [Int: Entry] = [:]
    }

    private var kinds: [String: ForeseenKind] = [:]
    private var announced: [Foreseen] = []
    private var group: [Planned] = []
    private var entries: [Key: Entry] = [:]
    private var underWay: [Entry] = []
    private var stage = 0
    private var order = 0
    private var writes = GroupWrites()

    // The request under way.
    private var current: Int?
    private var seen: [(place: Int, rows: [Row])] = []
    private var lastLock = -1
    private var lockStage: Int?
    private var cannotLearn = false

    /// What requests say is asked for as it is, or in one of these ways.
    let ways: [@Sendable (String) -> String]

    init(ways: [@Sendable (String) -> String] = []) { self.ways = ways }

    mutating func expect(_ requests: [Foreseen]) { announced = requests }

    /// The requests of the group, one after the other; nil: what is done for all of them.
    mutating func turn(to request: Int?) {
        let place = request.map { $0 + 1 } ?? 0
        current = group.indices.contains(place) ? place : nil
        seen.removeAll(keepingCapacity: true)
        lastLock = -1
        lockStage = nil
        cannotLearn = false
        writes.beginRequest()
    }

    mutating func endGroup() {
        for entry in entries.values {
            for read in entry.reads where read.kind.reads[read.place]?.isWaste == true { read.kind.drop(read.place) }
        }
        group.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        // Of a batch whose answers never came: the next answers are not theirs.
        underWay.removeAll(keepingCapacity: true)
        writes.removeAll()
        announced = []
        current = nil
    }

    // MARK: Reading ahead

    /// - Returns: what can be read by now; nil when there is nothing more.
    mutating func nextReads(_ statements: PostgreSQLStatements) -> [Batch]? {
        if !announced.isEmpty { arrange() }
        while !group.isEmpty, stage < ForeseenKind.stagesMax {
            let batch = reads(of: stage, statements)
            stage += 1
            if !batch.isEmpty { return batch }
        }
        return nil
    }

    private mutating func arrange() {
        // What is read for all of them is that of a request too, which stands before them.
        let whole = Foreseen(kind: "", asker: "", inputs: [])
        group = ([whole] + announced).map { Planned(foreseen: $0, kind: kind($0.kind)) }
        current = 0
        announced = []
        stage = 0
        order = 0
    }

    private mutating func kind(_ name: String) -> ForeseenKind {
        if let known = kinds[name] { return known }
        if kinds.count >= Self.kindsMax { kinds.removeAll() }
        let new = ForeseenKind()
        kinds[name] = new
        return new
    }

    private mutating func reads(of stage: Int, _ statements: PostgreSQLStatements) -> [Batch] {
        var locks: [(batch: Batch, entry: Entry)] = [], batch: [(batch: Batch, entry: Entry)] = []
        for member in group.indices {
            let kind = group[member].kind
            for (place, read) in kind.reads.enumerated() {
                guard let read, read.stage == stage, let values = values(of: read, group[member]) else { continue }
                // What cannot be sent as it is would be read as something else.
                guard PostgreSQLValues.canSend(values) else { continue }
                let statement = statements.statement(read.sql)
                let key = Key(statement: statement.number, values: values)
                let entry: Entry
                if let known = entries[key], !statement.locks {
                    entry = known
                } else if entries[key] != nil {
                    // Somebody else of the group locks it too: that one looks when its turn comes.
                    continue
                } else {
                    entry = Entry()
                    entries[key] = entry
                    if statement.locks {
                        locks.append((Batch(statement: statement, values: values), entry))
                    } else {
                        batch.append((Batch(statement: statement, values: values), entry))
                    }
                }
                read.foreseen += 1
                entry.reads.append((kind, place))
                group[member].entries[place] = entry
            }
        }
        // In one order everywhere, or two groups that lock the same rows crosswise wait for each other. What is read in the same trip is
        // read behind all of them.
        locks.sort { one, other in
            let (text, otherText) = (one.batch.statement.key.sql, other.batch.statement.key.sql)
            return text == otherText ? Value.precede(one.batch.values, other.batch.values) : text < otherText
        }
        for (_, entry) in locks + batch {
            entry.order = order
            order += 1
            underWay.append(entry)
        }
        return (locks + batch).map { $0.batch }
    }

    private func values(of read: ForeseenRead, _ planned: Planned) -> [Value]? {
        var values: [Value] = []
        values.reserveCapacity(read.sources.count)
        for source in read.sources {
            switch source {
            case .constant(let value): values.append(value)
            case .input(let name, let way):
                guard let given = planned.foreseen.inputs.first(where: { $0.name == name })?.value else { return nil }
                guard let way else {
                    values.append(given)
                    continue
                }
                guard case .text(let text) = given else { return nil }
                values.append(.text(ways[way](text)))
            case .row(let place, let column):
                guard let row = planned.entries[place]?.rows.first, row.values.indices.contains(column) else { return nil }
                // `column = NULL` finds no row: a session without a predecessor, say.
                if case .null = row.values[column] { return nil }
                values.append(row.values[column])
            }
        }
        return values
    }

    mutating func take(_ answers: [PostgreSQLConnection.Answer]) {
        // What has no answer of its own is asked when it is needed.
        for (place, entry) in underWay.enumerated() {
            if answers.count == underWay.count, case .rows(let rows) = answers[place] { entry.rows = rows } else { entry.order = -1 }
        }
        underWay.removeAll(keepingCapacity: true)
    }

    // MARK: The request under way

    mutating func note(write statement: PostgreSQLStatement, _ values: [Value]) {
        if group.isEmpty { return }
        writes.note(statement, values)
    }

    /// nil: it has to be asked.
    mutating func rows(_ statement: PostgreSQLStatement, _ values: [Value]) -> [Row]? {
        guard !entries.isEmpty, let entry = entries[Key(statement: statement.number, values: values)], entry.order > lastLock else {
            return nil
        }
        let asker = current.map { group[$0].foreseen.asker } ?? nil
        if writes.mayHaveChanged(statement, values, cautious: asker == nil) { return nil }
        if statement.locks {
            if let locker = entry.lockedBy, locker != current { return nil }
            entry.lockedBy = current
            lastLock = max(lastLock, entry.order)
        }
        for read in entry.reads {
            guard let current, read.kind === group[current].kind, group[current].entries[read.place] === entry else { continue }
            read.kind.reads[read.place]?.used += 1
            if !seen.contains(where: { $0.place == read.place }) { seen.append((read.place, entry.rows)) }
            if statement.locks { lockStage = read.kind.reads[read.place]?.stage }
            break
        }
        return entry.rows
    }

    /// What had to be asked, so that it is foreseen the next time.
    mutating func learn(_ statement: PostgreSQLStatement, _ values: [Value], _ rows: [Row]) {
        guard let current else { return }
        if statement.locks { lastLock = Int.max }
        // Long answers are read when they are wanted: what a group has no time for would be read again for the next one.
        if rows.count > Self.rowsMax {
            if statement.locks { cannotLearn = true }
            return
        }
        let kind = group[current].kind
        // Finding out where values come from is dear: not for what was given up.
        guard !cannotLearn, kind.mayLearn(statement.key.sql) || kind.reads.contains(where: { $0?.sql == statement.key.sql }) else {
            if statement.locks { cannotLearn = true }
            return
        }
        var stage = lockStage ?? 0
        var sources: [ForeseenRead.Source] = []
        for value in values {
            let source = source(of: value, group[current].foreseen)
            if case .row(let place, _) = source { stage = max(stage, (kind.reads[place]?.stage ?? 0) + 1) }
            sources.append(source)
        }
        // A row that some other request named is not to be locked for this one.
        let isStrange = statement.locks && sources.contains { if case .constant(.text) = $0 { true } else { false } }
        guard stage < ForeseenKind.stagesMax, !isStrange else {
            if statement.locks { cannotLearn = true }
            return
        }
        // Another of the same group may have taught it already.
        let known = kind.place(of: statement.key.sql, sources)
        guard known != nil || kind.mayLearn(statement.key.sql) else {
            if statement.locks { cannotLearn = true }
            return
        }
        let place = known ?? kind.add(ForeseenRead(sql: statement.key.sql, sources: sources, stage: stage))
        seen.append((place, rows))
        if statement.locks { lockStage = kind.reads[place]?.stage }
    }

    private func source(of value: Value, _ foreseen: Foreseen) -> ForeseenRead.Source {
        switch value {
        case .text(let text) where !text.isEmpty:
            if let input = foreseen.inputs.first(where: { $0.value == value }) { return .input(name: input.name, way: nil) }
            for read in seen.reversed() {
                if let column = read.rows.first?.values.firstIndex(of: value) { return .row(read: read.place, column: column) }
            }
            for (way, change) in ways.enumerated() {
                for input in foreseen.inputs {
                    guard case .text(let given) = input.value else { continue }
                    if change(given) == text { return .input(name: input.name, way: way) }
                }
            }
        case .integer(let number) where number > 1_000:
            if let input = foreseen.inputs.first(where: { $0.value == value }) { return .input(name: input.name, way: nil) }
            for read in seen.reversed() {
                if let column = read.rows.first?.values.firstIndex(of: value) { return .row(read: read.place, column: column) }
            }
        default: break
        }
        return .constant(value)
    }
}
