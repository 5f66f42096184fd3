import Linux
import Storage
import Wire

extension Schema {
    /// Sums of commits that are not in `figures` yet (`ServiceCore.keep`).
    static let figureAdditions = [
        """
        CREATE TABLE figure_additions (service BIGINT NOT NULL, addition BIGINT NOT NULL, sums TEXT NOT NULL,
            PRIMARY KEY (service, addition))
        """
    ]
}

#if !hasFeature(Embedded)
/// A registration changes 52 sums of its day: each is divided by country, store and the like. A commit that changes many sums writes them
/// as one row, and every 32nd such commit of a service adds the rows up. A report adds them up before it reads sums.
extension ServiceCore {
    /// So many sums of a commit are written as one row.
    static let sumsKept = 9...512
    /// Rows of one service that wait.
    static let additionsMax = 32
    private static let readAtOnce = 4 * additionsMax
    /// The columns of a sum, and what is added to it.
    private static let partsOfSum = 7

    /// - Returns: false when there are too few or too many of them.
    func keep(_ sums: [(key: FigureKey, amount: Int64)]) throws(StorageError) -> Bool {
        guard Self.sumsKept.contains(sums.count) else { return false }
        let text = JSON.array(
            sums.map { sum in .array(sum.key.counted(by: number).values.map(Self.json) + [.integer(sum.amount)]) }
        ).text()
        // Rows of an earlier life of this service may be there still.
        let name = random.bytes(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max
        try database.write(
            "INSERT INTO figure_additions (service, addition, sums) VALUES (?, ?, ?)", [.integer(number), .integer(name), .text(text)])
        waitingAdditions += 1
        if waitingAdditions >= Self.additionsMax { try addUp(of: number) }
        return true
    }

    /// Before sums are read: of all services, those that are gone included.
    func addUpFigures() throws(Failure) {
        do throws(StorageError) { while try addUp(of: nil) {} } catch { throw Failure.storage(error) }
    }

    /// - Parameter service: nil: of all.
    /// - Returns: whether there may be more.
    @discardableResult private func addUp(of service: Int64?) throws(StorageError) -> Bool {
        let rows = try database.query(
            """
            SELECT service, addition, sums FROM figure_additions WHERE service BETWEEN ? AND ?
            ORDER BY service, addition LIMIT \(Self.readAtOnce)
            """, [.integer(service ?? 0), .integer(service ?? Int64.max)])
        var sums: [String: (key: [Value], amount: Int64)] = [:]
        for row in rows {
            try database.claim("DELETE FROM figure_additions WHERE service = ? AND addition = ?", [row.values[0], row.values[1]])
            guard let all = KeptJSON.read(row.text(2))?.arrayValue else { throw Self.unreadable(row) }
            for sum in all {
                guard let parts = sum.arrayValue, parts.count == Self.partsOfSum, let amount = parts.last?.int64Value else {
                    throw Self.unreadable(row)
                }
                let key = Array(parts.dropLast())
                sums[JSON.array(key).text(), default: (key.map(Self.value), 0)].amount += amount
            }
        }
        for sum in sums.values where sum.amount != 0 { try database.tally(FigureKey.statement, sum.key, sum.amount) }
        waitingAdditions = 0
        return rows.count == Self.readAtOnce
    }

    private static func unreadable(_ row: Row) -> StorageError {
        .corrupt("figure_additions: sums of service \(row.integer(0)) are not readable")
    }

    private static func json(_ value: Value) -> JSON {
        switch value {
        case .integer(let number): .integer(number)
        case .text(let text): .string(text)
        default: nil
        }
    }

    private static func value(_ json: JSON) -> Value { json.stringValue.map { .text($0) } ?? .integer(json.int64Value ?? 0) }
}
#endif
