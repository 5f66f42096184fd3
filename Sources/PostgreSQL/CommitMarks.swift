import Storage

/// A number that each writing transaction of a worker leaves in the database, so that a commit whose answer is lost is known as made or not
/// made. It is written in the trip of the commit and is no row that anything else touches.
///
/// Two may write one mark: the transaction, and the worker that asks for it afterwards on another connection. The first that commits has
/// it. So the question waits for a commit that is under way, and keeps one that still lies in the network from being made later.
final class CommitMarks {
    static let table = "service_commits"
    /// `made`: 1 by the transaction, 0 by the one who asked.
    static let columns = "mark BIGINT NOT NULL PRIMARY KEY, made BIGINT NOT NULL"
    /// With the schema that the transaction is meant for. In the session of another app the text is no number, and nothing is kept.
    static let leave = """
        INSERT INTO \(table) (mark, made) VALUES (?, CAST(CASE WHEN pg_catalog.current_schema() = CAST(? AS TEXT) THEN '1'
            ELSE '\(PostgreSQLSession.isShared)' END AS BIGINT))
        """
    private static let ask = "INSERT INTO \(table) (mark, made) VALUES (?, 0) ON CONFLICT (mark) DO NOTHING"
    private static let read = "SELECT made FROM \(table) WHERE mark = ?"
    private static let clear = "DELETE FROM \(table) WHERE mark >= ? AND mark <= ?"

    /// A worker's marks are those that begin with its number.
    private static let bits: Int64 = 52

    private let least: Int64
    private var last: Int64
    private var firstKept: Int64

    /// Of one that writes and has no number: its marks begin as no worker's do, and with a number that is left to chance.
    static func ofNobody() -> CommitMarks { CommitMarks(of: Int64.random(in: InstanceNumber.count..<(1 << (63 - bits)))) }

    init(of number: Int64) {
        least = number << Self.bits
        // Of a worker that had the number before something may still be on its way.
        last = least + Int64.random(in: 0..<(1 << (Self.bits - 1)))
        firstKept = last + 1
    }

    func next() -> Int64 {
        last += 1
        return last
    }

    /// Outside a transaction, on another connection than the one that was lost.
    func isMade(_ mark: Int64, _ database: PostgreSQLDatabase) throws(StorageError) -> Bool {
        _ = try database.run(Self.ask, [.integer(mark)])
        return try database.query(Self.read, [.integer(mark)]).first?.integer(0) == 1
    }

    /// The answers to all of them are known.
    func forget(_ database: PostgreSQLDatabase) {
        if firstKept <= last, clear(database, firstKept, last) { firstKept = last + 1 }
    }

    /// Those of workers that had the number before.
    func forgetAll(_ database: PostgreSQLDatabase) { _ = clear(database, least, least + (1 << Self.bits) - 1) }

    private func clear(_ database: PostgreSQLDatabase, _ first: Int64, _ last: Int64) -> Bool {
        do throws(StorageError) {
            _ = try database.runAlone(Self.clear, [.integer(first), .integer(last)])
            return true
        } catch {
            // Then the next time.
            return false
        }
    }
}
