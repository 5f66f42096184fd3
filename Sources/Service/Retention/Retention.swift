import Codecs
import Linux
import Messages
import Storage

/// What is not kept for ever.
struct Retention: Capability {
    let core: ServiceCore
}

/// What is not kept for ever, and why it may go. Money is: the ledger, payments that were paid, unmatched money and orders that a store has
/// captured have no place here.
struct Sweep: Sendable {
    let table: String
    /// Of the rows, as the statement's text; its one parameter is the date from which on rows are kept.
    let key: String
    let condition: String
    let keptMilliseconds: @Sendable (ConsoleSettings) -> Int64
    /// What the dates of the table are counted in.
    var unitMilliseconds: Int64 = 1

    private static let day = CalendarDay.dayMilliseconds

    /// An expired session is refused like one that never was; a day is for clocks that are set right.
    static let sessionDays: Int64 = 1
    /// But who comes back to a session that a provider ended learns that for as long as the session would have lasted.
    static let revokedSessionDays: Int64 = Members.sessionMilliseconds / day
    /// Late players and customer centres learn for a day that a ticket was late and not wrong.
    static let ticketDays: Int64 = 1
    /// A device's wrong tries count for a day.
    static let transferTryDays: Int64 = 1
    /// A game that asks again whether its offer is closed does so within its next lives.
    static let offerDays: Int64 = 30

    private static let isNoRevocations = """
        NOT EXISTS (SELECT 1 FROM idp_revocations r WHERE r.user_id = sessions.user_id AND r.idp_code = sessions.idp_code)
        """

    #if hasFeature(Embedded)
    static let all = common
    #else
    static let all = common + ofServers

    private static let ofServers = [
        Sweep(table: "alarms", key: "alarm_id", condition: "ended_date < ?", keptMilliseconds: { _ in AlarmTiming.keptDays * day }),
        Sweep(
            table: "alarm_messages", key: "message_id", condition: "made_date < ?",
            keptMilliseconds: { _ in AlarmTiming.keptDays * day }),
        Sweep(
            table: "answer_minutes", key: "(minute, service)", condition: "minute < ?", keptMilliseconds: { _ in day },
            unitMilliseconds: Minute.milliseconds),
    ]
    #endif

    private static let common = [
        Sweep(table: "change_answers", key: "key_hash", condition: "made_date < ?", keptMilliseconds: { _ in MadeOnce.days * day }),
        Sweep(
            table: "sessions", key: "token_hash", condition: "expires_date < ? AND \(isNoRevocations)",
            keptMilliseconds: { _ in sessionDays * day }),
        Sweep(table: "sessions", key: "token_hash", condition: "expires_date < ?", keptMilliseconds: { _ in revokedSessionDays * day }),
        Sweep(table: "user_sessions", key: "token_hash", condition: "expires_date < ?", keptMilliseconds: { _ in sessionDays * day }),
        Sweep(
            table: "object_requests", key: "request_key", condition: "made_date < ?", keptMilliseconds: { _ in Objects.requestDays * day }),
        Sweep(
            table: "proof_tries", key: "(subject, place)", condition: "first_date < ?", keptMilliseconds: { _ in ProofTries.milliseconds }),
        Sweep(
            table: "proven_places", key: "(owner, place)", condition: "proven_date < ?",
            keptMilliseconds: { _ in ProofTries.provenDays * day }),
        // Who comes late learns for a day that the key was late and not wrong.
        Sweep(table: "one_time_keys", key: "key_hash", condition: "expires_date < ?", keptMilliseconds: { _ in ticketDays * day }),
        Sweep(table: "mails", key: "mail_id", condition: "over_date < ?", keptMilliseconds: { _ in MailLimit.keptDays * day }),
        Sweep(table: "forcing_tickets", key: "key_hash", condition: "expires_date < ?", keptMilliseconds: { _ in ticketDays * day }),
        Sweep(table: "short_term_tickets", key: "ticket_hash", condition: "expires_date < ?", keptMilliseconds: { _ in ticketDays * day }),
        Sweep(
            table: "transfer_failures", key: "subject", condition: "\(Members.isDeviceTry) AND first_date < ?",
            keptMilliseconds: { _ in transferTryDays * day }),
        Sweep(table: "store_offers", key: "offer_id", condition: "closed_date < ?", keptMilliseconds: { _ in offerDays * day }),
        Sweep(
            table: "bans", key: "(user_id, begin_date)", condition: "released_date < ?", keptMilliseconds: { $0.retention.banDays * day }),
        Sweep(
            table: "analytics_events", key: "event_id", condition: "received_date < ?", keptMilliseconds: { $0.retention.eventDays * day }),
        Sweep(
            table: "metrics_keys", key: "(user_id, key_hash)", condition: "seen_date < ?",
            keptMilliseconds: { _ in Analytics.metricsKeyDays * day }),
        Sweep(
            table: "storage_shares", key: "(owner, kind, day)", condition: "day > 0 AND day < ?", keptMilliseconds: { _ in day },
            unitMilliseconds: day),
        Sweep(
            table: "sandbox_orders", key: "order_key", condition: "\(SandboxOrder.isUnpaid) AND ready_date < ?",
            keptMilliseconds: { $0.retention.unpaidPaymentDays * day }),
    ]

