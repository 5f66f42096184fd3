import Codecs
import Documents
import Linux
import Messages
import Storage

/// The device's side: what waits for it, at least once, until it says that it has shown it or the time of the message is over.
extension Notifications {
    /// {installationId, deviceToken, after?} -> {messages: [{seq, id, title?, message?, …}]}, oldest first.
    func receive(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let installationId = try own(parameters)
        let rows = try query(
            """
            SELECT m.seq, m.content FROM installation_waiting w JOIN installation_messages m ON m.seq = w.seq
            WHERE w.installation_id = ? AND w.seq > ? AND w.told IS NULL AND m.expires_date > ? ORDER BY w.seq LIMIT \(Self.waitingMax)
            """, [.text(installationId), .integer(try parameters.documentNumber("after")), .integer(now)])
        var messages: [JSON] = []
        for row in rows {
            guard var message = KeptJSON.read(row.text(1))?.objectValue else { continue }
            message["seq"] = .integer(row.integer(0))
            messages.append(.object(message))
        }
        return .success(["messages": .array(messages)])
    }

    /// {installationId, deviceToken, seq} -> {}
    func acknowledge(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let installationId = try own(parameters)
        let seq = Value.integer(try parameters.documentNumber("seq"))
        let key: [Value] = [.text(installationId), seq]
        // While the push is being sent it stays known who was told: its search may find an installation twice, or begin anew.
        let kept = try runCounted(
            """
            UPDATE installation_waiting SET told = 1 WHERE installation_id = ? AND seq = ?
            AND EXISTS (SELECT 1 FROM push_jobs j WHERE j.seq = installation_waiting.seq)
            """, key)
        if kept > 0 { return .success() }
        try run("DELETE FROM installation_waiting WHERE installation_id = ? AND seq = ?", key)
        try forgetMessage(seq)
        return .success()
    }

    /// When it waits for nobody.
    func forgetMessage(_ seq: Value) throws(Failure) {
        try core.lock("installation_messages", "seq", seq)
        try run(
            """
            DELETE FROM installation_messages WHERE seq = ?
            AND NOT EXISTS (SELECT 1 FROM installation_waiting w WHERE w.seq = installation_messages.seq)
            """, [seq])
    }

    /// The token proves that the device asks. It is the same answer for an installation that is not there.
    private func own(_ parameters: Parameters) throws(Failure) -> String {
        let id = try parameters.documentText("installationId") ?? ""
        let token = try parameters.documentText(ObjectClass.deviceToken) ?? ""
        guard !token.isEmpty, try objects.named(ObjectClass.installation, ObjectClass.deviceToken, secret: token) == id else {
            throw Failure.refused(.deviceTokenMissing).ofWrongProof
        }
        return id
    }

    /// A bite of messages that are over, after what waits of them.
    /// - Returns: whether nothing is left.
    func sweep(_ due: Int64) throws(Failure) -> Bool {
        let few = "SELECT seq FROM installation_messages WHERE expires_date <= ? ORDER BY expires_date LIMIT 20"
        let date = Value.integer(due)
        let waiting = try runCounted(
            """
            DELETE FROM installation_waiting WHERE (installation_id, seq) IN
            (SELECT installation_id, seq FROM installation_waiting WHERE seq IN (\(few)) LIMIT \(SlicedWork.rows))
            """, [date])
        if waiting > 0 { return false }
        return try runCounted("DELETE FROM installation_messages WHERE seq IN (\(few))", [date]) == 0
    }
}
