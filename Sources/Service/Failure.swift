import Codecs
import Messages
import Storage

/// Why a request ends early: refused by a rule, which is an answer; overtaken by another writer, so that it has to be asked once more; or
/// stopped by the storage, which undoes the request. Indirect: a thousand functions throw it, and each call of one would copy a reply.
indirect enum Failure: Error {
    case refused(Reply)
    case overtaken(String)
    case storage(StorageError)

    /// Whether only this request, or this part of it, has to be undone. Every other fault stops all that share the transaction.
    var isRequestsOwn: Bool {
        switch self {
        case .refused: true
        // Its parts too: what they have read is not so any more.
        case .overtaken: false
        case .storage(let fault): fault.isRequestsOwn
        }
    }

    /// Somebody tried to prove something and did not: who carries requests counts it.
    var ofWrongProof: Failure {
        guard case .refused(let reply) = self else { return self }
        return .refused(reply.withWrongProof)
    }

    static func refused(_ code: Int32, _ message: String, body: JSON = [:]) -> Failure {
        .refused(Reply.failure(code, message, body: body))
    }
}

extension ServiceCore {
    /// Counts what the request under way costs.
    @inline(__always) func spend(_ work: Int) {
        #if !hasFeature(Embedded)
        spent &+= work
        #endif
    }

    @inline(__always) func noteSession() {
        #if !hasFeature(Embedded)
        hasSession = true
        #endif
    }

    /// The slice under way does nothing: there is no room for what it needs.
    @inline(__always) func wait() {
        #if !hasFeature(Embedded)
        isWaiting = true
        #endif
    }

    /// The next slice asks nothing of the database.
    @inline(__always) func computes() {
        #if !hasFeature(Embedded)
        isComputing = true
        #endif
    }

    /// The turn under way is as long as it may be. Whoever has a game in the process takes turns with nobody.
    @inline(__always) var isTurnOver: Bool {
        #if hasFeature(Embedded)
        false
        #else
        spent &- spentBefore >= Work.ofTurn
        #endif
    }

    /// A slice begins.
    @inline(__always) func beginTurn() {
        #if !hasFeature(Embedded)
        spentBefore = spent
        #endif
    }

    /// A write whose count decides nothing: a shared database need not be waited for.
    func run(_ sql: String, _ values: [Value]) throws(Failure) {
        if !progress.hasWritten { try beginWriting() }
        do throws(StorageError) {
            spend(Work.ofWrite)
            try database.write(sql, values)
        } catch {
            throw Failure.storage(error)
        }
    }

    /// An addition to a sum, as `Database.tally` does it.
    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(Failure) {
        if !progress.hasWritten { try beginWriting() }
        do throws(StorageError) {
            spend(Work.ofWrite)
            try database.tally(sql, keys, amount)
        } catch {
            throw Failure.storage(error)
        }
    }

    /// - Returns: how many rows changed.
    func runCounted(_ sql: String, _ values: [Value]) throws(Failure) -> Int {
        if !progress.hasWritten { try beginWriting() }
        do throws(StorageError) {
            spend(Work.ofWrite)
            return try database.run(sql, values)
        } catch {
            throw Failure.storage(error)
        }
    }

    /// A write on condition that what the request has read is still so. In a database of one service it always is.
    func claim(_ sql: String, _ values: [Value]) throws(Failure) {
        if !progress.hasWritten { try beginWriting() }
        do throws(StorageError) {
            spend(Work.ofWrite)
            try database.claim(sql, values)
        } catch {
            throw Failure.storage(error)
        }
    }

    /// Nobody else decides about this member's money and identities until the transaction ends.
    /// - Returns: the member's standing behind the lock; nil in a database of one service.
    @discardableResult
    func lock(member userId: String) throws(Failure) -> String? {
        guard isShared else { return nil }
        let rows = try query("SELECT user_id, valid FROM members WHERE user_id = ? FOR UPDATE", [.text(userId)])
        lookAtClock()
        return rows.first?.text(1)
    }

    /// Locks the row until the transaction ends (`FOR UPDATE`). Later queries of the transaction see what earlier holders of the lock
    /// committed. Does nothing in a database of one service.
    func lock(_ table: String, _ key: String, _ value: Value) throws(Failure) {
        guard isShared else { return }
        _ = try query("SELECT " + key + " FROM " + table + " WHERE " + key + " = ? FOR UPDATE", [value])
        lookAtClock()
    }

    /// Does what goes by a name that was free. When it is refused, and the name is another's by then, another service was faster: the
    /// request begins anew, and finds whose it is.
    func whileFree(_ isFree: () throws(Failure) -> Bool, _ body: () throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) {
            try body()
        } catch {
            guard isShared, case .refused = error, try !isFree() else { throw error }
            throw Failure.overtaken("another service has taken the name")
        }
    }

    func query(_ sql: String, _ values: [Value]) throws(Failure) -> [Row] {
        do throws(StorageError) {
            let rows = try database.query(sql, values)
            spend(Work.ofRow &+ rows.count)
            return rows
        } catch {
            throw Failure.storage(error)
        }
    }

    func packed(_ sql: String, _ values: [Value]) throws(Failure) -> PackedRows {
        do throws(StorageError) {
            let rows = try database.packed(sql, values)
            spend(Work.ofRow &+ rows.count &+ rows.byteCount / Work.bytesOfUnit)
            return rows
        } catch {
            throw Failure.storage(error)
        }
    }
}
