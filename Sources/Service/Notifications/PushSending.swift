import Codecs
import Documents
import Linux
import Messages
import Storage

/// A push that is being sent.
struct PushSending {
    let pushId: String
    let seq: Int64
    let content: String
    let expiresDate: Int64
    let caller: Caller
    /// Until its end it is this service's; another end is another's.
    var lease: Lease
    /// All have it. What is left is to forget who was told meanwhile.
    var isThrough = false
    var found: Finding
}

extension ServiceCore {
    /// A service that begins with a database of its own is the only one that sends: what an earlier run was at is due.
    func endOldSends() throws(StorageError) {
        // However far ahead: the clock may have been wrong when it was taken.
        let lease = [Value.integer(now)]
        let taken = "due_date > ? AND seq IS NOT NULL"
        guard !isShared, try !database.query("SELECT push_id FROM push_jobs WHERE \(taken) LIMIT 1", lease).isEmpty else { return }
        do throws(StorageError) {
            _ = try database.run("UPDATE push_jobs SET due_date = ? WHERE \(taken)", [.integer(now)] + lease)
        } catch {
            // On a full disk they wait for their date; reading goes on.
            guard case .full = error else { throw error }
        }
    }

    /// When a push is due next; in a database that others write to, not later than their pushes are looked for.
    func readNextSendDate() throws(StorageError) {
        let next = try database.query("SELECT MIN(due_date) FROM push_jobs", []).first?.integerOrNil(0) ?? Int64.max
        nextSendDate = isShared ? min(next, now &+ Notifications.lookMilliseconds) : next
    }
}

/// Sending: every installation that the condition finds, in slices, each of them durable. One that is cut short begins anew; installations
/// that have the message waiting have it once.
extension Notifications {
    func dueSend() -> SlicedWork? {
        guard core.nextSendDate <= now else { return nil }
        // Work that fails is not tried again at once.
        core.nextSendDate = now &+ Self.leaseMilliseconds
        return SlicedWork(nil as PushSending?) { (state) throws(Failure) in
            guard var sending = state else {
                guard let next = try nextJob() else { return .success() }
                state = try begin(next)
                return nil
            }
            state = try send(&sending) ? nil : sending
            return nil
        }
    }

    /// - Returns: one that is due; else notes when to look again.
    private func nextJob() throws(Failure) -> Row? {
        let date = now
        // One push after the other, whoever sends: devices ask for what comes behind the last that they have got. Whoever is at one goes on
        // with the next. Of two that begin at once the second is overtaken (`nextPushStamp`).
        if core.isShared {
            let underWay = try query(
                "SELECT push_id FROM push_jobs WHERE due_date > ? AND due_date <= ? AND seq IS NOT NULL LIMIT 1",
                [.integer(date), .integer(date &+ Self.leaseMilliseconds)])
            if !underWay.isEmpty {
                core.nextSendDate = date &+ Self.busyMilliseconds
                return nil
            }
        }
        // One that was begun goes before the others: devices that have those ask for nothing before them.
        for begun in ["seq IS NOT NULL", "seq IS NULL"] {
            let due = try query(
                """
                SELECT push_id, due_date, seq, user_id, is_console, sent FROM push_jobs WHERE due_date <= ? AND \(begun)
                ORDER BY due_date, made LIMIT 1
                """, [.integer(date)])
            if let row = due.first { return row }
        }
        #if !hasFeature(Embedded)
        // One that is taken for longer than it can be was taken by a clock that was wrong.
        if let row = try query(
            """
            SELECT push_id, due_date, seq, user_id, is_console, sent FROM push_jobs WHERE due_date > ? AND seq IS NOT NULL
            ORDER BY due_date, made LIMIT 1
            """, [.integer(date &+ Self.leaseMilliseconds)]
        ).first {
            return row
        }
        #endif
        do throws(StorageError) {
            try core.readNextSendDate()
        } catch {
            throw Failure.storage(error)
        }
        return nil
    }

    /// - Returns: nil when there is nothing to send.
    private func begin(_ job: Row) throws(Failure) -> PushSending? {
        let pushId = job.text(0)
        // One that is damaged is not sent, and those behind it are.
        guard let old = try objects.wholeObject(ObjectClass.push, pushId) else {
            try run("DELETE FROM push_jobs WHERE push_id = ?", [.text(pushId)])
            return nil
        }
        do throws(Failure) {
            return try begin(job, old)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            try end(pushId, PushStatus.failed, sent: job.integer(5), error: reply.body["error"] ?? .string(reply.message))
            return nil
        }
    }

    private func begin(_ job: Row, _ old: StoredObject) throws(Failure) -> PushSending? {
        let pushId = old.objectId
        let fields = PushObjectFields(fields: old.fields)
        let seq = if let known = job.integerOrNil(2) { known } else { try core.nextPushStamp() }
        let lease = Lease(from: core.time, milliseconds: Self.leaseMilliseconds)
        try claim(
            "UPDATE push_jobs SET due_date = ?, seq = ? WHERE push_id = ? AND due_date = ?",
            [.integer(lease.end.epochMilliseconds), .integer(seq), .text(pushId), .integer(job.integer(1))])
        // A push that a kill cut short lives from now on: by the date of its first beginning a clock that was behind then would end it.
        let expiresDate = try fields.expiresDate(begin: now)
        // The installations that it reached before are counted in its job.
        guard expiresDate > now else {
            try end(pushId, PushStatus.sent, sent: job.integer(5))
            return nil
        }
        var push = old
        push.fields["status"] = .integer(PushStatus.sending)
        try objects.update(push, insteadOf: old)
        let condition = try fields.condition()
        return PushSending(
            pushId: pushId, seq: seq, content: JSON.object(fields.content(pushId)).text(), expiresDate: expiresDate,
            caller: caller(job), lease: lease,
            found: try refusing { () throws(DocumentError) in try Finding(streaming: condition, of: ObjectClass.installation) })
    }

