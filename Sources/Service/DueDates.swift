import Codecs
import Storage

#if !hasFeature(Embedded)
/// What is due by itself, though nobody asks for anything: one list. A server looks at it for apps that nobody has asked since it began,
/// and for what other servers of the database have left. A unit test holds it against the dates that are kept (`PersistedDate`).
public enum DueDates {
    struct Kind: Sendable {
        /// The dates that say when: tables and columns, or the rows of `service_state`.
        let dates: [String]
        let found: Found
    }

    enum Found: Sendable {
        /// By a statement of one value; tables have a prefix.
        /// - Parameter date: when it is due, by the value.
        case by(statement: @Sendable (_ prefix: String) -> String, date: @Sendable (Value) -> Int64?)
        /// A server asks each app for it in rounds of its own (`carrier.storeRound`), whatever the date is.
        case inRounds
    }

    static let all = [
        // The earliest of those that are planned for a campaign's players is the campaign's own.
        Kind(
            dates: ["push_campaigns.due_date", "push_planned.due_date"],
            found: .by(statement: { "SELECT MIN(due_date) FROM \($0)push_campaigns" }, date: integer)),
        Kind(dates: ["push_jobs.due_date"], found: .by(statement: { "SELECT MIN(due_date) FROM \($0)push_jobs" }, date: integer)),
        Kind(
            dates: ["file_contents.state_date"],
            found: .by(
                statement: { "SELECT MIN(state_date) FROM \($0)file_contents WHERE \(FileContent.isUnheld)" },
                date: { integer($0).map { $0 &+ StoredFiles.uploadMilliseconds &+ 1 } })),
        Kind(
            dates: ["service_state.sweptDate"],
            found: .by(
                statement: { "SELECT value FROM \($0)service_state WHERE name = '\(PersistedState.Name.sweptDate)'" },
                date: {
                    text($0).map { SweepNote($0, offset: 0) }.map {
                        $0.date &+ ($0.isOpen ? Retention.resumeMilliseconds : Retention.sweepMilliseconds)
                    }
                })),
        // An index that is not filled is due whenever it is.
        Kind(
            dates: [],
            found: .by(
                statement: { "SELECT MIN(index_id) FROM \($0)object_indexes WHERE built_to IS NOT NULL" },
                date: { integer($0).map { _ in Int64.min } })),
        Kind(
            dates: ["refund_requests.next_date", "store_rows.next_date", "mails.next_date", "alarm_messages.next_date"], found: .inRounds),
    ]

    private static let offset: @Sendable (String) -> String = {
        "SELECT value FROM \($0)service_state WHERE name = '\(PersistedState.Name.clockOffset)'"
    }

    private static let kinds = all.compactMap { kind -> (statement: @Sendable (String) -> String, date: @Sendable (Value) -> Int64?)? in
        guard case .by(let statement, let date) = kind.found else { return nil }
        return (statement, date)
    }

    /// A value for each kind, as a part of one row that is selected.
    /// - Parameter prefix: of the tables of one app, such as `schema.`.
    public static func values(in prefix: String) -> String {
        (kinds.map { $0.statement } + [offset]).map { "(\($0(prefix)))" }.joined(separator: ", ")
    }

    /// - Parameter values: those of `values(in:)`.
    /// - Returns: when something is due next, by the clock of the services; nil: nothing is.
    public static func next(_ values: [Value]) -> Int64? {
        guard values.count == kinds.count + 1, let last = values.last else { return nil }
        // What a sandbox's clock was moved forward.
        let ahead = number(last) ?? 0
        return zip(kinds, values).compactMap { $0.date($1) }.min().map { date in
            let (moved, isBefore) = date.subtractingReportingOverflow(ahead)
            return isBefore ? Int64.min : moved
        }
    }

    private static let integer: @Sendable (Value) -> Int64? = { Row([$0]).integerOrNil(0) }
    private static let text: @Sendable (Value) -> String? = { Row([$0]).textOrNil(0) }
    private static let number: @Sendable (Value) -> Int64? = { text($0).flatMap { Int64($0) } }
}

extension Service {
    /// What is due is found out anew: another service may have left it, or made it due.
    public func lookAgain() {
        (core.nextCampaignDate, core.nextSendDate, core.nextUploadDate) = (Int64.min, Int64.min, Int64.min)
        core.hasUnbuiltIndex = true
    }
}
#endif
