import Codecs
import Linux
import Messages
import Storage

/// A change that is sent again, because its answer was lost on the way, is made once and gets its first answer again. The answer is a row
/// in the change's own transaction: either both are there or neither.
///
/// Work of several slices is durable before it has an answer. What it has begun, and how far it came, is a row, too, so that a second try
/// goes on with it, and does not begin another.
///
/// A log-in of a guest or by a token has no row either: it finds the session that the first try opened (`Members.namedSession`).
///
/// A refusal leaves no row, so that what was refused may be asked again. But it is an answer only when no other try is done or under way.
///
/// An answer may hold a session's token, and the database holds no such thing in clear: the row is found by the digest of the change's id,
/// and sealed with the id itself, which only its sender knows.
struct MadeOnce: Capability {
    let core: ServiceCore

    /// Whoever was away longer asks how things are.
    static let days: Int64 = 1
    /// Requests that have one effect however often they come, and log-ins by a password, may be asked again: of these a longer answer is
    /// not kept. It holds what the asker has stored, which has a share, and a day of such answers has none.
    static let unneededBytesMax = 4 << 10

    func answer(_ request: Request, _ change: () throws(Failure) -> Reply) throws(Failure) -> Reply {
        guard let id = request.changeId, request.name.facts.isMadeOnce else { return try change() }
        let length = id.utf8.count
        guard length >= HTTPForm.changeIdBytesMin, length <= HTTPForm.changeIdBytesMax else {
            throw Failure.refused(
                ResultCode.parameterInvalid,
                "\(HTTPForm.changeId): must have \(HTTPForm.changeIdBytesMin) to \(HTTPForm.changeIdBytesMax) bytes, has \(length)")
        }
        #if !hasFeature(Embedded)
        if Members.isNamed(request) { return try change() }
        #endif
        let key = ServiceCore.fingerprint(Service.name(ofChange: id))
        let subject = Self.subject(request, id)
        core.begun = nil
        if let known = try query(Self.knowing, [.text(key)]).first {
            // Until a day after an upgrade there may be a row of the version before.
            guard known.text(0) == subject || known.text(0) == Self.subject(request, "") else {
                throw Failure.refused(
                    ResultCode.changeIdTaken, "\(HTTPForm.changeId): names another change; make a new one for each change")
            }
            guard let begun = known.textOrNil(2) else { return try Self.kept(known, id) }
            core.begun = begun
        }
        let begun = core.begun
        defer { core.begun = nil }
        let facts = request.name.facts
        let isUnneeded = ((facts.isRepeatable && facts.door != .logIn) || request.name == .usersLogIn) && begun == nil
        do throws(Failure) {
            let reply = try change()
            if let work = core.unfinished {
                if let place = work.begun(), place != begun { try note(begun: place, insteadOf: begun, key, subject) }
                work.notePlace = { [self] (place, old) throws(Failure) in try note(begun: place, insteadOf: old, key, subject) }
                let mayBeLeftOut = isUnneeded && work.begun() == nil
                work.note = { [self] (reply) throws(Failure) in try note(reply, key, subject, id, isUnneeded: mayBeLeftOut) }
                work.firstAnswer = { [self] () throws(Failure) in
                    guard let known = try query(Self.knowing, [.text(key)]).first, known.isNull(2) else { return nil }
                    return try Self.kept(known, id)
                }
            } else {
                try note(reply, key, subject, id, isUnneeded: isUnneeded)
            }
            return reply
        } catch {
            try insist(on: error) { [self] (reply) throws(Failure) in
                if begun != nil { try note(reply, key, subject, id) } else { try note(begun: "", insteadOf: nil, key, subject) }
            }
            keep(error) { [self] (reply) throws(Failure) in try note(reply, key, subject, id) }
            throw error
        }
    }

    private static let knowing = "SELECT subject_hash, answer, begun FROM change_answers WHERE key_hash = ?"

    /// A slice of a change that is too long for one turn. The answer comes with the last one, and is kept with it.
    func slice(_ work: SlicedWork) throws(Failure) -> Reply? {
        if let reply = try work.firstAnswer?() {
            work.finish = { $0 }
            return reply
        }
        do throws(Failure) {
            let old = work.notePlace == nil ? nil : work.begun()
            guard let reply = try work.slice(core.isShared) else {
                if let note = work.notePlace, let place = work.begun(), place != old { try note(place, old) }
                return nil
            }
            try work.note?(work.finish(reply))
            return reply
        } catch {
            if let note = work.note {
                try insist(on: error, note)
                keep(error) { (reply) throws(Failure) in try note(work.finish(reply)) }
            }
            throw error
        }
    }