    /// The condition stands outside too: when a row was changed while this waited for it, PostgreSQL asks again only what stands there
    /// (PostgreSQL manual, 13.2.1), and what came back to life stays. Its parameter comes twice.
    var statement: String {
        """
        DELETE FROM \(table) WHERE \(key) IN (SELECT \(bareKey) FROM \(table) WHERE \(condition) LIMIT \(SlicedWork.rows))
        AND \(condition)
        """
    }

    private var bareKey: String {
        key.utf8.first == UInt8(ascii: "(") ? String(decoding: key.utf8.dropFirst().dropLast(), as: UTF8.self) : key
    }
}

extension Retention {
    /// From one round to the next. A game that runs for minutes a day still sweeps, in its first minute of the day.
    static let sweepMilliseconds: Int64 = CalendarDay.dayMilliseconds
    /// A game that was away longer asks for what it needs when it comes back.
    static let outboxMilliseconds: Int64 = CalendarDay.dayMilliseconds

    /// The last of those that have no row in the table.
    #if hasFeature(Embedded)
    private static let sweepsBeside = 6
    #else
    private static let sweepsBeside = 12
    #endif

    /// The due round of sweeping, or the rest of an interrupted one, in small slices between players' requests. No request waits for it.
    @export(interface) public func dueSweep() -> SlicedWork? {
        let date = now
        guard let swept = persisted.swept?.date else { return nil }
        let isRound = Self.isDue(swept, date) && Self.isDue(core.lastSweepDate, date)
        #if hasFeature(Embedded)
        guard isRound else { return nil }
        #else
        guard isRound || (resumeDate.map { $0 <= date } ?? false) else { return nil }
        core.lastResumeDate = date
        #endif
        // A round that fails is not tried again at once.
        if isRound { core.lastSweepDate = date }
        // The rest of a round trusts the clock as far as the round itself did.
        let due = core.witnessedDate(isRound: isRound), newest = max(date, swept)
        return SlicedWork(Round()) { (state) throws(Failure) in
            #if hasFeature(Embedded)
            if state.place == 0 { try core.noteSweep(held: date &- due) }
            #else
            if state.place == 0, isRound { try core.noteSweepBegun(held: date &- due) }
            #endif
            let isThrough: Bool
            switch state.place {
            case Sweep.all.count: isThrough = try sweepPushes(due)
            case Sweep.all.count + 1: isThrough = try sweepPayments(&state.cursor, due)
            case Sweep.all.count + 2: isThrough = try storedFiles.sweep(due, newest)
            case Sweep.all.count + 3: isThrough = try notifications.sweep(due)
            case Sweep.all.count + 4: isThrough = try push.sweepCampaigns(due)
            case Sweep.all.count + 5: isThrough = try sweepEvents(due, newest)
            case Sweep.all.count + 6: isThrough = try leaderboards.sweep(due)
            #if !hasFeature(Embedded)
            case Sweep.all.count + 7: isThrough = try sweepMembers()
            case Sweep.all.count + 8: isThrough = try members.settleGraceBansDue(after: &state.graceBan, due)
            case Sweep.all.count + 9: isThrough = try members.settleBansOver(after: &state.ban, due)
            case Sweep.all.count + 10: isThrough = try members.settleDueWithdrawals(after: &state.member, due)
            case Sweep.all.count + 11: isThrough = try sweepEmptyGroups()
            case Sweep.all.count + 12: isThrough = try rights.finishErasures(&state.erasure)
            #endif
            case let other: isThrough = try sweep(Sweep.all[other], due)
            }
            if isThrough { state.place += 1 }
            guard state.place > Sweep.all.count + Self.sweepsBeside else { return nil }
            #if !hasFeature(Embedded)
            try core.noteSweepEnded()
            #endif
            return .success()
        }
    }

