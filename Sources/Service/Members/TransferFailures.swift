import Codecs
import Linux
import Messages
import Storage

/// Wrong tries to move a guest, and the block that follows from too many. A wrong password counts against the account, a wrong id, which
/// is no account's, against the device that tried. They are kept with the refusal, or nobody could be stopped.
extension Members {
    /// A device's tries that blocked nobody; the condition of a partial index.
    static let isDeviceTry = "blocked_date IS NULL AND subject >= 'device ' AND subject < 'device!'"

    static func subject(ofDevice guestKey: String) -> String { "device " + guestKey }

    // MARK: Of a place

    static func owner(_ userId: String) -> String { "member \(userId)" }

    func tries(atAccount id: String, _ request: Request) -> ProofTries { ProofTries(core, "transfer \(id)", from: request.network) }

    /// Ids that nobody has are tried at all of them.
    func triesAtIds(_ request: Request) -> ProofTries {
        ProofTries(core, "transfer ids", from: request.network, mostOfAll: 10 * ProofTries.ofAllMax)
    }

    /// - Parameter account: nil: nobody has the id.
    func refuseTries(at account: TransferAccount?, _ id: String, _ request: Request) throws(Failure) {
        let owner = account.map { Self.owner($0.userId) }
        try triesAtIds(request).admit(owner) { tooManyTries(id, $0) }
        if account != nil { try tries(atAccount: id, request).admit(owner) { tooManyTries(id, $0) } }
    }

    /// Its owner keeps the account there, or has moved there before.
    func isFromKnownPlace(_ account: TransferAccount, _ request: Request) throws(Failure) -> Bool {
        guard !request.network.isEmpty else { return false }
        return try tries(atAccount: account.id, request).isKnown(to: Self.owner(account.userId))
    }

    /// A wrong id, by a device that can call itself what it likes: it counts for its network, too.
    func wrongId(_ id: String, at device: String, _ request: Request) throws(Failure) -> Failure {
        let refusal = try wrongTry(id, at: device, ResultCode.transferIdWrong, "account.id: there is no such account")
        return try triesAtIds(request).wrong(.transferTry, refusal) { tooManyTries(id, $0) }
    }

    /// A wrong password.
    func wrongTry(
        _ id: String, at subject: String, _ code: Int32, _ message: String, _ request: Request
    ) throws(Failure) -> Failure {
        let refusal = try wrongTry(id, at: subject, code, message)
        return try tries(atAccount: id, request).wrong(.transferTry, refusal) { tooManyTries(id, $0) }
    }

    func tooManyTries(_ id: String, _ milliseconds: Int64) -> Failure {
        let since = now &+ milliseconds &- ProofTries.milliseconds
        return blocked(id, ProofTries.ofPlaceMax, since: since, until: now &+ milliseconds).after(milliseconds: milliseconds)
    }

    // MARK: The block that the settings ask for

    /// - Returns: why this try is refused: with `code`, or because it was the last.
    private func wrongTry(_ id: String, at subject: String, _ code: Int32, _ message: String) throws(Failure) -> Failure {
        guard let block = settings.transferAccount.block else { return Failure.refused(code, message) }
        let date = now
        let dayAgo = date &- Sweep.transferTryDays * CalendarDay.dayMilliseconds
        // By a clock that was wrong.
        let dayAhead = date &+ Sweep.transferTryDays * CalendarDay.dayMilliseconds
        // A device's tries count for a day, so that their number stays small; an account's until somebody gets it right.
        let known = try query(
            """
            SELECT fail_count, first_date FROM transfer_failures WHERE subject = ?
            AND NOT (\(Self.isDeviceTry) AND (first_date < ? OR first_date > ?))
            """, [.text(subject), .integer(dayAgo), .integer(dayAhead)]
        ).first
        let count = (known?.integer(0) ?? 0) + 1
        let isLast = count >= block.attempts
        let end = isLast ? block.minutes.map { date &+ $0 * 60_000 } : nil
        let values: [Value] = [
            .text(subject), .integer(count), .integer(known?.integer(1) ?? date), isLast ? .integer(date) : .null, Value(end),
        ]
        keepWhenRefused(.transferTry) { [self] () throws(Failure) in
            // Of two that tried at once, the second one counts on. After a block, or a day, the count begins anew.
            try claim(
                """
                INSERT INTO transfer_failures (subject, fail_count, first_date, blocked_date, block_end_date) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET fail_count = excluded.fail_count, first_date = excluded.first_date,
                    blocked_date = excluded.blocked_date, block_end_date = excluded.block_end_date
                WHERE transfer_failures.fail_count < excluded.fail_count OR transfer_failures.first_date < ?
                    OR transfer_failures.first_date > ? OR transfer_failures.block_end_date <= ? OR transfer_failures.block_end_date - ?
                    > 2 * (transfer_failures.block_end_date - transfer_failures.blocked_date)
                """, values + [.integer(dayAgo), .integer(dayAhead), .integer(date), .integer(date)])
        }
        guard isLast else { return Failure.refused(code, "\(message); \(block.attempts - count) more tries before a block") }
        return blocked(id, count, since: date, until: end)
    }

    /// A block that is over is forgotten, and the counting begins anew.
    func refuseBlocked(_ id: String, at subject: String) throws(Failure) {
        let rows = try query(
            "SELECT fail_count, blocked_date, block_end_date FROM transfer_failures WHERE subject = ?", [.text(subject)])
        guard let row = rows.first, let since = row.integerOrNil(1) else { return }
        let end = row.integerOrNil(2)
        // One that would last for longer than it is long was begun by a clock that was wrong.
        if let end, end <= now || end &- now > 2 &* (end &- since) { return try forgetFailures(subject) }
        throw blocked(id, row.integer(0), since: since, until: end)
    }

    func forgetFailures(_ subject: String) throws(Failure) {
        try run("DELETE FROM transfer_failures WHERE subject = ?", [.text(subject)])
    }

    /// With the keys of the SDK's TCGBTransferAccountFailInfo.
    private func blocked(_ id: String, _ count: Int64, since date: Int64, until end: Int64?) -> Failure {
        var info: JSONObject = [
            "appId": .string(appId ?? ""), "id": .string(id), "status": "B", "failCount": .integer(count), "regDate": .integer(date),
        ]
        if let end { info["blockEndDate"] = .integer(end) }
        return Failure.refused(
            ResultCode.transferBlocked, "account: blocked after \(count) wrong tries", body: ["failTransferAccount": .object(info)])
    }
}
