#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Whether the books are sound: what the ledger's check found last, money that fits no order, and refunds that wait.
extension Alarms {
    static let booksName = "alarm books"
    /// From one check of the ledger to the next.
    static let checkMilliseconds: Int64 = CalendarDay.dayMilliseconds
    /// A check that somebody began and did not end is begun anew then.
    static let checkLeaseMilliseconds: Int64 = 3_600_000
    /// Of what is counted no more is looked at.
    static let countedMax = 1_000
    /// Money that came earlier has been told.
    static let unmatchedDays: Int64 = 30

    func books(_ rule: BooksRule) throws(Failure) -> Watched {
        let differences = Books(try stored(Self.booksName))?.differences ?? 0
        let unmatched = try counted(
            "unmatched_money WHERE reported_date > ? AND captured_amount IS NOT NULL AND returned IS NULL",
            now &- Self.unmatchedDays * CalendarDay.dayMilliseconds)
        let refunds = try counted("refund_requests WHERE asked_date < ?", now &- rule.refundHours * 3_600_000)
        return Watched(
            rule: .booksUnsound, sight: differences + unmatched + refunds > 0 ? .bad : .good,
            facts: [
                "differences": .integer(differences), "unmatched": .integer(unmatched), "refunds": .integer(refunds),
                "hours": .integer(rule.refundHours),
            ])
    }

    private func counted(_ what: String, _ date: Int64) throws(Failure) -> Int64 {
        try query("SELECT COUNT(*) FROM (SELECT payment_seq FROM \(what) LIMIT \(Self.countedMax)) few", [.integer(date)])
            .first?.integer(0) ?? 0
    }

    /// When the ledger was checked, when somebody began to, and what was found.
    private struct Books {
        var checkedDate: Int64 = 0
        var begunDate: Int64 = 0
        var differences: Int64 = 0

        init() {}

        init?(_ text: String?) {
            let parts = (text ?? "").split(separator: " ").map { Int64($0) }
            guard parts.count == 3, let checked = parts[0], let begun = parts[1], let found = parts[2] else { return nil }
            (checkedDate, begunDate, differences) = (checked, begun, found)
        }

        var text: String { "\(checkedDate) \(begunDate) \(differences)" }
    }

    /// - Returns: whether the caller is to check the ledger now. Of servers that share a database one is.
    func takeBooks() throws(Failure) -> Bool {
        let known = try stored(Self.booksName)
        var books = Books(known) ?? Books()
        // What was done later than now was done by a clock that was wrong.
        let isFresh = books.checkedDate <= now && now &- books.checkedDate < Self.checkMilliseconds
        let isBegun = books.begunDate <= now && now &- books.begunDate < Self.checkLeaseMilliseconds
        guard !isFresh, !isBegun else { return false }
        books.begunDate = now
        return try replace(Self.booksName, known, by: books.text)
    }

    func keepBooks(_ differences: Int64) throws(Failure) {
        let known = try stored(Self.booksName)
        var books = Books(known) ?? Books()
        (books.checkedDate, books.begunDate, books.differences) = (now, 0, differences)
        _ = try replace(Self.booksName, known, by: books.text)
    }
}
#endif