    private func caller(_ job: Row) -> Caller {
        if job.bool(4) { return .console }
        guard let userId = job.textOrNil(3) else { return .nobody }
        return .user(userId)
    }

    /// One slice.
    /// - Returns: whether it was the last.
    private func send(_ sending: inout PushSending) throws(Failure) -> Bool {
        let job = try query(
            "SELECT sent FROM push_jobs WHERE push_id = ? AND seq = ? AND due_date = ?",
            [.text(sending.pushId), .integer(sending.seq), .integer(sending.lease.end.epochMilliseconds)]
        ).first
        guard let job else { return try leave(sending) }
        if sending.isThrough { return try finish(&sending, sent: job.integer(0)) }
        let (installations, isThrough): ([JSONObject], Bool)
        do throws(Failure) {
            (installations, isThrough) = try objects.stream(&sending.found, sending.caller)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            try end(sending.pushId, PushStatus.failed, sent: job.integer(0), error: reply.body["error"] ?? .string(reply.message))
            return true
        }
        var sent: Int64 = 0
        if !installations.isEmpty { try keepMessage(sending) }
        for installation in installations { sent += try queue(sending, installation[FieldNames.objectId]?.stringValue ?? "") }
        sending.isThrough = isThrough
        if isThrough { return try finish(&sending, sent: job.integer(0) + sent) }
        try goOn(&sending, sent: job.integer(0) + sent)
        return false
    }

    /// Of one whose lease another has by now nothing is written.
    private func goOn(_ sending: inout PushSending, sent: Int64) throws(Failure) {
        let lease = Lease(from: core.time, milliseconds: Self.leaseMilliseconds)
        try claim(
            "UPDATE push_jobs SET sent = ?, due_date = ? WHERE push_id = ? AND due_date = ?",
            [
                .integer(sent), .integer(lease.end.epochMilliseconds), .text(sending.pushId),
                .integer(sending.lease.end.epochMilliseconds),
            ])
        sending.lease = lease
    }

    /// It was deleted, or another service has it.
    /// - Returns: whether nothing is left.
    private func leave(_ sending: PushSending) throws(Failure) -> Bool {
        let others = try query("SELECT 1 FROM push_jobs WHERE push_id = ?", [.text(sending.pushId)])
        if !others.isEmpty { return true }
        return try forgetTold(sending)
    }

    /// - Returns: whether nothing is left.
    private func finish(_ sending: inout PushSending, sent: Int64) throws(Failure) -> Bool {
        guard try forgetTold(sending) else {
            try goOn(&sending, sent: sent)
            return false
        }
        try end(sending.pushId, PushStatus.sent, sent: sent)
        return true
    }

    /// A bite of who was told while it was being sent.
    /// - Returns: whether nothing is left.
    private func forgetTold(_ sending: PushSending) throws(Failure) -> Bool {
        let seq = Value.integer(sending.seq)
        let told = try runCounted(
            """
            DELETE FROM installation_waiting WHERE (installation_id, seq) IN
            (SELECT installation_id, seq FROM installation_waiting WHERE seq = ? AND told = 1 LIMIT \(SlicedWork.rows)) AND told = 1
            """, [seq])
        if told == SlicedWork.rows { return false }
        try forgetMessage(seq)
        return true
    }

    /// It may be gone again when those who had it first have all been told: then it comes back for the rest. Where others tell devices at
    /// the same moment it is written in any case: whoever lets it go waits, and sees for whom it is.
    private func keepMessage(_ sending: PushSending) throws(Failure) {
        try run(
            """
            INSERT INTO installation_messages (seq, content, expires_date) VALUES (?, ?, ?)
            ON CONFLICT (seq) DO UPDATE SET expires_date = excluded.expires_date
            """, [.integer(sending.seq), .text(sending.content), .integer(sending.expiresDate)])
    }

    /// - Returns: 1; 0 for one that it waits for already.
    private func queue(_ sending: PushSending, _ installationId: String) throws(Failure) -> Int64 {
        let (id, seq) = (Value.text(installationId), Value.integer(sending.seq))
        let new = try runCounted(
            "INSERT INTO installation_waiting (installation_id, seq) VALUES (?, ?) ON CONFLICT (installation_id, seq) DO NOTHING",
            [id, seq])
        if new == 0 { return 0 }
        try run(
            """
            DELETE FROM installation_waiting WHERE installation_id = ? AND seq <= (SELECT w.seq FROM installation_waiting w
                WHERE w.installation_id = ? ORDER BY w.seq DESC LIMIT 1 OFFSET \(Self.waitingMax))
            """, [id, id])
        return 1
    }

    private func end(_ pushId: String, _ status: Int64, sent: Int64, error: JSON = nil) throws(Failure) {
        try run("DELETE FROM push_jobs WHERE push_id = ?", [.text(pushId)])
        if sent > 0 { raise(.installationsWaiting) }
        guard let old = try objects.wholeObject(ObjectClass.push, pushId) else { return }
        var push = old
        push.fields["status"] = .integer(status)
        push.fields["deliveryPlanNumber"] = .integer(sent)
        push.fields["deliveryNumber"] = .integer(sent)
        push.fields["error"] = error
        try objects.update(push, insteadOf: old)
    }
}