    /// Where a round is.
    private struct Round {
        var place = 0
        var cursor = (date: Int64.min, paymentSeq: "")
        var member = (date: Int64.min, userId: "")
        var ban = (date: Int64.min, userId: "")
        var graceBan = ""
        var erasure: Rights.Erasure?
    }

    /// What was done later than now was done by a clock that was wrong, and is due.
    private static func isDue(_ last: Int64, _ date: Int64) -> Bool { date >= last &+ sweepMilliseconds || last > date }

    #if !hasFeature(Embedded)
    /// A round that has not ended after so long was cut short, by a kill or a failure: the rest is not left to the next day.
    static let resumeMilliseconds: Int64 = 3_600_000

    /// When the rest of a round that was cut short is due; nil: the last one came to its end. A service that begins with a database of its
    /// own knows at once that nobody is at it.
    private var resumeDate: Int64? {
        guard let note = persisted.swept, note.isOpen else { return nil }
        if !core.isShared, core.lastResumeDate == Int64.min { return Int64.min }
        return max(note.date, core.lastResumeDate) &+ Self.resumeMilliseconds
    }

    /// When the next round is due; `Int64.max`: no day is counted yet.
    var nextSweepDate: Int64 {
        guard let swept = persisted.swept?.date else { return Int64.max }
        let date = now
        // One that was later than now was done by a clock that was wrong, and says nothing.
        func following(_ last: Int64) -> Int64 { last > date || last == Int64.min ? Int64.min : last &+ Self.sweepMilliseconds }
        return min(max(following(swept), following(core.lastSweepDate)), resumeDate ?? Int64.max)
    }
    #endif

    /// - Returns: whether nothing is left, as of all of these.
    private func sweep(_ sweep: Sweep, _ due: Int64) throws(Failure) -> Bool {
        let date = Value.integer((due &- sweep.keptMilliseconds(settings)) / sweep.unitMilliseconds)
        return try runCounted(sweep.statement, [date, date]) < SlicedWork.rows
    }

    #if !hasFeature(Embedded)
    /// Members of relations whose object is gone.
    private func sweepMembers() throws(Failure) -> Bool {
        let ended = try query("SELECT class_name, object_id FROM relation_ends ORDER BY class_name, object_id LIMIT 1", [])
        guard let key = ended.first?.values else { return true }
        let gone = try runCounted(
            """
            DELETE FROM relations WHERE (class_name, object_id, field, target_id) IN
            (SELECT class_name, object_id, field, target_id FROM relations WHERE class_name = ? AND object_id = ? LIMIT \(SlicedWork.rows))
            """, key)
        if gone < SlicedWork.rows { try run("DELETE FROM relation_ends WHERE class_name = ? AND object_id = ?", key) }
        return false
    }
    #endif