    /// Where services share a database, each question sees what is there by then: that a change has no answer yet, and a moment later what
    /// another try of it did. Such a try is waited for, and its answer is found when this one begins anew. `claim` fails when there is one,
    /// and is undone with all else that the refusal undoes.
    private func insist(on failure: Failure, _ claim: (Reply) throws(Failure) -> Void) throws(Failure) {
        guard case .refused(let reply) = failure, core.isShared else { return }
        try claim(reply)
        do throws(StorageError) {
            try core.database.settle()
        } catch {
            throw Failure.storage(error)
        }
    }

    /// What a refusal keeps it would keep a second time.
    private func keep(_ failure: Failure, _ note: @escaping (Reply) throws(Failure) -> Void) {
        guard case .refused(let reply) = failure, !core.progress.kept.isEmpty else { return }
        core.keepWhenRefused(.answer) { () throws(Failure) in try note(reply) }
    }

    private static func kept(_ known: Row, _ id: String) throws(Failure) -> Reply {
        guard let form = try? JSON.parse(bytes: sealed(known.blob(1), with: id), limits: HTTPForm.answerLimits),
            let reply = Reply(form: form)
        else { throw Failure.storage(.corrupt("an answer that was kept is not readable")) }
        return reply
    }

    private func note(_ reply: Reply, _ key: String, _ subject: String, _ id: String, isUnneeded: Bool = false) throws(Failure) {
        let answer = Array(reply.form.text().utf8)
        if isUnneeded, answer.count > Self.unneededBytesMax { return }
        // Of two that are under way at once the second begins anew, and finds the first one's answer.
        try core.claim(
            """
            INSERT INTO change_answers (key_hash, subject_hash, answer, made_date) VALUES (?, ?, ?, ?)
            ON CONFLICT (key_hash) DO UPDATE SET answer = excluded.answer, made_date = excluded.made_date, begun = NULL
            WHERE change_answers.begun IS NOT NULL
            """,
            [.text(key), .text(subject), .blob(Self.sealed(answer, with: id)), .integer(now)])
    }

    /// - Parameter old: what was noted before; nil for the first.
    private func note(begun: String, insteadOf old: String?, _ key: String, _ subject: String) throws(Failure) {
        if let old {
            return try core.claim(
                "UPDATE change_answers SET begun = ? WHERE key_hash = ? AND begun = ?", [.text(begun), .text(key), .text(old)])
        }
        try core.claim(
            """
            INSERT INTO change_answers (key_hash, subject_hash, answer, made_date, begun) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (key_hash) DO NOTHING
            """,
            [.text(key), .text(subject), .blob([]), .integer(now), .text(begun)])
    }

    /// The digest of a request, which is the same when the same sender repeats it. A request without a session may be a sign-up or a
    /// log-in: the id in the digest is not in the database, so a copy of the database cannot be used to guess passwords.
    private static func subject(_ request: Request, _ id: String) -> String {
        let token = request.accessToken ?? ""
        return ServiceCore.fingerprint("\(request.name.text)\n\(token.isEmpty ? id : token)\n\(request.parameters.text())")
    }

    /// The bytes combined with a stream that only the id makes; twice is as before.
    static func sealed(_ bytes: [UInt8], with id: String) -> [UInt8] {
        let key = HMACSHA256Key(Array(id.utf8))
        var sealed = bytes
        var name = Array("answer ".utf8)
        let nameCount = name.count
        sealed.withUnsafeMutableBufferPointer { sealed in
            withUnsafeTemporaryAllocation(byteCount: SHA256.digestBytes, alignment: 1) { block in
                for start in stride(from: 0, to: sealed.count, by: SHA256.digestBytes) {
                    name.removeLast(name.count - nameCount)
                    name.append(contentsOf: String(start / SHA256.digestBytes).utf8)
                    name.withUnsafeBytes { key.authenticate($0, into: block) }
                    for place in start..<min(start + SHA256.digestBytes, sealed.count) { sealed[place] ^= block[place - start] }
                }
            }
        }
        return sealed
    }
}

extension Schema {
    static let changeAnswers = [
        """
        CREATE TABLE change_answers (key_hash TEXT NOT NULL PRIMARY KEY, subject_hash TEXT NOT NULL, answer BLOB NOT NULL,
            made_date BIGINT NOT NULL)
        """,
        "CREATE INDEX change_answers_by_date ON change_answers (made_date)",
    ]

    static let begunChanges = ["ALTER TABLE change_answers ADD COLUMN begun TEXT"]
}