    #if !hasFeature(Embedded)
    /// Levels and groups of players that nobody is in any more. Where servers share a database they stay when the last player goes
    /// (`Analytics.countGroups`), and a player may name others with each metric.
    private func sweepEmptyGroups() throws(Failure) -> Bool {
        guard core.isShared else { return true }
        // In the order in which metrics write them.
        let levels = try runCounted(
            """
            DELETE FROM level_users WHERE user_level IN (SELECT user_level FROM level_users WHERE users = 0 LIMIT \(SlicedWork.rows))
            AND users = 0
            """, [])
        let groups = try runCounted(
            """
            DELETE FROM player_groups WHERE (grouping, name) IN (SELECT grouping, name FROM player_groups
            WHERE grouping IN ('\(PlayerGroups.channels)', '\(PlayerGroups.characters)', '\(PlayerGroups.classes)') AND users = 0
            LIMIT \(SlicedWork.rows)) AND users = 0
            """, [])
        return groups + levels == 0
    }
    #endif

    /// Messages that are over, after what waits of them.
    private func sweepPushes(_ due: Int64) throws(Failure) -> Bool {
        let few = "SELECT seq FROM push_messages WHERE expires_date <= ? ORDER BY expires_date LIMIT 20"
        let date = Value.integer(due)
        let waiting = try runCounted(
            """
            DELETE FROM push_waiting WHERE (device_key, user_id, seq) IN
            (SELECT device_key, user_id, seq FROM push_waiting WHERE seq IN (\(few)) LIMIT \(SlicedWork.rows))
            """, [date])
        if waiting > 0 { return false }
        return try runCounted("DELETE FROM push_messages WHERE seq IN (\(few))", [date]) == 0
    }

    /// Reservations that came to nothing: no store has taken money for them nor still may, and no line of the ledger names them. A store of
    /// the host's may be paid at any time for what it never said is over. The newest stays, whatever it is: by it new numbers grow after a
    /// restart, and a number that was given twice would give one player's money to another.
    private func sweepPayments(_ cursor: inout (date: Int64, paymentSeq: String), _ due: Int64) throws(Failure) -> Bool {
        let kept = Value.integer(due &- settings.retention.unpaidPaymentDays * CalendarDay.dayMilliseconds)
        let rows = try query(
            """
            SELECT payment_seq, reserved_date FROM payments WHERE \(Payment.isUnpaid) AND (reserved_date, payment_seq) > (?, ?)
            AND reserved_date < ? ORDER BY reserved_date, payment_seq LIMIT \(SlicedWork.rows)
            """, [.integer(cursor.date), .text(cursor.paymentSeq), kept])
        let newest = "\(try core.newestNumber())"
        for row in rows where row.text(0) != newest {
            try run(
                """
                DELETE FROM payments WHERE payment_seq = ? AND \(Payment.isUnpaid) AND COALESCE(closed_date, 0) < ?
                AND (state <> \(PaymentState.reserved) OR store_code = '\(StoreSettings.sandbox)')
                AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = payments.payment_seq)
                AND NOT EXISTS (SELECT 1 FROM unmatched_money u WHERE u.payment_seq = payments.payment_seq)
                AND NOT EXISTS (SELECT 1 FROM sandbox_orders o WHERE o.order_key = payments.order_key)
                """, [row.values[0], kept])
        }
        if let end = rows.last { cursor = (end.integer(1), end.text(0)) }
        return rows.count < SlicedWork.rows
    }
}

/// Indexes by which the sweeps find what may go, and nothing else.
extension Schema {
    static let retention = [
        "CREATE INDEX sessions_by_expiry ON sessions (expires_date)",
        "DROP INDEX transfer_failures_by_date",
        "CREATE INDEX transfer_failures_of_devices ON transfer_failures (first_date) WHERE \(Members.isDeviceTry)",
        "CREATE INDEX bans_by_release ON bans (released_date)",
        "CREATE INDEX analytics_events_by_receipt ON analytics_events (received_date)",
        "CREATE INDEX sandbox_orders_unpaid ON sandbox_orders (ready_date) WHERE \(SandboxOrder.isUnpaid)",
        "CREATE INDEX payments_unpaid ON payments (reserved_date, payment_seq) WHERE \(Payment.isUnpaid)",
        // A file that has players already is due at once.
        "INSERT INTO service_state (name, value) SELECT '\(PersistedState.Name.sweptDate)', '0' WHERE EXISTS (SELECT 1 FROM members)",
    ]
}
